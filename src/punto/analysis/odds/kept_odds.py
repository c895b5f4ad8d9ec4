"""Counts of fresh shoes kept on disk, so that the odds of a known book are there at once and without NumPy.

The name of a file says what was counted, from which deck, and by which sources; one that no longer fits is replaced.
Where no folder can be written, or a file is damaged, coups are counted anew.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import suppress

from punto.analysis.cache_folder import cache_folder, keep_file, source_hash
from punto.analysis.odds.bet_odds import BetOdds, BookOdds, Ending, bet_odds, odds_from_endings
from punto.rules.rulebook import RuleBook

SOURCES = ("rules", "books", "analysis/odds", "analysis/outcomes")

Rows = list[list[int]]


def kept_odds(book: RuleBook) -> BookOdds:
    """The odds of a book that comes with Punto; anybody else's book may mean something new under an old name."""

    def counted() -> Rows:
        from punto.analysis.odds.house_edge import book_odds  # loads NumPy

        odds = book_odds(book)
        return [[odds.cards_left, odds.orderings], *([ending.ways, *ending.lines] for ending in odds.endings)]

    (cards_left, orderings), *rows = _kept(f"odds.{book.id}.{book.deck.id}", counted)
    endings = tuple(Ending(tuple(lines), ways) for ways, *lines in rows)
    return odds_from_endings(book, cards_left, orderings, endings)


def kept_odds_one_by_one(book: RuleBook) -> Iterator[BetOdds]:
    """The same for bets that were counted one by one."""

    def counted() -> Rows:
        from punto.analysis.odds.house_edge import odds_one_by_one

        return [[line.ways for line in each.lines] for each in odds_one_by_one(book)]

    for bet, ways in zip(book.bets, _kept(f"bets.{book.id}.{book.deck.id}", counted), strict=True):
        yield bet_odds(bet, ways, sum(ways))


def _kept(name: str, count: Callable[[], Rows]) -> Rows:
    path = cache_folder() / f"{name}.{source_hash(SOURCES)[:32]}.json"
    with suppress(OSError, ValueError):
        rows: Rows = json.loads(path.read_bytes())
        return rows
    rows = count()
    with suppress(OSError):
        keep_file(path, lambda file: file.write(json.dumps(rows).encode()), replaced=f"{name}.*.json")
    return rows
