"""Bets that a patron has saved to place again. Placing one is a `place_set` at a table."""

from typing import Annotated

from litestar import delete, get, patch, post
from litestar.params import FromPath, JSONBody
from litestar.types import ControllerRouterHandler
from msgspec import Meta, Struct

from punto.server.config.floor_config import FloorConfig
from punto.server.people.saved_bets import SAVED_NAME_MAX, SAVED_OF_A_BOOK, SavedBet, SavedBets
from punto.server.protocol.client import SET_MAX
from punto.server.protocol.parts import Name, Stake
from punto.server.protocol.refusals import PeopleRefusal, ServerRefusal
from punto.server.rest.desks import Desk
from punto.server.rest.guards import PATRON, Who
from punto.server.rest.problems import RequestRefused

SavedName = Annotated[str, Meta(max_length=SAVED_NAME_MAX)]


class OwnSavedBets(Struct, frozen=True):
    most_of_a_book: int
    bets: tuple[SavedBet, ...]  # oldest first


class NewSavedBet(Struct, frozen=True, forbid_unknown_fields=True):
    book: Name
    stakes: Annotated[tuple[tuple[Name, Stake], ...], Meta(min_length=1, max_length=SET_MAX)]
    name: SavedName = ""  # empty: called by its bets


class OtherName(Struct, frozen=True, forbid_unknown_fields=True):
    name: SavedName


@get("/api/me/saved-bets", roles=PATRON, summary="Your saved bets")
async def saved_bets(saved: Desk[SavedBets], identity: Who) -> OwnSavedBets:
    return OwnSavedBets(SAVED_OF_A_BOOK, await saved.of(identity.account))


@post("/api/me/saved-bets", status_code=200, roles=PATRON, summary="Save bets to place again")
async def save_bet(
    config: Desk[FloorConfig], saved: Desk[SavedBets], identity: Who, data: JSONBody[NewSavedBet]
) -> SavedBet:
    """Of a book that this floor plays. The same stakes again give the bet that is already saved."""
    book = config.book(data.book)
    if book is None:
        raise RequestRefused(ServerRefusal.BOOK_IS_UNKNOWN)
    bets = [bet for bet, _ in data.stakes]
    if len(set(bets)) < len(bets) or not set(bets) <= {bet.id for bet in book.bets}:
        raise RequestRefused(ServerRefusal.REQUEST_IS_INVALID, "each bet is one of the book, and stands there once")
    return _known(await saved.save(identity.account, book.id, data.stakes, data.name))


@patch("/api/me/saved-bets/{number:int}", roles=PATRON, summary="Rename a saved bet")
async def rename_saved_bet(
    saved: Desk[SavedBets], identity: Who, number: FromPath[int], data: JSONBody[OtherName]
) -> SavedBet:
    return _known(await saved.rename(identity.account, number, data.name))


@delete("/api/me/saved-bets/{number:int}", status_code=204, roles=PATRON, summary="Delete a saved bet")
async def delete_saved_bet(saved: Desk[SavedBets], identity: Who, number: FromPath[int]) -> None:
    refusal = await saved.delete(identity.account, number)
    if refusal is not None:
        raise RequestRefused(refusal)


def _known(found: SavedBet | PeopleRefusal) -> SavedBet:
    if isinstance(found, PeopleRefusal):
        raise RequestRefused(found)
    return found


ROUTES: list[ControllerRouterHandler] = [saved_bets, save_bet, rename_saved_bet, delete_saved_bet]
