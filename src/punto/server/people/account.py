"""An account as it is kept: an opaque id, a role, a password's hash, and choices. The name lives in an erasable row.

Its generation rises whenever what it may do changes. A session belongs to the generation under which it began, and is
worth nothing in a later one.
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
    """What a patron decides about the screen and about being seen."""

    shows_name: bool = False  # to others at the table
    language: str = "en"
    shows_credits: bool = False  # values in credits; otherwise in the currency


class Account(Struct, frozen=True, kw_only=True):
    id: str
    role: Role
    created_at: int
    password: str | None = None  # its hash; None: a guest, or somebody who was erased
    must_change_password: bool = False
    is_erased: bool = False
    is_suspended: bool = False  # may not come in; everything else stays
    document: str = ""  # the keyed hash of its number, where the house asks for one
    generation: int = 0  # of password, role, suspension: raised by each change
    choices: Choices = Choices()

    @property
    def is_guest(self) -> bool:
        return self.password is None

    @property
    def is_staff(self) -> bool:
        return self.role in STAFF


class Person(Struct, frozen=True):
    """What is known of a person beyond the account."""

    name: str


def new_id() -> str:
    return "p" + b32encode(secrets.token_bytes(ID_BYTES)).decode().lower()


def is_id(text: str) -> bool:
    """Whether an account could have it; what somebody typed may be anything."""
    return ID_FORM.fullmatch(text) is not None
