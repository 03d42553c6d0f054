"""From a secret to a deck: a hash stream and a shuffle without bias, the same anywhere for the same bytes.

The stream is HMAC-SHA256 in counter mode, keyed by the deal's secret, over a label that names the room, the
hand, the deal and every player's own bytes. Numbers come from it by rejection, so none is more likely than
another; the deck is shuffled by Fisher and Yates. `ALGORITHM` names this recipe in records.
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence

from app.rules.actions import Shuffle
from app.rules.cards import BIG_JOKER, SMALL_JOKER, Card

ALGORITHM = "hmac-sha256-ctr/fisher-yates/1"


def commitment(secret: bytes) -> str:
    """What may be published of a secret before the deal: its SHA-256, in hexadecimal."""
    return hashlib.sha256(secret).hexdigest()


def shuffle(
    deck: Sequence[Card],
    seats: int,
    secret: bytes,
    room: str,
    hand: int,
    deal: int,
    seeds: Sequence[bytes] = (),
    *,
    open_among: int = 0,
) -> Shuffle:
    """The deck of one deal and what is drawn for it: a seat, and where asked for an open card.

    That one lies among the first `open_among` cards of the deck and is not a joker (rulebook 4).
    `secret` is 32 bytes; `seeds` are the players' own bytes in seat order, empty where a seat gave none.
    """
    label = f"{ALGORITHM}|{room}|{hand}|{deal}|{'|'.join(seed.hex() for seed in seeds)}".encode()
    numbers = _numbers(secret, label)
    cards = list(deck)
    for top in range(len(cards) - 1, 0, -1):
        other = _below(numbers, top + 1)
        cards[top], cards[other] = cards[other], cards[top]
    drawn = _below(numbers, seats)
    return Shuffle(tuple(cards), drawn, _draw_open(numbers, cards[:open_among]))


def _numbers(secret: bytes, label: bytes) -> Iterator[int]:
    """The stream as 32-bit numbers."""
    counter = 0
    while True:
        block = hmac.digest(secret, label + counter.to_bytes(8, "big"), "sha256")
        for start in range(0, len(block), 4):
            yield int.from_bytes(block[start : start + 4], "big")
        counter += 1


def _draw_open(numbers: Iterator[int], cards: Sequence[Card]) -> int | None:
    """The place of a card that is no joker, each as likely as another; None of no cards."""
    suited = [place for place, card in enumerate(cards) if card not in (SMALL_JOKER, BIG_JOKER)]
    return suited[_below(numbers, len(suited))] if suited else None


def _below(numbers: Iterator[int], bound: int) -> int:
    limit = (1 << 32) - (1 << 32) % bound
    for number in numbers:
        if number < limit:
            return number % bound
    raise AssertionError("the stream has no end")
