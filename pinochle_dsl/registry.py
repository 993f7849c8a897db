"""Every code of a finding: its name, what it is about, and its page."""

from __future__ import annotations

from attrs import frozen

from pinochle_dsl.resources import package_file


@frozen
class Code:
    """A kind of finding."""

    code: str
    name: str
    title: str

    @property
    def markdown(self) -> str:
        """The page that explains it."""
        return package_file("codes", f"{self.code}.md").read_text(encoding="utf-8")


_ALL = (
    # reading
    ("PIN001", "no-such-file", "There is no such file, variant or base"),
    ("PIN002", "unreadable-file", "The file cannot be read"),
    ("PIN003", "file-too-large", "The file is too large"),
    ("PIN004", "not-utf8", "The file is not UTF-8 text"),
    ("PIN005", "control-character", "A control character"),
    ("PIN006", "tab", "A tab"),
    ("PIN007", "not-yaml", "This is not YAML"),
    ("PIN008", "second-document", "Two documents in one file"),
    ("PIN009", "nested-too-deep", "Nested too deep"),
    ("PIN010", "said-twice", "A key is said twice"),
    ("PIN011", "anchor", "Anchors and repeats"),
    ("PIN012", "tag", "A YAML tag"),
    ("PIN013", "merge-key", "A YAML merge key"),
    ("PIN014", "odd-number", "A number written in an unusual way"),
    ("PIN015", "not-whole", "A number that is not whole"),
    ("PIN016", "number-too-long", "A number with too many digits"),
    ("PIN017", "odd-key", "A key that is no word"),
    ("PIN018", "not-a-mapping", "The file is not a mapping"),
    ("PIN019", "cut-phrase", "A comma or colon cuts a phrase"),
    ("PIN020", "colon-in-phrase", "A colon inside a value"),
    ("PIN021", "block-phrase", "A phrase written as a block or with backslashes"),
    ("PIN022", "look-alike", "A sign that only looks right"),
    # keys and values
    ("PIN101", "unknown-key", "A key that is not known here"),
    ("PIN102", "missing-key", "A key that must be said"),
    ("PIN103", "wrong-shape", "A list, a mapping or a word where another is meant"),
    ("PIN104", "unknown-word", "A word that is not one of those allowed"),
    ("PIN105", "not-true-or-false", "Neither true nor false"),
    ("PIN106", "not-a-number", "Not a whole number"),
    ("PIN107", "unfit-name", "A name that cannot be used"),
    ("PIN108", "empty-value", "A value is missing"),
    # phrases
    ("PIN201", "phrase-not-understood", "A phrase that is not understood"),
    ("PIN202", "phrase-too-long", "A phrase that is too long or nested too deep"),
    # types and names in formulas
    ("PIN301", "types-do-not-mix", "Points, counts and conditions do not mix"),
    ("PIN302", "unknown-name", "A name that does not exist"),
    ("PIN303", "not-known-yet", "A name that is not known at that moment"),
    ("PIN304", "number-too-large", "A number or a list of ways that is too large"),
    ("PIN305", "unit-does-not-divide", "Points that do not come out even in another unit"),
    ("PIN306", "function-misused", "A function used in a wrong way"),
    ("PIN307", "no-such-thing", "A meld, call, outcome, ledger or class that does not exist"),
    ("PIN308", "no-such-player", "A player word without a meaning here"),
    ("PIN309", "not-in-the-deck", "A card or rank that the deck has not"),
    ("PIN310", "number-out-of-range", "A number out of its range"),
    # rules that do not fit together
    ("PIN401", "cards-do-not-come-out", "Cards do not come out"),
    ("PIN402", "deck-cannot-make", "The deck cannot make these cards"),
    ("PIN403", "bids-out-of-reach", "Bids and targets that cannot be met, or never end"),
    ("PIN404", "players-do-not-fit", "Players and sides do not fit"),
    ("PIN405", "phase-missing", "A phase that is missing, twice, or in an impossible place"),
    ("PIN406", "what-happens-then", "A case without an answer"),
    ("PIN407", "incomplete-entry", "An entry that leaves the main thing unsaid"),
    ("PIN408", "two-values", "One thing said with two values"),
    ("PIN409", "deck-too-large", "A deck that is too large"),
    ("PIN410", "no-value", "A meld without a value"),
    ("PIN411", "mixed-units", "Bids and card points in different units"),
    ("PIN412", "packets", "Packets that do not add up to the hand"),
    ("PIN413", "no-otherwise", "No outcome for the remaining cases"),
    ("PIN414", "never-reached", "An outcome that nothing leads to"),
    ("PIN415", "no-trump-for-melds", "Melds of trump in a game without trump"),
    ("PIN416", "order-of-phases", "Phases in an impossible order"),
    ("PIN417", "never-needed", "A rule that can never matter"),
    ("PIN418", "stake-unpaid", "A stake that nothing is paid by"),
    # layers and options
    ("PIN501", "no-such-base", "A base that does not exist or cannot be read"),
    ("PIN502", "circle-of-bases", "Bases in a circle"),
    ("PIN503", "too-many-bases", "Too many bases of bases"),
    ("PIN504", "removes-nothing", "Removes what is not there"),
    ("PIN505", "changes-nothing", "Changes nothing"),
    ("PIN506", "options-clash", "Two options that set one key"),
    ("PIN507", "no-such-option", "An option that this game does not have"),
    ("PIN508", "no-such-choice", "A choice that is not offered"),
    ("PIN509", "option-incomplete", "An option that does not work"),
    ("PIN510", "too-many-sets", "Too many sets of choices to prove each"),
    ("PIN511", "only-if", "`only_if` names what is not there"),
    ("PIN512", "players-not-offered", "A number of players that the game does not have"),
    ("PIN513", "unit", "A unit other than 1 or 10"),
    # examples
    ("PIN601", "example-fails", "An example that does not come out"),
    ("PIN602", "example-not-understood", "An example that is not understood"),
    # not built
    ("PIN901", "not-played-yet", "The language has it, this version does not play it yet"),
)

CODES: dict[str, Code] = {code: Code(code, name, title) for code, name, title in _ALL}
"""All codes in order."""


def find_code(text: str) -> Code | None:
    """Return a code by its number or name, in any case."""
    wanted = text.strip().upper()
    return CODES.get(wanted) or next((code for code in CODES.values() if code.name.upper() == wanted), None)
