"""The tags of a count as its author writes them.

Either a number for each rank in the deck's order, as studies print them, `0 0 -1 -1 -1 -2 1 2 2 0` (one for all ranks
at the end that count alike), or cards and their tags, `4-7=-1 8-9=+2`; what is not named gets 0.
"""

from itertools import groupby

import numpy as np
import numpy.typing as npt

from punto.rules.cards import Deck
from punto.rules.invalid_input import InvalidInput, shortened

Floats = npt.NDArray[np.float64]

TAG_MAX = 1_000
EXAMPLE = "4-7=-1 8-9=+2"


class InvalidTags(InvalidInput):
    """Tags that no count can have."""


def parse_tags(deck: Deck, text: str) -> Floats:
    """By face, in the order of the deck."""
    entries = text.replace(",", " ").split()
    if not entries:
        raise InvalidTags(f"there are no tags; write them like {EXAMPLE!r}")
    tags = _by_rank(deck, entries) if all("=" not in entry for entry in entries) else _by_name(deck, entries)
    if not tags.any():
        raise InvalidTags(f"{shortened(text)} gives every card 0, which counts nothing")
    return tags


def tags_text(deck: Deck, tags: Floats) -> str:
    """As `parse_tags` reads them: `4=-1 5=-1 8=2`, by rank where suits do not matter and without cards that count 0."""
    ranks = list(dict.fromkeys(face.rank for face in deck.faces))
    of_rank = {
        rank: {float(tag) for tag, face in zip(tags, deck.faces, strict=True) if face.rank == rank} for rank in ranks
    }
    if all(len(found) == 1 for found in of_rank.values()):
        named = [(rank, found.pop()) for rank, found in of_rank.items()]
    else:
        named = [(str(face), float(tag)) for face, tag in zip(deck.faces, tags, strict=True)]
    return " ".join(f"{name}={tag:g}" for name, tag in named if tag)


def _by_rank(deck: Deck, entries: list[str]) -> Floats:
    ranks = list(dict.fromkeys(face.rank for face in deck.faces))
    groups = [list(group) for _, group in groupby(ranks, key=lambda rank: _points(deck, rank))]
    for parts in ([[rank] for rank in ranks], groups):
        if len(parts) == len(entries):
            tag_of = {rank: _tag(entry) for entry, part in zip(entries, parts, strict=True) for rank in part}
            return np.array([tag_of[face.rank] for face in deck.faces])
    wanted = " or ".join(str(count) for count in sorted({len(groups), len(ranks)}))
    raise InvalidTags(
        f"{len(entries)} tags; a list by rank has {wanted} ({ranks[0]} to {ranks[-1]}), or name the cards: {EXAMPLE}"
    )


def _points(deck: Deck, rank: str) -> tuple[int, ...]:
    return tuple(face.points for face in deck.faces if face.rank == rank)


def _by_name(deck: Deck, entries: list[str]) -> Floats:
    tags, given = np.zeros(len(deck.faces)), np.zeros(len(deck.faces), dtype=bool)
    for entry in entries:
        cards, equals, tag = entry.partition("=")
        if not equals:
            raise InvalidTags(f"{shortened(entry)} has no tag; write {entry[:8]}=1, or {EXAMPLE!r} for several")
        places = _places(deck, cards)
        if given[places].any():
            raise InvalidTags(f"{shortened(entry)} tags a card that has a tag already")
        tags[places], given[places] = _tag(tag), True
    return tags


def _places(deck: Deck, cards: str) -> list[int]:
    """Of a rank, a face, or a range of either."""
    for names in ([face.rank for face in deck.faces], [str(face) for face in deck.faces]):
        order = list(dict.fromkeys(names))
        first, _, last = cards.partition("-")
        last = last or first
        if first in order and last in order:
            if order.index(first) > order.index(last):
                raise InvalidTags(f"{shortened(cards)} runs backwards; write {last}-{first}")
            wanted = set(order[order.index(first) : order.index(last) + 1])
            return [place for place, name in enumerate(names) if name in wanted]
    faces = deck.faces
    ten = "; write T for a ten" if cards.startswith("10") else ""
    raise InvalidTags(
        f"{shortened(cards)} is neither a rank ({faces[0].rank} to {faces[-1].rank}) nor a card such as {faces[0]}{ten}"
    )


def _tag(text: str) -> float:
    try:
        tag = float(text.replace("−", "-"))
    except ValueError:
        raise InvalidTags(f"{shortened(text)} is not a number; tags look like {EXAMPLE!r}") from None
    if not abs(tag) <= TAG_MAX:
        raise InvalidTags(f"{shortened(text)} is not between -{TAG_MAX:,} and {TAG_MAX:,}")
    return tag
