"""Five-player 五人斗地主 (rulebook 4): two decks, an open and a hidden landlord."""

from app.rules.books.two_decks import TWO_DECKS
from app.rules.cards import FRENCH_DECK
from app.rules.phases.deal import Dealing, Shuffling
from app.rules.phases.double import TABLE_DOUBLING
from app.rules.phases.identity import IdentityStep
from app.rules.phases.open_card import Turning, known_by_play
from app.rules.phases.tricks import Tricks
from app.rules.ruleset import Ruleset, rotating
from app.rules.scoring.shared import SharedScoring

FIVE = Ruleset(
    name="five",
    version=1,
    seats=5,
    deck=FRENCH_DECK * 2,
    hand_size=21,
    bottom_size=3,
    deal_batches=(3,) * 7,
    turns_card=True,
    redeal_moves=True,
    next_first=rotating,
    phases=(
        Shuffling(),
        Dealing(may_show=False),
        Turning(),
        IdentityStep(),
        TABLE_DOUBLING,
        Tricks(known_by_play),
    ),
    book=TWO_DECKS,
    scoring=SharedScoring(),
    decision_ms={"identity": 8_000, "double": 8_000, "tricks": 20_000},
)
