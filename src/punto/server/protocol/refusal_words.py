"""What every refusal says: its English sentence, its HTTP status and who is told. One table, one row a name.

A sentence says the number first, what was not taken, and one way on; holes such as {bet} are filled by the client.
Problem documents, the client's English catalogue and its type of names are made from this table.
"""

from typing import Literal

from msgspec import Struct

from punto.ledger.cashier import CashierRefusal
from punto.ledger.drawers import DrawerRefusal
from punto.server.protocol.refusals import (
    AnyRefusal,
    ClientRefusal,
    PeopleRefusal,
    PlayCreditsRefusal,
    PlayIsStopped,
    ServerRefusal,
)
from punto.table.refusals import Refusal


class Wording(Struct, frozen=True):
    words: str
    status: int = 409
    to: Literal["patron", "staff", "developer"] = "patron"  # only patrons' words are translated


def _staff(words: str, status: int = 409) -> Wording:
    return Wording(words, status, "staff")


def _developer(words: str, status: int) -> Wording:
    return Wording(words, status, "developer")


_AT_A_TABLE: dict[AnyRefusal | ClientRefusal, Wording] = {
    Refusal.BETTING_IS_CLOSED: Wording("Betting has closed. Nothing was taken."),
    Refusal.BET_IS_NOT_OFFERED: Wording("Not available at this table."),
    Refusal.BET_IS_CLOSED_FOR_THIS_SHOE: Wording("{bet} is closed for this shoe. It reopens with the next."),
    Refusal.STAKE_IS_NOT_CHIPS: Wording("This table's chips cannot make that amount."),
    Refusal.STAKE_IS_BELOW_MINIMUM: Wording("The minimum on {bet} is {next}."),
    Refusal.STAKE_IS_ABOVE_MAXIMUM: Wording("Max {max}: {fits}."),
    Refusal.RETURN_IS_ABOVE_MAXIMUM: Wording("Max return {pays}: {fits}."),
    Refusal.DIFFERENCE_IS_TOO_LARGE: Wording("Player and Banker may differ by at most {limit}: {fits}."),
    Refusal.EXPOSURE_IS_TOO_LARGE: Wording("The table has reached its limit on this bet: {fits}."),
    Refusal.CREDIT_IS_SHORT: Wording("Not enough credit: {room} playable."),
    Refusal.NOTHING_TO_CLEAR: Wording("Nothing to clear."),
    Refusal.NOTHING_TO_DOUBLE: Wording("Nothing to double."),
    Refusal.NOTHING_TO_RAISE: Wording("Nothing to raise."),
    Refusal.NOTHING_TO_REPEAT: Wording("No round to repeat."),
    Refusal.NOTHING_TO_MOVE: Wording("Nothing to move."),
    Refusal.BETS_LIE: Wording("Clear your bets first."),
    Refusal.MODE_IS_UNKNOWN: Wording("This table does not have that mode."),
    Refusal.DENOMINATION_IS_UNKNOWN: Wording("This table does not have that denomination."),
    Refusal.KEEP_BETS_ON_IS_OFF: Wording("Keep Bets On is not available here."),
    Refusal.NOTHING_IS_STAKED: Wording("Place a bet first."),
    Refusal.DEAL_IS_NOT_OFFERED: Wording("This table deals on its own clock."),
    Refusal.CARD_IS_NOT_YOURS: Wording("This card is not yours to open."),
    Refusal.TIP_IS_NOT_POSITIVE: Wording("Enter an amount to tip."),
    Refusal.TIP_IS_TOO_LARGE: Wording("The maximum tip is {limit}."),
    Refusal.TABLE_IS_PAUSED: Wording("The table is paused. Your bets are held."),
    Refusal.DISPUTE_IS_NOT_OFFERED: Wording("You can dispute a round only at a live table."),
    Refusal.DISPUTE_IS_TOO_LATE: Wording("It is too late to dispute that round. An attendant can still help."),
    Refusal.NO_WAGER_IN_THAT_COUP: Wording("You had no bet in that round."),
    Refusal.DISPUTE_IS_OPEN: Wording("This round is already in dispute."),
    Refusal.TOO_MANY_DISPUTES: Wording("Too many disputes are open at this table. Please call an attendant."),
    Refusal.CONTRIBUTIONS_ARE_CLOSED: Wording("The list is closed. You can contribute to the next shoe."),
    Refusal.ALREADY_CONTRIBUTED: Wording("You have already contributed to this shoe."),
    Refusal.DIGEST_IS_NOT_SHA256: Wording("That is not a valid fingerprint."),
    Refusal.TABLE_IS_NOT_PAUSED: _staff("The table is not paused."),
    Refusal.NO_COUP_RUNS: _staff("No round is being played."),
    Refusal.NO_COUP_TO_VOID: _staff("There is no such round to void."),
    Refusal.NO_COUP_TO_CORRECT: _staff("There is no such round to correct."),
    Refusal.CORRECTION_CHANGES_NOTHING: _staff("The round was settled with these cards already."),
    Refusal.CARDS_ARE_NOT_IN_THE_SHOE: _staff("The shoe does not hold these cards."),
    Refusal.CARDS_ARE_NOT_THE_COMMITTED_ONES: _staff("The sealed shoe holds other cards at this place."),
    Refusal.NO_DISPUTE_IS_OPEN: _staff("That round is not in dispute."),
    Refusal.NO_SHOE_TO_ABANDON: _staff("There is no shoe to abandon."),
    Refusal.SECOND_PERSON_IS_NEEDED: _staff("Another member of staff has to confirm this."),
    Refusal.NOT_DEALT_BY_HAND: _staff("Nobody deals this table by hand."),
    Refusal.DEALER_IS_MISSING: _staff("No dealer has tapped in."),
    Refusal.DEALER_IS_TAPPED_IN: _staff("This dealer has tapped in already."),
    Refusal.COUP_RUNS: _staff("Wait until the round is over."),
    Refusal.RESULT_IS_SHOWN: _staff("The result is still being shown. Open betting in a moment."),
    Refusal.SHOE_IS_OVER: _staff("The shoe is over. Change it first."),
    Refusal.NO_SHOE_IS_IN_PLAY: _staff("No shoe is in play."),
    Refusal.SHOE_IS_IN_PLAY: _staff("A shoe is in play. Abandon it first, or play it to its end."),
    Refusal.FREE_HAND_IS_DUE: _staff("The next round is a free hand, with the card that was set aside."),
    Refusal.BETTING_IS_NOT_OPEN: _staff("Betting is not open."),
    Refusal.NOTHING_TO_CONFIRM: _staff("There is no finished round to confirm."),
    Refusal.DIVIDER_WAS_SEEN: _staff("The divider has been reported already."),
    Refusal.NO_SQUEEZE_RUNS: _staff("No cards are being squeezed."),
    Refusal.NO_EARLY_CARD: _staff("No card was dealt before betting closed."),
    Refusal.NO_MISDEAL: _staff("No card was drawn against the rules."),
    Refusal.CARD_IS_UNANSWERED: _staff("Say that no card was drawn, or set the drawn card aside first."),
    Refusal.HANDS_ARE_NOT_AS_DEALT: _staff("No order of dealing gives these hands."),
    ServerRefusal.TALK_IS_CLOSED: Wording("Talk is closed at this table."),
    ServerRefusal.TALK_IS_MUTED: Wording("The house has muted you for a while.", 403),
    ServerRefusal.TALK_IS_TOO_FAST: Wording("Wait a moment before you say more.", 429),
    ServerRefusal.NOTHING_IS_SQUEEZED: Wording("No cards are being squeezed here."),
    ServerRefusal.TABLE_IS_NOT_OPEN: Wording("This table is not open."),
    ServerRefusal.TABLE_IS_BUSY: Wording("The table is busy. Nothing was taken; try again.", 503),
    ServerRefusal.TABLE_IS_OUT_OF_ORDER: Wording("The table is out of order. Nothing was taken; play at another."),
    ServerRefusal.DEAL_IS_TOO_EARLY: Wording("The last round was dealt a moment ago. Deal again shortly."),
    ServerRefusal.SIGN_IN_AGAIN: Wording("Your session was idle. Log in again."),
    ServerRefusal.STAFF_DOES_NOT_PLAY: Wording("Staff accounts cannot play."),
    ServerRefusal.STATION_IS_LOCKED: Wording("An attendant has locked this screen. No bet was placed."),
    ServerRefusal.AUTO_REPEAT_IS_OFF: Wording("Auto-repeat is not available here."),
    ServerRefusal.PATRON_IS_AWAY: Wording("You were away. Nothing was staked for you."),
    ServerRefusal.OWN_LIMIT_IS_REACHED: Wording("You have reached your own limit for today."),
    PlayIsStopped.SESSION_LIMIT_IS_REACHED: Wording("You have reached your session limit."),
    PlayIsStopped.COOL_OFF: Wording("You are on a cool-off."),
    PlayIsStopped.SELF_EXCLUDED: Wording("You are self-excluded."),
    PlayIsStopped.EXCLUDED_BY_HOUSE: Wording("The house has excluded you from play. Please speak to the house."),
    ServerRefusal.ID_WAS_USED: Wording("That id was already used for something else. Nothing was done; try again."),
}
_AT_THE_CASHIER: dict[AnyRefusal | ClientRefusal, Wording] = {
    CashierRefusal.NOTHING_TO_CASH_OUT: Wording("You have nothing to cash out."),
    CashierRefusal.TICKET_IS_UNKNOWN: Wording("No ticket has this code.", 404),
    CashierRefusal.TICKET_IS_PAID: Wording("This ticket has already been paid."),
    CashierRefusal.TICKET_IS_PAID_BY_HAND: Wording("Only an attendant can pay this ticket."),
    PlayCreditsRefusal.PURSE_IS_FULL: Wording("You already have that much credit."),
    PlayCreditsRefusal.COME_HOURLY: Wording("You can top up play credits once an hour."),
    PlayCreditsRefusal.NOT_OFFERED: Wording("This floor does not give play credits."),
    CashierRefusal.AMOUNT_IS_NOT_POSITIVE: _staff("Enter an amount above zero."),
    CashierRefusal.CODE_IS_TAKEN: _staff("That ticket code is taken. Nothing was done; try again."),
    CashierRefusal.ENTRY_IS_UNKNOWN: _staff("The cashier's log has no such entry.", 404),
    CashierRefusal.ENTRY_IS_REVERSED: _staff("This entry has already been reversed."),
    CashierRefusal.ENTRY_CANNOT_BE_REVERSED: _staff("Only what staff booked can be reversed."),
    CashierRefusal.PURSE_HOLDS_TOO_LITTLE: _staff("The purse no longer holds that much. Nothing was taken back."),
    CashierRefusal.TIPS_HOLD_TOO_LITTLE: _staff("Fewer tips than that are owed to them. Nothing was paid."),
    DrawerRefusal.DRAWER_IS_NOT_OPEN: _staff("Open your drawer first. Nothing was booked."),
    DrawerRefusal.DRAWER_IS_OPEN: _staff("Your drawer is already open. Close it before opening another."),
    DrawerRefusal.DRAWER_HAS_MOVED: _staff("The drawer moved while it was counted. Count it again."),
    ServerRefusal.AMOUNT_IS_OVER_THE_LIMIT: _staff("Your role may not move that much at once. Nothing was booked."),
    ServerRefusal.DAY_LIMIT_IS_REACHED: _staff("You have reached your limit for the gaming day. Nothing was booked."),
    ServerRefusal.CONFIRMATION_WAITS: _staff("Something at this table already waits for a second person."),
    ServerRefusal.CONFIRMATION_IS_UNKNOWN: _staff("This no longer waits for anybody.", 404),
    ServerRefusal.CONFIRMATION_IS_OUT_OF_DATE: _staff("The table has moved on. Nothing was done."),
    ServerRefusal.BOTH_STATEMENTS_ARE_NEEDED: _staff("Confirm both: old cards removed, new cards shuffled once more."),
    ServerRefusal.CANNOT_SCAN_AGAIN: _staff("A supervisor has to look at this first."),
    ServerRefusal.DEVICE_KEY_IS_WRONG: _staff("This device key is not valid for this table.", 401),
    ServerRefusal.DEVICE_IS_UNKNOWN: _staff("There is no such device.", 404),
    ServerRefusal.TOO_MANY_DEVICES: _staff("The floor has as many devices as it can. Revoke one first."),
    ServerRefusal.MENU_IS_CLOSED: _staff("The operator menu has closed. Enter the PIN again.", 403),
    ServerRefusal.DAY_IS_NOT_OVER: _staff("This gaming day is not over yet. Nothing was signed."),
    ServerRefusal.DAY_IS_CLOSED: _staff("This gaming day is already closed."),
    ServerRefusal.LIMITS_ARE_WRONG: _staff("These limits cannot be played. Nothing was changed."),
    ServerRefusal.CALL_IS_UNKNOWN: _staff("That call is no longer open.", 404),
    ServerRefusal.TICKET_IS_NOT_PAID: _staff("Pay the ticket first. That answers the call."),
    ServerRefusal.WAS_DONE_BEFORE: _staff("This was booked before under the same id."),
}
_OF_PEOPLE: dict[AnyRefusal | ClientRefusal, Wording] = {
    PeopleRefusal.NAME_IS_TAKEN: Wording("That name is taken."),
    PeopleRefusal.NAME_IS_NOT_ALLOWED: Wording("Use 3 to 24 letters or digits."),
    PeopleRefusal.NAME_BELONGS_TO_THE_HOUSE: Wording("That name is reserved. Choose another."),
    PeopleRefusal.PASSWORD_IS_TOO_WEAK: Wording("Use 10 to 128 characters."),
    PeopleRefusal.PASSWORD_IS_GUESSABLE: Wording("This password is easy to guess. Use a few unrelated words."),
    PeopleRefusal.NAME_OR_PASSWORD_IS_WRONG: Wording("Wrong name or password.", 401),
    PeopleRefusal.PASSWORD_IS_WRONG: Wording("Wrong password.", 403),
    PeopleRefusal.PIN_IS_WRONG: _staff("Wrong name or PIN.", 403),
    PeopleRefusal.PIN_IS_NOT_DIGITS: _staff("A PIN has 4 to 8 digits."),
    PeopleRefusal.PIN_IS_GUESSABLE: _staff("This PIN is easy to guess. Choose digits without a pattern."),
    PeopleRefusal.ONLY_STAFF_HAS_A_PIN: _staff("Only staff have a PIN.", 403),
    PeopleRefusal.TOO_MANY_FAILURES: Wording("Too many attempts. Please wait a while.", 429),
    PeopleRefusal.IS_REGISTERED: Wording("You are already registered."),
    PeopleRefusal.IS_A_GUEST: Wording("Guests have no password. Register first."),
    PeopleRefusal.ACCOUNT_IS_SUSPENDED: Wording("This account is suspended. Please speak to the house.", 403),
    PeopleRefusal.ACCOUNT_HAS_CHANGED: Wording("Your account has just changed. Log in again."),
    PeopleRefusal.REGISTRATION_IS_CLOSED: Wording("Accounts here are opened by the house.", 403),
    PeopleRefusal.PERSON_IS_EXCLUDED: Wording(
        "An exclusion is in force. You cannot open an account until it ends.", 403
    ),
    PeopleRefusal.DOCUMENT_IS_NEEDED: Wording("Enter your passport or identity card number."),
    PeopleRefusal.DOCUMENT_IS_TAKEN: Wording("An account with this document already exists. Log in, or ask the house."),
    PeopleRefusal.GUESTS_ARE_NOT_OFFERED: Wording("This floor does not admit guests. Register or log in."),
    ServerRefusal.NOT_SIGNED_IN: Wording("Please log in.", 401),
    ServerRefusal.SESSION_IS_LOCKED: Wording("Your session is locked.", 401),
    ServerRefusal.ROLE_IS_NOT_ALLOWED: Wording("You are not allowed to do that.", 403),
    ServerRefusal.LIMITS_ARE_NOT_STORED: Wording(
        "Your limits apply from now on, but could not be saved yet. Try again in a moment.", 503
    ),
    PeopleRefusal.ACCOUNT_IS_UNKNOWN: _staff("There is no such account.", 404),
    PeopleRefusal.ROLE_IS_FIXED: _staff("This role cannot be changed here."),
    PeopleRefusal.PURSE_IS_NOT_EMPTY: _staff("The purse still holds money. Pay it out first."),
    PeopleRefusal.SUSPEND_INSTEAD: _staff("The staff log still needs this name. Suspend the account instead."),
    PeopleRefusal.TOO_MANY_NOTES: _staff("This patron has 50 notes. Erase one first."),
    PeopleRefusal.TOO_MANY_SAVED_BETS: Wording("You have 12 saved bets for this game. Delete one first."),
    PeopleRefusal.SAVED_BET_IS_UNKNOWN: Wording("That saved bet is no longer there.", 404),
    PeopleRefusal.LAST_ADMINISTRATOR: _staff("This is the last administrator. Appoint another first."),
    ServerRefusal.PASSWORD_MUST_BE_CHANGED: _staff("Choose a password of your own first.", 403),
    ServerRefusal.SECOND_PERSON_IS_WRONG: _staff("The second person could not be confirmed.", 403),
    ServerRefusal.SECOND_PERSON_IS_THE_SAME: _staff("Somebody else has to confirm this."),
}
_OF_REQUESTS: dict[AnyRefusal | ClientRefusal, Wording] = {
    ServerRefusal.REQUEST_IS_INVALID: Wording("That request was not understood. Nothing was done.", 400),
    ServerRefusal.NOT_FOUND: Wording("Not found.", 404),
    ServerRefusal.TABLE_IS_UNKNOWN: Wording("There is no such table.", 404),
    ServerRefusal.TOO_MANY_REQUESTS: Wording("Please slow down a little.", 429),
    ServerRefusal.SOMETHING_WENT_WRONG: Wording(  # a fault may come after something was stored
        "Something failed. We do not know whether this was done: look at your credit and play record.", 500
    ),
    ServerRefusal.SERVER_IS_BUSY: Wording("The floor is very busy. Nothing was done; try again in a moment.", 503),
    ServerRefusal.STORE_IS_LOST: Wording(
        "The house cannot reach its records. Nothing was done; try again in a moment.", 503
    ),
    ServerRefusal.OUTCOME_IS_UNKNOWN: Wording(
        "The floor was interrupted. This may or may not have been done: look first, then try again.", 503
    ),
    ClientRefusal.CONNECTION_WAS_LOST: Wording(
        "The connection was lost. Your accepted bets stand; this one was not sent again.", 503
    ),
    ClientRefusal.SERVER_IS_OUT_OF_REACH: Wording("Cannot reach the floor. Nothing was done.", 503),
    ServerRefusal.FILE_IS_WRONG: _staff("The floor's file has faults. Nothing was changed."),
    ServerRefusal.ORIGIN_IS_NOT_OURS: _developer("The request comes from another site.", 403),
    ServerRefusal.REQUEST_TOKEN_IS_WRONG: _developer("The request lacks its session's token.", 403),
    ServerRefusal.BOOK_IS_UNKNOWN: _developer("This floor plays no such book.", 404),
    ServerRefusal.METHOD_IS_NOT_ALLOWED: _developer("This address does not have that method.", 405),
    ServerRefusal.BODY_IS_TOO_LARGE: _developer("The body is too large.", 413),
    ServerRefusal.BODY_IS_NOT_JSON: _developer("The body is not JSON.", 415),
    ServerRefusal.HOST_IS_NOT_OURS: _developer("This floor is not served under that host name.", 421),
    ServerRefusal.INVALID_MESSAGE: _developer("The message was not understood.", 400),
    ServerRefusal.TOO_MANY_MESSAGES: _developer("Messages came too fast. This one was dropped.", 429),
    ServerRefusal.UNKNOWN_TABLE: _developer("There is no such table.", 404),
    ServerRefusal.TOO_MANY_TABLES: _developer("Too many tables are open. Close one first.", 409),
}
REFUSALS: dict[AnyRefusal | ClientRefusal, Wording] = {**_AT_A_TABLE, **_AT_THE_CASHIER, **_OF_PEOPLE, **_OF_REQUESTS}
