"""A stored account: an opaque id, a role, a password hash and choices. The name lives in an erasable row.

Its generation rises with every change of what it may do. A session is valid only in the generation it began in.
"""

import re
import secrets
from base64 import b32encode

from msgspec import Struct

from punto.server.people.identity import STAFF, Role

ACCOUNT = "account"  # the kind of the records
ID_BYTES = 10  # sixteen letters
ID_FORM = re.compile("p[a-z2-7]{16}")


class Choices(Struct, frozen=True):
    """A patron's choices about the screen and about being seen."""

    shows_name: bool = False  # to others at the table
    language: str = "en"
    shows_credits: bool = False  # values in credits; otherwise in the currency


class Account(Struct, frozen=True, kw_only=True):
    id: str
    role: Role
    created_at: int
    password: str | None = None  # its hash; None: a guest or an erased person
    must_change_password: bool = False
    pin: str = ""  # of staff: its hash; empty: none is set
    is_erased: bool = False
    is_suspended: bool = False  # may not sign in; everything else stays
    document: str = ""  # keyed hash of its number, where the house requires one
    generation: int = 0  # raised by each change of password, role or suspension
    choices: Choices = Choices()

    @property
    def is_guest(self) -> bool:
        return self.password is None

    @property
    def is_staff(self) -> bool:
        return self.role in STAFF


class Person(Struct, frozen=True):
    """What is known about the person behind an account."""

    name: str


def new_id() -> str:
    return "p" + b32encode(secrets.token_bytes(ID_BYTES)).decode().lower()


def is_id(text: str) -> bool:
    """Whether it has the form of an account's id; callers may pass anything typed."""
    return ID_FORM.fullmatch(text) is not None
