"""What every round staked and returned, by bet, with its time and its dealer: the base of all figures against theory.

One record for each round in which a patron had a stake, kept under its place and gaming day and written together with
the plays. A corrected round replaces its record, a voided one empties it. Bots are excluded.
"""

from collections.abc import AsyncIterator, Iterable
from typing import Protocol

import msgspec
from msgspec import Struct

from punto.server.config.table_ids import place_of
from punto.server.record.coup_records import LoggedCoup, Record
from punto.server.record.plays_of_coup import FEE
from punto.server.store.plays import BetTotal
from punto.table.config import TableConfig

READ_AT_ONCE = 500


class BetReturn(Struct, frozen=True, array_like=True):
    bet: str
    wagers: int
    staked: int
    returned: int
    fee: int = 0  # of what was staked, what a storm has cost


class CoupReturns(Struct, frozen=True):
    table: str
    shoe: int
    coup: int
    at: int  # when it was settled
    version: int  # of the table's log, then
    book: str
    dealer: str  # account; empty: nobody was tapped in
    bets: tuple[BetReturn, ...]  # empty: it was voided

    @property
    def staked(self) -> int:
        return sum(each.staked for each in self.bets)

    @property
    def returned(self) -> int:
        return sum(each.returned for each in self.bets)

    @property
    def fee(self) -> int:
        return sum(each.fee for each in self.bets)

    @property
    def stakes(self) -> dict[str, int]:
        return {each.bet: each.staked for each in self.bets}

    @property
    def key(self) -> tuple[int, str, int]:
        return self.at, self.table, self.version


class ReadRecords(Protocol):
    async def records(self, kind: str, after: str = "", limit: int = READ_AT_ONCE) -> list[tuple[str, bytes]]: ...


def returns_kind(place: str, day: str) -> str:
    return f"returns:{place}:{day}"


def coup_returns(config: TableConfig, coup: LoggedCoup, totals: Iterable[BetTotal]) -> CoupReturns:
    played = [each for each in totals if each.wagers]
    fees = {each.bet.removeprefix(FEE): each.staked for each in played if each.bet.startswith(FEE)}
    bets = tuple(
        BetReturn(each.bet, each.wagers, each.staked, each.returned, fees.get(each.bet, 0))
        for each in played
        if not each.bet.startswith(FEE)
    )
    return CoupReturns(config.id, coup.shoe, coup.coup, coup.at, coup.last_version, config.book, coup.dealer, bets)


def returns_record(day: str, returns: CoupReturns) -> Record:
    name = f"{returns.at:015}:{returns.version:012}:{returns.table}"
    return returns_kind(place_of(returns.table), day), name, msgspec.json.encode(returns)


async def read_returns(store: ReadRecords, place: str, day: str) -> AsyncIterator[CoupReturns]:
    """Of a gaming day at a place, in the order of time."""
    last = ""
    while found := await store.records(returns_kind(place, day), last, READ_AT_ONCE):
        last = found[-1][0]
        for _, body in found:
            yield msgspec.json.decode(body, type=CoupReturns)
        if len(found) < READ_AT_ONCE:
            return
