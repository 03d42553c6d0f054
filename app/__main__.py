"""The commands: `python -m app serve`, and what an operator needs beside it."""

import argparse
import asyncio
import gc
import os
import resource
import sys
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, TypeVar

from app.clock import SystemClock
from app.gateway.addresses import addresses
from app.gateway.server import Server, server_config
from app.guide.guide import page_of
from app.guide.markdown import document
from app.ledger.audit import audit
from app.ledger.book import Posted
from app.ledger.orders import BUDGETS, Desk, Order
from app.ledger.seals import read_kept
from app.main import budgets, build_app, make_folder
from app.observe.logs import configure_logs
from app.operator.bans import ban, read_moment, unban
from app.operator.hands import tell_hand
from app.operator.orders import NotDoneError, carry_out
from app.operator.questions import Question, answer, answer_lines, batches, encode
from app.operator.statement import LINES, tell_statement
from app.operator.tiers import Change, list_tiers, set_tier, tell_changes
from app.operator.verification import verify_hand
from app.rooms.config import public_tiers
from app.rooms.tiers import found_tiers
from app.rules.explain import UnclearError
from app.rules.variants import RULESETS
from app.rules.words import Language
from app.settings import Settings, SettingsError, read_settings
from app.storage.backup import NoBackupError, copy_database
from app.storage.database import Database
from app.storage.migrate import upgrade
from app.storage.seals import EVERY_SEAL, SealRow

T = TypeVar("T")

GC_THRESHOLDS: Final = (50_000, 20, 100)
"""With Python's own a process with thousands of sockets stands still for a second now and then."""


def main(arguments: Sequence[str]) -> int:
    """Run one command; its exit code."""
    chosen = parser().parse_args(arguments)
    try:
        settings = read_settings(os.environ)
    except SettingsError as error:
        print(error, file=sys.stderr)
        return 2
    configure_logs(settings.log_format, settings.log_level)
    code: int = chosen.run(settings, chosen)
    return code


def parser() -> argparse.ArgumentParser:
    """The commands and what each takes."""
    top = argparse.ArgumentParser(prog="python -m app", description="A Dou Dizhu server.")
    commands = top.add_subparsers(required=True, metavar="COMMAND")
    commands.add_parser("serve", help="run the server").set_defaults(run=serve)
    commands.add_parser("migrate", help="bring the database up to date").set_defaults(run=migrate)
    copied = commands.add_parser(
        "backup", help="copy SQLite's database into another file, also while it is in use"
    )
    copied.add_argument("file", metavar="FILE", type=Path)
    copied.set_defaults(run=backup)
    audited = commands.add_parser("audit", help="check every bean; exit code 1 if anything is wrong")
    audited.add_argument(
        "--kept", metavar="FILE", type=Path, help="seals that `seals` printed, to compare with those stored"
    )
    audited.set_defaults(run=print_audit)
    sealed = commands.add_parser(
        "seals", help="print the seals of the ledger's history, to be kept elsewhere"
    )
    sealed.add_argument("--after", metavar="NUMBER", type=int, default=0, help="only those after this one")
    sealed.set_defaults(run=print_seals)
    replayed = commands.add_parser("replay", help="tell a hand that has ended, step by step")
    replayed.add_argument("hand", metavar="ROOM:NUMBER")
    replayed.add_argument("--language", choices=[*Language], default=Language.EN)
    replayed.set_defaults(run=print_replay)
    _add_books(commands)
    _add_orders(commands)
    _add_bans(commands)
    _add_tiers(commands)
    explained = commands.add_parser("explain", help="what cards can be played as, as JSON")
    explained.add_argument("game", metavar="GAME", nargs="?", help=", ".join(RULESETS))
    asked = explained.add_mutually_exclusive_group(required=True)
    asked.add_argument("cards", metavar="CARDS", nargs="?", help="such as '3S TH BJ', or by rank: 333444TB")
    asked.add_argument("--moves", metavar="HAND", help="list every play that this hand allows")
    asked.add_argument(
        "--jsonl", action="store_true", help="answer questions from standard input, one a line"
    )
    explained.add_argument(
        "--over", metavar="CARDS[=KIND[ RANK]]", help="the play to beat, and as what it was played"
    )
    explained.add_argument("--whole-hand", action="store_true", help="the cards are all that is left")
    explained.set_defaults(run=print_verdict)
    ruled = commands.add_parser("rules", help="the rules of one game or of all, for players")
    ruled.add_argument("game", metavar="GAME", nargs="?", choices=sorted(RULESETS))
    ruled.add_argument("--language", choices=[*Language], default=Language.EN)
    ruled.set_defaults(run=print_rules)
    return top


def _add_books(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """What became of beans: the statement of an account, and a hand reckoned again."""
    stated = commands.add_parser(
        "ledger", help="print an account's postings, newest first, and why they are so"
    )
    stated.add_argument(
        "account", metavar="ACCOUNT", help="a player's id, an account's number, or a kind such as recycle"
    )
    stated.add_argument("--before", metavar="VERSION", type=int, help="only postings below this version")
    stated.add_argument("--lines", metavar="NUMBER", type=int, default=LINES, help="postings on a page")
    stated.set_defaults(run=print_statement)
    verified = commands.add_parser(
        "verify",
        help="reckon a hand again from its log; exit code 1 if it differs from what is stored or posted",
    )
    verified.add_argument("hand", metavar="ROOM:NUMBER")
    verified.set_defaults(run=print_verification)
    for books in (stated, verified):
        books.add_argument("--language", choices=[*Language], default=Language.EN)


def _add_orders(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Beans moved by hand: each order names who gives it and why."""
    granted = commands.add_parser("grant", help="give a player beans, from the account grant")
    granted.add_argument("player", metavar="PLAYER", help="the player's id")
    granted.add_argument("beans", metavar="BEANS", type=int)
    granted.set_defaults(order=lambda desk, chosen, order: desk.grant(chosen.player, chosen.beans, order))
    minted = commands.add_parser("mint", help="make new beans for the account house or grant")
    minted.add_argument("budget", metavar="ACCOUNT", choices=BUDGETS)
    minted.add_argument("beans", metavar="BEANS", type=int)
    minted.set_defaults(order=lambda desk, chosen, order: desk.mint(chosen.budget, chosen.beans, order))
    corrected = commands.add_parser("correct", help="take a transaction back, by one that reverses it")
    corrected.add_argument("transaction", metavar="TXN", help="its id or its key, such as hand:K7Q2M9:3")
    corrected.set_defaults(order=lambda desk, chosen, order: desk.reverse(chosen.transaction, order))
    for ordered in (granted, minted, corrected):
        ordered.add_argument("--actor", metavar="NAME", required=True, help="who gives the order")
        ordered.add_argument("--reason", metavar="TEXT", required=True)
        ordered.add_argument(
            "--ticket",
            default="",
            help="what tells two orders apart; without it the same words are one order",
        )
        ordered.add_argument("--approver", metavar="NAME", help="a second person, where one is needed")
        ordered.set_defaults(run=print_order)


def _add_bans(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Who may not play."""
    banned = commands.add_parser("ban", help="keep a player out, for a while or for good")
    banned.add_argument("player", metavar="PLAYER", help="the player's id")
    banned.add_argument("--reason", metavar="TEXT", required=True, help="what he is told")
    banned.add_argument(
        "--until", metavar="TIME", help="such as 2026-01-31 or 2026-01-31T18:00+08:00; for good without it"
    )
    banned.set_defaults(run=print_ban)
    freed = commands.add_parser("unban", help="let a player play again")
    freed.add_argument("player", metavar="PLAYER", help="the player's id")
    freed.set_defaults(run=print_unban)


def _add_tiers(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """The public tables."""
    listed = commands.add_parser("tiers", help="list the public tables; `set` changes one")
    listed.set_defaults(run=print_tiers)
    more = listed.add_subparsers(metavar="COMMAND")
    told = more.add_parser("history", help="every change of a public table: when, by whom and why")
    told.set_defaults(run=print_tier_changes)
    changed = more.add_parser("set", help="change a public table, or make a new one; new tables follow it")
    changed.add_argument("game", metavar="GAME")
    changed.add_argument("tier", metavar="NAME")
    for name, what in (
        ("coefficient", "beans for a point"),
        ("fee", "what everybody pays for a hand"),
        ("entry", "the least beans for a hand"),
        ("double-above", "doubling takes more than this, where the game asks for it"),
        ("position", "the place among the tables of the game"),
    ):
        changed.add_argument(f"--{name}", metavar="NUMBER", type=int, help=what)
    for name, what in (("bots", "whether bots take empty seats"), ("open", "whether it takes anybody")):
        changed.add_argument(f"--{name}", choices=("yes", "no"), help=what)
    changed.add_argument("--actor", metavar="NAME", required=True, help="who makes the change")
    changed.add_argument("--reason", metavar="TEXT", required=True)
    changed.set_defaults(run=print_changed_tier)


def serve(settings: Settings, _: argparse.Namespace) -> int:
    """Run the server until it is told to stop."""
    raise_file_limit()
    config = server_config(
        build_app(settings), host=settings.host, port=settings.port, trusted_proxies=settings.trusted_proxies
    )
    server = Server(config, lambda port: announce(settings, port))
    server.run()
    return 0 if server.started else 1


def migrate(settings: Settings, _: argparse.Namespace) -> int:
    """Bring the database up to date."""
    make_folder(settings.database_url)
    asyncio.run(upgrade(settings.database_url))
    return 0


def backup(settings: Settings, chosen: argparse.Namespace) -> int:
    """Copy the database into a file."""
    try:
        copy_database(settings.database_url, chosen.file)
    except (NoBackupError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def print_audit(settings: Settings, chosen: argparse.Namespace) -> int:
    """Print every check of the ledger."""
    try:
        kept = read_kept(chosen.kept.read_text(encoding="utf-8")) if chosen.kept else None
    except (OSError, ValueError) as error:
        print(f"{chosen.kept} holds no seals: {error}.", file=sys.stderr)
        return 2
    report = asyncio.run(_with_database(settings, lambda database: audit(database, kept)))
    for check in report.checks:
        verdict = f"{check.wrong:,} WRONG" if check.wrong else "ok"
        print(f"{check.invariant:4}{check.title}: {verdict} ({check.looked_at:,} looked at)")
        for example in check.examples:
            print(f"      {example}")
    for kind, beans in report.beans.items():
        print(f"    {kind:12}{beans:>24,}")
    return 0 if report.ok else 1


def print_seals(settings: Settings, chosen: argparse.Namespace) -> int:
    """Print seals, one a line: its number, the number of its last transaction, its hash."""

    async def stored(database: Database) -> list[SealRow]:
        async with database.read() as tx:
            return await tx.seals.after(chosen.after, EVERY_SEAL)

    for seal in asyncio.run(_with_database(settings, stored)):
        print(seal.no, seal.upto, seal.sha)
    return 0


def print_order(settings: Settings, chosen: argparse.Namespace) -> int:
    """Carry out an order and print what it has moved."""
    order = Order(chosen.actor.strip(), chosen.reason.strip(), chosen.ticket, chosen.approver)

    async def lines(database: Database) -> list[str]:
        async def work(desk: Desk) -> Posted:
            posted: Posted = await chosen.order(desk, chosen, order)
            return posted

        now_ms = SystemClock().now_ms()
        return await carry_out(database, work, now_ms, budgets(settings), settings.approval_above)

    return _print_done(settings, lines)


def print_ban(settings: Settings, chosen: argparse.Namespace) -> int:
    """Ban a player."""
    try:
        until_ms = read_moment(chosen.until, settings.day_zone) if chosen.until else None
    except ValueError:
        print(f"{chosen.until} is no time such as 2026-01-31 or 2026-01-31T18:00+08:00.", file=sys.stderr)
        return 2
    reason = chosen.reason.strip()
    if not reason:
        print("A ban says why.", file=sys.stderr)
        return 2

    async def lines(database: Database) -> list[str]:
        return await ban(database, chosen.player, reason, until_ms, clock=SystemClock())

    return _print_found(settings, lines, missing=1)


def print_unban(settings: Settings, chosen: argparse.Namespace) -> int:
    """Let a player play again."""

    async def lines(database: Database) -> list[str]:
        return await unban(database, chosen.player)

    return _print_found(settings, lines, missing=1)


def print_tiers(settings: Settings, _: argparse.Namespace) -> int:
    """Print the public tables."""

    async def lines(database: Database) -> list[str]:
        await _with_usual_tiers(settings, database)
        return await list_tiers(database)

    return _print_done(settings, lines)


def print_tier_changes(settings: Settings, _: argparse.Namespace) -> int:
    """Print what was changed of the public tables."""

    async def lines(database: Database) -> list[str]:
        await _with_usual_tiers(settings, database)
        return await tell_changes(database, settings.day_zone)

    return _print_done(settings, lines)


def print_changed_tier(settings: Settings, chosen: argparse.Namespace) -> int:
    """Change a public table and print what it is now."""
    change = Change(
        coefficient=chosen.coefficient,
        fee=chosen.fee,
        entry=chosen.entry,
        double_above=chosen.double_above,
        bots=_yes(chosen.bots),
        open=_yes(chosen.open),
        position=chosen.position,
    )

    async def lines(database: Database) -> list[str]:
        await _with_usual_tiers(settings, database)
        return await set_tier(
            database,
            chosen.game,
            chosen.tier,
            change,
            actor=chosen.actor.strip(),
            reason=chosen.reason.strip(),
            now_ms=SystemClock().now_ms(),
        )

    return _print_done(settings, lines)


def _yes(chosen: str | None) -> bool | None:
    return None if chosen is None else chosen == "yes"


async def _with_usual_tiers(settings: Settings, database: Database) -> None:
    """The tables of a server that has never been started are those that it would start with."""
    async with database.begin() as tx:
        await found_tiers(tx, public_tiers(settings.tiers), SystemClock().now_ms())


def _print_done(settings: Settings, lines: Callable[[Database], Awaitable[list[str]]]) -> int:
    """Print what was done; the exit code is 1, and a sentence says why, where nothing was."""
    try:
        print("\n".join(asyncio.run(_with_database(settings, lines))))
    except NotDoneError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def print_replay(settings: Settings, chosen: argparse.Namespace) -> int:
    """Print a hand that has ended; one that is running is nobody's to see."""
    hand = read_hand(chosen.hand)
    if hand is None:
        return 2

    async def lines(database: Database) -> list[str]:
        return await tell_hand(database, *hand, Language(chosen.language))

    return _print_found(settings, lines, missing=1)


def print_statement(settings: Settings, chosen: argparse.Namespace) -> int:
    """Print one page of an account's statement."""
    if chosen.lines < 1 or (chosen.before is not None and chosen.before < 1):
        print("A page has at least one line, and versions begin with 1.", file=sys.stderr)
        return 2

    async def lines(database: Database) -> list[str]:
        language = Language(chosen.language)
        return await tell_statement(
            database, chosen.account, language, before=chosen.before, lines=chosen.lines
        )

    return _print_found(settings, lines, missing=1)


def print_verification(settings: Settings, chosen: argparse.Namespace) -> int:
    """Print what reckoning a hand again has come to."""
    hand = read_hand(chosen.hand)
    if hand is None:
        return 2
    agrees = True

    async def lines(database: Database) -> list[str]:
        nonlocal agrees
        verdict = await verify_hand(database, *hand, Language(chosen.language))
        agrees = verdict.agrees
        return verdict.lines

    return _print_found(settings, lines, missing=2) or int(not agrees)


def read_hand(text: str) -> tuple[str, int] | None:
    """A room and the number of a hand; None, and a sentence that says so, where the text names none."""
    room, _, number = text.partition(":")
    if not number.isdecimal():
        print("A hand is named by its room and its number, such as K7Q2M9:3.", file=sys.stderr)
        return None
    return room, int(number)


def _print_found(
    settings: Settings, lines: Callable[[Database], Awaitable[list[str]]], *, missing: int
) -> int:
    """Print what there is; the exit code is `missing` where there is no such thing."""
    try:
        print("\n".join(asyncio.run(_with_database(settings, lines))))
    except LookupError as error:
        print(*error.args, file=sys.stderr)
        return missing
    return 0


def print_verdict(_: Settings, chosen: argparse.Namespace) -> int:
    """Print what cards can be played as, or answer one line after the other."""
    question = Question(chosen.game or "", chosen.cards, chosen.over, chosen.whole_hand, chosen.moves)
    if chosen.jsonl:
        if question != Question(""):
            print("With --jsonl all questions come from standard input.", file=sys.stderr)
            return 2
        return print_answers()
    try:
        print(encode(answer(RULESETS, question)).decode())
    except UnclearError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def print_answers() -> int:
    """Answer the lines of standard input as they come, until their end or until nobody reads on."""
    with open(sys.stdin.fileno(), "rb", closefd=False) as questions:
        try:
            for lines in batches(questions):
                sys.stdout.buffer.write(b"".join(answer_lines(RULESETS, lines)))
                sys.stdout.buffer.flush()
        except BrokenPipeError:
            # The interpreter flushes once more at its end, which must not fail again.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def print_rules(_: Settings, chosen: argparse.Namespace) -> int:
    """Print the rules page."""
    language = Language(chosen.language)
    games = [chosen.game] if chosen.game else RULESETS
    print(document([page_of(RULESETS[game], language) for game in games], language), end="")
    return 0


async def _with_database(settings: Settings, work: Callable[[Database], Awaitable[T]]) -> T:
    """What `work` finds in the database, which is brought up to date first."""
    make_folder(settings.database_url)
    database = Database.open(settings.database_url)
    try:
        await upgrade(database.url)
        return await work(database)
    finally:
        await database.close()


def announce(settings: Settings, port: int) -> None:
    """The server is up: settle down and print where it can be found."""
    steady_memory()
    for address in addresses(settings.public_url, settings.host, port):
        print(f"  {address}", flush=True)


def raise_file_limit() -> None:
    """A socket is an open file: allow as many as the system lets us."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def steady_memory() -> None:
    """What is here now stays: keep the garbage collector from walking it again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
