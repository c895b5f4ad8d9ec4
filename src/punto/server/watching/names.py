"""Names of members of staff and patrons for screens that ask again and again: looked up now and then."""

from collections.abc import Awaitable, Callable

from punto.table.state import Instant

KEPT_MS = 60_000
KEPT_MAX = 2_000


class Names:
    def __init__(self, look_up: Callable[[str], Awaitable[str]], clock: Callable[[], Instant]) -> None:
        self._look_up = look_up
        self._clock = clock
        self._known: dict[str, tuple[Instant, str]] = {}

    async def of(self, account: str) -> str:
        """Empty: a guest, somebody erased, or nobody."""
        if not account:
            return ""
        now, known = self._clock(), self._known.get(account)
        if known is not None and 0 <= now - known[0] < KEPT_MS:
            return known[1]
        name = await self._look_up(account)
        self._known.pop(account, None)
        self._known[account] = now, name
        while len(self._known) > KEPT_MAX:
            del self._known[next(iter(self._known))]
        return name
