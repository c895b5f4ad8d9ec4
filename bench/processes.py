"""Processes of a server, by what they do, and the processor time that each has taken.

Sessions of PostgreSQL are processes that take over from one another, so they are known by how busy they were.
"""

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from punto.trials.load.server_process import ServerProcess, busy_seconds, children

Times = dict[str, float]  # by name
POSTGRES = "PostgreSQL"


def spent_between(before: Times, after: Times) -> Times:
    """Seconds of each process, PostgreSQL's by rank: the busiest is the first."""
    spent = {name: seconds - before.get(name, 0.0) for name, seconds in after.items()}
    ranked = sorted((seconds for name, seconds in spent.items() if name.startswith(POSTGRES)), reverse=True)
    others = {name: seconds for name, seconds in spent.items() if not name.startswith(POSTGRES)}
    return others | {f"{POSTGRES} {rank}": seconds for rank, seconds in enumerate(ranked, start=1)}


def times_of(server: ServerProcess, postgres: int | None) -> Times:
    """Seconds of every process of a server, and of its PostgreSQL, if it has one of its own."""
    names = dict(_names(server))
    if postgres is not None:
        names |= {pid: f"{POSTGRES} {pid}" for pid in _tree(postgres)}
    times: defaultdict[str, float] = defaultdict(float)
    for pid, name in names.items():
        times[name] += _busy(pid)
    return dict(times)


def _names(server: ServerProcess) -> Iterator[tuple[int, str]]:
    """In a group the parent has one child that runs the floor, which alone has children of its own."""
    inside = children(server.pid)
    floors = [pid for pid in inside if children(pid)]
    if not floors:
        yield server.pid, "server"
        yield from ((pid, "store") for pid in inside)
        return
    yield server.pid, "parent"
    edges = 0
    for pid in inside:
        if pid in floors:
            yield pid, "floor"
            yield from ((each, "store") for each in _tree(pid) if each != pid)
        else:
            edges += 1
            yield pid, f"edge {edges}"


def _tree(pid: int) -> list[int]:
    return [pid, *(each for child in children(pid) for each in _tree(child))]


def _busy(pid: int) -> float:
    """A helper of PostgreSQL may have ended meanwhile."""
    return busy_seconds(pid) if Path(f"/proc/{pid}").exists() else 0.0
