# ruff: noqa: F403, F405, FBT001, SIM110
# Constants come by star import; long tables of cases and plain loops are what becomes fast C.
"""The player `counting`: what a seat can know of the hidden cards, and play that uses it.

`lacks` has for each seat the cards that all know it not to hold: whoever plays a card that a duty would have
forbidden him if he had held others holds none of those others.  `gather` sets out what a seat cannot see: `pool`
has the cards, `place_size` where they may lie.  Nothing else is ever learnt about hidden cards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

try:
    import cython  # type: ignore[import-untyped, unused-ignore]
except ImportError:
    from interpreter._nocython import cython

if not cython.compiled:
    from interpreter._bits import *
    from interpreter._numbers import *

from interpreter._basic import Player
from interpreter._solver import Solver

if TYPE_CHECKING:
    from interpreter._state import State
    from interpreter._tables import Tables

MASK64 = 0xFFFFFFFFFFFFFFFF
SOLVER_BITS = 16
MOST_WORK = 1 << 17
"""Positions in a search for the best end of a deal, a few milliseconds; what takes longer is played by rule."""
SURE = 1000
"""Chances are in thousandths."""


class Counting(Player):
    """A game in which the players may remember what they have seen."""

    def __init__(
        self,
        modes: list[Tables],
        seed: int = 0,
        game: int = 0,
        dealer: int = -1,
        balances: dict[int, list[int]] | None = None,
    ) -> None:
        self.lacks = [0] * 8
        self.decided = 0
        self.pool = [0] * 64
        self.fixed = [0] * 512
        self.n_hidden = 0
        self.n_places = 0
        self.place_kind = [0] * 40
        self.place_at = [0] * 40
        self.place_size = [0] * 40
        self.place_mask = [0] * 40
        self.solver: Solver | None = None
        self.n_taken = 0
        self.taken_form = [0] * 4
        self.taken_instance = [0] * 4
        self.hope_of = [0] * 256
        self.way_of = [0] * 256
        self.way = 0
        self.draw_chance = [NOBODY] * 16
        self.solved = 0
        super().__init__(modes, seed, game, dealer, balances)

    # -- memory

    def copy_state(self, other: State) -> None:
        """Become equal to another state; what is remembered goes with it where anybody remembers."""
        Player.copy_state(self, other)
        if other.watched and isinstance(other, Counting):
            source = other
            self.decided = source.decided
            for seat in range(8):
                self.lacks[seat] = source.lacks[seat]

    def start_game(self) -> None:
        """Begin a game."""
        self.decided = 0
        Player.start_game(self)

    def clear_facts(self) -> None:
        """Set the facts of a deal to their start."""
        for seat in range(8):
            self.lacks[seat] = 0
        Player.clear_facts(self)

    def keep_gain(self, seat: int, card: int, seen: int) -> None:
        """Keep what is known of a hand that is about to get a card."""
        if seen == ALL_SEATS:
            self.lacks[seat] &= ~bit_of(card)
        else:
            self.lacks[seat] = 0
        Player.keep_gain(self, seat, card, seen)

    def act(self, action: int) -> None:
        """Carry a legal action out, and remember what it says of the hand it comes from."""
        self.decided += 1
        if self.watched:
            if self.deciding == D_PLAY:
                self.note_card(action)
            elif self.deciding == D_ASK:
                self.note_asking(action)
        Player.act(self, action)

    def note_card(self, card: int) -> None:
        """Conclude from a card that is about to be played what its hand does not hold."""
        tables = self.t
        seat = self.seat
        stage = self.play_stage()
        at = stage * 16
        left = tables.all_types  # what may be played as far as the duties before go
        if self.n_laid == 0:
            if self.must_lead:
                return
            for i in range(at, at + tables.lead_n[stage]):
                flags = self.lead_flags() & ~4
                applies = tables.lead_when[i] >> flags & 1
                if tables.trump_mask[self.trump] >> card & 1 and applies != (tables.lead_when[i] >> (flags | 4) & 1):
                    return  # whether the duty holds for him depends on cards that nobody has seen
                if applies:
                    cards = tables.lead_cards[i * 5 + self.trump]
                    if tables.lead_kind[i] == K_TRUMP:
                        cards = tables.trump_mask[self.trump]
                    cards = left & (~cards if tables.lead_kind[i] == K_AVOID else cards)
                    if cards >> card & 1:
                        left = cards
                    else:
                        self.lacks[seat] |= cards
            return
        suit = tables.suit_mask[self.led]
        for i in range(at, at + tables.must_n[stage]):
            flags = self.trick_flags() & ~4
            applies = tables.must_when[i] >> flags & 1
            if not suit >> card & 1:
                void = tables.must_when[i] >> (flags | 4) & 1
                if suit & ~self.lacks[seat] == 0:
                    applies = void
                elif applies != void:
                    return
            if applies:
                cards = left & self.duty_mask(tables.must_kind[i], tables.must_cards[i * 5 + self.trump])
                if cards >> card & 1:
                    left = cards
                else:
                    self.lacks[seat] |= cards

    def note_asking(self, card: int) -> None:
        """Remember who was asked for a card in vain."""
        seat = self.giver
        for _ in range(self.t.seats - 1):
            seat = (seat + self.t.ask_start + self.t.seats) % self.t.seats
            if self.count[seat * 64 + card]:
                return
            self.lacks[seat] |= bit_of(card)

    # -- what a seat cannot see

    def known_by(self, seat: int, other: int, card: int) -> int:
        """Return how many copies of a card a seat knows another to hold."""
        held = self.count[other * 64 + card]
        if self.shown_hands >> other & 1:
            return held
        known = self.known_of(seat, other, card)
        shown = 0
        if self.t.cards_open:
            shown = held - self.fresh(other, card) if self.t.over_time else self.known_of(MELD_VIEW, other, card)
        return max(known, shown)

    def add_place(self, kind: int, at: int, size: int, mask: int) -> None:
        """Note a place where so many hidden cards lie; `mask` has those that may."""
        if size > 0:
            self.place_kind[self.n_places] = kind
            self.place_at[self.n_places] = at
            self.place_size[self.n_places] = size
            self.place_mask[self.n_places] = mask
            self.n_places += 1

    def is_dealt(self) -> bool:
        """Tell whether the cards of this deal have been dealt."""
        if self.tricks_played or self.deciding == D_BUILD:
            return True
        for seat in range(self.t.seats):
            if self.hand_left[seat]:
                return True
        return False

    def gather(self, me: int) -> None:
        """Set out which cards a seat cannot see, and where they may lie."""
        tables = self.t
        self.open_melds()
        self.n_places = 0
        self.n_hidden = 0
        for copies in range(16):
            self.draw_chance[copies] = NOBODY
        if not self.is_dealt():
            return
        for card in range(tables.types):
            self.pool[card] = tables.copies[card] - self.seen[card] - self.count[me * 64 + card]
        for seat in range(tables.seats):
            if seat == me:
                continue
            left = self.hand_left[seat]
            for card in range(tables.types):
                known = self.known_by(me, seat, card)
                self.fixed[seat * 64 + card] = known
                self.pool[card] -= known
                left -= known
            self.add_place(IN_HAND, seat, left, tables.all_types & ~self.lacks[seat])
        if self.turn_up >= 0 and tables.turn_up != 3:
            self.pool[self.turn_up] -= 1
        self.gather_deck()
        self.gather_aside(me)
        for card in range(tables.types):
            self.n_hidden += self.pool[card]
        left = self.n_hidden
        for i in range(self.n_places):
            left -= self.place_size[i]
        self.add_place(NOWHERE, 0, left, tables.all_types)

    def gather_deck(self) -> None:
        """Set out what lies face down in the widow and in the stock."""
        tables = self.t
        lying = not self.widow_taken or (tables.split_n == 0 and self.widow_owner < 0)
        if tables.widow and lying:
            at = tables.seats * tables.hand
            shown = tables.widow if self.widow_taken and self.widow_open else self.exposed
            for i in range(shown):
                self.pool[self.deck[at + i]] -= 1
            self.add_place(IN_DECK, at + shown, tables.widow - shown, tables.all_types)
        at = self.stock_next
        if self.deciding == D_BUILD:
            self.pool[self.deck[at]] -= 1
            at += 1
        self.add_place(IN_DECK, at, tables.stock_to - at, tables.all_types)

    def gather_aside(self, me: int) -> None:
        """Set out what was laid away, laid aside or waits to be passed on."""
        tables = self.t
        if tables.has_bury:
            hidden = 0
            for card in range(tables.types):
                shown = self.buried[card] if me == self.declarer else self.buried_open[card]
                self.pool[card] -= shown
                hidden += self.buried[card] - shown
            mask = tables.all_types if self.forced_bury else tables.all_types & ~tables.bury_not[self.trump]
            self.add_place(IN_BURIED, 0, hidden, mask)
        if tables.build or tables.has_redraw:
            for seat in range(tables.seats):
                hidden = 0
                for card in range(tables.types):
                    shown = self.rejected[seat * 64 + card] if seat == me else 0
                    self.pool[card] -= shown
                    hidden += self.laid_aside[seat * 64 + card] - shown
                self.add_place(IN_ASIDE, seat, hidden, tables.all_types)
        if self.unseen:
            for seat in range(tables.seats):
                mine = tables.ring_n and self.passed_by[seat] == me
                hidden = 0
                for card in range(tables.types):
                    if mine:
                        self.pool[card] -= self.passed_card[seat * 64 + card]
                    else:
                        hidden += self.passed_card[seat * 64 + card]
                self.add_place(IN_PASSING, seat, hidden, tables.all_types)

    def all_is_known(self) -> bool:
        """Tell whether the seat for which the hidden cards are set out can tell where each of them lies."""
        return self.n_places < 2 and (self.n_places == 0 or self.place_kind[0] == IN_HAND)

    # -- the end of a deal

    def solved_card(self, favourite: int) -> int:
        """Return a best card where only tricks are still to come and all cards are known, else NOBODY."""
        if self.play_stage() or (self.t.trick_melds and not self.t.has_stock) or not self.all_is_known():
            return NOBODY
        return self.best_of_all(favourite)

    def new_solver(self) -> Solver:
        """Return a solver of this Program."""
        return Solver(self.modes, SOLVER_BITS)

    def best_of_all(self, favourite: int) -> int:
        """Return a best card with all cards known, the favourite if it is one; NOBODY if that takes too long."""
        if self.solver is None:
            self.solver = self.new_solver()
        solver = self.solver
        if solver.begin(self, self.side_seats(1 << self.seat), self.shuns_points()) < 0:
            return NOBODY
        solver.ask_of(NOBODY)
        if not solver.search_on(MOST_WORK):
            return NOBODY
        return solver.one_that_brings_it(self.legal_mask, favourite, MOST_WORK)

    def likely_best(self, favourite: int) -> int:  # noqa: ARG002 - for those that know more
        """Return the card that is best on average of all ways the cards may lie; NOBODY unless few tricks are left."""
        return NOBODY

    def shuns_points(self) -> bool:
        """Tell whether the seat's side does better with no more tricks than with all that are left."""
        seat = self.seat
        other = NOBODY
        for s in range(self.t.seats):
            if self.side[s] != self.side[seat] and not self.absent >> s & 1:
                other = s
        if other < 0:
            return False
        return self.gain_with(other) > self.gain_with(seat)

    def gain_with(self, taker: int) -> int:
        """Return how much more than the others the seat's account gets if one takes all that is left."""
        mine = self.account[self.seat]
        raw, tricks, last = self.raw[taker], self.tricks[taker], self.last_winner
        counted, out, forced = self.melds_counted, self.played_out, self.forced_row
        row, outcome, winner = self.outcome_row, self.outcome, self.deal_winner
        self.raw[taker] += self.lying + self.t.last_trick
        for s in range(self.t.seats):
            rest = self.hand[s]
            while rest:
                card = lowest(rest)
                rest &= rest - 1
                self.raw[taker] += self.count[s * 64 + card] * self.t.trump_points[self.trump * 64 + card]
        self.tricks[taker] += self.hand_left[self.seat]
        self.last_winner = taker
        self.played_out = 1
        laid = [0] * 8
        for s in range(self.t.seats):
            laid[s] = self.own_meld[s]
        if not self.melds_counted:
            self.count_melds()
        self.find_winner()
        self.find_outcome()
        lead = 0
        if self.outcome_row >= 0:
            others = -2000000000
            for account in range(self.t.accounts):
                if account != mine:
                    others = max(others, self.gain_of(account))
            lead = self.gain_of(mine) - others
        for s in range(self.t.seats):
            self.own_meld[s] = laid[s]
        self.raw[taker], self.tricks[taker], self.last_winner = raw, tricks, last
        self.melds_counted, self.played_out, self.forced_row = counted, out, forced
        self.outcome_row, self.outcome, self.deal_winner = row, outcome, winner
        return lead

    # -- decisions

    def counting_action(self) -> int:
        """Return what `counting` does."""
        self.solved = 0
        if self.deciding == D_PLAY:
            if self.legal_mask & (self.legal_mask - 1) == 0:
                return lowest(self.legal_mask)
            self.gather(self.seat)
            if self.play_stage():
                return self.counting_stock_card()
            card = self.counting_card()
            best = self.solved_card(card)
            self.solved = 1 if best >= 0 else 0
            if best < 0:
                best = self.likely_best(card)
            return best if best >= 0 else card
        if self.deciding == D_MELD and self.n_options > 1:
            self.gather(self.seat)
            return self.counting_meld()
        return self.basic_action()

    # -- melds in progress

    def chance_to_draw(self, copies: int) -> int:
        """Return the chance that at least one of so many hidden copies comes into the seat's hand, in thousandths.

        It is asked thousands of times for a card of a large pack, and stays the same until `gather` looks anew.
        """
        if copies <= 0 or self.n_hidden <= 0 or not self.t.has_stock or self.closed:
            return 0
        if self.draw_chance[copies] >= 0:
            return self.draw_chance[copies]
        draws = (self.t.stock_to - self.stock_next + (1 if self.turn_up_left() else 0)) // self.t.seats
        misses = SURE
        for i in range(draws):
            if self.n_hidden - i <= copies:
                misses = 0
                break
            misses = misses * (self.n_hidden - i - copies) // (self.n_hidden - i)
        self.draw_chance[copies] = SURE - misses
        return SURE - misses

    def hope(self, seat: int, form: int, without: int) -> int:
        """Return the chance that a meld can still be laid, in thousandths; `way` then says with which cards.

        `without`: a card of which one copy is played.  What other melds take (`taken_form`) is gone for those that
        they stand against.
        """
        tables = self.t
        entry = tables.form[form * 5]
        kind = tables.meld_number[entry]
        if tables.entry_bare[entry] or self.laid_kinds[seat] & tables.excludes[entry]:
            return 0
        if tables.entry_limit[entry] and self.melded[seat * 64 + kind] >= tables.entry_limit[entry]:
            return 0
        best = 0
        for instance in range(tables.form[form * 5 + 3], tables.form[form * 5 + 4]):
            chance = SURE
            new = not tables.new_card
            for j in range(tables.instance_at[instance], tables.instance_at[instance + 1]):
                card = tables.instance_type[j]
                have = self.usable(seat, entry, card)
                if card == without:
                    have -= 1
                if self.fresh(seat, card) > (1 if card == without else 0):
                    new = True
                if self.n_taken:
                    have -= self.spent(entry, card)
                missing = tables.instance_amount[j] - have
                if missing > 0:
                    new = True
                    for k in range(missing):
                        chance = chance * self.chance_to_draw(self.pool[card] - k) // SURE
                    if chance == 0:
                        break
            if new and chance > best:
                best = chance
                self.way = instance
        return best

    def spent(self, entry: int, card: int) -> int:
        """Return how many copies of a card other melds take from an entry."""
        tables = self.t
        total = 0
        for i in range(self.n_taken):
            if not tables.conflict[entry] >> tables.form[self.taken_form[i] * 5] & 1:
                continue
            taken = self.taken_instance[i]
            for j in range(tables.instance_at[taken], tables.instance_at[taken + 1]):
                if tables.instance_type[j] == card:
                    total += tables.instance_amount[j]
        return total

    def take(self, form: int, instance: int) -> None:
        """Let a meld take its cards, for the questions that follow."""
        self.taken_form[self.n_taken] = form
        self.taken_instance[self.n_taken] = instance
        self.n_taken += 1

    def counting_meld(self) -> int:
        """Return the meld that brings most with what can be hoped for after it; to wait is a choice too."""
        seat = self.seat
        tables = self.t
        best = PASS
        self.n_taken = 0
        most = self.hopes(seat, NOBODY, NOBODY)
        for i in range(self.n_options):
            action = self.options[i]
            if action == PASS:
                continue
            form = self.find_form((action - MELD_ACTION) // 4, (action - MELD_ACTION) % 4)
            self.n_taken = 0
            self.take(form, self.form_instance(seat, form))
            worth = tables.form[form * 5 + 2]
            if tables.entry_swaps[tables.form[form * 5]]:
                worth += tables.point_unit
            score = worth + self.hopes(seat, form, NOBODY)
            self.n_taken = 0
            if score > most or (score == most and (best == PASS or worth > self.worth_of(best))):
                most = score
                best = action
        return best

    def worth_of(self, action: int) -> int:
        """Return the points of a meld."""
        return self.t.form[self.find_form((action - MELD_ACTION) // 4, (action - MELD_ACTION) % 4) * 5 + 2]

    def hopes(self, seat: int, but: int, without: int) -> int:
        """Return what may still be hoped for from melds; every one of them needs a trick of its own.

        Of melds that want the same cards the dearer is laid if it can be.
        """
        tables = self.t
        first = tables.form_at[self.trump]
        end = min(tables.form_at[self.trump + 1], first + 256)
        total = 0
        tricks = 4
        if tables.has_stock:
            tricks = 0 if self.closed else (tables.stock_to - self.stock_next) // tables.seats
        for form in range(first, end):
            self.hope_of[form - first] = 0
            if tables.form[form * 5 + 2] > 0 and form != but:
                self.way = NOBODY
                self.hope_of[form - first] = self.hope(seat, form, without)
                self.way_of[form - first] = self.way
        for form in range(first, end):
            chance = self.hope_of[form - first]
            if chance:
                rival = self.rival_of(form, first, end)
                if rival >= 0:
                    self.take(rival, self.way_of[rival - first])
                    left = self.hope(seat, form, without)
                    self.n_taken -= 1
                    chance -= self.hope_of[rival - first] * (chance - left) // SURE
                total += tables.form[form * 5 + 2] * chance // SURE
        return total * tricks // (tricks + 2)

    def rival_of(self, form: int, first: int, end: int) -> int:
        """Return the meld that promises more, of those that want some of a meld's cards; NOBODY if there is none."""
        tables = self.t
        entry = tables.form[form * 5]
        wanted = tables.instance_mask[self.way_of[form - first]]
        best = NOBODY
        most = tables.form[form * 5 + 2] * self.hope_of[form - first]
        for other in range(first, end):
            promise = tables.form[other * 5 + 2] * self.hope_of[other - first]
            if promise <= most or not tables.conflict[entry] >> tables.form[other * 5] & 1:
                continue
            if tables.instance_mask[self.way_of[other - first]] & wanted:
                most = promise
                best = other
        return best

    # -- the play

    def counting_stock_card(self) -> int:
        """Return a card while a stock lasts: nothing that melds in progress need, and win what pays."""
        seat = self.seat
        tables = self.t
        best = NOBODY
        most = 0
        meld = self.best_meld_to_lay(seat)
        self.n_taken = 0
        whole = self.hopes(seat, NOBODY, NOBODY)
        lying = self.lying
        friend = self.n_laid > 0 and self.side[self.best_seat] == self.side[seat]
        rest = self.legal_mask
        while rest:
            card = lowest(rest)
            rest &= rest - 1
            points = tables.trump_points[self.trump * 64 + card]
            score = self.hopes(seat, NOBODY, card) - whole
            score -= self.keeping(card)
            if self.n_laid == 0:
                score += self.winning_chance(seat, card) * (meld // 2 + 2 * points) // SURE - points
            elif tables.stronger[self.trump * 64 + self.best_card] >> card & 1:
                score += (meld * 3 // 4 if self.n_laid == tables.seats - 1 else meld // 2) + lying + points
            else:
                score += points if friend else -points - lying
            if best < 0 or score > most:
                most = score
                best = card
        return best

    def keeping(self, card: int) -> int:
        """Return what a card is worth in the tricks to come, apart from melds."""
        return self.t.power[self.trump * 64 + card] * self.t.point_unit // 4

    def winning_chance(self, seat: int, card: int) -> int:
        """Return the chance that nobody beats a card that is led while nobody has to follow, in thousandths."""
        tables = self.t
        better = 0
        rest = tables.stronger_in_suit[card]
        while rest:
            better += self.pool[lowest(rest)]
            rest &= rest - 1
        for other in range(tables.seats):
            if other != seat and self.side[other] != self.side[seat]:
                rest = tables.stronger_in_suit[card]
                while rest:
                    if self.fixed[other * 64 + lowest(rest)]:
                        return 0
                    rest &= rest - 1
        held = 0
        for other in range(tables.seats):
            if other != seat:
                held += self.hand_left[other]
        chance = SURE
        for i in range(min(held, 12)):
            if self.n_hidden - i <= better:
                return 0
            chance = chance * (self.n_hidden - i - better) // (self.n_hidden - i)
        return chance

    def counting_card(self) -> int:
        """Return the card that `counting` plays by rule: what is likely to win what pays, else what costs little."""
        seat = self.seat
        best = NOBODY
        most = 0
        friend = self.n_laid > 0 and self.side[self.best_seat] == self.side[seat]
        safe = self.chance_to_hold(seat, self.best_card, self.led) if friend else 0
        out = self.trumps_out(seat) if self.n_laid == 0 and self.trump < 4 else 0
        rest = self.legal_mask
        while rest:
            card = lowest(rest)
            rest &= rest - 1
            score = self.lead_worth(seat, card, out) if self.n_laid == 0 else self.follow_worth(card, friend, safe)
            if best < 0 or score > most:
                most = score
                best = card
        return best

    def lead_worth(self, seat: int, card: int, out: int) -> int:
        """Return how good a lead is: by the chance that nobody beats it."""
        row = self.trump * 64
        trumps = self.t.trump_mask[self.trump] >> card & 1
        points = self.t.weight[card]
        power = self.t.power[row + card]
        chance = self.chance_to_hold(seat, card, card)
        win = 200 + points
        if trumps:
            mine = self.declarer >= 0 and self.side[self.declarer] == self.side[seat]
            win = 300 + power if out and mine else 60 - power
        lose = (20 if trumps and out == 0 else 0) - 10 * points - power - (30 if trumps else 0)
        return (win * chance + lose * (SURE - chance)) // SURE

    def follow_worth(self, card: int, friend: bool, safe: int) -> int:
        """Return how good a card is to follow with: by the chance that the trick stays with the side that has it."""
        row = self.trump * 64
        points = 10 * self.t.trump_points[row + card]
        unit = self.t.point_unit
        power = self.t.power[row + card]
        cheap = power * unit // 4
        lying = 10 * self.lying
        chance = 0
        cost = power * unit
        if self.t.stronger[row + self.best_card] >> card & 1:
            chance = self.chance_to_hold(self.seat, card, self.led)
            cost = cheap + (power * unit if friend else 0)
        elif friend:
            chance = safe
            cost = cheap
        return ((lying + 2 * points) * chance - 2 * points * (SURE - chance)) // SURE - cost

    def chance_to_hold(self, seat: int, card: int, led: int) -> int:
        """Return the chance that no opponent still to play to the trick beats a card, in thousandths."""
        chance = SURE
        other = seat
        for _ in range(self.n_laid + 1, self.trick_size):
            other = self.present((other + 1) % self.t.seats)
            if self.side[other] != self.side[seat]:
                chance = chance * (SURE - self.chance_to_beat(other, card, led)) // SURE
        return chance

    def chance_to_beat(self, other: int, card: int, led: int) -> int:
        """Return the chance that a hand can beat a card of a trick, in thousandths."""
        strong = self.t.stronger[self.trump * 64 + card]
        suit = self.t.suit_mask[led]
        trumps = self.t.trump_mask[self.trump]
        high = self.chance_held(other, strong & suit)
        if high == SURE or trumps >> led & 1 or not strong & trumps:
            return high
        void = SURE - self.chance_held(other, suit)
        return min(SURE, high + void * self.chance_held(other, strong & trumps) // SURE)

    def chance_held(self, other: int, cards: int) -> int:
        """Return the chance that a hand has at least one of some cards, in thousandths."""
        size = 0
        free = self.t.all_types & ~self.lacks[other]
        for i in range(self.n_places):
            if self.place_kind[i] == IN_HAND and self.place_at[i] == other:
                size = self.place_size[i]
        total = 0
        wanted = 0
        rest = self.t.all_types & (free | cards)
        while rest:
            card = lowest(rest)
            rest &= rest - 1
            if cards >> card & 1 and self.fixed[other * 64 + card]:
                return SURE
            if free >> card & 1:
                total += self.pool[card]
                if cards >> card & 1:
                    wanted += self.pool[card]
        if wanted == 0 or size == 0:
            return 0
        misses = SURE
        for i in range(size):
            if total - i <= wanted:
                return SURE
            misses = misses * (total - i - wanted) // (total - i)
        return SURE - misses
