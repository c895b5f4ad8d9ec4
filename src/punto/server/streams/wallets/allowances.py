"""What patrons may stake at one table: their balance, less what their own limits hold back.

A batch asks once for each purse it decides on, and says what it has decided, so that the same room is not given twice.
"""

from collections.abc import Callable, Iterable

from msgspec import Struct

from punto.server.protocol.refusals import AnyRefusal, ServerRefusal
from punto.server.streams.wallets.promises import Promises
from punto.table.refusals import Refusal


class Allowance(Struct):
    """Of one patron, while a batch is decided."""

    balance: int
    held_back: int = 0  # of it, by own limits
    has_limits: bool = False  # whether they hold anything back or not
    untold: int = 0  # of it, from rounds whose picture is on its way: a bet with it would tell the result

    @property
    def spendable(self) -> int:
        left = self.balance - self.untold - self.held_back
        return left if left > 0 else 0

    def name_of(self, refusal: AnyRefusal) -> AnyRefusal:
        """When the patron's own limit makes credit short, the refusal says so."""
        is_own_limit = refusal is Refusal.CREDIT_IS_SHORT and self.held_back > 0
        return ServerRefusal.OWN_LIMIT_IS_REACHED if is_own_limit else refusal


class Terms(Struct, frozen=True, array_like=True):
    """On which somebody else may decide a patron's commands."""

    room: int | None = None  # how much more own limits let them stake; None: they have none
    untold: int = 0


NOBODY = Allowance(0)  # whose commands move no purse: the house, and staff


def _no_limit(_: str) -> int | None:
    return None


def _nothing(_: str) -> int:
    return 0


class Allowances:
    def __init__(
        self,
        room: Callable[[str], int | None] = _no_limit,
        promises: Promises | None = None,
        untold: Callable[[str], int] = _nothing,
    ) -> None:
        """`room` says how much more own limits let a patron stake here; None: whatever is there. `untold` is what a
        patron has won and has not been told."""
        self._untold = untold
        self._room = room
        self._promises = promises or Promises()

    def of(self, patron: str, balance: int) -> Allowance:
        untold = self._untold(patron)
        if not self.apply_to(patron):  # most set no limits, and every bet asks
            return Allowance(balance, untold=untold)
        room, told = self._room(patron), max(0, balance - untold)
        held_back = 0 if room is None else told - max(0, min(told, room))
        return Allowance(balance, held_back, has_limits=True, untold=untold)

    def terms(self, patron: str) -> Terms:
        return Terms(self._room(patron) if self.apply_to(patron) else None, self._untold(patron))

    def apply_to(self, patron: str) -> bool:
        """Whether the patron has limits of their own."""
        return self._promises.apply_to(patron)

    def promise(self, patron: str, staked: int) -> None:
        """Decided, and not stored yet: all that will lie on the felt."""
        self._promises.make(patron, staked)

    def settle(self, patrons: Iterable[str]) -> None:
        self._promises.settle(patrons)

    def drop_promises(self) -> None:
        self._promises.drop_all()
