"""`python -m bench.scale`: the tables of docs/scale.md. `--simulate` plays small floors beside the model as well."""

import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields, replace
from math import ceil

from bench.scale.costs import SHARED_BATCHES, Costs
from bench.scale.model import TARGET, Load, Needs, Resource, needs
from bench.scale.simulation import simulate
from bench.scale.sizing import floors_for, with_enough_edges

MILLION = Load(patrons=1_000_000, tables=10_000, edges=1)
LOBBY_PAGE = 24  # tables
ONE_FLOOR = (1_000, 5_000, 10_000, 20_000, 50_000, 100_000)  # patrons, a hundred at each table
SIMULATED = (  # how much slower than ours, and what is played
    (10, Load(patrons=300, tables=30, edges=1)),
    (10, Load(patrons=1_000, tables=10, edges=2)),
    (25, Load(patrons=1_000, tables=20, edges=2)),
    (40, Load(patrons=1_000, tables=10, edges=2)),
    (50, Load(patrons=1_000, tables=10, edges=2)),
    (130, Load(patrons=1_000, tables=10, edges=2)),
)


def main(arguments: Sequence[str]) -> None:
    for title, rows in tables():
        sys.stdout.write(f"\n{title}\n\n" + "\n".join(written(rows)) + "\n")
    if "--simulate" in arguments:
        sys.stdout.write("\nThe simulation beside the model\n\n" + "\n".join(written(_simulated())) + "\n")


def tables() -> Iterable[tuple[str, Iterable[Sequence[str]]]]:
    yield "Unit costs", _costs()
    yield "One floor, a hundred patrons at each table", _one_floor()
    yield "A million patrons at ten thousand tables", _million()


def written(rows: Iterable[Sequence[str]]) -> list[str]:
    """As Markdown."""
    head, *body = (f"| {' | '.join(row)} |" for row in rows)
    return [head, "|" + " --- |" * (head.count(" | ") + 1), *body]


def _costs() -> Iterable[Sequence[str]]:
    yield "cost", "value", "source"
    for each in fields(Costs):
        unit = "µs" if each.name.endswith("_us") else ""
        source = f"assumed: {each.metadata['source']}" if each.metadata["is_assumed"] else each.metadata["source"]
        yield each.metadata["what"], f"{each.default:,g} {unit}".strip(), source


def _one_floor() -> Iterable[Sequence[str]]:
    yield (
        "patrons",
        "bets/s",
        "commits/s",
        "messages/s",
        "floor",
        "store",
        "bus",
        "edges",
        "bets sharing batches: floor",
        "first",
    )
    for patrons in ONE_FLOOR:
        load = with_enough_edges(Costs(), Load(patrons, patrons // 100, 1))
        found, shared = needs(Costs(), load), needs(SHARED_BATCHES, load)
        of_one = {each: found.utilisation[each] for each in Resource if each is not Resource.EDGES}
        yield (
            f"{patrons:,}", f"{found.rates.bets:,.0f}", f"{found.commits_a_second:,.0f}",
            f"{found.rates.messages:,.0f}",
            *(_percent(of_one[each]) for each in (Resource.FLOOR, Resource.STORE, Resource.BUS)), str(load.edges),
            _percent(shared.utilisation[Resource.FLOOR]), max(of_one, key=lambda each: of_one[each]).value,
        )  # fmt: skip


def _million() -> Iterable[Sequence[str]]:
    """Today's architecture twice, then the one that is not built, with today's lobby and with another."""
    yield "what", "floors side by side", "bets sharing batches", "tables by leases", "and a lobby in pages"
    found: list[tuple[int, Load, Needs]] = []
    for costs in (Costs(), SHARED_BATCHES):
        floors = floors_for(costs, MILLION)
        load = with_enough_edges(costs, MILLION.split(floors))
        found.append((floors, load, needs(costs, load)))
    for whole in (MILLION, replace(MILLION, lobby_page=LOBBY_PAGE)):
        load = with_enough_edges(Costs(), whole)
        found.append((1, load, needs(Costs(), load)))
    yield "floors with a store each", *(f"{floors:,}" for floors, _, _ in found)
    yield "patrons and tables of one", *(f"{load.patrons:,} at {load.tables:,}" for _, load, _ in found)
    yield "cores for tables", *(_cores(floors * each.utilisation[Resource.FLOOR]) for floors, _, each in found)
    yield "cores for edges", *(f"{floors * load.edges:,}" for floors, load, _ in found)
    yield (
        "stores below 70 %",
        *(f"{floors * ceil(each.utilisation[Resource.STORE] / TARGET)}" for floors, _, each in found),
    )
    yield "how busy each floor's store is", *(_percent(each.utilisation[Resource.STORE]) for _, _, each in found)
    figures: tuple[tuple[str, Callable[[Needs], float]], ...] = (
        ("bets a second, in all", lambda each: each.rates.bets),
        ("messages to sockets a second", lambda each: each.rates.messages),
        ("of them lobby", lambda each: each.rates.lobby_messages),
        ("MB a second between floors and edges", lambda each: each.bus_bytes_a_second / 1e6),
        ("million rows a day", lambda each: each.rows_a_day / 1e6),
        ("GB stored a day", lambda each: each.stored_bytes_a_day / 1e9),
        ("GB of memory, floors", lambda each: each.floor_memory_bytes / 1e9),
        ("GB of memory, edges", lambda each: each.edge_memory_bytes / 1e9),
    )
    for what, of in figures:
        yield what, *(f"{floors * of(each):,.0f}" for floors, _, each in found)


def _cores(work: float) -> str:
    return f"{ceil(work / TARGET):,}"


def _simulated() -> Iterable[Sequence[str]]:
    yield "slower by", "patrons, tables, edges", *(each.value for each in Resource), "a bet's p99", "first / explodes"
    for factor, load in SIMULATED:
        costs = Costs().slowed(factor)
        model, seen = needs(costs, load), simulate(costs, load, rounds=4)
        yield (
            str(factor), f"{load.patrons:,}, {load.tables}, {load.edges}",
            *(f"{_percent(model.utilisation[each])} / {_percent(seen.utilisation[each])}" for each in Resource),
            f"{seen.bet_p99_ms:,.0f} ms", f"{model.saturates_first} / {seen.explodes or 'nothing'}",
        )  # fmt: skip


def _percent(share: float) -> str:
    return f"{share:.0%}"


if __name__ == "__main__":
    main(sys.argv[1:])
