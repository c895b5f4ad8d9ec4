"""The floor's rule books: bets, lines, exact odds and returns, and help pages."""

from typing import TYPE_CHECKING, Literal

from litestar import MediaType, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from msgspec import Struct

from punto.rules.rulebook import RuleBook
from punto.server.config.floor_config import FloorConfig
from punto.server.figures.book_odds import KnownOdds
from punto.server.rest.desks import Desk
from punto.server.rest.guards import ANYONE
from punto.server.rest.pages.help_html import help_html

if TYPE_CHECKING:
    from punto.analysis.odds.bet_odds import BetOdds

MARKDOWN = "text/markdown"


class BookInShort(Struct, frozen=True):
    id: str
    title: str
    source: str
    deck: str
    cards: int
    bets: tuple[str, ...]
    tables: tuple[str, ...]  # of this floor, that play it


class LineAnswer(Struct, frozen=True):
    """A bet's last line is the loss when no other line holds."""

    when: str
    pays: str  # to one, as a fraction; 0 is a push, -1 a loss
    chance: str  # as a fraction
    chance_percent: float


class BetAnswer(Struct, frozen=True):
    id: str
    title: str
    lines: tuple[LineAnswer, ...]
    last_round: int | None
    backs: Literal["player", "banker"] | None
    rtp: str  # as a fraction, from a fresh shoe
    rtp_percent: float
    house_edge_percent: float
    win_percent: float
    standard_deviation: float


class ModeAnswer(Struct, frozen=True):
    id: str
    title: str
    leaves_out: tuple[str, ...]


class BookAnswer(Struct, frozen=True):
    id: str
    title: str
    source: str
    deck: str
    cards: int
    bets: tuple[BetAnswer, ...]
    modes: tuple[ModeAnswer, ...]


@get("/api/books", roles=ANYONE, tags=["books"], summary="The floor's rule books.")
async def books(config: Desk[FloorConfig]) -> list[BookInShort]:
    return [
        BookInShort(
            id=book.id,
            title=book.title,
            source=book.source,
            deck=book.deck.id,
            cards=book.deck.size,
            bets=tuple(bet.id for bet in book.bets),
            tables=tuple(table.id for table in config.tables if table.book == book.id),
        )
        for book in config.books
    ]


@get("/api/books/{book:str}", roles=ANYONE, tags=["books"], summary="Every bet of a book with its exact odds.")
async def one_book(config: Desk[FloorConfig], odds: Desk[KnownOdds], book: FromPath[str]) -> BookAnswer:
    found = _find(config, book)
    exact = await odds.of(found)
    return BookAnswer(
        id=found.id,
        title=found.title,
        source=found.source,
        deck=found.deck.id,
        cards=found.deck.size,
        bets=tuple(map(_bet, exact.bets)),
        modes=tuple(ModeAnswer(mode.id, mode.title, mode.leaves_out) for mode in found.modes),
    )


@get(
    "/api/books/{book:str}/help",
    roles=ANYONE,
    tags=["books"],
    summary="The help page of a book, as Markdown.",
    media_type=MARKDOWN,
)
async def help_in_markdown(config: Desk[FloorConfig], odds: Desk[KnownOdds], book: FromPath[str]) -> str:
    return await help_page_of(config, odds, book)


@get(
    "/api/books/{book:str}/help.html",
    roles=ANYONE,
    tags=["books"],
    summary="The help page of a book, as a fragment of HTML.",
    media_type=MediaType.HTML,
)
async def help_in_html(config: Desk[FloorConfig], odds: Desk[KnownOdds], book: FromPath[str]) -> str:
    return help_html(await help_page_of(config, odds, book))


async def help_page_of(config: FloorConfig, odds: KnownOdds, book: str) -> str:
    from punto.analysis.report.help_page import help_page  # loads NumPy

    return help_page(await odds.of(_find(config, book)))


def _find(config: FloorConfig, book_id: str) -> RuleBook:
    book = config.book(book_id)
    if book is None:
        raise NotFoundException("this floor plays no such book")
    return book


def _bet(odds: "BetOdds") -> BetAnswer:
    bet = odds.bet
    return BetAnswer(
        id=bet.id,
        title=bet.title,
        lines=tuple(
            LineAnswer(line.when, str(line.pays), str(line.probability), 100 * float(line.probability))
            for line in odds.lines
        ),
        last_round=bet.last_coup_offered,
        backs=bet.backs.value if bet.backs else None,
        rtp=str(odds.rtp),
        rtp_percent=100 * float(odds.rtp),
        house_edge_percent=100 * float(odds.house_edge),
        win_percent=100 * float(odds.win_probability),
        standard_deviation=odds.standard_deviation,
    )


ROUTES = [books, one_book, help_in_markdown, help_in_html]
