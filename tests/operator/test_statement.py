"""The statement of an account: every bean is told, and every hand down to the play that doubled it."""

import re
from fractions import Fraction
from math import prod
from random import Random

import pytest

from app.ledger import book
from app.ledger.accounts import found
from app.ledger.transfers import Leg, Transfer
from app.operator.statement import tell_statement
from app.rules.facts import Fact, Stakes
from app.rules.variants import RULESETS
from app.rules.words import Language
from app.storage.memory import MemoryStorage
from app.storage.store import Storage
from tests.ledger.play import NOW_MS
from tests.operator.books import STAKES, Books

LINE = re.compile(r" *(\d+)  (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d) +([+-][\d,]+) +([\d,-]+)  (.*)")


GROWTH = re.compile(r"×(\d+)(?= \S+ (?:shows|robs|plays|明牌|抢|出|亮)| spring| anti| 春| 反)")


def number(text: str) -> int:
    return int(text.replace(",", ""))


@pytest.mark.parametrize("game", RULESETS)
async def test_what_is_told_of_a_hand_adds_up(game: str) -> None:
    """The steps multiply to the multiple, base and multiple to the points, the points to the beans that moved."""
    storage, rng, rules = MemoryStorage(), Random(f"statement {game}"), RULESETS[game]
    grown = 0
    for table in range(12):
        beans = [rng.choice((40, 100_000)) for _ in range(rules.seats)]
        books = await Books.open(storage, rules, f"R{table}", beans)
        stakes = rng.choice((STAKES, Stakes(coefficient=7, cap=64, fee=3)))
        facts = await books.play(rng, stakes, leaves=rng.choice((0, 0, 0.02)))
        for seat, player in enumerate(books.players):
            for language in Language:
                told = await tell_statement(storage, player, language)
                grown += check_hand(told, facts, seat, stakes)
    assert grown > 0


def check_hand(told: list[str], facts: list[Fact], seat: int, stakes: Stakes) -> int:
    """Check the numbers of one hand's lines; how many growths they tell."""
    postings = [found for line in told if (found := LINE.fullmatch(line))]
    moved = sum(number(posting[3]) for posting in postings if not re.search(r"fee|台费|opening", posting[5]))
    text = "\n".join(told)
    steps = [
        int(factor)
        for factor in re.findall(
            r"×(\d+)(?= \S+ (?:shows|robs|plays|明牌|抢|出|亮)| spring| anti| 春| 反)", text
        )
    ]
    points = re.search(r"(?:base|底分) (\d+) × (?:multiple|倍数) (\d+) × ([\d/]+) = ([+-][\d,]+)", text)
    if points is None:
        return 0
    base, counted, share, x = int(points[1]), int(points[2]), Fraction(points[3]), number(points[4])
    assert base * counted * share == abs(x)
    capped = re.search(r"(?:the multiple was|原倍数) (\d+)", text)
    doubled = len(re.findall(r"×2 \S+ (?:doubles$|加倍$)", text, re.MULTILINE))
    assert prod(steps) * 2**doubled * stakes.initial == (int(capped[1]) if capped else counted)
    due = re.search(r"points × ([\d,]+) beans = ([+-][\d,]+)|分 × 每分 ([\d,]+) 豆 = ([+-][\d,]+)", text)
    assert due
    assert x * stakes.coefficient == number(due[2] or due[4])
    less = re.search(r"([+-][\d,]+) of it moved|实得 ([+-][\d,]+)", text)
    assert (number(less[1] or less[2]) if less else number(due[2] or due[4])) == moved
    return len(steps)


async def test_a_statement_is_read_page_by_page(storage: Storage) -> None:
    """Newest first, each posting once, each balance following from the one before."""
    books = await Books.open(storage, RULESETS["classic"])
    rng = Random(5)
    for _ in range(3):
        await books.play(rng, Stakes(coefficient=1, fee=1))
    player, pages, before = books.players[0], [], None
    while True:
        page = await tell_statement(storage, player, Language.EN, before=before, lines=2)
        pages.append(page)
        if not (older := re.fullmatch(r"older: --before (\d+)", page[-1])):
            break
        before = int(older[1])
    postings = [found for page in pages for line in page if (found := LINE.fullmatch(line))]
    versions = [int(posting[1]) for posting in postings]
    assert versions == list(range(versions[0], 0, -1))
    balances = [number(posting[4]) for posting in reversed(postings)]
    amounts = [number(posting[3]) for posting in reversed(postings)]
    assert balances == [sum(amounts[: place + 1]) for place in range(len(amounts))]
    assert f"{balances[-1]:,} beans after {versions[0]} postings" in pages[0][1]
    assert len(pages) > 2


async def test_who_gave_what_and_why_is_told(storage: Storage) -> None:
    await Books.open(storage, RULESETS["classic"], beans=(5, 6, 7))
    async with storage.begin() as tx:
        system = await found(tx, NOW_MS)
        account = (await tx.ledger.find_accounts(["ROOM-0"]))["ROOM-0"]
        legs = (Leg(system.grant, -90, "grant"), Leg(account.id, 90, "grant"))
        gift = Transfer("g", "grant", legs, "anna", reason="lost a hand", ticket="OPS-17", approver="ben")
        await book.post(tx, gift, NOW_MS)
    told = await tell_statement(storage, "ROOM-0", Language.EN)
    assert told[0] == f"account {account.id} · player ROOM-0 · 阿0"
    assert told[1] == "95 beans after 2 postings"
    assert told[2].endswith("+90                 95  grant: lost a hand (anna with ben, OPS-17)")
    assert told[3].endswith("grant: starting grant (system, opening)")
    chinese = await tell_statement(storage, "ROOM-0", Language.ZH)
    assert chinese[2].endswith("赠送：lost a hand（anna、ben，OPS-17）")
    by_number = await tell_statement(storage, str(account.id), Language.EN)
    assert by_number == told
    house = await tell_statement(storage, "grant", Language.ZH, lines=1)
    assert house[0].endswith("赠送（赠豆与救济）")
    assert "-90" in house[2]


async def test_a_running_hand_is_named_and_not_told(storage: Storage) -> None:
    await Books.open(storage, RULESETS["classic"], beans=(5, 6, 7))
    async with storage.begin() as tx:
        account = (await tx.ledger.find_accounts(["ROOM-0"]))["ROOM-0"]
        assert await tx.ledger.mark("ROOM:1", {account.id: 5})
    assert (await tell_statement(storage, "ROOM-0", Language.EN))[1].endswith(", in hand ROOM:1")


@pytest.mark.parametrize("named", ["nobody", "999", "player", "9" * 30, ""])
async def test_what_is_no_account(storage: Storage, named: str) -> None:
    await Books.open(storage, RULESETS["classic"])
    with pytest.raises(LookupError, match="There is no account"):
        await tell_statement(storage, named, Language.EN)
