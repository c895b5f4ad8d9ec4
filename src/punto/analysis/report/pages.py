"""Which parts of a paper stand on which page, so that no page is left half empty and no part is torn.

Parts keep their order. Of all ways to break them into pages the one that wastes least room is taken, where a waste
counts by its square: one page half empty is worse than five that end a little early. Pictures may shrink a little to
let a page fill, and parts stand a little further apart where room is left.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

SHRUNK_MOST = 0.82  # of a picture's size
STRETCHED_MOST = 9.0  # points between two parts
LAST_PAGE = 0.25  # what room counts there, of what it counts elsewhere: a paper may end early
TORN_OFF = 0.04  # for words that a page parts from what they belong to


@dataclass(frozen=True)
class Part:
    """Something that stands on one page, with the space above it when it is not the first."""

    height: float
    space: float
    picture: float = 0.0  # of its height, what a picture takes
    leads: bool = False  # words that introduce the next part
    follows: bool = False  # words that add to the part before


@dataclass(frozen=True)
class Page:
    first: int  # of its parts
    end: int
    scale: float  # of its pictures
    fill: float  # of its height
    stretch: float  # more space above each of its parts but the first


def pages(parts: Sequence[Part], height: float) -> tuple[Page, ...]:
    """A part that is higher than a page has pages of its own."""

    @cache
    def best_from(first: int) -> tuple[float, tuple[Page, ...]]:
        if first == len(parts):
            return 0.0, ()
        found = []
        for end in range(first + 1, len(parts) + 1):
            page = _page(parts, first, end, height)
            if page is None:
                break
            cost, rest = best_from(end)
            found.append((cost + _cost(page, parts), (page, *rest)))
        return min(found, key=lambda each: each[0])

    for first in range(len(parts) - 1, -1, -1):  # from the end, so that the recursion is never deep
        best_from(first)
    return best_from(0)[1]


def _page(parts: Sequence[Part], first: int, end: int, height: float) -> Page | None:
    """None where the parts do not fit together."""
    on_it = parts[first:end]
    pictures = sum(part.picture for part in on_it)
    words = sum(part.height for part in on_it) + sum(part.space for part in on_it[1:]) - pictures
    if words + pictures * SHRUNK_MOST > height and len(on_it) > 1:
        return None
    scale = min(1.0, max(SHRUNK_MOST, (height - words) / pictures)) if pictures else 1.0
    used = words + pictures * scale
    stretch = min(STRETCHED_MOST, max(0.0, height - used) / max(1, len(on_it) - 1))
    return Page(first, end, scale, min(1.0, used / height), stretch)


def _cost(page: Page, parts: Sequence[Part]) -> float:
    waste = (1 - page.fill) ** 2
    torn = TORN_OFF if page.first and parts[page.first].follows else 0.0
    if page.end == len(parts):
        return torn + waste * LAST_PAGE
    return torn + waste + (TORN_OFF if parts[page.end - 1].leads else 0.0)
