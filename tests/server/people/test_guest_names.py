"""Guests get a name of their own, which nobody else can take."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from punto.server.people.guest_names import free_guest_name, is_like_a_guest
from punto.server.people.names import tidy_name
from punto.server.protocol.refusals import PeopleRefusal
from tests.server.people.desks import PASSWORD, Desks, with_desks


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Quiet Heron", True),
        ("quiet  HERON 12", True),
        ("Quiet", False),
        ("Heron Quiet", False),
        ("Quiet Heron the Second", False),
        ("", False),
    ],
)
def test_which_names_are_kept_for_guests(name: str, *, expected: bool) -> None:
    assert is_like_a_guest(name) is expected


def test_names_stay_unique_when_every_pair_is_taken() -> None:
    taken: set[str] = set()

    async def is_taken(name: str) -> bool:
        return name in taken

    async def name_many() -> None:
        random = Random(1)
        for _ in range(6_000):
            name = await free_guest_name(is_taken, random)
            assert tidy_name(name) == name
            assert is_like_a_guest(name)
            taken.add(name)

    asyncio.run(name_many())
    assert len(taken) == 6_000
    assert any(name.endswith(" 2") for name in taken)


def test_a_guest_has_a_name_that_nobody_registers(tmp_path: Path) -> None:
    async def test(desks: Desks) -> None:
        guest = await desks.accounts.new_guest()
        name = await desks.accounts.name_of(guest.id)
        assert is_like_a_guest(name)
        assert await desks.accounts.register(name.upper(), PASSWORD, guest=None) is PeopleRefusal.NAME_IS_TAKEN
        assert await desks.accounts.find(name) is None  # nobody signs in by it
        await desks.accounts.register("Ann", PASSWORD, guest=guest.id)
        assert await desks.accounts.name_of(guest.id) == "Ann"

    with_desks(tmp_path, test)
