"""What came of hurting a floor: how long each patron waited, and whose bets, sockets and messages were lost."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass
class Harm:
    seconds_to_resume: list[float] = field(default_factory=list)  # the longest from a bet's due time to its answer
    seconds_at_rounds: list[float] = field(default_factory=list)  # the same where rounds end, and nobody is answered
    accepted: int = 0  # units that were acknowledged
    lost: int = 0  # of those, units that do not lie
    doubled: int = 0  # units that lie and were not acknowledged
    dropped: int = 0  # sockets that were closed
    given_up: int = 0  # sockets that a patron closed because nothing came
    gaps: int = 0  # numbered messages that were missing
    late: int = 0  # bets that crossed the end of betting
    told_to_wait: int = 0  # patrons
    refusals: list[str] = field(default_factory=list)

    def at(self, share: float) -> float:
        """The time in which this share of them had resumed."""
        return at(share, self.seconds_to_resume)

    def count_money(self, accepted: Mapping[str, int], stored: Mapping[str, int]) -> None:
        """Units of each patron that were acknowledged, and that the floor's log has."""
        for patron in accepted.keys() | stored.keys():
            missing = accepted.get(patron, 0) - stored.get(patron, 0)
            self.accepted += accepted.get(patron, 0)
            self.lost += max(0, missing)
            self.doubled += max(0, -missing)

    def add(self, other: "Harm") -> None:
        self.seconds_to_resume += other.seconds_to_resume
        self.seconds_at_rounds += other.seconds_at_rounds
        self.refusals += other.refusals
        for name in ("accepted", "lost", "doubled", "dropped", "given_up", "gaps", "late", "told_to_wait"):
            setattr(self, name, getattr(self, name) + getattr(other, name))

    @property
    def refusals_in_words(self) -> str:
        counted = Counter(self.refusals).most_common()
        return ", ".join(f"{count} {name}" for name, count in counted) or "0"


def at(share: float, seconds: Sequence[float]) -> float:
    """The time in which this share had resumed; 0 for none."""
    times = sorted(seconds)
    return times[min(len(times) - 1, int(share * len(times)))] if times else 0.0
