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
    FOUR,
    ONE,
    TWO,
    Bytes,
    Places,
    Tally,
    four_compared,
    four_looked_up,
    one_compared,
    one_looked_up,
)
from punto.analysis.simulation.prepare import (
    FACE,
    Rows,
    prepare_codes,
    prepare_pairs,
    prepare_rows,
    prepare_totals,
)
from punto.analysis.simulation.shuffle import SHOES_AT_ONCE, Shuffler, Words, seed_lanes, shuffle, shuffle_once

FEWEST_CARDS = 4  # of a coup
NONE, PLAYER_ONLY, BANKER_ONLY, PLAYER_FIRST, BANKER_FIRST = range(5)  # the order of THIRDS in paths.py


class Rules(NamedTuple):
    """The compiled tables, as the kernel reads them."""

    burned: Bytes
    end: int  # no coup starts here or beyond
    coups_always: int
    thresholds: Words
    steps: Words
    total_kinds: np.uint32
    value_kinds: np.uint32
    kind_bits: np.uint16
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

    values: Words
    sums: Words
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
    shoes, stride, draws, state, drawn, halves, choices, below, origins, places, lows, refused, eights = cards
    values, sums, totals, rows, codes, pairs, _, starts = ready
    always, rest, path, burned, each = tallies[0], tallies[1], rules.path, rules.burned, rules.coups_always
    code_pairs = np.uint64(rules.codes) * np.uint64(rules.codes)
    left, played = coups, 0
    while left >= SHOES_AT_ONCE * (rules.end // FEWEST_CARDS + 1):
        spare = shuffle(
            shoes, stride, draws, state, drawn, halves, choices, below, origins, places, lows, refused, eights, spare
        )
        prepare_totals(shoes, values, sums, totals, rules.thresholds, rules.steps, rules.kind_bits)
        prepare_rows(values, totals, rows, rules.total_kinds, rules.value_kinds)
        prepare_codes(shoes, codes, pairs, rules.weights, rules.codes)
        for shoe in range(SHOES_AT_ONCE):
            starts[shoe] = np.uint64(shoe * stride + burned[shoes[shoe * stride] & FACE])
        four_compared(rows, pairs, path, code_pairs, always, starts, each)
        left -= SHOES_AT_ONCE * each
        for shoe in range(SHOES_AT_ONCE):
            end = np.uint64(shoe * stride + rules.end)
            left -= one_compared(rows, pairs, path, code_pairs, rest, starts[shoe], end, left)[1]
        played += SHOES_AT_ONCE
    return left, played, spare


@compiled
def whole_shoes_looked_up(
    rules: Rules, cards: Shuffler, ready: Prepared, tallies: npt.NDArray[np.uint32], coups: int, spare: np.uint64
) -> tuple[int, int, np.uint64]:
    """The same for books whose pair codes are looked up, with a second look for three-card atoms."""
    shoes, stride, draws, state, drawn, halves, choices, below, origins, places, lows, refused, eights = cards
    values, sums, totals, rows, _, pairs, again, starts = ready
    always, rest, path, burned, each = tallies[0], tallies[1], rules.path, rules.burned, rules.coups_always
    table, codes = rules.pair_table, np.uint64(rules.codes)
    left, played = coups, 0
    while left >= SHOES_AT_ONCE * (rules.end // FEWEST_CARDS + 1):
        spare = shuffle(
            shoes, stride, draws, state, drawn, halves, choices, below, origins, places, lows, refused, eights, spare
        )
        prepare_totals(shoes, values, sums, totals, rules.thresholds, rules.steps, rules.kind_bits)
        prepare_rows(values, totals, rows, rules.total_kinds, rules.value_kinds)
        prepare_pairs(shoes, pairs, rules.face_bits)
        for shoe in range(SHOES_AT_ONCE):
            starts[shoe] = np.uint64(shoe * stride + burned[shoes[shoe * stride] & FACE])
        found = four_looked_up(rows, pairs, path, table, codes, always, starts, each, again)
        look_again(rules, shoes, ready, found, always)
        left -= SHOES_AT_ONCE * each
        found = np.uint64(0)
        for shoe in range(SHOES_AT_ONCE):
            end, start = np.uint64(shoe * stride + rules.end), starts[shoe]
            _, more, found = one_looked_up(rows, pairs, path, table, codes, rest, start, end, left, again, found)
            left -= more
        look_again(rules, shoes, ready, found, rest)
        played += SHOES_AT_ONCE
    return left, played, spare


@compiled
def prepare_starts(rules: Rules, cards: Shuffler, ready: Prepared) -> None:
    values, sums, totals = ready.values, ready.sums, ready.totals
    prepare_totals(cards.shoes, values, sums, totals, rules.thresholds, rules.steps, rules.kind_bits)
    prepare_rows(ready.values, ready.totals, ready.rows, rules.total_kinds, rules.value_kinds)
    if len(rules.pair_table):
        prepare_pairs(cards.shoes, ready.pairs, rules.face_bits)
    else:
        prepare_codes(cards.shoes, ready.codes, ready.pairs, rules.weights, rules.codes)
    for shoe in range(SHOES_AT_ONCE):
        first = shoe * cards.stride
        ready.starts[shoe] = np.uint64(first + rules.burned[cards.shoes[first] & FACE])


@compiled
def play_one(rules: Rules, cards: Shuffler, ready: Prepared, shoe: int, coups: int, tally: Tally) -> int:
    """Go on with one shoe until its end, or until so many coups are played; says how many were."""
    rows, pairs, path, starts = ready.rows, ready.pairs, rules.path, ready.starts
    start, end, codes = starts[shoe], np.uint64(shoe * cards.stride + rules.end), np.uint64(rules.codes)
    if len(rules.pair_table):
        table, again, none = rules.pair_table, ready.again, np.uint64(0)
        place, played, found = one_looked_up(rows, pairs, path, table, codes, tally, start, end, coups, again, none)
        look_again(rules, cards.shoes, ready, found, tally)
    else:
        place, played = one_compared(rows, pairs, path, codes * codes, tally, start, end, coups)
    starts[shoe] = place
    return played


@compiled
def look_again(rules: Rules, shoes: Words, ready: Prepared, found: np.uint64, tally: Tally) -> None:
    """First two cards that could become a hand which a three-card atom sees: where they did, the coup changes cells."""
    codes = np.uint64(rules.codes)
    for number in range(found):
        place = ready.again[number]
        by = np.uint64(rules.path[ready.rows[place]]) >> TWO
        thirds = rules.thirds[by]
        player, banker = np.uint64(0), np.uint64(0)
        if thirds != NONE and thirds != BANKER_ONLY:
            player = three_code(rules, shoes, place, place + FOUR + np.uint64(thirds == BANKER_FIRST))
        if thirds != NONE and thirds != PLAYER_ONLY:
            banker = three_code(rules, shoes, place + ONE, place + FOUR + np.uint64(thirds == PLAYER_FIRST))
        if player or banker:
            first = np.uint64(rules.pair_table[ready.pairs[place]]) & CODE
            second = np.uint64(rules.pair_table[ready.pairs[place + ONE]]) & CODE
            cell = (by * codes + first) * codes + second
            tally[cell] -= COUNT
            tally[(player * rules.threes + banker) * rules.cells + cell] += COUNT


@compiled
def three_code(rules: Rules, shoes: Words, first: np.uint64, third: np.uint64) -> np.uint64:
    """What three-card atoms see in a hand: a card, the one after next, and the third."""
    bits = np.uint64(rules.face_bits)
    pair = (np.uint64(shoes[first] & FACE) << bits) | np.uint64(shoes[first + TWO] & FACE)
    return np.uint64(rules.three_table[(pair << bits) | np.uint64(shoes[third] & FACE)])


@compiled
def cell_at(rules: Rules, shoes: Words, ready: Prepared, place: np.uint64) -> np.uint64:
    """The cell of the coup that starts here, for one who asks about coups one by one."""
    codes = np.uint64(rules.codes)
    by = np.uint64(rules.path[ready.rows[place]]) >> TWO
    if not len(rules.pair_table):
        return by * codes * codes + np.uint64(ready.pairs[place])
    first = np.uint64(rules.pair_table[ready.pairs[place]]) & CODE
    second = np.uint64(rules.pair_table[ready.pairs[place + ONE]]) & CODE
    cell = (by * codes + first) * codes + second
    player, banker, thirds = np.uint64(0), np.uint64(0), rules.thirds[by]
    if len(rules.three_table) and thirds != NONE and thirds != BANKER_ONLY:
        player = three_code(rules, shoes, place, place + FOUR + np.uint64(thirds == BANKER_FIRST))
    if len(rules.three_table) and thirds != NONE and thirds != PLAYER_ONLY:
        banker = three_code(rules, shoes, place + ONE, place + FOUR + np.uint64(thirds == PLAYER_FIRST))
    return (player * rules.threes + banker) * rules.cells + cell
