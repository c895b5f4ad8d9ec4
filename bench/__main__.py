"""`make bench`: every figure with its limit and their ratio; above 1.00 the limit is met."""

import sys
from collections.abc import Iterable
from itertools import chain

from rich.console import Console
from rich.table import Table

from bench.c_server.against_c import against_c_figures
from bench.c_shoes.against_c import shoes_against_c_figures
from bench.client import client_figures
from bench.command_line import command_line_figures
from bench.cores import core_figures
from bench.dealing import dealing_figures
from bench.edges import edge_figures
from bench.exposure import exposure_figures
from bench.figure import Figure
from bench.hurt.figures import hurt_figures
from bench.latency import latency_figures
from bench.live_table import live_table_figures
from bench.ready import ready_figures
from bench.roads import road_figures
from bench.server import server_figures
from bench.simulation import simulation_figures
from bench.solver import solver_figures
from bench.squeeze import squeeze_figures
from bench.standby import standby_figures
from bench.starts import start_figures
from bench.stores import store_figures
from bench.tables import table_figures

MEASURES = (
    road_figures,
    table_figures,
    store_figures,
    solver_figures,
    exposure_figures,
    simulation_figures,
    shoes_against_c_figures,
    command_line_figures,
    start_figures,
    server_figures,
    standby_figures,
    edge_figures,
    core_figures,
    against_c_figures,
    latency_figures,
    ready_figures,
    hurt_figures,
    live_table_figures,
    client_figures,
    squeeze_figures,
    dealing_figures,
)


def main() -> int:
    figures = list(_measured(chain.from_iterable(measure() for measure in MEASURES)))
    table = Table("figure", "measured", "limit", "ratio")
    for figure in figures:
        style = "" if figure.ratio >= 1 else "red"
        table.add_row(figure.what, figure.measured_text, figure.limit_text, f"{figure.ratio:.2f}", style=style)
    Console(width=None if sys.stdout.isatty() else 100).print(table)
    return 0 if all(figure.ratio >= 1 for figure in figures) else 1


def _measured(figures: Iterable[Figure]) -> Iterable[Figure]:
    for figure in figures:
        sys.stderr.write(f"{figure.what}: {figure.measured_text}\n")
        yield figure


if __name__ == "__main__":
    sys.exit(main())
