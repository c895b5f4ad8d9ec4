"""A block of coups, from its seed to its tally.

The coups that every shoe plays are tallied apart from those that depend on where the cut card happens to come: only the
former have exactly the odds of a fresh shoe (docs/decisions/0007). A block plays a given number of coups, so the same
blocks give the same tally whoever plays them.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from punto.analysis.native import compiled
from punto.analysis.simulation.coups import (
    CODE,
    COUNT,
    FOUR_CARDS,
    NEXT_CARD,
    TWO,
    Bytes,
    Places,
    Tally,
    four_compared,
    four_looked_up,
    one_compared,
    one_looked_up,
)
from punto.analysis.simulation.lanes import seed_lanes
from punto.analysis.simulation.prepare import (
    FACE,
    Rows,
    prepare_codes,
    prepare_pairs,
    prepare_rows,
)
from punto.analysis.simulation.shuffle import SHOES_AT_ONCE, Cards, Shuffler, Words, shuffle, shuffle_once

FEWEST_CARDS = 4  # of a coup
NONE, PLAYER_ONLY, BANKER_ONLY, PLAYER_FIRST, BANKER_FIRST = range(5)  # the order of THIRDS in paths.py


class Rules(NamedTuple):
    """The compiled tables, as the kernel reads them."""

    burned: Bytes
    end: int  # no coup starts with this card of a shoe or beyond
    coups_always: int
    thresholds: Words
    steps: Words
    total_kinds: np.uint32
    third_kinds: np.uint32
    path: Words
    weights: Words
    pair_table: Bytes
    face_bits: np.uint16
    codes: np.uint16
    thirds: Bytes
    three_table: Bytes
    threes: np.uint64
    cells: np.uint64  # of coups for which no three-card atom holds


class Prepared(NamedTuple):
    """For each card of four shoes, what a coup that starts with it needs."""

    words: Words  # the lower half of each card's word
    values: Words  # the upper half
    totals: Words
    rows: Rows
    codes: Words
    pairs: Words  # both pair codes as one number; where codes are looked up, the place to look for one
    again: Places  # coups that want a second look
    starts: Places  # where each shoe stands


@compiled
def play_block(
    rules: Rules,
    cards: Shuffler,
    ready: Prepared,
    tallies: npt.NDArray[np.uint32],
    seed: np.uint64,
    block: np.uint64,
    coups: int,
) -> int:
    """Play exactly so many coups: into row 0 those that every shoe plays, into row 1 the rest. Says how many shoes."""
    spare = seed_lanes(cards.state, seed, block)
    if len(rules.pair_table):
        left, shoes, spare = whole_shoes_looked_up(rules, cards, ready, tallies, coups, spare)
    else:
        left, shoes, spare = whole_shoes_compared(rules, cards, ready, tallies, coups, spare)
    while left > 0:  # the last of all is left in its middle
        spare = shuffle_once(cards, spare)
        prepare_starts(rules, cards, ready)
        for shoe in range(SHOES_AT_ONCE):
            shoes += 1 if left > 0 else 0
            left -= play_one(rules, cards, ready, shoe, min(left, rules.coups_always), tallies[0])
            left -= play_one(rules, cards, ready, shoe, left, tallies[1])
    return shoes


@compiled
def whole_shoes_compared(
    rules: Rules, cards: Shuffler, ready: Prepared, tallies: npt.NDArray[np.uint32], coups: int, spare: np.uint64
) -> tuple[int, int, np.uint64]:
    """Whole shoes as long as four more cannot be too many: the coups left, the shoes played, the spare generator."""
    shoes, state, drawn, halves, choices, below, ahead, refused, eights = cards
    words, values, totals, rows, codes, pairs, _, starts = ready
    always, rest, path, thresholds, steps = tallies[0], tallies[1], rules.path, rules.thresholds, rules.steps
    end, code_pairs = end_of(rules), np.uint64(rules.codes) * np.uint64(rules.codes)
    left, played = coups, 0
    while left >= SHOES_AT_ONCE * (rules.end // FEWEST_CARDS + 1):
        spare = shuffle(shoes, state, drawn, halves, choices, below, ahead, refused, eights, spare)
        prepare_rows(shoes, words, values, totals, rows, thresholds, steps, rules.total_kinds, rules.third_kinds)
        prepare_codes(words, codes, pairs, rules.weights, rules.codes)
        for shoe in range(SHOES_AT_ONCE):
            starts[shoe] = first_start(shoes, rules.burned, shoe)
        left -= four_compared(rows, pairs, path, code_pairs, always, starts, end, rules.coups_always)
        left -= four_compared(rows, pairs, path, code_pairs, rest, starts, end, left)
        for shoe in range(SHOES_AT_ONCE):
            left -= one_compared(rows, pairs, path, code_pairs, rest, starts[shoe], end, left)[1]
        played += SHOES_AT_ONCE
    return left, played, spare


@compiled
def whole_shoes_looked_up(
    rules: Rules, cards: Shuffler, ready: Prepared, tallies: npt.NDArray[np.uint32], coups: int, spare: np.uint64
) -> tuple[int, int, np.uint64]:
    """The same for books whose pair codes are looked up, with a second look for three-card atoms."""
    shoes, state, drawn, halves, choices, below, ahead, refused, eights = cards
    words, values, totals, rows, _, pairs, again, starts = ready
    always, rest, path, thresholds, steps = tallies[0], tallies[1], rules.path, rules.thresholds, rules.steps
    end, table, codes, each = end_of(rules), rules.pair_table, np.uint64(rules.codes), rules.coups_always
    left, played = coups, 0
    while left >= SHOES_AT_ONCE * (rules.end // FEWEST_CARDS + 1):
        spare = shuffle(shoes, state, drawn, halves, choices, below, ahead, refused, eights, spare)
        prepare_rows(shoes, words, values, totals, rows, thresholds, steps, rules.total_kinds, rules.third_kinds)
        prepare_pairs(words, pairs, rules.face_bits)
        for shoe in range(SHOES_AT_ONCE):
            starts[shoe] = first_start(shoes, rules.burned, shoe)
        more, found = four_looked_up(rows, pairs, path, table, codes, always, starts, end, each, again)
        look_again(rules, shoes, ready, found, always)
        left -= more
        more, found = four_looked_up(rows, pairs, path, table, codes, rest, starts, end, left, again)
        left -= more
        for shoe in range(SHOES_AT_ONCE):
            start = starts[shoe]
            _, more, found = one_looked_up(rows, pairs, path, table, codes, rest, start, end, left, again, found)
            left -= more
        look_again(rules, shoes, ready, found, rest)
        played += SHOES_AT_ONCE
    return left, played, spare


@compiled
def prepare_starts(rules: Rules, cards: Shuffler, ready: Prepared) -> None:
    """The same preparation for one who plays shoe by shoe."""
    words, values, totals, rows, codes, pairs, _, starts = ready
    thresholds, steps = rules.thresholds, rules.steps
    prepare_rows(cards.shoes, words, values, totals, rows, thresholds, steps, rules.total_kinds, rules.third_kinds)
    if len(rules.pair_table):
        prepare_pairs(words, pairs, rules.face_bits)
    else:
        prepare_codes(words, codes, pairs, rules.weights, rules.codes)
    for shoe in range(SHOES_AT_ONCE):
        starts[shoe] = first_start(cards.shoes, rules.burned, shoe)


@compiled
def first_start(shoes: Cards, burned: Bytes, shoe: int) -> np.uint64:
    """Behind the burned cards."""
    return np.uint64(burned[shoes[shoe] & FACE]) * NEXT_CARD + np.uint64(shoe)


@compiled
def end_of(rules: Rules) -> np.uint64:
    """No coup starts here or beyond, in any of the four shoes."""
    return np.uint64(rules.end) * NEXT_CARD


@compiled
def play_one(rules: Rules, cards: Shuffler, ready: Prepared, shoe: int, coups: int, tally: Tally) -> int:
    """Go on with one shoe until its end, or until so many coups are played; says how many were."""
    rows, pairs, path, starts = ready.rows, ready.pairs, rules.path, ready.starts
    start, end, codes = starts[shoe], end_of(rules), np.uint64(rules.codes)
    if len(rules.pair_table):
        table, again, none = rules.pair_table, ready.again, np.uint64(0)
        place, played, found = one_looked_up(rows, pairs, path, table, codes, tally, start, end, coups, again, none)
        look_again(rules, cards.shoes, ready, found, tally)
    else:
        place, played = one_compared(rows, pairs, path, codes * codes, tally, start, end, coups)
    starts[shoe] = place
    return played


@compiled
def look_again(rules: Rules, shoes: Cards, ready: Prepared, found: np.uint64, tally: Tally) -> None:
    """First two cards that could become a hand which a three-card atom sees: where they did, the coup changes cells."""
    rows, pairs, again, path, table = ready.rows, ready.pairs, ready.again, rules.path, rules.pair_table
    drawn, three_table, bits = rules.thirds, rules.three_table, np.uint64(rules.face_bits)
    for number in range(found):
        place = again[number]
        by = np.uint64(path[rows[place]]) >> TWO
        player, banker = three_codes(shoes, three_table, bits, place, drawn[by])
        if player or banker:
            cell = looked_up_cell(pairs, table, np.uint64(rules.codes), place, by)
            tally[cell] -= COUNT
            tally[(player * rules.threes + banker) * rules.cells + cell] += COUNT


@compiled
def cell_at(rules: Rules, shoes: Cards, ready: Prepared, place: np.uint64) -> np.uint64:
    """The cell of the coup that starts here, for one who asks about coups one by one."""
    codes, by = np.uint64(rules.codes), np.uint64(rules.path[ready.rows[place]]) >> TWO
    if not len(rules.pair_table):
        return by * codes * codes + np.uint64(ready.pairs[place])
    cell = looked_up_cell(ready.pairs, rules.pair_table, codes, place, by)
    if not len(rules.three_table):
        return cell
    bits = np.uint64(rules.face_bits)
    player, banker = three_codes(shoes, rules.three_table, bits, place, rules.thirds[by])
    return (player * rules.threes + banker) * rules.cells + cell


@compiled
def looked_up_cell(pairs: Words, table: Bytes, codes: np.uint64, place: np.uint64, by: np.uint64) -> np.uint64:
    """The cell of a coup for which no three-card atom holds."""
    player, banker = np.uint64(table[pairs[place]]), np.uint64(table[pairs[place + NEXT_CARD]])
    return (by * codes + (player & CODE)) * codes + (banker & CODE)


@compiled
def three_codes(
    shoes: Cards, table: Bytes, bits: np.uint64, place: np.uint64, thirds: np.uint8
) -> tuple[np.uint64, np.uint64]:
    """What three-card atoms see in both hands. Who drew is no question here: nobody could predict the answer."""
    player_drew = np.uint64(thirds != NONE) & np.uint64(thirds != BANKER_ONLY)
    banker_drew = np.uint64(thirds != NONE) & np.uint64(thirds != PLAYER_ONLY)
    players = place + FOUR_CARDS + np.uint64(thirds == BANKER_FIRST) * NEXT_CARD
    bankers = place + FOUR_CARDS + np.uint64(thirds == PLAYER_FIRST) * NEXT_CARD
    return (
        three_code(shoes, table, bits, place, players) * player_drew,
        three_code(shoes, table, bits, place + NEXT_CARD, bankers) * banker_drew,
    )


@compiled
def three_code(shoes: Cards, table: Bytes, bits: np.uint64, first: np.uint64, third: np.uint64) -> np.uint64:
    """What they see in one hand: a card, the one after next, and the third."""
    pair = (np.uint64(shoes[first] & FACE) << bits) | np.uint64(shoes[first + TWO * NEXT_CARD] & FACE)
    return np.uint64(table[(pair << bits) | np.uint64(shoes[third] & FACE)])
