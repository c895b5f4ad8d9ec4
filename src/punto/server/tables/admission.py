"""Admission: may this patron stake now, and how much? Everything that speaks against it is asked here.

The house, the session, the patron's own limits and an account that is being erased each have a say. A socket asks once
for an action when it arrives, the house once before it stakes for a patron, a table once for each purse it decides on.
"""

from collections.abc import Callable
from functools import partial

from punto.server.config.floor_config import HouseRules
from punto.server.people.accounts import Accounts
from punto.server.people.identity import Identity, Role
from punto.server.people.limits.protection import ProtectionDesk
from punto.server.people.sign_in.sessions import Sessions
from punto.server.protocol.client import BETTING, Action, AutoRepeat
from punto.server.protocol.refusals import AnyRefusal, ServerRefusal
from punto.server.streams.wallets.allowances import Allowances
from punto.server.telling.online import Online
from punto.table.state import Instant


class Admission:
    def __init__(
        self,
        house: HouseRules,
        sessions: Sessions,
        accounts: Accounts,
        protection: ProtectionDesk,
        online: Online,
        clock: Callable[[], Instant],
        station_is_locked: Callable[[str], bool] = lambda _: False,
    ) -> None:
        """`station_is_locked` is asked with a session."""
        self._station_is_locked = station_is_locked
        self._house = house
        self._sessions = sessions
        self._accounts = accounts
        self._protection = protection
        self._limited = protection.limited
        self._online = online
        self._clock = clock

    def refusal_of(self, action: Action, identity: Identity, now: Instant) -> AnyRefusal | None:
        """Why an action of a patron's own is refused before its table is asked."""
        if isinstance(action, BETTING):
            return self.refusal_to_stake(identity, now)
        if isinstance(action, AutoRepeat) and action.on and not self._house.auto_repeat:
            return self._refusal_to_act(identity) or ServerRefusal.AUTO_REPEAT_IS_OFF
        return self._refusal_to_act(identity)

    def refusal_to_stake(self, identity: Identity, now: Instant) -> AnyRefusal | None:
        return self._refusal_to_act(identity) or self._protection.why_not(identity.account, now)

    def _refusal_to_act(self, identity: Identity) -> AnyRefusal | None:
        if self._sessions.is_locked(identity.session):
            return ServerRefusal.SIGN_IN_AGAIN
        if identity.role is not Role.PATRON:
            return ServerRefusal.STAFF_DOES_NOT_PLAY
        if self._station_is_locked(identity.session):
            return ServerRefusal.STATION_IS_LOCKED
        if identity.account in self._accounts.leaving:
            return ServerRefusal.TABLE_IS_BUSY
        return None

    def refusal_for(self, patron: str) -> AnyRefusal | None:
        """Why the house may stake nothing for a patron now. What they could not stake by hand comes back by no other
        way."""
        here = self._online.patron(patron)
        if here is None or patron in self._accounts.leaving:
            return ServerRefusal.PATRON_IS_AWAY
        if all(self._sessions.is_locked(connection.identity.session) for connection in here.connections):
            return ServerRefusal.SIGN_IN_AGAIN
        return self._protection.why_not(patron, self._clock())

    def allowances_at(self, table: str, untold: Callable[[str], int] = lambda _: 0) -> Allowances:
        """How much patrons may stake at a table; what it decides counts at every other table before it is stored.
        `untold` is what they have won without knowing."""
        return Allowances(partial(self._room, table=table), self._protection.promises_of(table), untold)

    def spendable(self, patron: str, balance: int, table: str) -> int:
        """For showing: how much of a balance may be staked at a table."""
        room = self._room(patron, table)
        return balance if room is None else max(0, min(balance, room))

    def _room(self, patron: str, table: str) -> int | None:
        if patron not in self._limited:  # most are not, and every bet asks
            return None
        return self._protection.room(patron, self._clock(), table)
