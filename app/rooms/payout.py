"""From points to beans: what the ledger moves at the end of a hand (rulebook 6; 1.3 for an escape)."""

from app.ledger.settlement import Settlement, escape, settle
from app.rules.facts import End, Settled
from app.rules.ruleset import Ruleset
from app.rules.table import Public


def payout(rules: Ruleset, public: Public) -> tuple[Settlement, Settled]:
    """The beans of a hand that has ended with points, for the ledger and as the fact that all are told."""
    finish, score, stakes = public.finish, public.score, public.stakes
    if finish is None or score is None:
        raise ValueError("only a hand with points is paid out")
    due = tuple(points * stakes.coefficient for points in score.x)
    if finish.end is End.ESCAPE and finish.seat is not None:
        shared = rules.scoring.shares_penalty
        settlement = escape(finish.seat, -due[finish.seat], public.carried, shared=shared)
    else:
        settlement = settle(
            score.x, stakes.coefficient, stakes.fee, public.carried, rules.scoring.pay_order(public)
        )
    return settlement, Settled(due, settlement.moved, settlement.fees, settlement.penalty)
