"""What a simulation can be asked for. Light, so that a refusal need not wait for anything to load."""

from punto.rules.invalid_input import InvalidInput

COUPS_MAX = 10**15
SEED_MAX = 2**64 - 1
THREADS_MAX = 1_024


class CannotSimulate(InvalidInput):
    """Numbers out of range, or a book with more combinations than the tables hold."""


def check_coups(coups: int) -> None:
    if not 1 <= coups <= COUPS_MAX:
        raise CannotSimulate(f"from 1 to {COUPS_MAX:,} rounds can be played, not {coups:,}")


def check_seed(seed: int) -> None:
    if not 0 <= seed <= SEED_MAX:
        raise CannotSimulate(f"a seed is a whole number from 0 to {SEED_MAX}, not {seed}")


def check_threads(threads: int) -> None:
    if not 1 <= threads <= THREADS_MAX:
        raise CannotSimulate(f"from 1 to {THREADS_MAX:,} threads can play, not {threads:,}")
