"""Whether a patron may bring in new money: not in a cool-off or exclusion, nor while the account is being erased."""

from collections.abc import Callable

from punto.server.people.accounts import Accounts
from punto.server.people.limits.protection import ProtectionDesk
from punto.server.protocol.refusals import AnyRefusal, PeopleRefusal, PlayIsStopped
from punto.table.state import Instant


class NewMoney:
    def __init__(self, accounts: Accounts, protection: ProtectionDesk, clock: Callable[[], Instant]) -> None:
        self._accounts = accounts
        self._protection = protection
        self._clock = clock

    def why_not(self, patron: str) -> AnyRefusal | None:
        if patron in self._accounts.leaving:
            return PeopleRefusal.ACCOUNT_IS_UNKNOWN
        reason = self._protection.why_not(patron, self._clock())
        return None if reason is PlayIsStopped.SESSION_LIMIT_IS_REACHED else reason
