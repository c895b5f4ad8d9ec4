"""What can be asked of a table. Patrons send the first group, staff the second, the shell around the core the third.

A command is addressed to one table by whoever delivers it; it carries what the sender decides and nothing that the
table knows.
"""

from typing import Literal

from msgspec import Struct


class Command(Struct, frozen=True, tag=True):
    pass


# --- patrons ----------------------------------------------------------------------------------------------------------


class PlaceWager(Command, frozen=True):
    """Add to the stake on one bet."""

    patron: str
    bet: str
    stake: int


class MoveStake(Command, frozen=True):
    """Carry a stack from field to field; to nowhere, it is cleared."""

    patron: str
    bet: str
    to: str | None


class ClearLast(Command, frozen=True):
    patron: str


class ClearAll(Command, frozen=True):
    patron: str


class DoubleStakes(Command, frozen=True):
    patron: str


class RaiseStakes(Command, frozen=True):
    patron: str
    chip: int  # in credits


class RepeatStakes(Command, frozen=True):
    patron: str


class ChooseMode(Command, frozen=True):
    patron: str
    mode: str


class ChooseDenomination(Command, frozen=True):
    patron: str
    denomination: int


class KeepBetsOn(Command, frozen=True):
    patron: str
    on: bool


class AutoRepeat(Command, frozen=True):
    patron: str
    on: bool


class ChooseSqueeze(Command, frozen=True):
    patron: str
    on: bool


class Deal(Command, frozen=True):
    """The button of an on-demand table."""

    patron: str


class OpenCard(Command, frozen=True):
    """A holder has turned a card: the index counts the cards of the hand from 0."""

    patron: str
    side: Literal["player", "banker"]
    card: int


class GiveTip(Command, frozen=True):
    patron: str
    amount: int


class RaiseDispute(Command, frozen=True):
    patron: str


class Contribute(Command, frozen=True):
    """A part in the order of the coming shoe: only the digest of a text, which the patron keeps."""

    patron: str
    digest: str  # SHA-256, 64 lower-case hexadecimal digits


# --- staff ------------------------------------------------------------------------------------------------------------


CoupId = tuple[int, int]  # shoe and coup
LAST: CoupId = (0, 0)  # whichever was settled last


class Pause(Command, frozen=True):
    by: str
    reason: str


class Resume(Command, frozen=True):
    by: str


class CancelCoup(Command, frozen=True):
    """The coup that runs: every stake goes back."""

    by: str
    reason: str


class TakeBack(Command, frozen=True):
    """Of a settled coup: the last one, or one in dispute."""

    by: str
    reason: str
    of: CoupId = LAST
    role: str = ""  # of whoever decides
    second: str = ""  # who confirms it
    alone_max: int | None = None  # what may move without a second person; None: anything


class VoidCoup(TakeBack, frozen=True):
    """Its settlement is reversed."""


class CorrectCoup(TakeBack, frozen=True, kw_only=True):
    """It was another than the one that was settled."""

    player: str  # cards as text
    banker: str
    committed: str | None = None  # the coup that a committed shoe held; None: nobody can tell


class DismissDispute(Command, frozen=True):
    by: str
    of: CoupId = LAST


class AbandonShoe(Command, frozen=True):
    """The shoe that is prepared or in play is not played on; a coup that runs is cancelled first."""

    by: str
    reason: str


class EnterCard(Command, frozen=True):
    """A card that a dealer dealt: read by a scanner, or typed by one person and confirmed by another."""

    card: str
    side: Literal["player", "banker"] | None = None  # None: where the rules want it
    typed_by: str = ""
    confirmed_by: str = ""


# --- the shell --------------------------------------------------------------------------------------------------------


class CommitShoe(Command, frozen=True):
    """The order of the coming shoe is bound. From now on patrons may contribute to it."""

    commitment: str
    log_id: str = ""  # of the store's history, see ShoeCommitted


class OpenShoe(Command, frozen=True):
    """A new shoe stands ready: contributions are closed. The core never sees its order."""

    commitment: str
    fingerprint: str  # of the book
    log_id: str = ""  # of the store's history, see ShoeOpened


class RevealShoe(Command, frozen=True):
    """What an ended or abandoned shoe was committed to."""

    shoe: int
    secret: str  # hexadecimal


class BurnCards(Command, frozen=True):
    """The first card of the shoe, turned up."""

    card: str


class Tick(Command, frozen=True):
    """Time has passed."""


class CardDrawn(Command, frozen=True):
    """The next card of the shuffled shoe."""

    card: str


class PatronWent(Command, frozen=True):
    """The connection of a patron is gone."""

    patron: str


class PatronCame(Command, frozen=True):
    patron: str
