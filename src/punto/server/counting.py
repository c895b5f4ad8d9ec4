"""Counting odds in a process of its own, for a thread would take the interpreter away from patrons.

It is forked before the floor opens. So it knows the floor's books, an operator's own ones too, without being sent them,
and holds neither a patron's socket nor the store.
"""

import contextlib
import os
import signal
from collections.abc import Iterator, Sequence
from multiprocessing import Pipe, get_context
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING

from punto.rules.rulebook import RuleBook
from punto.server.known_odds import Count

if TYPE_CHECKING:
    from punto.analysis.bet_odds import BookOdds

NICENESS = 10  # bets go first
SECONDS_TO_END = 5.0


@contextlib.contextmanager
def counting_process(books: Sequence[RuleBook]) -> Iterator[Count]:
    """The odds of any of these books, by asking and waiting. One question at a time."""
    ours, theirs = Pipe()
    process = get_context("fork").Process(target=_answer, args=(theirs, ours, books), daemon=True)
    process.start()
    theirs.close()

    def count(book: RuleBook) -> "BookOdds":
        from punto.analysis.bet_odds import BookOdds, bet_odds

        ours.send(books.index(book))
        cards_left, every, ways = ours.recv()
        return BookOdds(
            book,
            cards_left,
            every,
            tuple(bet_odds(bet, each, every) for bet, each in zip(book.bets, ways, strict=True)),
        )

    try:
        yield count
    finally:
        ours.close()
        process.join(SECONDS_TO_END)


def _answer(questions: Connection, askers_end: Connection, books: Sequence[RuleBook]) -> None:
    """Until whoever asks is gone. Conditions are code and cannot be sent, so a book is a number and odds are ways."""
    from punto.analysis.house_edge import book_odds  # loads NumPy, here alone

    askers_end.close()  # or its end would never be noticed
    for each in (signal.SIGINT, signal.SIGTERM):  # a terminal tells everybody to stop; the floor says when to end
        signal.signal(each, signal.SIG_IGN)
    os.nice(NICENESS)
    with contextlib.suppress(EOFError, OSError):
        while True:
            odds = book_odds(books[questions.recv()])
            questions.send((odds.cards_left, odds.orderings, [[line.ways for line in bet.lines] for bet in odds.bets]))
