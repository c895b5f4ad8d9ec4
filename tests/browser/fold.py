"""What a squeezed card must look like from above, worked out here anew and in another way than the client does it.

A place on the table is looked at from above: it shows whatever paper lies highest over it. Paper behind the fold line
stands at a height of its own on the roll, so the place is traced back to each depth that is seen there.
"""

from dataclasses import dataclass
from math import asin, hypot, pi, sin

RADIUS_OF_WIDTH = 0.085
INWARDS = {
    "top": (0, 1),
    "top_right": (-1, 1),
    "right": (-1, 0),
    "bottom_right": (-1, -1),
    "bottom": (0, -1),
    "bottom_left": (1, -1),
    "left": (1, 0),
    "top_left": (1, 1),
}
NOTHING, BACK, FACE = "nothing", "back", "face"


@dataclass(frozen=True)
class Fold:
    width: float
    height: float
    normal: tuple[float, float]
    line: float
    radius: float

    def _is_paper(self, x: float, y: float) -> bool:
        return 0 <= x <= self.width and 0 <= y <= self.height

    def _behind(self, x: float, y: float) -> float:
        return self.line - x * self.normal[0] - y * self.normal[1]

    def _has_paper_at(self, x: float, y: float, depth: float) -> bool:
        """Whether paper of this depth, had it stayed flat, would be carried to this place."""
        back = depth - self._behind(x, y)
        return self._is_paper(x - self.normal[0] * back, y - self.normal[1] * back)

    def seen_at(self, x: float, y: float) -> str:
        outside, half = self._behind(x, y), pi * self.radius
        if outside <= 0:
            if self._has_paper_at(x, y, half - outside):
                return FACE
            return BACK if self._is_paper(x, y) else NOTHING
        if outside > self.radius:
            return NOTHING
        rising = self.radius * asin(outside / self.radius)
        if self._has_paper_at(x, y, half - rising):
            return FACE
        return BACK if self._has_paper_at(x, y, rising) else NOTHING

    @property
    def revealed_share(self) -> float:
        """Of the printed side, counted on a fine grid."""
        steps, quarter = 240, pi / 2 * self.radius
        places = (
            (self.width * (column + 0.5) / steps, self.height * (row + 0.5) / steps)
            for row in range(steps)
            for column in range(steps)
        )
        return sum(self._behind(x, y) > quarter for x, y in places) / steps**2


def fold_of(size: tuple[float, float], grip: str, moved: tuple[float, float]) -> Fold:
    width, height = size
    across, down = INWARDS[grip]
    x = moved[0] if moved[0] * across > 0 else 0.0
    y = moved[1] if moved[1] * down > 0 else 0.0
    pull = hypot(x, y)
    normal = x / pull, y / pull
    start = (1 - across) / 2 * width, (1 - down) / 2 * height
    radius = RADIUS_OF_WIDTH * min(width, height)
    line = start[0] * normal[0] + start[1] * normal[1] + _curled(pull, radius)
    return Fold(width, height, normal, line, radius)


def _curled(pull: float, radius: float) -> float:
    """Newton's way to the paper that has left its place, from where it is easy."""
    if pull >= pi * radius:
        return (pull + pi * radius) / 2
    curled = pi * radius / 2
    for _ in range(60):
        slope = 1 - _cosine(curled / radius)
        curled -= (curled - radius * sin(curled / radius) - pull) / max(slope, 1e-3)
    return curled


def _cosine(angle: float) -> float:
    return sin(pi / 2 - angle)
