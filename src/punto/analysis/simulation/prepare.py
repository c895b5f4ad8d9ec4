"""What every place of the shuffled shoes would mean to a coup that starts there, worked out for all places together.

Most places are not a start, yet doing all of them at once is cheaper than asking at each coup: every loop here does one
thing to neighbouring 16-bit words, which the compiler turns into instructions for many words at a time. Shoes lie side
by side, so the next card of a shoe is four places on.
"""

import numpy as np
import numpy.typing as npt

from punto.analysis.native import compiled
from punto.analysis.simulation.shuffle import SHOES_AT_ONCE, Cards, Words

Rows = npt.NDArray[np.uint16] | npt.NDArray[np.uint32]

NEXT, AFTER_NEXT = SHOES_AT_ONCE, 2 * SHOES_AT_ONCE
FIFTH, SIXTH = 4 * SHOES_AT_ONCE, 5 * SHOES_AT_ONCE
RANK, SUIT, FACE = np.uint16(15), np.uint16(240), np.uint16(255)  # bits of a word
NOTHING = np.uint16(0)
EIGHT = np.uint16(8)


@compiled
def prepare_rows(
    shoes: Cards,
    words: Words,
    values: Words,
    totals: Words,
    rows: Rows,
    thresholds: Words,
    steps: Words,
    total_kinds: np.uint32,
    third_kinds: np.uint32,
) -> None:
    """The row of the path table: both two-card totals, then the next two cards."""
    _split(shoes, words, values)
    _add_up(values, totals, thresholds, steps)
    for place in range(len(words) - SIXTH):
        both = totals[place] * total_kinds + totals[place + NEXT]
        fifth, sixth = words[place + FIFTH] >> EIGHT, words[place + SIXTH] >> EIGHT
        rows[place] = (both * third_kinds + fifth) * third_kinds + sixth


@compiled
def _split(shoes: Cards, words: Words, values: Words) -> None:
    """Every card's value, and the rest of its word."""
    for place in range(len(shoes)):
        words[place] = np.uint16(shoes[place])
        values[place] = np.uint16(shoes[place] >> np.uint32(16))


@compiled
def _add_up(values: Words, totals: Words, thresholds: Words, steps: Words) -> None:
    """The number of the two-card total that each card makes with the card after next."""
    threshold, added = thresholds[0], steps[0]
    for place in range(len(values) - AFTER_NEXT):
        total = np.uint16(values[place] + values[place + AFTER_NEXT])
        totals[place] = np.uint16(total + (added if total >= threshold else NOTHING))
    for step in range(1, len(steps)):
        threshold, added = thresholds[step], steps[step]
        for place in range(len(values) - AFTER_NEXT):
            total = np.uint16(values[place] + values[place + AFTER_NEXT])
            totals[place] += added if total >= threshold else NOTHING


@compiled
def prepare_codes(words: Words, codes: Words, pairs: Words, weights: Words, code_kinds: np.uint16) -> None:
    """Both sides' pair codes as one number, by comparing cards."""
    rank, suit, face = weights[0], weights[1], weights[2]
    for place in range(len(words) - AFTER_NEXT):
        apart = np.uint16(words[place] ^ words[place + AFTER_NEXT])
        same_rank = rank if np.uint16(apart & RANK) == NOTHING else NOTHING
        same_suit = suit if np.uint16(apart & SUIT) == NOTHING else NOTHING
        same_face = face if np.uint16(apart & FACE) == NOTHING else NOTHING
        codes[place] = np.uint16(same_rank + same_suit + same_face)
    for place in range(len(words) - AFTER_NEXT - NEXT):
        pairs[place] = codes[place] * code_kinds + codes[place + NEXT]


@compiled
def prepare_pairs(words: Words, pairs: Words, face_bits: np.uint16) -> None:
    """Where the code of a card and the card after next is to be looked up."""
    bits = np.uint16(face_bits & np.uint16(15))  # known to be few, so that shifting needs no wider words
    for place in range(len(words) - AFTER_NEXT):
        pairs[place] = ((words[place] & FACE) << bits) | (words[place + AFTER_NEXT] & FACE)
