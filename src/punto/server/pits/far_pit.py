"""The floor's side of one pit: the tables that were lent to it, and what it says of them."""

from typing import Protocol, assert_never

import structlog

from punto.server.config.floor_config import HouseRules
from punto.server.edges.link_end import Link, LinkEnd
from punto.server.edges.node_files import NodeFiles
from punto.server.pits.posted_requests import answer_in, commanded
from punto.server.protocol.links.pit_link import (
    VERSION,
    Answered,
    Borrowed,
    EventStored,
    GivenUp,
    HeadsMoved,
    Hired,
    HouseBeat,
    Lent,
    NotHired,
    Observed,
    PitBeat,
    PitHello,
    PitLeaves,
    PursesMoved,
    TakenBack,
    ToFloor,
    read_at_floor,
)
from punto.server.streams.decide_batch import purses_of
from punto.server.streams.request import Request
from punto.server.streams.wallets.allowances import Terms
from punto.server.tables.lent_table import LentTable, Loan
from punto.table.events import SCHEMA
from punto.table.state import Instant

PATRONS_MAX = 100_000  # whose purses a pit may know; then it forgets them all

log = structlog.get_logger("punto.pits")


class HouseOfPits(Protocol):
    """What a pit's link needs of its floor."""

    epoch: int
    holder: bytes

    @property
    def house(self) -> HouseRules: ...

    @property
    def queue_max(self) -> int: ...

    @property
    def files(self) -> NodeFiles: ...

    def clock(self) -> Instant: ...

    def came(self, pit: "FarPit") -> None: ...

    def not_hired(self, node: str, why: str) -> None: ...

    def went(self, pit: "FarPit") -> None: ...

    def borrowed(self, pit: "FarPit", table: str) -> None: ...

    def given_up(self, pit: "FarPit", table: str, why: str) -> None: ...

    def leaves(self, pit: "FarPit") -> None: ...

    def purses_moved(self, balances: dict[str, int], by: "FarPit") -> None: ...

    def observed(self, observed: Observed) -> None: ...

    def heads_moved(self, heads: dict[str, tuple[int, bytes]]) -> None: ...


class FarPit:
    """A `Borrower`."""

    def __init__(self, link: Link, house: HouseOfPits) -> None:
        self.id = ""  # until it has said hello
        self.program = ""
        self.since: Instant = 0  # when it was hired
        self.is_leaving = False
        self.beat = PitBeat(0, 0.0)  # its last
        self.patrons: set[str] = set()  # whose purses it may know
        self.gave_up_at: dict[str, Instant] = {}  # tables that it could not play
        self._house = house
        self._tables: dict[str, LentTable] = {}
        self._loans: dict[str, int] = {}  # the epochs at which they were lent; a pit claims the next, or none
        self.end: LinkEnd[ToFloor] = LinkEnd(link, read_at_floor, self._hear, self._next_beat, self._lost)

    @property
    def tables(self) -> frozenset[str]:
        return frozenset(self._tables)

    # --- what tables ask of it ----------------------------------------------------------------------------------------

    def lend(self, table: LentTable, loan: Loan) -> None:
        self._tables[loan.config.id], self._loans[loan.config.id] = table, loan.epoch
        if self.end.is_lost or self.is_leaving:  # it went before the coup was over
            self._house.given_up(self, loan.config.id, "it has gone")
        else:
            self.end.post(Lent(loan.config, loan.fingerprint, loan.epoch))

    def send(self, table: str, number: int, request: Request, terms: Terms) -> None:
        if len(self.patrons) >= PATRONS_MAX:
            self.patrons.clear()
            self.forget([])
        self.patrons |= purses_of(request.command, self._tables[table].table)
        self.end.post(commanded(table, number, request, terms))

    def take_back(self, table: str) -> None:
        del self._tables[table]
        self.end.post(TakenBack(table))

    def forget(self, accounts: list[str]) -> None:
        self.end.post(PursesMoved(accounts))

    # --- what it says -------------------------------------------------------------------------------------------------

    def _hear(self, message: ToFloor) -> None:
        match message:
            case EventStored() | Answered() | Borrowed() | GivenUp():
                if message.table in self._tables:  # otherwise it was taken back, and read from the store
                    self._hear_of(self._tables[message.table], message)
            case HeadsMoved(heads=heads):
                self._house.heads_moved(heads)
            case PitBeat():
                self.beat = message
                self.end.post(HouseBeat(message.sent_at, self._house.clock()))
                if message.observed is not None:
                    self._house.observed(message.observed)
            case PitHello():
                self._hire(message)
            case PitLeaves():
                self.is_leaving = True
                self._house.leaves(self)
            case _:
                assert_never(message)

    def _hear_of(self, lent: LentTable, message: EventStored | Answered | Borrowed | GivenUp) -> None:
        match message:
            case EventStored():
                if lent.epoch:  # else it is of an earlier loan, and was read from the store
                    self._stored(lent, message)
            case Answered(number=number):
                lent.answered(number, answer_in(message))
            case Borrowed(table=table, epoch=epoch) if epoch != self._loans[table] + 1:
                log.info("earlier_loan_is_over", table=table, pit=self.id, epoch=epoch)
            case Borrowed(table=table, epoch=epoch, version=version):
                if lent.version != version:  # it has read another log
                    self._house.given_up(self, table, f"it was lent at version {lent.version}, and taken at {version}")
                    return
                lent.borrowed(epoch)
                self._house.borrowed(self, table)
                log.info("table_is_lent", table=table, pit=self.id, epoch=epoch)
            case GivenUp(table=table, why=why, loan=loan):
                if loan == lent.loan:  # otherwise an earlier one
                    self._house.given_up(self, table, why)
            case _:
                assert_never(message)

    def _stored(self, lent: LentTable, event: EventStored) -> None:
        newest = {account: left for account, left in event.balances.items() if account not in event.overtaken}
        if newest:
            self._house.purses_moved(newest, self)
        try:
            lent.stored(event.version, event.body, event.balances)
        except Exception:  # a fault of ours: read from the store, it may go on
            log.exception("lent_table_cannot_be_followed", table=lent.table.config.id, version=event.version)
            self._house.given_up(self, lent.table.config.id, "it could not be followed")

    def _hire(self, hello: PitHello) -> None:
        why = _why_not(hello)
        if why:
            self.end.post(NotHired(why))
            self._house.not_hired(hello.node, why)
            return
        self.id, self.program = hello.node, hello.program
        house = self._house
        self.end.post(Hired(house.epoch, house.house, house.queue_max, house.clock(), house.holder))
        house.came(self)
        house.files.came(hello, hello.file_digest)

    def _next_beat(self) -> HouseBeat:
        return HouseBeat(came_with=0.0, now=self._house.clock())

    def _lost(self) -> None:
        self._house.went(self)


def _why_not(hello: PitHello) -> str:
    """Empty: it may play tables. What a pit of another schema stores may be unreadable to its floor, and the other way
    round."""
    if hello.version != VERSION:
        return f"this floor speaks version {VERSION} of the link, the pit {hello.version}"
    if hello.schema != SCHEMA:
        return f"this floor stores events of schema {SCHEMA}, the pit {hello.schema}"
    return ""
