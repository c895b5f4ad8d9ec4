"""Why a side drew or stood, in words, found by asking the drawing rule itself.

No rule is written down here: the rule is asked what it would do with every other total, or with every other third
card, and the sentence lists the answers. So the words fit any rule and cannot disagree with it.
"""

from collections.abc import Callable, Iterable

from punto.rules.coup import DEALT_FIRST, Dealing
from punto.rules.drawing import Showing
from punto.rules.hand import BANKER, PLAYER, Hand, Side


def why_next(dealing: Dealing, player: Hand, banker: Hand) -> str:
    """Why the next card goes where it goes, or why there is none."""
    if player.size + banker.size < len(DEALT_FIRST):
        return "Both sides get two cards."
    seen = _Asked(dealing, Showing.of(player), Showing.of(banker))
    match dealing.next_side(player, banker):
        case Side.PLAYER:
            return f"Player has {_number(seen.player.total)} and draws: {seen.player_draws_on()}."
        case Side.BANKER:
            return f"Banker has {_number(seen.banker.total)} and draws: {seen.banker_draws_on()}."
    return seen.why_none()


class _Asked:
    """The rule, asked about two hands and about hands like them."""

    def __init__(self, dealing: Dealing, player: Showing, banker: Showing) -> None:
        self.player = player
        self.banker = banker
        self._drawing = dealing.drawing
        points = dealing.drawing.points
        self._totals = sorted({dealing.scoring.total(first, second) for first in points for second in points})
        self._points = sorted(points)

    def player_draws_on(self) -> str:
        def draws_on(banker: int) -> list[int]:
            return [each for each in self._totals if self._next(Showing(each), Showing(banker)) is PLAYER]

        against = "" if self._is_always_one(draws_on) else f" against Banker's {_number(self.banker.total)}"
        return f"Player draws on {_listed(draws_on(self.banker.total))}{against}"

    def banker_draws_on(self) -> str:
        third = self.player.third
        if third is None:
            totals = [each for each in self._totals if self._next(self.player, Showing(each)) is BANKER]
            return f"Player stands on {_number(self.player.total)}, and Banker draws on {_listed(totals)}"
        against = self._thirds_that_draw(self.player.total)
        total = _number(self.banker.total)
        return f"Player's third card counts {_number(third)}, and on {total} Banker draws against {_listed(against)}"

    def why_none(self) -> str:
        player, banker = _number(self.player.total), _number(self.banker.total)
        third = self.player.third
        if self.banker.third is not None:
            return "Banker has a third card, which ends the round."
        if third is None and self._drawing.is_natural_stop(self.player.total, self.banker.total):
            return f"Player {player}, Banker {banker}: a natural ends the round."
        if third is None:
            return f"Player has {player} and Banker {banker}: the rule calls for no third card."
        against = self._thirds_that_draw(self.player.total)
        if not against:
            return f"Banker has {banker} and stands."
        return (
            f"Banker has {banker} and stands: it draws against {_listed(against)}, "
            f"and Player's third card counts {_number(third)}."
        )

    def _thirds_that_draw(self, player_total: int) -> list[int]:
        return [each for each in self._points if self._next(Showing(player_total, each), self.banker) is BANKER]

    def _is_always_one(self, answers: Callable[[int], list[int]]) -> bool:
        """Whether the answer is the same for every total of the other side that leaves one."""
        return len({tuple(found) for each in self._totals if (found := answers(each))}) == 1

    def _next(self, player: Showing, banker: Showing) -> Side | None:
        return self._drawing.next_to_draw(player, banker)


def _listed(numbers: Iterable[int]) -> str:
    """`0 to 7 or 9`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    *first, last = [_run(run) for run in runs]
    return f"{', '.join(first)} or {last}" if first else last


def _run(run: list[int]) -> str:
    first, last = _number(run[0]), _number(run[-1])
    return first if len(run) == 1 else f"{first} or {last}" if len(run) == 2 else f"{first} to {last}"


def _number(number: int) -> str:
    return str(number).replace("-", "−")
