"""Wrong passwords for the names of staff, on their way into the staff log.

Nobody can flood the log with them: one entry a minute for each name and kind, with a count and some of the addresses.
They are written behind the answer, which therefore takes as long for the name of a member of staff as for any other.
"""

import asyncio
from collections.abc import Callable

from msgspec import Struct

from punto.server.people.account import Account
from punto.server.staff.staff_events import UNKNOWN, By, Details, On
from punto.server.staff.staff_log import StaffLog
from punto.table.state import Instant

EVERY_MS = 60_000
ADDRESSES_MAX = 5


class _Failures(Struct):
    """Since the last entry."""

    name: str
    refusal: str = ""  # of the last
    count: int = 0
    addresses: list[str] = []
    written_at: Instant | None = None


class StaffFailures:
    def __init__(self, log: StaffLog, clock: Callable[[], Instant]) -> None:
        self._log = log
        self._clock = clock
        self._writing = asyncio.Lock()
        self._failures: dict[tuple[str, str], _Failures] = {}  # by account and action, so no more than staff have

    def failed(self, account: Account | None, action: str, name: str, address: str, refusal: str) -> None:
        """Names that no member of staff has are the lock-out's alone."""
        if account is None or not account.is_staff:
            return
        known = self._failures.setdefault((account.id, action), _Failures(name))
        known.name, known.refusal, known.count = name, refusal, known.count + 1
        if address not in known.addresses and len(known.addresses) < ADDRESSES_MAX:
            known.addresses.append(address)

    async def write(self, account: str = "", *, is_last: bool = False) -> None:
        """To be called every second; with an account before it succeeds, so that its failures stand first."""
        async with self._writing:
            now = self._clock()
            for key, each in list(self._failures.items()):
                is_due = each.written_at is None or not 0 <= now - each.written_at < EVERY_MS
                if each.count and (is_due or is_last or key[0] == account):
                    await self._write(*key, each)
                    each.written_at = now
                elif is_due:
                    del self._failures[key]

    async def _write(self, account: str, action: str, failures: _Failures) -> None:
        count, addresses = failures.count, tuple(failures.addresses)
        details = Details(name=failures.name, addresses=addresses)
        by, on = By(UNKNOWN), On(account=account)
        await self._log.acts(by, action, on, refusal=failures.refusal, count=count, details=details)
        failures.count -= count  # more may have come meanwhile
        failures.addresses = failures.addresses[len(addresses) :]
