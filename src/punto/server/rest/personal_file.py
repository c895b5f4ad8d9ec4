"""Gathers everything that is held about a person from the desks that hold it."""

from punto.server.cashier.desk import CashierDesk
from punto.server.config.floor_config import FloorConfig
from punto.server.patrons_desk.notes import PatronNotes
from punto.server.patrons_desk.personal_data import (
    HeldTalk,
    PersonalData,
    held_account,
    held_calls,
    held_lines,
    held_notes,
    held_rounds,
    held_saved_bets,
    held_sessions,
    held_tickets,
)
from punto.server.patrons_desk.statement import LINES_MAX, Period, Statements
from punto.server.people.account import Account
from punto.server.people.accounts import Accounts
from punto.server.people.limits.protection import ProtectionDesk
from punto.server.people.saved_bets import SavedBets
from punto.server.people.sign_in.sessions import Sessions
from punto.server.rest.desks import Clock
from punto.server.staff.attendant_calls import AttendantCalls
from punto.server.store.interface import PlayHistory
from punto.server.store.plays import Play
from punto.server.store.values import RECORDS_READ_AT_ONCE
from punto.server.talk.line import Line
from punto.server.talk.talk_record import TalkFilter, TalkRecord


class PersonalFile:
    def __init__(
        self,
        config: FloorConfig,
        clock: Clock,
        accounts: Accounts,
        sessions: Sessions,
        protection: ProtectionDesk,
        cashier: CashierDesk,
        calls: AttendantCalls,
        notes: PatronNotes,
        saved: SavedBets,
        statements: Statements,
        plays: PlayHistory,
        talk: TalkRecord,
    ) -> None:
        self._config = config
        self._clock = clock
        self._accounts = accounts
        self._sessions = sessions
        self._protection = protection
        self._cashier = cashier
        self._calls = calls
        self._notes = notes
        self._saved = saved
        self._statements = statements
        self._plays = plays
        self._talk = talk

    async def of(self, account: Account) -> PersonalData:
        patron, now, config = account.id, self._clock(), self._config
        statement = await self._statements.whole(patron, Period(), now)
        return PersonalData(
            floor=config.name,
            made_at=now,
            currency=config.currency,
            currency_digits=config.currency_digits,
            account=held_account(account, await self._accounts.name_of(patron)),
            limits=self._protection.limits(patron),
            notes=held_notes(await self._notes.of(patron)),
            saved_bets=held_saved_bets(await self._saved.of(patron)),
            sessions=held_sessions(self._sessions.of(patron)),
            purse=await self._cashier.balance(patron),
            statement=held_lines(statement.lines),
            statement_is_cut=statement.is_cut or statement.next is not None,
            rounds=held_rounds(await self._every_play(patron)),
            tickets=held_tickets(self._cashier.state, patron),
            calls=held_calls(self._calls.of(patron)),
            talk=await self._every_word(patron),
        )

    async def _every_play(self, patron: str) -> list[Play]:
        plays: list[Play] = []
        while len(plays) < LINES_MAX and (
            page := await self._plays.plays(patron, before=plays[-1].key if plays else None)
        ):
            plays += page
        return plays

    async def _every_word(self, patron: str) -> tuple[HeldTalk, ...]:
        await self._talk.flush()
        lines, after = list[Line](), ""
        while len(lines) < LINES_MAX:
            page = await self._talk.page(TalkFilter(patron=patron), after, RECORDS_READ_AT_ONCE)
            lines += page.lines
            if page.next is None:
                break
            after = page.next
        return tuple(
            HeldTalk(line.at, line.table, line.phrase or "", line.text, line.state == "removed") for line in lines
        )
