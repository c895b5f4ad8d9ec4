"""What a patron's own rounds add up to: the session in play and everything since they began."""

from litestar import get
from litestar.types import ControllerRouterHandler
from msgspec import Struct

from punto.server.config.floor_config import FloorConfig
from punto.server.figures.book_odds import KnownOdds
from punto.server.record.own_figures import Lifetime, OwnFigures, OwnSession
from punto.server.rest.desks import Clock, Desk
from punto.server.rest.guards import PATRON, Who
from punto.server.store.interface import Store
from punto.server.store.plays import EVERY_PLAY, PLAYS_READ_AT_ONCE

PLAYS_COUNTED_MAX = 20_000  # the latest ones


class RecordFigures(Struct, frozen=True):
    session: OwnSession | None  # null: no round yet
    lifetime: Lifetime | None


@get("/api/record/figures", roles=PATRON, tags=["record"], summary="What your rounds add up to.")
async def record_figures(
    config: Desk[FloorConfig], store: Desk[Store], odds: Desk[KnownOdds], clock: Desk[Clock], identity: Who
) -> RecordFigures:
    figures, before, left = OwnFigures(config.book, clock()), None, PLAYS_COUNTED_MAX
    while left > 0 and (plays := await store.plays(identity.account, EVERY_PLAY, before, PLAYS_READ_AT_ONCE)):
        figures.add(plays)
        before, left = plays[-1].key, left - len(plays)
    edges = {(book.id, each.bet.id): each.house_edge for book in figures.books for each in (await odds.of(book)).bets}
    return RecordFigures(figures.session, figures.lifetime(edges))


ROUTES: list[ControllerRouterHandler] = [record_figures]
