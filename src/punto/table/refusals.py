"""Every expected "no", by name. A client shows its own words for each."""

from enum import StrEnum

from punto.table.events import Event


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
    TIP_IS_TOO_LARGE = "tip_is_too_large"
    TABLE_IS_PAUSED = "table_is_paused"
    TABLE_IS_NOT_PAUSED = "table_is_not_paused"
    NO_COUP_RUNS = "no_coup_runs"
    NO_COUP_TO_VOID = "no_coup_to_void"
    NO_COUP_TO_CORRECT = "no_coup_to_correct"
    CORRECTION_CHANGES_NOTHING = "correction_changes_nothing"
    CARDS_ARE_NOT_IN_THE_SHOE = "cards_are_not_in_the_shoe"
    CARDS_ARE_NOT_THE_COMMITTED_ONES = "cards_are_not_the_committed_ones"
    DISPUTE_IS_NOT_OFFERED = "dispute_is_not_offered"
    DISPUTE_IS_TOO_LATE = "dispute_is_too_late"
    NO_WAGER_IN_THAT_COUP = "no_wager_in_that_coup"
    NO_DISPUTE_IS_OPEN = "no_dispute_is_open"
    DISPUTE_IS_OPEN = "dispute_is_open"
    TOO_MANY_DISPUTES = "too_many_disputes"
    CONTRIBUTIONS_ARE_CLOSED = "contributions_are_closed"
    ALREADY_CONTRIBUTED = "already_contributed"
    DIGEST_IS_NOT_SHA256 = "digest_is_not_sha256"
    NO_SHOE_TO_ABANDON = "no_shoe_to_abandon"
    SECOND_PERSON_IS_NEEDED = "second_person_is_needed"
    NOT_DEALT_BY_HAND = "not_dealt_by_hand"
    DEALER_IS_MISSING = "dealer_is_missing"
    DEALER_IS_TAPPED_IN = "dealer_is_tapped_in"
    COUP_RUNS = "coup_runs"  # what was asked waits for its end
    RESULT_IS_SHOWN = "result_is_shown"  # a moment longer
    SHOE_IS_OVER = "shoe_is_over"
    NO_SHOE_IS_IN_PLAY = "no_shoe_is_in_play"
    SHOE_IS_IN_PLAY = "shoe_is_in_play"
    FREE_HAND_IS_DUE = "free_hand_is_due"
    BETTING_IS_NOT_OPEN = "betting_is_not_open"
    NOTHING_TO_CONFIRM = "nothing_to_confirm"  # the round wants another card, or none runs
    DIVIDER_WAS_SEEN = "divider_was_seen"
    NO_SQUEEZE_RUNS = "no_squeeze_runs"
    NO_EARLY_CARD = "no_early_card"
    NO_MISDEAL = "no_misdeal"
    CARD_IS_UNANSWERED = "card_is_unanswered"  # the one that stopped the table: was it drawn?
    HANDS_ARE_NOT_AS_DEALT = "hands_are_not_as_dealt"  # no order of dealing gives them


Decision = tuple[Event, ...] | Refusal  # the events a command produces, or why it is refused
