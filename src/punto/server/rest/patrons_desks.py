"""The desks behind the patrons' desk, put together from the floor's own."""

from collections.abc import Awaitable, Callable
from typing import Protocol

from punto.server.cashier.desk import CashierDesk
from punto.server.config.floor_config import FloorConfig
from punto.server.patrons_desk.notes import PatronNotes
from punto.server.patrons_desk.statement import Statements
from punto.server.people.accounts import Accounts
from punto.server.people.known_names import KnownNames
from punto.server.people.limits.protection import ProtectionDesk
from punto.server.people.saved_bets import SavedBets
from punto.server.people.sign_in.sessions import Sessions
from punto.server.record.play_record import PlayRecord
from punto.server.rest.desks import Clock, Tables
from punto.server.rest.held_bets import HeldBets
from punto.server.rest.personal_file import PersonalFile
from punto.server.staff.attendant_calls import AttendantCalls
from punto.server.store.interface import Store
from punto.server.talk.table_talk import TableTalk


class _Floor(Protocol):
    @property
    def config(self) -> FloorConfig: ...

    @property
    def clock(self) -> Clock: ...

    @property
    def accounts(self) -> Accounts: ...

    @property
    def sessions(self) -> Sessions: ...

    @property
    def protection(self) -> ProtectionDesk: ...

    @property
    def cashier(self) -> CashierDesk: ...

    @property
    def calls(self) -> AttendantCalls: ...

    @property
    def record(self) -> PlayRecord: ...

    @property
    def store(self) -> Store: ...

    @property
    def talk(self) -> TableTalk: ...

    @property
    def tables(self) -> Tables: ...

    def has_bets(self, patron: str) -> Awaitable[bool]: ...


def patrons_desks(floor: _Floor) -> dict[str, Callable[[], object]]:
    """By the names under which a route asks for them."""
    held_bets = HeldBets(lambda: floor.tables, floor.has_bets)
    notes = PatronNotes(floor.store, floor.accounts, floor.clock)
    saved = SavedBets(floor.store, floor.accounts)
    names = KnownNames(floor.store, floor.accounts.account, floor.accounts.name_of)
    floor.accounts.on_change.append(names.changed)

    def statements() -> Statements:
        return Statements(floor.store, floor.cashier, held_bets.of, floor.record.flush)

    def personal_file() -> PersonalFile:
        return PersonalFile(
            floor.config,
            floor.clock,
            floor.accounts,
            floor.sessions,
            floor.protection,
            floor.cashier,
            floor.calls,
            notes,
            saved,
            statements(),
            floor.store,
            floor.talk.record,
        )

    return {
        "held_bets": lambda: held_bets,
        "notes": lambda: notes,
        "saved": lambda: saved,
        "names": lambda: names,
        "statements": statements,
        "personal_file": personal_file,
    }
