"""What a pit measures at its tables. It travels to the floor with each beat, so that one page has every table."""

from collections import Counter

from punto.server.figures.metrics import Metrics
from punto.server.protocol.links.pit_link import Observed

TIMES_MAX = 2_000  # of each kind between two beats; what is more is not measured

_US = 1_000_000


class PitMetrics:
    """`TableMetrics`, since the last beat."""

    def __init__(self) -> None:
        self._clear()

    def _clear(self) -> None:
        self._commands: Counter[str] = Counter()
        self._answers: list[int] = []
        self._commits: list[tuple[int, int]] = []
        self._late: list[tuple[str, int]] = []

    def batch_answered(self, table: str, commands: int, milliseconds: float) -> None:
        self._commands[table] += commands
        if len(self._answers) < TIMES_MAX:
            self._answers.append(round(milliseconds * 1_000))

    def refused(self, refusal: str) -> None:
        """The floor counts what it answers patrons."""

    def committed(self, changes: int, seconds: float) -> None:
        if len(self._commits) < TIMES_MAX:
            self._commits.append((changes, round(seconds * _US)))

    def rang(self, phase: str, late_seconds: float) -> None:
        if len(self._late) < TIMES_MAX:
            self._late.append((phase, round(late_seconds * _US)))

    def take(self) -> Observed | None:
        """None: nothing has happened."""
        if not (self._commands or self._answers or self._commits or self._late):
            return None
        observed = Observed(dict(self._commands), self._answers, self._commits, self._late)
        self._clear()
        return observed


def add_to(metrics: Metrics, observed: Observed) -> None:
    """At the floor."""
    for table, commands in observed.commands.items():
        metrics.commands_answered(table, commands)
    for us in observed.answers_us:
        metrics.answered_in(us / _US)
    for changes, us in observed.commits:
        metrics.committed(changes, us / _US)
    for phase, us in observed.late:
        metrics.rang(phase, us / _US)
