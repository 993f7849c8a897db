"""What authors write who mean something else: one line of a file, what is marked, and the way out that is named."""

from __future__ import annotations

import pytest

from pinochle_dsl import check
from pinochle_dsl.slips import number_meant, quoted

HEAD = "variant: house\nextends: {}\n"


def told(lines: str, base: str = "partnership") -> list[tuple[str, str, str, str | None]]:
    """Return code, marked text, message and hint of every finding; lines of the base are marked by its name."""
    text = HEAD.format(base) + lines + "\n"
    found = []
    for item in check("house.yaml", data=text.encode()).diagnostics:
        row = text.split("\n")[item.line - 1]
        end = item.end_column - 1 if item.end_line == item.line else len(row)
        marked = row[item.column - 1 : end] if item.file == "house.yaml" else item.file
        found.append((item.code, marked, item.message, item.hint))
    return found


def hint(lines: str, base: str = "partnership") -> tuple[str, str | None]:
    """Return what is marked and the hint of the only finding."""
    ((_, marked, _, said),) = told(lines, base)
    return marked, said


CARDS = "ranks are A 10 K Q J 9 8 7 and lower, suits ♠ ♥ ♦ ♣, or S H D C behind a rank: QS"


@pytest.mark.parametrize(
    ("lines", "marked", "message", "says"),
    [
        (
            "auction:\n  minimum: 20\n   all_pass: dealer takes 20",
            "   all_pass",
            "this line starts one blank too far to the right",
            "start it right under `minimum`",
        ),
        (
            "auction:\n  minimum: 20\n maximum: 50",
            " maximum",
            "this line starts one blank too far to the left",
            "start it right under `minimum`",
        ),
        (
            "auction:\n    minimum: 20\n  maximum: 50",
            "  maximum",
            "this line starts 2 blanks too far to the left",
            "start it right under `minimum`",
        ),
        ("auction: {minimum 20}", "minimum 20", "the colon is missing after `minimum`", "write `minimum: 20`"),
        ("auction: {minimum:20}", "minimum:20", "a blank is missing after `minimum:`", "write `minimum: 20`"),
        (
            "auction: {minimum: 20, maximum 50}",
            "maximum 50",
            "the colon is missing after `maximum`",
            "write `maximum: 50`",
        ),
        (
            "auction {minimum: 20}",
            "auction",
            "the colon is missing after `auction`",
            "write `auction: {minimum: 20}`",
        ),
        ("auction:{minimum: 20}", "auction", "a blank is missing after `auction:`", "write `auction: {minimum: 20}`"),
        ("auction:\n  minimum 20", "minimum 20", "the colon is missing after `minimum`", "write `minimum: 20`"),
        (
            "auction:\n  minimum 20\n  maximum: 50",
            "minimum 20",
            "this line has no colon and no value",
            "write `key: value`, with a blank after the colon",
        ),
        (
            "play: {must [follow suit]}",
            "must",
            "the colon is missing after `must`",
            "write `must: [follow suit]`",
        ),
        ("game: {target: 120}}", "}", "one '}' too many", "delete it"),
        ("play: {must: [follow suit]]}", "]", "one ']' too many", "delete it"),
        ("game: {target: 120]", "]", "'{' is closed by ']'", "write '}' here"),
        ("play: {must: [follow suit}", "}", "'[' is closed by '}'", "write ']' here"),
    ],
)
def test_colons_braces_and_blanks(lines: str, marked: str, message: str, says: str) -> None:
    ((_, place, what, said),) = told(lines)
    assert (place, what, said) == (marked, message, says)


def test_a_section_that_is_not_indented_is_the_only_finding() -> None:
    assert told("auction:\nminimum: 20") == [
        (
            "PIN108",
            "auction",
            "there is nothing under `auction:`",
            "indent by two blanks what belongs to it; to remove it, write `auction: null`",
        ),
        (
            "PIN101",
            "minimum",
            "unknown key 'minimum'",
            "`minimum` is a key of `auction`: indent it by two blanks, under the line that names the section",
        ),
    ]


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ("""title: Grandpa's "best" Game: the real one""", """write title: 'Grandpa''s "best" Game: the real one'"""),
        ("""title: Grandpa's Game: the real one""", '''write title: "Grandpa's Game: the real one"'''),
        ("""title: 'Grandpa's game'""", '''write title: "Grandpa's game"'''),
        ("""title: "best" Game""", """write title: '"best" Game'"""),
        ("""title: "The "best" game\"""", """write title: 'The "best" game'"""),
    ],
)
def test_the_quoting_that_is_advised_works(lines: str, says: str) -> None:
    assert hint(lines)[1] == says
    assert told(says.removeprefix("write ")) == []


USABLE = (
    "names here: all_counters, all_tricks, best_meld, bid, caller, deal, dealer, eldest, hand_left, lead, nobody_bid, "
    "own_bids, players, round, seat, stake, stock_left, target, total, tricks_played, trump_named"
)


@pytest.mark.parametrize(
    ("lines", "marked", "says"),
    [
        ("auction: {maximum: fifty}", "fifty", "write 50"),
        ("auction: {maximum: fifty-five}", "fifty", "write 55"),
        ("auction: {maximum: zwanzig}", "zwanzig", "write 20"),
        ("game: {deals: ten}", "ten", "write 10"),
        ("players: {sides: two}", "two", "write 2"),
        ("players: {seats: four}", "four", "write 4"),
        ("game: {target: 1,500}", "1,500", "write 1500"),
        ("game: {target: 1,500,000}", "1,500,000", "write 1500000"),
        ('game: {target: "1,500"}', "1,500", "write 1500"),
        ("game:\n  target: 1,500", "1,500", "write 1500"),
        ("game: {target: 1.500}", "1.500", "write 1500: thousands are not set apart"),
        ("game: {target: 1 500}", "1 500", "write 1500"),
        ("game: {target: 1'500}", "1'500", """write 1500, or "1'500" in quotes if it is a word"""),
        ("game: {deals: “5”}", "“5”", "write 5"),
        ("game: {target: 10.5}", "10.5", "count in the smaller coin, or use `unit` or `per`"),
        ("meld: {saved_by: counters > 1,000}", "000", 'write saved_by: "counters > 1000"'),
        ("game: {target: 10 * deal}", "deal", "write a number, or a formula of numbers and `players`"),
        ("auction: {maximum: foo}", "foo", "names here: players"),
        (
            "auction: {may_bid: foo > 0}",
            "foo",
            USABLE,
        ),
    ],
)
def test_numbers(lines: str, marked: str, says: str) -> None:
    assert hint(lines) == (marked, says)


@pytest.mark.parametrize(
    ("cards", "marked", "says"),
    [
        (
            "König Dame of every suit",
            "König",
            "write K; what your table calls it is said with `deck: {names: {K: König}}`",
        ),
        ("Valet of every suit", "Valet", "write J; what your table calls it is said with `deck: {names: {J: Valet}}`"),
        ("kings of every suit", "kings", "write K"),
        ("R D of every suit", "R", f"write K: {CARDS}"),
        ("QP JK", "QP", CARDS),
        ("Pik-Dame Karo-Bube", "Pik", "write Q♠: the rank, then the sign of the suit"),
        ("K Q of Herz", "Herz", "write ♥; what your table calls it is said with `deck: {names: {♥: Herz}}`"),
        ("K Q of carreau", "carreau", "write ♦; what your table calls it is said with `deck: {names: {♦: carreau}}`"),
        ("K Q in every suit", "in", "write `of`: K Q of every suit"),
        ("K Q of each suit", "each", "write `of every suit` (in all four) or `of any suit` (in one of them)"),
        ("K Q of all suits", "all", "write `of every suit` (in all four) or `of any suit` (in one of them)"),
        ("K Q of the same suit", "the", "write `of any suit`: all cards of one suit, whichever it is"),
        ("K Q of trumps", "trumps", "write `trump`"),
        ("K-Q of trump", "-", "write blanks between cards: K Q of trump"),
        ("two A of ♠", "two", "write `2x` for so many of a card: 2x A"),
        ("“Q♠ J♦”", "“", "write straight quotes around the value, or none at all"),
    ],
)
def test_cards(cards: str, marked: str, says: str) -> None:
    assert hint(f"melds: {{mine: {{cards: {cards}, points: 3}}}}") == (marked, says)


@pytest.mark.parametrize(
    ("lines", "marked", "says"),
    [
        (
            "calls: {n: {by: anyone, when: after deal, if: count(9) > 4, then: stop play}}",
            "if",
            "in a call write `may`",
        ),
        ("calls: {n: {by: anyone, when: after melding, then: stop play}}", "melding", "did you mean `after meld`?"),
        ("calls: {n: {by: anyone, when: after bidding, then: stop play}}", "bidding", "did you mean `after auction`?"),
        ("calls: {n: {by: anyone, when: after the meld, then: stop play}}", "the", "did you mean `after meld`?"),
        ("calls: {n: {by: the bidder, when: after meld, then: stop play}}", "bidder", "write `declarer`"),
        ("calls: {n: {by: bidder, when: after meld, then: stop play}}", "bidder", "write `declarer`"),
        ("play: {must: [follow suit, trump, beat if trump_led]}", "if", "write `when`"),
        ("play: {must: [follow suit, trump, beat only if trump_led]}", "only", "write `when`"),
        ("play: {must: [follow suit, ruff]}", "ruff", "write `trump`"),
        ("play: {must: [follow, trump]}", "follow", "write `follow suit`"),
        ("auction: {all_pass: redeal}", "redeal", "write `same dealer deals again` or `next dealer deals`"),
        ("auction: {all_pass: dealer at 25}", "at", "write `dealer takes 25`"),
        ("auction: {opens: left of the dealer}", "the", "write `left of dealer`"),
        ("auction: {raise: exactly 5}", "exactly", "write `5 only`"),
        ("meld: {saved_by: one trick}", "trick", "write `tricks > 0`"),
        ("meld: {saved_by: two tricks}", "tricks", "write `tricks >= 2`"),
        ("meld: {saved_by: tricks at least 3}", "at", "write `>=`"),
        ("meld: {saved_by: tricks more than 3}", "more", "write `>`"),
        ("meld: {saved_by: not counters}", "counters", "for `not counters` write `counters = 0`"),
        ("meld: {saved_by: trump}", "trump", "compare it with something: `trump = spades`"),
        ("meld: {floor: 20 when bid > 30 else 10}", "when", "write `if`: VALUE if CONDITION else OTHER"),
        ("meld: {floor: 20 if bid > 30}", "30", "say what holds otherwise too: VALUE if CONDITION else OTHER"),
        (
            'meld: {floor: "20 if not melded(run) else 0"}',
            "melded(run)",
            "for `not melded(run)` write `melded(run) = 0`",
        ),
        ("players: {seats: 3-4}", "-", "write `3 to 4`"),
        ("deck: {ranks: A-9}", "-", "name each, from high to low: A 10 K Q J 9"),
    ],
)
def test_little_words(lines: str, marked: str, says: str) -> None:
    assert hint(lines) == (marked, says)


@pytest.mark.parametrize(
    ("key", "says"),
    [
        ("bidding", "here that is `auction`"),
        ("bid", "here that is `auction`"),
        ("kitty", "here that is `widow`"),
        ("cat", "here that is `widow`"),
        ("dabb", "here that is `widow`"),
        ("passing", "here that is `exchange`"),
        ("scoring", "here that is `outcomes`"),
        ("teams", "here that is `players: {sides: ...}`"),
        ("partners", "here that is `players: {sides: ...}`"),
        ("tricks", "here that is `play`"),
        ("goal", "here that is `game: {target: ...}`"),
        ("minimum bid", "here that is `auction: {minimum: ...}`"),
        ("name", "here that is `variant`, its id in small letters, and `title`, what people call it"),
        ("roundhouse", "a meld belongs in `melds`: write `melds: {roundhouse: ...}`"),
        ("pinochle", "a meld belongs in `melds`: write `melds: {pinochle: ...}`"),
        ("made", "an outcome belongs in `outcomes`: write `outcomes: {made: ...}`"),
    ],
)
def test_sections_by_another_name(key: str, says: str) -> None:
    assert hint(f"{key}: 24") == (key, says)


def test_all_keys_are_listed_where_none_is_near() -> None:
    said = hint("zzz: 24")[1] or ""
    assert said.startswith("keys here are: variant, title, extends")
    assert said.endswith("by_players, options, examples")


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ("melds: {run: {value: 15}}", "in a meld write `points`"),
        ("outcomes: {made: {when: bid > 3}}", "in an outcome write `if`"),
        ("outcomes: {made: {opponents: 3}}", "in an outcome write `defenders`"),
        ("game: {goal: 120}", "in `game` write `target`"),
        ("deal: {kitty: 3}", "in `deal` write `widow`"),
        ("counters: {last: 2}", "in `counters` write `last_trick`"),
        ("players: {teams: 2}", "in `players` write `sides`"),
    ],
)
def test_keys_by_another_name(lines: str, says: str) -> None:
    assert hint(lines)[1] == says


def test_cards_that_do_not_come_out_are_told_at_the_authors_line() -> None:
    message = "the cards do not come out: 3 x 15 + 4 = 49, but the deck has 48"
    says = "they do with `widow: 3`"
    assert told("deal: {widow: 4}", "three-handed") == [("PIN401", "4", message, says)]
    assert told("deal: {cards: 15, widow: 4}", "three-handed") == [("PIN401", "15", message, says)]
    assert told("players: {seats: 4}", "three-handed")[0][:2] == ("PIN401", "4")


def test_suits_of_examples_are_called_as_on_the_command_line() -> None:
    example = "examples:\n  - meld: {hand: K♠ Q♠, trump: %s, total: 4}"
    for suit in ("spade", "spades", "S", "♠"):
        assert told(example % suit) == []
    assert told(example % "herz") == [("PIN602", "herz", "'herz' is no suit", "write ♥")]
    assert told(example % "blue") == [
        (
            "PIN602",
            "blue",
            "'blue' is no suit",
            "suits are ♠, ♥, ♦, ♣, S, H, D, C, spades, hearts, diamonds, clubs, none",
        )
    ]


def test_numbers_in_words() -> None:
    said = {"twenty": 20, "Twenty-five": 25, "one hundred and fifty": 150, "two thousand": 2000, "zehn": 10, "7": 7}
    assert {text: number_meant(text) for text in said} == said
    assert [number_meant(text) for text in ("", "many", "and", "1,5", "12,34", "0.5")] == [None] * 6


def test_quotes_that_work() -> None:
    assert (quoted("a"), quoted('a "b"'), quoted('it\'s "b"')) == ('"a"', "'a \"b\"'", "'it''s \"b\"'")
