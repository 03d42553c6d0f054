"""What all rooms of a process share."""

from dataclasses import dataclass

from app.bus.bus import Bus
from app.clock import Clock
from app.randomness import Randomness
from app.rooms.bank import Bank
from app.rooms.companions import Companions
from app.rooms.config import Pace
from app.rooms.directory import Directory
from app.rooms.entry import Entry
from app.rooms.journal import Journal
from app.rooms.seating import Seating
from app.storage.store import Storage


@dataclass(frozen=True, slots=True)
class Services:
    """The one storage, journal, bank, bus, clock and source of chance, how fast the server itself moves, who sits
    where, the bots, who may enter, and the list of public rooms."""

    storage: Storage
    journal: Journal
    bank: Bank
    bus: Bus
    time: Clock
    randomness: Randomness
    pace: Pace
    seating: Seating
    companions: Companions
    entry: Entry
    directory: Directory
