"""Classic 经典斗地主 (rulebook 2): bid 1, 2 or 3."""

from app.rules.books.standard import STANDARD
from app.rules.cards import FRENCH_DECK
from app.rules.phases.bottom import Taking
from app.rules.phases.deal import Dealing, Shuffling
from app.rules.phases.score_auction import Auction, highest_bidder
from app.rules.phases.tricks import Tricks
from app.rules.ruleset import Ruleset, rotating
from app.rules.scoring.identity import IdentityScoring

CLASSIC = Ruleset(
    name="classic",
    version=1,
    seats=3,
    deck=FRENCH_DECK,
    hand_size=17,
    bottom_size=3,
    deal_batches=(3, 3, 3, 3, 1, 2, 2),
    turns_card=False,
    redeal_moves=True,
    next_first=rotating,
    phases=(Shuffling(), Dealing(may_show=False), Auction(), Taking(highest_bidder), Tricks()),
    book=STANDARD,
    scoring=IdentityScoring(),
    decision_ms={"bid": 15_000, "tricks": 20_000},
)
