"""A pen: one game in one language, its figures at hand."""

from collections.abc import Iterable

from app.guide.figures import figures
from app.guide.names import CHAIN, KINDS, RANKED, RANKS
from app.guide.page import Grid, Item, Sample, Text
from app.guide.plays import laid
from app.rules.combos import Combo
from app.rules.ruleset import Ruleset
from app.rules.words import Language, Words


class Writer:
    """Fills the blanks of words: figures of the game in small letters, names of kinds in capitals."""

    def __init__(self, rules: Ruleset, language: Language) -> None:
        self.rules = rules
        self.language = language
        self._blanks = figures(rules) | {kind.value: words.said(language) for kind, words in KINDS.items()}

    def say(self, words: Words, **more: object) -> str:
        """Words in the writer's language."""
        return words.said(self.language, **{**self._blanks, **more})

    def text(self, *words: Words, **more: object) -> Text:
        """A paragraph of sentences."""
        between = " " if self.language is Language.EN else ""
        return Text(between.join(self.say(each, **more) for each in words))

    def item(self, name: Words, *words: Words, **more: object) -> Item:
        """A point."""
        return Item(self.say(name), self.text(*words, **more).text)

    def sample(self, name: str, ranks: str, note: Words | None = None, **more: object) -> Sample:
        """Cards and what they are called."""
        return Sample(name, "" if note is None else self.say(note, **more), laid(ranks))

    def times(self, figure: str) -> str:
        """A figure as a factor: ×2."""
        return f"×{self._blanks[figure]}"

    def grid(
        self, title: Words, head: Iterable[Words], rows: Iterable[Iterable[str]], **more: object
    ) -> Grid:
        """A table of figures; `more` are blanks of its title."""
        return Grid(self.say(title, **more), tuple(map(self.say, head)), tuple(map(tuple, rows)))

    def rank(self, rank: str) -> str:
        """A rank as it is said."""
        return self.say(RANKS[rank]) if rank in RANKS else rank

    def reading(self, combo: Combo) -> str:
        """A reading as the table calls it."""
        is_chain = combo.size > 1 and not self.rules.book.is_bomb(combo)
        words = CHAIN if is_chain else RANKED
        return self.say(words, kind=self.say(KINDS[combo.kind]), rank=self.rank(combo.rank))


def signed(amount: int) -> str:
    """A figure with its sign: +1,200 or −50."""
    return f"{amount:+,}".replace("-", "−") if amount else "0"
