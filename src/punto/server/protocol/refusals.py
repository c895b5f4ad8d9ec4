"""The name of every expected "no" that can reach a client. The set is closed: `AnyRefusal`.

The rules of table and ledger name their own; the server's stand here, below everything that refuses. What each says,
and its HTTP status, is in `refusal_words.py`.
"""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from punto.ledger.cashier import CashierRefusal
from punto.ledger.drawers import DrawerRefusal
from punto.table.refusals import Refusal

RefusalName = Annotated[str, Meta(extra_json_schema={"$ref": "#/$defs/RefusalName"})]  # how it travels


class ServerRefusal(StrEnum):
    # of a request, before any desk is asked
    REQUEST_IS_INVALID = "request_is_invalid"
    BODY_IS_NOT_JSON = "body_is_not_json"
    BODY_IS_TOO_LARGE = "body_is_too_large"
    HOST_IS_NOT_OURS = "host_is_not_ours"
    ORIGIN_IS_NOT_OURS = "origin_is_not_ours"
    REQUEST_TOKEN_IS_WRONG = "request_token_is_wrong"
    METHOD_IS_NOT_ALLOWED = "method_is_not_allowed"
    TOO_MANY_REQUESTS = "too_many_requests"
    NOT_SIGNED_IN = "not_signed_in"
    SESSION_IS_LOCKED = "session_is_locked"
    PASSWORD_MUST_BE_CHANGED = "password_must_be_changed"
    ROLE_IS_NOT_ALLOWED = "role_is_not_allowed"
    NOT_FOUND = "not_found"
    BOOK_IS_UNKNOWN = "book_is_unknown"
    TABLE_IS_UNKNOWN = "table_is_unknown"
    SERVER_IS_BUSY = "server_is_busy"
    STORE_IS_LOST = "store_is_lost"
    OUTCOME_IS_UNKNOWN = "outcome_is_unknown"
    SOMETHING_WENT_WRONG = "something_went_wrong"
    # of a message on a socket
    INVALID_MESSAGE = "invalid_message"
    TOO_MANY_MESSAGES = "too_many_messages"
    UNKNOWN_TABLE = "unknown_table"
    TOO_MANY_TABLES = "too_many_tables"
    TALK_IS_CLOSED = "talk_is_closed"
    TALK_IS_MUTED = "talk_is_muted"
    TALK_IS_TOO_FAST = "talk_is_too_fast"
    NOTHING_IS_SQUEEZED = "nothing_is_squeezed"
    # of an action at a table
    TABLE_IS_NOT_OPEN = "table_is_not_open"
    TABLE_IS_BUSY = "table_is_busy"
    TABLE_IS_OUT_OF_ORDER = "table_is_out_of_order"
    DEAL_IS_TOO_EARLY = "deal_is_too_early"
    SIGN_IN_AGAIN = "sign_in_again"
    STAFF_DOES_NOT_PLAY = "staff_does_not_play"
    STATION_IS_LOCKED = "station_is_locked"  # by an attendant
    AUTO_REPEAT_IS_OFF = "auto_repeat_is_off"
    PATRON_IS_AWAY = "patron_is_away"
    ID_WAS_USED = "id_was_used"
    # of a patron's own limits
    OWN_LIMIT_IS_REACHED = "own_limit_is_reached"
    LIMITS_ARE_NOT_STORED = "limits_are_not_stored"
    # of what staff do
    SECOND_PERSON_IS_WRONG = "second_person_is_wrong"
    SECOND_PERSON_IS_THE_SAME = "second_person_is_the_same"
    AMOUNT_IS_OVER_THE_LIMIT = "amount_is_over_the_limit"
    DAY_LIMIT_IS_REACHED = "day_limit_is_reached"
    CONFIRMATION_WAITS = "confirmation_waits"  # one at a time for each table
    CONFIRMATION_IS_UNKNOWN = "confirmation_is_unknown"  # or over
    CONFIRMATION_IS_OUT_OF_DATE = "confirmation_is_out_of_date"  # the table has moved on
    BOTH_STATEMENTS_ARE_NEEDED = "both_statements_are_needed"
    CANNOT_SCAN_AGAIN = "cannot_scan_again"  # a supervisor must look
    DEVICE_KEY_IS_WRONG = "device_key_is_wrong"
    DEVICE_IS_UNKNOWN = "device_is_unknown"
    TOO_MANY_DEVICES = "too_many_devices"
    MENU_IS_CLOSED = "menu_is_closed"  # no attendant serves this station now
    DAY_IS_NOT_OVER = "day_is_not_over"
    DAY_IS_CLOSED = "day_is_closed"
    LIMITS_ARE_WRONG = "limits_are_wrong"
    CALL_IS_UNKNOWN = "call_is_unknown"
    TICKET_IS_NOT_PAID = "ticket_is_not_paid"
    WAS_DONE_BEFORE = "was_done_before"
    FILE_IS_WRONG = "file_is_wrong"


class PlayIsStopped(StrEnum):
    """Why a patron may not play for now: by their own limits, or by an exclusion."""

    SESSION_LIMIT_IS_REACHED = "session_limit_is_reached"
    COOL_OFF = "cool_off"
    SELF_EXCLUDED = "self_excluded"
    EXCLUDED_BY_HOUSE = "excluded_by_house"


class PeopleRefusal(StrEnum):
    NAME_IS_TAKEN = "name_is_taken"
    NAME_IS_NOT_ALLOWED = "name_is_not_allowed"
    NAME_BELONGS_TO_THE_HOUSE = "name_belongs_to_the_house"
    PASSWORD_IS_TOO_WEAK = "password_is_too_weak"  # too short, or too long
    PASSWORD_IS_GUESSABLE = "password_is_guessable"  # easy to guess
    NAME_OR_PASSWORD_IS_WRONG = "name_or_password_is_wrong"
    PASSWORD_IS_WRONG = "password_is_wrong"
    PIN_IS_WRONG = "pin_is_wrong"
    PIN_IS_NOT_DIGITS = "pin_is_not_digits"  # four to eight of them
    PIN_IS_GUESSABLE = "pin_is_guessable"
    ONLY_STAFF_HAS_A_PIN = "only_staff_has_a_pin"
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
    TOO_MANY_NOTES = "too_many_notes"  # about one patron
    TOO_MANY_SAVED_BETS = "too_many_saved_bets"  # for one book
    SAVED_BET_IS_UNKNOWN = "saved_bet_is_unknown"  # or deleted on another device
    LAST_ADMINISTRATOR = "last_administrator"  # one must remain


class PlayCreditsRefusal(StrEnum):
    NOT_OFFERED = "play_credits_are_not_offered"
    PURSE_IS_FULL = "purse_is_full"
    COME_HOURLY = "play_credits_come_hourly"


AnyRefusal = (
    Refusal | CashierRefusal | DrawerRefusal | PeopleRefusal | PlayCreditsRefusal | PlayIsStopped | ServerRefusal
)


class ClientRefusal(StrEnum):
    """What a client says itself when the server cannot be asked; they never travel."""

    CONNECTION_WAS_LOST = "connection_was_lost"
    SERVER_IS_OUT_OF_REACH = "server_is_out_of_reach"
