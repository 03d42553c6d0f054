"""The verdict on a play: which reading it is taken for, or why it is refused (rulebook 1.1, 1.2)."""

from app.rules.combos import Combo, PatternBook, in_following_order
from app.rules.refusals import IllegalActionError, Refusal


def judge(
    book: PatternBook, counts: int, lead: Combo | None, named: Combo | None, *, whole_hand: bool = False
) -> Combo:
    """The reading taken for a play of these packed counts, on the lead (`lead` is None) or over `lead`.

    `named` is the reading that the player asks for, None the default of rulebook 1.2; `whole_hand` says that the
    play leaves no card in the hand.
    Raises IllegalActionError, also for no cards at all.
    """
    readings = book.readings(counts, whole_hand=whole_hand and lead is None)
    if not readings:
        raise IllegalActionError(Refusal.NOT_A_PLAY)
    if named is not None:
        if named not in readings:
            raise IllegalActionError(Refusal.NOT_THAT_READING)
        readings = (named,)
    if lead is None:
        return readings[0]
    larger = [reading for reading in readings if book.beats(reading, lead)]
    if not larger:
        comparable = any(reading.family == lead.family or book.is_bomb(reading) for reading in readings)
        raise IllegalActionError(Refusal.NOT_LARGER if comparable else Refusal.OTHER_KIND_OR_SIZE)
    return named or in_following_order(larger, lead)[0]
