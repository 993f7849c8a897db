"""Letters of other alphabets that look like those of the cards."""

from __future__ import annotations

import unicodedata

_TWINS = dict(
    zip(
        "АВЕЅІЈКМНОРСТУХаеорсухѕіјΑΒΕΖΗΙΚΜΝΟΡΤΥΧ♠♥",
        "ABESIJKMHOPCTYXaeopcyxsijABEZHIKMNOPTYX♠♥",
        strict=True,
    )
)
_SUITS_IN_NAMES = {"SPADE": "♠", "HEART": "♥", "DIAMOND": "♦", "CLUB": "♣"}
_OTHER_SIGNS = {
    "❤": "♥",
    "🖤": "♠",
    "♢": "♦",
    "⬧": "♦",
    "◆": "♦",
    "🔶": "♦",
    "🔷": "♦",
    "☘": "♣",
    "🍀": "♣",
    "×": "x",
    "−": "-",
    "–": "-",
    "—": "-",
    "＝": "=",
    "，": ",",
    "’": "'",
}
_KNOWN = "♠♥♦♣♤♡♢♧"
CURLY = "“”„‟‘‚«»‹›"
"""Quotes that word processors and phones write; YAML knows none of them."""


def lookalike(text: str) -> tuple[int, str, str, str] | None:
    """Return place, message, hint and the plain text for the first letter that only looks like a usual one."""
    for at, character in enumerate(text):
        if character in CURLY:
            name = unicodedata.name(character).lower()
            hint = "write straight quotes around the value, or none at all"
            return at, f"{character} is a curly quote ({name}), which is none to YAML", hint, text.strip(CURLY + "’")
    twins = [_twin(character) for character in text]
    for at, (character, twin) in enumerate(zip(text, twins, strict=True)):
        if twin is not None:
            name = unicodedata.name(character, "a sign").lower()
            fixed = "".join(good if good is not None else had for had, good in zip(text, twins, strict=True))
            return at, f"'{character}' ({name}) only looks like '{twin}'", f"type {twin} instead", fixed
    return None


def _twin(character: str) -> str | None:
    if character.isascii() or character in _KNOWN:
        return None
    if character in _TWINS:
        return _TWINS[character]
    if character in _OTHER_SIGNS:
        return _OTHER_SIGNS[character]
    plain = unicodedata.normalize("NFKC", character)
    if plain != character and plain.isascii() and plain.strip():
        return plain
    name = unicodedata.name(character, "")
    if "PLAYING CARD" in name or "SUIT" in name or "HEART" in name:
        return next((sign for word, sign in _SUITS_IN_NAMES.items() if word in name), None)
    return None
