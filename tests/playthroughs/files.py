"""The playthrough files: whole hands as text in both languages, beside the scripts that play them."""

from pathlib import Path
from typing import Final

from app.rooms.payout import payout
from app.rules.transcript import transcript
from app.rules.words import Language
from tests.playthroughs.scripts import SCRIPTS
from tests.rules.game import Game

FOLDER: Final = Path(__file__).parent
NAMES: Final = {Language.EN: ("Ann", "Ben", "Cid"), Language.ZH: ("小安", "小本", "小西")}


def told(game: Game) -> str:
    """A hand that has ended as both languages tell it, beans included."""
    facts = list(game.facts)
    if game.public.score:
        facts.append(payout(game.rules, game.public)[1])
    halves = ("\n".join(transcript(game.rules, facts, NAMES[language], language)) for language in Language)
    return "\n\n".join(halves) + "\n"


def rewrite() -> None:
    """Write every file anew and remove those without a script."""
    for path in FOLDER.glob("*.txt"):
        path.unlink()
    for name, script in SCRIPTS.items():
        (FOLDER / f"{name}.txt").write_text(told(script()), encoding="utf-8")
