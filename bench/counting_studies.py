"""Published counting studies beside ours: `python -m bench.counting_studies [SHOES]`, a quarter of an hour by default.

A test does the same with a few hundred shoes. Here the errors are small enough to tell one dealing procedure from
another. The exit code is 1 when a figure is more than three standard errors away.
"""

import sys
from dataclasses import replace

from punto.analysis.estimate import Estimate
from punto.analysis.exposure.exposure import Exposure, OwnCount, exposure
from punto.analysis.exposure.own_tags import parse_tags
from punto.books.find_book import find_book
from tests.golden.published_counts import PUBLISHED_COUNTS, PublishedCount

SHOES = 100_000
ERRORS = 3


def studied(published: PublishedCount, shoes: int, seed: int = 1) -> Exposure:
    book = find_book(f"interblock+{published.bet}")
    book = replace(book, bets=(book.bet(published.bet),))
    count = OwnCount(parse_tags(book.deck, published.tags), published.trigger)
    return exposure(book, shoes, seed, more_rounds=published.more_rounds, counts={published.bet: count})


def compared(published: PublishedCount, ours: Exposure) -> dict[str, tuple[Estimate, Estimate]]:
    """Theirs and ours, for each figure that was published."""
    gain = ours.bets[0].linear.gain
    assert gain is not None, "too few shoes"
    figures = {
        "share": (published.share, gain.share.times(100)),
        "edge": (published.edge, gain.mean_edge.times(100)),
        "per 100": (published.per_100, gain.per_100_coups),
        "per shoe": (published.per_shoe, gain.per_shoe),
    }
    return {name: (theirs, found) for name, (theirs, found) in figures.items() if theirs is not None}


def main(shoes: int) -> int:
    far = 0
    for published in PUBLISHED_COUNTS:
        sys.stdout.write(f"{published.bet}, {published.more_rounds} more rounds ({published.source})\n")
        for name, (theirs, ours) in compared(published, studied(published, shoes)).items():
            agrees = ours.is_within(ERRORS, theirs)
            far += not agrees
            verdict = "" if agrees else "  FAR"
            sys.stdout.write(f"  {name:<9} {theirs.value:g} published, {ours} ours{verdict}\n")
    return 1 if far else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else SHOES))
