"""Names: any script, any markup as text, nothing that hides or disturbs."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.players.names import LONGEST, MOST_INPUT, BadNameError, clean_name, count_characters

GOOD = {
    "Ann": "Ann",
    "  Ann \t Lee  ": "Ann Lee",
    "斗地主高手": "斗地主高手",
    "长长长长长长长长长长长长": "长长长长长长长长长长长长",
    "Nguyễn Văn A": "Nguyễn Văn A",
    "Zoe\u0308": "Zoë",
    "محمد": "محمد",
    "สวัสดี": "สวัสดี",
    "한국어": "한국어",
    "\u1112\u1161\u11ab": "한",
    "<script>1</s": "<script>1</s",
    "a&b\"'`": "a&b\"'`",
    "${7*7}{{7}}": "${7*7}{{7}}",
    "'; DROP --": "'; DROP --",
    "../../etc": "../../etc",
    "😀🀄🃏": "😀🀄🃏",
    "❤️": "❤️",
    "👍🏽": "👍🏽",
    "🇨🇳🇩🇪": "🇨🇳🇩🇪",
    "👩‍👧": "👩👧",
    "a\u200bb\ufeffc": "abc",
    "\u202egnp.exe\u202c": "gnp.exe",
    "\u2066x\u2069": "x",
    "a\u00adb": "ab",
    "a\x00b\x1b[2Jc": "ab[2Jc",
    "a\nb": "a b",
    "a\u3000b": "a b",
    "a\u2028b": "a b",
    "e\u200b\u0301": "é",
}

BAD = {
    "empty": "",
    "blank": " \t\r\n",
    "wide blanks": "\u3000\u2003\u00a0",
    "zero-width": "\u200b\u200c\u200d\u2060\ufeff",
    "bidi": "\u202a\u202b\u202d\u202e\u2066\u2067\u2068\u2069\u061c\u200e\u200f",
    "variation selectors": "\ufe00\ufe01",
    "tags": "\U000e0041\U000e0042",
    "Hangul fillers": "\u3164\u115f\u1160\uffa0",
    "Braille blank": "\u2800",
    "a mark alone": "\u0301",
    "emoji style alone": "\ufe0f",
    "a tower of marks": "z" + "\u0338\u0337\u0336\u0335",
    "a private character": "a\ue000",
    "no character": "a\uffff",
    "an unassigned one": "a\U000e0080\u0378",
    "half a surrogate": "a\ud800",
    "13 letters": "x" * 13,
    "13 in Chinese": "长" * 13,
    "13 flags": "🇨🇳" * 13,
    "10,000 letters": "x" * 10_000,
    "10,000 marks": "x" + "\u0301" * 10_000,
    "257 of nothing": "\u200b" * 257 + "x",
}


@pytest.mark.parametrize("text", GOOD)
def test_a_good_name_is_kept_as_it_is_read(text: str) -> None:
    assert clean_name(text) == GOOD[text]


@pytest.mark.parametrize("case", BAD)
def test_a_bad_name_is_refused(case: str) -> None:
    with pytest.raises(BadNameError):
        clean_name(BAD[case])


def test_a_refusal_does_not_repeat_the_name() -> None:
    with pytest.raises(BadNameError) as refused:
        clean_name("secret-name-too-long")
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize(
    ("text", "length"),
    [("abc", 3), ("长", 1), ("e\u0301", 1), ("👍🏽", 1), ("🇨🇳", 1), ("🇨🇳🇩🇪🇫", 3), ("❤️", 1), ("สวัสดี", 4)],
)
def test_characters_are_counted_as_a_reader_does(text: str, length: int) -> None:
    assert count_characters(text) == length


@given(st.text(max_size=MOST_INPUT + 10))
def test_a_name_is_short_visible_composed_and_its_own_name(text: str) -> None:
    try:
        name = clean_name(text)
    except BadNameError:
        return
    assert 1 <= count_characters(name) <= LONGEST
    assert name == unicodedata.normalize("NFC", name) == name.strip()
    hidden = [
        char for char in name if unicodedata.category(char) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
    ]
    assert not hidden
    assert clean_name(name) == name
