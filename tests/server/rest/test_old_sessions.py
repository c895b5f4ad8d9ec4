"""No session lives on under a password, a role or a standing that its account no longer has, however things race."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from punto.server.floor.erase_person import erase_person
from punto.server.people.account import Account
from punto.server.people.accounts import Accounts
from punto.server.people.identity import Role
from punto.server.people.new_accounts import Made
from punto.server.people.sign_in.passwords import Passwords
from punto.server.people.sign_in.sessions import SESSION
from punto.server.protocol.refusals import PeopleRefusal
from punto.server.safety.cookies import COOKIE
from tests.server.people.desks import CHEAP, KEY
from tests.server.rest.small_floor import PASSWORD, Client, Reply, SmallFloor, on_a_floor

NEW = "another password altogether"
BOB = {"name": "Bob", "password": PASSWORD}


class HeldPasswords(Passwords):
    """Takes its time: whatever is being hashed or compared is done when the test says so."""

    def __init__(self, hasher: PasswordHasher = CHEAP) -> None:
        super().__init__(hasher)
        self.is_held, self.let_go = asyncio.Event(), asyncio.Event()
        self.is_slow = False

    async def hashed(self, password: str) -> str:
        await self._wait()
        return await super().hashed(password)

    async def match(self, password_hash: str | None, password: str) -> bool:
        matches = await super().match(password_hash, password)
        await self._wait()
        return matches

    async def _wait(self) -> None:
        if self.is_slow:
            self.is_slow = False
            self.is_held.set()
            await self.let_go.wait()


class Racing:
    """A floor whose passwords can be held up."""

    def __init__(self, floor: SmallFloor, hasher: PasswordHasher = CHEAP) -> None:
        self.floor = floor
        self.passwords = HeldPasswords(hasher)
        floor.accounts = Accounts(floor.store, floor.clock, KEY, floor.config.safety, self.passwords)
        floor.accounts.on_change.append(floor.sessions.end_older)
        floor.install_routes()

    async def meanwhile(self, asked: Awaitable[Reply], change: Callable[[], Awaitable[object]]) -> Reply:
        """The change happens while a password is being looked at."""
        self.passwords.is_slow = True
        under_way = asyncio.ensure_future(asked)
        await self.passwords.is_held.wait()
        await change()
        self.passwords.let_go.set()
        return await under_way

    async def member(self, name: str, role: Role) -> Account:
        made = await self.floor.accounts.create_staff(name, role)
        assert isinstance(made, Made)
        changed = await self.floor.accounts.change_password(made.account, PASSWORD)
        assert not isinstance(changed, PeopleRefusal)
        return changed


async def no_session_is_left(floor: SmallFloor, patron: str) -> bool:
    return all(patron.encode() not in body for _, body in await floor.store.records(SESSION))


def test_a_log_in_under_way_while_the_password_changes_comes_to_nothing(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        racing = Racing(floor)
        bob = await floor.registered("Bob")
        asked = Client(floor).post("/api/login", BOB)
        reply = await racing.meanwhile(asked, lambda: floor.accounts.reset_password(bob.id))
        assert reply.refusal == "account_has_changed"
        assert await no_session_is_left(floor, bob.id)

    on_a_floor(tmp_path, test)


def test_a_log_in_under_way_while_the_role_changes_does_not_keep_the_old_role(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        racing = Racing(floor)
        bob = await racing.member("Bob", Role.SUPERVISOR)
        asked = Client(floor).post("/api/login", BOB)
        reply = await racing.meanwhile(asked, lambda: floor.accounts.change_role(bob.id, Role.DEALER))
        assert reply.refusal == "account_has_changed"
        again = await Client(floor).post("/api/login", BOB)
        assert again.body["role"] == "dealer"

    on_a_floor(tmp_path, test)


def test_a_session_that_is_being_stored_while_the_role_changes_ends(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        racing, keep_record = Racing(floor), floor.store.keep_record
        bob = await racing.member("Bob", Role.SUPERVISOR)
        is_held, let_go = asyncio.Event(), asyncio.Event()

        async def slow(kind: str, name: str, body: bytes, version: int | None = None) -> int:
            if kind == SESSION:
                is_held.set()
                await let_go.wait()
            return await keep_record(kind, name, body, version)

        floor.store.keep_record = slow  # type: ignore[method-assign]
        client = Client(floor)
        entering = asyncio.ensure_future(client.post("/api/login", BOB))
        await is_held.wait()
        changing = asyncio.ensure_future(floor.accounts.change_role(bob.id, Role.DEALER))
        await asyncio.sleep(0)
        let_go.set()
        await asyncio.gather(entering, changing)
        assert (await client.get("/api/me")).refusal == "not_signed_in"
        assert await no_session_is_left(floor, bob.id)

    on_a_floor(tmp_path, test)


def test_a_guest_who_is_erased_while_registering_is_not_registered(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        racing, guest = Racing(floor), Client(floor)
        await guest.post("/api/guest")
        reply = await racing.meanwhile(guest.post("/api/register", BOB), lambda: erase_person(floor, guest.id))
        assert reply.refusal == "account_is_unknown"
        assert await floor.accounts.find("Bob") is None
        assert await no_session_is_left(floor, guest.id)

    on_a_floor(tmp_path, test)


def test_a_hash_of_an_older_kind_that_is_renewed_does_not_bring_back_an_old_password(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        await floor.registered("Bob")
        racing = Racing(floor, PasswordHasher(time_cost=2, memory_cost=8, parallelism=1))
        bob = await floor.accounts.find("Bob")
        assert bob is not None
        entering = asyncio.ensure_future(Client(floor).post("/api/login", BOB))
        hashed = racing.passwords.hashed

        async def changed_meanwhile(password: str) -> str:
            racing.passwords.hashed = hashed  # type: ignore[method-assign]
            await floor.accounts.change_password(bob, NEW)
            return await hashed(password)

        racing.passwords.hashed = changed_meanwhile  # type: ignore[method-assign]
        assert (await entering).refusal == "account_has_changed"
        assert not isinstance(await floor.accounts.log_in("Bob", NEW, "10.0.0.1"), PeopleRefusal)

    on_a_floor(tmp_path, test)


@pytest.mark.parametrize("how", ["register", "log_in", "reauthenticate", "change_password"])
def test_gaining_rights_gives_a_new_cookie_and_the_old_one_is_worth_nothing(tmp_path: Path, how: str) -> None:
    async def test(floor: SmallFloor) -> None:
        mine, thief = Client(floor), Client(floor)
        if how in ("register", "log_in"):
            await mine.post("/api/guest")
        if how != "register":
            await floor.registered("Bob")
        if how in ("reauthenticate", "change_password"):
            await mine.post("/api/login", BOB)
        stolen = mine.cookie
        await thief.take(stolen, mine.id)
        ways: dict[str, Callable[[], Awaitable[Reply]]] = {
            "register": lambda: mine.post("/api/register", BOB),
            "log_in": lambda: mine.post("/api/login", BOB),
            "reauthenticate": lambda: mine.post("/api/reauthenticate", {"password": PASSWORD}),
            "change_password": lambda: mine.put("/api/me/password", {"password": PASSWORD, "new_password": NEW}),
        }
        reply = await ways[how]()
        assert reply.status == 200, reply.body
        assert COOKIE in reply.headers["set-cookie"]
        assert mine.cookie != stolen
        assert (await mine.patch("/api/me", {"shows_name": True})).status == 200
        assert (await thief.get("/api/me")).refusal == "not_signed_in"

    on_a_floor(tmp_path, test)
