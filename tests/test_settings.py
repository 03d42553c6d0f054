"""Settings: read once, checked at once, and never shown where they are secret."""

import re
from dataclasses import fields

import pytest

from app.ledger.accounts import Budgets
from app.ledger.economy import Economy
from app.ledger.stakes import StakesError
from app.main import budgets, conduct, economy, match_pace, pace
from app.players.conduct import ConductRules
from app.rooms.config import TIERS, MatchPace, Pace, public_tiers
from app.settings import MAX_COEFFICIENT, MAX_FEE, Settings, SettingsError, read_origin, read_settings
from tests.stories.server import ROOT


def test_nothing_has_to_be_set() -> None:
    assert read_settings({}) == Settings()
    assert read_settings({"PORT": "", "PUBLIC_URL": "  "}) == Settings()


def test_each_is_the_variable_of_its_name() -> None:
    settings = read_settings(
        {
            "HOST": "0.0.0.0",
            "PORT": "0",
            "PUBLIC_URL": "https://cards.example.org/",
            "ALLOWED_ORIGINS": "https://a.example, http://localhost:5173",
            "TRUSTED_PROXIES": "127.0.0.1, 172.16.0.0/12",
            "DATABASE_URL": "postgresql+asyncpg://user:secret@db/name",
            "LOG_FORMAT": "json",
            "DECISION_MS": "call=500, tricks=1000",
            "BOT_MIN_MS": "0",
            "BOT_MAX_MS": "0",
            "TIERS": "10/5/100, 25000/250000/20000",
            "STARTING_BEANS": "0",
            "DAY_ZONE": "Europe/Berlin",
            "GRANT_BUDGET": "100000000000000",
            "APPROVAL_ABOVE": "0",
            "MATCH_BAN_MINUTES": "0, 1,1440",
        }
    )
    assert settings.is_secure
    assert settings.origins == {"https://cards.example.org", "https://a.example", "http://localhost:5173"}
    assert settings.trusted_proxies == ("127.0.0.1", "172.16.0.0/12")
    assert settings.decision_ms == {"call": 500, "tricks": 1000}
    assert "secret" not in repr(settings)
    assert (settings.host, settings.port) == ("0.0.0.0", 0)
    assert settings.tiers == ((10, 5, 100), (25_000, 250_000, 20_000))
    assert (settings.starting_beans, settings.day_zone) == (0, "Europe/Berlin")
    assert settings.match_ban_minutes == (0, 1, 1_440)
    assert (settings.grant_budget, settings.approval_above) == (10**14, 0)


def test_each_is_described_for_whoever_runs_a_server() -> None:
    described = re.findall(r"`([A-Z_]+)`", (ROOT / "docs" / "operating.md").read_text())
    assert {field.name.upper() for field in fields(Settings)} <= set(described)


BAD = [
    ("PORT", "65536"),
    ("PORT", "-1"),
    ("PORT", "８０"),
    ("PORT", "80 80"),
    ("PUBLIC_URL", "cards.example.org"),
    ("PUBLIC_URL", "ftp://cards.example.org"),
    ("PUBLIC_URL", "https://"),
    ("PUBLIC_URL", "https://user@cards.example.org"),
    ("PUBLIC_URL", "https://Cards.example.org"),
    ("PUBLIC_URL", "https://cards.example.org/play"),
    ("PUBLIC_URL", "https://cards.example.org/?x"),
    ("PUBLIC_URL", "https://cards.example.org:99999"),
    ("PUBLIC_URL", "https://cards.example.org."),
    ("PUBLIC_URL", "https://扑克.example"),
    ("PUBLIC_URL", "https://*.example.org"),
    ("ALLOWED_ORIGINS", "*"),
    ("ALLOWED_ORIGINS", "https://a.example,null"),
    ("TRUSTED_PROXIES", "*"),
    ("TRUSTED_PROXIES", "proxy"),
    ("TRUSTED_PROXIES", "10.0.0.0/40"),
    ("DATABASE_URL", "mysql://x"),
    ("DATABASE_URL", "doudizhu.db"),
    ("LOG_FORMAT", "xml"),
    ("LOG_LEVEL", "trace"),
    ("MAX_SOCKETS", "0"),
    ("GUESTS_PER_HOUR", "many"),
    ("DEAL_MS", "0.5"),
    ("DECISION_MS", "call"),
    ("DECISION_MS", "call=soon"),
    ("TIERS", "10/5"),
    ("TIERS", "0/0/100"),
    ("TIERS", "25001/5/100"),
    ("TIERS", "10/101/100"),
    ("TIERS", "10/5/0"),
    ("TIERS", "10/5/-1"),
    ("TIERS", "10/5/100,"),
    ("TIERS", "100/50/2000,10/5/100"),
    ("TIERS", "1/1/1,2/2/2,3/3/3,4/4/4"),
    ("MATCH_BAN_MINUTES", "0,,5"),
    ("MATCH_BAN_MINUTES", "1441"),
    ("MATCH_CLEAN_HANDS", "0"),
    ("STARTING_BEANS", "-1"),
    ("STARTING_BEANS", "3e3"),
    ("RELIEF_BEANS", "0"),
    ("RELIEFS_PER_DAY", "101"),
    ("DAY_ZONE", "Atlantis"),
    ("DAY_ZONE", "Asia"),
    ("DAY_ZONE", "../etc/passwd"),
    ("HOUSE_BUDGET", "1000000000000000"),
    ("APPROVAL_ABOVE", "off"),
]


@pytest.mark.parametrize(("name", "value"), BAD)
def test_a_bad_value_is_named_with_what_is_wanted(name: str, value: str) -> None:
    with pytest.raises(SettingsError, match=f"^{name} must be "):
        read_settings({name: value})


def test_what_is_chosen_for_nobody_is_the_same_everywhere() -> None:
    """The settings' own values are those of the parts that they are handed to."""
    nothing = Settings()
    assert economy(nothing) == Economy()
    assert budgets(nothing) == Budgets()
    assert pace(nothing) == Pace()
    assert match_pace(nothing) == MatchPace()
    assert conduct(nothing) == ConductRules()
    assert public_tiers(nothing.tiers) == TIERS


def test_a_bad_secret_is_not_repeated() -> None:
    with pytest.raises(SettingsError) as refused:
        read_settings({"DATABASE_URL": "postgres:secret"})
    assert "secret" not in str(refused.value)


def test_bots_cannot_be_slower_than_their_slowest() -> None:
    with pytest.raises(SettingsError, match="BOT_MIN_MS"):
        read_settings({"BOT_MIN_MS": "2", "BOT_MAX_MS": "1"})


@pytest.mark.parametrize(
    ("text", "origin"),
    [
        ("https://a.example", "https://a.example"),
        ("https://a.example/", "https://a.example"),
        ("https://a.example:443", "https://a.example"),
        ("http://a.example:80/", "http://a.example"),
        ("http://a.example:8000", "http://a.example:8000"),
        ("http://192.168.1.7:8000", "http://192.168.1.7:8000"),
        ("http://[::1]:8000", "http://[::1]:8000"),
        ("https://xn--fiqs8s.example", "https://xn--fiqs8s.example"),
    ],
)
def test_an_address_becomes_what_browsers_send(text: str, origin: str) -> None:
    assert read_origin(text) == origin


def test_the_largest_tables_that_can_be_set_are_within_bounds() -> None:
    largest = ((MAX_COEFFICIENT, MAX_FEE * MAX_COEFFICIENT, 10**12 - 1),)
    assert public_tiers(largest)["five", "starter"].stakes.coefficient == MAX_COEFFICIENT
    with pytest.raises(StakesError):
        public_tiers(((3 * MAX_COEFFICIENT, 0, 1),))
