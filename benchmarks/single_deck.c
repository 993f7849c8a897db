/*
 * Random play of four-handed single-deck Pinochle, written by hand for this one game.
 *
 *   single_deck DEALS SEED         whole deals: deal, trump, melds, twelve tricks, settlement
 *   single_deck melds HANDS SEED   best meld of random twelve-card hands alone
 *
 * Prints "name value" lines: the speed per second of processor time, then figures to check by.
 *
 * Rules.  48 cards, A 10 K Q J 9 twice; seat 3 deals, trump is the suit of one of his cards, seat 0
 * leads.  Follow suit; void, trump; beat the winning card where that is allowed and possible; of
 * identical cards the first wins.  A, 10 and K take 10, the last trick 10.  A side scores melds and
 * counters, and nothing without a counter.  Players choose evenly among their legal kinds of card.
 *
 * A kind of card is suit * 6 + rank, ranks from high to low.  A hand is two sets of kinds: those held
 * at least once, and those held twice.
 */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ACE, TEN, KING, QUEEN, JACK, NINE, RANKS };
enum { SPADES, HEARTS, DIAMONDS, CLUBS, SUITS };
enum { KINDS = SUITS * RANKS, CARDS = 2 * KINDS, SEATS = 4, HAND = CARDS / SEATS, SIDES = 2 };
enum { LAST_TRICK = 10, ALL_COUNTERS = 250 };

typedef uint32_t Set; /* of kinds */

typedef struct {
    Set once, twice;
} Hand;

#define KIND(suit, rank) ((Set)1 << ((suit) * RANKS + (rank)))
#define SUIT_SET 0x3fu
#define KINGS (KIND(0, KING) | KIND(1, KING) | KIND(2, KING) | KIND(3, KING))

static const int card_points[RANKS] = {[ACE] = 10, [TEN] = 10, [KING] = 10};

static Set stronger[SUITS][KINDS];          /* under each trump, what beats a kind */
static uint16_t trump_melds[64][64];        /* of a trump suit held once, twice; less its marriages at 20 */
static uint16_t arounds[64];                /* of the ranks held in all suits */
static uint16_t double_arounds[64];         /* what holding them all twice adds */
static uint8_t points_of[KINDS];
static uint8_t suit_of[KINDS];

/* ---- random numbers ---------------------------------------------------------------------------- */

static inline uint64_t next_random(uint64_t *state) /* splitmix64 */
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* A number below n from the upper part of `bits`; the rest of them serves the next few calls. */
static inline uint32_t below(uint64_t *bits, uint32_t n)
{
    unsigned __int128 product = (unsigned __int128)*bits * n;
    *bits = (uint64_t)product;
    return (uint32_t)(product >> 64);
}

/* ---- tables ------------------------------------------------------------------------------------ */

static bool holds(int set, int wanted)
{
    return (set & wanted) == wanted;
}

static int trump_suit_melds(int once, int twice)
{
    const int run = 1 << ACE | 1 << TEN | 1 << KING | 1 << QUEEN | 1 << JACK;
    const int pair = 1 << KING | 1 << QUEEN;
    int runs = holds(once, run) + holds(twice, run);
    int pairs = holds(once, pair) + holds(twice, pair);
    int dix = (once >> NINE & 1) + (twice >> NINE & 1);
    int best = 0;
    for (int laid = 0; laid <= runs; laid++) {
        int value = (laid == 2 ? 1500 : laid * 150) + (pairs - laid) * 40;
        if (value > best)
            best = value;
    }
    return best + 10 * dix - 20 * pairs;
}

static void fill_tables(void)
{
    static const int single[RANKS] = {[ACE] = 100, [KING] = 80, [QUEEN] = 60, [JACK] = 40};

    for (int set = 0; set < 64; set++)
        for (int rank = 0; rank < RANKS; rank++)
            if (set >> rank & 1) {
                arounds[set] += single[rank];
                double_arounds[set] += 9 * single[rank];
            }
    for (int once = 0; once < 64; once++)
        for (int twice = 0; twice < 64; twice++)
            if (holds(once, twice))
                trump_melds[once][twice] = trump_suit_melds(once, twice);
    for (int kind = 0; kind < KINDS; kind++) {
        points_of[kind] = card_points[kind % RANKS];
        suit_of[kind] = kind / RANKS;
        for (int trump = 0; trump < SUITS; trump++) {
            Set higher = (((Set)1 << kind % RANKS) - 1) << kind / RANKS * RANKS;
            Set trumps = (Set)SUIT_SET << trump * RANKS;
            stronger[trump][kind] = kind / RANKS == trump ? higher : higher | trumps;
        }
    }
}

/* ---- melds ------------------------------------------------------------------------------------- */

static inline Set everywhere(Set set) /* the ranks held in all four suits */
{
    return set & set >> RANKS & set >> 2 * RANKS & set >> 3 * RANKS & SUIT_SET;
}

static inline int marriages(Set set)
{
    return __builtin_popcount(set & set >> (QUEEN - KING) & KINGS);
}

static inline int best_meld(Hand hand, int trump)
{
    static const int pinochles[3] = {0, 40, 300};
    const Set pinochle = KIND(SPADES, QUEEN) | KIND(DIAMONDS, JACK);
    int shift = trump * RANKS;

    return trump_melds[hand.once >> shift & SUIT_SET][hand.twice >> shift & SUIT_SET]
         + 20 * (marriages(hand.once) + marriages(hand.twice))
         + pinochles[((hand.once & pinochle) == pinochle) + ((hand.twice & pinochle) == pinochle)]
         + arounds[everywhere(hand.once)] + double_arounds[everywhere(hand.twice)];
}

/* ---- a deal ------------------------------------------------------------------------------------ */

static inline void add(Hand *hand, int kind)
{
    Set bit = (Set)1 << kind;
    hand->twice |= hand->once & bit;
    hand->once |= bit;
}

static inline void take_out(Hand *hand, int kind)
{
    Set bit = (Set)1 << kind;
    hand->once &= ~bit | hand->twice;
    hand->twice &= ~bit;
}

/* Shuffles the first `cards` places; any order to start from will do. */
static inline void shuffle(uint8_t *deck, int cards, uint64_t *random)
{
    uint64_t bits = 0;
    for (int i = 0; i < cards; i++) {
        if (i % 6 == 0)
            bits = next_random(random);
        int j = i + below(&bits, CARDS - i);
        uint8_t card = deck[j];
        deck[j] = deck[i];
        deck[i] = card;
    }
}

static inline Hand pick_up(const uint8_t *cards)
{
    Hand hand = {0, 0};
    for (int i = 0; i < HAND; i++)
        add(&hand, cards[i]);
    return hand;
}

static inline int choose(Set legal, uint64_t *bits)
{
    for (uint32_t skip = below(bits, __builtin_popcount(legal)); skip; skip--)
        legal &= legal - 1;
    return __builtin_ctz(legal);
}

static inline Set legal_cards(Set hand, Set led, Set trumps, Set beating)
{
    Set legal = hand & led;
    if (!legal)
        legal = hand & trumps;
    if (!legal)
        legal = hand;
    return legal & beating ? legal & beating : legal;
}

static inline void play(Hand *hands, int trump, int *counters, uint64_t *random)
{
    const Set *beats = stronger[trump];
    const Set trumps = (Set)SUIT_SET << trump * RANKS;
    int leader = 0;

    for (int trick = 0; trick < HAND; trick++) {
        uint64_t bits = next_random(random);
        int best = choose(hands[leader].once, &bits);
        int winner = leader;
        int points = points_of[best];
        Set led = (Set)SUIT_SET << suit_of[best] * RANKS;
        take_out(&hands[leader], best);
        for (int i = 1; i < SEATS; i++) {
            int seat = (leader + i) % SEATS;
            int card = choose(legal_cards(hands[seat].once, led, trumps, beats[best]), &bits);
            take_out(&hands[seat], card);
            points += points_of[card];
            if (beats[best] >> card & 1) {
                best = card;
                winner = seat;
            }
        }
        counters[winner % SIDES] += points;
        leader = winner;
    }
    counters[leader % SIDES] += LAST_TRICK;
}

/* ---- figures ----------------------------------------------------------------------------------- */

typedef struct {
    int64_t sum, squares;
} Figure;

static inline void note(Figure *figure, int64_t value)
{
    figure->sum += value;
    figure->squares += value * value;
}

static void print_figure(const char *name, const Figure *figure, int64_t n)
{
    double mean = (double)figure->sum / n;
    double variance = (double)figure->squares / n - mean * mean;
    printf("%s %.6f\n%s_error %.6f\n", name, mean, name, sqrt(variance / n));
}

static double processor_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec + now.tv_nsec * 1e-9;
}

static void fill_deck(uint8_t *deck)
{
    for (int i = 0; i < CARDS; i++)
        deck[i] = i % KINDS;
}

/* ---- the two jobs ------------------------------------------------------------------------------ */

static int play_deals(int64_t deals, uint64_t random)
{
    uint8_t deck[CARDS];
    Figure meld = {0, 0}, leaders = {0, 0}, dealers = {0, 0}, score = {0, 0};
    int64_t counted = 0, unsaved = 0, wrong = 0;
    double start = processor_seconds();

    fill_deck(deck);
    for (int64_t deal = 0; deal < deals; deal++) {
        Hand hands[SEATS];
        int melds[SIDES] = {0, 0};
        int counters[SIDES] = {0, 0};

        shuffle(deck, CARDS - HAND, &random);
        uint64_t bits = next_random(&random);
        int trump = suit_of[deck[CARDS - HAND + below(&bits, HAND)]];
        for (int seat = 0; seat < SEATS; seat++) {
            hands[seat] = pick_up(deck + seat * HAND);
            melds[seat % SIDES] += best_meld(hands[seat], trump);
        }
        play(hands, trump, counters, &random);
        for (int side = 0; side < SIDES; side++) {
            int saved = counters[side] ? melds[side] : 0;
            counted += saved;
            unsaved += !counters[side];
            note(&meld, melds[side]);
            note(&score, saved + counters[side]);
        }
        note(&leaders, counters[0]);
        note(&dealers, counters[1]);
        wrong += counters[0] + counters[1] != ALL_COUNTERS;
    }

    double seconds = processor_seconds() - start;
    printf("deals %" PRId64 "\nper_second %.0f\n", deals, deals / seconds);
    print_figure("meld", &meld, SIDES * deals);
    printf("meld_counted %.6f\n", (double)counted / (SIDES * deals));
    print_figure("score", &score, SIDES * deals);
    print_figure("counters_leader", &leaders, deals);
    print_figure("counters_dealer", &dealers, deals);
    printf("sides_without_counter %" PRId64 "\ndeals_not_250 %" PRId64 "\n", unsaved, wrong);
    return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}

static int score_hands(int64_t hands, uint64_t random)
{
    uint8_t deck[CARDS];
    Figure meld = {0, 0};
    double start = processor_seconds();

    fill_deck(deck);
    for (int64_t i = 0; i < hands; i++) {
        shuffle(deck, HAND, &random);
        note(&meld, best_meld(pick_up(deck), next_random(&random) >> 62));
    }

    double seconds = processor_seconds() - start;
    printf("hands %" PRId64 "\nper_second %.0f\ntotal %" PRId64 "\n", hands, hands / seconds, meld.sum);
    print_figure("meld", &meld, hands);
    return EXIT_SUCCESS;
}

static bool read_number(const char *text, int64_t least, int64_t *number)
{
    char *end;
    *number = strtoll(text, &end, 10);
    return *text && !*end && *number >= least;
}

int main(int argc, char **argv)
{
    bool melds = argc == 4 && strcmp(argv[1], "melds") == 0;
    int64_t amount, seed;

    if ((argc != 3 && !melds) || !read_number(argv[argc - 2], 1, &amount) || !read_number(argv[argc - 1], 0, &seed)) {
        fprintf(stderr, "usage: single_deck DEALS SEED\n       single_deck melds HANDS SEED\n");
        return 2;
    }
    fill_tables();
    return melds ? score_hands(amount, (uint64_t)seed) : play_deals(amount, (uint64_t)seed);
}
