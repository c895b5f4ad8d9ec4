"""Who asks: an account, its role and the session it came with. Made by `Sessions.identify`, read by everybody."""

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
    session: str  # its id, which is not the token
    is_guest: bool = False
    is_locked: bool = False  # idle for too long: the password is asked again
    must_change_password: bool = False
    address: str = ""  # that the request came from; for the staff log
