"""A table's answer to an action, as the patron who sent it reads it."""

from typing import Literal

from punto.server.protocol.client import Action
from punto.server.protocol.links.edge_link import Bet
from punto.server.protocol.table_private import Answer
from punto.server.streams.request import TableAnswer
from punto.table.refusals import Refusal

Answered = Action | Bet  # read here, or by an edge


def answer_to(action: Answered, answer: TableAnswer) -> Answer:
    """A refusal comes with what explains it."""
    refusal = answer.refusal
    if refusal is None:
        return Answer(action.id, action.table, "accepted")
    outcome: Literal["too_late", "refused"] = "too_late" if refusal == Refusal.BETTING_IS_CLOSED else "refused"
    return Answer(
        action.id,
        action.table,
        outcome,
        refusal,
        next_stake=answer.next_stake,
        room=answer.room,
        late_ms=answer.late_ms,
    )
