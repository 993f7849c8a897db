"""The starter that `pinochle new` writes: a base, typical changes to uncomment, and examples that hold."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, TypeGuard

if TYPE_CHECKING:
    from pinochle_dsl.loading import LoadedVariant

SCHEMA_FILE = "variant.schema.json"
"""The schema that `pinochle new` puts beside a rules file, for editors."""
MODELINE = f"# yaml-language-server: $schema={SCHEMA_FILE}"
"""The line by which an editor finds the schema."""
SUITS = 4
MANY_CHANGES = 3
"""A starter offers at least so many changes."""
COLUMN = 48
"""Where the remarks behind the changes begin."""

Change = tuple[tuple[str, ...], str]
"""Lines of a change, and what it says."""


def starter(variant: LoadedVariant, *, name: str, extends: str, file: str) -> str:
    """Return a commented rules file over a base that validates as it stands, and with any change uncommented."""
    title = name.replace("-", " ").capitalize()
    scale = {1: "small points: a run counts 15", 10: "points in tens: a run counts 150"}.get(variant.model.unit, "")
    lines = [
        MODELINE,
        f"# House rules over '{variant.name}' ({variant.title}).",
        "# Say here only what your table plays differently; all the rest is as there.",
        "#",
        f"#   pinochle validate {file}     check it",
        f"#   pinochle explain {file}      read the rules it makes",
        f"#   pinochle simulate {file}     play 1000 games",
        "",
        f"variant: {_text(name)}",
        f"title: {_text(title)}",
        f"extends: {_text(extends)}",
        "",
        f"# Typical changes: take away the `# ` before those you want{f' ({scale})' if scale else ''}.",
        "# `null` removes what the base says.",
    ]
    for change, says in changes(variant):
        lines += _commented(change, says)
    if variant.options:
        offered = ", ".join(option.name for option in variant.options)
        lines += ["", f"# The options of the base remain ({offered}):", f"# see `pinochle options {file}`."]
    lines += [
        "",
        "# Examples: hands and tricks of which you know the answer. `pinochle validate` checks them, so a later",
        "# change that breaks one is noticed. Add those that your table argues about.",
        "examples:",
        *(f"  - {line}" for line in examples(variant)),
    ]
    return "\n".join(lines) + "\n"


def _commented(lines: tuple[str, ...], says: str) -> list[str]:
    return [f"# {lines[0].ljust(COLUMN)}  # {says}", *(f"# {line}" for line in lines[1:])]


_READ_OTHERWISE = re.compile(r"(?i:null|true|false|yes|no|on|off|y|n|\.?nan|[-+]?\.?inf|[-+.]?[0-9].*)").fullmatch
"""Words that YAML, of this or of another reader, takes for something else than text."""


def _text(value: str) -> str:
    plain = value.translate(str.maketrans("", "", "-/._ "))
    if plain.isascii() and plain.isalnum() and value[0].isalpha() | (value[0] == ".") and not _READ_OTHERWISE(value):
        return value
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


def changes(variant: LoadedVariant) -> list[Change]:
    """Return changes that fit a base, each in the rules language."""
    rules = variant.plain
    found: list[Change] = [*_ending(rules)]
    auction = rules.get("auction")
    minimum = auction.get("minimum") if isinstance(auction, dict) else None
    if _number(minimum):
        higher = minimum + minimum // 5
        forced = str(auction.get("all_pass")) if isinstance(auction, dict) else ""
        takes = f", all_pass: {re.sub('[0-9]+', str(higher), forced)}" if re.search("takes [0-9]", forced) else ""
        found.append(((f"auction: {{minimum: {higher}{takes}}}",), f"bidding starts at {higher}, not at {minimum}"))
    found += _exchange(rules, auction=isinstance(auction, dict))
    if rules.get("stock") is None:
        found.append((("play: {must: [follow suit, beat unless void]}",), "who cannot follow suit may play any card"))
    decks = [str(rules["deck"]["ranks"]), *re.findall(r"'ranks': '([^']+)'", str(rules.get("options")))]
    if all("9" in ranks.split() for ranks in decks):
        worth = 2 * variant.model.unit
        line = f"nines around: {{cards: 9 of every suit, points: {worth}}}"
        found.append((("melds:", f"  {line}"), f"a meld of four different nines, for {worth}"))
        nines = min(5, _fewest_nines(variant))
        call = f"  nines: {{by: anyone, when: after deal, may: count(9) >= {nines}, then: same dealer deals again}}"
        if "'nines'" not in f"{rules.get('calls')} {rules.get('options')}":
            found.append((("calls:", call), f"{'five' if nines > SUITS else 'all four'} nines may be thrown in"))
    if len(found) < MANY_CHANGES and rules["players"].get("next_dealer") != "winner":
        found.append((("players: {next_dealer: winner}",), "whoever wins a deal deals the next one"))
        if rules.get("stock") is not None and (rules.get("play") or {}).get("look_back") != "nothing":
            found.append((("play: {look_back: nothing}",), "no trick may be looked at again"))
    return found


def _ending(rules: dict[str, Any]) -> list[Change]:
    game = rules.get("game") or {}
    target, deals = game.get("target"), game.get("deals")
    if _number(target):
        other = target * 2
        return [((f"game: {{target: {other}}}",), f"played to {other}, not to {target}")]
    if _number(deals):
        other = deals + 2
        return [((f"game: {{deals: {other}}}",), f"a game has {other} deals, not {deals}")]
    return []


def _fewest_nines(variant: LoadedVariant) -> int:
    """Return how many nines the deck has at least, under any choice of options."""
    deck = variant.compile().deck
    nine = deck.ranks.index("9")
    dealt = sum(copies for card, copies in enumerate(deck.copies) if card % len(deck.ranks) == nine)
    return min(
        [dealt, *(4 * int(copies) for copies in re.findall(r"'copies': (\d+)", str(variant.plain.get("options"))))]
    )


def _exchange(rules: dict[str, Any], *, auction: bool) -> list[Change]:
    if "'exchange'" in str(rules.get("options")):
        return []  # the options of the base have it already
    exchange = rules.get("exchange")
    if isinstance(exchange, dict) and _number(exchange.get("cards")) and exchange["cards"] > 1:
        number = exchange["cards"] // 2
        return [((f"exchange: {{cards: {number}}}",), f"partners pass {number} cards, not {exchange['cards']}")]
    players = rules["players"]
    seats, sides = players.get("seats"), players.get("sides")
    if auction and _number(seats) and _number(sides) and seats == 2 * sides and "widow" not in rules:
        return [(("exchange: {cards: 3}",), "partners pass each other three cards")]
    return []


def _number(value: object) -> TypeGuard[int]:
    return type(value) is int and value > 0


def examples(variant: LoadedVariant) -> list[str]:
    """Return examples in the rules language, with the answers of the base."""
    from interpreter import melds, trick_winner  # noqa: PLC0415 - start-up

    program = variant.compile()
    deck = program.deck
    suit = next(
        (s for s in (1, 0, 2, 3) if any(deck.copies[s * len(deck.ranks) + r] for r in range(len(deck.ranks)))), 0
    )
    cards = [rank + deck.suits[suit] for r, rank in enumerate(deck.ranks) if deck.copies[suit * len(deck.ranks) + r]]
    trump = deck.suits[suit]
    hand = " ".join(cards)
    found = [f"meld: {{hand: {hand}, trump: {trump}, total: {melds(program, hand, trump).total}}}"]
    if len(cards) > 1 and program.table.seats > 1:
        trick = f"{cards[1]} {cards[0]}"
        found.append(f"winner: {{trick: {trick}, trump: {trump}, index: {trick_winner(program, trick, trump)}}}")
    return found
