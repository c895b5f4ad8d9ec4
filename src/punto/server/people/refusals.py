"""Every expected "no" around accounts and protection, by name. A client shows its own words for each."""

from enum import StrEnum


class PeopleRefusal(StrEnum):
    NAME_IS_TAKEN = "name_is_taken"
    NAME_IS_NOT_ALLOWED = "name_is_not_allowed"
    NAME_BELONGS_TO_THE_HOUSE = "name_belongs_to_the_house"
    PASSWORD_IS_TOO_WEAK = "password_is_too_weak"  # too short, or too long
    PASSWORD_IS_GUESSABLE = "password_is_guessable"  # among those that are tried first
    NAME_OR_PASSWORD_IS_WRONG = "name_or_password_is_wrong"
    PASSWORD_IS_WRONG = "password_is_wrong"
    TOO_MANY_FAILURES = "too_many_failures"
    IS_REGISTERED = "is_registered"
    IS_A_GUEST = "is_a_guest"
    ACCOUNT_IS_UNKNOWN = "account_is_unknown"
    ACCOUNT_IS_SUSPENDED = "account_is_suspended"
    ACCOUNT_HAS_CHANGED = "account_has_changed"  # while somebody was coming in
    ROLE_IS_FIXED = "role_is_fixed"  # a patron with a record becomes no staff, nobody changes their own role
    REGISTRATION_IS_CLOSED = "registration_is_closed"  # accounts are made by staff, or by the operator
    PERSON_IS_EXCLUDED = "person_is_excluded"  # the name, or the document, of somebody who is excluded
    DOCUMENT_IS_NEEDED = "document_is_needed"  # or what was given is none
    DOCUMENT_IS_TAKEN = "document_is_taken"  # whoever has it has an account
    GUESTS_ARE_NOT_OFFERED = "guests_are_not_offered"
    PURSE_IS_NOT_EMPTY = "purse_is_not_empty"
    BETS_LIE = "bets_lie"
    SUSPEND_INSTEAD = "suspend_instead"  # staff whose names in the staff log must be kept yet
    LAST_ADMINISTRATOR = "last_administrator"  # somebody has to be left who can let others in
