"""The same blocks, played by the workers of a Dask cluster (extra `cluster`).

The tables travel to the workers once; a block is three numbers, its answer a few kilobytes. Tallies come back in the
order of the blocks, so a cluster gives to the last bit what one machine gives.
"""

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from punto.analysis.simulation.blocks import Block, BlockTally, in_order, play
from punto.analysis.simulation.limits import CannotSimulate
from punto.analysis.simulation.tables import SimulationTables

if TYPE_CHECKING:
    from distributed import Client

CONNECT_SECONDS = 10
WAITING_PER_THREAD = 3  # the way over the network must not leave a worker idle


class NoCluster(CannotSimulate):
    """No scheduler answers, it has no workers, or the extra is not installed."""


@contextmanager
def tallies_of_cluster(
    address: str, tables: SimulationTables, of: Iterator[Block]
) -> Generator[Iterator[BlockTally], None, None]:
    """Tallies in the order of the blocks. When this begins, every worker has compiled the kernel."""
    with _connected(address) as client:
        threads = sum(client.nthreads().values())
        if not threads:
            raise NoCluster(f"the scheduler at {address} has no workers")
        try:
            client.run(_get_ready, tables)
        except ImportError as error:
            raise NoCluster(f"the workers at {address} lack a part of punto: {_first_line(error)}") from None
        sent = client.scatter(tables, broadcast=True)
        yield in_order(
            lambda block: client.submit(play, sent, block, pure=False), of, at_once=threads * WAITING_PER_THREAD
        )


def _get_ready(tables: SimulationTables) -> int:
    return play(tables, Block(seed=0, number=0, coups=1)).coups


@contextmanager
def _connected(address: str) -> "Iterator[Client]":
    try:
        from distributed import Client
    except ImportError:
        raise NoCluster("it needs Dask: pip install '.[cluster]' in Punto's folder") from None
    try:
        client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise NoCluster(f"no Dask scheduler answers at {address}: {_first_line(error)}") from None
    try:
        yield client
    finally:
        client.close()


def _first_line(error: Exception) -> str:
    return (str(error) or type(error).__name__).split("\n")[0]
