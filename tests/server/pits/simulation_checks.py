"""What must hold once a seed has been played, from the stored events alone and from what patrons were told."""

from collections import Counter
from typing import TYPE_CHECKING

from msgspec import json

from punto.ledger.accounts import purse
from punto.server.config.floor_config import FloorConfig
from punto.server.keeping.audit import audit
from punto.server.protocol.refusals import ServerRefusal
from punto.server.store.interface import Store
from punto.server.store.sqlite.in_process import SqliteInProcess
from punto.server.streams.happened import is_public, stream_of
from punto.server.streams.read_log import read_log
from punto.server.streams.request import Request, StoredAnswer, TableAnswer
from punto.server.tables.house.rearm import CLOCK_WAS_SET
from punto.server.telling.bus import InProcessBus
from punto.server.telling.lobby import Lobby
from punto.server.telling.messages.table_state import table_info
from punto.server.telling.table_publisher import TablePublisher
from punto.table.commands import PlaceWager
from punto.table.events import BettingOpened, CoupSettled, Event, Paused, ShoeOpened, WagersChanged
from punto.table.limits import room_on
from punto.table.refusals import Refusal
from punto.table.stored.event_codec import decode_event
from tests.server.pits.simulated_patrons import SimulatedPatron
from tests.server.table_behind import task_of

if TYPE_CHECKING:
    from tests.server.pits.simulated_world import World

MORE_THAN_ANY_FIELD_TAKES = 100_000


async def check_store(store: Store, patrons: list[SimulatedPatron], config: FloorConfig) -> int:
    """Returns how many coups were settled."""
    await audit(store)
    coups = 0
    running = set()
    for table in config.tables:
        events = await _events(store, table.id)
        log = await read_log(store, table, config.book_of(table))
        running.add(f"escrow:{config.currency}:{table.id}:{log.table.shoe}:{log.table.coup}")
        settled = _settled(events)
        assert len(set(settled)) == len(settled), f"{table.id}: a coup has two results: {settled}"
        coups += len(settled)
        stops = [event for event in events.values() if isinstance(event, Paused) and event.reason == CLOCK_WAS_SET]
        assert not stops, f"{table.id} was stopped for its clock, which nobody has set"
        for patron in patrons:
            await _check_commands(store, table.id, events, patron)
    for account in await store.every_balance():
        assert not account.startswith("escrow:") or account in running, f"{account} of a finished coup is not empty"
    return coups


async def check_shown(world: "World") -> None:
    """Soon after the last bet the floor shows what patrons have."""
    floor = world.holder.floor
    assert floor is not None
    accounts = [purse(patron.id, floor.config.currency) for patron in world.patrons]
    store = SqliteInProcess(world.file)

    def is_right() -> bool:
        balances = store._store.balances(accounts)
        return all(floor.ledger.shown(account) in (None, balances[account]) for account in accounts)

    await world.until(is_right, "the floor shows another balance than the store has")
    await store.close()


async def check_limits(store: Store, patrons: list[SimulatedPatron], config: FloorConfig) -> None:
    staked: Counter[str] = Counter()
    for table in config.tables:
        for event in (await _events(store, table.id)).values():
            if isinstance(event, CoupSettled):
                staked.update(_stakes_in(event))
        log = await read_log(store, table, config.book_of(table))
        staked.update({patron: seat.staked for patron, seat in log.table.seats.items()})
    for patron in patrons:
        limit = patron.stake_max
        assert limit is None or staked[patron.id] <= limit, f"{patron.id} staked {staked[patron.id]} of {limit}"


async def check_told(store: Store, told: dict[tuple[str, int], bytes], config: FloorConfig) -> None:
    """What patrons were told is what a floor tells that reads the log now."""
    for table in config.tables:
        log = await read_log(store, table, config.book_of(table))
        assert log.version == len(log.tail), "the tail holds the whole log"
        bus = InProcessBus()
        publisher = TablePublisher(table_info(table, config.book_of(table)), "", bus, Lobby(bus), _NoNames())
        publisher.resume(log, sum(map(is_public, log.tail)))
        told_here = {version: message for (name, version), message in told.items() if name == table.id}
        assert max(told_here) <= publisher.version, f"{table.id} told more than is stored"
        for version, frame in enumerate(publisher._recent.since(0) or (), start=1):
            heard = told_here.get(version)
            assert heard is None or frame.endswith(heard), (
                f"{table.id}: {version} is {frame!r}, and was told as {heard!r}"
            )


async def probe_purses(world: "World") -> None:
    """Nothing moves now but what tables settle: whoever plays a table knows what patrons have."""
    floor = world.holder.floor
    assert floor is not None
    for table in world.tables:
        for patron in world.patrons:
            account = purse(patron.id, floor.config.currency)
            before = (await floor.store.balances([account]))[account]
            answers: list[TableAnswer | None] = []
            ask = PlaceWager(patron.id, "player", MORE_THAN_ANY_FIELD_TAKES)
            world.holder.post(floor.tables[table].submit, Request(ask, f"probe:{patron.id}:{table}"), answers.append)
            await world.until(lambda: bool(answers), "a probe was never answered")  # noqa: B023
            after = (await floor.store.balances([account]))[account]
            (answer,) = answers
            if before == after and answer is not None and answer.refusal is Refusal.STAKE_IS_ABOVE_MAXIMUM:
                right = room_on(task_of(floor, table).table, patron.id, "player", after)
                if patron.stake_max is None:
                    assert answer.room == right.room, f"{table} thinks {patron.id} has room {answer.room}: {right.room}"
            assert answer is None or answer.refusal is not ServerRefusal.OWN_LIMIT_IS_REACHED or patron.stake_max


async def _check_commands(store: Store, table: str, events: dict[int, Event], patron: SimulatedPatron) -> None:
    """Every acknowledged command is in the log once, where it was said to be, and nothing else of the patron is."""
    versions = set()
    for name, accepted in patron.accepted.items():
        if accepted.sent.table != table:
            continue
        given = await store.answer_to(name)
        assert given is not None, f"{name} was acknowledged and is not stored"
        stored = json.decode(given.answer, type=StoredAnswer).version
        assert stored == accepted.version, f"{name} was acknowledged at {accepted.version} and is stored at {stored}"
        command = accepted.sent.request.command
        if isinstance(command, PlaceWager):
            event = events[stored]
            assert isinstance(event, WagersChanged), f"{name} at {stored} is {event}"
            assert (event.patron, event.added) == (patron.id, command.stake), f"{name} at {stored} is {event}"
            assert stored not in versions, f"{name} at {stored} is another's too"
            versions.add(stored)
    every = {accepted.version for accepted in patron.accepted.values() if accepted.sent.table == table}
    for version, event in events.items():
        if isinstance(event, WagersChanged) and event.patron == patron.id:
            assert version in every, f"{patron.id} never asked for {event} at {version} of {table}"
    for name, sent in patron.refused.items():
        if sent.table == table:
            assert await store.answer_to(name) is None, f"{name} was refused and is stored"


def _settled(events: dict[int, Event]) -> list[tuple[int, int]]:
    found, shoe, coup = [], 0, 0
    for event in events.values():
        if isinstance(event, ShoeOpened):
            shoe, coup = event.shoe, 0
        elif isinstance(event, BettingOpened):
            coup = event.coup
        elif isinstance(event, CoupSettled):
            found.append((shoe, coup))
    return found


def _stakes_in(event: CoupSettled) -> Counter[str]:
    staked: Counter[str] = Counter()
    for wager in event.wagers:
        staked[wager.patron] += wager.stake
    return staked


async def _events(store: Store, table: str) -> dict[int, Event]:
    return {each.version: decode_event(each.body) for each in await store.read(stream_of(table))}


class _NoNames:
    def name_of(self, _patron: str) -> str:
        return ""

    def next_number(self, _patron: str) -> int:
        return 0
