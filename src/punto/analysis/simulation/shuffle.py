"""Four shoes at a time, shuffled without bias and near the machine's limit.

Chance comes from 208 lanes of xoshiro128++ that step together, two 16-bit numbers each. A number r becomes a place
among m by taking the high half of r·m; the few r that would make some places likelier are drawn again, so no order of
the cards is favoured. Four shoes are shuffled in turn so that no swap waits for the one before it. Each loop does one
thing to neighbouring words, which is what lets the compiler do it to many of them at once.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from punto.analysis.native import compiled

LANES = 208
SHOES_AT_ONCE = 4
HALF_WORDS = 65_536
GOLDEN = np.uint64(0x9E3779B97F4A7C15)
CARDS_PADDED = 8  # look-ahead past the last card stays inside a shoe's own words

Words = npt.NDArray[np.uint16]
Flags = npt.NDArray[np.uint8]
Lanes = npt.NDArray[np.uint32]


class Shuffler(NamedTuple):
    """Four shoes and what shuffling them needs. A shoe's first `draws` cards are shuffled; no coup goes beyond."""

    shoes: Words
    stride: int  # from one shoe to the next
    draws: int
    state: Lanes
    drawn: Lanes
    halves: Words  # the same memory as numbers of sixteen bits
    choices: Words  # for each draw, how many cards there are to choose from
    refused_below: Words  # low halves that are drawn again
    origins: Words  # the place of the card that is swapped
    places: Words  # the place it is swapped with
    lows: Words  # the low halves of the products
    refused: Flags  # rounded up to eights
    eights: npt.NDArray[np.uint64]  # the same memory, eight flags at a time


def shuffler(shoe: Words, draws: int) -> Shuffler:
    cards = len(shoe)
    assert cards <= HALF_WORDS // SHOES_AT_ONCE - CARDS_PADDED, "a place is sixteen bits"
    stride, total = cards + CARDS_PADDED, SHOES_AT_ONCE * draws
    shoes = np.zeros((SHOES_AT_ONCE, stride), dtype=np.uint16)
    shoes[:, :cards] = shoe
    choices = np.tile(np.arange(cards, cards - draws, -1), SHOES_AT_ONCE)
    origins = (np.arange(SHOES_AT_ONCE)[:, np.newaxis] * stride + np.arange(draws)).ravel()
    drawn = np.zeros(-(-total // (2 * LANES)) * LANES, dtype=np.uint32)
    refused = np.zeros(-(-total // 8) * 8, dtype=np.uint8)
    return Shuffler(
        shoes.ravel(),
        stride,
        draws,
        state=np.zeros(4 * LANES, dtype=np.uint32),
        drawn=drawn,
        halves=drawn.view(np.uint16),
        choices=choices.astype(np.uint16),
        refused_below=(HALF_WORDS % choices).astype(np.uint16),
        origins=origins.astype(np.uint16),
        places=np.zeros(total, dtype=np.uint16),
        lows=np.zeros(total, dtype=np.uint16),
        refused=refused,
        eights=refused.view(np.uint64),
    )


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
def shuffle(
    shoes: Words,
    stride: int,
    draws: int,
    state: Lanes,
    drawn: Lanes,
    halves: Words,
    choices: Words,
    refused_below: Words,
    origins: Words,
    places: Words,
    lows: Words,
    refused: Flags,
    eights: npt.NDArray[np.uint64],
    spare: np.uint64,
) -> np.uint64:
    """Shuffle the four shoes; the spare generator's next state comes back.

    The parts of a `Shuffler` come one by one: taken out of it for every shuffle they would cost a tenth of the time.
    """
    _draw(state, drawn)
    _choose(halves, choices, origins, places, lows)
    _refuse(lows, refused_below, refused)
    spare = _choose_again(refused, eights, choices, refused_below, origins, places, spare)
    _swap(shoes, places, draws, stride)
    return spare


@compiled
def shuffle_once(work: Shuffler, spare: np.uint64) -> np.uint64:
    """The same for one who shuffles now and then."""
    shoes, stride, draws, state, drawn, halves, choices, below, origins, places, lows, refused, eights = work
    return shuffle(
        shoes, stride, draws, state, drawn, halves, choices, below, origins, places, lows, refused, eights, spare
    )


@compiled
def _draw(state: Lanes, drawn: Lanes) -> None:
    """One step of every lane for each 208 words wanted."""
    for start in range(0, len(drawn), LANES):
        for lane in range(LANES):
            zero, one = state[lane], state[LANES + lane]
            two, three = state[2 * LANES + lane], state[3 * LANES + lane]
            total = np.uint32(zero + three)
            turned = np.uint32(np.uint32(total << np.uint32(7)) | (total >> np.uint32(25)))
            drawn[start + lane] = np.uint32(turned + zero)
            shifted = np.uint32(one << np.uint32(9))
            two ^= zero
            three ^= one
            state[LANES + lane] = one ^ two
            state[lane] = zero ^ three
            state[2 * LANES + lane] = two ^ shifted
            state[3 * LANES + lane] = np.uint32(np.uint32(three << np.uint32(11)) | (three >> np.uint32(21)))


@compiled
def _choose(halves: Words, choices: Words, origins: Words, places: Words, lows: Words) -> None:
    """The place to swap each card with, and the low half of each product."""
    for draw in range(len(places)):
        product = np.uint32(halves[draw]) * np.uint32(choices[draw])
        places[draw] = np.uint16(product >> np.uint32(16)) + origins[draw]
    for draw in range(len(places)):
        lows[draw] = halves[draw] * choices[draw]


@compiled
def _refuse(lows: Words, refused_below: Words, refused: Flags) -> None:
    for draw in range(len(lows)):
        refused[draw] = np.uint8(1) if lows[draw] < refused_below[draw] else np.uint8(0)


@compiled
def _choose_again(
    refused: Flags,
    eights: npt.NDArray[np.uint64],
    choices: Words,
    refused_below: Words,
    origins: Words,
    places: Words,
    spare: np.uint64,
) -> np.uint64:
    """Draw again where a number was refused, which eight flags at a time tell."""
    for eight in range(len(eights)):
        if eights[eight]:
            for draw in range(8 * eight, 8 * eight + 8):
                while refused[draw]:
                    spare += GOLDEN
                    product = np.uint32(np.uint32(mixed(spare) >> np.uint64(48)) * np.uint32(choices[draw]))
                    if np.uint16(product) >= refused_below[draw]:
                        refused[draw] = 0
                        places[draw] = np.uint16(product >> np.uint32(16)) + origins[draw]
    return spare


@compiled
def _swap(shoes: Words, places: Words, draws: int, stride: int) -> None:
    """Each card in turn changes places with one at or behind it, in all four shoes."""
    count, step = np.uint64(draws), np.uint64(stride)
    for number in range(draws):
        one = np.uint64(number)
        two, three, four = one + step, one + step + step, one + step + step + step
        with_one = np.uint64(places[one])
        with_two = np.uint64(places[one + count])
        with_three = np.uint64(places[one + count + count])
        with_four = np.uint64(places[one + count + count + count])
        card_one, card_two, card_three, card_four = shoes[one], shoes[two], shoes[three], shoes[four]
        shoes[one] = shoes[with_one]
        shoes[with_one] = card_one
        shoes[two] = shoes[with_two]
        shoes[with_two] = card_two
        shoes[three] = shoes[with_three]
        shoes[with_three] = card_three
        shoes[four] = shoes[with_four]
        shoes[with_four] = card_four
