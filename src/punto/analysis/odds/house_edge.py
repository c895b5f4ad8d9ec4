"""The exact odds of every bet of a book, counted over all orderings of the cards left."""

from collections.abc import Iterator, Mapping

from punto.analysis.odds.bet_odds import BetOdds, BookOdds, Ending, bet_odds, odds_from_endings
from punto.analysis.odds.count_coups import count_outcomes
from punto.analysis.outcomes.outcome_table import CardAtom, Outcome, face_atoms, outcome_table
from punto.rules.bet import Bet
from punto.rules.cards import Card
from punto.rules.rulebook import RuleBook


def book_odds(book: RuleBook, left: Mapping[Card, int] | None = None) -> BookOdds:
    """The odds of the book's bets for the cards left; for a fresh shoe when none are given."""
    left = book.deck.without(()) if left is None else left
    counted = count_outcomes(book.dealing, left, face_atoms(book.bets))
    return odds_from_counts(book, sum(left.values()), sum(counted.values()), counted)


def odds_one_by_one(book: RuleBook) -> Iterator[BetOdds]:
    """The same bet by bet: many bets that look at different faces take long to count together."""
    left = book.deck.without(())
    counts: dict[frozenset[CardAtom], Mapping[Outcome, int]] = {}
    for bet in book.bets:
        faces = face_atoms([bet])
        if faces not in counts:
            counts[faces] = count_outcomes(book.dealing, left, faces)
        yield bet_odds(bet, ways_of_lines(bet, counts[faces]), sum(counts[faces].values()))


def odds_from_counts(book: RuleBook, cards_left: int, every: int, counted: Mapping[Outcome, int]) -> BookOdds:
    """The odds that follow from a count of outcomes out of `every`."""
    return odds_from_endings(book, cards_left, every, endings_of(book, counted))


def endings_of(book: RuleBook, counted: Mapping[Outcome, int]) -> tuple[Ending, ...]:
    """The counted outcomes, those together that no bet tells apart."""
    tables = [outcome_table(bet) for bet in book.bets]
    ways: dict[tuple[int, ...], int] = {}
    for outcome, count in counted.items():
        lines = tuple(table.line(outcome) for table in tables)
        ways[lines] = ways.get(lines, 0) + count
    return tuple(Ending(lines, count) for lines, count in ways.items())


def ways_of_lines(bet: Bet, counted: Mapping[Outcome, int]) -> list[int]:
    """How many of the counted orderings each line of the bet decides; the last are lost."""
    table = outcome_table(bet)
    ways = [0] * (len(bet.lines) + 1)
    for outcome, count in counted.items():
        ways[table.decide(outcome)] += count
    return ways
