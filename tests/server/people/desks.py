"""A real store, a clock that is set by hand and cheap password hashes: what tests about people stand on."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

from argon2 import PasswordHasher

from punto.server.config.floor_config import FloorConfig, Safety
from punto.server.people.account import Account
from punto.server.people.accounts import Accounts
from punto.server.people.identity import Identity
from punto.server.people.limits.protection import ProtectionDesk
from punto.server.people.sign_in.passwords import Passwords
from punto.server.people.sign_in.sessions import Sessions
from punto.server.protocol.refusals import PeopleRefusal
from punto.server.safety.cookies import COOKIE
from punto.server.staff.staff_log import StaffLog
from punto.server.store.sqlite.in_process import SqliteInProcess

Result = TypeVar("Result")

NOON = 1_780_000_000_000 - 1_780_000_000_000 % 86_400_000 + 12 * 3_600_000
MINUTE = 60_000
HOUR = 60 * MINUTE
DAY = 24 * HOUR
KEY = b"k" * 32
PASSWORD = "seven shoes of cards"
SAFETY = Safety(failures_max=3, lock_minutes=10, idle_minutes=30, staff_idle_minutes=5)
CONFIG = FloorConfig(
    name="Test floor",
    currency="PLAY",
    currency_digits=2,
    currency_symbol="",
    tables=(),
    books=(),
    play_credits=1_000_000,
    hand_pay_above=500_000,
    safety=SAFETY,
)
CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


class Desks:
    """Everything about people on one store; `reopened` is what a restart finds."""

    def __init__(self, path: Path, config: FloorConfig = CONFIG) -> None:
        self.now = NOON
        self.config = config
        self.store = SqliteInProcess(path)
        self.accounts = Accounts(self.store, self.clock, KEY, config.safety, Passwords(CHEAP))

    def clock(self) -> int:
        return self.now

    staff_log: StaffLog  # opened by the tests that read it

    async def open(self) -> "Desks":
        self.sessions = await Sessions.open(self.store, self.clock, KEY, self.config.safety)
        self.accounts.on_change.append(self.sessions.end_older)
        self.protection = await ProtectionDesk.open(self.store, self.clock, self.config)
        return self

    async def registered(self, name: str) -> Account:
        account = await self.accounts.register(name, PASSWORD, guest=None)
        assert not isinstance(account, PeopleRefusal)
        return account

    async def who(self, token: str, *, touch: bool = True) -> Identity | None:
        return await self.sessions.identify([(b"cookie", f"x=1; {COOKIE}={token}".encode())], touch=touch)


def with_desks(folder: Path, test: Callable[[Desks], Awaitable[Result]]) -> Result:
    async def run() -> Result:
        desks = await Desks(folder / "floor.db").open()
        try:
            return await test(desks)
        finally:
            await desks.store.close()

    return asyncio.run(run())
