"""A refusal as an answer: where a stake did not fit, it says which would have, on the balance it was decided on."""

from punto.server.protocol.refusals import AnyRefusal, ServerRefusal
from punto.server.streams.request import TableAnswer
from punto.table.commands import Command, PlaceWager
from punto.table.limits import room_on
from punto.table.refusals import Refusal
from punto.table.state import Table

DID_NOT_FIT: frozenset[AnyRefusal] = frozenset(
    {
        Refusal.STAKE_IS_BELOW_MINIMUM,
        Refusal.STAKE_IS_ABOVE_MAXIMUM,
        Refusal.RETURN_IS_ABOVE_MAXIMUM,
        Refusal.DIFFERENCE_IS_TOO_LARGE,
        Refusal.EXPOSURE_IS_TOO_LARGE,
        Refusal.CREDIT_IS_SHORT,
        Refusal.STAKE_IS_NOT_CHIPS,
        ServerRefusal.OWN_LIMIT_IS_REACHED,
    }
)


def refused(refusal: AnyRefusal, table: Table, command: Command, credit: int) -> TableAnswer:
    if refusal not in DID_NOT_FIT or not isinstance(command, PlaceWager):
        return TableAnswer(refusal=refusal)
    room = room_on(table, command.patron, command.bet, credit)
    return TableAnswer(refusal=refusal, next_stake=room.next_stake, room=room.room)
