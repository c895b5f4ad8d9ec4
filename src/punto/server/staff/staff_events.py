"""The events of the staff log: who acted, on what, why, for how much, and what it changed.

Names and addresses live in one erasable row, free text in another; the event keeps a salted hash of each, which proves
after erasure that there was one and does not let it be guessed. Older releases wrote only a `subject`.
"""

from hashlib import sha256

import msgspec

from punto.server.people.identity import Identity
from punto.table.state import Instant


class By(msgspec.Struct, frozen=True):
    """An actor without a session: the house, the terminal, or somebody trying to log in."""

    id: str
    role: str = ""
    address: str = ""


SYSTEM = By("system")
TERMINAL = By("terminal")
UNKNOWN = "unknown"  # somebody with a wrong password

Actor = Identity | By


class On(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the action was done to; fields that do not apply are left out."""

    table: str = ""
    shoe: int | None = None
    coup: int | None = None
    patron: str = ""
    account: str = ""  # a staff account, or a patron's account as opposed to the purse
    ticket: str = ""
    entry: int | None = None  # in this log or the cashier's
    thing: str = ""  # a report, a file, a setting


NOTHING = On()


class StaffActed(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    by: str
    action: str
    at: Instant
    subject: str = ""  # in events of older releases: a table, an account or a ticket
    note: str = ""  # salted hash of the note; empty: none
    role: str = ""  # as it was
    on: On = NOTHING
    reason: str = ""
    amount: int | None = None  # in the currency's smallest unit, if money moved
    before: str = ""
    after: str = ""
    second: str = ""  # the second person's account
    details: str = ""  # salted hash of names and addresses
    count: int = 1  # how often, if the entry stands for several
    refusal: str = ""  # if refused at once


class StaffWasRefused(msgspec.Struct, frozen=True, tag=True):
    action: int  # the version of the action's event
    refusal: str
    at: Instant


StaffEvent = StaffActed | StaffWasRefused
_EVENTS: msgspec.json.Decoder[StaffEvent] = msgspec.json.Decoder(StaffEvent)


class Note(msgspec.Struct, frozen=True):
    salt: str
    text: str


class Details(msgspec.Struct, frozen=True, omit_defaults=True):
    """Names and addresses; erased when the law allows."""

    name: str = ""  # at the time, or as typed
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
