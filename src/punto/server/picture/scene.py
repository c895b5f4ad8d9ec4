"""What a camera over a table would see: cards, the one in the dealer's hand, and a word about the phase.

Made from a table as it is dealt, for the demonstration stream. A card that patrons are squeezing lies face down.
"""

from msgspec import Struct

from punto.rules.hand import Side
from punto.table.state import (
    Betting,
    Dealing,
    Instant,
    NeedsBurn,
    NeedsShoe,
    PausedPhase,
    ReadyToOpen,
    ShowingResult,
    Squeezing,
    Table,
)
from punto.table.view import FACE_DOWN, TableView

BURN = "burn"
MOVE_MS = 320  # from the shoe to its place on the felt


class CardInHand(Struct, frozen=True):
    """On its way from the shoe to its place."""

    card: str  # empty: face down
    place: str  # player, banker or burn
    number: int  # in its hand, from 0
    since: Instant


class Scene(Struct, frozen=True):
    table: str
    title: str
    caption: str
    player: tuple[str, ...] = ()  # empty text: face down
    banker: tuple[str, ...] = ()
    burn: str = ""
    in_hand: CardInHand | None = None


def scene_of(table: Table) -> Scene:
    view = TableView(table)
    burned = view.burned[0] if isinstance(table.phase_under_way, NeedsBurn | ReadyToOpen) or table.coup <= 1 else None
    return Scene(
        table=table.config.id,
        title=table.config.title,
        caption=_caption(table),
        player=view.cards(Side.PLAYER),
        banker=view.cards(Side.BANKER),
        burn=burned or "",
    )


def card_in_hand(table: Table, card: str, now: Instant) -> CardInHand:
    """The next card, as the dealer takes it out of the shoe."""
    side = table.next_side if isinstance(table.phase, Dealing) else None
    if side is None:
        return CardInHand(card, BURN, 0, now)
    return CardInHand(FACE_DOWN if table.config.has_squeeze else card, side.value, table.hand(side).size, now)


def _caption(table: Table) -> str:
    match table.phase:
        case NeedsShoe() | NeedsBurn() | ReadyToOpen():
            return "Shoe change"
        case Betting():
            return "Place your bets"
        case Dealing() | Squeezing():
            return "No more bets"
        case ShowingResult():
            return _result(table)
        case PausedPhase():
            return "The table is paused"


def _result(table: Table) -> str:
    if table.last is None or table.last.coup != table.coup:
        return ""
    result = table.last.result.result
    winner = "Tie" if result.winner is None else f"{result.winner.value.capitalize()} wins"
    return f"{winner}, {table.player.total} to {table.banker.total}"
