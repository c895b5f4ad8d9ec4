"""Computes odds in a separate process, because a thread would hold the interpreter and delay bets.

It is forked before the floor opens, so it has all books, including an operator's own, and neither sockets nor the
store.
"""

import os
import signal
from collections.abc import Sequence
from multiprocessing import Pipe, get_context
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Self

from punto.analysis.odds.bet_odds import BookOdds, odds_from_endings
from punto.rules.rulebook import RuleBook
from punto.server.figures.book_odds import count_here

if TYPE_CHECKING:
    from types import TracebackType

NICENESS = 10  # bets have priority


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
        """At once, even while computing: a waiting caller gets an error."""
        self._is_over = True
        self._process.kill()
        self._process.join()
        self._questions.close()

    def count(self, book: RuleBook) -> BookOdds:
        """Blocks; one question at a time."""
        if book not in self._books:  # added by a reload
            return count_here(book)
        try:
            self._questions.send(self._books.index(book))
            cards_left, every, endings = self._questions.recv()
        except (EOFError, OSError):
            if self._is_over:
                raise
            return count_here(book)  # it died: slower, but still correct
        return odds_from_endings(book, cards_left, every, endings)


def _answer(questions: Connection, askers_end: Connection, books: Sequence[RuleBook]) -> None:
    """Serves until the parent is gone. Conditions are code and cannot be pickled, so a book travels as a number and
    odds as counts."""
    for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):  # a terminal signals the whole group; the floor decides
        signal.signal(each, signal.SIG_IGN)
    askers_end.close()  # otherwise its end goes unnoticed
    os.nice(NICENESS)
    try:
        while True:
            odds = count_here(books[questions.recv()])
            questions.send((odds.cards_left, odds.orderings, odds.endings))
    except (EOFError, OSError):
        return
