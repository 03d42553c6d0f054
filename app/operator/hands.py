"""Hands that have ended, as whoever runs the server may look at them."""

import msgspec

from app.operator.words import called
from app.rules.transcript import transcript
from app.rules.variants import RULESETS
from app.rules.words import Language
from app.storage.store import Storage
from app.wire.facts import load_facts


async def tell_hand(storage: Storage, room: str, number: int, language: Language) -> list[str]:
    """The lines of a hand; raises LookupError unless there is one and it has ended."""
    async with storage.read() as tx:
        hand = await tx.hands.get(room, number)
        if hand is None:
            raise LookupError(f"There is no hand {room}:{number}.")
        if hand.status == "running":
            raise LookupError(f"Hand {room}:{number} is being played; it can be told when it has ended.")
        ids = msgspec.json.decode(hand.players, type=list[str])
        players = await tx.players.get(ids)
        commits = await tx.hands.commits(room, number)
    facts = [fact for commit in commits for fact in load_facts(commit.facts)]
    names = [called(players[player], language) for player in ids]
    return list(transcript(RULESETS[hand.ruleset], facts, names, language))
