"""The commands of `python -m app`."""

import asyncio
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
import msgspec
import pytest

from app.__main__ import main
from app.gateway.addresses import addresses
from app.rules.facts import HandOpened
from app.storage.database import Database
from app.storage.seals import SealRow
from tests.ledger.play import open_bank, seal_all
from tests.stories.player import Player
from tests.stories.server import ROOT, ServerProcess, running


@dataclass(frozen=True, slots=True)
class Done:
    """What a command has printed, and its exit code."""

    code: int
    out: str
    err: str


Run = Callable[..., Done]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """One command in this process, whose logs stay as they are."""
    monkeypatch.setattr("app.__main__.configure_logs", lambda *_: None)

    def run_here(*arguments: str, url: str = "sqlite://", **environment: str) -> Done:
        for name, value in {**environment, "DATABASE_URL": url}.items():
            monkeypatch.setenv(name, value)
        capsys.readouterr()
        code = main(arguments)
        return Done(code, *capsys.readouterr())

    return run_here


def test_explain_prints_one_object(run: Run) -> None:
    done = run("explain", "happy", "55", "--over", "33")
    assert done.code == 0
    verdict = msgspec.json.decode(done.out)
    assert (verdict["legal"], verdict["beats"]) == (True, True)


def test_explain_lists_moves(run: Run) -> None:
    assert msgspec.json.decode(run("explain", "happy", "--moves", "34").out) == {"moves": ["3", "4"]}


def test_a_stream_of_questions_is_answered_line_by_line() -> None:
    """Whoever waits for an answer before the next question gets it, and may stop reading at any time."""
    command = [sys.executable, "-m", "app", "explain", "--jsonl"]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        for question, answer in (
            (b'{"game": "happy", "moves": "34"}', {"moves": ["3", "4"]}),
            (b'{"game": "happy", "moves": "34", "over": "3"}', {"moves": ["4", "pass"]}),
        ):
            process.stdin.write(question + b"\n")
            process.stdin.flush()
            assert msgspec.json.decode(process.stdout.readline()) == answer
        process.stdout.close()
        process.stdin.write(b'{"game": "happy", "moves": "34"}\n')
        process.stdin.close()
        assert (process.stderr.read(), process.wait()) == (b"", 0)


def test_what_cannot_be_understood_is_said_in_a_sentence(run: Run) -> None:
    for arguments in (
        ["explain", "happy", "x"],
        ["explain", "happy", "3", "--over", "34"],
        ["explain", "chess", "3"],
        ["explain", "happy", "--jsonl"],
        ["replay", "ROOM1"],
    ):
        done = run(*arguments)
        assert (done.code, done.out) == (2, "")
        assert done.err.strip().endswith(".")


def test_a_bad_setting_stops_everything(run: Run) -> None:
    done = run("serve", PORT="many")
    assert done == Done(2, "", "PORT must be a whole number from 0 to 65535, not 'many'\n")


def test_a_port_that_is_taken_is_an_error_in_words(tmp_path: Path) -> None:
    server = ServerProcess.start(tmp_path, f"sqlite:///{tmp_path}/a.sqlite3")
    try:
        port = server.address.rpartition(":")[2]
        environment = {**os.environ, "DATABASE_URL": f"sqlite:///{tmp_path}/b.sqlite3", "PORT": port}
        done = subprocess.run(
            [sys.executable, "-m", "app", "serve"],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
    finally:
        server.kill()
    assert done.returncode != 0
    assert "address already in use" in done.stderr
    assert "Traceback" not in done.stderr


async def test_a_hand_is_told_when_it_has_ended_and_its_beans_are_right(run: Run, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/test.sqlite3"
    async with running(url) as address, await Player.sign_in(address, "阿明") as player:
        room = await player.find_seat()
        await player.until_fact(HandOpened)
        early = await asyncio.to_thread(run, "replay", f"{room}:{player.hand}", url=url)
        await player.play_hand()
        hand = f"{room}:{player.hand}"
    assert (early.code, early.out) == (1, "")
    assert "is being played" in early.err
    for language, word, bot in (("en", "landlord", " (bot)"), ("zh", "地主", "（机器人）")):
        told = await asyncio.to_thread(run, "replay", hand, "--language", language, url=url)
        assert told.code == 0
        assert "阿明" in told.out
        assert word in told.out
        assert bot in told.out
        assert f"阿明{bot}" not in told.out
    assert (await asyncio.to_thread(run, "replay", f"{room}:99", url=url)).code == 1
    audited = await asyncio.to_thread(run, "audit", url=url)
    assert audited.code == 0, audited.out
    assert "WRONG" not in audited.out


async def test_an_operator_gives_beans_and_takes_them_back(run: Run, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/test.sqlite3"
    async with running(url, starting_beans=100) as address, await Player.sign_in(address) as player:

        async def order(*arguments: str, **environment: str) -> Done:
            words = (*arguments, "--actor", "anna", "--reason", "our crash")
            return await asyncio.to_thread(run, *words, url=url, **environment)

        granted = await order("grant", player.id, "250")
        assert (granted.code, granted.err) == (0, "")
        first, of_grant, of_player = granted.out.splitlines()
        assert of_grant.startswith("  grant: -250 beans, then ")
        assert of_player == f"  player {player.id}: +250 beans, then 350"
        again = await order("grant", player.id, "250")
        assert (again.code, again.out.splitlines()[1:]) == (0, granted.out.splitlines()[1:])
        assert "nothing was moved now" in again.out
        transaction = first.split()[1].rstrip(",")
        taken = await order("correct", transaction)
        assert taken.out.splitlines()[2] == f"  player {player.id}: -250 beans, then 100"
        minted = await order("mint", "grant", "5", "--ticket", "T7", "--approver", "bert", APPROVAL_ABOVE="1")
        assert minted.code == 0
        assert "ticket T7" in minted.out
        for arguments, words in (
            (("grant", "nobody", "5"), "no such player"),
            (("grant", player.id, "0"), "at least one bean"),
            (("grant", player.id, "99"), "name one with --approver"),
            (("grant", player.id, "99", "--approver", "anna"), "somebody else"),
            (("correct", "hand:NO:1"), "no such transaction"),
            (("correct", f"grant:player:{player.id}", "--approver", "bert"), ""),
            (("correct", transaction, "--ticket", "other"), "another order"),
        ):
            refused = await order(*arguments, APPROVAL_ABOVE="50")
            assert words in refused.err
            assert (refused.code, refused.out == "") == ((1, True) if words else (0, False)), arguments
        poor = await order("grant", player.id, "7")
        given = poor.out.split()[1].rstrip(",")
        legs = ["--actor", "anna", "--reason", "spent"]
        assert (await asyncio.to_thread(run, "correct", given, *legs, url=url)).code == 0
    audited = await asyncio.to_thread(run, "audit", url=url)
    assert audited.code == 0, audited.out


async def test_a_public_table_is_changed_while_the_server_runs(run: Run, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/test.sqlite3"
    words = ("--actor", "anna", "--reason", "an evening for everybody")
    async with running(url) as address:
        listed = await asyncio.to_thread(run, "tiers", url=url)
        assert listed.out.splitlines()[1].split()[:5] == ["classic", "starter", "10", "5", "100"]
        changes = ("--fee", "0", "--bots", "no", "--position", "7")
        changed = await asyncio.to_thread(run, "tiers", "set", "happy", "starter", *changes, *words, url=url)
        assert (changed.code, changed.out.splitlines()[1].split()[3]) == (0, "0"), changed.err
        closed = ("tiers", "set", "happy", "high", "--open", "no", *words)
        assert (await asyncio.to_thread(run, *closed, url=url)).code == 0
        again = await asyncio.to_thread(run, *closed, url=url)
        assert (again.code, again.err) == (1, "That is what the table is already.\n")
        async with httpx2.AsyncClient(base_url=address, trust_env=False) as http, asyncio.timeout(10):
            tables: dict[str, Any] = {"high": None}
            while "high" in tables:
                told = (await http.get("/api/tiers", headers={"Origin": address})).json()
                tables = {each["tier"]: each for each in told if each["game"] == "happy"}
        assert list(tables) == ["regular", "starter"]
        assert (tables["starter"]["fee"], tables["starter"]["bots"]) == (0, False)
    history = await asyncio.to_thread(run, "tiers", "history", url=url)
    assert [line.split()[3] for line in history.out.splitlines()[1:3]] == ["high", "starter"]
    assert history.out.count("an evening for everybody") == 2
    assert history.out.count("the settings of the first start") == 12


@pytest.mark.parametrize(
    ("public_url", "host", "shown"),
    [
        ("https://cards.example.org", "0.0.0.0", ["https://cards.example.org"]),
        (None, "127.0.0.1", ["http://127.0.0.1:8000"]),
        (None, "::1", ["http://[::1]:8000"]),
    ],
)
def test_the_address_is_the_one_to_type(public_url: str | None, host: str, shown: list[str]) -> None:
    assert addresses(public_url, host, 8000) == shown


def test_everywhere_is_here_and_every_network_of_this_machine() -> None:
    here, *others = addresses(None, "0.0.0.0", 8000)
    assert here == "http://127.0.0.1:8000"
    assert not any("127." in other or "0.0.0.0" in other for other in others)


async def test_a_ban_reaches_a_running_server(run: Run, tmp_path: Path) -> None:
    """It comes from another process: the server notices by itself, and its page is told why."""
    url = f"sqlite:///{tmp_path}/test.sqlite3"
    async with running(url) as address:
        player = await Player.sign_in(address)

        async def order(*arguments: str) -> Done:
            return await asyncio.to_thread(run, *arguments, url=url)

        async def told() -> tuple[int, Any]:
            async with httpx2.AsyncClient(trust_env=False) as http:
                answer = await http.get(f"{address}/api/session", headers={"Cookie": player.cookie})
            return answer.status_code, answer.json()

        done = await order("ban", player.id, "--reason", "too loud", "--until", "2999-01-02")
        assert (done.code, done.out) == (0, f"player {player.id} is banned\n")
        assert await told() == (
            403,
            {"code": "banned", "params": {"reason": "too loud", "until_ms": 32_472_201_600_000}},
        )
        done = await order("ban", player.id, "--reason", "too loud", "--until", "2000-01-01T00:00+00:00")
        assert (done.code, (await told())[0]) == (0, 200), "it is over"
        assert (await order("ban", player.id, "--reason", "for good")).code == 0
        assert (await told())[1]["params"]["until_ms"] == 0
        assert (await order("unban", player.id)).out == f"player {player.id} may play\n"
        assert (await told())[0] == 200
        for arguments, code, why in (
            (("ban", "bot-1", "--reason", "x"), 1, "no player"),
            (("unban", "nobody"), 1, "no player"),
            (("ban", player.id, "--reason", " "), 2, "says why"),
            (("ban", player.id, "--reason", "x", "--until", "soon"), 2, "no time"),
        ):
            done = await order(*arguments)
            assert (done.code, done.out) == (code, "")
            assert why in done.err


def test_seals_are_printed_and_compared(run: Run, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/test.sqlite3"
    assert run("seals", url=url) == Done(0, "", "")

    async def post() -> SealRow:
        database = Database.open(url)
        await open_bank(database, wang=5)
        newest = await seal_all(database)
        await database.close()
        return newest

    newest = asyncio.run(post())
    printed = run("seals", url=url)
    assert printed.out == f"1 3 {newest.sha}\n"
    assert run("seals", "--after", "1", url=url).out == ""
    kept = tmp_path / "kept"
    for text, code in ((printed.out, 0), (f"1 3 {'0' * 64}\n", 1), ("1 3\n", 2)):
        kept.write_text(text)
        assert run("audit", "--kept", str(kept), url=url).code == code
    assert run("audit", "--kept", str(tmp_path / "none"), url=url).code == 2


async def test_the_books_of_a_hand_are_open_when_it_has_ended(run: Run, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/test.sqlite3"
    async with running(url) as address, await Player.sign_in(address, "阿明") as player:
        room = await player.find_seat()
        await player.until_fact(HandOpened)
        early = await asyncio.to_thread(run, "verify", f"{room}:{player.hand}", url=url)
        settled = await player.play_hand()
        hand = f"{room}:{player.hand}"
    assert (early.code, early.out) == (2, "")
    for language, word in (("en", "points"), ("zh", "分")):
        told = await asyncio.to_thread(run, "ledger", player.id, "--language", language, url=url)
        assert told.code == 0
        assert hand in told.out
        assert word in told.out
        assert f"{settled.moved[player.seat]:+,}" in told.out
        verified = await asyncio.to_thread(run, "verify", hand, "--language", language, url=url)
        assert (verified.code, verified.err) == (0, "")
        assert hand in verified.out
    page = await asyncio.to_thread(run, "ledger", player.id, "--lines", "1", "--before", "2", url=url)
    assert "+3,000" in page.out
    with sqlite3.connect(tmp_path / "test.sqlite3") as connection:
        connection.execute("UPDATE deal_secret SET commitment = 'another'")
    connection.close()
    assert (await asyncio.to_thread(run, "verify", hand, url=url)).code == 1
    for arguments, code in (
        (["verify", f"{room}:99"], 2),
        (["verify", room], 2),
        (["ledger", "nobody"], 1),
        (["ledger", player.id, "--lines", "0"], 2),
        (["ledger", player.id, "--before", "0"], 2),
    ):
        done = await asyncio.to_thread(run, *arguments, url=url)
        assert (done.code, done.out) == (code, "")
        assert done.err.strip().endswith(".")


def test_a_backup_is_a_new_file(run: Run, tmp_path: Path) -> None:
    url, copy = f"sqlite:///{tmp_path}/test.sqlite3", tmp_path / "copy"
    assert run("backup", str(copy), url=url).code == 1
    assert run("migrate", url=url).code == 0
    assert run("backup", str(copy), url=url) == Done(0, "", "")
    assert run("audit", url=f"sqlite:///{copy}").code == 0
    for target, place in ((copy, url), (tmp_path / "other", "postgresql://u@h/d"), (tmp_path / "a/b", url)):
        done = run("backup", str(target), url=place)
        assert (done.code, done.out) == (1, "")
        assert done.err
    assert not (tmp_path / "other").exists()
