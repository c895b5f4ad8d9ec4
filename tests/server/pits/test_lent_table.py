"""A lent table by itself: what it promises of a patron's own limit while a pit decides."""

from collections import defaultdict

from punto.books.interblock import INTERBLOCK
from punto.server.config.demo_floor import demo_floor
from punto.server.streams.request import Request, TableAnswer
from punto.server.streams.wallets.allowances import Allowances, Terms
from punto.server.streams.wallets.promises import PromisedStakes, Promises
from punto.server.streams.wallets.turns import Turns
from punto.server.tables.lent_table import LentTable, Loan
from punto.table.commands import PatronCame, PlaceWager
from punto.table.state import Table

CONFIG = demo_floor().tables[0]


class Asked:
    """A pit that is asked, and answers when the test says so."""

    id = "pit"

    def __init__(self) -> None:
        self.sent: list[tuple[int, Request, Terms]] = []

    def lend(self, table: LentTable, loan: Loan) -> None:
        raise AssertionError(f"{table} has been lent: {loan}")

    def send(self, _table: str, number: int, request: Request, terms: Terms) -> None:
        self.sent.append((number, request, terms))

    def take_back(self, table: str) -> None:
        raise AssertionError(table)


def test_a_patron_who_comes_does_not_free_what_is_promised_to_a_bet_under_way() -> None:
    promised: PromisedStakes = defaultdict(dict)
    allowances = Allowances(lambda _: 300, Promises(CONFIG.id, promised, {"ann"}))
    pit, answers = Asked(), list[TableAnswer | None]()
    table = LentTable(pit, Table(CONFIG, INTERBLOCK), 0, allowances, Turns(), lambda _: None, lambda answer: answer)
    table.borrowed(1)
    table.submit(Request(PatronCame("ann")), answers.append)
    table.submit(Request(PlaceWager("ann", "player", 100), "a bet"), answers.append)
    (came, _, _), (bet, _, terms) = pit.sent
    assert (terms.room, promised["ann"]) == (300, {CONFIG.id: 300})
    table.answered(came, TableAnswer())
    assert promised["ann"] == {CONFIG.id: 300}, "the bet is still under way"
    table.answered(bet, TableAnswer(1))
    assert not promised.get("ann")
    assert answers == [TableAnswer(), TableAnswer(1)]


def test_a_command_that_may_have_been_stored_is_waited_for_until_the_table_is_back() -> None:
    promised: PromisedStakes = defaultdict(dict)
    allowances = Allowances(lambda _: 300, Promises(CONFIG.id, promised, {"ann"}))
    pit = Asked()
    table = LentTable(pit, Table(CONFIG, INTERBLOCK), 0, allowances, Turns(), lambda _: None, lambda answer: answer)
    assert table.waits_on(0) == 0, "the pit has to claim it"
    table.borrowed(1)
    assert table.waits_on(0) is None
    table.submit(Request(PlaceWager("ann", "player", 100), "a bet"), lambda _: None)
    assert table.waits_on(0) == pit.sent[0][0]
    assert len(list(table.unanswered())) == 1
    assert table.waits_for("ann")
    assert promised["ann"]
    table.is_back()
    assert not table.waits_for("ann")
    assert not promised.get("ann")


def test_what_the_pit_was_never_asked_needs_a_turn_at_the_floor() -> None:
    """As it was found: a bet that came before the pit had claimed the table was asked at the floor without one."""
    promised: PromisedStakes = defaultdict(dict)
    allowances = Allowances(lambda _: 300, Promises(CONFIG.id, promised, {"ann"}))
    table = LentTable(Asked(), Table(CONFIG, INTERBLOCK), 0, allowances, Turns(), lambda _: None, lambda answer: answer)
    for patron in ("ann", "bob"):  # of whom one has limits
        table.submit(Request(PlaceWager(patron, "player", 100), patron), lambda _: None)
    assert [(each.request.id, each.has_turn) for each in table.unanswered()] == [("ann", False), ("bob", True)]


def test_a_pit_is_not_waited_for_because_a_command_waits_for_its_turn_elsewhere() -> None:
    """As it was found: a pit that hung could cost a healthy one its tables."""
    promised: PromisedStakes = defaultdict(dict)
    allowances, turns = Allowances(lambda _: 300, Promises(CONFIG.id, promised, {"ann"})), Turns()
    tables = [
        LentTable(Asked(), Table(CONFIG, INTERBLOCK), 0, allowances, turns, lambda _: None, lambda answer: answer)
        for _ in range(2)
    ]
    for number, table in enumerate(tables):
        table.borrowed(1)
        table.submit(Request(PlaceWager("ann", "player", 100), str(number)), lambda _: None)
    assert tables[0].waits_on(0) is not None
    assert tables[1].waits_on(0) is None
