"""Four shoes at a time, shuffled without bias and near the machine's limit.

The shoes lie side by side: the four first cards, the four second cards and so on. So neighbouring swaps are of
different shoes, and none waits for the one before it. A 16-bit number r becomes one of m places by taking the high half
of r·m; the few r that would make some places likelier are drawn again, so no order of the cards is favoured. Each loop
does one thing to neighbouring words, which is what lets the compiler do it to many of them at once.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from punto.analysis.native import compiled
from punto.analysis.simulation.aligned import aligned_copy, aligned_zeros
from punto.analysis.simulation.lanes import GOLDEN, LANES, Lanes, draw_words, mixed

SHOES_AT_ONCE = 4
HALF_WORDS = 65_536
CARDS_PADDED = 8  # look-ahead past the last card stays inside the shoes' own words

Words = npt.NDArray[np.uint16]
Flags = npt.NDArray[np.uint8]
Cards = npt.NDArray[np.uint32]  # wide, because some processors are slow to read a narrow word they just stored


class Shuffler(NamedTuple):
    """Four shoes and what shuffling them needs. A shoe's first `draws` cards are shuffled; no coup goes beyond."""

    shoes: Cards
    state: Lanes
    drawn: Lanes
    halves: Words  # the same memory as numbers of sixteen bits
    choices: Words  # for each draw, how many cards there are to choose from
    refused_below: Words  # low halves that are drawn again
    ahead: Words  # how many cards ahead the chosen one lies
    refused: Flags  # rounded up to eights
    eights: npt.NDArray[np.uint64]  # the same memory, eight flags at a time


def shuffler(shoe: Cards, draws: int) -> Shuffler:
    cards = len(shoe)
    assert cards < HALF_WORDS, "a choice is sixteen bits"
    shoes = np.zeros((cards + CARDS_PADDED, SHOES_AT_ONCE), dtype=np.uint32)
    shoes[:cards] = shoe[:, np.newaxis]
    choices = np.repeat(np.arange(cards, cards - draws, -1), SHOES_AT_ONCE)
    drawn = aligned_zeros(-(-len(choices) // (2 * LANES)) * LANES, np.uint32)
    refused = aligned_zeros(-(-len(choices) // 8) * 8, np.uint8)
    return Shuffler(
        aligned_copy(shoes),
        state=aligned_zeros(4 * LANES, np.uint32),
        drawn=drawn,
        halves=drawn.view(np.uint16),
        choices=aligned_copy(choices.astype(np.uint16)),
        refused_below=aligned_copy((HALF_WORDS % choices).astype(np.uint16)),
        ahead=aligned_zeros(len(choices), np.uint16),
        refused=refused,
        eights=refused.view(np.uint64),
    )


@compiled
def shuffle(
    shoes: Cards,
    state: Lanes,
    drawn: Lanes,
    halves: Words,
    choices: Words,
    refused_below: Words,
    ahead: Words,
    refused: Flags,
    eights: npt.NDArray[np.uint64],
    spare: np.uint64,
) -> np.uint64:
    """Shuffle the four shoes; the spare generator's next state comes back.

    The parts of a `Shuffler` come one by one: taken out of it for every shuffle they would cost a tenth of the time.
    """
    draw_words(state, drawn)
    _choose(halves, choices, refused_below, ahead, refused)
    spare = _choose_again(refused, eights, choices, refused_below, ahead, spare)
    _swap(shoes, ahead)
    return spare


@compiled
def shuffle_once(work: Shuffler, spare: np.uint64) -> np.uint64:
    """The same for one who shuffles now and then."""
    shoes, state, drawn, halves, choices, below, ahead, refused, eights = work
    return shuffle(shoes, state, drawn, halves, choices, below, ahead, refused, eights, spare)


@compiled
def _choose(halves: Words, choices: Words, refused_below: Words, ahead: Words, refused: Flags) -> None:
    """How far ahead the card lies that each card is swapped with, and whether that number is refused."""
    for number in range(len(choices)):
        draw = np.uint64(number)
        half, choice = halves[draw], choices[draw]  # multiplied twice, because each half of a product alone is quicker
        ahead[draw] = np.uint16((np.uint32(half) * np.uint32(choice)) >> np.uint32(16))
        refused[draw] = np.uint8(1) if np.uint16(half * choice) < refused_below[draw] else np.uint8(0)


@compiled
def _choose_again(
    refused: Flags,
    eights: npt.NDArray[np.uint64],
    choices: Words,
    refused_below: Words,
    ahead: Words,
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
                        ahead[draw] = np.uint16(product >> np.uint32(16))
    return spare


@compiled
def _swap(shoes: Cards, ahead: Words) -> None:
    """Each card in turn changes places with itself or one behind it in its shoe."""
    for number in range(len(ahead)):
        place = np.uint64(number)
        other = place + np.uint64(ahead[place]) * np.uint64(SHOES_AT_ONCE)
        card = shoes[place]
        shoes[place] = shoes[other]
        shoes[other] = card
