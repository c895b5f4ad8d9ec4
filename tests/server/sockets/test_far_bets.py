"""Bets that an edge has read, at the floor: as any other bet, and answered in fewer words."""

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest

from punto.server.edges.read_bet import read_bet
from punto.server.people.identity import Role
from punto.server.protocol.client import OpenTable
from punto.server.protocol.links.edge_link import Bet, BetAccepted, Dropped, Held, Sent
from punto.server.sockets import far_socket
from punto.server.sockets.far_socket import MS_TO_RESUME, FarConnection, FarSocket
from punto.server.streams.request import Request, TableAnswer
from punto.table.commands import PlaceWager
from punto.table.refusals import Refusal

SAID = b'{"type":"place_wager","id":"b-1","table":"jade","round":[3,17],"bet":"tie","stake":25}'
UNANSWERED_MAX = 4


class Door:
    id = "jade"

    def __init__(self) -> None:
        self.submitted: list[tuple[Request, Callable[[TableAnswer | None], None]]] = []

    def leave(self, _patron: str) -> None:
        pass

    def submit(self, request: Request, reply: Callable[[TableAnswer | None], None]) -> None:
        self.submitted.append((request, reply))


class Floor:
    """As much of one as a connection asks when a bet comes."""

    def __init__(self, *, was_open: bool = False) -> None:
        self.posted: list[msgspec.Struct] = []
        self.edge = SimpleNamespace(is_leaving=False)
        self.refusal: Refusal | None = None
        self.now = 1_000
        self.touched: list[str] = []
        identity = SimpleNamespace(account="ann", role=Role.PATRON, session="s1")
        services = SimpleNamespace(
            clock=lambda: self.now,
            message_rate=SimpleNamespace(burst=10),
            safety=SimpleNamespace(write_buffer_bytes_max=0, unanswered_max=UNANSWERED_MAX),
            online=SimpleNamespace(came=lambda *_: SimpleNamespace(connections=()), messages_received=0),
            house=SimpleNamespace(tables_at_once=4),
            protection=SimpleNamespace(tables_with_bets=lambda _: set()),
            rooms=SimpleNamespace(came=lambda _: None, followers=SimpleNamespace(discard=lambda *_: None)),
            admission=SimpleNamespace(
                refusal_to_stake=lambda *_: self.refusal, refusal_of=lambda *_: pytest.fail("asked for a bet")
            ),
            sessions=SimpleNamespace(
                touch=lambda session, _now: self.touched.append(session), is_locked=lambda _session: False
            ),
            door=self._no_door,
            metrics=SimpleNamespace(message_refused=lambda _: None),
        )
        self.may_open = asyncio.Event()
        self.socket = FarSocket(7, cast(Any, self.edge), self.posted.append, was_open=was_open)
        connection = FarConnection(cast(Any, services), self.socket, cast(Any, identity), "Ann")
        self.socket.receiver = connection.receive
        self.door = Door()
        connection.tables["jade"] = cast(Any, self.door)
        self.connection = connection

    async def _no_door(self, *_: object) -> None:
        await self.may_open.wait()

    def bets(self) -> None:
        bet = read_bet(7, "ann", SAID)
        assert bet is not None
        self.socket.bet(bet)

    def answers(self, answer: TableAnswer | None) -> None:
        self.door.submitted.pop(0)[1](answer)


def test_a_bet_read_at_the_edge_asks_the_table_the_same() -> None:
    floor = Floor()
    floor.socket.said(SAID)
    floor.bets()
    (by_text, _), (by_edge, _) = floor.door.submitted
    assert by_edge.digest == by_text.digest
    assert msgspec.structs.replace(by_edge, known_digest=b"") == by_text
    assert floor.touched == ["s1", "s1"]


def test_an_accepted_bet_is_answered_in_fewer_words() -> None:
    floor = Floor()
    floor.bets()
    floor.answers(TableAnswer(5))
    assert floor.posted == [BetAccepted(7, "b-1", "jade")]


def test_a_refused_bet_is_answered_with_what_explains_it() -> None:
    floor = Floor()
    floor.bets()
    floor.answers(TableAnswer(refusal=Refusal.CREDIT_IS_SHORT, room=20))
    (sent,) = floor.posted
    assert isinstance(sent, Sent)
    assert b'"refusal":"credit_is_short"' in sent.frame
    assert b'"room":20' in sent.frame


def test_a_patron_who_may_not_stake_is_refused_by_the_table_and_was_not_active() -> None:
    floor = Floor()
    floor.refusal = Refusal.CREDIT_IS_SHORT
    floor.bets()
    assert floor.door.submitted[0][0].refusal is Refusal.CREDIT_IS_SHORT
    assert not floor.touched


def test_a_floor_that_closes_refuses_no_bet() -> None:
    floor = Floor()
    floor.edge.is_leaving = True
    floor.bets()
    floor.answers(TableAnswer(refusal=Refusal.CREDIT_IS_SHORT))
    assert floor.posted == []


@pytest.mark.parametrize(("is_leaving", "posted"), [(False, [Dropped(7, store_is_lost=True)]), (True, [])])
def test_a_bet_of_which_nobody_knows_drops_the_socket_unless_the_floor_goes_and_drops_all(
    *, is_leaving: bool, posted: list[Dropped]
) -> None:
    floor = Floor()
    floor.edge.is_leaving = is_leaving
    floor.bets()
    floor.answers(None)
    assert floor.posted == posted


@pytest.mark.parametrize(("was_open", "answers"), [(False, 1), (True, 0)])
def test_a_bet_at_a_table_that_is_not_open_is_left_to_be_repeated_after_a_hand_over(
    *, was_open: bool, answers: int
) -> None:
    floor = Floor(was_open=was_open)
    del floor.connection.tables["jade"]

    async def test() -> None:
        floor.bets()

    asyncio.run(test())
    assert len(floor.posted) == answers
    assert all(isinstance(each, Sent) and b'"table_is_not_open"' in each.frame for each in floor.posted)


@pytest.mark.parametrize("opens", [False, True])
def test_a_bet_that_is_not_repeated_is_refused_in_the_end(monkeypatch: pytest.MonkeyPatch, *, opens: bool) -> None:
    """As it was found: a client that had never opened the table waited for ever."""
    monkeypatch.setattr(far_socket, "MS_TO_RESUME", 20)
    floor = Floor(was_open=True)
    table = floor.connection.tables.pop("jade")

    async def test() -> None:
        floor.bets()
        floor.socket.said(SAID)
        if opens:
            floor.connection.tables["jade"] = table
        await asyncio.sleep(0.1)

    asyncio.run(test())
    refused = [each for each in floor.posted if isinstance(each, Sent) and b"table_is_not_open" in each.frame]
    assert len(refused) == (0 if opens else 2)


@pytest.mark.parametrize("is_read_at_edge", [True, False])
def test_a_client_that_knows_the_next_floor_is_refused_as_ever(*, is_read_at_edge: bool) -> None:
    """As it was found: on a socket that had seen a change of floors, a bet at a table that was not open was never
    answered again."""
    floor = Floor(was_open=True)
    floor.connection.tables["opal"] = floor.connection.tables.pop("jade")
    bets = floor.bets if is_read_at_edge else lambda: floor.socket.said(SAID)
    floor.now += MS_TO_RESUME - 1

    async def test() -> None:
        bets()

    asyncio.run(test())
    assert floor.posted == []
    floor.now += 1
    bets()
    (sent,) = floor.posted
    assert isinstance(sent, Sent)
    assert b'"table_is_not_open"' in sent.frame


def test_a_bet_that_comes_when_its_table_was_closed_at_the_next_floor_is_refused() -> None:
    floor = Floor(was_open=True)
    floor.connection.send_away("jade", "idle")
    floor.bets()
    told, refused = floor.posted
    assert isinstance(told, Sent)
    assert isinstance(refused, Sent)
    assert b'"table_is_not_open"' in refused.frame


@pytest.mark.parametrize("was_open", [False, True])
@pytest.mark.parametrize("opens", [True, False])
def test_a_bet_at_a_table_that_is_being_opened_waits_for_it(*, was_open: bool, opens: bool) -> None:
    """As it was found: after a change of floors, a client that did not wait for its table was never answered."""
    floor = Floor(was_open=was_open)
    del floor.connection.tables["jade"]

    async def test() -> None:
        floor.socket.said(msgspec.json.encode(OpenTable("jade")))
        floor.bets()
        assert not floor.posted
        if opens:
            floor.connection.tables["jade"] = cast(Any, floor.door)
        floor.may_open.set()
        await asyncio.sleep(0.01)

    asyncio.run(test())
    assert [request.command for request, _ in floor.door.submitted] == opens * [PlaceWager("ann", "tie", 25)]
    refused = [each for each in floor.posted if isinstance(each, Sent) and b"table_is_not_open" in each.frame]
    assert len(refused) == (not opens and not was_open)


def test_who_bets_faster_than_the_table_answers_is_not_read() -> None:
    floor = Floor()
    for _ in range(UNANSWERED_MAX):
        floor.bets()
    assert floor.posted == [Held(7, is_held=True)]


def test_a_socket_that_has_gone_bets_no_more() -> None:
    floor = Floor()
    floor.socket.gone()
    floor.bets()
    assert floor.door.submitted == []
    assert isinstance(read_bet(7, "ann", SAID), Bet)
