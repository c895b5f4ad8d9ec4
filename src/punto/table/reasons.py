"""Why a table is paused or closed, a coup cancelled, voided or corrected, a shoe abandoned: a closed list of names.

A client has words for each in every language. Logs of earlier releases hold sentences, which are read as the names that
took their place; whatever nobody knows is `other`.
"""

from typing import Literal, get_args

StaffReason = Literal[
    "dealing_error",
    "card_error",
    "malfunction",
    "dispute",
    "interruption",
    "card_exposed",  # or on the floor
    "cleared_early",  # cards taken up before the result was confirmed
    "burn_forgotten",
    "revealed_early",  # a card that patrons squeeze
    "reader_lost",
    "picture_lost",
    "dealer_unwell",
    "other",
]
HouseReason = Literal[
    "restart",  # the floor is being restarted
    "clock_was_set",  # so far that what was due can no longer be told
    "floor_was_set_back",  # to an earlier state, so that cards of this shoe are known
    "rules_changed",  # since the shoe was opened
    "no_order",  # a shoe whose secret runs out of words
    "table_removed",  # from the floor
    "card_unknown",  # a dealer's card that is none of the deck
    "card_not_due",
    "card_too_often",  # once more than the shoe holds it
    "card_to_wrong_side",
    "card_not_called",  # drawn although the rules call for none
    "two_cards",  # at once
    "dealt_early",  # before betting closed
    "out_of_order",  # a fault of ours
    "log_unreadable",
    "taken_over",  # by another server
]
Reason = Literal[StaffReason, HouseReason]
MAY_BE_READ_AGAIN = frozenset({"card_unknown", "card_too_often", "card_to_wrong_side"})  # the card, by who deals it
ASKS_FOR_THE_CARD = frozenset({"card_not_due", "card_not_called", "two_cards", "dealt_early"})  # where is it now?
STAFF_REASONS: frozenset[str] = frozenset(get_args(StaffReason))
REASONS: frozenset[Reason] = frozenset(get_args(Reason))

_SENTENCES: dict[str, Reason] = {
    "The floor is being restarted.": "restart",
    "The rules have changed since this shoe was opened.": "rules_changed",
    "The table was taken off the floor.": "table_removed",
    "its secret has no order": "no_order",
}
_ENDS: dict[str, Reason] = {
    " is no card": "card_unknown",
    " came when no card was due": "card_not_due",
    " came once more than the shoe holds it": "card_too_often",
    "'s turn": "card_to_wrong_side",
}


def reason_of(text: str) -> Reason:
    for reason in REASONS:
        if reason == text:
            return reason
    if text in _SENTENCES:
        return _SENTENCES[text]
    return next((reason for end, reason in _ENDS.items() if text.endswith(end)), "other")
