"""From a secret to a deck: the same everywhere, for ever, and without a bias."""

from collections import Counter
from collections.abc import Callable

import pytest

from app.rules.cards import FRENCH_DECK, format_cards
from app.rules.shuffle import commitment, shuffle

SECRET = bytes(range(32))
RECORDED = "4C 8H 6C 2C 6S KS 8S JC QC TC"


def test_the_recipe_never_changes() -> None:
    """Old hands are verified with it: a change needs a new name (`ALGORITHM`) beside the old recipe."""
    result = shuffle(FRENCH_DECK, 3, SECRET, "K7Q2M9", 42, 1, (b"\x01\x02", b"", b"\xff"))
    assert format_cards(result.deck[:10]) == RECORDED
    assert result.drawn == 0
    assert commitment(SECRET) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


def test_it_is_the_whole_deck() -> None:
    assert sorted(shuffle(FRENCH_DECK, 3, SECRET, "R", 1, 1).deck) == sorted(FRENCH_DECK)


@pytest.mark.parametrize(
    "other",
    [
        shuffle(FRENCH_DECK, 3, SECRET[::-1], "R", 1, 1, (b"a", b"", b"")),
        shuffle(FRENCH_DECK, 3, SECRET, "S", 1, 1, (b"a", b"", b"")),
        shuffle(FRENCH_DECK, 3, SECRET, "R", 2, 1, (b"a", b"", b"")),
        shuffle(FRENCH_DECK, 3, SECRET, "R", 1, 2, (b"a", b"", b"")),
        shuffle(FRENCH_DECK, 3, SECRET, "R", 1, 1, (b"b", b"", b"")),
        shuffle(FRENCH_DECK, 3, SECRET, "R", 1, 1, (b"", b"a", b"")),
        shuffle(FRENCH_DECK, 3, SECRET, "R", 1, 1),
    ],
    ids=["secret", "room", "hand", "deal", "seed", "whose seed", "no seeds"],
)
def test_whatever_goes_in_matters(other: object) -> None:
    assert other != shuffle(FRENCH_DECK, 3, SECRET, "R", 1, 1, (b"a", b"", b""))


def test_every_card_is_as_likely_in_every_hand(size: Callable[[int, int], int]) -> None:
    """Chi-square of card by hand (A46); the bounds are those of one in a million."""
    deals = size(3000, 50_000)
    where: Counter[tuple[str, int]] = Counter()
    drawn: Counter[int] = Counter()
    decks = set()
    for hand in range(deals):
        result = shuffle(FRENCH_DECK, 3, SECRET, "R", hand, 1)
        decks.add(result.deck)
        drawn[result.drawn] += 1
        where.update((card, place // 18) for place, card in enumerate(result.deck))
    expected = deals / 3
    chi_square = sum((count - expected) ** 2 / expected for count in where.values())
    assert len(decks) == deals
    assert 48 < chi_square < 190
    assert sum((count - expected) ** 2 / expected for count in drawn.values()) < 28
