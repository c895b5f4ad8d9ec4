"""The floor's rule books: bets, lines, exact odds and returns, and help pages."""

from typing import TYPE_CHECKING, Literal

from litestar import MediaType, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery
from msgspec import Struct

from punto.rules.coup import WinnerOrTie
from punto.rules.drawing_chart import DecidedBy, StepKind, decided_by, drawing_chart, points_of, steps_of
from punto.rules.hand import Hand
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


class ChartRowAnswer(Struct, frozen=True):
    total: int  # Banker's first two cards
    if_player_stood: bool
    by_third: tuple[bool, ...]  # Player's third card counting 0 to 9


class ChartAnswer(Struct, frozen=True):
    """Who draws a third card: true where the side draws."""

    player: tuple[bool, ...]  # on each total from 0 to 7
    banker: tuple[ChartRowAnswer, ...]


class HandAnswer(Struct, frozen=True):
    points: tuple[int, ...]  # of each card
    two_card_total: int
    total: int


class StepAnswer(Struct, frozen=True):
    """Why a side drew or stood."""

    kind: StepKind
    side: Literal["player", "banker"] | None
    total: int | None  # of that side's first two cards
    third: int | None  # what Player's third card counts, where Banker goes by it
    on: tuple[int, ...]  # the totals, or third cards, on which that side draws


class ExplainedHands(Struct, frozen=True):
    player: HandAnswer
    banker: HandAnswer
    steps: tuple[StepAnswer, ...]
    winner: WinnerOrTie
    decided_by: DecidedBy


class BookAnswer(Struct, frozen=True):
    id: str
    title: str
    source: str
    deck: str
    cards: int
    bets: tuple[BetAnswer, ...]
    modes: tuple[ModeAnswer, ...]
    chart: ChartAnswer | None  # null: its drawing rule fits no chart


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
        chart=_chart(found),
    )


@get("/api/books/{book:str}/why", roles=ANYONE, tags=["books"], summary="Why a round was dealt and won as it was.")
async def why(config: Desk[FloorConfig], book: FromPath[str], hands: FromQuery[str]) -> ExplainedHands:
    """`hands` is the finished round as text: `4h 2d / 4c Td 3s`."""
    found = _find(config, book)
    coup = found.parse_coup(hands)
    return ExplainedHands(
        _hand(coup.player),
        _hand(coup.banker),
        tuple(
            StepAnswer(step.kind, step.side.value if step.side else None, step.total, step.third, step.on)
            for step in steps_of(found.dealing, coup)
        ),
        coup.result.winner_or_tie,
        decided_by(coup),
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


def _chart(book: RuleBook) -> ChartAnswer | None:
    chart = drawing_chart(book.drawing)
    if chart is None:
        return None
    return ChartAnswer(
        chart.player, tuple(ChartRowAnswer(row.total, row.if_player_stood, row.by_third) for row in chart.banker)
    )


def _hand(hand: Hand) -> HandAnswer:
    return HandAnswer(points_of(hand), hand.two_card_total, hand.total)


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


ROUTES = [books, one_book, why, help_in_markdown, help_in_html]
