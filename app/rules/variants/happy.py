"""Happy 欢乐斗地主 (rulebook 3): show, call, rob, double."""

from app.rules.books.standard import STANDARD
from app.rules.cards import FRENCH_DECK
from app.rules.phases.bottom import Taking
from app.rules.phases.call_and_rob import CALLING, ROBBING, called_or_robbed
from app.rules.phases.deal import Dealing, Shuffling
from app.rules.phases.double import DOUBLING
from app.rules.phases.show import SHOW_LANDLORD, SHOW_START
from app.rules.phases.tricks import Tricks
from app.rules.ruleset import Ruleset, rotating
from app.rules.scoring.pairwise import PairwiseScoring

HAPPY = Ruleset(
    name="happy",
    version=1,
    seats=3,
    deck=FRENCH_DECK,
    hand_size=17,
    bottom_size=3,
    deal_batches=(3, 3, 3, 3, 1, 2, 2),
    turns_card=False,
    redeal_moves=True,
    next_first=rotating,
    phases=(
        Shuffling(),
        SHOW_START,
        Dealing(may_show=True),
        CALLING,
        ROBBING,
        Taking(called_or_robbed),
        SHOW_LANDLORD,
        DOUBLING,
        Tricks(),
    ),
    book=STANDARD,
    scoring=PairwiseScoring(),
    decision_ms={
        "show_start": 8_000,
        "call": 15_000,
        "rob": 15_000,
        "show_landlord": 8_000,
        "double": 8_000,
        "tricks": 20_000,
    },
)
