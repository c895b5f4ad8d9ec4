"""`punto warm`: compiles number loops and counts our books once, so that later commands find both."""

import sys
from collections.abc import Callable
from functools import partial

from punto.books.find_book import BUILT_IN
from punto.cli.mathematics.bets import every_bet
from punto.cli.output.terminal import error_console
from punto.rules.rulebook import RuleBook
from punto.rules.shoe import CUT_CARD_DEFAULT

SEED = 1
SHOES, ROUNDS, UNITS = 2, 2, 100


def warm() -> None:
    """Compile what simulations and counting studies need, once, and keep it for later commands.

    Takes about half a minute, and a few seconds when it was done before. Commands work without it: each compiles what
    it needs and keeps it.
    """
    from rich.progress import track

    from punto.analysis.native import compiled_code

    for run in track(_least_runs(), "Compiling", console=error_console(), disable=not sys.stderr.isatty()):
        run()
    kept = compiled_code()
    sys.stdout.write(
        "No cache folder can be written: every command compiles what it needs.\n"
        if kept is None
        else f"Compiled code is kept in {kept}.\n"
    )


def _least_runs() -> list[Callable[[], object]]:
    """The least that runs every loop. Each is compiled for types of numbers, which depend on the deck."""
    from punto.analysis.exposure.exposure import exposure
    from punto.analysis.exposure.removal import removal
    from punto.analysis.odds.kept_odds import kept_odds, kept_odds_one_by_one
    from punto.analysis.simulation.blocks import Block, play
    from punto.analysis.simulation.table_cache import cached_tables
    from punto.analysis.staking.sessions import Sessions, Terms
    from punto.analysis.staking.strategies import EVERY_STRATEGY
    from punto.analysis.staking.strategy import Strategy

    def simulate(book: RuleBook) -> object:
        return play(cached_tables(book, CUT_CARD_DEFAULT), Block(SEED, number=0, coups=1))

    def stake(book: RuleBook, strategy: Strategy) -> object:
        terms = Terms(book.bets[0].id, bankroll=UNITS, coups=ROUNDS, stake_max=UNITS)
        return Sessions(book, cached_tables(book, CUT_CARD_DEFAULT), strategy, terms, SEED).play(0)

    of_each_deck = list({book.deck: book for book in BUILT_IN}.values())
    return [
        partial(list, kept_odds_one_by_one(every_bet())),
        *(partial(kept_odds, book) for book in BUILT_IN),
        *(partial(simulate, book) for book in BUILT_IN),
        *(partial(removal, book) for book in of_each_deck),
        *(partial(exposure, book, shoes=SHOES, seed=SEED) for book in of_each_deck),
        *(partial(stake, book, strategy) for book in of_each_deck for strategy in EVERY_STRATEGY),
    ]
