"""Winnings that a patron has not been told of can be neither staked nor tipped: the answer would tell the result."""

import asyncio
from pathlib import Path

import pytest

from punto.server.streams.read_log import read_log
from punto.server.streams.request import Request
from punto.server.streams.table_stream import TableStream
from punto.server.streams.wallets.allowances import Allowances
from punto.server.streams.wallets.ledger_wallet import LedgerWallet
from punto.server.streams.wallets.promises import Promises
from punto.table.commands import Command, GiveTip, PlaceWager
from punto.trials.torture.audit import Auditor
from punto.trials.torture.faults import SqliteInProcess
from punto.trials.torture.floor import CURRENCY, TABLES
from punto.trials.torture.simulation import buy_in
from tests.server.tables.test_kept_bets import NOW, next_betting

TIMED, BOOK = TABLES[0]
STAKE = PlaceWager("p1", "player", 100)
TIP = GiveTip("p1", 20)
SHORT = "credit_is_short"


@pytest.mark.parametrize("command", [STAKE, TIP])
@pytest.mark.parametrize(
    ("untold_of_all", "room", "refusal"),
    [
        (0.0, None, None),
        (0.5, None, None),
        (1.0, None, SHORT),
        (2.0, None, SHORT),  # some of it was spent where nobody could tell
        (1.0, 10_000, SHORT),  # not the patron's own limit: that would tell that there is something
        (0.0, 0, "own_limit_is_reached"),
    ],
)
def test_only_what_is_told_counts(
    tmp_path: Path, command: Command, untold_of_all: float, room: int | None, refusal: str | None
) -> None:
    async def play() -> None:
        store = SqliteInProcess(str(tmp_path / "floor.db"))
        await buy_in(store, Auditor(TABLES, CURRENCY))
        wallet, log = LedgerWallet(store, CURRENCY), await read_log(store, TIMED, BOOK)
        untold = int(await wallet.balance("p1") * untold_of_all)
        limited = Promises(limited=set() if room is None else {"p1"})
        allowances = Allowances(lambda _: room, limited, lambda _: untold)
        stream = TableStream(store, wallet, log, allowances=allowances)
        now = await next_betting(stream, NOW)
        (answer,) = await stream.handle([Request(command)], now)
        assert answer.refusal == refusal
        await store.close()

    asyncio.run(play())
