"""Refusals about accounts. Their words are in the table of refusals, `protocol/refusals.py`."""

from enum import StrEnum


class PeopleRefusal(StrEnum):
    NAME_IS_TAKEN = "name_is_taken"
    NAME_IS_NOT_ALLOWED = "name_is_not_allowed"
    NAME_BELONGS_TO_THE_HOUSE = "name_belongs_to_the_house"
    PASSWORD_IS_TOO_WEAK = "password_is_too_weak"  # too short, or too long
    PASSWORD_IS_GUESSABLE = "password_is_guessable"  # easy to guess
    NAME_OR_PASSWORD_IS_WRONG = "name_or_password_is_wrong"
    PASSWORD_IS_WRONG = "password_is_wrong"
    TOO_MANY_FAILURES = "too_many_failures"
    IS_REGISTERED = "is_registered"
    IS_A_GUEST = "is_a_guest"
    ACCOUNT_IS_UNKNOWN = "account_is_unknown"
    ACCOUNT_IS_SUSPENDED = "account_is_suspended"
    ACCOUNT_HAS_CHANGED = "account_has_changed"  # while somebody was signing in
    ROLE_IS_FIXED = "role_is_fixed"  # patrons never become staff, and nobody changes their own role
    REGISTRATION_IS_CLOSED = "registration_is_closed"  # only staff or the operator create accounts
    PERSON_IS_EXCLUDED = "person_is_excluded"  # name or document of an excluded person
    DOCUMENT_IS_NEEDED = "document_is_needed"  # missing or not a document number
    DOCUMENT_IS_TAKEN = "document_is_taken"  # it belongs to another account
    GUESTS_ARE_NOT_OFFERED = "guests_are_not_offered"
    PURSE_IS_NOT_EMPTY = "purse_is_not_empty"
    BETS_LIE = "bets_lie"
    SUSPEND_INSTEAD = "suspend_instead"  # the staff log must still keep this name
    LAST_ADMINISTRATOR = "last_administrator"  # one must remain
