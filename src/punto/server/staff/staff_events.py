"""The events of the staff log: who acted, on what, why, for how much, and what it changed.

Names and addresses live in an erasable row, free text in another; an event keeps a salted hash of each, so that erasing
the row leaves the proof that there was one, and no way to guess it. Events of earlier releases have a `subject` alone.
"""

from hashlib import sha256

import msgspec

from punto.server.people.identity import Identity
from punto.table.state import Instant


class By(msgspec.Struct, frozen=True):
    """Somebody who has no session here: the house itself, the terminal, or whoever tries a name."""

    id: str
    role: str = ""
    address: str = ""


SYSTEM = By("system")
TERMINAL = By("terminal")
UNKNOWN = "unknown"  # who tried a password that was wrong

Actor = Identity | By


class On(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an action was done to; whatever does not apply is left out."""

    table: str = ""
    shoe: int | None = None
    coup: int | None = None
    patron: str = ""
    account: str = ""  # of staff, or of anybody whose account is meant and not the purse
    ticket: str = ""
    entry: int | None = None  # of this log, or the cashier's
    thing: str = ""  # a report, a file, a setting


NOTHING = On()


class StaffActed(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    by: str
    action: str
    at: Instant
    subject: str = ""  # in events of earlier releases: a table, an account or a ticket
    note: str = ""  # the salted hash of what was written; empty: nothing was
    role: str = ""  # as it was
    on: On = NOTHING
    reason: str = ""
    amount: int | None = None  # in the currency's smallest unit, where money moved
    before: str = ""
    after: str = ""
    second: str = ""  # the account of the second person
    details: str = ""  # the salted hash of names and addresses
    count: int = 1  # how many times, where an entry stands for several
    refusal: str = ""  # when it was refused at once


class StaffWasRefused(msgspec.Struct, frozen=True, tag=True):
    action: int  # the version of the event before
    refusal: str
    at: Instant


StaffEvent = StaffActed | StaffWasRefused
_EVENTS: msgspec.json.Decoder[StaffEvent] = msgspec.json.Decoder(StaffEvent)


class Note(msgspec.Struct, frozen=True):
    salt: str
    text: str


class Details(msgspec.Struct, frozen=True, omit_defaults=True):
    """What says who a person was and where; erased when the law lets it go."""

    name: str = ""  # as it was then, or as it was tried
    second: str = ""
    addresses: tuple[str, ...] = ()


class KeptDetails(msgspec.Struct, frozen=True):
    salt: str
    details: Details


def event_of(body: bytes) -> StaffEvent:
    return _EVENTS.decode(body)


def digest_of(note: Note) -> str:
    return sha256(bytes.fromhex(note.salt) + note.text.encode()).hexdigest()


def details_digest(kept: KeptDetails) -> str:
    return sha256(bytes.fromhex(kept.salt) + msgspec.json.encode(kept.details)).hexdigest()
