"""What an inspection has found: each contradiction with its place, what is there and what should be."""

from collections.abc import Callable

from msgspec import Struct

FINDINGS_KEPT = 10_000  # the rest is only counted


class Finding(Struct, frozen=True):
    stream: str  # empty: of the floor as a whole
    version: int | None  # of the event
    what: str
    says: str
    should: str

    @property
    def line(self) -> str:
        place = " ".join(filter(None, (self.stream, "" if self.version is None else str(self.version))))
        return f"{place + ': ' if place else ''}{self.what} says {self.says or 'nothing'}, should say {self.should}"


class Findings:
    """Collects them; `tell` hears of each at once."""

    def __init__(self, tell: Callable[[Finding], None] = lambda _finding: None) -> None:
        self._tell = tell
        self.kept: list[Finding] = []
        self.count = 0
        self.not_checked: dict[str, None] = {}  # why, each once

    def add(self, stream: str, version: int | None, what: str, *, says: object, should: object) -> None:
        finding = Finding(stream, version, what, str(says), str(should))
        self.count += 1
        if self.count <= FINDINGS_KEPT:
            self.kept.append(finding)
            self._tell(finding)

    def expect(self, stream: str, version: int | None, what: str, *, says: object, should: object) -> bool:
        """Whether they agree; if not, that is found."""
        if says == should:
            return True
        self.add(stream, version, what, says=says, should=should)
        return False

    def leave_out(self, why: str) -> None:
        """Something could not be checked, which is not the same as found correct."""
        self.not_checked[why] = None
