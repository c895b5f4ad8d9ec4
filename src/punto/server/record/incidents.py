"""Incidents at tables: pauses and stops, rounds cancelled, voided or corrected, disputes, cards set aside, hands
rebuilt and shoes abandoned, each with who, when, why and how it ended.

Folded from a table's events like shoes and coups, and kept as records by day (UTC), so a list of a period needs no log.
Pauses for a restart are the server's own and no incident.
"""

from datetime import UTC, datetime
from typing import Literal, NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from punto.server.record.coup_records import Record
from punto.table.decisions.dealing import SYSTEM
from punto.table.events import (
    CardSetAside,
    CoupCancelled,
    CoupCorrected,
    CoupRebuilt,
    CoupVoided,
    DisputeDismissed,
    DisputeRaised,
    Event,
    Paused,
    Resumed,
    ShoeAbandoned,
    TakenBack,
)
from punto.table.reasons import Reason, reason_of

IncidentKind = Literal[
    "pause", "stop", "cancel", "void", "correction", "dispute", "set_aside", "rebuilt", "shoe_abandoned"
]
Outcome = Literal["", "resumed", "cancelled", "dismissed", "voided", "corrected", "shoe_abandoned"]
OWN_PAUSES = frozenset({"restart", "clock_was_set"})


class Incident(Struct, frozen=True):
    table: str
    shoe: int
    coup: int
    kind: IncidentKind
    at: int
    version: int  # of the table's log
    by: str  # account or patron; empty: the house itself
    reason: Reason | None = None
    detail: str = ""  # the card that was refused, the hands before
    second: str = ""  # who confirmed it
    amount: int = 0  # returned, or moved between patrons and the house
    ended_at: int | None = None
    ended_by: str = ""
    outcome: Outcome = ""


class OpenIncidents(Struct, frozen=True):
    """What has not ended yet."""

    stop: Incident | None = None
    disputes: tuple[Incident, ...] = ()


class Where(NamedTuple):
    table: str
    shoe: int
    coup: int


NONE_OPEN = OpenIncidents()
FOLLOWED_FOR_INCIDENTS = frozenset(
    {
        Paused,
        Resumed,
        CoupCancelled,
        CoupVoided,
        CoupCorrected,
        DisputeRaised,
        DisputeDismissed,
        CardSetAside,
        CoupRebuilt,
        ShoeAbandoned,
    }
)


def incidents_kind(day: str) -> str:
    return f"incidents:{day}"


def incident_record(incident: Incident) -> Record:
    day = datetime.fromtimestamp(incident.at // 1000, UTC).date().isoformat()
    name = f"{incident.at:015}:{incident.table}:{incident.version:012}"
    return incidents_kind(day), name, msgspec.json.encode(incident)


def follow_incidents(
    before: OpenIncidents, event: Event, where: Where, version: int
) -> tuple[OpenIncidents, list[Record]]:
    """What is open after an event, and the records that it makes or changes."""
    match event:
        case Paused(by=by, reason=reason, at=at, detail=detail):
            kind: IncidentKind = "stop" if by == SYSTEM else "pause"
            new = Incident(*where, kind, at, version, _person(by), reason_of(reason), detail)
            return (before, []) if reason in OWN_PAUSES else (replace(before, stop=new), [incident_record(new)])
        case Resumed(by=by, at=at):
            return _stop_ended(before, by, at, "resumed")
        case CoupCancelled(by=by, reason=reason, returned=returned, at=at):
            after, records = _stop_ended(before, by, at, "cancelled")
            amount = sum(each for _, each in returned)
            new = Incident(*where, "cancel", at, version, _person(by), reason_of(reason), amount=amount)
            return after, [*records, incident_record(new)]
        case ShoeAbandoned(by=by, reason=reason, at=at):
            after, records = _stop_ended(before, by, at, "shoe_abandoned")
            new = Incident(*where, "shoe_abandoned", at, version, _person(by), reason_of(reason))
            return after, [*records, incident_record(new)]
        case CoupVoided() | CoupCorrected():
            return _taken_back(before, event, where, version)
        case DisputeRaised(patron=patron, at=at, shoe=shoe, coup=coup):
            dispute = Incident(where.table, shoe or where.shoe, coup or where.coup, "dispute", at, version, patron)
            return replace(before, disputes=(*before.disputes, dispute)), [incident_record(dispute)]
        case DisputeDismissed(by=by, at=at, shoe=shoe, coup=coup):
            return _disputes_ended(before, (shoe or where.shoe, coup or where.coup), by, at, "dismissed")
        case CardSetAside() | CoupRebuilt():
            return before, [incident_record(_cards_moved(event, where, version))]
    return before, []


def _cards_moved(event: CardSetAside | CoupRebuilt, where: Where, version: int) -> Incident:
    is_rebuilt = isinstance(event, CoupRebuilt)
    cards = f"{event.player} / {event.banker}" if isinstance(event, CoupRebuilt) else event.card
    kind: IncidentKind = "rebuilt" if is_rebuilt else "set_aside"
    return Incident(*where, kind, event.at, version, _person(event.by), detail=cards, second=event.second)


def _person(by: str) -> str:
    return "" if by == SYSTEM else by


def _stop_ended(before: OpenIncidents, by: str, at: int, outcome: Outcome) -> tuple[OpenIncidents, list[Record]]:
    if before.stop is None:
        return before, []
    ended = replace(before.stop, ended_at=at, ended_by=_person(by), outcome=outcome)
    return replace(before, stop=None), [incident_record(ended)]


def _disputes_ended(
    before: OpenIncidents, of: tuple[int, int], by: str, at: int, outcome: Outcome
) -> tuple[OpenIncidents, list[Record]]:
    ended = [each for each in before.disputes if (each.shoe, each.coup) == of]
    left = tuple(each for each in before.disputes if (each.shoe, each.coup) != of)
    records = [incident_record(replace(each, ended_at=at, ended_by=_person(by), outcome=outcome)) for each in ended]
    return replace(before, disputes=left), records


def _taken_back(
    before: OpenIncidents, event: TakenBack, where: Where, version: int
) -> tuple[OpenIncidents, list[Record]]:
    of = (event.shoe or where.shoe, event.coup or where.coup)
    is_void = isinstance(event, CoupVoided)
    after, records = _disputes_ended(before, of, event.by, event.at, "voided" if is_void else "corrected")
    new = Incident(
        where.table,
        *of,
        "void" if is_void else "correction",
        event.at,
        version,
        _person(event.by),
        reason_of(event.reason),
        detail="" if isinstance(event, CoupVoided) else f"{event.player} / {event.banker}",
        second=event.second,
        amount=sum(abs(each.amount) for each in event.adjustments),
    )
    return after, [*records, incident_record(new)]
