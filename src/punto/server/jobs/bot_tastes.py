"""What demo bots bet on, and when: chosen at random from what the table offers, and from nothing else.

Pure: a look at the table, the bot and a source of chance in, betting commands with their instants out.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from punto.rules.bet import Bet
from punto.rules.hand import BANKER, PLAYER, Side
from punto.rules.rulebook import RuleBook
from punto.server.tables.table_look import TableLook
from punto.table.commands import PlaceWager
from punto.table.config import BetLimit, TableConfig, is_sum_of_chips
from punto.table.state import Instant

EARLY_MS = 4_000  # most bets fall in the first and in the last seconds
LATE_MS = 4_000
AT_THE_LATEST_MS = 400  # before closing: bots never race the bell
STAKE_MINIMUMS_MAX = 10
SITS_OUT = 0.12  # the share of coups a bot does not bet in


@dataclass(frozen=True)
class Felt:
    """What a bot sees while betting is open."""

    settings: TableConfig
    closes_at: Instant
    bets: tuple[Bet, ...]  # that are open
    winners: tuple[Side, ...]  # of this shoe, without ties


Taste = Callable[[Felt, Random], list[Bet]]


@dataclass(frozen=True)
class Bot:
    patron: str
    taste: Taste
    leaves_after: int  # coups


@dataclass(frozen=True)
class Planned:
    at: Instant
    command: PlaceWager


def felt_seen(look: TableLook, book: RuleBook) -> Felt | None:
    """None: betting is closed, or no clock closes it."""
    if look.betting is None or look.betting.closes_at is None:
        return None
    sides = {"B": BANKER, "P": PLAYER}
    winners = tuple(sides[score[0]] for _, score in look.scores if score[0] in sides)
    return Felt(look.settings, look.betting.closes_at, tuple(map(book.bet, look.betting.bets)), winners)


def plan_coup(felt: Felt, bots: Sequence[Bot], chance: Random, now: Instant) -> list[Planned]:
    """The bets of these bots, earliest first."""
    planned = []
    for bot in bots:
        if chance.random() < SITS_OUT:
            continue
        at = _instant(chance, now, felt.closes_at)
        for bet in bot.taste(felt, chance):
            stake = _stake(felt.settings, felt.settings.limits[bet.id], chance)
            if stake and at < felt.closes_at:
                planned.append(Planned(at, PlaceWager(bot.patron, bet.id, stake)))
            at += chance.randrange(300, 900)
    return sorted(planned, key=lambda each: each.at)


def _instant(chance: Random, opens_at: Instant, closes_at: Instant) -> Instant:
    latest = closes_at - AT_THE_LATEST_MS
    kind = chance.random()
    if kind < 0.45:
        window = (opens_at + 500, min(opens_at + EARLY_MS, latest))
    elif kind < 0.9:
        window = (max(opens_at, closes_at - LATE_MS), latest)
    else:
        window = (opens_at, latest)
    return chance.randrange(window[0], window[1]) if window[0] < window[1] else closes_at


def _stake(config: TableConfig, limit: BetLimit, chance: Random) -> int:
    """One to ten minimums, small ones more often, that chips can make; 0 when they cannot."""
    denomination = config.denominations[0]
    minimums = min(chance.randint(1, STAKE_MINIMUMS_MAX), chance.randint(1, STAKE_MINIMUMS_MAX))
    for stake in (limit.stake_min * minimums, limit.stake_min):
        fits = stake <= limit.stake_max and stake % denomination == 0
        if fits and is_sum_of_chips(config.chips, stake // denomination):
            return stake
    return 0


# --- tastes -----------------------------------------------------------------------------------------------------------


def _on(felt: Felt, side: Side) -> list[Bet]:
    return [bet for bet in felt.bets if bet.backs is side][:1]


def _some(felt: Felt, chance: Random, *, named: str) -> list[Bet]:
    """Bets with this word in their id; in a book that has none, any that backs no side."""
    others = [bet for bet in felt.bets if bet.backs is None]
    liked = [bet for bet in others if named in bet.id] or others
    return [chance.choice(liked)] if liked else []


def banker_always(felt: Felt, _: Random) -> list[Bet]:
    return _on(felt, BANKER)


def follow_the_streak(felt: Felt, chance: Random) -> list[Bet]:
    winners = felt.winners
    return _on(felt, winners[-1] if winners else chance.choice((PLAYER, BANKER)))


def chop(felt: Felt, chance: Random) -> list[Bet]:
    winners = felt.winners
    return _on(felt, winners[-1].other if winners else chance.choice((PLAYER, BANKER)))


def pairs(felt: Felt, chance: Random) -> list[Bet]:
    return _on(felt, chance.choice((PLAYER, BANKER))) + _some(felt, chance, named="pair")


def tie_hunter(felt: Felt, chance: Random) -> list[Bet]:
    return _some(felt, chance, named="tie") + (_on(felt, PLAYER) if chance.random() < 0.3 else [])


def timid(felt: Felt, chance: Random) -> list[Bet]:
    """Waits for a side that has won twice in a row."""
    winners = felt.winners[-2:]
    return _on(felt, winners[0]) if len(set(winners)) == 1 and chance.random() < 0.7 else []


TASTES: tuple[Taste, ...] = (banker_always, follow_the_streak, chop, pairs, tie_hunter, timid)
