"""Who takes a third card.

A drawing rule answers one question: given what the hands show so far, which side draws next, if any? Punto
banco's is the picture that every rule sheet prints; multicolor's is a short function. Both see only two-card
totals and the points of a third card, which is why a coup can be counted without looking at its faces.
"""

from collections.abc import Callable
from dataclasses import dataclass
from textwrap import dedent, indent

from punto.rules.cards import EIGHT_COLOUR_DECKS
from punto.rules.hand import BANKER, PLAYER, Hand, Side
from punto.rules.invalid_input import InvalidInput
from punto.rules.scoring import NEGATIVE_BEATS_POSITIVE

NATURAL_TOTALS = (8, 9)
UNITS = range(10)
MULTICOLOR_GAP_MAX = 11  # with a negative hand on the table, a wider gap ends the coup


class InvalidDrawingPicture(InvalidInput):
    """A picture with a cell missing, given twice, or neither D nor S."""


@dataclass(frozen=True, slots=True)
class Showing:
    """What a drawing rule may know of a hand: its two-card total, and the points of a third card once it has one."""

    total: int
    third: int | None = None

    @classmethod
    def of(cls, hand: Hand) -> "Showing":
        return cls(hand.two_card_total, hand.third.points if hand.third else None)


@dataclass(frozen=True)
class DrawingRule:
    next_to_draw: Callable[[Showing, Showing], Side | None]  # player's hand, banker's hand
    is_natural_stop: Callable[[int, int], bool]  # both two-card totals: does an 8 or 9 end the coup?
    points: frozenset[int]  # what cards may count under this rule
    explanation: str


def drawing_rule(*, player: str, banker: str) -> DrawingRule:
    """Punto banco's rule, read from two pictures of D (draw) and S (stand)."""
    player_draws = {total: cells[0] for total, cells in _read_rows(_transposed(player), ["total", "draws"]).items()}
    banker_draws = _read_rows(banker, ["total", "none", *map(str, UNITS)])

    def next_to_draw(player: Showing, banker: Showing) -> Side | None:
        if banker.third is not None or is_natural_stop(player.total, banker.total):
            return None
        if player.third is None and player_draws[player.total]:
            return PLAYER
        column = 0 if player.third is None else player.third + 1
        return BANKER if banker_draws[banker.total][column] else None

    def is_natural_stop(player_total: int, banker_total: int) -> bool:
        return player_total in NATURAL_TOTALS or banker_total in NATURAL_TOTALS

    return DrawingRule(
        next_to_draw,
        is_natural_stop,
        points=frozenset(UNITS),
        explanation=(
            "A two-card 8 or 9 on either side is a natural, and both sides stand. Otherwise each side draws (D) or "
            f"stands (S) on its two-card total, Player first:\n\n{_as_block(player)}\n\nBanker also goes by the points "
            f"of Player's third card; “none” means that Player stood:\n\n{_as_block(banker)}"
        ),
    )


def _as_block(picture: str) -> str:
    return indent(dedent(picture.strip("\n")).rstrip(), "    ")


def _transposed(picture: str) -> str:
    """Player's two lines, total and draws, as one line for each total under a heading."""
    match [line.split() for line in picture.split("\n") if line.strip()]:
        case [["total", *totals], ["draws", *draws]] if len(totals) == len(draws):
            return "\n".join(["total draws", *map(" ".join, zip(totals, draws, strict=True))])
    raise InvalidDrawingPicture("Player's picture is a line of totals and, below it, a line of as many letters")


def _read_rows(picture: str, heading: list[str]) -> dict[int, list[bool]]:
    """Each total from 0 to 7 with its cells, True where the side draws."""
    rows: dict[int, list[bool]] = {}
    first, *lines = [line.split() for line in picture.split("\n") if line.strip()] or [[]]
    if first != heading:
        raise InvalidDrawingPicture(f"the heading is {' '.join(heading)!r}, not {' '.join(first)!r}")
    for label, *cells in lines:
        if len(cells) != len(heading) - 1 or not set(cells) <= {"D", "S"}:
            wanted = f"{len(heading) - 1} letters, each D or S"
            raise InvalidDrawingPicture(f"row {label} needs {wanted}, and has: {' '.join(cells)}")
        for total in _totals(label):
            if total in rows:
                raise InvalidDrawingPicture(f"total {total} stands here twice")
            rows[total] = [cell == "D" for cell in cells]
    if missing := set(range(8)) ^ set(rows):
        raise InvalidDrawingPicture(f"totals from 0 to 7 are wanted; wrong or missing: {sorted(missing)}")
    return rows


def _totals(label: str) -> range:
    """`3` or `0-2`."""
    first, _, last = label.partition("-")
    if not first.isdecimal() or not (last or first).isdecimal():
        raise InvalidDrawingPicture(f"a row starts with its total, such as 3 or 0-2, not {label!r}")
    return range(int(first), int(last or first) + 1)


PUNTO_BANCO_DRAWING = drawing_rule(
    player="""
        total  0 1 2 3 4 5 6 7
        draws  D D D D D D S S
    """,
    banker="""
        total  none  0 1 2 3 4 5 6 7 8 9
         0-2     D   D D D D D D D D D D
          3      D   D D D D D D D D S D
          4      D   S S D D D D D D S S
          5      D   S S S S D D D D S S
          6      S   S S S S S S D D S S
          7      S   S S S S S S S S S S
    """,  # columns: points of Player's third card, "none" when Player stood
)


def _multicolor_next(player: Showing, banker: Showing) -> Side | None:
    if banker.third is not None or player.total == banker.total:
        return None
    return _positive_next(player, banker) if min(player.total, banker.total) >= 0 else _negative_next(player, banker)


def _positive_next(player: Showing, banker: Showing) -> Side | None:
    if _multicolor_natural(player.total, banker.total):
        return None
    if player.third is None and player.total <= 5:
        return PLAYER
    return BANKER if banker.total <= 5 and _a_card_could_change_the_winner(player, banker.total) else None


def _negative_next(player: Showing, banker: Showing) -> Side | None:
    if abs(player.total - banker.total) > MULTICOLOR_GAP_MAX:
        return None
    leader = _multicolor_leader(player, banker.total)
    if player.third is None:
        return BANKER if leader is PLAYER else PLAYER
    return BANKER if leader is PLAYER else None


def _multicolor_natural(player_total: int, banker_total: int) -> bool:
    totals = player_total, banker_total
    return player_total != banker_total and min(totals) >= 0 and max(totals) in NATURAL_TOTALS


def _a_card_could_change_the_winner(player: Showing, banker_total: int) -> bool:
    """Whatever is left in the shoe: all 22 values count, so that drawing tells nothing about the cards to come."""
    now, with_third = _multicolor_leader(player, banker_total), NEGATIVE_BEATS_POSITIVE.with_third
    return any(_multicolor_leader(player, with_third(banker_total, points)) is not now for points in MULTICOLOR_POINTS)


def _multicolor_leader(player: Showing, banker_total: int) -> Side | None:
    total = player.total if player.third is None else NEGATIVE_BEATS_POSITIVE.with_third(player.total, player.third)
    return NEGATIVE_BEATS_POSITIVE.winner(total, banker_total)


MULTICOLOR_POINTS = frozenset(card.points for card in EIGHT_COLOUR_DECKS.faces)

MULTICOLOR_DRAWING = DrawingRule(
    _multicolor_next,
    _multicolor_natural,
    points=MULTICOLOR_POINTS,
    explanation=(
        "Equal two-card totals are an immediate tie.\n"
        "\n"
        "If both totals are zero or more, an 8 or 9 on either side ends the round. Otherwise Player draws on 0 to 5 "
        "and stands on 6 and 7. Then Banker draws on 0 to 5, unless no card could change who wins.\n"
        "\n"
        "If a total is negative and the two are more than 11 apart, the round ends. Otherwise the side that is behind "
        "draws. If that is Banker, the round ends after its card. If it is Player, Banker draws only if Player now "
        "leads."
    ),
)
