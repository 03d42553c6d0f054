"""The titles, and the points that they take."""

from typing import Final

from app.guide.page import Chapter, ChapterId
from app.guide.writer import Writer
from app.rules.levels import TITLES, Title, ladder_of
from app.rules.words import Words

TITLE: Final = Words("Levels", "等级")
SUM: Final = Words(
    "Your points of all hands are added up, those you lose too: one sum for all games of {seats} players. "
    "The sum gives you a title, which you lose again when it falls. It counts points and not beans, as they "
    "are at the public tables and without any cap.",
    "每局的分都累加起来，输的也算；所有 {seats} 人玩法合成一个总数。总数决定等级，掉下来等级也会降。算的是分，"
    "不是豆：按公共牌桌的底分算，不封顶。",
)
TITLES_OF: Final = Words("Titles", "头衔")
NAME: Final = Words("Title", "头衔")
SINCE: Final = Words("From", "起")
BELOW: Final = Words("below {bound}", "不到 {bound}")


def levels(writer: Writer) -> Chapter:
    """What points add up to."""
    ladder = ladder_of(writer.rules.seats)

    def since(title: Title) -> str:
        bound = title.since(ladder)
        if bound is None:
            return writer.say(BELOW, bound=f"{TITLES[1].since(ladder):,}")
        return f"{bound:,}"

    rows = [(writer.say(title.words), since(title)) for title in TITLES]
    return Chapter(
        ChapterId("levels"),
        writer.say(TITLE),
        (writer.text(SUM), writer.grid(TITLES_OF, (NAME, SINCE), rows)),
    )
