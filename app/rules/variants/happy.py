"""Happy 欢乐斗地主 (rulebook 3): show, call, rob, double."""

from app.rules.books.standard import STANDARD
from app.rules.cards import FRENCH_DECK
from app.rules.phases.call_and_rob import Calling, Robbing, Taking
from app.rules.phases.deal import Dealing, Shuffling
from app.rules.phases.double import Doubling
from app.rules.phases.show import ShowLandlord, ShowStart
from app.rules.phases.tricks import Tricks
from app.rules.ruleset import Ruleset
from app.rules.scoring import PairwiseScoring

HAPPY = Ruleset(
    name="happy",
    version=1,
    seats=3,
    deck=FRENCH_DECK,
    hand_size=17,
    bottom_size=3,
    deal_batches=(3, 3, 3, 3, 1, 2, 2),
    redeal_moves=True,
    phases=(
        Shuffling(),
        ShowStart(),
        Dealing(may_show=True),
        Calling(),
        Robbing(),
        Taking(),
        ShowLandlord(),
        Doubling(),
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
