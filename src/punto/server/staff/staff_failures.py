"""Collects failed log-ins of staff for the staff log.

One entry a minute for each name and action, with a count and some addresses, so nobody can flood the log. They are
written after the answer, so timing does not reveal whether a name belongs to staff.
"""

import asyncio
from collections.abc import Callable

from msgspec import Struct

from punto.server.people.account import Account
from punto.server.protocol.refusals import AnyRefusal
from punto.server.staff.staff_events import UNKNOWN, By, Details, On
from punto.server.staff.staff_log import StaffLog
from punto.table.state import Instant

EVERY_MS = 60_000
ADDRESSES_MAX = 5


class _Failures(Struct):
    """Since the last entry."""

    name: str
    refusal: AnyRefusal | None = None  # of the last
    count: int = 0
    addresses: list[str] = []
    written_at: Instant | None = None


class StaffFailures:
    def __init__(self, log: StaffLog, clock: Callable[[], Instant]) -> None:
        self._log = log
        self._clock = clock
        self._writing = asyncio.Lock()
        self._failures: dict[
            tuple[str, str], _Failures
        ] = {}  # by account and action, so bounded by the number of staff

    def failed(self, account: Account | None, action: str, name: str, address: str, refusal: AnyRefusal) -> None:
        """Names that are not of staff concern only the lockout."""
        if account is None or not account.is_staff:
            return
        known = self._failures.setdefault((account.id, action), _Failures(name))
        known.name, known.refusal, known.count = name, refusal, known.count + 1
        if address not in known.addresses and len(known.addresses) < ADDRESSES_MAX:
            known.addresses.append(address)

    async def write(self, account: str = "", *, is_last: bool = False) -> None:
        """Call it every second, and for an account before its success is logged, so that failures come first."""
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
        failures.count -= count  # more may have arrived meanwhile
        failures.addresses = failures.addresses[len(addresses) :]
