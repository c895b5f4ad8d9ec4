"""The fingerprints of the floor's books. Computing one takes up to a second, which would delay startup.

Those of built-in books are cached in the store under a hash of the code they depend on, so they are computed once per
release. An operator's own books are computed at every start.
"""

import asyncio
from functools import cache
from hashlib import sha256
from pathlib import Path

import punto
from punto.analysis.outcomes.fingerprint import FORMAT, fingerprint
from punto.books.find_book import stored_book
from punto.rules.rulebook import RuleBook
from punto.server.store.interface import Records

FINGERPRINT = "fingerprint"
DECIDING = ("rules", "books", "analysis")  # the packages whose code can change a fingerprint


class KnownFingerprints:
    def __init__(self, store: Records) -> None:
        self._store = store
        self._known: dict[str, str] = {}

    async def of(self, book: RuleBook) -> str:
        if book.id not in self._known:
            self._known[book.id] = await self._kept(book) if _is_ours(book) else await _counted(book)
        return self._known[book.id]

    async def _kept(self, book: RuleBook) -> str:
        key = f"{book.id}:{code_digest()}"
        kept = await self._store.record(FINGERPRINT, key)
        if kept is not None:
            return kept.decode()
        counted = await _counted(book)
        await self._store.keep_record(FINGERPRINT, key, counted.encode())
        return counted


def _is_ours(book: RuleBook) -> bool:
    return book == stored_book(book.id)


async def _counted(book: RuleBook) -> str:
    return await asyncio.to_thread(fingerprint, book)


@cache
def code_digest() -> str:
    """Reads some hundred files: whoever stands by does it before it is needed."""
    package = Path(punto.__file__).parent
    files = [file for part in DECIDING for file in sorted((package / part).rglob("*.py"))]
    return sha256(FORMAT.encode() + b"".join(file.read_bytes() for file in files)).hexdigest()[:16]
