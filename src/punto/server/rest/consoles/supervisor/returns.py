"""Actual against theoretical return by table, bet, shoe and dealer, with confidence bands; and over days by dealer."""

from collections.abc import Iterable
from datetime import date, timedelta

from litestar import Response, get
from litestar.params import FromPath
from litestar.types import ControllerRouterHandler
from msgspec import Struct

from punto.server.config.floor_config import FloorConfig
from punto.server.figures.deviation import NOTHING, Figures
from punto.server.floor.supervising import Supervising
from punto.server.protocol.refusals import ServerRefusal
from punto.server.record.coup_returns import read_returns
from punto.server.rest.desks import Desk
from punto.server.rest.documents.csv_table import Amount, csv_file
from punto.server.rest.guards import SUPERVISOR, Who
from punto.server.rest.problems import RequestRefused
from punto.server.rest.routes.reports import First, Last
from punto.server.staff.staff_events import On
from punto.server.staff.staff_log import StaffLog
from punto.server.store.interface import Store
from punto.server.watching.table_returns import ReturnLine, TableReturns, by_bet, line_of, points_of, summed

DAYS_MAX = 31  # every round of them is read
COLUMNS = "by,key,title,rounds,handle,returned,win,theoretical_win,actual_return,exact_return,deviations"


class DealerReport(Struct, frozen=True):
    """Rounds from before dealers were kept, and those of simulated dealers, stand under an empty key."""

    currency: str
    first: str
    last: str
    whole: ReturnLine
    lines: tuple[ReturnLine, ...]


@get("/api/staff/tables/{table:str}/returns", roles=SUPERVISOR, summary="A table's returns today against theory")
async def table_returns(
    config: Desk[FloorConfig],
    supervising: Desk[Supervising],
    staff_log: Desk[StaffLog],
    identity: Who,
    table: FromPath[str],
) -> TableReturns:
    """Deviations are standard deviations, from the house's side. Bots are excluded."""
    await staff_log.reads(identity, "read_returns", On(table=table))
    return await _returns(config, supervising, table)


@get("/api/staff/tables/{table:str}/returns.csv", roles=SUPERVISOR, summary="The same as CSV", media_type="text/csv")
async def table_returns_csv(
    config: Desk[FloorConfig],
    supervising: Desk[Supervising],
    staff_log: Desk[StaffLog],
    identity: Who,
    table: FromPath[str],
) -> Response[str]:
    await staff_log.acts(identity, "export_returns", On(table=table))
    found = await _returns(config, supervising, table)
    groups = [("table", [found.whole]), ("bet", found.bets), ("shoe", found.shoes), ("dealer", found.dealers)]
    lines = [(name, line) for name, group in groups for line in group]
    return _csv(f"returns-{table}-{found.day}", lines, config.currency_digits)


@get("/api/reports/dealers", roles=SUPERVISOR, tags=["reports"], summary="Handle, win and theory by dealer.")
async def by_dealer(
    config: Desk[FloorConfig],
    store: Desk[Store],
    supervising: Desk[Supervising],
    staff_log: Desk[StaffLog],
    identity: Who,
    first: First = None,
    last: Last = None,
) -> DealerReport:
    """Read from the record of every round, which outlives the archiving of logs: 31 days at the most."""
    await staff_log.reads(identity, "read_report", On(thing="dealers"))
    return await _dealers(config, store, supervising, first, last)


@get("/api/reports/dealers.csv", roles=SUPERVISOR, tags=["reports"], summary="As CSV.", media_type="text/csv")
async def by_dealer_csv(
    config: Desk[FloorConfig],
    store: Desk[Store],
    supervising: Desk[Supervising],
    staff_log: Desk[StaffLog],
    identity: Who,
    first: First = None,
    last: Last = None,
) -> Response[str]:
    await staff_log.acts(identity, "export_report", On(thing="dealers"))
    found = await _dealers(config, store, supervising, first, last)
    lines = [("dealer", line) for line in found.lines]
    return _csv(f"dealers-{found.first}-{found.last}", lines, config.currency_digits)


async def _returns(config: FloorConfig, supervising: Supervising, table: str) -> TableReturns:
    place = config.table(table)
    if place is None:
        raise RequestRefused(ServerRefusal.TABLE_IS_UNKNOWN)
    returns, book = supervising.watcher.returns, config.book_of(place)
    day = await returns.of(table)
    played, titles = day.in_order, {bet.id: bet.title for bet in book.bets}
    bets = by_bet(played, returns.payouts.if_counted)
    dealers = summed(played, lambda coup: coup.dealer)
    return TableReturns(
        table=table,
        day=returns.day,
        currency=config.currency,
        whole=line_of("", place.title, day.figures),
        points=points_of(day),
        bets=tuple(line_of(bet, titles[bet], bets[bet]) for bet in titles if bet in bets),
        shoes=tuple(
            line_of(str(shoe), f"shoe {shoe}", figures)
            for shoe, figures in sorted(summed(played, lambda coup: coup.shoe).items())
        ),
        dealers=await _by_name(supervising, dealers),
    )


async def _dealers(
    config: FloorConfig, store: Store, supervising: Supervising, first: date | None, last: date | None
) -> DealerReport:
    returns = supervising.watcher.returns
    first = first or date.fromisoformat(returns.day)
    last = last or first
    days = (last - first).days
    if not 0 <= days < DAYS_MAX:
        raise RequestRefused(ServerRefusal.REQUEST_IS_INVALID, f"from first to last, {DAYS_MAX} days at the most")
    for book in config.books:
        await returns.payouts.of(book)
    sums: dict[str, Figures] = {}
    for day in (first + timedelta(days=number) for number in range(days + 1)):
        for place in config.tables:
            async for coup in read_returns(store, place.id, day.isoformat()):
                sums[coup.dealer] = sums.get(coup.dealer, NOTHING) + returns.figures_of([coup])
    whole = sum(sums.values(), NOTHING)
    lines = await _by_name(supervising, sums)
    return DealerReport(config.currency, first.isoformat(), last.isoformat(), line_of("", "all", whole), lines)


async def _by_name(supervising: Supervising, sums: dict[str, Figures]) -> tuple[ReturnLine, ...]:
    named = [(await supervising.names.of(dealer), dealer) for dealer in sums]
    return tuple(line_of(dealer, name or dealer or "Punto deals", sums[dealer]) for name, dealer in sorted(named))


def _csv(name: str, lines: Iterable[tuple[str, ReturnLine]], digits: int) -> Response[str]:
    cells = (
        (
            *(by, line.key, line.title, line.rounds),
            *(Amount(each, digits) for each in (line.handle, line.returned, line.win)),
            *(line.theory / 10**digits, line.actual_return, line.exact_return, line.deviations),
        )
        for by, line in lines
    )
    return csv_file(name, COLUMNS.split(","), cells)


ROUTES: list[ControllerRouterHandler] = [table_returns, table_returns_csv, by_dealer, by_dealer_csv]
