"""Names that players give themselves: any script, any markup as plain text, nothing that hides or disturbs.

A name is stored in Unicode's composed form (NFC). Controls, direction marks and everything else that takes no
place on the screen are taken out; what is left is 1 to 12 characters as a reader counts them. Counting them in
full would need Unicode's tables (UAX 29); the count below errs only for scripts that are written with several
letters to a sign, where a sign then counts as its letters.
"""

import unicodedata
from typing import Final

LONGEST: Final = 12
"""The most characters of a name, as a reader counts them."""
MOST_MARKS: Final = 3
"""The most marks on one character: Vietnamese, Hebrew and Thai need fewer, a tower of marks leaves its line."""
MOST_INPUT: Final = 256
"""More than this is no name, whatever it is made of, and is not looked at."""

EMOJI_STYLE: Final = "\ufe0f"
"""Asks for the coloured form of the sign before it: the one character without a width that a name may keep."""

_CONTROLS: Final = frozenset({"Cc", "Cf", "Zl", "Zp"})
_FORBIDDEN: Final = frozenset({"Cn", "Co", "Cs"})
_MARKS: Final = frozenset({"Mn", "Mc", "Me"})
_BLANK: Final = frozenset(
    map(chr, [0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0, 0xFFFC])
) | frozenset(map(chr, [*range(0x180B, 0x1810), *range(0xFE00, 0xFE0F), *range(0xE0100, 0xE01F0)]))
"""Letters and marks that show nothing: fillers, variation selectors, an empty Braille cell."""
_SKIN: Final = frozenset(map(chr, range(0x1F3FB, 0x1F400)))
_FLAG: Final = frozenset(map(chr, range(0x1F1E6, 0x1F200)))


class BadNameError(ValueError):
    """A text cannot be anybody's name: empty, too long, or of characters that do not belong into one."""


def clean_name(text: str, longest: int = LONGEST) -> str:
    """The text as a name of up to so many characters; raises BadNameError if it cannot be one."""
    if len(text) > MOST_INPUT:
        raise BadNameError("too long")
    kept = [_spaced(char) for char in unicodedata.normalize("NFC", text) if not _is_hidden(char)]
    # What stood apart may now stand side by side and compose.
    name = unicodedata.normalize("NFC", " ".join("".join(kept).split()))
    if any(unicodedata.category(char) in _FORBIDDEN for char in name):
        raise BadNameError("characters without a meaning")
    length, tower = _measure(name)
    if not 1 <= length <= longest:
        raise BadNameError("too long" if length else "empty")
    if tower > MOST_MARKS or _is_mark(name[0]):
        raise BadNameError("marks")
    return name


def count_characters(text: str) -> int:
    """How many characters a reader counts: marks and skin tones belong to the sign before, flags are pairs."""
    return _measure(text)[0]


def _measure(text: str) -> tuple[int, int]:
    """The number of characters, and the most marks on one of them."""
    length = tower = marks = 0
    half_flag = False
    for char in text:
        if _is_mark(char):
            marks += 1
            tower = max(tower, marks)
        elif half_flag and char in _FLAG:
            half_flag = False
        else:
            length += 1
            marks = 0
            half_flag = char in _FLAG
    return length, tower


def _is_mark(char: str) -> bool:
    return unicodedata.category(char) in _MARKS or char in _SKIN


def _is_hidden(char: str) -> bool:
    return char in _BLANK or (unicodedata.category(char) in _CONTROLS and not char.isspace())


def _spaced(char: str) -> str:
    return " " if char.isspace() else char
