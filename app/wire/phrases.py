"""What can be said at a table: quick phrases, each known by its id. The client words them in its language."""

from enum import StrEnum


class Phrase(StrEnum):
    """One of the quick phrases. Nobody can say anything else, so nothing has to be watched."""

    HELLO = "hello"
    HURRY = "hurry"
    WELL_PLAYED = "well_played"
    GOOD_TEAM = "good_team"
    THANKS = "thanks"
    SORRY = "sorry"
    THINKING = "thinking"
    LUCKY = "lucky"
    WOW = "wow"
    COURAGE = "courage"
    AGAIN = "again"
    BYE = "bye"
