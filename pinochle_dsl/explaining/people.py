"""Words for players, moments and what follows: everything a rule sheet says around its formulas."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

if TYPE_CHECKING:
    from pinochle_dsl.model import Players, Variant
    from pinochle_dsl.syntax import Tree


@frozen
class Person:
    """Somebody at the table, as a sentence names them."""

    text: str
    plural: bool = False

    @property
    def possessive(self) -> str:
        """`the dealer's`, `the defenders'`."""
        return f"{self.text}'" if self.plural and self.text.endswith("s") else f"{self.text}'s"

    def verb(self, singular: str, plural: str) -> str:
        """Return the form of a verb that agrees."""
        return plural if self.plural else singular

    @property
    def has(self) -> str:
        """`has` or `have`."""
        return self.verb("has", "have")


def owned(owner: Person, what: str) -> str:
    """Return `the dealer's total`, `the total of those who sit out`."""
    long = "'s " in owner.text or " who " in owner.text or " of " in owner.text
    return f"the {what} of {owner.text}" if long else f"{owner.possessive} {what}"


PEOPLE = {
    "declarer": Person("the declarer"),
    "partner": Person("the declarer's partner"),
    "everyone": Person("every player"),
    "dealer": Person("the dealer"),
    "leader": Person("the player who leads"),
    "winner": Person("the winner"),
    "caller": Person("the caller"),
    "offender": Person("the player who broke the rule"),
    "opponents": Person("the opponents", plural=True),
    "opponent_of_declarer": Person("the declarer's opponent"),
    "idle": Person("those who sit out", plural=True),
    "bank": Person("the bank"),
    "left_of_dealer": Person("the player to the dealer's left"),
    "right_of_dealer": Person("the player to the dealer's right"),
    "trick_winner": Person("the winner of the trick"),
    "trick_loser": Person("the loser of the trick"),
    "last_trick_winner": Person("the winner of the last trick"),
}


def person(word: str, model: Variant, seats: int, detail: str = "") -> Person:
    """Return who a word of the language means in a game."""
    pairs = isinstance(model.players.sides, int) and model.players.sides < seats
    accounts = model.players.sides if isinstance(model.players.sides, int) else seats
    match word:
        case "declarers":
            together = pairs or model.players.sides == "declarer and partner against the rest"
            return Person("the declaring side") if together else PEOPLE["declarer"]
        case "defenders" if seats == 2:
            return Person("the declarer's opponent")
        case "defenders":
            return Person("the other side") if pairs and accounts == 2 else Person("the defenders", plural=True)
        case "eldest":
            return PEOPLE["right_of_dealer" if model.players.direction == "counterclockwise" else "left_of_dealer"]
        case "nondealers" | "nondealer":
            return (
                Person("the player who did not deal") if seats == 2 else Person("those who did not deal", plural=True)
            )
        case "losers" | "loser":
            return Person("the loser") if accounts == 2 else Person("the losers", plural=True)
        case "opponents" if accounts == 2:
            return Person("the other side") if pairs else Person("the opponent")
        case "nth_left":
            return Person(f"the {detail} player to the dealer's left")
        case "caller_of":
            return Person(f"the player who called “{detail}”")
        case "joint_ledger":
            return Person(f"the {detail.replace('_', ' ')}")
    return PEOPLE.get(word, Person(word.replace("_", " ")))


def who(tree: Tree, model: Variant, seats: int) -> Person:
    """Return the person that a phrase names."""
    detail = str(tree.children[0]).strip() if tree.children else ""
    return person(str(tree.data), model, seats, detail)


BEFORE_AND_AFTER = {
    "deal": ("before the deal", "after the deal"),
    "auction": ("before the auction", "after the auction"),
    "widow": ("before the widow is taken", "after the widow is taken"),
    "trump": ("before trump is named", "after trump is named"),
    "exchange": ("before cards are passed", "after cards are passed"),
    "ask": ("before a card is asked for", "after a card is asked for"),
    "redraw": ("before cards are drawn anew", "after cards are drawn anew"),
    "bury": ("before cards are buried", "after cards are buried"),
    "meld": ("before the melds are laid", "after the melds are laid"),
    "play": ("before the play", "after the play"),
    "score": ("before the scoring", "after the scoring"),
}

INSTEAD = {
    "trump": "instead of naming trump",
    "exchange": "instead of passing cards",
    "widow": "instead of taking the widow",
    "bury": "instead of burying",
    "meld": "instead of melding",
    "auction": "instead of the auction",
    "play": "instead of the play",
}

MOMENTS = {
    "before_first_lead": "before the first lead",
    "before_each_lead": "before each lead",
    "before_own_first_card": "before one's own first card",
    "before_own_card": "before playing a card",
    "after_own_card": "after playing a card",
    "after_each_trick": "after each trick",
    "at_own_first_bid": "at one's own first turn to bid",
    "at_own_bid": "at one's own turn to bid",
    "after_turn_up": "when the card is turned up",
    "game_start": "at the start of the game",
    "game_end": "at the end of the game",
}


def moment(tree: Tree | None) -> str:
    """Return when something happens; the end of the deal unless said."""
    if tree is None:
        return "at the end of the deal"
    word = str(tree.data)
    if word in MOMENTS:
        return MOMENTS[word]
    detail = str(tree.children[0]).strip()
    if word == "after_call":
        return f"in answer to “{detail}”"
    if word == "in_place_of":
        return INSTEAD.get(detail, f"in place of the {detail}")
    return BEFORE_AND_AFTER[detail][word == "after"]


EFFECTS = {
    "stop play": "the play stops and the deal is settled",
    "same dealer deals again": "the cards are thrown in and the same dealer deals again",
    "next dealer deals": "the cards are thrown in and the next dealer deals",
    "close the stock": "the stock is closed: nobody draws any more, and the play goes on as if it were used up",
}


def effect(then: str) -> str:
    """Return what follows a call or a lack."""
    return EFFECTS.get(then, f"the deal ends at once as “{then}”")


def sentence(text: str) -> str:
    """Return a text with a capital at its start and a full stop at its end."""
    text = text.strip()
    if not text:
        return ""
    return text[0].upper() + text[1:] + ("" if text[-1] in ".:!?" or text.endswith((".”", "!”")) else ".")


def series(items: list[str], word: str = "and") -> str:
    """Return `a`, `a and b`, `a, b and c`."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} {word} {items[-1]}" if items else ""


def in_turn(players: Players) -> str:
    """Return the side to which turns go."""
    return "left" if players.direction == "clockwise" else "right"


NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def spelled(number: int) -> str:
    """Return a small number in letters."""
    return NUMBERS[number] if 0 <= number < len(NUMBERS) else str(number)


def times(number: int) -> str:
    """Return `once`, `twice`, `3 times`."""
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def how_many(number: int, what: str) -> str:
    """Return `1 card`, `12 cards`, `1 card point`."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
