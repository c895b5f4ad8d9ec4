"""Everything that speaks against a stake, asked in one place: house, session, role, own limits, and leaving."""

import asyncio
from pathlib import Path
from typing import cast

import pytest
from msgspec.structs import replace

from punto.server.config.demo_floor import demo_floor
from punto.server.floor.floor import Floor
from punto.server.floor.open_floor import open_floor
from punto.server.people.identity import Identity, Role
from punto.server.people.limits.own_limits import WantedLimits
from punto.server.protocol.client import Action, AutoRepeat, ClearAll, PlaceWager
from punto.server.safety.cookies import COOKIE
from punto.server.store.sqlite.in_process import SqliteInProcess
from punto.server.telling.listener import Listener
from punto.table.refusals import Refusal
from tests.server.people.desks import KEY, NOON

DEMO = replace(demo_floor(), bots=False, tables=(), house=replace(demo_floor().house, auto_repeat=False))
BET = PlaceWager(id="x", table="jade", bet="player", stake=100)
CLEAR = ClearAll(id="x", table="jade")
REPEAT = AutoRepeat(id="x", table="jade", on=True)


class Desk:
    """A patron with a session, and what has been done about them."""

    def __init__(self, floor: Floor, identity: Identity) -> None:
        self.floor = floor
        self.identity = identity

    async def does(self, deed: str) -> None:
        patron = self.identity.account
        match deed:
            case "leaves":
                self.floor.accounts.leaving.add(patron)
            case "cools off":
                await self.floor.protection.cool_off(patron, 1)
            case "signs out":
                await self.floor.sessions.end(self.identity.session)
            case "is staff":
                self.identity = replace(self.identity, role=Role.DEALER)
            case "sets a limit":
                await self.floor.protection.change(patron, WantedLimits(stake_a_day=70))


async def opened(folder: Path) -> tuple[Desk, SqliteInProcess]:
    store = SqliteInProcess(folder / "floor.db")
    floor = await open_floor(DEMO, store, KEY, lambda: NOON)
    account = await floor.accounts.new_guest()
    token = await floor.sessions.begin(account)
    identity = await floor.sessions.identify([(b"cookie", f"{COOKIE}={token}".encode())])
    assert identity is not None
    return Desk(floor, identity), store


@pytest.mark.parametrize(("deed", "action", "refusal"), [
    ("",             BET,    None),
    ("",             REPEAT, "auto_repeat_is_off"),
    ("leaves",       BET,    "table_is_busy"),
    ("leaves",       CLEAR,  "table_is_busy"),
    ("cools off",    BET,    "cool_off"),
    ("cools off",    CLEAR,  None),  # who has stopped may still take bets back
    ("signs out",    CLEAR,  "sign_in_again"),
    ("is staff",     BET,    "staff_does_not_play"),
    ("sets a limit", BET,    None),  # how much is the table's question
])  # fmt: skip
def test_why_an_action_is_refused(tmp_path: Path, deed: str, action: Action, refusal: str | None) -> None:
    async def test() -> None:
        desk, store = await opened(tmp_path)
        await desk.does(deed)
        assert desk.floor.admission.refusal_of(action, desk.identity, NOON) == refusal
        await store.close()

    asyncio.run(test())


@pytest.mark.parametrize(("deed", "is_online", "refusal"), [
    ("",          True,  None),
    ("",          False, "patron_is_away"),
    ("leaves",    True,  "patron_is_away"),
    ("cools off", True,  "cool_off"),
    ("signs out", True,  "sign_in_again"),
])  # fmt: skip
def test_why_the_house_stakes_nothing_for_a_patron(
    tmp_path: Path, deed: str, *, is_online: bool, refusal: str | None
) -> None:
    class Socket:
        def __init__(self, identity: Identity) -> None:
            self.identity = identity

        def send(self, frame: bytes) -> None:
            pass

        def end(self, code: int, reason: str) -> None:
            pass

    async def test() -> None:
        desk, store = await opened(tmp_path)
        if is_online:
            desk.floor.online.came(cast(Listener, Socket(desk.identity)), desk.identity.account, "")
        await desk.does(deed)
        assert desk.floor.admission.refusal_for(desk.identity.account) == refusal
        await store.close()

    asyncio.run(test())


def test_how_much_may_be_staked(tmp_path: Path) -> None:
    async def test() -> None:
        desk, store = await opened(tmp_path)
        ann, allowances = desk.identity.account, desk.floor.admission.allowances_at("jade")
        assert allowances.of(ann, 100).spendable == 100
        await desk.does("sets a limit")
        limited = allowances.of(ann, 100)
        assert (limited.spendable, limited.has_limits) == (70, True)
        assert limited.name_of(Refusal.STAKE_IS_ABOVE_MAXIMUM) is Refusal.STAKE_IS_ABOVE_MAXIMUM
        allowances.promise(ann, 50)
        assert desk.floor.admission.allowances_at("ruby").of(ann, 100).spendable == 20, (
            "decided at jade, not stored yet"
        )
        allowances.settle([ann])
        assert desk.floor.admission.spendable(ann, 100, "ruby") == 70
        await store.close()

    asyncio.run(test())
