"""What voiding or correcting a settled round would change, before it is done; and the whole record of a round.

A preview reads and books nothing. It says what would happen now: purses may move before somebody decides.
"""

import msgspec
from litestar import get, post
from litestar.params import FromPath, JSONBody
from litestar.types import ControllerRouterHandler
from msgspec import Struct

from punto.ledger.accounts import is_bot, purse
from punto.rules.coup import WinnerOrTie
from punto.rules.rulebook import RuleBook
from punto.server.config.floor_config import FloorConfig
from punto.server.floor.supervising import Supervising
from punto.server.protocol.refusals import ServerRefusal
from punto.server.record.coup_records import LoggedCoup, coups_kind, number_of_coup
from punto.server.rest.desks import Desk, Tables
from punto.server.rest.guards import SUPERVISOR, Who
from punto.server.rest.problems import RequestRefused
from punto.server.rest.routes.settled_rounds import Cards, Number
from punto.server.rest.routes.staff import found_table
from punto.server.staff.staff_events import On
from punto.server.staff.staff_log import StaffLog
from punto.server.store.interface import Store
from punto.server.tables.table_look import PatronChange, Preview
from punto.table.commands import LAST, CoupId
from punto.table.decisions.incidents import given_to
from punto.table.events import total_of
from punto.table.refusals import Refusal


class PreviewOf(Struct, frozen=True, forbid_unknown_fields=True):
    round: tuple[Number, Number] | None = None  # shoe and round; default: the last one settled


class PreviewCards(PreviewOf, frozen=True, kw_only=True):
    """The round as it really was, cards in the order dealt: `4h 2d` and `4c Td 3s`."""

    player: Cards
    banker: Cards


class RoundCards(Struct, frozen=True):
    player: tuple[str, ...]
    banker: tuple[str, ...]
    player_total: int
    banker_total: int
    winner: WinnerOrTie


class PatronRow(Struct, frozen=True):
    patron: str
    name: str  # empty: a guest
    stakes: tuple[tuple[str, int], ...]  # bet and stake
    staked: int
    paid_before: int  # stake and winnings together
    paid_after: int
    difference: int
    purse_then: int
    owed: int  # what the purse cannot cover and the house bears
    disputes: bool


class TakeBackPreview(Struct, frozen=True, kw_only=True):
    """Bots are left out."""

    table: str
    shoe: int
    round: int
    at: int | None  # when it was settled; null: unknown
    before: RoundCards
    after: RoundCards | None  # null: it is voided, and every stake goes back
    patrons: tuple[PatronRow, ...]
    staked: int
    paid_before: int
    paid_after: int
    difference: int  # to patrons, in sum
    house_before: int  # what the house has won of this round
    house_after: int
    moved: int  # all that changes hands
    needs_second_person: bool
    refusal: str | None  # why the table would refuse it
    left: tuple[tuple[str, int], ...]  # cards that are new, and how many of each the shoe had left
    disputed_by: tuple[str, ...]  # names


@post(
    "/api/staff/tables/{table:str}/correct/preview", status_code=200, roles=SUPERVISOR, summary="Preview a correction"
)
async def preview_correction(
    config: Desk[FloorConfig],
    store: Desk[Store],
    tables: Desk[Tables],
    supervising: Desk[Supervising],
    staff_log: Desk[StaffLog],
    identity: Who,
    table: FromPath[str],
    data: JSONBody[PreviewCards],
) -> TakeBackPreview:
    """Before, after and the difference for every patron, and the sum."""
    await staff_log.reads(identity, "preview_correction", On(table=table))
    door = found_table(tables, table)
    of = data.round or (await door.look()).last or LAST
    preview = await door.preview_correction(of, f"{data.player} / {data.banker}")
    return await _told(config, store, supervising, table, preview)


@post("/api/staff/tables/{table:str}/void/preview", status_code=200, roles=SUPERVISOR, summary="Preview a void")
async def preview_void(
    config: Desk[FloorConfig],
    store: Desk[Store],
    tables: Desk[Tables],
    supervising: Desk[Supervising],
    staff_log: Desk[StaffLog],
    identity: Who,
    table: FromPath[str],
    data: JSONBody[PreviewOf],
) -> TakeBackPreview:
    await staff_log.reads(identity, "preview_void", On(table=table))
    door = found_table(tables, table)
    preview = await door.preview_void(data.round or (await door.look()).last or LAST)
    return await _told(config, store, supervising, table, preview)


class RoundRecord(Struct, frozen=True, kw_only=True):
    """A settled round that can still be taken back: the last one, or one in dispute."""

    table: str
    coup: LoggedCoup
    dealer: str  # name
    settled: TakeBackPreview  # as it stands, and what voiding it would change


@get(
    "/api/staff/tables/{table:str}/rounds/{shoe:int}/{coup:int}",
    roles=SUPERVISOR,
    summary="Everything on record of a round that can be taken back",
)
async def round_record(
    config: Desk[FloorConfig],
    store: Desk[Store],
    tables: Desk[Tables],
    supervising: Desk[Supervising],
    staff_log: Desk[StaffLog],
    identity: Who,
    table: FromPath[str],
    shoe: FromPath[int],
    coup: FromPath[int],
) -> RoundRecord:
    """Its cards with their times, every patron's stakes and what they were paid, and decisions of staff."""
    await staff_log.reads(identity, "read_round", On(table, shoe, coup))
    preview = await found_table(tables, table).preview_void((shoe, coup))
    body = await store.record(coups_kind(table, shoe), number_of_coup(coup))
    if body is None:
        raise RequestRefused(ServerRefusal.NOT_FOUND)
    logged = msgspec.json.decode(body, type=LoggedCoup)
    return RoundRecord(
        table=table,
        coup=logged,
        dealer=await supervising.names.of(logged.dealer),
        settled=await _told(config, store, supervising, table, preview),
    )


async def _told(
    config: FloorConfig, store: Store, supervising: Supervising, table: str, preview: Preview
) -> TakeBackPreview:
    if preview.of is None:
        raise RequestRefused(Refusal.NO_COUP_TO_CORRECT if preview.player else Refusal.NO_COUP_TO_VOID)
    place = supervising.closing.place_of(table)
    assert place is not None, "its door was found"
    book, changes = config.book_of(place), [each for each in preview.patrons if not is_bot(each.patron)]
    purses = await store.balances([purse(each.patron, config.currency) for each in changes])
    names = {each.patron: await supervising.names.of(each.patron) for each in changes}
    rows = [
        _row(each, names[each.patron], purses[purse(each.patron, config.currency)], preview.disputed_by)
        for each in changes
    ]
    staked, before = sum(row.staked for row in rows), sum(row.paid_before for row in rows)
    given = sum(row.difference for row in rows)
    return TakeBackPreview(
        table=table,
        shoe=preview.of[0],
        round=preview.of[1],
        at=await _settled_at(store, table, preview.of),
        before=_cards(book, preview.before),
        after=_cards(book, preview.after) if preview.player else None,
        patrons=tuple(rows),
        staked=staked,
        paid_before=before,
        paid_after=sum(row.paid_after for row in rows),
        difference=given,
        house_before=staked - before,
        house_after=staked - before - given,
        moved=preview.amount or 0,
        needs_second_person=(preview.amount or 0) > config.alone_max,
        refusal=preview.impossible,
        left=preview.left,
        disputed_by=tuple([await supervising.names.of(each) for each in preview.disputed_by]),
    )


def _row(change: PatronChange, name: str, balance: int, disputed_by: tuple[str, ...]) -> PatronRow:
    given = given_to(change.gained, borne=change.borne, purse=balance)
    return PatronRow(
        patron=change.patron,
        name=name,
        stakes=change.stakes,
        staked=total_of(change.stakes),
        paid_before=change.paid_before,
        paid_after=change.paid_after,
        difference=given,
        purse_then=balance + given,
        owed=given - change.gained,
        disputes=change.patron in disputed_by,
    )


def _cards(book: RuleBook, cards: str) -> RoundCards:
    coup = book.parse_coup(cards)
    return RoundCards(
        tuple(map(str, coup.player.cards)),
        tuple(map(str, coup.banker.cards)),
        coup.player.total,
        coup.banker.total,
        coup.result.winner_or_tie,
    )


async def _settled_at(store: Store, table: str, of: CoupId) -> int | None:
    body = await store.record(coups_kind(table, of[0]), number_of_coup(of[1]))
    return msgspec.json.decode(body, type=LoggedCoup).at if body else None


ROUTES: list[ControllerRouterHandler] = [preview_correction, preview_void, round_record]
