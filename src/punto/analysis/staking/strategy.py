"""What a staking strategy is: a generator that yields stakes and receives what they won.

    @strategy("flat", "one unit on every round")
    def flat(patron):
        while True:
            won = yield patron.stake(1)

It yields one stake, several, or None to sit out a round, and receives the payout of that round in units, negative when
it lost. Each session starts a new generator, so its variables are its memory; returning leaves the table.
"""

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field

from punto.rules.invalid_input import InvalidInput


class InvalidStake(InvalidInput):
    """A strategy staked something impossible."""


@dataclass(frozen=True, slots=True)
class Stake:
    """Whole units on a bet."""

    bet: str
    units: int


Stakes = Stake | Sequence[Stake] | None
Play = Generator[Stakes, float, None]


@dataclass
class Patron:
    """What a strategy can see."""

    bet: str  # the bet that the strategy was asked to play
    bankroll: float  # in units
    coup: int = 1  # of the shoe, counted from 1
    results: list[str] = field(default_factory=list)  # of the shoe so far: B, P, T
    expectations: Mapping[str, float] = field(default_factory=dict)  # of each bet for the cards left, if it counts
    variances: Mapping[str, float] = field(default_factory=dict)  # of each bet, fresh shoe

    def stake(self, units: int, bet: str | None = None) -> Stake:
        return Stake(bet or self.bet, units)


@dataclass(frozen=True)
class Steps:
    """A strategy that needs no more memory than a place in a list of stakes; a push changes nothing."""

    units: tuple[int, ...]
    after_win: tuple[int, ...]  # the next place, by place
    after_loss: tuple[int, ...]

    def play(self, patron: Patron) -> Play:
        place = 0
        while True:
            won = yield patron.stake(self.units[place])
            place = self.after_win[place] if won > 0 else self.after_loss[place] if won < 0 else place


@dataclass(frozen=True)
class Strategy:
    name: str
    explanation: str
    play: Callable[[Patron], Play]
    counts_cards: bool = False  # whether it wants to know each bet's expectation for the cards left
    prices_own_bet_only: bool = False  # of these, whether that of its own bet is enough
    steps: Steps | None = None  # the same as numbers, where it is as simple as that


def strategy(
    name: str, explanation: str, *, counts_cards: bool = False, prices_own_bet_only: bool = False
) -> Callable[[Callable[[Patron], Play]], Strategy]:
    return lambda play: Strategy(name, explanation, play, counts_cards, prices_own_bet_only)


def strategy_of_steps(name: str, explanation: str, steps: Steps) -> Strategy:
    return Strategy(name, explanation, steps.play, steps=steps)
