"""Where the marks of a road go.

Every road except the bead plate is laid out the same way: a new colour starts a new column, the same colour goes down
until the grid or an earlier tail stops it, then turns right and stays in that row. A road is only appended to and never
scrolls; a display that is too narrow shows its last columns.
"""

from collections.abc import Sequence

ROWS = 6


class Road:
    """Marks in order of arrival: `colours[i]` is at (`columns[i]`, `rows[i]`)."""

    __slots__ = ("_depth", "_last_tail", "_start", "_tails", "colours", "columns", "height", "rows", "streaks")

    def __init__(self, height: int = ROWS) -> None:
        self.height = height
        self.colours: list[str] = []
        self.columns: list[int] = []
        self.rows: list[int] = []
        self.streaks: list[int] = []  # how long each run of one colour is
        self._start = -1  # the column where the last streak starts, and how far down it may go
        self._depth = height
        self._tails = [-1] * height  # for each row, the column where its last tail ends
        self._last_tail = -1  # the furthest of them

    def extend(self, colours: Sequence[str]) -> None:
        """Add marks. One loop, with everything in local names, serves a single mark as well as a whole shoe."""
        start, depth, height, tails, last_tail = self._start, self._depth, self.height, self._tails, self._last_tail
        streaks, length = self.streaks, self.streaks.pop() if self.streaks else 0
        current = self.colours[-1] if self.colours else ""
        add_column, add_row = self.columns.append, self.rows.append
        for colour in colours:
            if colour != current:
                if length:
                    streaks.append(length)
                current, length, depth = colour, 0, height
                start = (start if start > tails[0] else tails[0]) + 1
                if start <= last_tail:
                    depth = next((row for row in range(height) if tails[row] >= start), height)
            if length < depth:
                add_column(start)
                add_row(length)
            else:
                column = tails[depth - 1] = start + length - depth + 1
                last_tail = column if column > last_tail else last_tail
                add_column(column)
                add_row(depth - 1)
            length += 1
        if length:
            streaks.append(length)
        self.colours += colours
        self._start, self._depth, self._last_tail = start, depth, last_tail

    @property
    def width(self) -> int:
        """Columns in use."""
        return max(self._start, self._last_tail) + 1

    def first_visible_column(self, columns: int) -> int:
        """A display that is too narrow drops whole columns on the left."""
        return max(0, self.width - columns)


def bead_position(index: int, height: int = ROWS) -> tuple[int, int]:
    """The bead plate fills column after column, ties included."""
    return divmod(index, height)
