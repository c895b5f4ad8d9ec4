"""The outcomes as a table for docs/benchmarks.md. "Too late" are bets whose betting ended while the floor was away."""

from collections.abc import Iterator, Sequence

from bench.hurt.trial import Outcome
from punto.trials.edges.harm import at

HEAD = (
    "| what is done | times | patrons wait, p50 / p99 / max | where rounds end | goal, p99 | sockets closed "
    "| bets refused | too late | bets lost or doubled | rounds ended |"
)
RULE = "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"


def table(outcomes: Sequence[Outcome]) -> Iterator[str]:
    yield HEAD
    yield RULE
    yield from map(_row, outcomes)


def _row(outcome: Outcome) -> str:
    harm, goal = outcome.harm, outcome.kind.goal
    cells = (
        outcome.kind.what.replace("the owner", f"the {outcome.role.name}"),
        f"{outcome.times}",
        _seconds(harm.seconds_to_resume),
        _seconds(harm.seconds_at_rounds),
        f"≤ {goal:g} s" + ("" if harm.at(0.99) <= goal else "; **missed**"),
        f"{harm.dropped or 'none'}",
        harm.refusals_in_words if harm.refusals else "none",
        f"{harm.late or 'none'}",
        "none" if not harm.lost + harm.doubled else f"**{harm.lost} and {harm.doubled} units**",
        f"{outcome.rounds:,}",
    )
    return f"| {' | '.join(cells)} |"


def _seconds(waits: Sequence[float]) -> str:
    return f"{at(0.5, waits):.2f} / {at(0.99, waits):.2f} / {at(1.0, waits):.2f} s"
