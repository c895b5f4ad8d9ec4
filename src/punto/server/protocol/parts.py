"""Parts that messages share: bounded values, cards and results, road marks."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from punto.rules.drawing_chart import DecidedBy
from punto.table.view import PhaseName

PROTOCOL = 1
AMOUNT_MAX = 2**53 - 1

TableId = Annotated[str, Meta(min_length=1, max_length=64)]
CommandId = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_-]+$(?!\n)")]
Name = Annotated[str, Meta(min_length=1, max_length=40)]
Stake = Annotated[int, Meta(ge=1, le=AMOUNT_MAX)]
RoundNumber = Annotated[int, Meta(ge=0, le=AMOUNT_MAX)]  # of a shoe, or of a round in it
Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")]
SideName = Literal["player", "banker"]
Grip = Literal["top", "top_right", "right", "bottom_right", "bottom", "bottom_left", "left", "top_left"]
CardIndex = Annotated[int, Meta(ge=0, le=2)]
Reaction = Literal["blow", "monkey", "nine", "luck"]  # of who watches a squeeze
PartOfCard = Annotated[float, Meta(ge=-3, le=3)]  # as a fraction of the card's width or height
PictureDelay = Annotated[int, Meta(ge=0, le=600_000)]  # in milliseconds
Phase = PhaseName


def tag_of(name: str) -> str:
    """`PlaceWager` travels as `place_wager`."""
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("_")


class Told(Struct, frozen=True, tag_field="type", tag=tag_of):
    pass


class Offset(Struct, frozen=True):
    """How far a client has followed a table: the log's id and the last public version seen."""

    log: Annotated[str, Meta(max_length=64)]
    version: Annotated[int, Meta(ge=0, le=AMOUNT_MAX)]


class Mark(Struct, frozen=True, array_like=True):
    """One mark of a road. Columns are never renumbered; a display drops whole ones on its left."""

    column: int
    row: int
    colour: str  # B, P or T on the bead plate; R or B on a derived road
    round: int


class MainMark(Struct, frozen=True, array_like=True):
    column: int
    row: int
    colour: str  # B or P
    round: int
    banker_pair: bool
    player_pair: bool
    natural: int  # 8 or 9, shown inside the circle; 0: none
    ties: int
    leading_ties: int


class MarksFrom(Struct, frozen=True):
    """A road's marks from this index on."""

    index: int
    marks: tuple[Mark, ...]


class MainMarksFrom(Struct, frozen=True):
    index: int
    marks: tuple[MainMark, ...]


class ShoeStatistics(Struct, frozen=True):
    player_wins: int
    banker_wins: int
    ties: int
    naturals: int
    player_pairs: int
    banker_pairs: int
    rounds: int


class AskedPlaces(Struct, frozen=True):
    """Where a win would add its mark on each road, as column and row; null: no mark."""

    main: tuple[int, int]
    big_eye: tuple[int, int] | None
    small: tuple[int, int] | None
    cockroach: tuple[int, int] | None
    bead_plate: tuple[int, int]


class GoodRoad(Struct, frozen=True, array_like=True):
    """A pattern at the end of the Main Road, and how many rounds follow it so far."""

    road: str
    rounds: int


class RoadsChange(Struct, frozen=True, omit_defaults=True):
    """Changes of a table's roads, and what a display needs besides the marks. A snapshot starts each road at 0."""

    statistics: ShoeStatistics
    ask_player: str  # the marks a Player win would add to Big Eye, Small and Cockroach Road: R, B or -
    ask_banker: str
    main: MainMarksFrom | None = None
    big_eye: MarksFrom | None = None
    small: MarksFrom | None = None
    cockroach: MarksFrom | None = None
    bead_plate: MarksFrom | None = None
    leading_ties: int = 0  # of a shoe without a win yet
    good_roads: tuple[GoodRoad, ...] = ()  # the longest first
    player_places: AskedPlaces | None = None  # where a Player win would put its marks
    banker_places: AskedPlaces | None = None


class FieldTotal(Struct, frozen=True, array_like=True):
    """Total stakes on a field: of patrons and, separately, of bots."""

    bet: str
    stake: int
    patrons: int
    bot_stake: int
    bots: int


class HandClock(Struct, frozen=True, array_like=True):
    side: SideName
    closes_at: int


class HolderName(Struct, frozen=True, array_like=True):
    side: SideName
    name: str  # empty: does not show one


class BentCorner(Struct, frozen=True):
    """Where a second finger has moved a corner."""

    grip: Grip
    x: PartOfCard
    y: PartOfCard


class HandView(Struct, frozen=True):
    cards: tuple[str, ...]  # empty text: face down
    total: int | None  # null while a card is face down


class PlaceOfCard(Struct, frozen=True, array_like=True):
    side: SideName
    card: int


class FaceUp(Struct, frozen=True, array_like=True):
    side: SideName
    card: int
    face: str


class RoundResult(Struct, frozen=True):
    round: int
    winner: Literal["player", "banker", "tie"]
    player: HandView
    banker: HandView
    is_natural: bool  # of either side
    decided_by: DecidedBy
    came_out: tuple[tuple[str, str], ...]  # every bet that won, backed or not, and its odds
    pushed: tuple[str, ...] = ()  # every bet whose stake goes back
    multiplier: int = 1  # what a storm has multiplied the winner's bets by


class StruckCard(Struct, frozen=True):
    """One card of a storm."""

    card: str
    multiplier: int


class BetHits(Struct, frozen=True, array_like=True):
    bet: str
    hits: int


class Winner(Struct, frozen=True):
    name: str  # empty: does not show a name
    payout: int
    is_bot: bool
