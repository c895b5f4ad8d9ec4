"""How far every stream had come, as a server that stands by has read it: kept when the store is lost.

Where a machine dies with the floor and its database, the database that takes its place may lack the last moments. The
heads file that knew of them died too, and the one of the server that stood by is old. So what it has read itself counts
like a heads file's when it takes the floor.
"""

from typing import Protocol

from punto.server.store.heads_file import Head, Heads
from punto.server.store.values import Claim


class _Looked(Protocol):
    async def log_id(self) -> str: ...

    async def streams(self) -> dict[str, Claim]: ...


class HeadsAsRead:
    def __init__(self) -> None:
        self.heads: Heads | None = None  # None: nothing was read yet

    async def look(self, store: _Looked) -> str:
        """Returns the log id, which is read first: heads of a history that begins meanwhile would not be its own."""
        log_id = await store.log_id()
        found = {stream: Head(claim.version, claim.head) for stream, claim in (await store.streams()).items()}
        known = self.heads.streams if self.heads is not None and self.heads.log_id == log_id else {}
        self.heads = Heads(log_id, further(known, found))
        return log_id


def further(some: dict[str, Head], others: dict[str, Head]) -> dict[str, Head]:
    """Of each stream the head with the higher version."""
    return some | {
        stream: head for stream, head in others.items() if stream not in some or head.version >= some[stream].version
    }
