"""How much one browser, one player and one address may ask for."""

from dataclasses import dataclass, field

import pytest

from app.gateway.addresses import is_within
from app.gateway.limits import Bucket, Buckets, Census, Verdict, address_of


def test_a_burst_is_fine_then_refused_then_abuse() -> None:
    bucket = Bucket(rate=10, burst=3, now_ms=0, debt=3)
    verdicts = [bucket.take(0) for _ in range(8)]
    assert verdicts == [Verdict.FINE] * 3 + [Verdict.REFUSE] * 3 + [Verdict.ABUSE] * 2


def test_the_rate_is_fine_for_ever() -> None:
    bucket = Bucket(rate=10, burst=20, now_ms=0)
    assert all(bucket.take(now_ms) is Verdict.FINE for now_ms in range(0, 100_000, 100))


def test_a_little_over_the_rate_is_slowed_and_then_abuse() -> None:
    bucket = Bucket(rate=10, burst=20, now_ms=0, debt=20)
    verdicts = [bucket.take(now_ms) for now_ms in range(0, 30_000, 80)]
    assert verdicts == sorted(verdicts, key=[Verdict.FINE, Verdict.REFUSE, Verdict.ABUSE].index)
    assert verdicts[-1] is Verdict.ABUSE


def test_whoever_waits_is_forgiven() -> None:
    bucket = Bucket(rate=10, burst=20, now_ms=0, debt=20)
    for _ in range(10_000):
        bucket.take(0)
    assert bucket.take(2_000) is not Verdict.FINE
    assert bucket.take(4_500) is Verdict.FINE


def test_without_a_debt_one_who_goes_on_does_not_lock_the_others_out() -> None:
    bucket = Bucket(rate=10, burst=3, now_ms=0)
    assert {bucket.take(0) for _ in range(10_000)} == {Verdict.FINE, Verdict.REFUSE}
    assert bucket.take(100) is Verdict.FINE


def test_buckets_that_are_full_again_are_forgotten() -> None:
    buckets: Buckets[int] = Buckets(rate=1, burst=2)
    for key in range(1000):
        assert buckets.take(key, key) is Verdict.FINE
    assert buckets.take(1, 100_000) is Verdict.FINE
    assert len(buckets) == 1


def test_there_are_never_too_many_buckets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Buckets, "MOST", 10)
    buckets: Buckets[int] = Buckets(rate=1, burst=2)
    for key in range(1000):
        buckets.take(key, 0)
    assert len(buckets) == 10


@dataclass(eq=False)
class Tab:
    player_id: str
    address: str
    token_sha: bytes = b""
    closed: list[int] = field(default_factory=list)

    def close(self, code: int) -> None:
        self.closed.append(code)


def test_a_census_counts_total_addresses_and_players() -> None:
    census = Census(total=4, per_address=2, per_player=2)
    a1, a2, a3, b1 = Tab("a", "1"), Tab("a", "2"), Tab("a", "2"), Tab("b", "3")
    assert census.enter(a1) == []
    assert census.enter(a2) == []
    assert census.enter(a3) == [a1]
    assert not census.has_room("2")
    assert census.has_room("1")
    census.leave(a1)
    census.leave(a3)
    assert census.has_room("2")
    assert census.enter(b1) == []
    assert len(census) == 2
    assert list(census.sockets()) == [a2, b1]
    for tab in (a2, b1):
        census.leave(tab)
    assert len(census) == 0
    assert not any(vars(census)[name] for name in ("_of_address", "_of_player"))


def test_a_full_house_takes_nobody() -> None:
    census = Census(total=1, per_address=9, per_player=9)
    census.enter(Tab("a", "1"))
    assert not census.has_room("2")


@pytest.mark.parametrize(
    ("client", "address"),
    [
        (("192.0.2.1", 5), "192.0.2.1"),
        (("2001:db8:1:2:3:4:5:6", 5), "2001:db8:1:2::/64"),
        (("2001:db8:1:2::9", 5), "2001:db8:1:2::/64"),
        (("::ffff:192.0.2.1", 5), "192.0.2.1"),
        (("unix", 0), "unix"),
        (None, "local"),
    ],
)
def test_a_household_is_one_address(client: tuple[str, int] | None, address: str) -> None:
    assert address_of(client) == address


@pytest.mark.parametrize(
    ("client", "expected"),
    [
        (("10.1.2.3", 5), True),
        (("::ffff:10.1.2.3", 5), True),
        (("11.1.2.3", 5), False),
        (("::1", 5), True),
        (("::2", 5), False),
        (("testclient", 5), False),
        (None, False),
    ],
)
def test_who_is_within_a_network(client: tuple[str, int] | None, expected: bool) -> None:
    assert is_within(client, ["10.0.0.0/8", "::1/128"]) == expected
