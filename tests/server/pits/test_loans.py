"""What a floor keeps of a loan, and what it does not take for a word of the next one."""

import asyncio

import pytest

from punto.server.pits.far_pit import FarPit
from punto.server.protocol.links.pit_link import Borrowed
from punto.server.store.failures import StreamIsTaken
from punto.server.store.values import Claim, StoredEvent
from punto.server.streams.event_stream import EventStream
from punto.server.streams.request import Request, TableAnswer
from punto.server.streams.wallets.allowances import Allowances, Terms
from punto.server.streams.wallets.promises import PromisedStakes, Promises
from punto.server.streams.wallets.turns import Turns
from punto.server.tables.lent_table import LentTable, Loan
from punto.table.commands import PatronCame, PlaceWager
from punto.table.state import Table
from tests.server.pits.simulated_world import CONFIG

EAST = CONFIG.tables[0]
BET = Request(PlaceWager("bob", "player", 100), "1:bob:east")


class SeenPit:
    """A `Borrower` that writes down what it is sent."""

    id = "pit"

    def __init__(self) -> None:
        self.sent: list[tuple[int, Terms]] = []

    def lend(self, table: LentTable, loan: Loan) -> None:
        raise AssertionError(f"{table} is lent already, by {loan}")

    def send(self, _table: str, number: int, _request: Request, terms: Terms) -> None:
        self.sent.append((number, terms))

    def take_back(self, table: str) -> None:
        raise AssertionError(f"{table} stays")


def lent(pit: SeenPit, promised: PromisedStakes) -> LentTable:
    allowances = Allowances(lambda _: 500, Promises("east", promised, {"bob"}))
    table = Table(EAST, CONFIG.book_of(EAST))
    return LentTable(pit, table, 0, allowances, Turns(), lambda _: None, lambda answer: answer)


def test_an_answer_that_comes_after_the_next_loan_answers_nothing_of_it() -> None:
    pit, heard = SeenPit(), list[TableAnswer | None]()
    for _ in range(2):
        table = lent(pit, PromisedStakes(dict))
        table.borrowed(1)
        table.submit(BET, heard.append)
    (first, _), (second, _) = pit.sent
    table.answered(first, TableAnswer(version=7))
    assert heard == []
    table.answered(second, TableAnswer(version=9))
    assert heard == [TableAnswer(version=9)]


def test_room_stays_promised_until_it_is_known_what_the_pit_has_stored() -> None:
    pit, promised = SeenPit(), PromisedStakes(dict)
    table = lent(pit, promised)
    table.borrowed(1)
    table.submit(BET, lambda _: None)
    assert [each.request for each in table.unanswered()] == [BET]
    assert promised["bob"] == {"east": 500}
    table.is_back()
    assert "bob" not in promised


def test_who_comes_to_a_table_keeps_no_room_from_others() -> None:
    pit, promised = SeenPit(), PromisedStakes(dict)
    table = lent(pit, promised)
    table.borrowed(1)
    table.submit(Request(PatronCame("bob")), lambda _: None)
    assert [terms.room for _, terms in pit.sent] == [None]
    assert not promised


class ClaimedAgain:
    """A store in which somebody else claims the stream and writes before we have read it."""

    async def claim(self, _stream: str, _after: int | None = None) -> Claim:
        return Claim(2, 1, b"")

    async def read(self, _stream: str, after: int, _limit: int = 0) -> list[StoredEvent]:
        return [StoredEvent(version, b"{}", b"") for version in (1, 2) if version > after]


def test_a_stream_that_was_taken_while_it_was_read_is_taken() -> None:
    stream = EventStream(ClaimedAgain(), "table:east")  # type: ignore[arg-type]
    with pytest.raises(StreamIsTaken):
        asyncio.run(stream.catch_up(lambda _: None))


def test_a_claim_of_an_earlier_loan_begins_nothing() -> None:
    async def play() -> None:
        class Silent:
            def send(self, _packet: bytes) -> None:
                pass

            def close(self) -> None:
                pass

        class House:
            def borrowed(self, *_: object) -> None:
                pass

        pit = FarPit(Silent(), House())  # type: ignore[arg-type]
        table = lent(SeenPit(), PromisedStakes(dict))
        pit.lend(table, Loan(EAST, "", 6))
        pit._hear(Borrowed("east", 5, 0))
        assert table.epoch == 0
        pit._hear(Borrowed("east", 7, 0))
        assert table.epoch == 7

    asyncio.run(play())
