"""A way of playing that each patron chooses."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Mode:
    """It only says which bets do not stand on the felt."""

    id: str
    title: str
    leaves_out: tuple[str, ...]
