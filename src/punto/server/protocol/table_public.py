"""Messages to everybody at a table. Those with a `version` are numbered without gaps."""

from punto.server.protocol.parts import (
    BetHits,
    FaceUp,
    FieldTotal,
    HandClock,
    HandView,
    HolderName,
    Phase,
    PlaceOfCard,
    RoadsChange,
    RoundResult,
    SideName,
    StruckCard,
    Told,
    Winner,
)
from punto.table.reasons import Reason


class Totals(Told, frozen=True):
    """At most four a second."""

    table: str
    totals: tuple[FieldTotal, ...]
    patrons: int
    bots: int


class Public(Told, frozen=True):
    """Numbered without gaps."""

    table: str
    version: int


class ShoeCommitted(Public, frozen=True):
    """The next shoe is sealed; patrons may contribute to it until `ends_at`."""

    shoe: int
    commitment: str
    ends_at: int


class ContributionMade(Public, frozen=True):
    digest: str


class ShoeOpened(Public, frozen=True):
    shoe: int
    commitment: str
    contributions: tuple[str, ...]


class CardsBurned(Public, frozen=True):
    card: str
    face_down: int


class BettingOpened(Public, frozen=True):
    round: int
    at: int
    closes_at: int | None
    is_last_round: bool
    is_free_hand: bool = False  # dealt without bets


class BettingClosed(Public, frozen=True):
    at: int


class CardsStruck(Public, frozen=True):
    """A storm: these cards multiply what a bet wins in this round."""

    struck: tuple[StruckCard, ...]
    at: int


class CardDealt(Public, frozen=True):
    """`face` is empty while only its holders may see it."""

    side: SideName
    card: int
    face: str
    total: int | None
    at: int


class StageOpened(Public, frozen=True):
    """Holders may open their cards until the clock of the hand; `closes_at` is the last of them."""

    stage: int
    cards: tuple[PlaceOfCard, ...]
    closes_at: int | None  # null: no clock runs
    holders: int
    clocks: tuple[HandClock, ...]
    names: tuple[HolderName, ...]


class CardTurned(Public, frozen=True):
    """The lead has turned a card; everybody sees it."""

    side: SideName
    card: int
    face: str
    total: int | None


class HandTurned(Public, frozen=True):
    """Time is up for a side: its cards turn by themselves, over two seconds. Player's first, then Banker's."""

    side: SideName
    faces: tuple[FaceUp, ...]
    total: int | None


class StageEnded(Public, frozen=True):
    stage: int
    faces: tuple[FaceUp, ...]
    player_total: int | None
    banker_total: int | None


class RoundSettled(Public, frozen=True):
    result: RoundResult
    roads: RoadsChange
    winners: tuple[Winner, ...]
    ends_at: int
    is_last_round: bool
    side_bet_hits: tuple[BetHits, ...]  # in this shoe, without those that never came out


class RoundCancelled(Public, frozen=True):
    """Ended before settlement; all stakes are returned."""

    round: int
    reason: Reason
    ends_at: int


class RoundVoided(Public, frozen=True):
    """The settlement of the last round, or of one in dispute, was reversed."""

    shoe: int
    round: int
    reason: Reason
    roads: RoadsChange
    side_bet_hits: tuple[BetHits, ...]


class RoundCorrected(Public, frozen=True):
    """The last round, or one in dispute, was settled again with other cards."""

    shoe: int
    result: RoundResult
    reason: Reason
    roads: RoadsChange
    side_bet_hits: tuple[BetHits, ...]


class ShoeEnded(Public, frozen=True):
    shoe: int
    ends_at: int


class ShoeAbandoned(Public, frozen=True):
    """Not continued. Its secret is revealed all the same, and another shoe follows."""

    shoe: int
    reason: Reason
    ends_at: int


class ShoeRevealed(Public, frozen=True):
    shoe: int
    secret: str


class DealerChanged(Public, frozen=True):
    """Another person deals; without a name, nobody for now."""

    name: str


class DividerSeen(Public, frozen=True):
    """The divider is out: the shoe ends with this round, or with the next."""

    is_last_round: bool


class CardSetAside(Public, frozen=True):
    """It has left the shoe and is in no hand."""

    card: str


class HandsRebuilt(Public, frozen=True):
    """The hands of the running round as they really lie."""

    player: HandView
    banker: HandView


class TablePaused(Public, frozen=True):
    reason: Reason
    at: int


class TableResumes(Public, frozen=True):
    at: int
    phase: Phase
    ends_at: int | None


PublicMessage = (
    ShoeCommitted
    | ContributionMade
    | ShoeOpened
    | CardsBurned
    | BettingOpened
    | BettingClosed
    | CardsStruck
    | CardDealt
    | StageOpened
    | CardTurned
    | HandTurned
    | StageEnded
    | RoundSettled
    | RoundCancelled
    | RoundVoided
    | RoundCorrected
    | ShoeEnded
    | ShoeAbandoned
    | ShoeRevealed
    | DealerChanged
    | DividerSeen
    | CardSetAside
    | HandsRebuilt
    | TablePaused
    | TableResumes
)
