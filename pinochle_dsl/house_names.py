"""The names a house gives to ranks and suits (`deck.names`), read in phrases about cards.

A name is put in the place of its sign before a phrase is parsed, with blanks for the letters that are left, so that
every offset stays what it was.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

from attrs import field, frozen

from interpreter.cards import ALL_RANKS
from pinochle_dsl.patterns import RANK_LETTERS, SUIT_LETTERS

_OWN_WORDS = "a all and any but card cards counters dealt every melded none of plain suit suits trump x"
"""Words of the language between cards; no name hides them."""
_READ = frozenset(sign.lower() for sign in (*RANK_LETTERS, *SUIT_LETTERS, *ALL_RANKS))
"""What is read as a rank or suit whatever a house calls it."""
_ALL_OF_IT = frozenset(("cards", "group", "ranks", "suits"))
"""Kinds of phrases that are about nothing but cards."""
_IN_BRACKETS = re.compile(r"\b(?:holds|turned|count|taken|played)\s*\(([^()]*)\)")
_TASK = re.compile(r"\s*(?:play|avoid)\b(.*?)(?=\b(?:when|unless)\b|$)")


@frozen
class HouseNames:
    """The names of a deck that can be read: each of one rank or suit, and no word of the language."""

    signs: Mapping[str, str] = field(factory=dict)
    """Sign by name, in small letters."""

    @classmethod
    def of(cls, names: Mapping[str, str]) -> HouseNames:
        """Return the readable ones among the names of a deck, which are given by sign."""
        folded = [(name.strip().lower(), RANK_LETTERS.get(sign, sign)) for sign, name in names.items()]
        often = Counter(name for name, _ in set(folded))
        return cls(
            {
                name: sign
                for name, sign in folded
                if often[name] == 1 and len(name) >= len(sign) and name not in _OWN_WORDS.split() and name not in _READ
            }
        )

    def __bool__(self) -> bool:
        """Return whether there are any."""
        return bool(self.signs)

    @property
    def key(self) -> tuple[tuple[str, str], ...]:
        """What tells these names from others."""
        return tuple(sorted(self.signs.items()))

    def plainly(self, kind: str, text: str) -> str:
        """Return a phrase of a kind (a starting point of the grammar) with signs for names, as long as it was."""
        if not self.signs:
            return text
        if kind in _ALL_OF_IT:
            return self._signs_in(text)
        if kind == "duty" and (task := _TASK.match(text)):
            start, end = task.span(1)
            text = text[:start] + self._signs_in(text[start:end]) + text[end:]
        if kind in ("expression", "duty"):
            text = _IN_BRACKETS.sub(self._signs_in_brackets, text)
        return text

    def sign(self, name: str) -> str:
        """Return the sign of a name, or what was given."""
        return self.signs.get(name.strip().lower(), name)

    def _signs_in_brackets(self, match: re.Match[str]) -> str:
        whole, at = match[0], match.start(1) - match.start()
        return whole[:at] + self._signs_in(match[1]) + whole[at + len(match[1]) :]

    def _signs_in(self, text: str) -> str:
        names = "|".join(re.escape(name) for name in sorted(self.signs, key=len, reverse=True))

        def card(match: re.Match[str]) -> str:
            suit, rank = self.sign(match[1]), self.sign(match[2])
            return (rank + suit if suit in SUIT_LETTERS and rank not in SUIT_LETTERS else match[0]).ljust(len(match[0]))

        def sign(match: re.Match[str]) -> str:
            found = self.sign(match[0])
            beside_suit = text[match.end() : match.end() + 1] in tuple("♠♥♦♣♤♡♢♧")
            return found.rjust(len(match[0])) if beside_suit else found.ljust(len(match[0]))

        text = re.sub(rf"(?<!\w)({names})[- ]({names})(?!\w)", card, text, flags=re.IGNORECASE)
        return re.sub(rf"(?<!\w)(?:{names})(?!\w)", sign, text, flags=re.IGNORECASE)
