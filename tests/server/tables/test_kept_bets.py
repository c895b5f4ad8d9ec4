"""Bets that come back by themselves: never for somebody who could not place them by hand."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from msgspec.structs import replace

from punto.server.protocol import client as protocol_client
from punto.server.protocol.refusals import AnyRefusal, PlayIsStopped, ServerRefusal
from punto.server.protocol.table_opened import TableOpened
from punto.server.protocol.table_private import AutoRepeatEnded, Settlement, Wagers
from punto.server.protocol.table_public import RoundSettled
from punto.server.streams.happened import Happened
from punto.server.streams.log_notes import LogNotes
from punto.server.streams.request import Request
from punto.server.streams.table_stream import TableStream
from punto.server.tables.house.house import AT_ONCE, House
from punto.server.tables.house.kept_bets import KeptBets
from punto.server.tables.table_services import TableServices
from punto.table.commands import AutoRepeat, ClearAll, Command, Deal, GiveTip, KeepBetsOn, PatronWent, PlaceWager
from punto.table.config import TableConfig, TableKind
from punto.table.events import BettingOpened
from punto.table.state import Betting, changed
from punto.trials.load.guests import Guest, let_in
from punto.trials.load.http import Http
from punto.trials.load.server_process import ServerProcess
from punto.trials.torture.audit import Auditor
from punto.trials.torture.faults import SqliteInProcess
from punto.trials.torture.floor import CURRENCY, TABLES, Shoes, house_request
from punto.trials.torture.simulation import buy_in
from tests.server.real_server import Patron, register, run, served
from tests.server.sockets.test_table_on_a_socket import ALONE, QUICK, answer, bet, betting, hears, told

TIMED, BOOK = TABLES[0]
ON_DEMAND = replace(TIMED, kind=TableKind.ON_DEMAND)
NOW = 1_000_000
ROUND_MS = 120_000


async def next_betting(stream: TableStream, now: int) -> int:
    """Deal until bets are taken again."""
    coup = stream.table.coup
    while not (isinstance(stream.table.phase, Betting) and stream.table.coup > coup):
        now += ROUND_MS
        is_waiting = stream.table.phase == Betting(None)
        await stream.handle([Request(Deal("p1")) if is_waiting else house_request(stream.table, Shoes(1), now)], now)
    return now


def after_a_round(
    folder: Path, test: Callable[[TableStream, int], Awaitable[None]], config: TableConfig, *choices: Command
) -> None:
    """p1 has played a round with 100 on Player, has made some choices, and bets are taken again."""

    async def play() -> None:
        store = SqliteInProcess(str(folder / "floor.db"))
        await buy_in(store, Auditor(TABLES, CURRENCY))
        stream = await TableStream.open(store, config, BOOK)
        now = await next_betting(stream, NOW)
        await stream.handle([Request(PlaceWager("p1", "player", 100))], now)
        now = await next_betting(stream, now)
        answers = await stream.handle([*map(Request, choices)], now)
        assert [each.refusal for each in answers] == [None] * len(choices)
        await test(stream, now)
        await store.close()

    asyncio.run(play())


@pytest.mark.parametrize(
    ("why", "staked", "is_told"),
    [
        (None, 100, []),
        (ServerRefusal.SIGN_IN_AGAIN, 0, ["sign_in_again"]),
        (PlayIsStopped.SESSION_LIMIT_IS_REACHED, 0, ["session_limit_is_reached"]),
        (ServerRefusal.PATRON_IS_AWAY, 0, ["patron_is_away"]),
    ],
)
def test_an_auto_repeat_ends_for_a_patron_who_may_not_play(
    tmp_path: Path, why: AnyRefusal | None, staked: int, is_told: list[str]
) -> None:
    async def test(stream: TableStream, now: int) -> None:
        said: list[tuple[str, object]] = []
        kept = KeptBets(lambda _: why, lambda *message: said.append(message))
        await kept.put_back(stream, now)
        assert stream.table.seat("p1").staked == staked
        assert stream.table.seat("p1").repeats == (why is None)
        assert said == [("p1", AutoRepeatEnded("jade", reason)) for reason in is_told]
        await kept.put_back(stream, now)
        assert len(said) == len(is_told), "told once"

    after_a_round(tmp_path, test, TIMED, AutoRepeat("p1", on=True))


def test_an_auto_repeat_that_the_table_refuses_ends_with_the_reason(tmp_path: Path) -> None:
    async def test(stream: TableStream, now: int) -> None:
        said: list[tuple[str, object]] = []
        await KeptBets(lambda _: None, lambda *message: said.append(message)).put_back(stream, now)
        assert said == [("p1", AutoRepeatEnded("jade", "credit_is_short"))]
        assert not stream.table.seat("p1").stakes

    generous = replace(TIMED, tip_max=2_000)
    after_a_round(tmp_path, test, generous, AutoRepeat("p1", on=True), GiveTip("p1", 1_950))  # the round was a tie


@pytest.mark.parametrize(("choices", "staked"), [([], 100), ([PatronWent("p1")], 0)])
def test_nothing_is_put_back_on_a_table_that_its_patron_has_left(
    tmp_path: Path, choices: list[Command], staked: int
) -> None:
    """The bets would lie where nobody sees them, and keep the patron from cashing out."""

    async def test(stream: TableStream, now: int) -> None:
        await KeptBets(lambda _: None, lambda *_: None).put_back(stream, now)
        assert stream.table.seat("p1").staked == staked

    after_a_round(tmp_path, test, ON_DEMAND, KeepBetsOn("p1", on=True), *choices)


def test_at_a_live_table_they_come_back_once_patrons_know_that_betting_is_open(tmp_path: Path) -> None:
    """Whoever opened it: a person does so without the house. Sooner, they would show who won the round before."""

    async def test(stream: TableStream, now: int) -> None:
        is_told = False
        admission = SimpleNamespace(refusal_for=lambda _: None)
        services = SimpleNamespace(
            admission=admission, tell=None, shoes=None, house=None, fingerprint="", clock=lambda: now
        )
        notes = cast(LogNotes, SimpleNamespace(dealt_at=0))
        house = House(TIMED, BOOK, notes, cast(TableServices, services), lambda: is_told)
        opened = BettingOpened(stream.table.coup, now, now + ROUND_MS)
        live = changed(stream.table, config=replace(TIMED, kind=TableKind.LIVE))
        house.happened(Happened(stream.table, opened, live, stream.version, {}))
        assert house.acts_at(stream.table) != AT_ONCE
        is_told = True
        assert house.acts_at(stream.table) == AT_ONCE
        await house.act(stream)
        assert stream.table.seat("p1").staked == 100
        await stream.handle([Request(ClearAll("p1"))], now)
        assert house.acts_at(stream.table) != AT_ONCE, "once"

    after_a_round(tmp_path, test, TIMED, AutoRepeat("p1", on=True))


async def registered(server: ServerProcess) -> tuple[Guest, Http]:
    """Somebody with a password, and so with a session that can be locked."""
    (guest,) = await let_in(server.address, 1)
    ann = await register(server, guest, "Ann")
    return ann, Http(server.address, ann.cookie, ann.token)


def test_a_locked_session_bets_no_more_at_a_timed_table(tmp_path: Path) -> None:
    async def test(server: ServerProcess) -> None:
        guest, http = await registered(server)
        patron = await Patron(guest).come(server.address, "quick")
        await betting(patron)
        await answer(patron, bet("b1", "quick"))
        await answer(patron, protocol_client.AutoRepeat(id="a1", table="quick", on=True))
        assert (await http.post("/api/me/lock")).status == 200
        assert await hears(patron, AutoRepeatEnded) == AutoRepeatEnded("quick", "sign_in_again")
        await patron.hears(lambda message: isinstance(message, RoundSettled) and message.result.round > 2)
        assert [message.round for message in told(patron, Settlement)] == [1]
        await http.close()

    with served(tmp_path, QUICK) as server:
        run(test(server))


def test_a_locked_session_is_dealt_no_more_on_demand(tmp_path: Path) -> None:
    async def test(server: ServerProcess) -> None:
        guest, http = await registered(server)
        patron = await Patron(guest).come(server.address, "alone")
        own = (await hears(patron, TableOpened)).info.table
        await betting(patron)
        await answer(patron, bet("b1", own))
        await answer(patron, protocol_client.AutoRepeat(id="a1", table=own, on=True))
        await answer(patron, protocol_client.Deal(id="d1", table=own))
        await patron.hears(lambda message: isinstance(message, Wagers) and message.action == "repeat")
        assert (await http.post("/api/me/lock")).status == 200
        assert (await hears(patron, AutoRepeatEnded)).reason == "sign_in_again"
        await asyncio.sleep(2)
        assert [message.round for message in told(patron, Settlement)] == [1]
        await http.close()

    with served(tmp_path, ALONE) as server:
        run(test(server))
