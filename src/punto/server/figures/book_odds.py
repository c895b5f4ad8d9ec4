"""The exact odds of a floor's books, computed once and off the event loop, for help pages, reports and alarms."""

import asyncio
from collections.abc import Callable
from threading import Lock
from typing import TYPE_CHECKING

import structlog

from punto.rules.rulebook import RuleBook

if TYPE_CHECKING:
    from punto.analysis.odds.bet_odds import BookOdds

log = structlog.get_logger("punto.figures")

Count = Callable[[RuleBook], "BookOdds"]


def count_here(book: RuleBook) -> "BookOdds":
    """In this process; takes some tenths of a second."""
    from punto.analysis.odds.house_edge import book_odds  # loads NumPy

    return book_odds(book)


def _warn_of_losing_bets(odds: "BookOdds") -> None:
    for each in odds.bets:
        if each.rtp > 1:
            log.warning("bet_returns_more_than_it_takes", book=odds.book.id, bet=each.bet.id, rtp=float(each.rtp))


class KnownOdds:
    def __init__(self, count: Count = count_here) -> None:
        self._count = count
        self._odds: dict[str, BookOdds] = {}
        self._lock = Lock()  # a second caller waits and finds them

    def count(self, book: RuleBook) -> "BookOdds":
        """Takes some tenths of a second the first time; from the event loop, use `of`."""
        with self._lock:
            if book.id not in self._odds:
                self._odds[book.id] = self._count(book)
                _warn_of_losing_bets(self._odds[book.id])
            return self._odds[book.id]

    async def of(self, book: RuleBook) -> "BookOdds":
        known = self._odds.get(book.id)
        return await asyncio.to_thread(self.count, book) if known is None else known

    def if_counted(self, book_id: str) -> "BookOdds | None":
        return self._odds.get(book_id)
