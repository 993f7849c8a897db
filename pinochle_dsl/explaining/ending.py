"""Chapters of the sheet: how a deal ends, payments, how the game ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinochle_dsl.checks import one_account
from pinochle_dsl.explaining.facts import Line
from pinochle_dsl.explaining.people import moment, sentence, series
from pinochle_dsl.model import Phrase, Type

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pinochle_dsl.explaining.facts import Facts
    from pinochle_dsl.model import Ledger, Outcome, Payment

COLUMNS = ("caller", "offender", "declarer", "partner", "dealer", "winner", "declarers", "defenders", "losers", "each")


def column_of(facts: Facts, row: Outcome, column: str) -> Phrase | None:
    """Return what a column of a row says.

    Where declarer and declarers are one account, they are one column, and the more exact word holds.
    """
    said: Phrase | None = getattr(row, column)
    if column not in ("declarer", "declarers") or not one_account(facts.model, facts.seats):
        return said
    if column == "declarer":
        return said if all(other.declarers is None for other in facts.model.outcomes.values()) else None
    both = any(other.declarers is not None for other in facts.model.outcomes.values())
    return row.declarer if both and row.declarer is not None else said


def _hidden(facts: Facts, row: Outcome) -> bool:
    """Return whether what a row says for the declarers reaches nobody."""
    return row.declarer is not None and row.declarers is not None and one_account(facts.model, facts.seats)


def outcomes(facts: Facts) -> Iterator[Line]:
    """The case table."""
    rows = facts.model.outcomes
    if not rows:
        return
    if len(rows) > 1:
        yield Line("The first row that applies decides.", ())
    if facts.model.auction is not None:
        yield Line(f"In the first column meld, counters and tricks are those of {facts.person('declarers').text}.", ())
    callers = list(dict.fromkeys(name for row in rows.values() for name in row.caller_of))
    used = [column for column in COLUMNS if any(column_of(facts, row, column) is not None for row in rows.values())]
    heads = [f"Player who called “{name}”" for name in callers] + [_head(facts, column, used) for column in used]
    heads = heads or ["Result"]
    yield Line(f"| Ending | When | {' | '.join(heads)} |\n|{' --- |' * (len(heads) + 2)}", (), "table")
    for name, row in rows.items():
        cells = [_cell(facts, row.caller_of.get(caller), row, "caller") for caller in callers]
        cells += [_cell(facts, column_of(facts, row, column), row, column) for column in used]
        cells = cells or ["as below"]
        keys = tuple(f"outcomes.{name}.{key}" for key in ("if", "ruling", "made", "wins_game", "loses_game", *COLUMNS))
        keys += tuple(f"outcomes.{name}.caller of {caller}" for caller in callers)
        if _hidden(facts, row):
            keys = tuple(key for key in keys if key != f"outcomes.{name}.declarers")
        yield Line(
            f"| {name} | {when_words(facts, name, row)} | {' | '.join(cells)} |",
            keys,
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
        if row.made is not None:
            kept = "made" if row.made else "not made"
            yield Line(f"After “{name}” the contract counts as {kept}.", (f"outcomes.{name}.made",), "bullet")
    yield from _remarks(facts)


def _remarks(facts: Facts) -> Iterator[Line]:
    said = facts.model.score
    if any(
        "lose" in _cell(facts, column_of(facts, row, column), row)
        for row in facts.model.outcomes.values()
        for column in COLUMNS
    ):
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


def _head(facts: Facts, column: str, used: list[str]) -> str:
    if column == "each":
        return f"Every other {facts.side}" if len(used) > 1 else f"Each {facts.side}"
    if column == "defenders" and not facts.pairs:
        return "Each defender"
    text = facts.person(column).text.removeprefix("the ")
    return text[0].upper() + text[1:]


def _cell(facts: Facts, phrase: Phrase | None, row: Outcome, column: str = "each") -> str:
    if phrase is not None:
        return facts.gain(phrase).replace("|", "/")
    if column not in ("declarers", "defenders", "losers", "each"):
        return "–"
    if row.each is not None:
        return facts.gain(row.each)
    covered = row.declarers is not None and row.defenders is not None
    return "–" if column == "each" and covered else "nothing"


def when_words(facts: Facts, name: str, row: Outcome) -> str:
    """Return when an outcome is reached."""
    said = facts.person("declarers") if facts.model.auction is not None else facts.side
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
    return ", or ".join(roads) or "never"


def outcome_words(facts: Facts, name: str, row: Outcome) -> str:
    """Return an outcome as a sentence."""
    others = [column for column in COLUMNS if column != "each" and column_of(facts, row, column) is not None]
    everyone = f"every other {facts.side}" if others or row.caller_of else f"each {facts.side}"
    gains = [
        f"{facts.gain(phrase)} for {everyone if column == 'each' else _receiver(facts, column)}"
        for column in COLUMNS
        if (phrase := column_of(facts, row, column)) is not None
    ]
    gains += [f"{facts.gain(phrase)} for the player who called “{caller}”" for caller, phrase in row.caller_of.items()]
    return sentence(f"“{name}” ({when_words(facts, name, row)}): {'; '.join(gains) or 'nobody gets anything'}")


def _receiver(facts: Facts, column: str) -> str:
    return "each defender" if column == "defenders" and not facts.pairs else facts.person(column).text


# ---- payments and currencies -----------------------------------------------------------------------


def _currency(name: str) -> str:
    return "points" if name == "points" else name.replace("_", " ")


def payments(facts: Facts) -> Iterator[Line]:
    """Other currencies, and what is paid when."""
    for name, ledger in facts.model.ledgers.items():
        keys = tuple(f"ledgers.{name}.{key}" for key in ("start", "joint", "at_end", "lasts", "at_most", "called"))
        yield Line(_ledger(name, ledger), (*keys, f"ledgers.{name}"), "bullet")
    for name, payment in facts.model.payments.items():
        keys = tuple(f"payments.{name}.{key}" for key in ("when", "if", "from", "to", "ledger", "amount", "set"))
        text = payment_words(facts, payment)
        yield Line(f"**{name}**: {text}", keys, "bullet", f"{name}: {text}")


def _ledger(name: str, ledger: Ledger) -> str:
    word = name.replace("_", " ")
    word += f" ({ledger.called})" if ledger.called else ""
    text = f"**{word}**: " + ("one account for the whole table" if ledger.joint else "an account for everyone")
    text += f"; it starts at {ledger.start}"
    if ledger.at_most is not None:
        text += f" and never goes above {ledger.at_most:,}"
    text += "; it is kept from game to game" if ledger.lasts == "match" else "; it starts anew with each game"
    if ledger.at_end is not None:
        text += "; at the end it is shared out" if ledger.at_end == "shared" else "; at the end the winner takes it"
    return f"{text}."


def payment_words(facts: Facts, payment: Payment) -> str:
    """Return who pays whom how much, and when."""
    want = Type.POINTS if payment.ledger == "points" else Type.COUNT
    when = moment(payment.when.tree if payment.when is not None else None)
    to, money = facts.who(payment.to, "everyone"), _currency(payment.ledger)
    everyone = to.text == "every player"
    whose = f"that {facts.side}" if everyone else to.text
    condition = f" if {facts.clause(payment.if_, whose, whose)}" if payment.if_ is not None else ""
    personal = any(word in condition for word in (whose, "the hand"))
    receiver = (
        (f"a {facts.side}" if personal else f"every {facts.side}") if everyone else _each_of(to.text, plural=to.plural)
    )
    if payment.set_ is not None:
        balance = f"{receiver}'s {'total' if payment.ledger == 'points' else money}"
        return sentence(f"{when}, {balance} is set to {facts.noun(payment.set_, want)}{condition}")
    assert payment.amount is not None
    amount = facts.words(payment.amount, want, whose).amount(payment.amount.tree)
    giver = facts.who(payment.from_, "bank")
    if giver.text == "the bank" and payment.ledger != "points":
        return sentence(f"{when}, {receiver}'s {money} goes up by {amount}{condition}")
    if amount == "1" and money == "points":
        money = "point"
    each = ""
    if amount.count(" for each ") == 1 and not any(word in amount for word in (" if ", " plus ", "(")):
        amount, each = amount.split(" for each ")
        each = f" for each {each}"
        money = "point" if amount == "1" and money in ("points", "point") else money
    paid = f"{amount} {money}" if amount.isdigit() else f"{amount} in {money}"
    if any(word in amount for word in (" if ", " plus ")):
        paid = f"{money} ({amount})"
    source = (
        ""
        if giver.text == "the bank"
        else f" from {'every player' if giver.text == 'every player' else _each_of(giver.text, plural=giver.plural)}"
    )
    return sentence(f"{when}, {receiver} gets {paid}{source}{each}{condition}")


def _each_of(text: str, *, plural: bool) -> str:
    """Return `each opponent` for the opponents."""
    if not plural:
        return text
    return {"the opponents": "each opponent", "the defenders": "each defender", "the losers": "each loser"}.get(
        text, f"each of {text}"
    )


# ---- the end of the game -------------------------------------------------------------------------


def game(facts: Facts) -> Iterator[Line]:
    """Who wins, and when."""
    said = facts.model.game
    what = "points" if said.ledger == "points" else _currency(said.ledger)
    if said.target is not None:
        yield Line(
            f"The {facts.side} that first reaches {facts.noun(said.target, facts.currency)} {what} at the end "
            f"of a deal wins the game.",
            ("game.target", "game.ledger"),
        )
        several = "both" if facts.accounts == 2 else "several"
        ways = [_both(facts, word) for word in said.both_reach or ("highest", "another deal")]
        yield Line(
            sentence(f"if {several} reach it in the same deal, {'; failing that, '.join(ways)}"), ("game.both_reach",)
        )
    if said.deals is not None:
        deals = "one deal" if said.deals == 1 else f"{said.deals} deals"
        yield Line(
            f"The game ends after {deals} at the latest." if said.target is not None else f"The game has {deals}.",
            ("game.deals",),
        )
        yield Line(f"Then the {facts.side} with the highest score wins.", ("game.deals",))
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
        yield Line(
            f"The game ends if for some {facts.side} {facts.clause(phrase, f'that {facts.side}')} ({name}); the "
            f"highest score wins.",
            (f"game.ends.{name}",),
        )


def _both(facts: Facts, said: Phrase | str) -> str:
    word = str(said)
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
    return known[" ".join(word.split())]
