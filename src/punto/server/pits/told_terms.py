"""Who may stake how much at a pit's tables: as the floor has told with each command."""

from collections.abc import Callable

from punto.server.protocol.refusals import AnyRefusal, ServerRefusal
from punto.server.streams.wallets.allowances import Allowances
from punto.server.streams.wallets.promises import Promises


class ToldTerms:
    """A `TableAdmission`."""

    def __init__(self) -> None:
        self._rooms: dict[str, int] = {}  # of patrons with own limits, each of whom has one command under way
        self._untold: dict[str, int] = {}

    def told(self, patron: str, room: int | None, untold: int) -> None:
        if room is not None:
            self._rooms[patron] = room
        if untold:
            self._untold[patron] = untold
        else:
            self._untold.pop(patron, None)

    def answered(self, patron: str) -> None:
        self._rooms.pop(patron, None)

    def refusal_for(self, _patron: str) -> AnyRefusal | None:
        """Only the floor knows who is there, so a pit stakes nothing for anybody."""
        return ServerRefusal.PATRON_IS_AWAY

    def allowances_at(self, _table: str, _untold: Callable[[str], int]) -> Allowances:
        return Allowances(self._rooms.get, Promises(limited=self._rooms), lambda patron: self._untold.get(patron, 0))

    def spendable(self, _patron: str, balance: int, _table: str) -> int:
        return balance
