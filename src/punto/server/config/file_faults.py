"""Collects all faults of a file while it is read: one line each, in file order.

A key reports only its first fault, because others mostly follow from it. A check over several keys first asks whether
each of them is sound.
"""

from punto.rules.invalid_input import InvalidInput
from punto.server.config.toml_lines import Path

FAULTS_SHOWN_MAX = 100


class InvalidFile(InvalidInput):
    """`floor.toml:14: tables[2].chips: what is wrong`, and so on for every fault."""

    def __init__(self, *faults: str) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


class FileFaults:
    def __init__(self) -> None:
        self._by_path: dict[Path, tuple[int, str]] = {}

    def note(self, path: Path, line: int, text: str) -> None:
        self._by_path.setdefault(path, (line, text))

    def is_sound(self, *paths: Path) -> bool:
        """Whether nothing is wrong at this path, inside it, or around it."""
        return not any(
            path[: len(fault)] == fault or fault[: len(path)] == path for fault in self._by_path for path in paths
        )

    def complain(self) -> None:
        """Raises if anything is wrong."""
        if not self._by_path:
            return
        faults = [text for _, text in sorted(self._by_path.values(), key=lambda fault: fault[0])]
        more = len(faults) - FAULTS_SHOWN_MAX
        raise InvalidFile(*faults[:FAULTS_SHOWN_MAX], *([f"and {more} more"] if more > 0 else []))
