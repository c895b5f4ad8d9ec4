"""Closes a table that is no longer played: its coup is cancelled, and every stake goes back.

After the store was set back, its shoe is abandoned and revealed instead, like that of any other table.
"""

from collections.abc import Callable
from dataclasses import dataclass

import structlog

from punto.rules.rulebook import RuleBook
from punto.server.record.play_record import PlayRecord
from punto.server.staff.set_back import FLOOR_WAS_SET_BACK, note_abandoned, was_set_back
from punto.server.staff.staff_log import StaffLog
from punto.server.store.interface import Store
from punto.server.streams.log_notes import LogNotes
from punto.server.streams.read_log import read_log
from punto.server.streams.request import Request
from punto.server.streams.table_stream import TableStream
from punto.server.streams.wallets.ledger_wallet import LedgerWallet, WatchedStore
from punto.server.tables.house.house_routine import reveal_first
from punto.server.tables.house.shoe_secrets import FairShoes
from punto.table.commands import AbandonShoe, CancelCoup
from punto.table.config import TableConfig
from punto.table.decisions.dealing import SYSTEM
from punto.table.reasons import HouseReason
from punto.table.state import Instant

REASON: HouseReason = "table_removed"

log = structlog.get_logger("punto.floor")


@dataclass(frozen=True)
class TableCloser:
    store: Store
    ledger: WatchedStore
    record: PlayRecord
    staff_log: StaffLog
    shoes: FairShoes
    clock: Callable[[], Instant]

    async def close(self, config: TableConfig, book: RuleBook) -> None:
        notes = LogNotes(self.store, config, book, fingerprint="")
        log_read = await read_log(self.ledger, config, book, notes)
        await self.record.catch_up(log_read)
        wallet = LedgerWallet(self.ledger, config.currency)
        stream = TableStream(self.ledger, wallet, log_read, observer=self.record.note)
        table = stream.table
        if table.has_shoe and await was_set_back(self.store, notes.log_id):
            await note_abandoned(self.staff_log, table)
            await stream.handle([Request(AbandonShoe(SYSTEM, FLOOR_WAS_SET_BACK))], self.clock())
            while stream.table.unrevealed is not None:
                await stream.handle([Request(await reveal_first(stream.table, self.shoes))], self.clock())
            return
        if not table.wagers:
            return
        (answer,) = await stream.handle([Request(CancelCoup(SYSTEM, REASON))], self.clock())
        assert answer.refusal is None, f"bets lie only while a coup runs: {answer.refusal}"
        log.warning(
            "coup_is_cancelled",
            table=config.id,
            shoe=table.shoe,
            round=table.coup,
            reason=REASON,
            patrons=len({wager.patron for wager in table.wagers}),
            returned=sum(wager.stake for wager in table.wagers),
        )
