"""Every expected "no", by name. A client shows its own words for each."""

from enum import StrEnum


class Refusal(StrEnum):
    BETTING_IS_CLOSED = "betting_is_closed"
    BET_IS_NOT_OFFERED = "bet_is_not_offered"
    BET_IS_CLOSED_FOR_THIS_SHOE = "bet_is_closed_for_this_shoe"
    STAKE_IS_NOT_CHIPS = "stake_is_not_chips"
    STAKE_IS_BELOW_MINIMUM = "stake_is_below_minimum"
    STAKE_IS_ABOVE_MAXIMUM = "stake_is_above_maximum"
    RETURN_IS_ABOVE_MAXIMUM = "return_is_above_maximum"
    DIFFERENCE_IS_TOO_LARGE = "difference_is_too_large"
    EXPOSURE_IS_TOO_LARGE = "exposure_is_too_large"
    CREDIT_IS_SHORT = "credit_is_short"
    NOTHING_TO_CLEAR = "nothing_to_clear"
    NOTHING_TO_DOUBLE = "nothing_to_double"
    NOTHING_TO_RAISE = "nothing_to_raise"
    NOTHING_TO_REPEAT = "nothing_to_repeat"
    NOTHING_TO_MOVE = "nothing_to_move"
    BETS_LIE = "bets_lie"  # what was asked needs a felt without bets of the patron
    MODE_IS_UNKNOWN = "mode_is_unknown"
    DENOMINATION_IS_UNKNOWN = "denomination_is_unknown"
    KEEP_BETS_ON_IS_OFF = "keep_bets_on_is_off"
    NOTHING_IS_STAKED = "nothing_is_staked"  # Deal without a bet
    DEAL_IS_NOT_OFFERED = "deal_is_not_offered"
    CARD_IS_NOT_YOURS = "card_is_not_yours"
    TIP_IS_NOT_POSITIVE = "tip_is_not_positive"
    TABLE_IS_PAUSED = "table_is_paused"
    TABLE_IS_NOT_PAUSED = "table_is_not_paused"
    NO_COUP_RUNS = "no_coup_runs"
    NO_COUP_TO_VOID = "no_coup_to_void"
    DISPUTE_IS_NOT_OFFERED = "dispute_is_not_offered"
    DISPUTE_IS_TOO_LATE = "dispute_is_too_late"
    NO_WAGER_IN_THAT_COUP = "no_wager_in_that_coup"
    NO_DISPUTE_IS_OPEN = "no_dispute_is_open"
    DISPUTE_IS_OPEN = "dispute_is_open"
    SECOND_PERSON_IS_NEEDED = "second_person_is_needed"
