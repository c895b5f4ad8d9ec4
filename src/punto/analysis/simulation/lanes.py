"""Chance for the shuffles: 208 lanes of xoshiro128++ that step together, and a spare generator for what they refuse.

Lanes do not know each other, so the compiler steps many of them with one instruction. Their state and the spare
generator's come from a seed and the number of a block by SplitMix64.
"""

import numpy as np
import numpy.typing as npt

from punto.analysis.native import compiled

LANES = 208
GOLDEN = np.uint64(0x9E3779B97F4A7C15)

Lanes = npt.NDArray[np.uint32]


@compiled
def mixed(number: np.uint64) -> np.uint64:
    """SplitMix64's last step: neighbours become strangers."""
    number = (number ^ (number >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    number = (number ^ (number >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return number ^ (number >> np.uint64(31))


@compiled
def seed_lanes(state: Lanes, seed: np.uint64, block: np.uint64) -> np.uint64:
    """Fill the lanes from the seed and the number of the block; the answer starts the spare generator."""
    number = mixed(mixed(seed + GOLDEN) ^ (block * np.uint64(0xD1342543DE82EF95) + np.uint64(1)))
    for place in range(len(state)):
        number += GOLDEN
        state[place] = np.uint32(mixed(number) >> np.uint64(32))
    return mixed(number + GOLDEN)


@compiled
def draw_words(state: Lanes, drawn: Lanes) -> None:
    """One step of every lane for each 208 words wanted.

    Numba allows for negative places wherever a number has a sign, which would keep the compiler from storing many words
    with one instruction; so places have none here.
    """
    one_on, two_on, three_on = np.uint64(LANES), np.uint64(2 * LANES), np.uint64(3 * LANES)
    for start in range(0, len(drawn), LANES):
        first = np.uint64(start)
        for number in range(LANES):
            lane = np.uint64(number)
            zero, one, two, three = state[lane], state[lane + one_on], state[lane + two_on], state[lane + three_on]
            total = np.uint32(zero + three)
            turned = np.uint32(np.uint32(total << np.uint32(7)) | (total >> np.uint32(25)))
            drawn[first + lane] = np.uint32(turned + zero)
            shifted = np.uint32(one << np.uint32(9))
            two = np.uint32(two ^ zero)
            three = np.uint32(three ^ one)
            state[lane + one_on] = np.uint32(one ^ two)
            state[lane] = np.uint32(zero ^ three)
            state[lane + two_on] = np.uint32(two ^ shifted)
            state[lane + three_on] = np.uint32(np.uint32(three << np.uint32(11)) | (three >> np.uint32(21)))
