/* Eight-deck baccarat shoes as fast as C plays them, with burn, cut card, suits and pairs: what `punto simulate` is measured by.
 *
 * usage: shoes COUPS SEED
 * Plays four shoes at a time until so many coups are played, and prints how many they were, the seconds they took and how
 * often bets won. Four shoes lie side by side, card by card, and chance comes from the same lanes of xoshiro128++ in the same
 * order as in Punto, so that both play the same shoes and must count the same.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define LINE __attribute__((aligned(64)))
#define GOLDEN 0x9E3779B97F4A7C15u

enum { SHOES = 4, DECKS = 8, CARDS = 52 * DECKS, PADDED = CARDS + 8, CUT_CARD = 14, END = CARDS - CUT_CARD };
enum { DRAWS = SHOES * (END + 5), LANES = 208, WORDS = (DRAWS / 2 + LANES - 1) / LANES * LANES };
enum { PLACES = SHOES * PADDED, NEXT = SHOES, AFTER_NEXT = 2 * SHOES, FIFTH = 4 * SHOES, SIXTH = 5 * SHOES };
enum { ALWAYS = 66 /* coups of every shoe */, CODES = 3, PAIRS = CODES * CODES, ROWS = 10000, CLASSES = 400 };

static uint32_t lanes[4][LANES] LINE;
static union { uint32_t words[WORDS]; uint16_t halves[2 * WORDS]; } drawn LINE;
static uint64_t spare; /* the generator for numbers drawn again */

static uint16_t choices[DRAWS] LINE, refused_below[DRAWS] LINE, ahead[DRAWS] LINE;
static uint8_t refused[(DRAWS + 63) / 64 * 64] LINE;

static uint8_t shoes[PLACES] LINE; /* suit and rank, four bits each; the rank counts from one */
static uint8_t points[PLACES] LINE, totals[PLACES] LINE, codes[PLACES] LINE, pairs[PLACES] LINE;
static uint16_t rows[PLACES] LINE;

static uint16_t path[ROWS]; /* by both totals and the next two cards: the class of the coup, and in two bits its cards beyond four */
static struct { int player, banker; } class_of[CLASSES]; /* the totals */
static int classes;
static uint32_t tally[2][CLASSES * PAIRS]; /* the coups that every shoe plays, and the rest */

static uint64_t mixed(uint64_t number) {
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9u;
    number = (number ^ number >> 27) * 0x94D049BB133111EBu;
    return number ^ number >> 31;
}

static void seed_lanes(uint64_t seed) {
    uint64_t number = mixed(mixed(seed + GOLDEN) ^ 1);
    for (int word = 0; word < 4; word++)
        for (int lane = 0; lane < LANES; lane++) lanes[word][lane] = (uint32_t)(mixed(number += GOLDEN) >> 32);
    spare = mixed(number + GOLDEN);
}

static uint32_t turned(uint32_t word, int by) { return word << by | word >> (32 - by); }

static void draw_words(void) {
    for (int start = 0; start < WORDS; start += LANES)
        for (int lane = 0; lane < LANES; lane++) {
            uint32_t zero = lanes[0][lane], one = lanes[1][lane], two = lanes[2][lane], three = lanes[3][lane];
            drawn.words[start + lane] = turned(zero + three, 7) + zero;
            uint32_t shifted = one << 9;
            two ^= zero;
            three ^= one;
            lanes[0][lane] = zero ^ three;
            lanes[1][lane] = one ^ two;
            lanes[2][lane] = two ^ shifted;
            lanes[3][lane] = turned(three, 11);
        }
}

/* How far ahead the card lies that each card is swapped with. Numbers that would favour some of them are drawn again. */
static void choose(void) {
    for (int draw = 0; draw < DRAWS; draw++) {
        uint32_t product = (uint32_t)drawn.halves[draw] * choices[draw];
        ahead[draw] = product >> 16;
        refused[draw] = (uint16_t)product < refused_below[draw];
    }
    for (int first = 0; first < DRAWS; first += 8) {
        uint64_t eight;
        for (memcpy(&eight, refused + first, 8); eight; eight &= eight - 1) {
            int draw = first + __builtin_ctzll(eight) / 8;
            uint32_t product;
            do product = (uint32_t)(mixed(spare += GOLDEN) >> 48) * choices[draw];
            while ((uint16_t)product < refused_below[draw]);
            ahead[draw] = product >> 16;
        }
    }
}

static void swap(void) {
    for (int place = 0; place < DRAWS; place++) {
        uint8_t *one = shoes + place, *other = one + ahead[place] * NEXT, card = *one;
        *one = *other;
        *other = card;
    }
}

/* What a coup would be that starts at each place, for many places with one instruction. */
static void prepare(void) {
    for (int place = 0; place < PLACES; place++) {
        uint8_t rank = shoes[place] & 15;
        points[place] = rank < 10 ? rank : 0;
    }
    for (int place = 0; place < PLACES - AFTER_NEXT; place++) {
        uint8_t total = points[place] + points[place + AFTER_NEXT], apart = shoes[place] ^ shoes[place + AFTER_NEXT];
        totals[place] = total < 10 ? total : total - 10;
        codes[place] = !(apart & 15) + !apart; /* a pair, of one suit */
    }
    for (int place = 0; place < PLACES - SIXTH; place++) {
        int both = totals[place] * 10 + totals[place + NEXT];
        rows[place] = (both * 10 + points[place + FIFTH]) * 10 + points[place + SIXTH];
        pairs[place] = codes[place] * CODES + codes[place + NEXT];
    }
}

static inline int play_coup(int place, uint32_t *into) {
    uint32_t by = path[rows[place]];
    into[(by >> 2) * PAIRS + pairs[place]]++;
    return place + (4 + (by & 3)) * NEXT;
}

static int play_shoes(void) {
    int place[SHOES], played = ALWAYS * SHOES;
    for (int shoe = 0; shoe < SHOES; shoe++) {
        int burned = 1 + (points[shoe] ? points[shoe] : 10);
        place[shoe] = burned * NEXT + shoe;
    }
    for (int coup = 0; coup < ALWAYS; coup++)
        for (int shoe = 0; shoe < SHOES; shoe++) place[shoe] = play_coup(place[shoe], tally[0]);
    for (int shoe = 0; shoe < SHOES; shoe++)
        for (; place[shoe] < END * NEXT; played++) place[shoe] = play_coup(place[shoe], tally[1]);
    return played;
}

static int banker_draws(int total, int third) {
    if (third < 0) return total <= 5; /* Player stood */
    switch (total) {
        case 3: return third != 8;
        case 4: return third >= 2 && third <= 7;
        case 5: return third >= 4 && third <= 7;
        case 6: return third == 6 || third == 7;
        default: return total < 3;
    }
}

static void compile_path(void) {
    static int number[CLASSES];
    for (int row = 0; row < ROWS; row++) {
        int player = row / 1000, banker = row / 100 % 10, next[2] = {row / 10 % 10, row % 10};
        int taken = 0, third = -1, banker_drew = 0;
        if (player < 8 && banker < 8) {
            if (player <= 5) third = next[taken++], player = (player + third) % 10;
            if ((banker_drew = banker_draws(banker, third))) banker = (banker + next[taken++]) % 10;
        }
        int key = ((player * 10 + banker) * 2 + (third >= 0)) * 2 + banker_drew;
        if (!number[key]) {
            class_of[classes].player = player, class_of[classes].banker = banker;
            number[key] = ++classes;
        }
        path[row] = (number[key] - 1) << 2 | taken;
    }
}

static void lay_out(void) {
    for (int place = 0; place < CARDS * SHOES; place++) {
        int face = place / SHOES % 52;
        shoes[place] = face / 13 << 4 | (face % 13 + 1);
    }
    for (int draw = 0; draw < DRAWS; draw++) {
        choices[draw] = CARDS - draw / SHOES;
        refused_below[draw] = 65536 % choices[draw];
    }
}

static double seconds(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return now.tv_sec + now.tv_nsec * 1e-9;
}

/* How often each bet won, by the ids that Punto's book `sa` gives them. */
static void print_wins(void) {
    long player_wins = 0, banker_wins = 0, ties = 0, six_wins = 0, seven_wins = 0, player_pairs = 0, banker_pairs = 0, perfect = 0;
    for (int cell = 0; cell < classes * PAIRS; cell++) {
        long count = (long)tally[0][cell] + tally[1][cell];
        int player = class_of[cell / PAIRS].player, banker = class_of[cell / PAIRS].banker;
        int player_code = cell % PAIRS / CODES, banker_code = cell % CODES;
        player_wins += player > banker ? count : 0;
        banker_wins += player < banker ? count : 0;
        ties += player == banker ? count : 0;
        six_wins += player < banker && banker == 6 ? count : 0;
        seven_wins += player > banker && player == 7 ? count : 0;
        player_pairs += player_code ? count : 0;
        banker_pairs += banker_code ? count : 0;
        perfect += player_code == 2 || banker_code == 2 ? count : 0;
    }
    printf("player %ld\nbanker %ld\ntie %ld\nlucky-six %ld\nlucky-seven %ld\n", player_wins, banker_wins, ties, six_wins, seven_wins);
    printf("player-pair %ld\nbanker-pair %ld\nperfect-pair %ld\n", player_pairs, banker_pairs, perfect);
}

int main(int count, char **arguments) {
    if (count != 3) return fprintf(stderr, "usage: shoes COUPS SEED\n"), 2;
    long wanted = atol(arguments[1]), played = 0;
    compile_path();
    lay_out();
    seed_lanes(strtoull(arguments[2], NULL, 10));
    double processor = seconds(CLOCK_PROCESS_CPUTIME_ID), wall = seconds(CLOCK_MONOTONIC);
    while (played < wanted) {
        draw_words();
        choose();
        swap();
        prepare();
        played += play_shoes();
    }
    processor = seconds(CLOCK_PROCESS_CPUTIME_ID) - processor, wall = seconds(CLOCK_MONOTONIC) - wall;
    printf("coups %ld\nprocessor-seconds %.6f\nwall-seconds %.6f\n", played, processor, wall);
    print_wins();
    return 0;
}
