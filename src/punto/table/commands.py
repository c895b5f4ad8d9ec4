"""Commands to a table: what patrons, staff and the server may ask of it.

`Command` is a closed union: a new command does not type-check until every `match` over commands handles it. A command
carries what its sender decides and nothing the table already knows.
"""

from typing import Literal

from msgspec import Struct

from punto.table.hand_commands import DealerCommand, MendingCommand


class _Command(Struct, frozen=True, tag=True):
    """Shared settings; the type of a command is `Command`, below."""


class _OfPatron(_Command, frozen=True):
    patron: str


# --- patrons ----------------------------------------------------------------------------------------------------------


class PlaceWager(_OfPatron, frozen=True):
    """Add to the stake on one bet."""

    bet: str
    stake: int


class PlaceSet(_OfPatron, frozen=True):
    """Add to the stakes on several bets at once."""

    stakes: tuple[tuple[str, int], ...]


class MoveStake(_OfPatron, frozen=True):
    """Move a whole stack to another field; to None, clear it."""

    bet: str
    to: str | None


class ClearLast(_OfPatron, frozen=True):
    """Undo the last betting action; a second time in a row, clear everything."""


class ClearAll(_OfPatron, frozen=True):
    """Take every stake back."""


class DoubleStakes(_OfPatron, frozen=True):
    """All stakes or none."""


class RaiseStakes(_OfPatron, frozen=True):
    chip: int  # in credits


class RepeatStakes(_OfPatron, frozen=True):
    """The final stakes of the patron's last coup again."""


class ChooseMode(_OfPatron, frozen=True):
    mode: str


class ChooseDenomination(_OfPatron, frozen=True):
    denomination: int


class KeepBetsOn(_OfPatron, frozen=True):
    on: bool


class AutoRepeat(_OfPatron, frozen=True):
    on: bool


class ChooseSqueeze(_OfPatron, frozen=True):
    on: bool


class Deal(_OfPatron, frozen=True):
    """The button of an on-demand table."""


class OpenCard(_OfPatron, frozen=True):
    """A holder turns a card; `card` counts the cards of the hand from 0."""

    side: Literal["player", "banker"]
    card: int


class GiveTip(_OfPatron, frozen=True):
    amount: int


class RaiseDispute(_OfPatron, frozen=True):
    """Of the last outcome, at a live table."""


class Contribute(_OfPatron, frozen=True):
    """Contribute to the order of the coming shoe: the digest of a text that the patron keeps."""

    digest: str  # SHA-256, 64 lower-case hexadecimal digits


# --- staff ------------------------------------------------------------------------------------------------------------


CoupId = tuple[int, int]  # shoe and coup
LAST: CoupId = (0, 0)  # whichever was settled last


class Pause(_Command, frozen=True):
    by: str
    reason: str


class Resume(_Command, frozen=True):
    by: str
    nothing_drawn: bool = False  # after a card that stopped the table: none has left the shoe, or it has gone back


class CancelCoup(_Command, frozen=True):
    """Cancel the running coup: every stake is returned."""

    by: str
    reason: str


class _TakeBack(_Command, frozen=True):
    """Changes a settled coup: the last one, or one in dispute."""

    by: str
    reason: str
    of: CoupId = LAST
    role: str = ""  # of the person who decides
    second: str = ""  # who confirms it
    alone_max: int | None = None  # what may move without a second person; None: anything


class VoidCoup(_TakeBack, frozen=True):
    """Reverse its settlement."""


class CorrectCoup(_TakeBack, frozen=True, kw_only=True):
    """Settle it again with the cards that were really dealt."""

    player: str  # cards as text
    banker: str
    committed: str | None = None  # the coup that a committed shoe held; None: nobody can tell


class DismissDispute(_Command, frozen=True):
    by: str
    of: CoupId = LAST


class AbandonShoe(_Command, frozen=True):
    """Stop using the shoe that is prepared or in play; a running coup is cancelled first."""

    by: str
    reason: str


class EnterCard(_Command, frozen=True):
    """A card that a dealer dealt: read by a scanner, or typed by one person and confirmed by another."""

    card: str
    side: Literal["player", "banker"] | None = None  # None: where the rules want it
    typed_by: str = ""
    confirmed_by: str = ""
    read_at: int = 0  # when the reader saw it; 0: now
    serial: str = ""  # what the reader read, where every card has a code of its own


# --- the shell --------------------------------------------------------------------------------------------------------


class CommitShoe(_Command, frozen=True):
    """Commit to the order of the coming shoe. From now on patrons may contribute to it."""

    commitment: str
    log_id: str = ""  # of the store's history, see ShoeCommitted


class OpenShoe(_Command, frozen=True):
    """A new shoe is ready, and contributions are closed. The core never sees its order."""

    commitment: str
    fingerprint: str  # of the book
    log_id: str = ""  # of the store's history, see ShoeOpened


class RevealShoe(_Command, frozen=True):
    """Reveal the secret of an ended or abandoned shoe."""

    shoe: int
    secret: str  # hexadecimal


class BurnCards(_Command, frozen=True):
    """The first card of the shoe, turned up."""

    card: str


class Tick(_Command, frozen=True):
    """Time has passed."""


class StrikeCards(_Command, frozen=True):
    """The storm of the coup that is about to be dealt, drawn from the shoe's secret."""

    struck: str  # as CardsStruck has it


class CardDrawn(_Command, frozen=True):
    """The next card of the shuffled shoe."""

    card: str


class PatronWent(_OfPatron, frozen=True):
    """The patron's last connection is gone."""


class PatronCame(_OfPatron, frozen=True):
    """The patron has a connection again."""


BettingCommand = PlaceWager | PlaceSet | MoveStake | ClearLast | ClearAll | DoubleStakes | RaiseStakes | RepeatStakes
ChoiceCommand = ChooseMode | ChooseDenomination | KeepBetsOn | AutoRepeat
PatronCommand = (
    BettingCommand | ChoiceCommand | ChooseSqueeze | Deal | OpenCard | GiveTip | RaiseDispute | Contribute
)  # all that a patron can send
TakeBack = VoidCoup | CorrectCoup
StaffCommand = (
    Pause | Resume | CancelCoup | TakeBack | DismissDispute | AbandonShoe | EnterCard | DealerCommand | MendingCommand
)
ShellCommand = CommitShoe | OpenShoe | RevealShoe | BurnCards | Tick | StrikeCards | CardDrawn | PatronWent | PatronCame
Command = PatronCommand | StaffCommand | ShellCommand


def patron_of(command: Command) -> str:
    """Whose command it is; empty for those of staff and the shell."""
    return command.patron if isinstance(command, _OfPatron) else ""
