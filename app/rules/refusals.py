"""Refusals of the rules: stable codes that the client words in its language.

Legality answers depend only on the asker's cards and on public facts, so a refusal tells nothing.
"""

from enum import StrEnum


class Refusal(StrEnum):
    """Why an action was not accepted; the table has not moved."""

    NOT_YOUR_TURN = "not_your_turn"
    NOT_YOUR_CARDS = "not_your_cards"
    NOT_A_PLAY = "not_a_play"
    OTHER_KIND_OR_SIZE = "other_kind_or_size"
    NOT_LARGER = "not_larger"
    NOT_THAT_READING = "not_that_reading"
    MUST_LEAD = "must_lead"
    FORCED_BID = "forced_bid"
    BID_TOO_LOW = "bid_too_low"
    MAY_NOT_DOUBLE = "may_not_double"
    ALREADY_SHOWN = "already_shown"
    TOO_LATE = "too_late"
    NOT_NOW = "not_now"
    HAND_OVER = "hand_over"


class IllegalActionError(Exception):
    """An action that the rules refuse; `refusal` says why. Nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.value)
        self.refusal = refusal
