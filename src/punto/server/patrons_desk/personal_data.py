"""Everything the floor holds about one person, as one file.

It holds nobody else's data: members of staff appear as "staff", and a ticket's code only once it is paid, because
until then it is as good as money.
"""

from collections.abc import Sequence

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from punto.ledger.cashier import Cashier
from punto.server.cashier.ticket_code import written
from punto.server.patrons_desk.notes import PatronNote
from punto.server.patrons_desk.statement_lines import StatementLine
from punto.server.people.account import Account, Choices
from punto.server.people.limits.own_limits import OwnLimits
from punto.server.people.saved_bets import SavedBet
from punto.server.people.sign_in.sessions import Session
from punto.server.record.plays_of_coup import PlayBody
from punto.server.staff.attendant_calls import Call
from punto.server.store.plays import Play, PlayStatus
from punto.table.state import Instant

STAFF = "staff"


class HeldAccount(Struct, frozen=True):
    id: str
    name: str
    created_at: Instant
    has_password: bool
    has_document: bool  # a keyed hash of its number is stored, not the number
    is_suspended: bool
    choices: Choices


class HeldNote(Struct, frozen=True):
    at: Instant
    by: str
    text: str


class HeldSavedBet(Struct, frozen=True):
    book: str
    name: str
    stakes: tuple[tuple[str, int], ...]


class HeldSession(Struct, frozen=True):
    opened_at: Instant
    seen_at: Instant


class HeldRound(Struct, frozen=True):
    at: Instant
    table: str
    book: str
    shoe: int
    round: int
    status: PlayStatus
    staked: int
    returned: int
    play: PlayBody


class HeldTicket(Struct, frozen=True):
    at: Instant
    amount: int
    is_hand_pay: bool
    is_paid: bool
    code: str


class HeldCall(Struct, frozen=True):
    at: Instant
    table: str
    amount: int


class HeldTalk(Struct, frozen=True):
    at: Instant
    table: str
    phrase: str
    text: str
    is_removed: bool


class PersonalData(Struct, frozen=True, kw_only=True):
    """Times in UTC milliseconds, amounts in the currency's smallest unit."""

    floor: str
    made_at: Instant
    currency: str
    currency_digits: int
    account: HeldAccount
    limits: OwnLimits
    notes: tuple[HeldNote, ...]
    saved_bets: tuple[HeldSavedBet, ...]  # oldest first
    sessions: tuple[HeldSession, ...]
    purse: int
    statement: tuple[StatementLine, ...]  # oldest first
    statement_is_cut: bool
    rounds: tuple[HeldRound, ...]  # newest first
    tickets: tuple[HeldTicket, ...]  # oldest first
    calls: tuple[HeldCall, ...]
    talk: tuple[HeldTalk, ...]  # oldest first


def held_account(account: Account, name: str) -> HeldAccount:
    return HeldAccount(
        id=account.id,
        name=name,
        created_at=account.created_at,
        has_password=account.password is not None,
        has_document=bool(account.document),
        is_suspended=account.is_suspended,
        choices=account.choices,
    )


def held_notes(notes: Sequence[PatronNote]) -> tuple[HeldNote, ...]:
    return tuple(HeldNote(note.at, STAFF, note.text) for note in notes)


def held_saved_bets(bets: Sequence[SavedBet]) -> tuple[HeldSavedBet, ...]:
    return tuple(HeldSavedBet(bet.book, bet.name, bet.stakes) for bet in bets)


def held_sessions(sessions: Sequence[Session]) -> tuple[HeldSession, ...]:
    return tuple(HeldSession(each.opened_at, each.seen_at) for each in sessions)


def held_lines(lines: Sequence[StatementLine]) -> tuple[StatementLine, ...]:
    """Oldest first, without the names behind them."""
    return tuple(replace(line, by=STAFF if line.by else "") for line in reversed(lines))


def held_rounds(plays: Sequence[Play]) -> tuple[HeldRound, ...]:
    return tuple(
        HeldRound(
            at=play.at,
            table=play.table,
            book=play.book,
            shoe=play.shoe,
            round=play.coup,
            status=play.status,
            staked=play.staked,
            returned=play.returned,
            play=msgspec.json.decode(play.body, type=PlayBody),
        )
        for play in plays
    )


def held_tickets(desk: Cashier, patron: str) -> tuple[HeldTicket, ...]:
    own = [(code, each) for code, each in desk.tickets.items() if each.patron == patron]
    return tuple(
        HeldTicket(each.at, each.amount, each.is_hand_pay, each.is_paid, written(code) if each.is_paid else "")
        for code, each in sorted(own, key=lambda found: found[1].at)
    )


def held_calls(calls: Sequence[Call]) -> tuple[HeldCall, ...]:
    return tuple(HeldCall(each.at, each.table, each.amount) for each in calls)
