"""Counting odds in a process of its own, for a thread would take the interpreter away from patrons.

It is forked before the floor opens. So it knows the floor's books, an operator's own ones too, without being sent them,
and holds neither a patron's socket nor the store.
"""

import os
import signal
from collections.abc import Sequence
from multiprocessing import Pipe, get_context
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Self

from punto.analysis.odds.bet_odds import BookOdds, bet_odds
from punto.rules.rulebook import RuleBook
from punto.server.figures.book_odds import count_here

if TYPE_CHECKING:
    from types import TracebackType

NICENESS = 10  # bets go first


class CountingProcess:
    def __init__(self, books: Sequence[RuleBook]) -> None:
        self._books = books
        self._is_over = False

    def __enter__(self) -> Self:
        self._questions, theirs = Pipe()
        self._process = get_context("fork").Process(
            target=_answer, args=(theirs, self._questions, self._books), daemon=True
        )
        self._process.start()
        theirs.close()
        return self

    def __exit__(self, _: type | None, __: BaseException | None, ___: "TracebackType | None") -> None:
        """At once, also while it counts: whoever waits is told by an error."""
        self._is_over = True
        self._process.kill()
        self._process.join()
        self._questions.close()

    def count(self, book: RuleBook) -> BookOdds:
        """By asking and waiting; one question at a time."""
        if book not in self._books:  # it came with a reload
            return count_here(book)
        try:
            self._questions.send(self._books.index(book))
            cards_left, every, ways = self._questions.recv()
        except (EOFError, OSError):
            if self._is_over:
                raise
            return count_here(book)  # it has died: slower for patrons, and still right
        bets = (bet_odds(bet, each, every) for bet, each in zip(book.bets, ways, strict=True))
        return BookOdds(book, cards_left, every, tuple(bets))


def _answer(questions: Connection, askers_end: Connection, books: Sequence[RuleBook]) -> None:
    """Until whoever asks is gone. Conditions are code and cannot be sent, so a book is a number and odds are ways."""
    for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):  # a terminal tells everybody; the floor decides
        signal.signal(each, signal.SIG_IGN)
    askers_end.close()  # or its end would never be noticed
    os.nice(NICENESS)
    try:
        while True:
            odds = count_here(books[questions.recv()])
            questions.send((odds.cards_left, odds.orderings, [[line.ways for line in bet.lines] for bet in odds.bets]))
    except (EOFError, OSError):
        return
