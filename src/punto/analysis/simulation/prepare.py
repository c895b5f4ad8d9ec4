"""What every place of a shuffled shoe would mean to a coup that starts there, worked out for all places together.

Most places are not a start, yet doing all of them at once is cheaper than asking at each coup: every loop here does one
thing to neighbouring 16-bit words, which the compiler turns into instructions for many words at a time.
"""

import numpy as np
import numpy.typing as npt

from punto.analysis.native import compiled
from punto.analysis.simulation.shuffle import Words

Rows = npt.NDArray[np.uint16] | npt.NDArray[np.uint32]

FACE = np.uint16(255)
NOTHING = np.uint16(0)
EIGHT = np.uint16(8)


@compiled
def prepare_totals(
    shoes: Words, values: Words, sums: Words, totals: Words, thresholds: Words, steps: Words, kind_bits: np.uint16
) -> None:
    """The number of the two-card total that each card makes with the card after next, and what it is as a third card:
    its value, and its kind where kinds are counted."""
    for place in range(len(shoes)):
        values[place] = shoes[place] >> np.uint16(EIGHT + kind_bits)
    for place in range(len(shoes) - 2):
        total = values[place] + values[place + 2]
        sums[place] = total
        totals[place] = total
    for step in range(len(steps)):
        threshold, added = thresholds[step], steps[step]
        for place in range(len(shoes) - 2):
            totals[place] += added if sums[place] >= threshold else NOTHING
    if kind_bits != NOTHING:
        for place in range(len(shoes)):
            values[place] = shoes[place] >> EIGHT


@compiled
def prepare_rows(values: Words, totals: Words, rows: Rows, total_kinds: np.uint32, value_kinds: np.uint32) -> None:
    """The row of the path table: both two-card totals, then the next two cards."""
    for place in range(len(values) - 5):
        both = totals[place] * total_kinds + totals[place + 1]
        rows[place] = (both * value_kinds + values[place + 4]) * value_kinds + values[place + 5]


@compiled
def prepare_codes(shoes: Words, codes: Words, pairs: Words, weights: Words, code_kinds: np.uint16) -> None:
    """Both sides' pair codes as one number, by comparing cards."""
    rank, suit, face = weights[0], weights[1], weights[2]
    for place in range(len(shoes) - 2):
        apart = np.uint16(shoes[place] ^ shoes[place + 2])
        same_rank = rank if np.uint16(apart & np.uint16(15)) == NOTHING else NOTHING
        same_suit = suit if np.uint16(apart & np.uint16(240)) == NOTHING else NOTHING
        same_face = face if np.uint16(apart & FACE) == NOTHING else NOTHING
        codes[place] = same_rank + same_suit + same_face
    for place in range(len(shoes) - 3):
        pairs[place] = codes[place] * code_kinds + codes[place + 1]


@compiled
def prepare_pairs(shoes: Words, pairs: Words, face_bits: np.uint16) -> None:
    """Where the code of a card and the card after next is to be looked up."""
    for place in range(len(shoes) - 2):
        pairs[place] = ((shoes[place] & FACE) << face_bits) | (shoes[place + 2] & FACE)
