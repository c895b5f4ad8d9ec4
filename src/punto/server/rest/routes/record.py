"""A patron's play record: every round with cards, bets, odds, commission and balances, in pages or as CSV."""

import csv
import io
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Annotated, Literal

import msgspec
from litestar import get
from litestar.params import QueryParameter
from litestar.response import Stream
from msgspec import Struct

from punto.rules.coup import Coup, WinnerOrTie
from punto.rules.invalid_input import InvalidInput, shortened
from punto.rules.storm import best_struck
from punto.server.config.floor_config import FloorConfig
from punto.server.people.identity import Identity
from punto.server.protocol.refusals import ServerRefusal
from punto.server.record.plays_of_coup import PlayBody, PlayChange, PlayedBet
from punto.server.rest.desks import Desk
from punto.server.rest.documents.csv_cells import decimal, instant
from punto.server.rest.guards import PATRON, Who
from punto.server.rest.problems import RequestRefused
from punto.server.rest.seen_table import seen_table
from punto.server.store.interface import Store
from punto.server.store.plays import LATEST, PLAYS_READ_AT_ONCE, Play, PlayFilter, PlayKey, PlayStatus

PAGE_MAX = 200
CSV_PLAYS_MAX = 100_000
COLUMNS = (
    "time,table,book,shoe,round,status,player,banker,bet,stake,odds,returned,commission,balance_before,balance_after,"
    "adjusted,rules,uncovered,changed_at,changed_by,reason,first_player,first_banker,first_odds,first_returned,fee,struck"
)
UNCHANGED = [""] * 7  # the cells from changed_at to first_returned

Table = Annotated[str | None, QueryParameter(description="Only this table.", max_length=100)]
Book = Annotated[str | None, QueryParameter(description="Only this book.", max_length=1_000)]
Since = Annotated[int | None, QueryParameter(name="from", ge=0, le=LATEST, description="UTC milliseconds.")]
Until = Annotated[int | None, QueryParameter(name="to", ge=0, le=LATEST, description="UTC milliseconds, exclusive.")]
Result = Annotated[Literal["won", "lost", "even"] | None, QueryParameter(description="Against what was staked.")]


class InvalidCursor(InvalidInput):
    """Not the `next` of any page."""


class PlayView(Struct, frozen=True):
    """One round. Amounts are in the currency's smallest unit."""

    at: int
    table: str
    book: str
    rules: str  # the fingerprint of the book as it was
    shoe: int
    round: int
    status: PlayStatus
    player: str
    banker: str
    struck: str  # cards of a storm and their multipliers, `4hx3 Kdx8`; empty: none
    multiplier: int  # of wins, by the storm; 1: none
    player_total: int | None  # null: no whole hands, or other rules than the book has now
    banker_total: int | None
    winner: WinnerOrTie | None
    staked: int
    returned: int  # in the end, later adjustments included
    commission: int
    fee: int  # of what was staked, what a storm has cost
    balance_before: int  # stakes of this round included
    balance_after: int
    adjusted: int  # when the round was voided or corrected
    uncovered: int  # the part that could not be taken back
    bets: tuple[PlayedBet, ...]  # as settled now
    tip: int  # if this is a tip, not a round
    changes: tuple[PlayChange, ...]  # decisions about the round and what each replaced, oldest first


class RecordPage(Struct, frozen=True):
    plays: tuple[PlayView, ...]  # newest first
    next: str | None  # the `before` of the next page; null: last page


@get("/api/record", roles=PATRON, tags=["record"], summary="Your rounds, newest first.")
async def record(
    config: Desk[FloorConfig],
    store: Desk[Store],
    identity: Who,
    table: Table = None,
    book: Book = None,
    since: Since = None,
    until: Until = None,
    result: Result = None,
    before: Annotated[str | None, QueryParameter(description="`next` of the previous page.", max_length=200)] = None,
    limit: Annotated[int, QueryParameter(ge=1, le=PAGE_MAX)] = 50,
) -> RecordPage:
    wanted = _wanted(config, identity, table, book, PlayFilter(None, None, since, until, result))
    plays = await store.plays(identity.account, wanted, _key(before), limit + 1)
    more = _cursor(plays[limit - 1]) if len(plays) > limit else None
    return RecordPage(tuple(_view(play, config) for play in plays[:limit]), more)


@get(
    "/api/record.csv",
    roles=PATRON,
    tags=["record"],
    summary="The same as CSV, one line per bet.",
    media_type="text/csv",
)
async def record_csv(
    config: Desk[FloorConfig],
    store: Desk[Store],
    identity: Who,
    table: Table = None,
    book: Book = None,
    since: Since = None,
    until: Until = None,
    result: Result = None,
) -> Stream:
    wanted = _wanted(config, identity, table, book, PlayFilter(None, None, since, until, result))
    lines = _csv(store, identity.account, wanted, config.currency_digits)
    headers = {"content-disposition": 'attachment; filename="play-record.csv"'}
    return Stream(lines, media_type="text/csv; charset=utf-8", headers=headers)


def _wanted(
    config: FloorConfig, identity: Identity, table: str | None, book: str | None, rest: PlayFilter
) -> PlayFilter:
    if table is not None:
        table, _ = seen_table(config, table, identity)
    if book is not None and config.book(book) is None:
        raise RequestRefused(ServerRefusal.BOOK_IS_UNKNOWN)
    return msgspec.structs.replace(rest, table=table, book=book)


def _cursor(play: Play) -> str:
    return f"{play.at}.{play.version}.{play.table}"


def _key(cursor: str | None) -> PlayKey | None:
    if cursor is None:
        return None
    at, _, rest = cursor.partition(".")
    version, _, table = rest.partition(".")
    is_whole = at.isascii() and at.isdecimal() and version.isascii() and version.isdecimal()
    if not is_whole or not table or not table.isprintable() or max(int(at), int(version)) > LATEST:
        raise InvalidCursor(f"{shortened(cursor)} is not the `next` of a page")
    return int(at), table, int(version)


def _view(play: Play, config: FloorConfig | None = None) -> PlayView:
    """With totals and winner where the floor's books are given."""
    body = msgspec.json.decode(play.body, type=PlayBody)
    coup = _coup(config, play, body) if config else None
    result = coup.result if coup else None
    return PlayView(
        at=play.at,
        table=play.table,
        book=play.book,
        rules=body.fingerprint,
        shoe=play.shoe,
        round=play.coup,
        status=play.status,
        player=body.player,
        banker=body.banker,
        struck=body.struck,
        multiplier=best_struck(coup) if coup else 1,
        player_total=result.player_total if result else None,
        banker_total=result.banker_total if result else None,
        winner=result.winner_or_tie if result else None,
        staked=play.staked,
        returned=play.returned,
        commission=sum(bet.commission for bet in body.bets),
        fee=sum(bet.fee for bet in body.bets),
        balance_before=body.balance_before,
        balance_after=body.balance_after,
        adjusted=body.adjusted,
        uncovered=body.uncovered,
        bets=body.bets,
        tip=body.tip,
        changes=body.changes,
    )


def _coup(config: FloorConfig, play: Play, body: PlayBody) -> Coup | None:
    book = config.stored_book(play.book) if body.player else None
    with suppress(InvalidInput):  # dealt in part before it was cancelled, or by rules that the book no longer has
        return book.parse_coup(body.text) if book else None
    return None


async def _csv(store: Store, patron: str, wanted: PlayFilter, digits: int) -> AsyncIterator[str]:
    yield COLUMNS + "\r\n"
    before, left = None, CSV_PLAYS_MAX
    while left > 0 and (plays := await store.plays(patron, wanted, before, min(left, PLAYS_READ_AT_ONCE))):
        page = io.StringIO(newline="")
        csv.writer(page).writerows(line for play in plays for line in _csv_lines(_view(play), digits))
        yield page.getvalue()
        before, left = plays[-1].key, left - len(plays)


def _csv_lines(play: PlayView, digits: int) -> list[list[str | int]]:
    where: list[str | int] = [
        instant(play.at),
        play.table,
        play.book,
        play.shoe,
        play.round,
        play.status,
        play.player,
        play.banker,
    ]
    money = [decimal(each, digits) for each in (play.balance_before, play.balance_after, play.adjusted)]
    if play.tip:
        return [[*where, "tip", decimal(play.tip, digits), "", "", "", *money, play.rules, "", *UNCHANGED, "", ""]]
    return [
        [
            *where,
            bet.bet,
            decimal(bet.stake, digits),
            bet.odds,
            decimal(bet.returned, digits),
            decimal(bet.commission, digits),
            *money,
            play.rules,
            decimal(play.uncovered, digits),
            *_changed_cells(play, bet.bet, digits),
            decimal(bet.fee, digits),
            play.struck,
        ]
        for bet in play.bets
    ]


def _changed_cells(play: PlayView, bet: str, digits: int) -> list[str]:
    """The last decision about a round, and its first settlement."""
    if not play.changes:
        return UNCHANGED
    first, last = play.changes[0], play.changes[-1]
    then = next(each for each in first.bets if each.bet == bet)
    decision = [instant(last.at), last.role, last.reason]
    return [*decision, first.player, first.banker, then.odds, decimal(then.returned, digits)]


ROUTES = [record, record_csv]
