"""Settings: read once from the environment, checked at once, and handed down as values from `main`."""

import ipaddress
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeVar
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

T = TypeVar("T")

_DEFAULT_PORTS: Final = {"http": 80, "https": 443}
MAX_TIERS: Final = 3
MAX_COEFFICIENT: Final = 25_000
"""With more beans a point a hand could be about more than a room may play for."""
MAX_FEE: Final = 10
"""How many points the fee may be worth."""
MAX_BAN_MINUTES: Final = 1_440
_HOST: Final = re.compile(r"[a-z0-9]([a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\]")


class SettingsError(ValueError):
    """A setting has a value that cannot be meant; the message names it and says what is wanted."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What whoever runs a server may choose. Each field is the environment variable of its name in capitals.

    `public_url` is the address that players type; without one, every address that leads here is taken (play at
    home). `allowed_origins` are further origins of pages that may use this server. `trusted_proxies` are the
    addresses or networks whose X-Forwarded headers are believed, `metrics_from` those that may read /metrics.
    `decision_ms` replaces the time limits of a game's phases, by phase. `tiers` are each game's public tables: beans
    per point, fee and entry. `house_budget` and `grant_budget` count when the ledger is founded. `approval_above` is
    None where one person is always enough.
    """

    host: str = "127.0.0.1"
    port: int = 8000
    public_url: str | None = None
    allowed_origins: tuple[str, ...] = ()
    trusted_proxies: tuple[str, ...] = ()
    database_url: str = field(default="sqlite:///data/doudizhu.sqlite3", repr=False)
    static_folder: str = str(Path(__file__).parents[1] / "static")
    max_sockets: int = 10_000
    max_sockets_per_ip: int = 500
    max_sockets_per_player: int = 5
    guests_per_hour: int = 30
    messages_per_s: int = 10
    metrics_from: tuple[str, ...] = ("127.0.0.0/8", "::1/128")
    log_format: str = "console"
    log_level: str = "info"
    bot_min_ms: int = 600
    bot_max_ms: int = 1_600
    auto_ms: int = 2_000
    deal_ms: int = 550
    grace_ms: int = 8_000
    idle_ms: int = 300_000
    room_max_ms: int = 6 * 3_600_000
    room_days: int = 0
    room_hands: int = 0
    match_bots_ms: int = 3_000
    match_ban_minutes: tuple[int, ...] = (0, 0, 5, 15, 60, 240)
    match_clean_hands: int = 5
    decision_ms: Mapping[str, int] = field(default_factory=dict)
    tiers: tuple[tuple[int, int, int], ...] = ((10, 5, 100), (100, 50, 2_000), (1_000, 500, 20_000))
    starting_beans: int = 3_000
    relief_beans: int = 1_000
    relief_below: int = 500
    reliefs_per_day: int = 3
    day_zone: str = "Asia/Shanghai"
    house_budget: int = 10**10
    grant_budget: int = 10**10
    approval_above: int | None = None

    @property
    def origins(self) -> frozenset[str]:
        """The origins of pages that may use this server; empty: only whichever host the page itself came from."""
        own = () if self.public_url is None else (self.public_url,)
        return frozenset((*own, *self.allowed_origins))

    @property
    def is_secure(self) -> bool:
        """Whether players come by https."""
        return self.public_url is not None and self.public_url.startswith("https:")


def read_settings(environment: Mapping[str, str]) -> Settings:
    """The settings in an environment; raises SettingsError. What is empty counts as not set."""
    values: dict[str, object] = {}
    for name, read in _READERS.items():
        text = environment.get(name.upper(), "").strip()
        if text:
            try:
                values[name] = read(text)
            except ValueError as error:
                shown = "" if name in _SECRET else f", not {text!r}"
                raise SettingsError(f"{name.upper()} must be {error}{shown}") from None
    settings = Settings(**values)  # type: ignore[arg-type]  # each reader returns its field's type
    if settings.bot_min_ms > settings.bot_max_ms:
        raise SettingsError("BOT_MIN_MS must not be more than BOT_MAX_MS")
    return settings


def read_origin(text: str) -> str:
    """An origin as browsers write it: scheme, host and any unusual port."""
    wanted = "an address such as https://cards.example.org, in lower case, without a path"
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise ValueError(wanted) from None
    host = parts.hostname or ""
    if ":" in host:
        host = f"[{host}]"
    named = parts.netloc.rpartition("@")[2] == parts.netloc and _HOST.fullmatch(host)
    if parts.scheme not in _DEFAULT_PORTS or not named or text != text.lower():
        raise ValueError(wanted)
    if parts.path not in ("", "/") or parts.query or parts.fragment:
        raise ValueError(wanted)
    suffix = "" if port is None or port == _DEFAULT_PORTS[parts.scheme] else f":{port}"
    return f"{parts.scheme}://{host}{suffix}"


def _number(low: int, high: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not re.fullmatch("[0-9]{1,15}", text) or not low <= int(text) <= high:
            raise ValueError(f"a whole number from {low} to {high}")
        return int(text)

    return read


def _one_of(*choices: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in choices:
            raise ValueError(f"one of {', '.join(choices)}")
        return text

    return read


def _listed(read: Callable[[str], T]) -> Callable[[str], tuple[T, ...]]:
    return lambda text: tuple(read(part.strip()) for part in text.split(",") if part.strip())


def _network(text: str) -> str:
    try:
        ipaddress.ip_network(text)
    except ValueError:
        raise ValueError("addresses or networks such as 10.0.0.0/8, parted by commas") from None
    return text


def _database(text: str) -> str:
    if not re.match(r"(sqlite|postgresql(\+asyncpg)?)://", text):
        raise ValueError("an address such as sqlite:///data/doudizhu.sqlite3 or postgresql://user@host/name")
    return text


def _zone(text: str) -> str:
    try:
        ZoneInfo(text)
    except (ValueError, OSError):  # OSError: the name of a folder
        raise ValueError("a time zone such as Asia/Shanghai") from None
    except LookupError:
        raise ValueError("a time zone that this system knows, such as Asia/Shanghai") from None
    return text


def _tiers(text: str) -> tuple[tuple[int, int, int], ...]:
    tiers = []
    for part in text.split(","):
        found = re.fullmatch(r"\s*([0-9]{1,6})/([0-9]{1,7})/([0-9]{1,12})\s*", part)
        coefficient, fee, entry = map(int, found.groups()) if found else (0, 0, 0)
        if not (1 <= coefficient <= MAX_COEFFICIENT and fee <= MAX_FEE * coefficient and entry >= 1):
            break
        tiers.append((coefficient, fee, entry))
    entries = [entry for _, _, entry in tiers]
    if len(tiers) != text.count(",") + 1 or len(tiers) > MAX_TIERS or entries != sorted(set(entries)):
        raise ValueError(
            f"one to {MAX_TIERS} tables with rising entries, each as beans per point (to {MAX_COEFFICIENT:,})"
            f" / fee (to {MAX_FEE} times that) / entry, such as 10/5/100,100/50/2000"
        )
    return tuple(tiers)


def _minutes(text: str) -> tuple[int, ...]:
    minutes = [
        int(part) if re.fullmatch("[0-9]{1,4}", part) else -1 for part in text.replace(" ", "").split(",")
    ]
    if not all(0 <= each <= MAX_BAN_MINUTES for each in minutes):
        raise ValueError(f"minutes from 0 to {MAX_BAN_MINUTES}, parted by commas, such as 0,0,5,15,60")
    return tuple(minutes)


def _limits(text: str) -> dict[str, int]:
    limits = {}
    for part in text.split(","):
        found = re.fullmatch(r"\s*([a-z_]+)=([0-9]{1,9})\s*", part)
        if found is None:
            raise ValueError("limits such as call=15000,tricks=20000")
        limits[found[1]] = int(found[2])
    return limits


_MS: Final = _number(0, 24 * 3600 * 1000)
_COUNT: Final = _number(1, 1_000_000)
_BEANS: Final = _number(0, 10**14)
_SECRET: Final = frozenset({"database_url"})
_READERS: Final[dict[str, Callable[[str], object]]] = {
    "host": str,
    "port": _number(0, 65_535),
    "public_url": read_origin,
    "allowed_origins": _listed(read_origin),
    "trusted_proxies": _listed(_network),
    "database_url": _database,
    "static_folder": str,
    "max_sockets": _COUNT,
    "max_sockets_per_ip": _COUNT,
    "max_sockets_per_player": _COUNT,
    "guests_per_hour": _COUNT,
    "messages_per_s": _COUNT,
    "metrics_from": _listed(_network),
    "log_format": _one_of("console", "json"),
    "log_level": _one_of("debug", "info", "warning", "error"),
    "bot_min_ms": _MS,
    "bot_max_ms": _MS,
    "auto_ms": _MS,
    "deal_ms": _MS,
    "grace_ms": _MS,
    "idle_ms": _MS,
    "room_max_ms": _MS,
    "room_days": _number(0, 10_000),
    "room_hands": _number(0, 10_000),
    "match_bots_ms": _MS,
    "match_ban_minutes": _minutes,
    "match_clean_hands": _COUNT,
    "decision_ms": _limits,
    "tiers": _tiers,
    "starting_beans": _BEANS,
    "relief_beans": _number(1, 10**9),
    "relief_below": _number(0, 10**9),
    "reliefs_per_day": _number(0, 100),
    "day_zone": _zone,
    "house_budget": _BEANS,
    "grant_budget": _BEANS,
    "approval_above": _BEANS,
}
