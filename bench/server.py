"""The whole server under load over real sockets: what `punto load` measures, on both engines.

Only figures with a limit are shown here; `punto load` prints the rest.
"""

from collections.abc import Iterator

from bench.figure import Figure
from punto.trials.load.crowd import allow_many_files
from punto.trials.load.plan import Plan
from punto.trials.load.whole_load import whole_load
from tests.server.store.postgres_server import running_postgres


def server_figures() -> Iterator[Figure]:
    plan = Plan()
    allow_many_files(plan.patrons + 1_000)
    yield from _figures("SQLite", plan, None)
    with running_postgres() as address:
        yield from _figures("PostgreSQL", plan, address)


def _figures(engine: str, plan: Plan, database: str | None) -> Iterator[Figure]:
    for reading in whole_load(plan, database, _say_nothing):
        if reading.limit is not None:
            what = f"server on {engine}: {reading.what}"
            yield Figure(what, reading.measured, reading.limit, reading.unit, reading.is_better)


def _say_nothing(_: str) -> None:
    pass
