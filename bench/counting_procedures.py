"""Two published counting studies by many procedures: `python -m bench.counting_procedures [SHOES]`.

Dragon 7 and 3 Giving 8 do not come out as printed (docs/analysis.md). This deals their shoes once for each bet and
sums them up by cut card, rounds after it, trigger and the fewest decks that somebody divides by, with standard errors
and how many of them lie between.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from punto.analysis.exposure.own_tags import parse_tags
from punto.analysis.exposure.procedure import Procedure
from punto.analysis.exposure.walk_shoes import Walk, walk_shoes
from punto.analysis.solver.solver import Solver
from punto.books.find_book import find_book

SHOES = 4_000
DECK = 52


@dataclass(frozen=True)
class Study:
    bet: str
    tags: str
    triggers: tuple[float, ...]
    cut_cards: tuple[int, ...]
    published: tuple[float, float, float]  # percent of rounds, percent of the stake, units per 100 rounds


STUDIES = (
    Study("dragon-7", "0 0 0 -1 -1 -1 -1 2 2 0", (4, 4.01), (14,), (8.79, 8.03, 0.706)),
    Study("three-giving-eight", "1 1 -3 1 1 1 1 -8 1 1", (2, 3, 4), (14, 26), (23.207, 16.926, 3.928)),
)


def told(study: Study, shoes: int) -> Iterator[str]:
    book = find_book(f"interblock+{study.bet}")
    book = replace(book, bets=(book.bet(study.bet),))
    walk = walk_shoes(book, shoes, 1, Procedure(min(study.cut_cards), 1))
    prices = Solver(book).expectations_of_many(walk.unseen)[:, 0]
    running = (book.deck.copies - walk.unseen) @ parse_tags(book.deck, study.tags)
    decks = walk.unseen.sum(axis=1) / DECK
    for cut_card in study.cut_cards:
        for more in (0, 1):
            is_dealt = walk.is_dealt_by(Procedure(cut_card, more)).astype(bool)
            for trigger in study.triggers:
                for fewest in (0.0, 0.75):
                    is_bet = is_dealt & (running / np.maximum(decks, fewest) >= trigger)
                    name = f"cut card {cut_card}, {more} more, from {trigger:+g}, decks ≥ {fewest:g}"
                    yield f"  {name:<48}{_figures(study, walk, is_dealt, is_bet, prices)}"


def _figures(
    study: Study,
    walk: Walk,
    is_dealt: npt.NDArray[np.bool_],
    is_bet: npt.NDArray[np.bool_],
    prices: npt.NDArray[np.float64],
) -> str:
    """Ratios of sums over shoes, with the errors of such ratios."""
    rounds, bets, won = (
        np.bincount(walk.shoe_of_row, weights, walk.shoes) for weights in (is_dealt, is_bet, is_bet * prices)
    )
    cells = []
    for (top, below), published in zip(((bets, rounds), (won, bets), (won, rounds)), study.published, strict=True):
        ratio = top.sum() / below.sum()
        error = np.std(top - ratio * below) / below.mean() / np.sqrt(walk.shoes)
        cells.append(f"{100 * ratio:8.3f} ± {100 * error:.3f} ({(published - 100 * ratio) / (100 * error):+.1f})")
    return " ".join(cells)


def main(shoes: int) -> int:
    for study in STUDIES:
        share, edge, won = study.published
        sys.stdout.write(f"{study.bet}, published: {share} % of rounds, {edge} % of the stake, {won} units per 100\n")
        for line in told(study, shoes):
            sys.stdout.write(f"{line}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else SHOES))
