"""Every byte that a table publishes, over a log that has every kind of event.

Nothing a patron is sent may name another patron or a member of staff, and no card of a stage that has not ended may be
in it but those that the patron holds.
"""

import asyncio
import re
from pathlib import Path
from typing import cast, get_args

import msgspec
import pytest

from punto.books import SA, SQUEEZE, STORM
from punto.rules.hand import Side
from punto.server.protocol.server_message import ServerMessage
from punto.server.protocol.table_opened import TableOpened
from punto.server.protocol.table_private import Faces, Seat, SeatState
from punto.server.protocol.table_public import (
    CardDealt,
    CardsBurned,
    CardTurned,
    HandTurned,
    RoundCorrected,
    RoundSettled,
    RoundVoided,
    StageEnded,
)
from punto.server.streams.happened import Happened
from punto.server.streams.read_log import ReadLog
from punto.server.telling import table_publisher
from punto.server.telling.bus import InProcessBus, Notice, patron_channel, table_channel, totals_channel
from punto.server.telling.lobby import Lobby
from punto.server.telling.messages.table_state import table_info
from punto.server.telling.table_publisher import TablePublisher
from punto.table.config import SQUEEZE_PACE, TableKind
from punto.table.events import Event
from punto.table.evolve import evolve
from punto.table.state import Betting, Squeezing, Table
from punto.table.stored.event_codec import decode_event
from punto.table.view import TableView
from punto.table.visible import OwnParts, PublicEvent, visible
from tests.table.playing import config_for
from tests.table.test_event_codec import GOLDEN_LOG, GOLDEN_LOG_BY_HAND, GOLDEN_LOG_OF_STORMS

NAMES = {b'"ann"': b'"zerlinda"', b'"bob"': b'"quux"', b'"sue"': b'"grumio"'}
A_CARD = re.compile(rb'"[2-9TJQKA][shdc]"')
DECODER = msgspec.json.Decoder(ServerMessage)


class Ear:
    """Keeps every byte that one patron is sent."""

    def __init__(self, bus: InProcessBus, patron: str) -> None:
        self.patron = patron
        self.frames: list[bytes] = []
        for channel in (table_channel("jade"), totals_channel("jade"), patron_channel(patron)):
            bus.subscribe(channel, self)

    def hear(self, frame: bytes, _table: str) -> None:
        self.frames.append(frame)

    def heed(self, _notice: Notice) -> None: ...


class Patrons:
    def name_of(self, _patron: str) -> str:
        return ""  # nobody shows a name

    def next_number(self, _patron: str) -> int:
        return 1


def log(of: Path = GOLDEN_LOG) -> list[Event]:
    stored = of.read_bytes()
    for name, other in NAMES.items():
        stored = stored.replace(name, other)
    return [decode_event(line) for line in stored.splitlines()]


Told = list[tuple[str, Table, bytes]]  # to whom, how the table stood, and the frame


async def _told(*, has_lead: bool) -> Told:
    """What patrons are sent who are there all along, and what a newcomer is sent after each event."""
    table = Table(config_for(SQUEEZE, pace=SQUEEZE_PACE, has_squeeze=True, has_lead=has_lead), SQUEEZE)
    return _told_of(table, log())


def _told_of(table: Table, events: list[Event]) -> Told:
    bus, told = InProcessBus(), Told()
    publisher = TablePublisher(table_info(table.config, table.book), "log", bus, Lobby(bus), Patrons())
    publisher.resume(ReadLog(table, 1, 0), 0)
    ears = [Ear(bus, patron) for patron in ("eve", "zerlinda", "quux")]
    for ear in ears:
        publisher.follow(ear.patron, None, 10_000, 0)
    for number, event in enumerate(events, start=1):
        before, table = table, evolve(table, event)
        publisher.happened(Happened(before, event, table, number, {}), lambda *_: 10_000)
        told += [("eve", table, frame) for frame in publisher.follow("eve", None, 10_000, number * 1_000)]
        for ear in ears:
            told += [(ear.patron, table, frame) for frame in ear.frames]
            ear.frames.clear()
    return told


def hidden(table: Table) -> set[tuple[str, int]]:
    """The cards whose stage has not ended, but those that a lead or time has turned."""
    places = {("player", 0), ("player", 1), ("banker", 0), ("banker", 1)} if table.stages_ended < 1 else set()
    places |= {("player", 2)} if table.stages_ended < 2 else set()
    places |= {("banker", 2)} if table.stages_ended < 3 else set()
    phase = table.phase
    turned = {each[1:] for each in phase.opened} if isinstance(phase, Squeezing) and table.config.has_lead else set()
    by_time = [side for side in Side if isinstance(phase, Squeezing) and phase.has_turned(side)]
    return {place for place in places - turned if place[0] not in by_time}


def held_by(patron: str, table: Table) -> set[str]:
    phase = table.phase_under_way
    return {side.value for holder, side in phase.holders if holder == patron} if isinstance(phase, Squeezing) else set()


def check(told: Told) -> None:
    for patron, table, frame in told:
        for name in ("zerlinda", "quux", "grumio"):
            assert name == patron or name.encode() not in frame, frame
        message = DECODER.decode(frame[frame.index(b'{"type"') :])
        match message:
            case TableOpened(state=state):
                hands = {"player": state.player, "banker": state.banker}
                for side, index in hidden(table):
                    assert hands[side].cards[index : index + 1] in ((), ("",)), frame
                    assert index >= len(hands[side].cards) or hands[side].total is None, frame
            case CardDealt(side=side, card=index, face=face) | CardTurned(side=side, card=index, face=face):
                assert not face or (side, index) not in hidden(table), frame
            case HandTurned(faces=faces) | StageEnded(faces=faces):
                assert not {(face.side, face.card) for face in faces} & hidden(table), frame
            case CardsBurned() | RoundSettled() | RoundCorrected() | RoundVoided():
                pass
            case Faces(faces=faces) | Seat(seat=SeatState(faces=faces)):
                assert {face.side for face in faces} <= held_by(patron, table), frame
            case _:
                assert not A_CARD.search(frame), frame


@pytest.mark.parametrize("has_lead", [False, True])
def test_nothing_is_told_that_is_somebodys_own(*, has_lead: bool) -> None:
    logs = (GOLDEN_LOG, GOLDEN_LOG_BY_HAND, GOLDEN_LOG_OF_STORMS)
    assert {type(event) for each in logs for event in log(each)} == set(get_args(Event))
    told = asyncio.run(_told(has_lead=has_lead))
    assert len(told) > len(log())
    check(told)


def test_nothing_of_a_storm_is_told_before_betting_has_closed() -> None:
    async def told() -> Told:
        return _told_of(Table(config_for(STORM), STORM), log(GOLDEN_LOG_OF_STORMS))

    frames = asyncio.run(told())
    struck = [frame for _, table, frame in frames if re.search(rb'"struck":\[\{', frame)]
    assert any(b'"cards_struck"' in frame for frame in struck)
    assert any(b'"table_opened"' in frame for frame in struck)
    for _, table, frame in frames:
        if isinstance(table.phase, Betting) or table.awaits_storm:
            assert not re.search(rb'"struck":\[\{', frame), frame


TOLD_BY_HAND = (b'"dealer_changed"', b'"hands_rebuilt"', b'"card_set_aside"', b'"divider_seen"')


def test_nobody_is_told_who_decided_at_a_table_that_a_person_deals() -> None:
    async def told() -> Told:
        settings = config_for(SA, kind=TableKind.LIVE, is_dealt_by_hand=True)
        return _told_of(Table(settings, SA), log(GOLDEN_LOG_BY_HAND))

    frames = b"".join(frame for _, _, frame in asyncio.run(told()))
    assert all(kind in frames for kind in TOLD_BY_HAND)
    assert not any(name in frames for name in (b'"grumio"', b'"sam"', b'"dan"', b'"eva"'))


class TellTale(TableView, frozen=True):
    """The table as nobody should see it."""

    def cards(self, side: Side) -> tuple[str, ...]:
        return tuple(map(str, self._table.hand(side).cards))


def unredacted(before: Table, event: Event, after: Table) -> tuple[PublicEvent | None, OwnParts]:
    public, own = visible(before, event, after)
    return cast(PublicEvent, event) if public else None, own


def test_a_message_made_from_the_stored_event_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The check above has teeth: it fails where what is sent bypasses the view."""
    monkeypatch.setattr(table_publisher, "visible", unredacted)
    with pytest.raises(AssertionError, match="card_dealt"):
        check(asyncio.run(_told(has_lead=False)))


def test_a_snapshot_made_from_the_table_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_publisher, "TableView", TellTale)
    with pytest.raises(AssertionError, match="table_opened"):
        check(asyncio.run(_told(has_lead=False)))
