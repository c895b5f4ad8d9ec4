"""Which passwords are refused because everybody tries them first, and which are not."""

import time

import pytest

from punto.server.people.sign_in.guessable import is_guessable
from punto.server.people.sign_in.passwords import made_password, password_refused
from punto.server.protocol.refusals import PeopleRefusal


@pytest.mark.parametrize(
    "password",
    [
        "password123",
        "P@ssw0rd2024",
        "passwordpassword",
        "1234567890",
        "0987654321",
        "qwertyuiop",
        "Qwertyuiop123",
        "poiuytrewq",
        "1q2w3e4r5t",
        "1qaz2wsx3edc",
        "asdfghjkl;'",
        "aaaaaaaaaaaaaaa",
        "abababababab",
        "abcxabcxabcx",
        "abcdefghij",
        "iloveyou1990",
        "I-Love-You-2010",
        "monkeydragonmaster",
        "letmein letmein",
        "baccarat2026",
        "Rosalind1985",
        "dnilasor123",  # the name backwards
        "rosalind wheeler",
        "19901991199219931994"[:16],
        "йцукенгшщз",
    ],
)
def test_what_is_tried_first_is_refused(password: str) -> None:
    assert password_refused(password, "Rosalind Wheeler") is PeopleRefusal.PASSWORD_IS_GUESSABLE


@pytest.mark.parametrize(
    "password",
    [
        "seven shoes of cards",
        "correct horse battery",
        "another password altogether",
        "tränenreicher Zwieback",
        "мой дядя самых честных",
        "落霞与孤鹜齐飞秋水共长天",
        "x7#kQ9!mZ2pL",
        "Tr0ub4dor&3xyz",
        "banker beats player gently",
    ],
)
def test_what_nobody_would_try_first_is_not(password: str) -> None:
    assert password_refused(password, "Rosalind Wheeler") is None


def test_a_made_password_is_never_refused() -> None:
    assert not any(is_guessable(made_password(), "admin") for _ in range(500))


@pytest.mark.parametrize("password", ["short", "x" * 129, "ninechars"])
def test_too_short_and_too_long_are_said_so(password: str) -> None:
    assert password_refused(password, "Ann") is PeopleRefusal.PASSWORD_IS_TOO_WEAK


def test_the_longest_password_is_looked_at_quickly() -> None:
    """It is looked at on the server's own loop."""
    password = ("kq7!zv" * 22)[:128]
    is_guessable(password, "Ann")
    begun = time.process_time()
    for _ in range(10):
        is_guessable(password, "Ann")
    assert time.process_time() - begun < 0.5
