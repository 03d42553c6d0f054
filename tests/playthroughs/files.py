"""The playthrough files: whole hands as text in both languages, a folder for each game, and their scripts."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from app.rooms.payout import payout
from app.rules.transcript import transcript
from app.rules.words import Language
from tests.playthroughs import classic, five, happy, laizi
from tests.rules.game import Game

FOLDER: Final = Path(__file__).parent
NAMES: Final = {
    Language.EN: ("Ann", "Ben", "Cid", "Dot", "Eve"),
    Language.ZH: ("小安", "小本", "小西", "小朵", "小夏"),
}
SCRIPTS: Final[dict[str, Callable[[], Game]]] = {
    f"{game}/{name}": script
    for game, scripts in {
        "classic": classic.SCRIPTS,
        "happy": happy.SCRIPTS,
        "five": five.SCRIPTS,
        "laizi": laizi.SCRIPTS,
    }.items()
    for name, script in scripts.items()
}
"""Every playthrough by its game and name."""


def path_of(name: str) -> Path:
    """The file that a playthrough is compared with."""
    return FOLDER / f"{name}.txt"


def told(game: Game) -> str:
    """A hand that has ended as both languages tell it, beans included."""
    facts = list(game.facts)
    if game.public.score:
        facts.append(payout(game.rules, game.public)[1])
    halves = ("\n".join(transcript(game.rules, facts, NAMES[language], language)) for language in Language)
    return "\n\n".join(halves) + "\n"


def rewrite() -> None:
    """Write every file anew and remove those without a script."""
    for path in FOLDER.glob("*/*.txt"):
        path.unlink()
    for name, script in SCRIPTS.items():
        path_of(name).write_text(told(script()), encoding="utf-8")
