"""A hand-dealt table on a whole floor, with its own task and a real clock: a round goes on after a restart."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from time import time_ns

import pytest
from msgspec.structs import replace

from punto.books import INTERBLOCK
from punto.server.config.floor_config import FloorConfig
from punto.server.floor.floor import Floor
from punto.server.floor.open_floor import open_floor
from punto.server.people.account import Account
from punto.server.people.identity import Role
from punto.server.people.new_accounts import Made
from punto.server.people.sign_in.passwords import Passwords
from punto.server.run.app import create_app
from punto.server.safety.cookies import COOKIE
from punto.server.store.sqlite.in_process import SqliteInProcess
from punto.server.streams import read_log
from punto.table.commands import GiveTip
from tests.server.dealing.dealt_floor import AMBER, SERIALS
from tests.server.people.desks import CHEAP, KEY, PASSWORD
from tests.server.rest.small_floor import CONFIG_WITH_TABLE, Client
from tests.server.whole_floor import UNHURRIED

CONFIG = replace(
    CONFIG_WITH_TABLE, tables=(replace(AMBER, scan_gap_ms=1),), books=(INTERBLOCK,), safety=UNHURRIED
)  # the test is faster than a hand
PIN = "5082"


class Served:
    """What a client needs of a floor."""

    def __init__(self, floor: Floor) -> None:
        self.floor, self.app, self.sessions = floor, create_app(floor), floor.sessions

    async def who(self, token: str) -> object:
        return await self.sessions.identify([(b"cookie", f"{COOKIE}={token}".encode())])


async def opened(store: SqliteInProcess, config: FloorConfig = CONFIG) -> Floor:
    floor = await open_floor(config, store, KEY, lambda: time_ns() // 1_000_000, passwords=Passwords(CHEAP))
    await floor.start()
    return floor


async def console_of(floor: Floor, account: Account) -> Client:
    client = Client(Served(floor))  # type: ignore[arg-type]
    await client.take(await floor.sessions.begin(account), account.id)
    return client


async def does(client: Client, path: str, body: object = None) -> None:
    reply = await client.post(f"/api/dealing/amber/{path}", {} if body is None else body)
    assert reply.refusal is None, (path, reply.text)
    assert reply.body.get("happened", "placed") == "placed", reply.text
    await asyncio.sleep(0.002)  # longer than the table's scan gap


async def dealer_at(floor: Floor) -> tuple[Account, Client]:
    made = await floor.accounts.create_staff("Mara", Role.DEALER)
    assert isinstance(made, Made)
    mara = await floor.accounts.change_password(made.account, PASSWORD)
    assert isinstance(mara, Account)
    await floor.accounts.pins.set(mara, PIN)
    return mara, await console_of(floor, mara)


async def deal(store: SqliteInProcess) -> None:
    floor = await opened(store)
    mara, console = await dealer_at(floor)
    await does(console, "tap-in", {"name": "Mara", "pin": PIN})
    await does(console, "shoe", {"old_cards_removed": True, "new_cards_shuffled": True})
    await does(console, "scan", {"line": "2c"})
    await does(console, "open")
    await does(console, "close")
    await does(console, "scan", {"line": "9h"})
    assert floor.online.name_of(mara.id) == "Mara", "patrons read who deals"
    before = await floor.dealing.consoles.state("amber")
    floor.fence()  # as in a crash: nothing more is written, the round is not ended
    await floor.stop()
    floor = await opened(store)
    after = await floor.dealing.consoles.state("amber")
    assert before is not None
    assert after is not None
    assert (after.player, after.awaits, after.last_card) == (before.player, before.awaits, before.last_card)
    assert floor.online.name_of(mara.id) == "Mara", "also after a restart"
    assert (after.dealer, after.next_step, after.reader.status) == (before.dealer, "wait_for_card", "missing")
    console = await console_of(floor, mara)
    for card in ("2d", "Kc", "5s"):
        await does(console, "scan", {"line": card})
    await does(console, "confirm")
    state = await floor.dealing.consoles.state("amber")
    assert state is not None
    assert state.last_round is not None
    assert (state.last_round.winner, state.wins, state.cards_out) == ("player", (1, 0, 0), 7)
    await floor.stop()


async def deal_with_serials(store: SqliteInProcess) -> None:
    """Every card has a code of its own; a patron tips the dealer."""
    config = replace(CONFIG, card_codes={"amber": SERIALS})
    floor = await opened(store, config)
    mara, console = await dealer_at(floor)
    await does(console, "tap-in", {"name": "Mara", "pin": PIN})
    await does(console, "shoe", {"old_cards_removed": True, "new_cards_shuffled": True})
    await does(console, "scan", {"line": "00001"})
    await floor.cashier.buy_in("ann", 1_000, by="amy", id="ann")
    assert (await floor.tables["amber"].ask(GiveTip("ann", 50))).refusal is None
    await does(console, "open")
    await does(console, "close")
    await does(console, "scan", {"line": "00002"})
    assert (await console.post("/api/dealing/amber/scan", {"line": "nonsense"})).body["happened"] == "refused"
    before = await floor.dealing.consoles.state("amber")
    floor.fence()
    await floor.stop()
    floor = await opened(store, config)
    console, after = await console_of(floor, mara), await floor.dealing.consoles.state("amber")
    assert before is not None
    assert after is not None
    assert (after.tips, after.dealer) == (50, before.dealer)
    assert (after.reader.read, after.reader.ignored, after.reader.refused) == (2, 0, 1)
    for out in ("00001", "00002"):
        again = (await console.post("/api/dealing/amber/scan", {"line": out})).body
        assert (again["happened"], again["reason"]) == ("ignored", "read_before")
    await does(console, "scan", {"line": "00003"})
    await floor.stop()


@pytest.mark.parametrize("dealt", [deal, deal_with_serials])
def test_a_round_goes_on_after_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, dealt: Callable[[SqliteInProcess], Awaitable[None]]
) -> None:
    if dealt is deal_with_serials:
        monkeypatch.setattr(read_log, "TAIL", 1)  # all of it is further back than what is heard again

    async def run() -> None:
        store = SqliteInProcess(tmp_path / "floor.db")
        try:
            await dealt(store)
        finally:
            await store.close()

    asyncio.run(run())


def test_a_dealer_opens_betting_once_patrons_have_seen_the_burn(tmp_path: Path) -> None:
    """Told later, they would lose time to bet in."""

    async def test() -> None:
        late = replace(CONFIG, tables=(replace(CONFIG.tables[0], video_delay_ms=3_000),))
        floor = await opened(SqliteInProcess(tmp_path / "floor.db"), late)
        _, console = await dealer_at(floor)
        await does(console, "tap-in", {"name": "Mara", "pin": PIN})
        await does(console, "shoe", {"old_cards_removed": True, "new_cards_shuffled": True})
        await does(console, "scan", {"line": "2c"})
        state = await floor.dealing.consoles.state("amber")
        assert state is not None
        assert state.ends_at is not None
        assert (state.next_step, state.ends_at > state.server_time) == ("wait", True)
        assert (await console.post("/api/dealing/amber/open", {})).refusal == "result_is_shown"
        await until_step(floor, "open_betting")
        await does(console, "open")
        await floor.stop()

    asyncio.run(test())


async def until_step(floor: Floor, step: str) -> None:
    async with asyncio.timeout(10):
        while (await floor.dealing.consoles.state("amber")).next_step != step:  # type: ignore[union-attr]
            await asyncio.sleep(0.02)
