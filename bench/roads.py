"""How fast scoreboards are updated: one coup appended to all roads, and a whole shoe at once."""

import random
from collections.abc import Iterator
from statistics import median
from time import perf_counter

from bench.figure import Figure, at_most
from punto.roads.score import Score, parse_scores
from punto.roads.shoe_roads import ShoeRoads

COUPS = 80
SHOES = 2_000
CHANCES = (45.86, 44.62, 9.52)  # of Banker, Player and tie, in percent


def road_figures() -> Iterator[Figure]:
    chance = random.Random(1)
    shoes = [parse_scores("".join(chance.choices("BPT", CHANCES, k=COUPS))) for _ in range(SHOES)]
    appended = median(_seconds_to_append(scores) for scores in shoes) / COUPS
    yield at_most("one coup appended to all roads", appended * 1e6, 10, "µs")
    built = median(_seconds_to_build(scores) for scores in shoes)
    yield at_most(f"all roads of a shoe of {COUPS} coups", built * 1e6, 100, "µs")


def _seconds_to_append(scores: list[Score]) -> float:
    roads = ShoeRoads()
    start = perf_counter()
    for score in scores:
        roads.append(score)
    return perf_counter() - start


def _seconds_to_build(scores: list[Score]) -> float:
    start = perf_counter()
    ShoeRoads(scores)
    return perf_counter() - start
