"""Laizi 癞子斗地主 (rulebook 5): two wild cards, and hands that must bid."""

from app.rules.books.laizi import WITH_LAIZI
from app.rules.cards import FRENCH_DECK, LAIZI
from app.rules.phases.bottom import Taking
from app.rules.phases.deal import Dealing, Shuffling
from app.rules.phases.score_auction import Auction, highest_bidder, holds_joker_and_two
from app.rules.phases.tricks import Tricks
from app.rules.ruleset import Ruleset, last_out
from app.rules.scoring.identity import IdentityScoring

LAIZI_GAME = Ruleset(
    name="laizi",
    version=1,
    seats=3,
    deck=(*FRENCH_DECK, LAIZI, LAIZI),
    hand_size=17,
    bottom_size=5,
    deal_batches=(3, 3, 3, 3, 1, 2, 2),
    turns_card=False,
    redeal_moves=False,
    next_first=last_out,
    phases=(
        Shuffling(),
        Dealing(may_show=False),
        Auction(holds_joker_and_two),
        Taking(highest_bidder),
        Tricks(),
    ),
    book=WITH_LAIZI,
    scoring=IdentityScoring(),
    decision_ms={"bid": 15_000, "tricks": 20_000},
)
