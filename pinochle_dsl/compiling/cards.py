"""Compiles who sits where, the deck, the deal and the ledgers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lark import Token

from interpreter.codes import Who
from interpreter.program import Deal, Deck, Ledger, Rest, Sides, Table
from pinochle_dsl.findings import Severity
from pinochle_dsl.house_names import HouseNames
from pinochle_dsl.lookalikes import lookalike
from pinochle_dsl.model import Phrase, Type
from pinochle_dsl.names import who
from pinochle_dsl.patterns import RANK_LETTERS, Cards, PatternError, card_set
from pinochle_dsl.syntax import PhraseError, numbers_of, parse

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pinochle_dsl.compiling.base import Builder
    from pinochle_dsl.findings import Findings, Path
    from pinochle_dsl.model import Variant

MOST_COPIES = 8
MOST_PEOPLE = 8
SUITS = ("♠", "♥", "♦", "♣")
SUIT_NAMES = ("spades", "hearts", "diamonds", "clubs")
RANK_NAMES = {"A": "ace", "10": "ten", "K": "king", "Q": "queen", "J": "jack", "9": "nine", "8": "eight", "7": "seven"}


def spans(phrase: Phrase) -> tuple[int, ...]:
    """Return the numbers that a span (`2 to 6`, `3 or 4`) offers, at most a hundred."""
    return tuple(numbers_of(phrase.tree, 100))


def ranks_of(model: Variant, findings: Findings) -> tuple[str, ...]:
    """Return the deck's ranks, high to low."""
    ranks: list[str] = []
    for token in model.deck.ranks.tree.children:
        rank = RANK_LETTERS.get(str(token), str(token))
        if rank in ranks:
            start, end = (token.start_pos, token.end_pos) if isinstance(token, Token) else (None, None)
            findings.add(
                "PIN408",
                ("deck", "ranks"),
                f"{token} stands twice in the ranks",
                "name each once",
                start=start,
                end=end,
            )
        else:
            ranks.append(rank)
    return tuple(ranks)


def empty_cards(model: Variant, findings: Findings) -> Cards:
    """Return a deck with one of each card, enough to read patterns about ranks."""
    ranks = ranks_of(model, findings)
    present = {0, 1, 2, 3}
    if model.deck.suits is not None:
        from pinochle_dsl.patterns import SUIT_LETTERS  # noqa: PLC0415 - short decks only

        present = {SUIT_LETTERS[str(token)] for token in model.deck.suits.tree.children}
    copies = tuple(int(suit in present) for suit in range(4) for _ in ranks)
    return Cards(ranks, copies, (0,) * len(copies))


def compile_cards(build: Builder, bare: Cards) -> Cards:
    """Return the deck with its copies and points."""
    model = build.model
    copies = list(bare.copies)
    said = model.deck.copies
    if isinstance(said, Phrase):
        count = _copies(build, said, ("deck", "copies"))
        copies = [count * present for present in bare.copies]
    else:
        named = _by_cards(build, said, ("deck", "copies"), Type.COUNT)
        for number, present in enumerate(bare.copies):
            copies[number] = named.get(number, 0) * present
            if present and number not in named:
                rank = bare.ranks[number % len(bare.ranks)]
                build.findings.add("PIN401", ("deck", "copies"), f"how many {rank}s are there?", "name every rank")
                break
    if any(count > MOST_COPIES for count in copies):
        build.findings.add(
            "PIN409",
            ("deck", "copies"),
            f"{max(copies)} copies of a card are too many",
            f"a deck has at most {MOST_COPIES} of each card",
        )
        copies = [min(count, MOST_COPIES) for count in copies]
    whole = Cards(bare.ranks, tuple(copies), (0,) * len(copies))
    build.context.cards = whole
    points = _by_cards(build, model.counters.cards, ("counters", "cards"), Type.POINTS)
    return Cards(bare.ranks, tuple(copies), tuple(points.get(number, 0) for number in range(len(copies))))


def _copies(build: Builder, phrase: Phrase, path: Path) -> int:
    count = build.table_number(phrase, Type.COUNT, path, 1)
    if count == 0:
        build.findings.add(
            "PIN401", path, "a deck of no cards cannot be dealt", "write how many of each card there are"
        )
    return count


def _by_cards(build: Builder, said: Mapping[str, Phrase], path: Path, want: Type) -> dict[int, int]:
    """Return values by card type of a table such as {A 10: 10, K: 5}."""
    values: dict[int, int] = {}
    names = HouseNames.of(build.model.deck.names)
    for words, phrase in said.items():
        value = build.table_number(phrase, want, (*path, words))
        try:
            masks = card_set(parse("cards", names.plainly("cards", words)), build.context.cards)
        except (PatternError, PhraseError) as error:
            odd = lookalike(words) if error.code == "PIN201" else None
            if odd is not None:
                build.findings.add("PIN022", (*path, words), odd[1], odd[2], start=odd[0], end=odd[0] + 1, on_key=True)
                continue
            build.findings.add(
                error.code, (*path, words), error.message, error.hint, start=error.start, end=error.end, on_key=True
            )
            continue
        if len(set(masks)) > 1:
            if want is not Type.POINTS:
                build.findings.add(
                    "PIN308", (*path, words), "how many cards there are cannot depend on trump", on_key=True
                )
            continue  # a card that is worth something else as trump: see `compile_trump_points`
        for number in range(len(build.context.cards.copies)):
            if masks[4] >> number & 1:
                if number in values and values[number] != value:
                    name = build.context.cards.ranks[number % len(build.context.cards.ranks)]
                    build.findings.add("PIN408", (*path, words), f"{name} stands here with two values", on_key=True)
                values[number] = value
    return values


def compile_trump_points(build: Builder) -> tuple[int, ...]:
    """Return the points of each card type under each trump, or nothing where they do not depend on it."""
    plain = build.context.cards.points
    under = [list(plain) for _ in range(5)]
    varies = False
    names = HouseNames.of(build.model.deck.names)
    for words, phrase in build.model.counters.cards.items():
        try:
            masks = card_set(parse("cards", names.plainly("cards", words)), build.context.cards)
        except (PatternError, PhraseError):
            continue  # told when the plain values were read
        if len(set(masks)) == 1:
            continue
        varies = True
        value = build.table_number(phrase, Type.POINTS, ("counters", "cards", words))
        for trump, mask in enumerate(masks):
            for number in range(len(plain)):
                if mask >> number & 1:
                    under[trump][number] = value
    return tuple(value for points in under for value in points) if varies else ()


def _people(build: Builder) -> tuple[int, tuple[int, ...], bool]:
    """Return how many are at the table, whose places sit out, and whether these share with the defenders."""
    players, seats = build.model.players, build.seats
    if players.at_table is None:
        for key, said in (("sit_out", players.sit_out), ("idle", players.idle)):
            if said is not None:
                build.findings.add(
                    "PIN417",
                    ("players", key),
                    "nobody sits out: as many are at the table as play",
                    "say `at_table`",
                    severity=Severity.WARNING,
                )
        return 0, (), False
    offered = spans(players.at_table)
    people = offered[0]
    if max(offered) > MOST_PEOPLE or min(offered) < 2:
        build.findings.add("PIN404", ("players", "at_table"), f"a table has 2 to {MOST_PEOPLE} people")
        return 0, (), False
    if people < seats:
        build.findings.add(
            "PIN404",
            ("players", "at_table"),
            f"{people} people cannot fill {seats} seats",
            f"write {seats} or more, or fewer `seats`",
        )
    left = -1 if players.direction == "counterclockwise" else 1
    places = []
    for index, phrase in enumerate(players.sit_out or ()):
        word, path = str(phrase.tree.data), ("players", "sit_out", index)
        steps = {"dealer": 0, "eldest": 1, "left_of_dealer": left, "right_of_dealer": -left}
        if word == "nth_left":
            places.append(who(Who.FROM_DEALER, left * int(str(phrase.tree.children[0])[0]) % max(people, 1)))
        elif word in steps:
            places.append(who(Who.FROM_DEALER, steps[word] % max(people, 1)))
        else:
            build.findings.add(
                "PIN308", path, "who sits out is a place at the table", "write dealer, 2nd left of dealer"
            )
    if max(offered) - seats > len(places):
        build.findings.add(
            "PIN404",
            ("players", "sit_out") if players.sit_out else ("players", "at_table"),
            f"{max(offered)} people and {seats} seats: {max(offered) - seats} sit out, and {len(places)} are named",
            "say `sit_out: [dealer]`, with as many places as sit out",
        )
    if max(offered) > seats and isinstance(players.sides, int):
        build.findings.add(
            "PIN404",
            ("players", "at_table"),
            "with fixed sides nobody can sit out",
            "write `sides: declarer against the rest`",
        )
    shares = players.idle == "with the defenders"
    if shares and build.model.auction is None:
        build.findings.add("PIN308", ("players", "idle"), "there are no defenders without an auction")
    return (people, tuple(places), shares) if people > seats else (0, (), False)


def compile_table(build: Builder) -> Table:
    """Return who sits where."""
    players, seats = build.model.players, build.seats
    sides = Sides.FIXED
    side_of = tuple(range(seats))
    if isinstance(players.sides, int):
        if not 1 < players.sides <= seats or seats % players.sides:
            build.findings.add(
                "PIN404",
                ("players", "sides"),
                f"{seats} players do not make {players.sides} equal sides",
                "write a number of sides that divides the players, or `alone`",
            )
        side_of = tuple(seat % max(players.sides, 1) for seat in range(seats))
    else:
        sides = Sides(players.sides)
        if sides is not Sides.ALONE and build.model.auction is None:
            build.findings.add(
                "PIN404", ("players", "sides"), "there is no declarer without an auction", "write `alone` or a number"
            )
        ask = build.model.ask
        if sides is Sides.DECLARER_AND_PARTNER and (ask is None or not ask.makes_partner):
            build.findings.add(
                "PIN404",
                ("players", "sides"),
                "nothing says how the partner is found",
                "say `ask: {for: any card, back: 1, makes_partner: true}`",
            )
    people, sit_out, idle_share = _people(build)
    return Table(
        seats=seats,
        sides=sides,
        side_of=side_of,
        accounts=len(set(side_of)) if sides is Sides.FIXED else people or seats,
        counterclockwise=players.direction == "counterclockwise",
        first_dealer=_first_dealer(build),
        next_dealer=_next_dealer(build),
        people=people,
        sit_out=sit_out,
        idle_share=idle_share,
    )


def _first_dealer(build: Builder) -> int:
    said = build.model.players.first_dealer
    match = re.fullmatch(r"seat (\d{1,3})", said)
    if not match:
        return -1
    seat = int(match.group(1))
    if seat >= build.seats:
        build.findings.add(
            "PIN404", ("players", "first_dealer"), f"there is no {said}", f"seats are 0 to {build.seats - 1}"
        )
        return -1
    return seat


def _next_dealer(build: Builder) -> int:
    left = -1 if build.model.players.direction == "counterclockwise" else 1
    return {
        "in turn": who(Who.FROM_DEALER, 1),
        "left": who(Who.FROM_DEALER, left % build.seats),
        "right": who(Who.FROM_DEALER, -left % build.seats),
        "same": who(Who.FROM_DEALER, 0),
        "last trick winner": who(Who.LAST_TRICK_WINNER),
        "winner": who(Who.WINNER),
        "loser": who(Who.LOSERS),
    }[build.model.players.next_dealer]


def compile_deck(build: Builder) -> Deck:
    """Return the cards and what people call them."""
    cards, names = build.context.cards, build.model.deck.names
    known = {*cards.ranks, *SUITS}
    for name in names:
        if RANK_LETTERS.get(name, name) not in known:
            build.findings.add("PIN309", ("deck", "names", name), f"the deck has no {name}", on_key=True)
    return Deck(
        ranks=cards.ranks,
        suits=SUITS,
        copies=cards.copies,
        rank_names=tuple(names.get(rank, RANK_NAMES.get(rank, rank)) for rank in cards.ranks),
        suit_names=(
            names.get("♠", SUIT_NAMES[0]),
            names.get("♥", SUIT_NAMES[1]),
            names.get("♦", SUIT_NAMES[2]),
            names.get("♣", SUIT_NAMES[3]),
        ),
    )


def compile_deal(build: Builder) -> Deal:
    """Return how cards are dealt."""
    said = build.model.deal
    if said.build is None and said.discards_to is not None:
        build.findings.add(
            "PIN405", ("deal", "discards_to"), "nobody discards", "say `build: keep or discard`", on_key=True
        )
    if said.build is not None:
        return _built(build)
    hand = build.table_number(said.cards, Type.COUNT, ("deal", "cards"), 1)
    widow = build.table_number(said.widow, Type.COUNT, ("deal", "widow"))
    whole = sum(build.context.cards.copies)
    rest = Rest.NONE
    if said.rest == "widow":
        widow = whole - build.seats * hand
    elif said.rest is not None:
        rest = Rest(said.rest)
    turn_up = said.turn_up or "none"
    _fit(build, hand, widow, whole)
    return Deal(hand=hand, widow=widow, rest=rest, turn_up=turn_up)


def _built(build: Builder) -> Deal:
    """Return a deal in which everyone builds his hand out of the pack, two cards at a time."""
    said = build.model.deal
    hand = build.table_number(said.cards, Type.COUNT, ("deal", "cards"), 1)
    whole, used = sum(build.context.cards.copies), 2 * build.seats * hand
    if hand < 1:
        build.findings.add("PIN401", ("deal", "cards"), "everyone needs at least one card")
    elif used > whole:
        build.findings.add(
            "PIN401",
            ("deal", "cards"),
            f"the cards do not come out: {build.seats} x {hand} kept and as many laid aside = {used}, "
            f"but the deck has {whole}",
            "keep fewer, or put more copies in the deck",
        )
    elif used < whole and said.rest != "out of play":
        build.findings.add(
            "PIN401",
            ("deal", "cards"),
            f"the cards do not come out: {build.seats} x {hand} kept and as many laid aside = {used}, "
            f"but the deck has {whole}",
            "say what becomes of the others: `rest: out of play`",
        )
    for key in ("widow", "turn_up", "packets"):
        if getattr(said, key) is not None:
            build.findings.add(
                "PIN405", ("deal", key), f"a hand built card by card leaves no {key.replace('_', '-')}", on_key=True
            )
    if said.rest in ("stock", "widow"):
        build.findings.add("PIN405", ("deal", "rest"), "a hand built card by card leaves no such cards")
    return Deal(
        hand=hand, rest=Rest.OUT if said.rest else Rest.NONE, build=True, discards_to=said.discards_to or "nobody"
    )


_LAST_CARD = "all cards are dealt: say `turn_up: dealer's last card`, which he shows and takes into his hand"
"""What to do where nothing is left to turn up."""


def _fit(build: Builder, hand: int, widow: int, whole: int) -> None:
    """Refuse cards that do not come out."""
    said, seats = build.model.deal, build.seats
    turned = int(said.turn_up in ("next card", "bottom card"))
    used = seats * hand + widow + turned
    sum_said = f"{seats} x {hand}" + (f" + {widow}" if widow else "") + (f" + {turned} turned up" if turned else "")
    blamed: tuple[Path, ...] = (
        ("deal", "widow"),
        ("players", "seats"),
        ("deck", "copies"),
        ("deck", "ranks"),
        ("deck", "suits"),
        ("deal", "turn_up"),
        ("deal", "rest"),
    )
    if hand < 1:
        build.findings.add("PIN401", ("deal", "cards"), "everyone needs at least one card")
    elif used > whole or widow < 0:
        build.findings.add(
            "PIN401",
            ("deal", "cards"),
            f"the cards do not come out: {sum_said} = {used}, but the deck has {whole}",
            _LAST_CARD if turned and used - turned == whole else _dealt_less(seats, hand, widow, whole - turned),
            others=blamed,
        )
    elif used < whole and said.rest is None:
        build.findings.add(
            "PIN401",
            ("deal", "cards"),
            f"the cards do not come out: {sum_said} = {used}, but the deck has {whole}",
            f"say what becomes of the others: `widow: {widow + whole - used}` if somebody takes them, "
            "`rest: out of play`, or `rest: stock` if everyone draws after each trick",
            others=blamed,
        )
    elif said.rest == "stock" and (whole - seats * hand - widow) % seats:
        build.findings.add(
            "PIN401",
            ("deal", "rest"),
            f"a stock of {whole - seats * hand - widow} cards does not last for whole rounds of {seats}",
            "deal so that everyone draws equally often",
        )


def _dealt_less(seats: int, hand: int, widow: int, there: int) -> str:
    """Return how the cards would come out."""
    ways = []
    if widow and there - seats * hand >= 0:
        ways.append(f"`widow: {there - seats * hand}`")
    if there - widow >= seats and (there - widow) % seats == 0:
        ways.append(f"`cards: {(there - widow) // seats}`")
    return f"they do with {' or '.join(ways)}" if ways else "deal fewer, or put more copies in the deck"


def compile_ledgers(build: Builder) -> tuple[Ledger, ...]:
    """Return the currencies, the points first."""
    found = [Ledger("points")]
    for name, said in build.model.ledgers.items():
        if not re.fullmatch(r"[a-z][a-z_]*", name):
            build.findings.add(
                "PIN107", ("ledgers", name), f"a ledger's name is one word, and `{name}` is not", on_key=True
            )
        if said.at_end and not said.joint:
            build.findings.add(
                "PIN405",
                ("ledgers", name, "at_end"),
                "everyone keeps what is his; only a joint account is shared out",
                "say `joint: true`",
            )
        into = _shared_into(build, name) if said.joint and said.at_end else -1
        found.append(
            Ledger(
                name,
                said.start,
                said.joint,
                said.at_end or "",
                said.lasts == "match",
                said.at_most,
                into,
                said.called or "",
            )
        )
    return tuple(found)


def _shared_into(build: Builder, name: str) -> int:
    """Return the ledger that a joint account is shared out into: the one that payments move to and from it."""
    for said in build.model.payments.values():
        for word in (said.from_, said.to):
            if word is not None and word.text.strip() == name and said.ledger in build.context.ledgers:
                return build.context.ledgers.index(said.ledger)
    build.findings.add(
        "PIN407",
        ("ledgers", name, "at_end"),
        f"no payment goes to or from `{name}`, so nothing can be shared out",
        f"add a payment with `to: {name}`",
    )
    return -1
