"""`punto settle`: says what every bet of a book pays on each round it reads."""

import json
from collections.abc import Callable

from punto.analysis.odds.write_odds import odds_text
from punto.analysis.outcomes.outcome_table import Outcome, outcome_table
from punto.analysis.outcomes.read_outcomes import OutcomeReader
from punto.cli.input.choose_book import BOOK, JSON, choose_book
from punto.cli.input.lines import answer_lines
from punto.rules.money import LOSS, Odds
from punto.rules.rulebook import RuleBook


def settle(
    book: BOOK,
    as_json: JSON = False,
) -> None:
    """Read rounds such as `4h 2d / 4c Td 3s` (Player / Banker) from standard input and say what each bet pays.

    Blank lines are skipped. A round that the drawing rule cannot deal is refused by its line number.
    """
    chosen = choose_book(book)
    answer_lines(
        settler(chosen, _json_template if as_json else _human_template),
        hint=f"Rounds of {chosen.id}, one per line: Player's cards / Banker's cards.",
    )


RowTemplate = Callable[[Outcome, dict[str, Odds]], str]  # a row with %s for the coup


def settler(book: RuleBook, template: RowTemplate) -> Callable[[str], str]:
    """Turns a line into its row. Only the coup differs between rows of one outcome, so each row is formatted once."""
    tables = [outcome_table(bet) for bet in book.bets]

    def template_of(outcome: Outcome) -> str:
        return template(outcome, {table.bet.id: table.pays(table.line(outcome)) for table in tables})

    reader = OutcomeReader(book, template_of)

    def answer(line: str) -> str:
        coup, row = reader.read(line)
        return row % coup

    return answer


def _json_template(outcome: Outcome, odds: dict[str, Odds]) -> str:
    result = outcome.result
    row = {
        "coup": "%s",
        "winner": _winner(outcome),
        "totals": [result.player_total, result.banker_total],
        "odds": {bet: str(pays) for bet, pays in odds.items()},
    }
    return json.dumps(row)


def _human_template(outcome: Outcome, odds: dict[str, Odds]) -> str:
    result = outcome.result
    totals = f"{result.player_total} : {result.banker_total}"
    pays = " · ".join(f"{bet} {odds_text(each)}" for bet, each in odds.items() if each != LOSS)
    return f"%-23s  {_winner(outcome):<6}  {totals:^9}  {pays}"


def _winner(outcome: Outcome) -> str:
    return outcome.result.winner or "tie"
