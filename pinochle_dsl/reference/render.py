"""Writes the reference as Markdown."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from pinochle_dsl.examples import QUERIES
from pinochle_dsl.model import Variant
from pinochle_dsl.names import NAMES, OF_WHOM, SAID, Known, Moment
from pinochle_dsl.reference import words
from pinochle_dsl.reference.examples import examples
from pinochle_dsl.reference.kinds import in_words
from pinochle_dsl.reference.played import unplayed_besides, unplayed_key, unplayed_phrase, unplayed_words
from pinochle_dsl.reference.walk import NAME, Key, every_key, is_table, keys_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

HEAD = """\
# Reference of the rules language

Every key of a rules file and every word of its phrases. [The language](language.md) explains how they work together.

Examples stand on the base `partnership`, unless their first line names another.

This page is made from the program itself by `python -m pinochle_dsl.reference`; please do not edit it.

"""

NOT_YET = "not played yet by this version"


def reference() -> str:
    """Return the text of `docs/reference.md`."""
    top = keys_of(Variant)
    plain = [key for key in top if key.section is None]
    sections = [key for key in top if key.section is not None]
    parts = [HEAD, _contents(sections), _the_file(plain)]
    parts += (_section(key) for key in sections)
    parts += _words()
    parts.append(_later())
    return "\n".join(part.rstrip("\n") + "\n" for part in parts)


# ---- contents ----------------------------------------------------------------------------------------------


def _contents(sections: list[Key]) -> str:
    listed = ", ".join(f"[`{key.name}`](#{anchor(key.name)})" for key in sections)
    heads = ", ".join(f"[{head}](#{anchor(head)})" for head in HEADS)
    return f"**Keys:** [the file](#the-file), {listed}.\n\n**Words:** {heads}, [not played yet](#not-played-yet).\n"


def anchor(heading: str) -> str:
    """Return the anchor that a heading gets on the web."""
    kept = "".join(letter for letter in heading.lower() if letter.isalnum() or letter in " -_")
    return kept.replace(" ", "-")


def _the_file(keys: list[Key]) -> str:
    return "\n".join(["## The file\n", "Keys at the top of a rules file.\n", _overview(keys), *map(_entry, keys)])


def _section(key: Key) -> str:
    assert key.section is not None
    keys = [inner for inner in every_key() if inner.path[: len(key.path)] == key.path and inner is not key]
    doc = (key.section.__doc__ or "").strip()
    lines = [f"## {key.name}\n", f"{doc} Each has a name of your own.\n" if is_table(key.kind) else f"{doc}\n"]
    example = examples().get(key.name)
    if example is not None:
        lines += [f"{example.says}\n" if example.says else "", _yaml(example.write, example.base)]
    lines += [_overview([inner for inner in keys if inner.section is None]), *map(_entry, keys)]
    return "\n".join(line for line in lines if line)


def _overview(keys: Iterable[Key]) -> str:
    rows = [(f"[`{_short(key)}`](#{anchor(key.name)})", _doc(key.doc), _default(key)) for key in keys]
    return _table(("key", "says", "if it is left out"), rows)


def _short(key: Key) -> str:
    return key.path[-1] if len(key.path) < 3 or key.path[1] == NAME else ".".join(key.path[1:])


def _doc(doc: str) -> str:
    return doc.replace("unless said", "unless it is said")


def _default(key: Key) -> str:
    """Return what holds where a key is left out."""
    if key.needed and key.name == "variant":
        return "must be said"
    if key.needed:
        return "must be said, here or in the base"
    example = examples().get(key.name)
    if example is not None and example.unsaid is not None:
        return example.unsaid
    if isinstance(key.default, bool):
        return f"`{str(key.default).lower()}`"
    if key.default not in (None, (), {}):
        return f"`{key.default}`"
    return "nothing"


def _entry(key: Key) -> str:
    heading = f"### {key.name}\n"
    example = examples().get(key.name)
    if key.section is not None:
        doc = (key.section.__doc__ or "").strip()
        return f"{heading}\n{doc}\n"
    assert example is not None, key.name
    lines = [heading, _sentence(key.doc), ""]
    if example.says:
        lines += [example.says.strip(), ""]
    lines.append(f"- Write: {in_words(key)}")
    lines.append(f"- If it is left out: {_default(key)}")
    later = unplayed_key(key)
    apart = unplayed_words(key)
    if later:
        lines.append(f"- Not yet: {later}")
    elif apart:
        lines.append(f"- Not yet: {', '.join(f'`{word}`' for word in apart)}")
    lines += ["", _yaml(example.write, example.base)]
    return "\n".join(lines)


def _sentence(doc: str) -> str:
    text = _doc(doc)
    return f"{text[:1].upper()}{text[1:]}."


def _yaml(text: str, base: str) -> str:
    over = f"# over {base}\n" if base not in ("partnership", "nothing") else ""
    return f"```yaml\n{over}{text.rstrip()}\n```\n"


def _table(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [heads, tuple("---" for _ in heads), *(tuple(cell.replace("|", "\\|") for cell in row) for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


# ---- words ---------------------------------------------------------------------------------------------------

HEADS = (
    "Formulas",
    "Names",
    "Functions",
    "Words for players",
    "Moments",
    "Duties",
    "Cards, any of them",
    "Cards together",
    "Raises",
    "Who speaks first",
    "When all pass",
    "What may follow",
    "When several reach the target",
    "Phases of a deal",
    "Examples in a file",
)


def _words() -> list[str]:
    return [
        _formulas(),
        _names(),
        _functions(),
        _people(),
        _listed(
            "Moments",
            "When a call may be made (`calls.NAME.when`) or a payment is due (`payments.NAME.when`).",
            words.WINDOWS,
            "window",
        ),
        _duties(),
        _listed(
            "Cards, any of them",
            "Sets of cards: in `count` and `taken`, in duties, in `bury.not` and `exchange.not`, in the tables of "
            "`counters.cards` and `deck.copies`.",
            words.CARD_SETS,
            "cards",
        ),
        _listed(
            "Cards together",
            "All of them at once: `melds.NAME.cards`, and `holds`.",
            words.GROUPS,
            "group",
        ),
        _listed("Raises", "How much higher a bid must be. The numbers are points.", words.RAISES, "raise"),
        _listed("Who speaks first", "", words.OPENS, "opens"),
        _listed("When all pass", "", words.ALL_PASS, "all_pass"),
        _listed(
            "What may follow",
            "In `calls.NAME.then` and `trump.lacking`, beside the name of an outcome.",
            words.EFFECTS,
            "then",
        ),
        _listed(
            "When several reach the target",
            "`game.both_reach` is a list, tried in turn until one of them decides.",
            words.BOTH_REACH,
            "both_reach",
        ),
        _listed("Phases of a deal", "In their usual order.", words.PHASES, ""),
        _questions(),
    ]


def _listed(head: str, intro: str, table: Mapping[str, str], kind: str) -> str:
    rows = [(f"`{word}`", _marked(says, unplayed_phrase(kind, word))) for word, says in table.items()]
    return "\n".join([f"## {head}\n", *([f"{intro}\n"] if intro else []), _table(("written", "says"), rows)])


def _marked(says: str, later: str | None) -> str:
    return f"{says} ({NOT_YET})" if later else says


def _formulas() -> str:
    intro = (
        "Whole numbers only. A number takes the type of what it meets: `bid >= 250` makes 250 points, `count(9) > 5` "
        "makes 5 a count. Points and counts do not mix: `meld >= tricks` is an error, `10 * tricks` is ten points a "
        "trick. From the loosest to the closest:\n"
    )
    signs = _table(("written", "says"), [(f"`{sign}`", says) for sign, says in words.SIGNS.items()])
    return f"## Formulas\n\n{intro}\n{signs}"


def _names() -> str:
    intro = (
        "`own_` names are this player's, plain ones his side's. `WHO.name` asks about somebody else: "
        "`declarers.total`, `opponents.tricks`, `caller.meld`, `loser.total`. "
        "Every ledger of the file is a name too: its balance, a count. A name that is not known yet where it stands is "
        "an error that says when it will be.\n"
    )
    rows = [(f"`{name}`", _type_of(known), _moment(known.moment), words.NAMES[name]) for name, known in NAMES.items()]
    rows += [(f"`{name}`", "a player", _moment(OF_WHOM[name][1]), says) for name, says in words.SEATS.items()]
    rows += [(f"`{name}`", "a suit", "always", says) for name, says in words.SUITS.items()]
    asked = "\n".join(f"- `{name}`: known {SAID[moment]}" for name, (_, moment) in OF_WHOM.items())
    return "\n".join(
        [
            "## Names\n",
            intro,
            _table(("name", "is", "known", "says"), rows),
            "Players that `WHO.name` may ask about:\n",
            asked,
        ]
    )


def _type_of(known: Known) -> str:
    return f"{known.type.value}, or the currency that decides" if known.currency else known.type.value


def _moment(moment: Moment) -> str:
    return SAID[moment]


def _functions() -> str:
    rows = [(f"`{written}`", kind, says) for written, says, kind in words.FUNCTIONS.values()]
    return f"## Functions\n\n{_table(('written', 'gives', 'says'), rows)}"


def _people() -> str:
    return _listed(
        "Words for players",
        "Who may call, who pays, who leads: words for players. `NAME` is the name of a call, `kitty` that of a ledger.",
        words.WHO,
        "who",
    )


def _duties() -> str:
    intro = (
        "`must` (who does not lead) and `lead` (who does) are lists of duties, tried in order. Each keeps, of the "
        "cards that are still allowed, those that meet it; if none would be left it is passed over.\n"
    )
    flags = [(f"`{name}`", says) for name, says in words.MUST_FLAGS.items()]
    leads = [(f"`{name}`", says) for name, says in words.LEAD_FLAGS.items()]
    return "\n".join(
        [
            "## Duties\n",
            intro,
            _table(("written", "says"), [(f"`{word}`", says) for word, says in words.DUTIES.items()]),
            "After `when` and `unless`, in `must`:\n",
            _table(("name", "says"), flags),
            "In `lead`:\n",
            _table(("name", "says"), leads),
            "What tables say:\n",
            _table(("rule", "written"), [(rule, f"`{written}`") for rule, written in words.TABLE_RULES.items()]),
        ]
    )


def _questions() -> str:
    rows = []
    for name, says in words.QUESTIONS.items():
        query = QUERIES.get(name)
        if query is None:
            rows.append((f"`{name}`", says, NOT_YET, ""))
            continue
        given = ", ".join([*(f"`{key}`" for key in query.needs), *(f"`{key}`?" for key in query.may)])
        rows.append((f"`{name}`", says, given, ", ".join(f"`{key}`" for key in query.results)))
    keys = {key for query in QUERIES.values() for key in (*query.needs, *query.may, *query.results)}
    intro = (
        "Each item of `examples` is one question; `?` marks what may be left out. `with: {option: choice}` beside it "
        "sets options.\n"
    )
    meanings = [(f"`{key}`", says) for key, says in words.OF_EXAMPLES.items() if key in keys]
    return "\n".join(
        [
            "## Examples in a file\n",
            intro,
            _table(("question", "asks", "given", "comes out"), rows),
            _table(("key", "says"), meanings),
        ]
    )


# ---- not yet -------------------------------------------------------------------------------------------------


@cache
def later() -> tuple[tuple[str, str], ...]:
    """Return what the language has and this version does not play: the key or word, and what it is."""
    found: list[tuple[str, str]] = []
    for key in every_key():
        if key.section is not None:
            continue
        whole = unplayed_key(key)
        if whole:
            found.append((f"`{key.name}`", whole))
        else:
            found += ((f"`{key.name}: {word}`", says) for word, says in unplayed_words(key).items())
    return (*found, *unplayed_besides())


def _later() -> str:
    listed = later()
    if not listed:
        return "## Not played yet\n\nNothing: this version plays the whole language.\n"
    intro = (
        "This version reads what follows and refuses it with its place in the file (`pinochle code PIN901`); "
        "nothing is passed over in silence.\n"
    )
    return f"## Not played yet\n\n{intro}\n{_table(('written', 'what it is'), listed)}"


__all__ = ["later", "reference"]
