"""The three derived roads and their forecast: does the Main Road repeat itself?

They compare the lengths of the Main Road's streaks (its columns, however they are drawn), looking back one, two or
three of them. Red says that the pattern continues, blue that it changes.
"""

from collections.abc import Sequence

BIG_EYE, SMALL, COCKROACH = 1, 2, 3  # how many columns each looks back
LOOK_BACKS = (BIG_EYE, SMALL, COCKROACH)
RED, BLUE, NO_MARK = "R", "B", "-"


def derived_road(streaks: Sequence[int], look_back: int, *, column: int = 0, row: int = 0) -> list[str]:
    """The colours of the derived marks for the Main Road's marks from (column, row) on."""
    colours: list[str] = []
    for n in range(max(column, look_back), len(streaks)):
        length, left = streaks[n], n - look_back
        if n > column or not row:
            row = 1
            if left:  # a new column: were the two columns it is judged by equally long?
                colours.append(RED if streaks[n - 1] == streaks[left - 1] else BLUE)
        if row < length:  # a longer column: blue where it passes the end of the column over there
            end = streaks[left]
            if row <= end < length:
                colours += RED * (end - row) + BLUE + RED * (length - 1 - end)
            else:
                colours += RED * (length - row)
    return colours


def first_mark(streaks: Sequence[int], look_back: int) -> int:
    """The first mark of the Main Road that has a derived mark; every later one has."""
    return sum(streaks[:look_back]) + 1


def forecast(streaks: Sequence[int], look_back: int, *, same_winner: bool) -> str:
    """The mark that the next win would add: of the side that won last, or of the other."""
    left = len(streaks) - 1 - look_back
    if left < 0:
        return NO_MARK
    is_blue = (streaks[-1] == streaks[left]) == same_winner
    return BLUE if is_blue else RED
