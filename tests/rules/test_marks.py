"""Sets of ranks as marks on packed counts, for one deck and for two."""

from hypothesis import given
from hypothesis import strategies as st

from app.rules.cards import RANKS, pack_ranks
from app.rules.marks import at_least, each, highest, marks, runs

RANK_SETS = st.sets(st.sampled_from(RANKS))


@given(st.dictionaries(st.sampled_from(RANKS), st.integers(0, 8)), st.integers(1, 8))
def test_at_least(held: dict[str, int], copies: int) -> None:
    counts = pack_ranks("".join(rank * count for rank, count in held.items()))
    assert at_least(counts, copies) == marks(rank for rank, count in held.items() if count >= copies)


@given(RANK_SETS)
def test_each_and_highest(ranks: set[str]) -> None:
    in_order = sorted(ranks, key=RANKS.index)
    assert list(each(marks(ranks))) == [marks(rank) for rank in in_order]
    if ranks:
        assert RANKS[highest(marks(ranks))] == in_order[-1]


@given(RANK_SETS, st.integers(1, 5), st.integers(0, 8))
def test_runs(ranks: set[str], shortest: int, more: int) -> None:
    possible = [
        RANKS[start : start + length]
        for length in range(min(shortest + more, len(RANKS)), shortest - 1, -1)
        for start in range(len(RANKS) - length + 1)
    ]
    assert list(runs(marks(ranks), shortest, shortest + more)) == [
        marks(run) for run in possible if ranks.issuperset(run)
    ]
