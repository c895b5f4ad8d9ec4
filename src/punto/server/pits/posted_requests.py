"""Requests and answers of tables as they travel between a floor and a pit."""

from typing import get_args

from punto.server.protocol.links.pit_link import Answered, Commanded
from punto.server.protocol.refusals import AnyRefusal
from punto.server.streams.request import Request, TableAnswer
from punto.server.streams.wallets.allowances import Terms

_REFUSALS: dict[str, AnyRefusal] = {str(each): each for names in get_args(AnyRefusal) for each in names}


def commanded(table: str, number: int, request: Request, terms: Terms) -> Commanded:
    return Commanded(
        table,
        number,
        request.command,
        request.id,
        request.at,
        request.round,
        str(request.refusal or ""),
        terms.room,
        terms.untold,
        request.digest if request.id else b"",
    )


def request_in(posted: Commanded) -> Request:
    return Request(posted.command, posted.id, posted.at, posted.round, _REFUSALS.get(posted.refusal), posted.digest)


def answered(table: str, number: int, answer: TableAnswer) -> Answered:
    refusal = str(answer.refusal or "")
    return Answered(table, number, answer.version, refusal, answer.next_stake, answer.room, answer.late_ms)


def answer_in(posted: Answered) -> TableAnswer:
    return TableAnswer(posted.version, _REFUSALS.get(posted.refusal), posted.next_stake, posted.room, posted.late_ms)
