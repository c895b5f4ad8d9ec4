"""Purses that several processes move: every pit forgets what another has moved, and the floor reads it again.

What one process says of a purse comes in the order in which it moved it; what two say may cross, and a dead one says
nothing more. So unless a purse is moved by the one that moved it last, nobody here knows which balance is the newest:
the store is asked at once, and once more when all that may have crossed has come.
"""

import asyncio
from collections.abc import Collection, Mapping

from punto.server.pits.far_pit import FarPit
from punto.server.store.failures import StoreIsLost
from punto.server.streams.wallets.ledger_wallet import WatchedStore

MOVERS_MAX = 200_000  # accounts whose last mover is remembered
SECONDS_TO_CROSS = 3.0  # longer than a link may be silent


class PursesOfPits:
    def __init__(self, ledger: WatchedStore, pits: Collection[FarPit]) -> None:
        """`pits` are those that are there, now and later."""
        self._ledger = ledger
        self._pits = pits
        self._by: FarPit | None = None  # whom watchers hear of now; None: the floor
        self._movers: dict[str, FarPit | None] = {}  # by account, who moved it last, if that is known
        self._times_forgotten = 0  # when movers were last forgotten too
        self._is_read_again = False
        self._crossing: dict[str, asyncio.TimerHandle] = {}  # accounts that are read once more
        self._reading: dict[str, bool] = {}  # accounts under way, and whether what is found may be old already
        self._tasks: set[asyncio.Task[None]] = set()
        ledger.watchers.append(self._heard)
        ledger.on_doubt.append(self._doubted)

    def moved(self, balances: Mapping[str, int], by: FarPit) -> None:
        self._by = by
        try:
            self._ledger.moved(balances)
        finally:
            self._by = None

    def _heard(self, account: str, _balance: int) -> None:
        if not self._pits or self._is_read_again:  # every bet asks
            return
        patron = account.split(":", 2)[2]
        for pit in tuple(self._pits):
            if pit is not self._by and patron in pit.patrons:
                pit.forget([account])  # before whatever its patron does next
        if not self._is_newest(account):
            self._read_now(account)
            if account in self._crossing:
                self._crossing[account].cancel()
            loop = asyncio.get_running_loop()
            self._crossing[account] = loop.call_later(SECONDS_TO_CROSS, self._has_crossed, account)

    def _has_crossed(self, account: str) -> None:
        del self._crossing[account]
        self._read_now(account)

    def _doubted(self, accounts: Collection[str]) -> None:
        for account in accounts:
            self._movers.pop(account, None)
        for pit in tuple(self._pits):
            known = [account for account in accounts if account.split(":", 2)[2] in pit.patrons]
            if known:
                pit.forget(known)

    def _read_now(self, account: str) -> None:
        """One read at a time: of two, the older answer could come last."""
        self._ledger.forget_purses((account,))
        is_under_way = account in self._reading
        self._reading[account] = is_under_way
        if not is_under_way:
            task = asyncio.create_task(self._read(account))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _is_newest(self, account: str) -> bool:
        if self._times_forgotten != self._ledger.times_forgotten or len(self._movers) >= MOVERS_MAX:
            self._times_forgotten = self._ledger.times_forgotten
            self._movers.clear()
        is_known, last = account in self._movers, self._movers.get(account)
        self._movers[account] = self._by
        return is_known and last is self._by

    async def _read(self, account: str) -> None:
        try:
            balances = await self._ledger.balances((account,))
            while self._reading[account]:
                self._reading[account] = False
                balances = await self._ledger.balances((account,))
        except StoreIsLost:
            return  # it is read when somebody asks
        finally:
            del self._reading[account]
        self._is_read_again = True
        try:
            self._ledger.moved(balances)
        finally:
            self._is_read_again = False
