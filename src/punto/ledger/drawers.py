"""Cash drawers: one for each member of staff and shift, opened with a counted amount, closed with another count.

Every deed in cash moves the drawer of the person who does it, in the same event as the money itself. So what a drawer
should hold follows from the cashier's log alone: opened with, plus buy-ins, minus what was redeemed, paid by hand and
paid out as tips. The difference to the second count is on record, over or short.
"""

from enum import StrEnum

from immutables import Map
from msgspec import Struct
from msgspec.structs import replace

CLOSED_KEPT_MAX = 1_000  # closed drawers at hand; older ones are only in the log


class DrawerRefusal(StrEnum):
    DRAWER_IS_NOT_OPEN = "drawer_is_not_open"
    DRAWER_IS_OPEN = "drawer_is_open"  # close it before opening another
    DRAWER_HAS_MOVED = "drawer_has_moved"  # a deed came in between; count again


class Drawer(Struct, frozen=True, kw_only=True):
    """Sums are net of reversals; `reversals` says how many there were."""

    number: int
    by: str  # whose drawer it is
    opened_at: int
    opened_with: int
    buy_ins: int = 0
    bought_in: int = 0
    redemptions: int = 0
    redeemed: int = 0  # tickets paid in cash
    hand_pays: int = 0
    hand_paid: int = 0  # tickets above the floor's limit
    tip_payments: int = 0
    tips_paid: int = 0
    reversals: int = 0
    counted: int | None = None  # None: still open
    closed_at: int = 0
    second: str = ""  # who confirmed the difference

    @property
    def should_hold(self) -> int:
        return self.opened_with + self.bought_in - self.redeemed - self.hand_paid - self.tips_paid

    @property
    def difference(self) -> int:
        """Over when positive, short when negative; nothing while it is open."""
        return 0 if self.counted is None else self.counted - self.should_hold


class Drawers(Struct, frozen=True):
    """Every open drawer, and the last closed ones, oldest first."""

    are_needed: bool = False  # no deed in cash without one
    open: Map[str, Drawer] = Map()  # by the account of its holder
    closed: tuple[Drawer, ...] = ()
    count: int = 0  # opened so far; the last one's number

    def of(self, by: str) -> Drawer | None:
        return self.open.get(by)

    def number_for(self, by: str) -> int | DrawerRefusal:
        """The drawer that a deed of this person moves; 0: none, where none is needed."""
        drawer = self.open.get(by)
        if drawer is None:
            return DrawerRefusal.DRAWER_IS_NOT_OPEN if self.are_needed else 0
        return drawer.number

    def number_for_reversal(self, booked_in: int, by: str) -> int | DrawerRefusal:
        """The drawer of the wrong entry while it is open, since its cash was never there; else the reverser's own."""
        if any(drawer.number == booked_in for drawer in self.open.values()):
            return booked_in
        return self.number_for(by)


class OpenDrawer(Struct, frozen=True, tag=True):
    by: str
    counted: int


class CloseDrawer(Struct, frozen=True, tag=True):
    by: str
    counted: int
    should_hold: int  # as it was when the count was confirmed
    second: str = ""


DrawerCommand = OpenDrawer | CloseDrawer


class DrawerOpened(Struct, frozen=True, tag=True):
    drawer: int
    by: str
    amount: int  # counted
    at: int


class DrawerClosed(Struct, frozen=True, tag=True):
    drawer: int
    by: str
    amount: int  # counted
    should_hold: int
    second: str
    at: int


DrawerEvent = DrawerOpened | DrawerClosed


def decide_drawer(drawers: Drawers, command: DrawerCommand, now: int) -> DrawerEvent | DrawerRefusal:
    drawer = drawers.of(command.by)
    if isinstance(command, OpenDrawer):
        if drawer is not None:
            return DrawerRefusal.DRAWER_IS_OPEN
        return DrawerOpened(drawers.count + 1, command.by, command.counted, now)
    if drawer is None:
        return DrawerRefusal.DRAWER_IS_NOT_OPEN
    if drawer.should_hold != command.should_hold:
        return DrawerRefusal.DRAWER_HAS_MOVED
    return DrawerClosed(drawer.number, command.by, command.counted, drawer.should_hold, command.second, now)


def evolve_drawers(drawers: Drawers, event: DrawerEvent) -> Drawers:
    if isinstance(event, DrawerOpened):
        opened = Drawer(number=event.drawer, by=event.by, opened_at=event.at, opened_with=event.amount)
        return replace(drawers, open=drawers.open.set(event.by, opened), count=event.drawer)
    closed = replace(drawers.open[event.by], counted=event.amount, closed_at=event.at, second=event.second)
    kept = (*drawers.closed, closed)[-CLOSED_KEPT_MAX:]
    return replace(drawers, open=drawers.open.delete(event.by), closed=kept)


def took_in(drawers: Drawers, number: int, amount: int) -> Drawers:
    """A buy-in; below zero: one that was reversed."""
    drawer = _numbered(drawers, number)
    if drawer is None:
        return drawers
    moved = replace(drawer, bought_in=drawer.bought_in + amount)
    return _with(drawers, _counted(moved, "buy_ins", amount))


def paid_out(drawers: Drawers, number: int, amount: int, *, is_hand_pay: bool) -> Drawers:
    """A ticket; below zero: a payment that was reversed."""
    drawer = _numbered(drawers, number)
    if drawer is None:
        return drawers
    if is_hand_pay:
        return _with(drawers, _counted(replace(drawer, hand_paid=drawer.hand_paid + amount), "hand_pays", amount))
    return _with(drawers, _counted(replace(drawer, redeemed=drawer.redeemed + amount), "redemptions", amount))


def paid_tips(drawers: Drawers, number: int, amount: int) -> Drawers:
    drawer = _numbered(drawers, number)
    if drawer is None:
        return drawers
    return _with(drawers, _counted(replace(drawer, tips_paid=drawer.tips_paid + amount), "tip_payments", amount))


def _counted(drawer: Drawer, deed: str, amount: int) -> Drawer:
    counted = "reversals" if amount < 0 else deed
    return replace(drawer, **{counted: getattr(drawer, counted) + 1})


def _numbered(drawers: Drawers, number: int) -> Drawer | None:
    """None: the deed moved no drawer."""
    return next((each for each in drawers.open.values() if each.number == number), None) if number else None


def _with(drawers: Drawers, drawer: Drawer) -> Drawers:
    return replace(drawers, open=drawers.open.set(drawer.by, drawer))
