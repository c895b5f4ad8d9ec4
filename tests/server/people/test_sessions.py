"""Who a cookie belongs to, and for how long."""

from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from punto.server.people.account import ACCOUNT, Account
from punto.server.people.identity import Role
from punto.server.people.sign_in.sessions import SESSION, SESSIONS_OF_ONE, Sessions
from tests.server.people.desks import DAY, HOUR, KEY, MINUTE, SAFETY, Desks, with_desks


def account(role: Role = Role.PATRON, *, is_guest: bool = False) -> Account:
    return Account(id="p1", role=role, created_at=0, password=None if is_guest else "hash")


def test_a_token_is_somebody_and_any_other_is_nobody(tmp_path: Path) -> None:
    async def test(desks: Desks) -> None:
        token = await desks.sessions.begin(account(Role.DEALER))
        identity = await desks.who(token)
        assert identity is not None
        assert (identity.account, identity.role, identity.is_locked) == ("p1", Role.DEALER, False)
        assert await desks.who(token[:-1]) is None
        assert await desks.who("") is None
        assert await desks.sessions.identify([]) is None

    with_desks(tmp_path, test)


@pytest.mark.parametrize(
    ("role", "is_guest", "idle_ms", "is_locked"),
    [
        (Role.PATRON, False, 29 * MINUTE, False),
        (Role.PATRON, False, 30 * MINUTE, True),
        (Role.PATRON, True, 29 * DAY, False),  # a guest has no password to be asked for
        (Role.ADMIN, False, 4 * MINUTE, False),
        (Role.ADMIN, False, 5 * MINUTE, True),
        (Role.DEALER, False, 5 * MINUTE, True),
    ],
)
def test_who_is_idle_for_too_long_is_locked(
    tmp_path: Path, role: Role, idle_ms: int, *, is_guest: bool, is_locked: bool
) -> None:
    async def test(desks: Desks) -> None:
        token = await desks.sessions.begin(account(role, is_guest=is_guest))
        desks.now += idle_ms
        for _ in range(2):  # asking does not unlock
            identity = await desks.who(token)
            assert identity is not None
            assert identity.is_locked is is_locked

    with_desks(tmp_path, test)


def test_a_patron_who_keeps_playing_is_not_idle_but_a_socket_that_reconnects_is(tmp_path: Path) -> None:
    async def test(desks: Desks) -> None:
        token = await desks.sessions.begin(account())
        identity = await desks.who(token)
        assert identity is not None
        for _ in range(5):
            desks.now += 20 * MINUTE
            desks.sessions.touch(identity.session, desks.now)
        assert not desks.sessions.is_locked(identity.session)
        for _ in range(5):
            desks.now += 10 * MINUTE
            await desks.who(token, touch=False)
        assert desks.sessions.is_locked(identity.session)

    with_desks(tmp_path, test)


@pytest.mark.parametrize(
    ("role", "unseen_ms", "is_there"),
    [
        (Role.PATRON, 29 * DAY, True),
        (Role.PATRON, 30 * DAY, False),
        (Role.SUPERVISOR, 11 * HOUR, True),
        (Role.SUPERVISOR, 12 * HOUR, False),  # a shift
    ],
)
def test_sessions_end_by_themselves(tmp_path: Path, role: Role, unseen_ms: int, *, is_there: bool) -> None:
    async def test(desks: Desks) -> None:
        token = await desks.sessions.begin(account(role))
        desks.now += unseen_ms
        assert await desks.sessions.end_expired() == (0 if is_there else 1)
        assert (await desks.who(token) is not None) is is_there

    with_desks(tmp_path, test)


def test_sessions_survive_a_restart_and_those_that_ended_do_not(tmp_path: Path) -> None:
    async def test(desks: Desks) -> None:
        await desks.store.keep_record(ACCOUNT, "p1", msgspec.json.encode(account()))
        kept, ended = await desks.sessions.begin(account()), await desks.sessions.begin(account())
        identity = await desks.who(ended)
        assert identity is not None
        await desks.sessions.end(identity.session)
        desks.sessions = await Sessions.open(desks.store, desks.clock, KEY, SAFETY)
        assert await desks.who(kept) is not None
        assert await desks.who(ended) is None

    with_desks(tmp_path, test)


def test_a_restart_does_not_make_an_idle_session_fresh(tmp_path: Path) -> None:
    async def test(desks: Desks) -> None:
        await desks.store.keep_record(ACCOUNT, "p1", msgspec.json.encode(account()))
        token = await desks.sessions.begin(account())
        desks.now += 31 * MINUTE
        desks.sessions = await Sessions.open(desks.store, desks.clock, KEY, SAFETY)
        identity = await desks.who(token)
        assert identity is not None
        assert identity.is_locked

    with_desks(tmp_path, test)


def test_sessions_of_an_older_generation_end_and_their_sockets_are_told(tmp_path: Path) -> None:
    async def test(desks: Desks) -> None:
        changed = replace(account(), generation=1)
        tokens = [await desks.sessions.begin(each) for each in (changed, account(), account())]
        told: list[str] = []
        desks.sessions.on_end.append(lambda patron, _: told.append(patron))
        await desks.sessions.end_older(changed)
        assert told == ["p1", "p1"]
        assert [await desks.who(token) is not None for token in tokens] == [True, False, False]

    with_desks(tmp_path, test)


@pytest.mark.parametrize(("generation", "is_there"), [(0, True), (1, False)])
def test_a_session_that_a_restart_finds_is_compared_with_its_account(
    tmp_path: Path, generation: int, *, is_there: bool
) -> None:
    """The floor was killed after a password had changed and before the sessions had ended."""

    async def test(desks: Desks) -> None:
        token = await desks.sessions.begin(account())
        body = msgspec.json.encode(replace(account(), generation=generation))
        await desks.store.keep_record(ACCOUNT, "p1", body)
        desks.sessions = await Sessions.open(desks.store, desks.clock, KEY, SAFETY)
        assert [await desks.who(token) is not None for _ in range(2)] == [is_there] * 2
        assert bool(await desks.store.records(SESSION)) is is_there

    with_desks(tmp_path, test)


def test_one_account_has_a_bounded_number_of_sessions_and_the_oldest_goes(tmp_path: Path) -> None:
    async def test(desks: Desks) -> None:
        tokens = [await desks.sessions.begin(account()) for _ in range(SESSIONS_OF_ONE + 2)]
        there = [await desks.who(token) is not None for token in tokens]
        assert there == [False, False] + [True] * SESSIONS_OF_ONE

    with_desks(tmp_path, test)


def test_the_token_of_a_cookie_is_kept_nowhere(tmp_path: Path) -> None:
    async def test(desks: Desks) -> str:
        return await desks.sessions.begin(account())

    token = with_desks(tmp_path, test)
    assert token.encode() not in b"".join(path.read_bytes() for path in tmp_path.iterdir())


def test_each_session_has_a_request_token_of_its_own(tmp_path: Path) -> None:
    async def test(desks: Desks) -> None:
        assert desks.sessions.request_token("a") == desks.sessions.request_token("a")
        assert desks.sessions.request_token("a") != desks.sessions.request_token("b")

    with_desks(tmp_path, test)
