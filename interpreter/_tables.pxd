cimport cython
from interpreter._melds cimport MeldSet

cdef class Tables:
    @cython.locals(tables=Tables)
    cpdef object keep(self, list modes)
    cdef object kept
    cdef public bint keeps_uses, keeps_broken, keeps_aside, keeps_calls
    cdef public object program, rules, names, codes_known, with_melds, like
    cdef public int mode
    # table and deck
    cdef int seats, sides, accounts, first_dealer, next_dealer
    cdef int side_of[8]
    cdef int account_of[8]
    cdef int first_seat[9]
    cdef int types, ranks, pack_size
    cdef unsigned char pack[416]
    cdef unsigned char copies[64]
    cdef unsigned long long all_types
    cdef unsigned long long tops
    # deal
    cdef int hand, widow, stock, turned_at, stock_from, stock_to
    cdef int turn_up, discards_to
    cdef bint build
    cdef bint has_redraw
    cdef int redraw_cards, redraw_by_at, redraw_by_n
    cdef int shuffled
    # cards
    cdef unsigned long long suit_mask[64]
    cdef unsigned long long trump_mask[5]
    cdef unsigned long long stronger[320]
    cdef unsigned long long stronger_in_suit[64]
    cdef int points[64]
    cdef int trump_points[320]
    cdef int points_under[5]
    cdef bint points_vary
    cdef int people, sit_at, sit_n
    cdef bint idle_share
    cdef int ring_at, ring_n, ask_by, ask_start, ask_back, ask_if
    cdef bint has_ask, ask_moves, ask_makes_partner
    cdef unsigned long long ask_cards[5]
    cdef int break_at, break_n
    cdef int ledger_into[16]
    cdef bint ledger_to_winner[16]
    cdef int last_trick, round_to, per, all_points, all_tricks
    cdef bint last_wins
    # phases
    cdef int phase[16]
    cdef int n_phases
    # pooled short lists and code
    cdef int pool[4096]
    cdef int pool_size
    cdef int code[24576]
    cdef int code_size
    cdef int code_at[768]
    cdef int code_end[768]
    cdef int n_codes
    cdef unsigned long long card_sets[1280]
    cdef int group_at[1280]
    # auction
    cdef int bid_step
    cdef bint has_auction, jumps, must_open, may_return, taken_or_more
    cdef int ladder[10000]
    cdef int n_ladder
    cdef int steps_at, steps_n, opens, holds, minimum, turns, may_bid, must_bid, may_pass
    cdef int all_pass, taker, taken_at, last_word, last_steps_at, last_steps_n
    # trump, widow, exchange, bury
    cdef int trump_by, trump_needs, trump_lacking, trump_lacking_outcome
    cdef bint trump_or_none
    cdef bint has_widow, uses_dealt
    cdef bint with_suit, summed, exposes, duel, carries_on, widow_last, bury_forced_shown, exchange_not_melded, alone
    cdef int bid_suits, pass_words, split_at, split_n, widow_shown_if, open_hands
    cdef int widow_to, widow_shown
    cdef int exchange_cards, exchange_order
    cdef unsigned long long exchange_not[5]
    cdef int bury_cards, bury_counts_for
    cdef bint has_exchange, has_bury, bury_not_melded
    cdef unsigned long long bury_not[5]
    # melds
    cdef bint cards_open, melds_named
    cdef bint has_meld, over_time, several, new_card, meld_rules
    cdef int meld_by_at, meld_by_n, floor, saved_by
    cdef public MeldSet all_melds
    cdef public dict meld_sets
    cdef int n_entries
    cdef unsigned long long conflict[64]
    cdef unsigned long long excludes[64]
    cdef int meld_number[64]
    cdef int entry_by_at[64]
    cdef int entry_by_n[64]
    cdef int entry_if[64]
    cdef int entry_limit[64]
    cdef int entry_wins[64]
    cdef bint entry_swaps[64]
    cdef bint entry_free[64]
    cdef bint entry_names[64]
    cdef bint entry_slots[64]
    cdef bint entry_bare[64]
    cdef bint when_led, trick_melds, again, from_tricks, cardless, excluding, wins_by_meld, by_marriage
    cdef public dict exclusive_known
    cdef public unsigned long long tracked
    # forms for melding over time: per trump a run of (entry, slot, worth, first instance, last instance)
    cdef int form_at[6]
    cdef int[::1] form
    cdef int[::1] instance_at
    cdef int[::1] instance_type
    cdef int[::1] instance_amount
    cdef unsigned long long[::1] instance_mask
    # play: duties of the playoff (0) and of the stock (1)
    cdef bint has_play, has_stock
    cdef int leader, stock_melds, winner_draws_first, winner_takes_turn_up
    cdef bint winner_chooses
    cdef int must_n[2]
    cdef int must_kind[32]
    cdef unsigned long long must_when[32]
    cdef unsigned long long must_cards[160]
    cdef bint must_plain[2]
    cdef bint usual[2]
    cdef int lead_n[2]
    cdef int lead_kind[32]
    cdef unsigned long long lead_when[32]
    cdef unsigned long long lead_cards[160]
    # windows: items are pairs (0 payment or 1 call, index)
    cdef int window_at[256]
    cdef int window_n[256]
    cdef bint card_windows, trick_windows, plain_play
    cdef int n_calls
    cdef int call_number[64]
    cdef int call_by_at[64]
    cdef int call_by_n[64]
    cdef int call_may[64]
    cdef int call_must[64]
    cdef int call_then[64]
    cdef int call_outcome[64]
    cdef int call_stakes[64]
    cdef int call_mode[64]
    cdef int call_agreed[64]
    cdef bint call_once[64]
    cdef bint call_shows[64]
    cdef int call_bids[64]
    cdef bint call_shows_widow[64]
    cdef int pay_if[64]
    cdef int pay_from[64]
    cdef int pay_to[64]
    cdef int pay_ledger[64]
    cdef int pay_amount[64]
    cdef bint pay_sets[64]
    # outcomes
    cdef int n_outcomes
    cdef int outcome_number[64]
    cdef int outcome_if[64]
    cdef int outcome_column_at[64]
    cdef int outcome_columns[64]
    cdef bint rows_ask_hands
    cdef bint plan_varies
    cdef int outcome_made[64]
    cdef int outcome_wins_at[64]
    cdef int outcome_wins_n[64]
    cdef int outcome_loses_at[64]
    cdef int outcome_loses_n[64]
    cdef bint outcome_ruling[64]
    cdef int stake, winner
    # ending
    cdef int target, end_ledger, deals, tie_again
    cdef bint has_target
    cdef int both_at, both_n, winner_needs, wins_at, wins_n, loses_at, loses_n, ends_at, ends_n
    cdef int n_ledgers
    cdef int ledger_start[16]
    cdef bint ledger_joint[16]
    cdef bint ledger_capped[16]
    cdef int ledger_most[16]
    cdef public bint uses_taken
    # for players: how strong each card is, what it promises in melds, and what an average hand lays
    cdef int power[320]
    cdef int promise[320]
    cdef int mean_meld
    cdef int point_unit
    cdef int weight[64]
    cdef int bid_index(self, int points) noexcept
