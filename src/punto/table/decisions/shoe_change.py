"""A fair shoe: committed, contributed to, opened, and revealed when it is over.

The core never sees the order. It knows the commitment, lists the digests, and reveals no secret but the committed one.
"""

import re
from typing import assert_never

from punto.table.commands import AbandonShoe, CancelCoup, CommitShoe, Contribute, RevealShoe
from punto.table.decisions.incidents import cancel
from punto.table.events import ContributionMade, Event, ShoeAbandoned, ShoeCommitted, ShoeRevealed
from punto.table.fair_shoe import commitment
from punto.table.refusals import Decision, Refusal
from punto.table.state import Instant, NeedsShoe, Table

ShoeCommand = Contribute | CommitShoe | RevealShoe | AbandonShoe

CONTRIBUTIONS_MAX = 4_096  # then the list is full, and so closed
SHA256 = re.compile("[0-9a-f]{64}")


def change_shoe(table: Table, command: ShoeCommand, now: Instant) -> Decision:
    match command:
        case Contribute():
            return _contribute(table, command)
        case CommitShoe(commitment=bound_by, log_id=log_id):
            assert isinstance(table.phase, NeedsShoe), "a shoe is prepared while shoes are changed"
            assert table.commitment is None, "a shoe is committed to once"
            return (ShoeCommitted(table.shoe + 1, bound_by, table.book.deck.id, now, log_id),)
        case RevealShoe():
            return _reveal(table, command, now)
        case AbandonShoe():
            return _abandon(table, command, now)
    assert_never(command)


def _contribute(table: Table, command: Contribute) -> Decision:
    is_open = isinstance(table.phase, NeedsShoe) and table.commitment is not None
    if not is_open or len(table.contributors) >= CONTRIBUTIONS_MAX:
        return Refusal.CONTRIBUTIONS_ARE_CLOSED
    if not SHA256.fullmatch(command.digest):
        return Refusal.DIGEST_IS_NOT_SHA256
    if command.patron in table.contributors:
        return Refusal.ALREADY_CONTRIBUTED
    return (ContributionMade(command.patron, command.digest),)


def _reveal(table: Table, command: RevealShoe, now: Instant) -> tuple[Event, ...]:
    shoes = dict(table.unrevealed_shoes)
    assert command.shoe in shoes, f"shoe {command.shoe} is not over, or was shown before"
    bound_by = commitment(bytes.fromhex(command.secret), table.config.id, command.shoe, table.book.deck)
    assert bound_by.hex() == shoes[command.shoe], f"this is not the secret that shoe {command.shoe} was committed to"
    return (ShoeRevealed(command.shoe, command.secret, now),)


def _abandon(table: Table, command: AbandonShoe, now: Instant) -> Decision:
    """Stakes of a coup that runs go back first. A shoe that was only prepared takes its number with it."""
    if isinstance(table.phase, NeedsShoe):
        if table.commitment is None:
            return Refusal.NO_SHOE_TO_ABANDON
        return (ShoeAbandoned(table.shoe + 1, command.by, command.reason, now),)
    abandoned = ShoeAbandoned(table.shoe, command.by, command.reason, now)
    cancelled = cancel(table, CancelCoup(command.by, command.reason), now)
    return (abandoned,) if isinstance(cancelled, Refusal) else (*cancelled, abandoned)
