"""One stream, read in step with the ledger: its hash chain, and each event handed to whoever follows it."""

from collections.abc import Iterator, Mapping
from typing import Protocol

import msgspec

from punto.server.keeping.audit import net
from punto.server.keeping.inspection.findings import Findings
from punto.server.store.values import Checkpoint, Claim, StoredEvent, chained
from punto.table.stored.event_codec import UnknownSchema


class Follower(Protocol):
    def feed(self, stored: StoredEvent) -> Mapping[str, int]:
        """Checks an event; returns what it moves by account. Raises a DecodeError where it cannot be read."""

    def change_read(self) -> None:
        """All events of a change were fed, and its journal is booked."""

    def finish(self) -> None:
        """There are no more."""


class FollowedStream:
    def __init__(
        self, name: str, start: Checkpoint, events: Iterator[StoredEvent], follower: Follower, findings: Findings
    ) -> None:
        self.name = name
        self.version = start.version
        self.events = 0
        self._heads = {start.head}  # any of them may be followed on
        self._events = events
        self._next = next(events, None)
        self._follower, self._findings = follower, findings

    def advance(self, up_to: int | None = None) -> dict[str, int]:
        """Read on; returns the net amounts of the events, by account."""
        moved: list[Mapping[str, int]] = []
        while self._next is not None and (up_to is None or self._next.version <= up_to):
            moved.append(self._feed(self._next))
            self._next = next(self._events, None)
        return net(moved)

    def change_read(self) -> None:
        self._follower.change_read()

    def finish(self, last: Claim) -> None:
        """The stream itself says where it ends."""
        self._follower.change_read()
        self._follower.finish()
        if self.version != last.version:
            self._findings.add(self.name, self.version, "the log's last event", says=self.version, should=last.version)
        elif last.head not in self._heads:
            self._findings.add(
                self.name, self.version, "the log's head", says=_short(self._heads), should=last.head.hex()[:16]
            )

    def _feed(self, stored: StoredEvent) -> Mapping[str, int]:
        self._check_chain(stored)
        self.events += 1
        try:
            return self._follower.feed(stored)
        except (msgspec.DecodeError, UnknownSchema, UnicodeDecodeError) as error:
            text = stored.body[:60].decode(errors="replace")
            self._findings.add(self.name, stored.version, "the event", says=text, should=f"an event ({error})")
            return {}

    def _check_chain(self, stored: StoredEvent) -> None:
        """After a break both the head that is there and the one that should be are followed, so that one changed byte
        is found once."""
        if stored.version != self.version + 1:
            missing = f"event {self.version + 1} after {self.version}"
            self._findings.add(self.name, stored.version, "the log", says=f"event {stored.version}", should=missing)
            self._heads = {stored.head}
        else:
            should = {chained(head, stored.version, stored.body) for head in self._heads}
            if stored.head not in should:
                self._findings.add(
                    self.name, stored.version, "the hash chain", says=stored.head.hex()[:16], should=_short(should)
                )
            self._heads = {stored.head} if stored.head in should else {stored.head, *should}
        self.version = stored.version


def _short(heads: set[bytes]) -> str:
    return " or ".join(sorted(head.hex()[:16] for head in heads))
