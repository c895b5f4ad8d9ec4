"""Opens sessions and describes their holders, for every way of signing in.

Sign-ins and failures of staff go to the staff log; those of patrons do not.
"""

from collections.abc import Callable

from litestar import Response
from msgspec import Struct

from punto.server.config.floor_config import FloorConfig
from punto.server.people.account import Account, Choices
from punto.server.people.accounts import Accounts
from punto.server.people.identity import Identity, Role
from punto.server.people.limits.protection import ProtectionDesk
from punto.server.people.sign_in.sessions import Sessions
from punto.server.protocol.refusals import PeopleRefusal, ServerRefusal
from punto.server.rest.problems import RequestRefused
from punto.server.rest.routes.protection import Limits, limits_of
from punto.server.safety.cookies import set_cookie
from punto.server.staff.staff_events import By
from punto.server.staff.staff_failures import StaffFailures
from punto.server.staff.staff_log import StaffLog
from punto.table.state import Instant


class SessionClock(Struct, frozen=True):
    """The play session, which ends after half an hour without a bet."""

    elapsed_ms: int
    staked: int
    returned: int


class Me(Struct, frozen=True):
    id: str
    name: str  # empty: a guest
    role: Role
    is_guest: bool
    is_locked: bool  # `POST /api/reauthenticate` unlocks
    locks_after_ms: int | None  # without activity; null: never
    must_change_password: bool
    request_token: str  # send it as `X-Punto-Token` with every request that changes something
    choices: Choices
    session: SessionClock
    limits: Limits | None  # null for staff, who do not play
    server_time: int


class SignIn:
    def __init__(
        self,
        accounts: Accounts,
        sessions: Sessions,
        protection: ProtectionDesk,
        log: StaffLog,
        failures: StaffFailures,
        clock: Callable[[], Instant],
    ) -> None:
        self._accounts = accounts
        self._sessions = sessions
        self._protection = protection
        self._log = log
        self._failures = failures
        self._clock = clock

    async def limit_newcomers(self, address: str) -> None:
        wait_ms = await self._accounts.tries.newcomer_wait_ms(address)
        if wait_ms:
            raise RequestRefused(ServerRefusal.TOO_MANY_REQUESTS, "too many new accounts from one address", wait_ms)

    async def log_in(self, name: str, password: str, address: str) -> tuple[Account, int]:
        """The account, and the number of the log-in in the staff log (0 for a patron)."""
        account = await self._accounts.log_in(name, password, address)
        if isinstance(account, PeopleRefusal):
            self._failures.failed(await self._accounts.find(name), "log_in", name, address, account)
            raise RequestRefused(account, retry_after_ms=self._accounts.wait_ms(name, address))
        if not account.is_staff:
            return account, 0
        await self._failures.write(account.id)
        return account, await self._log.acts(By(account.id, account.role, address), "log_in")

    async def check_password(self, identity: Identity, password: str, address: str, action: str) -> tuple[Account, int]:
        """The same for the holder of a session."""
        account = await self._accounts.check_password(identity.account, password, address)
        if isinstance(account, PeopleRefusal):
            name = await self._accounts.name_of(identity.account)
            self._failures.failed(await self._accounts.account(identity.account), action, name, address, account)
            raise RequestRefused(account, retry_after_ms=self._accounts.wait_ms(name, address))
        return account, await self.staff_acts(identity, action)

    async def staff_acts(self, identity: Identity, action: str) -> int:
        """Its number in the staff log; 0 for a patron."""
        if identity.role is Role.PATRON:
            return 0
        await self._failures.write(identity.account)
        return await self._log.acts(identity, action)

    async def new_session(
        self, account: Account, config: FloorConfig, action: int = 0, instead_of: Identity | None = None
    ) -> Response[Me]:
        """With a new cookie; `action` is the number of the sign-in in the staff log."""
        token = await self._accounts.admit(account, self._sessions.begin)
        if isinstance(token, PeopleRefusal):
            if action:
                await self._log.refused(action, token)
            raise RequestRefused(token)
        if instead_of is not None:
            await self._sessions.end(instead_of.session)
        cookie = set_cookie(token, config)
        identity = await self._sessions.identify([(b"cookie", cookie.encode())])
        if identity is None:  # the session has already ended
            raise RequestRefused(PeopleRefusal.ACCOUNT_HAS_CHANGED)
        return Response(await self.me(identity), headers={"set-cookie": cookie})

    async def me(self, identity: Identity) -> Me:
        account = await self._accounts.account(identity.account)
        assert account is not None, "a session has an account"
        is_patron = identity.role is Role.PATRON
        if is_patron:
            await self._protection.recall(identity.account)
        now = self._clock()
        session = self._protection.session(identity.account, now)
        return Me(
            id=identity.account,
            name=await self._accounts.name_of(identity.account),
            role=identity.role,
            is_guest=identity.is_guest,
            is_locked=identity.is_locked,
            locks_after_ms=self._sessions.locks_after_ms(identity.session),
            must_change_password=identity.must_change_password,
            request_token=self._sessions.request_token(identity.session),
            choices=account.choices,
            session=SessionClock(session.elapsed_ms, session.staked, session.returned),
            limits=limits_of(self._protection, identity.account, now) if is_patron else None,
            server_time=now,
        )
