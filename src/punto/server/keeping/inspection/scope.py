"""What an inspection is asked to look at, and the books that it may settle by."""

from collections.abc import Callable, Iterable

from msgspec import Struct

from punto.analysis.outcomes.fingerprint import fingerprint
from punto.books.find_book import stored_book
from punto.rules.rulebook import RuleBook
from punto.server.store.plays import LATEST

NO_DAY = ""


def _no_day(_at: int) -> str:
    return NO_DAY


class Scope(Struct, frozen=True):
    """Which rounds and shoes are checked. Chains and the ledger hold as a whole or not at all, and always are."""

    first_at: int = 0
    end_at: int = LATEST  # exclusive
    table: str | None = None
    day_of: Callable[[int], str] = _no_day  # the gaming day of an instant, where the floor's file tells

    def covers(self, table: str, at: int) -> bool:
        return self.first_at <= at < self.end_at and self.table in (None, table)

    @property
    def is_everything(self) -> bool:
        return self == Scope(day_of=self.day_of)


EVERYTHING = Scope()


class KnownBooks:
    """A floor's books and our own by id, with their fingerprints. Computing one takes up to a second, so it is done
    when asked for."""

    def __init__(self, books: Iterable[RuleBook], fingerprint_of: Callable[[RuleBook], str] = fingerprint) -> None:
        self._books = {book.id: book for book in books}
        self._fingerprint_of = fingerprint_of
        self._fingerprints: dict[str, str] = {}

    def find(self, book_id: str) -> RuleBook | None:
        if book_id not in self._books and (found := stored_book(book_id, self._books.values())):
            self._books[book_id] = found
        return self._books.get(book_id)

    def fingerprint(self, book: RuleBook) -> str:
        if book.id not in self._fingerprints:
            self._fingerprints[book.id] = self._fingerprint_of(book)
        return self._fingerprints[book.id]
