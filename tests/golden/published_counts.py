"""Counting studies that others have published: tags, trigger, procedure and what they found.

Eight decks, the cut card 14 cards from the end, the burn card turned up. Figures in percent and units; an error of 0
belongs to a study of a hundred million shoes, whose own is beyond the digits it prints.

The simulation of 1.5 million shoes states the error of the edge alone: that of the win per 100 rounds is the same share
of it, and that of the share of rounds is our estimate. Advanced Advantage Play and 888casino do not say whether a round
follows the cut card, nor 888casino its trigger; what stands here is what fits.
"""

from typing import NamedTuple

from punto.analysis.estimate import Estimate


class PublishedCount(NamedTuple):
    bet: str
    tags: str
    trigger: float
    more_rounds: int
    source: str
    share: Estimate | None = None  # of rounds, percent
    edge: Estimate | None = None  # percent
    per_100: Estimate | None = None
    per_shoe: Estimate | None = None


def _of(value: float, error: float = 0.0) -> Estimate:
    return Estimate(value, error)


AAP = "Advanced Advantage Play, Baccarat Side Bets"
BIG_TIGER = "0 0 -1 -1 -1 -2 1 2 2 0"
DRAGON = "0 0 0 -1 -1 -1 -1 2 2 0"
OTHERS = "an independent simulation of 1.5 million shoes"

PUBLISHED_COUNTS = (
    PublishedCount(
        "big-tiger", BIG_TIGER, 8, 1, "Advanced Advantage Play, July 2024", _of(3.536), _of(7.227), _of(0.256)
    ),
    PublishedCount("big-tiger", BIG_TIGER, 8, 0, OTHERS, _of(3.235, 0.01), _of(6.33, 0.35), _of(0.205, 0.011)),
    PublishedCount("big-tiger", BIG_TIGER, 8, 1, OTHERS, _of(3.539, 0.01), _of(6.93, 0.33), _of(0.245, 0.012)),
    PublishedCount("dragon-7", DRAGON, 4, 0, OTHERS, _of(8.808, 0.015), _of(7.47, 0.20), _of(0.658, 0.018)),
    PublishedCount("dragon-7", DRAGON, 4, 1, OTHERS, _of(9.169, 0.015), _of(7.91, 0.19), _of(0.726, 0.018)),
    PublishedCount(
        "dragon-7", DRAGON, 4, 1, "888casino, Co-Card Counting the Dragon and Panda Side Bets", per_shoe=_of(0.597)
    ),
    PublishedCount("bad-beat", "0 1 1 1 1 1 1 -5 -5 1", 6, 1, AAP, _of(14.31), _of(10.54), _of(1.51)),
    PublishedCount("natural-nine-over-seven", "0 1 1 1 1 1 -5 1 -5 1", 6, 1, AAP, _of(14.33), _of(10.85), _of(1.56)),
    PublishedCount("eights-and-nines", "1 1 0 0 0 0 0 -3 -3 1", 4, 1, AAP, _of(13.61), _of(8.91), _of(1.213)),
)
