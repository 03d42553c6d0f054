"""The one place that knows every part: it puts a server together and takes it apart again."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import structlog
from fastapi import FastAPI
from sqlalchemy import make_url

from app.bus.local import LocalBus
from app.clock import SystemClock
from app.gateway.app import create_app
from app.gateway.origins import Origins
from app.gateway.services import Doors, Gateway
from app.gateway.vigil import Vigil
from app.ledger.accounts import Budgets, found
from app.ledger.auditor import Auditor
from app.ledger.economy import Economy
from app.observe.metrics import Metrics
from app.players.conduct import ConductRules
from app.randomness import SecretRandomness
from app.rooms.config import MatchPace, Pace, public_tiers
from app.rooms.entry import EntryRules
from app.rooms.host import Host
from app.rooms.lobby import Lobby
from app.rooms.opener import Opener
from app.rooms.tiers import TierBook, found_tiers
from app.settings import Settings
from app.storage.database import Database
from app.storage.migrate import upgrade

log = structlog.get_logger(__name__)


def build_app(settings: Settings) -> FastAPI:
    """The whole server as one application. Nothing is opened before its lifespan begins."""

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[dict[str, Any]]:
        make_folder(settings.database_url)
        storage = Database.open(settings.database_url)
        clock, randomness, bus, metrics = SystemClock(), SecretRandomness(), LocalBus(), Metrics()
        try:
            await upgrade(storage.url)
            async with storage.begin() as tx:
                system = await found(tx, clock.now_ms(), budgets(settings))
                await found_tiers(tx, public_tiers(settings.tiers), clock.now_ms())
            entry = EntryRules(settings.room_days, settings.room_hands)
            host = Host(storage, system, bus, clock, randomness, pace(settings), entry=entry)
            await host.start()
            lobby = Lobby(
                host,
                storage,
                bus,
                clock,
                randomness,
                match_pace(settings),
                TierBook(storage, clock),
                conduct=conduct(settings),
            )
            await lobby.start()
            opener = Opener(host, bus)
            await opener.start()
            auditor = Auditor(storage, clock, metrics)
            auditor.start()
            gateway = Gateway(
                doors(settings),
                storage,
                system,
                bus,
                clock,
                randomness,
                metrics,
                economy(settings),
                conduct(settings),
            )
            vigil = Vigil(gateway)
            vigil.start()
            try:
                yield {"gateway": gateway}
            finally:
                await vigil.stop()
                gateway.passwords.close()
                await auditor.stop()
                await opener.stop()
                await lobby.stop()
                await host.stop()
        finally:
            await storage.close()

    return create_app(doors(settings), lifespan)


def doors(settings: Settings) -> Doors:
    """How the doors are set."""
    return Doors(
        origins=Origins(settings.origins),
        secure=settings.is_secure,
        static_folder=settings.static_folder,
        max_sockets=settings.max_sockets,
        max_sockets_per_ip=settings.max_sockets_per_ip,
        max_sockets_per_player=settings.max_sockets_per_player,
        guests_per_hour=settings.guests_per_hour,
        messages_per_s=settings.messages_per_s,
        metrics_from=settings.metrics_from,
    )


def pace(settings: Settings) -> Pace:
    """How fast the server itself moves."""
    return Pace(
        bot_min_ms=settings.bot_min_ms,
        bot_max_ms=settings.bot_max_ms,
        auto_ms=settings.auto_ms,
        deal_ms=settings.deal_ms,
        grace_ms=settings.grace_ms,
        idle_ms=settings.idle_ms,
        room_max_ms=settings.room_max_ms,
        decision_ms=dict(settings.decision_ms),
    )


def match_pace(settings: Settings) -> MatchPace:
    """How fast matches are made."""
    return MatchPace(bots_ms=settings.match_bots_ms)


def conduct(settings: Settings) -> ConductRules:
    """What escapes from public tables come to."""
    return ConductRules(ban_minutes=settings.match_ban_minutes, clean_hands=settings.match_clean_hands)


def economy(settings: Settings) -> Economy:
    """How generous the server is."""
    return Economy(
        start=settings.starting_beans,
        relief=settings.relief_beans,
        relief_below=settings.relief_below,
        reliefs_a_day=settings.reliefs_per_day,
        day_zone=settings.day_zone,
        approval_above=settings.approval_above,
    )


def budgets(settings: Settings) -> Budgets:
    """The beans that a ledger is founded with."""
    return Budgets(house=settings.house_budget, grant=settings.grant_budget)


def make_folder(database_url: str) -> None:
    """Make the folder that an SQLite file is to lie in."""
    url = make_url(database_url)
    if url.get_backend_name() == "sqlite" and url.database:
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
