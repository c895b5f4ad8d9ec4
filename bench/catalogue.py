"""Every bet of the catalogue, counted alone, and how long that takes: `python -m bench.catalogue`.

Prints the table of docs/benchmarks.md: pays, the published edge and ours, winning orderings of six cards from eight
decks, and the processor time of one exact count. A bet is counted from nothing each time; the best of three counts.
"""

import sys
from collections.abc import Iterator
from dataclasses import replace
from statistics import median
from time import process_time

from punto.analysis.odds.bet_odds import BetOdds
from punto.analysis.odds.comparison import pays_text
from punto.analysis.odds.house_edge import book_odds
from punto.books import INTERBLOCK
from punto.books.catalogue import CATALOGUE
from punto.rules.bet import Bet

TIMES = 3


def counted(bet: Bet) -> tuple[BetOdds, float]:
    """With the milliseconds that the fastest count took."""
    book = replace(INTERBLOCK, id="catalogue", bets=(bet,))
    took = []
    for _ in range(TIMES):
        start = process_time()
        [odds] = book_odds(book).bets
        took.append((process_time() - start) * 1e3)
    return odds, min(took)


def rows() -> Iterator[tuple[str, float]]:
    for entry in CATALOGUE:
        odds, took = counted(entry.bet)
        ways = sum(line.ways for line in odds.lines if line.pays > 0)
        edges = f"{entry.edge or '–'} | {float(odds.house_edge * 100):.4f}"
        yield f"| `{entry.bet.id}` | {pays_text(odds)} | {edges} | {ways:,} | {took:.0f} ms |", took


def main() -> int:
    sys.stdout.write("| bet | pays | published edge % | ours | winning orderings | counted in |\n")
    sys.stdout.write("| --- | --- | ---: | ---: | ---: | ---: |\n")
    times = []
    for row, took in rows():
        times.append(took)
        sys.stdout.write(f"{row}\n")
    sys.stdout.write(f"\n{len(times)} bets, median {median(times):.0f} ms, slowest {max(times):.0f} ms\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
