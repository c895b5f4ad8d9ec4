"""`python -m bench.hurt --patrons 200 --times 100 --only kill,stop`: how long patrons wait, and what is lost.

Prints a line for each repetition on the way and a table at the end. The exit code is 1 when a repetition went wrong or
money does not agree; logs of all nodes are then kept, and their folder is named. Without options it tries each kind
once.
"""

import argparse
import shutil
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

import uvloop

from bench.hurt.kinds import KINDS, Kind, Stage
from bench.hurt.network import ENGINES_AT, Network, NoNamespaces, network_of
from bench.hurt.report import table
from bench.hurt.trial import USUAL, Outcome, Pace, Trial
from punto.trials.edges.nodes import EDGE, FLOOR, ROLES, Cluster, Engines, NotWhole, Role, nodes_of
from punto.trials.edges.patrons import NeverResumed
from punto.trials.load.server_process import HOST
from tests.server.edges.nats_server import NatsServer
from tests.server.store.postgres_server import PostgresServer

NODES, PATRONS, TIMES = 3, 200, 1


def trial(
    roles: Sequence[Role],
    hurts: Sequence[tuple[Kind, Role]],
    folder: Path,
    *,
    patrons: int = PATRONS,
    times: int = TIMES,
    pace: Pace = USUAL,
) -> list[Outcome]:
    """All hurts on one cluster, each node of it in a network of its own where one of them needs that."""
    with ExitStack() as stack:
        network: Network | None = None
        if any(kind.needs_network for kind, _ in hurts):
            network = stack.enter_context(network_of(len(roles)))
        nats = stack.enter_context(NatsServer(ENGINES_AT if network else HOST))
        postgres = stack.enter_context(PostgresServer.made(host=ENGINES_AT if network else ""))
        nodes = nodes_of(roles, network.places if network else ())
        cluster = Cluster(folder, Engines(postgres.address, nats.address), nodes)
        stack.callback(cluster.end)
        running = Trial(Stage(cluster, nats, postgres, network), patrons, pace, _say)
        try:
            uvloop.run(running.run(hurts, times))
        except (NotWhole, NeverResumed) as wrong:
            if not running.outcomes:
                raise
            running.outcomes[-1].troubles.append(f"{running.outcomes[-1].name}, and nothing after it: {wrong}")
        return running.outcomes


def main() -> int:
    wanted = _options()
    roles = [ROLES[name] for name in wanted.roles.split(",")] if wanted.roles else _roles(wanted.nodes)
    hurts = [_hurt(each) for each in wanted.only.split(",")]
    folder = wanted.logs or Path(tempfile.mkdtemp(prefix="punto-hurt-"))
    outcomes, troubles = list[Outcome](), list[str]()
    for is_apart, place in ((False, folder / "here"), (True, folder / "in-namespaces")):
        group = [each for each in hurts if each[0].needs_network is is_apart]
        if not group:
            continue
        place.mkdir(parents=True, exist_ok=True)
        try:
            outcomes += trial(
                roles, group, place, patrons=wanted.patrons, times=wanted.times, pace=Pace(wanted.pause, wanted.play)
            )
        except NoNamespaces as why:
            sys.stderr.write(f"Skipped {', '.join(kind.name for kind, _ in group)}: {why}\n")
        except (NotWhole, NeverResumed) as wrong:
            troubles.append(f"{', '.join(kind.name for kind, _ in group)}: {wrong}")
    for line in table(outcomes):
        sys.stdout.write(f"{line}\n")
    troubles += [trouble for outcome in outcomes for trouble in outcome.troubles]
    harmed = [outcome for outcome in outcomes if outcome.harm.lost + outcome.harm.doubled]
    if troubles or harmed:
        sys.stdout.write("\n".join([f"\nLogs are in {folder}. What went wrong:", *troubles, ""]))
        return 1
    if wanted.logs is None:
        shutil.rmtree(folder)
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.hurt", description=__doc__)
    parser.add_argument(
        "--nodes", type=int, default=NODES, help="two floors, of which one stands by; the rest are edges"
    )
    parser.add_argument("--roles", default="", help=f"instead: the role of each node, of {', '.join(ROLES)}")
    parser.add_argument("--patrons", type=int, default=PATRONS)
    parser.add_argument("--times", type=int, default=TIMES, help="repetitions of each kind")
    parser.add_argument("--only", default=",".join(KINDS), help="KIND or KIND:ROLE, with commas; default: every kind")
    parser.add_argument("--pause", type=float, default=USUAL.pause, help="seconds between bets of a patron")
    parser.add_argument("--play", type=float, default=USUAL.play, help="seconds before each hurt; pits get tables then")
    parser.add_argument("--logs", type=Path, help="keep the logs of all nodes in this folder")
    return parser.parse_args()


def _roles(nodes: int) -> list[Role]:
    return [FLOOR, FLOOR, *[EDGE] * (nodes - 2)]


def _hurt(text: str) -> tuple[Kind, Role]:
    kind, _, role = text.partition(":")
    return KINDS[kind], ROLES[role or "floor"]


def _say(line: str) -> None:
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()


if __name__ == "__main__":
    sys.exit(main())
