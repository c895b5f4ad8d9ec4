"""Who is asking: an account, its role and its session. Made by `Sessions.identify`."""

from enum import StrEnum

from msgspec import Struct


class Role(StrEnum):
    PATRON = "patron"
    DEALER = "dealer"
    ATTENDANT = "attendant"
    SUPERVISOR = "supervisor"
    ADMIN = "admin"


STAFF = frozenset({Role.DEALER, Role.ATTENDANT, Role.SUPERVISOR, Role.ADMIN})


class Identity(Struct, frozen=True, kw_only=True):
    account: str  # its id
    role: Role
    session: str  # its id, not the token
    is_guest: bool = False
    is_locked: bool = False  # idle too long: the password is needed again
    must_change_password: bool = False
    address: str = ""  # of the request; for the staff log
