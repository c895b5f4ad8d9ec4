"""The catalogue of everything that a floor writes into its logs, taken from the types of the events themselves."""

import inspect
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, get_args

import msgspec
from msgspec import Struct

from punto.analysis.report.blocks import Block, Document, Drawn, Paragraph, Section, Sheet
from punto.lab.sample_floor import SampleFloor, StoredLine
from punto.ledger.cashier_events import CashierEvent
from punto.server.staff.staff_events import StaffEvent
from punto.table.events import Event

STREAMS = (
    ("Tables", "table:…", Event, "One stream for each table: shoes, bets, cards, results, decisions of staff."),
    ("Cashier", "cashier", CashierEvent, "Money in and out, tickets, drawers, adjustments."),
    ("Staff", "staff", StaffEvent, "Who did what to whom, when, why, with what before and after."),
)
SHOWN_MAX = 600  # characters of a sample


class CataloguedEvent(Struct, frozen=True):
    stream: str
    kind: str
    words: str  # what its type says of itself
    fields: dict[str, str]  # name to type
    in_sample: int


def catalogue(log: Sequence[StoredLine]) -> list[CataloguedEvent]:
    seen = Counter(line.kind for line in log)
    return [
        CataloguedEvent(stream, each.__name__, _words(each), _fields(each), seen[each.__name__])
        for _, stream, union, _ in STREAMS
        for each in _members(union)
    ]


def events_page(events: Sequence[CataloguedEvent], sample: SampleFloor | None) -> Document:
    facts = [("Kinds of events", str(len(events))), ("Chain", CHAIN_WORDS)]
    if sample is not None:
        counted = len({line.stream for line in sample.log})
        facts.append(("Sample", f"{len(sample.log):,} events of {counted} streams, in sample-log.jsonl"))
        facts.append(("Audit", "nothing is wrong" if sample.is_sound else "something is wrong: see audit.txt"))
    return Document(
        title="Logged events",
        subtitle="Catalogue of events",
        facts=tuple(facts),
        summary=(Paragraph(KINDS_WORDS),),
        sections=(
            *(Section(title, (Paragraph(words), _sheet(stream, events))) for title, stream, _, words in STREAMS),
            Section("One of each, as stored", tuple(_samples(sample))),
            Section(
                "The audit of the sample", (Drawn(sample.audit.rstrip()),) if sample else (Paragraph("No sample."),)
            ),
        ),
    )


CHAIN_WORDS = "SHA-256 over the hash before, the number and the bytes of each event of a stream; punto audit checks it"
KINDS_WORDS = (
    "Events are JSON, in the order in which they were stored, and never changed or deleted. Instants are milliseconds "
    "since 1970 in UTC, amounts whole smallest units, cards text such as 9h. Patrons are opaque ids: names live "
    "elsewhere and can be erased. Money that an event moves is booked in the same transaction, in journals whose lines "
    "sum to zero."
)


def _sheet(stream: str, events: Sequence[CataloguedEvent]) -> Sheet:
    rows = tuple(
        (each.kind, each.words, ", ".join(each.fields), f"{each.in_sample:,}")
        for each in events
        if each.stream == stream
    )
    return Sheet(
        "", ("event", "meaning, where its name does not say it", "fields", "in the sample"), rows, first_figure=3
    )


def _samples(sample: SampleFloor | None) -> Iterator[Block]:
    if sample is None:
        yield Paragraph("No sample was played.")
        return
    first: dict[str, StoredLine] = {}
    for line in sample.log:
        first.setdefault(line.kind, line)
    for line in first.values():
        text = bytes(line.event).decode()
        shown = text if len(text) <= SHOWN_MAX else f"{text[:SHOWN_MAX]} …"
        yield Drawn(f"{line.stream} {line.version}\n{_wrapped(shown)}")


def _wrapped(text: str, width: int = 110) -> str:
    """After commas, so that it stays readable."""
    lines, rest = [], text
    while len(rest) > width:
        cut = rest.rfind(",", 0, width) + 1 or width
        lines.append(rest[:cut])
        rest = rest[cut:]
    return "\n".join([*lines, rest])


def _members(union: Any) -> Iterator[type[Struct]]:
    for each in get_args(union):
        if get_args(each):
            yield from _members(each)
        else:
            yield each


def _words(event: type[Struct]) -> str:
    """Its own docstring, if it has one."""
    return inspect.cleandoc(event.__dict__.get("__doc__") or "").replace("\n", " ")


def _fields(event: type[Struct]) -> dict[str, str]:
    return {field.name: _type(field.type) for field in msgspec.structs.fields(event)}


def _type(of: Any) -> str:
    text = of.__name__ if isinstance(of, type) and not get_args(of) else str(of)
    return text.replace("typing.", "").replace("NoneType", "None")
