"""The commands of `python -m app`."""

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from app.gateway.addresses import addresses
from app.rules.facts import HandOpened
from tests.stories.player import Player
from tests.stories.server import ROOT, ServerProcess


def run(*arguments: str, url: str = "sqlite://", **environment: str) -> subprocess.CompletedProcess[str]:
    """One command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "app", *arguments],
        cwd=ROOT,
        env={"PATH": "", "DATABASE_URL": url, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_explain_prints_one_object() -> None:
    done = run("explain", "happy", "55", "--over", "33")
    assert done.returncode == 0
    verdict = msgspec.json.decode(done.stdout)
    assert (verdict["legal"], verdict["beats"]) == (True, True)


def test_explain_lists_moves() -> None:
    assert msgspec.json.decode(run("explain", "happy", "--moves", "34").stdout) == {"moves": ["3", "4"]}


def test_what_cannot_be_understood_is_said_in_a_sentence() -> None:
    for arguments in (
        ["explain", "happy", "x"],
        ["explain", "happy", "3", "--over", "34"],
        ["replay", "ROOM1"],
    ):
        done = run(*arguments)
        assert done.returncode == 2
        assert done.stdout == ""
        assert "Traceback" not in done.stderr
        assert done.stderr.strip().endswith(".")


def test_a_bad_setting_stops_everything() -> None:
    done = run("serve", PORT="many")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "PORT must be a whole number from 0 to 65535, not 'many'\n"


def test_a_port_that_is_taken_is_an_error_in_words(tmp_path: Path) -> None:
    server = ServerProcess.start(tmp_path, f"sqlite:///{tmp_path}/a.sqlite3")
    try:
        port = server.address.rpartition(":")[2]
        done = run("serve", url=f"sqlite:///{tmp_path}/b.sqlite3", PORT=port)
    finally:
        server.kill()
    assert done.returncode != 0
    assert "address already in use" in done.stderr
    assert "Traceback" not in done.stderr


async def test_a_hand_is_told_when_it_has_ended_and_its_beans_are_right(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/test.sqlite3"
    server = ServerProcess.start(tmp_path, url)
    try:
        async with await Player.sign_in(server.address, "阿明") as player:
            room = await player.find_seat()
            await player.until_fact(HandOpened)
            running = run("replay", f"{room}:{player.hand}", url=url)
            await player.play_hand()
            hand = player.hand
        assert server.stop() == 0
    finally:
        server.kill()
    assert (running.returncode, running.stdout) == (1, "")
    assert "is being played" in running.stderr
    for language, word in (("en", "landlord"), ("zh", "地主")):
        told = run("replay", f"{room}:{hand}", "--language", language, url=url)
        assert told.returncode == 0, told.stderr
        assert "阿明" in told.stdout
        assert word in told.stdout
    assert run("replay", f"{room}:99", url=url).returncode == 1
    audited = run("audit", url=url)
    assert audited.returncode == 0, audited.stdout
    assert "WRONG" not in audited.stdout


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
