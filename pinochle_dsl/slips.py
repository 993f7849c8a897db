"""What authors write who mean something else: other tables' words, other languages, and what is said here.

Tables of usual slips and their cure.  Nothing here decides whether a file is right; it is asked only
once something did not fit, and gives the hint that names the way out.
"""

from __future__ import annotations

import re

from pinochle_dsl.suggest import nearest

Slip = tuple[str, str, int, int]
"""Message, hint, and where it is in the phrase."""

# ---- numbers -------------------------------------------------------------------------------------------

THOUSANDS = re.compile(r"(?<![\w.,])\d{1,3}(?:[.,'’_\u00a0\u202f ]\d{3})+(?![\w.,])")
"""A number with something between its thousands."""

_TEENS = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
)
_TIES = "twenty thirty forty fifty sixty seventy eighty ninety"
_ONES = {word: number for number, word in enumerate(_TEENS.split(), 1)}
_TENS = {word: 10 * number for number, word in enumerate(_TIES.split(), 2)}
_OTHER_NUMBERS = {
    "zero": 0, "none": 0, "once": 1, "twice": 2, "ein": 1, "eine": 1, "eins": 1, "zwei": 2, "drei": 3, "vier": 4,
    "fünf": 5, "sechs": 6, "sieben": 7, "acht": 8, "neun": 9, "zehn": 10, "elf": 11, "zwölf": 12, "fünfzehn": 15,
    "zwanzig": 20, "dreißig": 30, "dreissig": 30, "vierzig": 40, "fünfzig": 50, "hundert": 100, "un": 1, "une": 1,
    "deux": 2, "trois": 3, "quatre": 4, "cinq": 5, "sept": 7, "huit": 8, "neuf": 9, "dix": 10, "onze": 11,
    "douze": 12, "quinze": 15, "vingt": 20, "trente": 30, "quarante": 40, "cinquante": 50, "cent": 100,
}  # fmt: skip


def number_meant(text: str) -> int | None:
    """Return the number that a text means which is written in words or with thousands set apart."""
    said = text.strip().lower()
    if said.isascii() and said.isdigit() and len(said) <= 9:
        return int(said)
    if THOUSANDS.fullmatch(said):
        return int(re.sub(r"\D", "", said))
    words = said.replace("-", " ").replace("_", " ").split()
    if len(words) == 1 and words[0] in _OTHER_NUMBERS:
        return _OTHER_NUMBERS[words[0]]
    total = part = 0
    if words[:1] in (["a"], ["an"]) and words[1:2] in (["hundred"], ["thousand"]):
        words[0] = "one"
    for word in words:
        if word in _ONES or word in _TENS:
            part += _ONES.get(word, _TENS.get(word, 0))
        elif word in ("hundred", "thousand") and part:
            part *= 100 if word == "hundred" else 1000
            if word == "thousand":
                total, part = total + part, 0
        elif word != "and":
            return None
    return total + part if words and total + part else None


# ---- sections and keys ---------------------------------------------------------------------------------

_SECTIONS = {
    "auction": "bid bids bidding bidden reizen reizung gebote ansage bieten enchères encheres betting",
    "widow": "kitty cat dabb tapp talon dapp blind nest skat chien buried crib",
    "exchange": "passing pass passes swap swapping trade trading cards_passed drücken partner_pass",
    "bury": "burying discard discards discarding laying_away lay away écart ecart",
    "deal": "dealing hand hands geben austeilen verteilen donne distribution",
    "deck": "cards pack karten cartes decks",
    "trump": "trumps atout atouts trumpf trümpfe naming_trump",
    "meld": "melding laying",
    "melds": "combinations melden meldung meldetabelle meldungen annonces combos meld_values",
    "play": "tricks trick playing trick_taking following follow must spielen ausspielen stiche stich plis "
    "levées card_play leads lead",
    "stock": "drawing draw_pile stapel pioche",
    "players: {sides: ...}": "teams team partners partnership partnerships sides",
    "players: {seats: ...}": "seats seating number_of_players how_many",
    "players": "table spieler mitspieler joueurs",
    "counters": "card_points card_values points_per_card values trick_points trick_values card_value augen "
    "punkte kartenwerte kartenpunkte valeurs",
    "outcomes": "wertungen scoring results result settlement ending endings abrechnung wertung going_set "
    "hand_end outcome",
    "game: {target: ...}": "goal winning_score play_to up_to ziel win_at target_score score_to_win",
    "game": "spiel jeu spielende ende end winning win winner match victory partie end_of_game game_end",
    "auction: {minimum: ...}": "mindestgebot minimum_bid opening_bid lowest_bid starting_bid first_bid "
    "bid_minimum min_bid",
    "counters: {last_trick: ...}": "letzter_stich dernier_pli last_trick_bonus trick_bonus",
    "calls": "concede conceding double doubling redouble claims claim announcements announcement misdeal "
    "nines bid_calls say says call",
    "payments": "bonus bonuses penalty penalties payment money payoff payoffs stakes stake pay",
    "ledgers": "chips checks currency currencies accounts account ledger",
    "options": "variants variations choices settings option optional",
    "by_players": "player_counts by_number_of_players by_seats",
    "examples": "tests example test checks_for",
    "extends": "base bases inherits inherit parent based_on from builds_on extend like",
    "variant": "name id game_name variant_name",
    "notes": "note remarks remark comments comment conduct etiquette",
    "sources": "source links link url urls reference references",
    "phases": "order sequence steps order_of_play phase",
    "unit": "scale units points_in",
}
"""What else the sections are called; the words of one synonym are joined by `_`."""

_KEYS = {
    "auction": {
        "minimum": "min lowest least minimum_bid opening_bid starting_bid start low first_bid opening from "
        "mindestgebot mise_minimum",
        "maximum": "max highest most limit maximum_bid top_up_to höchstgebot",
        "raise": "schritt schritte step steps increment increments raises by raise_by jump",
        "opens": "first starts opener begins first_bidder speaks_first",
        "all_pass": "forced_dealer forced_bid if_all_pass nobody_bids everyone_passes passed_out stuck_dealer stick "
        "the_dealer_takes dropped",
        "turns": "rounds bids_per_player",
        "pass": "passing passes final",
        "last_word": "last dealer_last last_bid",
    },
    "deal": {
        "cards": "karten cartes hand each number count cards_each cards_per_player hand_size size",
        "widow": "kitty cat dabb tapp talon blind nest",
        "rest": "stock remaining remainder left_over others",
        "turn_up": "turnup turn up card upcard turned_up trump_card",
        "packets": "by at_a_time batches packet päckchen",
    },
    "players": {
        "seats": "spieler joueurs anzahl number count players how_many n seated",
        "sides": "teams team partners partnership partnerships side",
        "next_dealer": "dealer deal_passes rotation",
        "direction": "order turns way",
    },
    "deck": {
        "copies": "number count decks copy times_of_each",
        "ranks": "cards rank order karten reihenfolge",
        "suits": "suit farben",
    },
    "counters": {
        "cards": "points values ranks card_points counts punkte augen karten",
        "last_trick": "letzter_stich last bonus last_trick_bonus final_trick trick_bonus",
        "round_to": "rounding round rounded",
        "per": "divide divide_by divisor",
    },
    "trump": {"by": "named_by who chooser names", "needs": "if requires need must_hold holds", "lacking": "else"},
    "widow": {"to": "for goes_to who taken_by taker", "shown": "visible open face_up shown_to exposed"},
    "exchange": {"cards": "number count how_many amount", "order": "first", "not": "except never without"},
    "bury": {"cards": "number count how_many amount", "not": "except never without forbidden may_not"},
    "meld": {
        "floor": "minimum least min",
        "saved_by": "needs counts_if must_win safe_if keep save",
        "shown": "visible show",
        "from": "source",
    },
    "melds": {
        "points": "value score worth val values point scores counts punkte wert",
        "cards": "card hand pattern needs combination karten cartes",
        "class": "kind type group category family",
        "called": "name title",
        "if": "when condition may",
        "limit": "max most at_most maximum",
    },
    "calls": {
        "may": "if condition allowed when can requires needs only_if",
        "must": "always forced",
        "by": "who player whom caller",
        "when": "at moment time window where",
        "then": "effect result follows does leads_to outcome action",
        "stakes": "stake double doubles multiplies times multiply factor",
        "agreed_by": "agree agreed consent accepted_by",
        "once": "only_once",
    },
    "outcomes": {
        "if": "when condition may needs",
        "declarers": "bidder taker bidders bidding_side bidding_team declaring_side team spieler preneur",
        "defenders": "opponents others opposition other_side other_team",
        "each": "everyone all everybody players anyone",
        "losers": "loser",
        "made": "success won",
    },
    "payments": {
        "from": "by payer who_pays source giver",
        "to": "for receiver payee gets",
        "amount": "points sum value pays number",
        "ledger": "currency in_account money",
        "if": "condition may only_if needs",
        "when": "at moment time",
    },
    "play": {
        "must": "follow rules duties others follows duty pflicht",
        "lead": "leads leading first_lead",
        "leader": "first opens starts",
    },
    "stock": {"must": "follow rules", "meld": "melds"},
    "game": {
        "target": "ziel punkte objectif points score to goal win limit until winning_score up_to total play_to",
        "deals": "rounds hands number_of_deals",
        "both_reach": "both tie both_reach tiebreak",
    },
    "score": {"stake": "stakes"},
    "ledgers": {"start": "begin initial balance", "at_most": "max maximum limit", "joint": "shared common pot"},
    "options": {"default": "usual", "choices": "values options choice alternatives", "sets": "set key changes"},
}
"""What else the keys of a section are called; the words of one synonym are joined by `_`."""

_MELDS = (
    "run", "flush", "rope", "roundhouse", "round robin", "round trip", "marriage", "royal marriage", "common marriage",
    "pinochle", "double pinochle", "double run", "dix", "aces around", "kings around", "queens around", "jacks around",
    "nines around", "hundred aces", "bare run", "run and king", "grand cross", "double aces", "family", "binokel",
    "bezique", "besik", "sequence",
)  # fmt: skip
_OUTCOMES = ("made", "set", "conceded", "otherwise", "passed out", "bete", "double bete", "single bete")


_GAMES = {
    "partnership": "pinochle pinocle penuchle pinuchle penocle single_deck single_deck_pinochle four four_handed "
    "partnership_pinochle four_players 4_handed 4_players classic classic_pinochle standard standard_pinochle",
    "double-deck": "double double_pinochle double_deck_pinochle",
    "two-handed": "two two_handed_pinochle two_players 2_handed 2_players",
    "three-handed": "three three_handed_pinochle three_players 3_handed 3_players auction_pinochle",
    "binokel": "binocle binockel",
    "bezique": "besique bésigue besik",
}
"""What people call a game whose rules ship under another name; the words of one synonym are joined by `_`."""


def game_meant(name: str) -> str | None:
    """Return a hint for a base that is named as people name the game."""
    meant = _named(name[:60], _GAMES)
    return f"write `{meant}`, or choose another of `pinochle list`" if meant else None


def _folded(text: str) -> str:
    return re.sub(r"[\s_-]+", " ", text).strip().lower()


def _named(text: str, table: dict[str, str]) -> str | None:
    """Return the entry one of whose synonyms a text is."""
    said = _folded(text).replace(" ", "_")
    return next((name for name, synonyms in table.items() if said in synonyms.split()), None)


def section_meant(key: str, names: dict[str, tuple[str, ...]]) -> str | None:
    """Return a hint for an unknown key at the start of a line.

    `names` are the names of melds, calls, outcomes, payments and ledgers that the file has.
    """
    said = _folded(key)
    if said == "name":
        return "here that is `variant`, its id in small letters, and `title`, what people call it"
    for section, known in (("melds", _MELDS), ("outcomes", _OUTCOMES), *names.items()):
        if said in known and said not in ("sequence", "stock"):
            one = {"melds": "a meld", "calls": "a call", "outcomes": "an outcome", "payments": "a payment"}
            return f"{one.get(section, 'a ledger')} belongs in `{section}`: write `{section}: {{{key}: ...}}`"
    meant = _named(key, _SECTIONS)
    return f"here that is `{meant}`" if meant else None


_NOTHING = ("none", "no", "nothing", "off", "false", "without", "never", "removed", "0", "kein", "keine", "sans")
_MAIN_KEYS = {
    "auction": "minimum",
    "bury": "cards",
    "deal": "cards",
    "deck": "copies",
    "exchange": "cards",
    "game": "target",
    "MeldEntry": "points",
    "players": "seats",
}
"""The key that a single number is for, by section, or by the class of a part of one."""


def section_in_short(section: str, said: str) -> str | None:
    """Return a hint for a section, or a part of one, that is given a word or a number instead of keys and values."""
    low = said.strip().lower()
    if low in _NOTHING:
        return "to do without it, write `null`"
    main = _MAIN_KEYS.get(section)
    number = number_meant(said)
    if number is not None and main:
        return f"write {{{main}: {number}}}"
    if section == "trump" and (_named(low, _SUITS) or low.removesuffix("s") in _SUIT_WORDS or low in "♠♥♦♣"):
        return "write {by: declarer}: no suit is trump for good"
    if section == "LastWord" and (low in PEOPLE or person_meant(said)):
        return f"write {{by: {low if low in PEOPLE else str(person_meant(said)).removeprefix('write ').strip('`')}}}"
    if section == "trump" and person_meant(said) in ("write `declarer`", "write `declarers`"):
        return "write {by: declarer}"
    return None


_SUIT_WORDS = ("spade", "heart", "diamond", "club")


def key_meant(section: str, key: str) -> str | None:
    """Return a hint for an unknown key of a section."""
    found = _named(key, _KEYS.get(section, {}))
    if found is None:
        return None
    one = {"calls": "a call", "outcomes": "an outcome", "melds": "a meld", "payments": "a payment"}
    return f"in {one.get(section, f'`{section}`')} write `{found}`"


# ---- phrases -------------------------------------------------------------------------------------------

_RANKS = {
    "A": "ace aces as ass asse asses sau",
    "10": "ten tens zehn zehner",
    "K": "king kings könig könige koenig koenige roi rois r",
    "Q": "queen queens dame dames damen ober",
    "J": "jack jacks knave knaves bube buben unter valet valets v",
    "9": "nine nines neun neuner neuf neufs",
    "8": "eight eights acht huit",
    "7": "seven sevens sieben sept",
}
_SUITS = {
    "♠": "spade pik pique piques schippen schippe blatt laub",
    "♥": "heart herz coeur coeurs cœur cœurs",
    "♦": "diamond karo carreau carreaux ecke eckstein schelle schellen",
    "♣": "club kreuz treff trefle trefles trèfle trèfles eichel",
}
_ENGLISH = (
    "ace aces ten tens king kings queen queens jack jacks knave nine nines eight eights seven sevens "
    "spade heart diamond club spades hearts diamonds clubs"
)
CARDS_ARE = "ranks are A 10 K Q J 9 8 7 and lower, suits ♠ ♥ ♦ ♣, or S H D C behind a rank: QS"

PHASES = ("deal", "auction", "widow", "trump", "exchange", "ask", "redraw", "bury", "meld", "play", "score")
MOMENTS = (
    *(f"{word} {phase}" for word in ("before", "after", "in place of") for phase in PHASES),
    "before first lead", "before each lead", "before own first card", "before own card", "after own card",
    "after each trick", "at own first bid", "at own bid", "after turn_up", "game start", "game end",
)  # fmt: skip
_STEPS = {
    "auction": "bidding bids bid",
    "deal": "dealing dealt deals",
    "meld": "melding melded melds laying",
    "play": "playing played plays tricks",
    "bury": "burying buried discarding discard",
    "exchange": "passing passed exchanging exchanged",
    "widow": "kitty cat dabb talon",
    "trump": "trumps naming",
    "score": "scoring scored settlement",
    "each": "every any",
    "lead": "leads leading",
}
PEOPLE = (
    "declarer", "partner", "declarers", "defenders", "everyone", "anyone", "each", "dealer", "eldest", "nondealer",
    "leader", "winner", "losers", "caller", "offender", "opponents", "opponent of declarer", "bank",
    "left of dealer", "right of dealer", "trick winner", "trick loser", "last trick winner",
)  # fmt: skip
_PEOPLE = {
    "declarer": "bidder high_bidder highest_bidder taker soloist preneur spieler auction_winner contractor",
    "declarers": "bidding_side bidding_team declaring_side declaring_team bidders bidders_side bidder's_side",
    "defenders": "defender defending_side other_side other_team opposing_side opposing_team opposition",
    "opponents": "opponent others the_others enemies",
    "everyone": "all everybody all_players every_player both both_sides every_side players",
    "anyone": "anybody any_player any",
    "partner": "his_partner her_partner mate",
    "left of dealer": "dealer_left dealer's_left left",
    "eldest": "forehand vorhand",
    "nondealer": "non_dealer pone",
    "loser": "the_loser",
}
_DUTIES = {
    "beat": "win head overtake top over overtrump must_win",
    "trump": "ruff cut trump_in use_trump play_trump",
    "follow suit": "follow suit follow_suits bedienen fournir",
}
_SIGNS = {
    "=": ("is", "equals", "equal", "are"),
    ">=": ("least",),
    "<=": ("most",),
    ">": ("more", "greater", "over", "above", "exceeds", "larger", "higher"),
    "<": ("less", "fewer", "below", "under", "smaller", "lower"),
    "+": ("plus",),
    "-": ("minus",),
    "*": ("times", "x"),
}


def whole_word(text: str, at: int) -> tuple[int, int]:
    """Return where the word begins and ends that a place is in; a sign is a word of its own."""
    start = end = min(at, len(text))
    if start < len(text) and not _wordy(text[start]):
        sign = re.match(r"[<>=!&|]+|\S", text[start:])
        return start, start + (len(sign.group()) if sign else 1)
    while start > 0 and _wordy(text[start - 1]):
        start -= 1
    while end < len(text) and _wordy(text[end]):
        end += 1
    return start, end


def _wordy(character: str) -> bool:
    return character.isalnum() or character in "_'♠♥♦♣"


def phrase_slip(kind: str, text: str, at: int) -> Slip | None:
    """Return what a phrase of a kind (a starting point of the grammar) is likely to mean that stops at a place."""
    number = next((match for match in THOUSANDS.finditer(text) if match.start() <= at <= match.end()), None)
    if number is not None and kind not in ("cards", "group", "ranks", "packets", "suits"):
        return f"`{number.group()}` is not read here", f"write {number_meant(number.group())}", *number.span()
    start, end = whole_word(text, at)
    word = text[start:end]
    hint = _HINTS[kind](text, start, word) if kind in _HINTS else None
    if hint is None:
        return None
    early = not word or (kind == "expression" and at >= len(text.rstrip()))
    return "this phrase stops too early" if early else f"`{word}` does not fit here", hint, start, end


def _in_cards(text: str, at: int, word: str) -> str | None:
    low = word.lower()
    before = text[:at].split()
    german = re.match(r"(\w+)[- ](\w+)", text[at:])
    if german and _named(german[1], _SUITS) and _named(german[2], _RANKS):
        return f"write {_named(german[2], _RANKS)}{_named(german[1], _SUITS)}: the rank, then the sign of the suit"
    if re.search(r"\b(?:of|in) (?:the )?(?:same|one) suit\b", text) and low in ("the", "same", "one", "in"):
        return "write `of any suit`: all cards of one suit, whichever it is"
    if word in ("-", "+", "&", "/", ";"):
        return "write blanks between cards: K Q of trump"
    if low == "in":
        return "write `of`: K Q of every suit"
    if low in ("each", "all", "every", "suits", "both") or (low == "any" and before[-1:] == ["of"]):
        return "write `of every suit` (in all four) or `of any suit` (in one of them)"
    if low in ("the", "an", "trumps"):
        return "write `trump`" if low == "trumps" else f"leave out `{word}`"
    if low in _ONES and not before and (text[at + len(word) :].strip() or not _named(low, _RANKS)):
        return f"write `{_ONES[low]}x` for so many of a card: {_ONES[low]}x A"
    symbol = _named(word, _RANKS) or _named(word, _SUITS)
    if symbol:
        hint = f"write {symbol}"
        if low not in _ENGLISH.split() and len(word) > 1:
            hint += f"; what your table calls it is said with `deck: {{names: {{{symbol}: {word}}}}}`"
        elif len(word) == 1:
            hint += f": {CARDS_ARE}"
        return hint
    return CARDS_ARE if word.isalpha() and low not in ("of", "or", "and", "a", "plain", "trump", "but") else None


def _in_moment(text: str, _at: int, _word: str) -> str | None:
    words = [word for word in re.split(r"\W+", text.lower()) if word not in ("the", "a", "an")]
    meant = " ".join(_named(word, _STEPS) or word for word in words)
    if words[:1] == ["during"] or meant in ("in auction", "while auction", "auction"):
        meant = {"auction": "at own bid", "play": "before own card"}.get(words[-1], meant)
    if "first trick" in meant:
        meant = "before first lead"
    turned = re.fullmatch(r"(end|start|beginning) of (?:whole )?(?:game|match)|(?:game|match) (?:is )?over", meant)
    if turned:
        meant = "game start" if turned[1] in ("start", "beginning") else "game end"
    near = nearest(meant, MOMENTS, cutoff=0.7)
    return f"did you mean `{near}`?" if near else None


def person_in_formula(text: str) -> str | None:
    """Return the name that formulas have for a player who is named in another way."""
    meant = _named(text, _PEOPLE)
    return None if meant is None else meant.replace(" ", "_")


def person_meant(text: str) -> str | None:
    """Return a hint for words that name a player in another way."""
    said = re.sub(r"^(the|a|an) ", "", _folded(text).replace("_", " "))
    meant = _named(said, _PEOPLE) or nearest(said, PEOPLE, cutoff=0.75)
    return f"write `{meant}`" if meant else None


def _in_person(text: str, _at: int, _word: str) -> str | None:
    return person_meant(text)


def _in_opens(text: str, _at: int, _word: str) -> str | None:
    number = re.search(r"\d+", text)
    person = person_meant(re.split(r"\b(?:must|at|has|is|starts|bids|opens)\b|\d", text)[0])
    who = person.removeprefix("write ").strip("`") if person else "dealer"
    return f"write `{who} at {number.group()}`" if number else f"write `{who} must bid`" if "must" in text else person


def _in_all_pass(text: str, _at: int, _word: str) -> str | None:
    number = re.search(r"\d+", text)
    if number:
        person = person_meant(text.split(maxsplit=1)[0])
        who = person.removeprefix("write ").strip("`") if person else "dealer"
        return f"write `{who} takes {number.group()}`"
    if re.search(r"redeal|re-deal|new deal|again|throw|thrown|next", text.lower()):
        return "write `same dealer deals again` or `next dealer deals`"
    forced = re.match(r"(.+?) (?:must|has|have|is|takes?|gets?|plays?|bids?)\b", text.lower())
    person = person_meant(forced[1]) if forced else None
    if person:
        return f"write `{person.removeprefix('write ').strip('`')} takes 25`, or for as much as he has to play"
    return None


def _in_duty(text: str, at: int, word: str) -> str | None:
    if word == "if" or (word == "only" and re.match(r"only (if|when)\b", text[at:])):
        return "write `when`"
    if word.lower() in ("except", "but"):
        return "write `unless`"
    if re.search(r"\b(?:when|unless)\b", text[:at]):
        return _in_formula(text, at, word)
    task = re.split(r"\b(?:when|unless|if)\b", text)[0].strip()
    meant = _named(task, _DUTIES) or nearest(task, [*_DUTIES, "beat the suit led"])
    return f"write `{meant}`" if meant else None


_HELD = re.compile(r"(?P<least>at least |only )?(?P<many>[a-z]+|\d+)(?P<more> or more)? (?P<what>[a-z]+)")
_UNITS = re.compile(r"(?P<many>.+?) (?:points?|pts|cards?|tricks?|chips?|checks?|deals?|seats?|players?)")
_PER = re.compile(
    r"(?P<many>\d+|[a-z]+)(?: points?| chips?| checks?)? (?:per|for each|for every|a) (?P<what>trick|counter|bid)s?"
)
_SOME = re.compile(r"(?P<least>at least )?(?P<many>a|an|any|some|one|\w+) (?P<what>tricks?|counters?)")


_IF_THEN = re.compile(r"\s*if (?P<condition>.+?),? then (?P<value>.+?),? else (?P<other>.+?)\s*")
_NO_CARDS = re.compile(r"(?:no|without|zero) (?P<what>[a-z]+)")


def _joined_words(text: str, at: int, word: str) -> str | None:
    """Return a hint for a name whose words stand apart, or a number that a sign is missing behind."""
    from pinochle_dsl.names import MUST_FLAGS, NAMES  # noqa: PLC0415 - the names of formulas, which only a wrong one asks for

    before = re.search(r"(-?\w+) $", text[:at])
    after = re.match(r" (\w+)", text[at + len(word) :])
    for one, two in ((before[1] if before else "", word), (word, after[1] if after else "")):
        if f"{one}_{two}" in (*NAMES, *MUST_FLAGS):
            return f"write `{one}_{two}`"
    times = re.fullmatch(r"(\d+)([a-z_]+)", word)
    if times and times[2] in NAMES:
        return f"write `{times[1]} * {times[2]}`"
    if before and before[1].removeprefix("-").isdigit() and word in NAMES:
        return f"write `{before[1]} * {word}`"
    return None


def _in_formula(text: str, at: int, word: str) -> str | None:
    chosen = _IF_THEN.fullmatch(text)
    if chosen:
        return f"write `{chosen['value']} if {chosen['condition']} else {chosen['other']}`"
    lacking = _NO_CARDS.fullmatch(" ".join(text.lower().split()))
    if lacking and (rank := _named(lacking["what"], _RANKS)):
        return f"write `count({rank}) = 0`"
    joined = _joined_words(text, at, word)
    if joined:
        return joined
    some = _SOME.fullmatch(text.strip().lower())
    if some:
        many = 1 if some["many"] in ("a", "an", "any", "some", "one") else number_meant(some["many"])
        many = int(some["many"]) if many is None and some["many"].isdigit() else many
        if many is not None:
            name = "tricks" if some["what"].startswith("trick") else "counters"
            return f"write `{name} > 0`" if many == 1 else f"write `{name} >= {many}`"
    whole = " ".join(text.lower().split())
    meant = number_meant(whole) or ((unit := _UNITS.fullmatch(whole)) and number_meant(unit["many"]))
    if meant:
        return f"write {meant}"
    per = _PER.fullmatch(whole)
    if per and (many := number_meant(per["many"])) is not None:
        name = {"trick": "tricks", "counter": "counters", "bid": "bid"}[per["what"]]
        return f"write `{many} * {name}`"
    held = _HELD.fullmatch(whole)
    if held and (rank := _named(held["what"], _RANKS)) and (many := number_meant(held["many"])) is not None:
        return f"write `count({rank}) >= {many}`"
    low = word.lower()
    if re.search(r"\b(?:count|holds|taken|turned|played)\s*\([^()]*$", text[:at]):
        return _in_cards(text, at, word)
    if " if " in text and " else " not in text and at + len(word) >= len(text.rstrip()):
        return "say what holds otherwise too: VALUE if CONDITION else OTHER"
    if low == "at" and re.match(r"at (least|most)\b", text[at:]):
        return "write `>=`" if text[at:].startswith("at least") else "write `<=`"
    sign = next((sign for sign, words in _SIGNS.items() if low in words), None)
    if sign:
        return f"write `{sign}`"
    return {
        "when": "write `if`: VALUE if CONDITION else OTHER",
        "unless": "write `if not`: VALUE if not CONDITION else OTHER",
        "then": "write VALUE if CONDITION else OTHER",
        "otherwise": "write `else`",
        "of": "what somebody has is written `declarer.meld`",
        "the": "leave out `the`",
        "than": "write a sign: `>`, `<`, `>=` or `<=`",
        "else": "write VALUE if CONDITION else OTHER" if " if " not in text else None,
    }.get(low)


def _in_raise(text: str, _at: int, _word: str) -> str | None:
    number = re.search(r"\d+", text)
    if number is None:
        meant = number_meant(" ".join(word for word in text.lower().split() if word not in ("by", "at", "least")))
        return f"write {meant}" if meant else None
    if re.search(r"exact|only", text):
        return f"write `{number.group()} only`"
    return f"write `{number.group()}`: higher jumps are allowed too" if re.search(r"least|more|by|jump", text) else None


def _in_span(text: str, _at: int, _word: str) -> str | None:
    stretches = re.findall(r"(\d+)(?:\s*(?:-|–|\.\.+|to|bis|until|through)\s*(\d+))?", text)
    if len(stretches) > 1 or (stretches and stretches[0][1]):
        return f"write `{' or '.join(f'{low} to {high}' if high else low for low, high in stretches)}`"
    meant = number_meant(text)
    return f"write {meant}" if meant is not None else None


def _in_row(text: str, _at: int, word: str) -> str | None:
    if word in ("-", "to", "–"):
        return "name each, from high to low: A 10 K Q J 9"
    if word in (",", ";", "+", "/"):
        return f"write blanks between them: {' '.join(re.split(r'[^A-Za-z0-9♠♥♦♣]+', text.strip()))[:40]}"
    return _in_cards(text, _at, word)


def _in_packets(text: str, at: int, word: str) -> str | None:
    by = re.match(
        r"(?:in |by )?(\w+)(?:['’]?s)?(?: cards?)? (?:at a time|at once|each|by)", text.lower().replace(" by", " by")
    )
    many = number_meant(by[1]) if by else number_meant(re.sub(r"^(?:by|in) |s$", "", text.strip().lower()))
    if many:
        return f"write how many in each round: {' '.join([str(many)] * 3)}, to as many as are dealt"
    return _in_row(text, at, word)


_HINTS = {
    "cards": _in_cards,
    "group": _in_cards,
    "ranks": _in_row,
    "suits": _in_row,
    "packets": _in_packets,
    "window": _in_moment,
    "who": _in_person,
    "opens": _in_opens,
    "all_pass": _in_all_pass,
    "duty": _in_duty,
    "expression": _in_formula,
    "raise": _in_raise,
    "span": _in_span,
}


def suit_meant(text: str) -> str | None:
    """Return the suit that a word of another language means."""
    return _named(text, _SUITS)


# ---- YAML ----------------------------------------------------------------------------------------------


def quoted(value: str) -> str:
    """Return a text in quotes that YAML reads as it stands, whatever quotes are in it."""
    if '"' not in value and "\\" not in value:
        return f'"{value}"'
    return "'" + value.replace("'", "''") + "'"


def missing_colon(text: str, keys: frozenset[str]) -> tuple[str, str] | None:
    """Return message and hint for `minimum 20` or `minimum:20`, whose first word is a key."""
    match = re.fullmatch(r"([A-Za-z_]+)(\s*:|\s+(?=[\[{])|\s+|(?=[\[{]))(\S.*)", text.strip(), re.DOTALL)
    if match is None or match[1] not in keys or re.match(r"(of|and|or|if|in|is|when|only|then)\b|[=<>*/+-]", match[3]):
        return None
    rest = match[3].split("\n")[0].rstrip()
    missing = (
        f"a blank is missing after `{match[1]}:`" if ":" in match[2] else f"the colon is missing after `{match[1]}`"
    )
    return missing, f"write `{match[1]}: {rest}`"
