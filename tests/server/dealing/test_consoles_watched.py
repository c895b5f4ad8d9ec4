"""Consoles on the bus: whole and up to date for whoever watches, silent where nobody does, never for patrons."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest

from punto.server.people.identity import Identity, Role
from punto.server.protocol.client import WatchConsole
from punto.server.protocol.refusals import ServerRefusal
from punto.server.protocol.staff import CallNotice, ConfirmationNotice, ConsoleState
from punto.server.sockets.watch_console import watch_console
from punto.server.telling.bus import Channel, Notice, console_channel, staff_channel
from punto.server.telling.socket_rooms import SocketRooms
from punto.table.commands import PlaceWager
from tests.server.dealing.dealt_floor import DealtFloor, on_a_dealt_floor

SECONDS = 30.0  # that a frame may take at most


class Screen:
    def __init__(self, identity: Identity) -> None:
        self.identity = identity

    def send(self, frame: bytes) -> None:
        raise AssertionError(frame)


class Ear:
    def __init__(self, floor: DealtFloor, channel: Channel) -> None:
        self.frames: list[bytes] = []
        self._came = asyncio.Event()
        floor.bus.subscribe(channel, self)

    def hear(self, frame: bytes, _table: str) -> None:
        self.frames.append(_payload(frame))
        self._came.set()

    def heed(self, notice: Notice) -> None:
        raise AssertionError(notice)

    async def until(self, holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(SECONDS):
            while not holds():
                self._came.clear()
                await self._came.wait()

    @property
    def last(self) -> ConsoleState:
        return msgspec.json.decode(self.frames[-1], type=ConsoleState)


def _payload(frame: bytes) -> bytes:
    """What a WebSocket frame of the server's carries."""
    return frame[frame.index(b"{") :]


def test_whoever_watches_gets_the_whole_state_at_once_and_with_every_change(tmp_path: Path) -> None:
    async def test(floor: DealtFloor) -> None:
        await floor.dealing_()
        ear = Ear(floor, console_channel("amber"))
        assert floor.dealing.consoles.show("amber")
        await ear.until(lambda: bool(ear.frames))
        assert ear.last == await floor.state()
        await floor.slide("9h 2d Kc 5s")
        await ear.until(lambda: ear.last.next_step == "confirm_result")
        assert ear.last == await floor.state()
        assert len(ear.frames) <= 9  # no more than there were changes; those within a tenth of a second are one
        assert not floor.dealing.consoles.show("jade")

    on_a_dealt_floor(tmp_path, test)


def test_no_figure_of_a_console_counts_bots(tmp_path: Path) -> None:
    """As none of a supervisor's does."""

    async def test(floor: DealtFloor) -> None:
        await floor.cashier.buy_in("bot:ada", 1_000, by="system", id="bots")
        await floor.betting()
        await floor.bets(100)
        assert (await floor.tables["amber"].ask(PlaceWager("bot:ada", "player", 700))).refusal is None
        state = await floor.state()
        assert (state.staked, state.patrons) == (100, 1)
        assert [(each.stake, each.patrons) for each in state.fields if each.bet == "player"] == [(100, 1)]

    on_a_dealt_floor(tmp_path, test)


def test_time_alone_changes_a_console_too(tmp_path: Path) -> None:
    """Betting may be opened again once the result has been shown long enough."""

    async def test(floor: DealtFloor) -> None:
        await floor.settled("9h 2d Kc 5s")
        ear = Ear(floor, console_channel("amber"))
        floor.dealing.consoles.show("amber")
        await ear.until(lambda: bool(ear.frames))
        assert ear.last.next_step == "wait"
        assert ear.last.ends_at is not None
        floor.now = ear.last.ends_at
        floor.dealing.consoles._time_has_come("amber")
        await ear.until(lambda: ear.last.next_step == "open_betting")

    on_a_dealt_floor(tmp_path, test)


def test_nothing_is_built_where_nobody_watches(tmp_path: Path) -> None:
    async def test(floor: DealtFloor) -> None:
        await floor.dealing_()
        await floor.slide("9h")
        assert floor.dealing.consoles._timers == {}

    on_a_dealt_floor(tmp_path, test)


def test_supervisors_are_told_of_calls_and_dealers_of_what_waits(tmp_path: Path) -> None:
    async def test(floor: DealtFloor) -> None:
        supervisors, dealers = Ear(floor, staff_channel(Role.SUPERVISOR)), Ear(floor, staff_channel(Role.DEALER))
        await floor.dealing_()
        await floor.does("call", {"text": "A hand, now."})
        assert [msgspec.json.decode(each, type=CallNotice) for each in supervisors.frames] == [
            CallNotice("amber", "waits", 1)
        ]
        assert dealers.frames == []
        await floor.does("card", {"card": "9h"})
        await floor.ines.post("/api/staff/confirmations/1", {"decision": "confirm"})
        told = [msgspec.json.decode(each, type=ConfirmationNotice) for each in dealers.frames]
        assert told == [ConfirmationNotice("amber", "waits", 1), ConfirmationNotice("amber", "confirmed", 0)]

    on_a_dealt_floor(tmp_path, test)


@pytest.mark.parametrize(
    ("role", "table", "problem"),
    [
        (Role.PATRON, "amber", ServerRefusal.ROLE_IS_NOT_ALLOWED),
        (Role.ATTENDANT, "amber", ServerRefusal.ROLE_IS_NOT_ALLOWED),
        (Role.DEALER, "amber", None),
        (Role.SUPERVISOR, "amber", None),
        (Role.ADMIN, "amber", None),
        (Role.DEALER, "jade", ServerRefusal.UNKNOWN_TABLE),
        (Role.DEALER, "none", ServerRefusal.UNKNOWN_TABLE),
    ],
)
def test_who_may_watch_a_console(tmp_path: Path, role: Role, table: str, problem: ServerRefusal | None) -> None:
    async def test(floor: DealtFloor) -> None:
        rooms, problems = SocketRooms(floor.bus, lambda _: False), list[ServerRefusal]()
        services = cast(Any, SimpleNamespace(rooms=rooms, show_console=floor.dealing.consoles.show))
        listener = cast(Any, Screen(Identity(account="p", role=role, session="s")))

        def note(refusal: ServerRefusal, _detail: str) -> None:
            problems.append(refusal)

        watch_console(listener, services, WatchConsole(table), note)
        assert problems == ([problem] if problem else [])
        assert floor.bus.has_subscribers(console_channel(table)) == (problem is None)
        watch_console(listener, services, WatchConsole(table, on=False), note)
        assert not floor.bus.has_subscribers(console_channel(table))

    on_a_dealt_floor(tmp_path, test)
