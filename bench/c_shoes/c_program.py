"""The C program, built by gcc for this very processor, and what it prints."""

import subprocess
from dataclasses import dataclass
from pathlib import Path

SOURCE = Path(__file__).with_name("shoes.c")
MEASURED = ("coups", "processor-seconds", "wall-seconds")


@dataclass(frozen=True)
class Run:
    coups: int
    processor_seconds: float
    wall_seconds: float

    @property
    def millions_a_second(self) -> float:
        return self.coups / self.processor_seconds / 1e6

    @property
    def had_to_wait(self) -> bool:
        """For a processor that others used: caches were theirs too."""
        return self.wall_seconds > 1.2 * self.processor_seconds


class CProgram:
    def __init__(self, folder: Path) -> None:
        self._program = folder / "shoes"
        subprocess.run(["gcc", "-O3", "-march=native", "-o", str(self._program), str(SOURCE)], check=True)

    def play(self, coups: int, seed: int) -> tuple[Run, dict[str, int]]:
        """At least so many coups, in whole shoes, four at a time; and how often each bet won."""
        command = [str(self._program), str(coups), str(seed)]
        printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        found = dict(line.split() for line in printed.splitlines())
        played, processor, wall = (float(found.pop(name)) for name in MEASURED)
        return Run(int(played), processor, wall), {bet: int(wins) for bet, wins in found.items()}
