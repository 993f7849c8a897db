"""Chapters of the sheet: how a deal ends, payments, how the game ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinochle_dsl.checks import no_partner, one_account
from pinochle_dsl.explaining.facts import Line
from pinochle_dsl.explaining.literals import subtrees
from pinochle_dsl.explaining.people import Person, how_many, moment, owned, sentence, series
from pinochle_dsl.model import Phrase, Type

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pinochle_dsl.explaining.facts import Facts
    from pinochle_dsl.model import Ledger, Outcome, Payment
    from pinochle_dsl.syntax import Tree

NEVER = "never"
"""When an outcome is reached that nothing leads to."""

COLUMNS = ("caller", "offender", "declarer", "partner", "dealer", "winner", "declarers", "defenders", "losers", "each")


DECLARING = ("declarer", "partner", "declarers")
"""Columns that mean one account where the declarer and the declaring side have one."""


def column_of(facts: Facts, row: Outcome, column: str) -> Phrase | None:
    """Return what a column of a row says.

    Where declarer and declarers are one account, they are one column, and the more exact word holds.
    """
    said: Phrase | None = getattr(row, column)
    if column not in DECLARING or not one_account(facts.model):
        return said
    reaching = _declaring(facts)
    used = [word for word in reaching if any(getattr(other, word) is not None for other in _rows(facts))]
    if column != ("declarers" if "declarers" in used or facts.pairs else used[0] if used else ""):
        return None
    return next((phrase for word in reaching if (phrase := getattr(row, word)) is not None), None)


def _declaring(facts: Facts) -> tuple[str, ...]:
    """Return the columns of the declaring side that reach somebody, the first that a row has holding."""
    return tuple(word for word in DECLARING if word != "partner" or not no_partner(facts.model))


def _rows(facts: Facts) -> tuple[Outcome, ...]:
    return tuple(facts.model.outcomes.values())


def hidden_columns(facts: Facts, row: Outcome) -> tuple[str, ...]:
    """Return the columns of a row that reach nobody."""
    if not one_account(facts.model):
        return ()
    said = [word for word in DECLARING if getattr(row, word) is not None]
    holds = next((word for word in _declaring(facts) if word in said), None)
    return tuple(word for word in said if word != holds)


def _columns(facts: Facts) -> list[str]:
    """Return the columns of the table; the last one is left out where others name every account."""
    used = [column for column in COLUMNS if any(column_of(facts, row, column) is not None for row in _rows(facts))]
    declaring = "declarers" in used or ("declarer" in used and one_account(facts.model))
    idle = facts.model.players.at_table is not None and facts.model.players.idle != "with the defenders"
    if declaring and "defenders" in used and not idle:
        return [column for column in used if column != "each"]
    return used


def _summed(facts: Facts) -> bool:
    """Return whether each side has a contract of its own, and is judged by itself."""
    return facts.model.auction is not None and facts.model.auction.contract == "sum of the side"


def outcomes(facts: Facts) -> Iterator[Line]:
    """The case table."""
    rows = {name: row for name, row in facts.model.outcomes.items() if when_words(facts, name, row) != NEVER}
    if not rows:
        return
    if len(rows) > 1:
        yield Line("The first row that applies decides.", ())
    if _summed(facts):
        yield Line(
            f"Each {facts.side} is judged by itself: meld, counters, tricks and bid are its own.",
            ("auction.contract",),
        )
    elif facts.model.auction is not None:
        yield Line(f"Under “When” meld, counters and tricks are those of {facts.person('declarers').text}.", ())
    callers = list(dict.fromkeys(name for row in rows.values() for name in row.caller_of))
    used = _columns(facts)
    heads = [f"Player who called “{name}”" for name in callers] + [_head(facts, column, used) for column in used]
    by_contract = not {*DECLARING, "defenders"}.isdisjoint(used)
    if callers or not {"caller", "offender", "dealer"}.isdisjoint(used[:-1]) or ("winner" in used and by_contract):
        yield Line("Of several columns for the same player the first one that is filled in holds.", ())
    heads = heads or ["Result"]
    yield Line(f"| Ending | When | {' | '.join(heads)} |\n|{' --- |' * (len(heads) + 2)}", (), "table")
    for name, row in rows.items():
        cells = [_cell(facts, row.caller_of.get(caller), row, "caller") for caller in callers]
        cells += [_cell(facts, column_of(facts, row, column), row, column) for column in used]
        cells = cells or ["as below"]
        hidden = hidden_columns(facts, row)
        said = (*(key for key in COLUMNS if key not in hidden), *(f"caller of {caller}" for caller in callers))
        keys = ("if", "ruling", "made", "wins_game", "loses_game", *said)
        yield Line(
            f"| {name} | {when_words(facts, name, row)} | {' | '.join(cells)} |",
            tuple(f"outcomes.{name}.{key}" for key in keys),
            "row",
            outcome_words(facts, name, row),
        )
    for name, row in rows.items():
        for key, verb in (("wins_game", "wins"), ("loses_game", "loses")):
            person = getattr(row, key)
            if person is not None:
                yield Line(
                    sentence(f"after “{name}” {facts.who(person, 'winner').text} {verb} the whole game"),
                    (f"outcomes.{name}.{key}",),
                    "bullet",
                )
        if row.made is not None and row.made is not {"made": True, "set": False}.get(name):
            kept = "made" if row.made else "not made"
            yield Line(f"After “{name}” the contract counts as {kept}.", (f"outcomes.{name}.made",), "bullet")
    yield from _remarks(facts)


def _remarks(facts: Facts) -> Iterator[Line]:
    said = facts.model.score
    paid = [column_of(facts, row, column) for row in _rows(facts) for column in COLUMNS]
    paid += [phrase for row in _rows(facts) for phrase in row.caller_of.values()]
    if any(_loses(phrase.tree) for phrase in paid if phrase is not None):
        yield Line("What is lost is taken off the score, which may go below nothing.", ())
    if said is not None and said.stake is not None:
        yield Line(f"The stake is {facts.noun(said.stake, Type.COUNT)}.", ("score.stake",))
    if said is not None and said.winner is not None:
        yield Line(
            f"The deal is won by the {facts.side} for which this holds: "
            f"{facts.clause(said.winner, f'the {facts.side}')}.",
            ("score.winner",),
        )
    elif any(getattr(row, key) is not None for row in facts.model.outcomes.values() for key in ("winner", "losers")):
        yield Line(f"The deal is won by the {facts.side} with the most meld and counters together.", ("score.winner",))
    if facts.model.game.ledger != "points":
        yield Line(f"The figures are {_currency(facts.model.game.ledger)}.", ("game.ledger",))


def _loses(tree: Tree) -> bool:
    """Return whether a formula takes something away, as far as its sign tells."""
    if tree.data == "choose":
        value, _, other = subtrees(tree)
        return _loses(value) or _loses(other)
    if tree.data in ("multiply", "divide"):
        return _loses(subtrees(tree)[0])
    return tree.data == "negate"


def _head(facts: Facts, column: str, used: list[str]) -> str:
    if column == "each" and {"winner", "losers"} <= set(used):
        return f"Each {facts.side}, where nobody wins the deal"
    if column in DECLARING and facts.pairs:
        column = "declarers"
    if column == "each":
        return f"Every other {facts.side}" if len(used) > 1 else f"Each {facts.side}"
    text = (_each_of(facts, column) if column == "defenders" else facts.person(column).text).removeprefix("the ")
    return text[0].upper() + text[1:]


def _cell(facts: Facts, phrase: Phrase | None, row: Outcome, column: str = "each") -> str:
    if phrase is not None:
        return facts.gain(phrase, asked=_asked(facts, phrase, column)).replace("|", "/")
    if column not in ("declarers", "defenders", "losers", "each"):
        return "–"
    if row.each is not None:
        return facts.gain(row.each, asked=_asked(facts, row.each, "each"))
    return "–" if column == "each" and _covered(row) else "nothing"


def _covered(row: Outcome) -> bool:
    """Return whether other columns of a row name every account that plays."""
    return any(getattr(row, word) is not None for word in DECLARING) and row.defenders is not None


def _asked(facts: Facts, phrase: Phrase, column: str) -> tuple[Person, Person | str]:
    """Return whose figures a column means, and whose own where an account is that of several players."""
    word = "everyone" if column == "each" else "declarers" if column in DECLARING and facts.pairs else column
    side, player = facts.one_of(facts.person(word), word)
    return side, player if facts.asks_own(phrase) else ""


def when_words(facts: Facts, name: str, row: Outcome) -> str:
    """Return when an outcome is reached."""
    said = facts.person("declarers") if facts.model.auction is not None and not _summed(facts) else facts.side
    roads = []
    if isinstance(row.if_, Phrase) and row.if_.text != "otherwise":
        roads.append(
            facts.clause(
                row.if_,
                said if not isinstance(said, str) else f"the {said}",
                facts.person("declarer") if facts.model.auction is not None else "the player",
            )
        )
    elif row.if_ is not None:
        roads.append("otherwise" if len(facts.model.outcomes) > 1 else "always")
    for call, entry in facts.model.calls.items():
        if entry.then == name:
            roads.append(f"after “{call}”")
    if facts.model.trump is not None and facts.model.trump.lacking == name:
        roads.append("if no suit can be named")
    if row.ruling:
        roads.append("when the table rules so")
    return ", or ".join(roads) or NEVER


def outcome_words(facts: Facts, name: str, row: Outcome) -> str:
    """Return an outcome as a sentence."""
    return sentence(f"“{name}” ({when_words(facts, name, row)}): {gains_words(facts, row)}")


def gains_words(facts: Facts, row: Outcome) -> str:
    """Return what an outcome brings and costs."""
    others = [column for column in COLUMNS if column != "each" and column_of(facts, row, column) is not None]
    everyone = f"every other {facts.side}" if others or row.caller_of else f"each {facts.side}"
    verbs = ("gets", "loses")
    gains = [
        f"the player who called “{caller}” {facts.gain(phrase, verbs, _asked(facts, phrase, 'caller'))}"
        for caller, phrase in row.caller_of.items()
    ]
    gains += [
        f"{everyone if column == 'each' else _receiver(facts, column)} "
        f"{facts.gain(phrase, verbs, _asked(facts, phrase, column))}"
        for column in COLUMNS
        if (phrase := column_of(facts, row, column)) is not None and not (column == "each" and _covered(row))
    ]
    return "; ".join(gains) or "nobody gets anything"


def _receiver(facts: Facts, column: str) -> str:
    if column in DECLARING and facts.pairs:
        column = "declarers"
    return _each_of(facts, column)


# ---- payments and currencies -----------------------------------------------------------------------


def _currency(name: str) -> str:
    return "points" if name == "points" else name.replace("_", " ")


def payments(facts: Facts) -> Iterator[Line]:
    """Other currencies, and what is paid when."""
    for name, ledger in facts.model.ledgers.items():
        keys = tuple(f"ledgers.{name}.{key}" for key in ("start", "joint", "at_end", "lasts", "at_most", "called"))
        yield Line(_ledger(facts, name, ledger), (*keys, f"ledgers.{name}"), "bullet")
    for name, payment in facts.model.payments.items():
        keys = tuple(f"payments.{name}.{key}" for key in ("when", "if", "from", "to", "ledger", "amount", "set"))
        text = payment_words(facts, payment)
        yield Line(f"**{name}**: {text}", keys, "bullet", f"{name}: {text}")


def _ledger(facts: Facts, name: str, ledger: Ledger) -> str:
    word = name.replace("_", " ")
    word += f" ({ledger.called})" if ledger.called else ""
    text = f"**{word}**: " + (
        "one account for the whole table"
        if ledger.joint
        else f"an account for {'each side' if facts.pairs else 'everyone'}"
    )
    text += f"; it starts at {ledger.start}"
    if ledger.at_most is not None:
        text += f" and never goes above {ledger.at_most:,}"
    text += "; it is kept from game to game" if ledger.lasts == "match" else "; it starts anew with each game"
    if ledger.at_end is not None:
        text += "; at the end it is shared out" if ledger.at_end == "shared" else "; at the end the winner takes it"
    return f"{text}."


def payment_words(facts: Facts, payment: Payment) -> str:
    """Return who pays whom how much, and when.

    Condition and amount are asked of each who is paid, or of each who pays to the bank or a joint account.
    """
    want = Type.POINTS if payment.ledger == "points" else Type.COUNT
    when = moment(payment.when.tree if payment.when is not None else None)
    money = _currency(payment.ledger)
    to, giver = facts.who(payment.to, "everyone"), facts.who(payment.from_, "bank")
    outside = _word(payment.to, "everyone") in OUTSIDE
    asked, word = (giver, _word(payment.from_, "bank")) if outside else (to, _word(payment.to, "everyone"))
    if word in OUTSIDE:  # between the bank and a joint account: asked of the deal
        side = player = facts.person("declarers") if facts.model.auction is not None else facts.person("winner")
    else:
        side, player = facts.one_of(asked, word)
    condition = f" if {facts.clause(payment.if_, side, player)}" if payment.if_ is not None else ""
    own = payment.when is not None and payment.when.tree.data in OWN_MOMENTS and word == "everyone"
    one = _account(facts, asked, word, each=not _personal(facts, payment))
    if own:
        one = "a player's side" if facts.pairs else "a player"
    if payment.set_ is not None:
        balance = owned(Person(one), "total" if payment.ledger == "points" else money)
        value = facts.words(payment.set_, want, side, player).noun(payment.set_.tree).text
        return sentence(f"{when}, {balance} {_are(money, payment)} set to {value}{condition}")
    assert payment.amount is not None
    amount = facts.words(payment.amount, want, side, player).amount(payment.amount.tree)
    if giver.text == "the bank" and payment.ledger != "points" and not outside:
        goes = "go" if money.endswith("s") and not money.endswith("ss") else "goes"
        return sentence(f"{when}, {owned(Person(one), money)} {goes} up by {amount}{condition}")
    each = ""
    if amount.count(" for each ") == 1 and not any(part in amount for part in (" if ", " plus ", "(")):
        amount, each = amount.split(" for each ")
        each = f" for each {each}"
    paid = f"{amount} {_units(money, amount)}" if amount.isdigit() else f"{amount} in {money}"
    if any(part in amount for part in (" if ", " plus ")):
        paid = f"{money} ({amount})"
    if outside:
        return sentence(f"{when}, {one} pays {paid} to {to.text}{each}{condition}")
    from_word = _word(payment.from_, "bank")
    source = "" if from_word == "bank" else f" from {_account(facts, giver, from_word, each=True, other=True)}"
    return sentence(f"{when}, {one} gets {paid}{source}{each}{condition}")


OUTSIDE = ("bank", "joint_ledger")
"""Words for what is no account of a player."""

OWN_MOMENTS = ("at_own_first_bid", "at_own_bid", "before_own_first_card", "before_own_card", "after_own_card")
"""Moments that belong to one player: `everyone` is then he alone."""


def _word(phrase: Phrase | None, default: str) -> str:
    return default if phrase is None else str(phrase.tree.data)


def _personal(facts: Facts, payment: Payment) -> bool:
    """Return whether the condition of a payment is another one for each who is asked."""
    if payment.if_ is None:
        return False
    marks = (facts.each_side, facts.each_player)
    words = facts.clause(payment.if_, *marks)
    return "the hand" in words or any(mark.text in words for mark in marks)


def _account(facts: Facts, asked: Person, word: str, *, each: bool, other: bool = False) -> str:
    """Return an account, or each of several, as one that is paid or pays."""
    if word == "everyone":
        return f"every other {facts.side}" if other else f"every {facts.side}" if each else f"a {facts.side}"
    if word in DECLARING and facts.pairs:
        return facts.person("declarers").text
    return _each_of(facts, word, asked)


def _units(money: str, amount: str) -> str:
    """Return a currency, one of it where it is one."""
    if amount != "1" or not money.endswith("s") or money.endswith("ss"):
        return money
    return f"{money[:-3]}y" if money.endswith("ies") else money[:-1]


def _are(money: str, payment: Payment) -> str:
    several = payment.ledger != "points" and money.endswith("s") and not money.endswith("ss")
    return "are" if several else "is"


def _each_of(facts: Facts, word: str, somebody: Person | None = None) -> str:
    """Return `each opponent` for the opponents."""
    somebody = somebody or facts.person(word)
    if not somebody.plural:
        return somebody.text
    if facts.pairs:
        known = {"opponents": "each other side", "defenders": "each other side", "losers": "each losing side"}
    else:
        known = {"opponents": "each opponent", "defenders": "each defender", "losers": "each loser"}
    return known.get(word, f"each of {somebody.text}")


# ---- the end of the game -------------------------------------------------------------------------


def game(facts: Facts) -> Iterator[Line]:
    """Who wins, and when."""
    said = facts.model.game
    what = "points" if said.ledger == "points" else _currency(said.ledger)
    if said.target is not None:
        target = facts.noun(said.target, facts.currency)
        yield Line(
            f"The {facts.side} that first reaches {target} {_units(what, target)} at the end of a deal wins the game.",
            ("game.target", "game.ledger"),
        )
        several = "both" if facts.accounts == 2 else "several"
        words = said.both_reach or ("highest", "another deal")
        ways = [_both(facts, word) for word in (*words, "another deal")[: len(words) + _runs_out(facts, words)]]
        yield Line(
            sentence(f"if {several} reach it in the same deal, {'; failing that, '.join(ways)}"), ("game.both_reach",)
        )
    if said.deals is not None:
        deals = "one deal" if said.deals == 1 else how_many(said.deals, "deal")
        yield Line(
            f"The game ends after {deals} at the latest." if said.target is not None else f"The game has {deals}.",
            ("game.deals",),
        )
        best = "the highest score" if what == "points" else f"the most {what}"
        yield Line(f"Then the {facts.side} with {best} wins.", ("game.deals",))
        if said.tie_break is None:
            tie = "the game is a draw" if said.tie == "draw" else "another deal is played"
            yield Line(f"If the scores are level, {tie}.", ("game.tie",))
    if said.tie_break is not None:
        yield Line(
            f"If the scores are level, these decide in turn: {series(list(said.tie_break))}.", ("game.tie_break",)
        )
    if said.winner_needs is not None:
        yield Line(
            f"To win one also needs this: {facts.clause(said.winner_needs, f'the {facts.side}')}.",
            ("game.winner_needs",),
        )
    for table, text in (
        ("wins", "wins the game at once"),
        ("loses", "loses the game at once"),
    ):
        for name, phrase in getattr(said, table).items():
            yield Line(
                f"A {facts.side} {text} if {facts.clause(phrase, f'that {facts.side}')} ({name}).",
                (f"game.{table}.{name}",),
            )
    for name, phrase in said.ends.items():
        best = "the highest score wins" if what == "points" else f"whoever has the most {what} wins"
        when = facts.clause(phrase, f"that {facts.side}")
        some = f"for some {facts.side} " if f"that {facts.side}" in when else ""
        yield Line(
            f"The game ends if {some}{when} ({name}); {best}.",
            (f"game.ends.{name}",),
        )


def _runs_out(facts: Facts, words: tuple[Phrase | str, ...]) -> bool:
    """Return whether none of the words may decide: scores can be level, and of several accounts none may declare."""
    kinds = [_plain(word) for word in words]
    if kinds[-1] not in ("declarers", "highest"):
        return False
    return "declarers" not in kinds or facts.accounts > 2


def _plain(said: Phrase | str) -> str:
    return " ".join(str(said).split())


def _both(facts: Facts, said: Phrase | str) -> str:
    if isinstance(said, Phrase) and said.tree.data == "reach_raise":
        more = int(str(said.tree.children[0])) * said.scale
        return f"the target rises by {more} and play goes on; it never falls back"
    among = "" if facts.accounts == 2 else " if among them"
    known = {
        "declarers": f"{facts.person('declarers').text} wins{among}, whatever the scores",
        "highest": "the higher score wins" if facts.accounts == 2 else "the highest score wins",
        "another deal": "another deal is played",
        "draw": "the game is a draw",
    }
    return known[_plain(said)]
