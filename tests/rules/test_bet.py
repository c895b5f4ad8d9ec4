"""A bet: the first line that holds decides, and none of them is a loss."""

import pytest

from punto.books import EVERY_BOOK
from punto.books.find_book import find_book
from punto.books.interblock import INTERBLOCK
from punto.rules.bet import Bet, Line
from punto.rules.conditions import banker_total_is, banker_wins, hands_tie, player_wins
from punto.rules.hand import BANKER, PLAYER
from punto.rules.money import PUSH, Odds

BET = Bet(
    "example",
    "Example",
    (
        Line(hands_tie, PUSH),
        Line(banker_wins & banker_total_is(7), Odds("0.5")),
        Line(banker_wins, Odds(1)),
    ),
)


@pytest.mark.parametrize(
    ("coup", "odds"),
    [
        ("Kh 7d / Kc 7s", 0),  # the hands tie, so Banker's 7 is not asked
        ("4h 2d / 4c Td 3s", Odds("0.5")),  # both later lines hold; the upper one decides
        ("4h 2d / 4c Td 4s", 1),
        ("Kh 7d / Kc 6s", -1),
    ],
)
def test_the_first_line_that_holds_decides(coup: str, odds: Odds) -> None:
    assert BET.odds(INTERBLOCK.parse_coup(coup)) == odds


def test_what_a_bet_looks_at_can_be_read_off_its_lines() -> None:
    assert BET.atoms == {hands_tie, banker_wins, banker_total_is(7)}


@pytest.mark.parametrize(
    ("last_coup_offered", "coup_of_shoe", "offered"),
    [(None, 1, True), (None, 999, True), (30, 1, True), (30, 30, True), (30, 31, False), (1, 1, True), (1, 2, False)],
)
def test_a_bet_is_open_up_to_its_last_coup(last_coup_offered: int | None, coup_of_shoe: int, *, offered: bool) -> None:
    bet = Bet("player", "Player", (Line(player_wins, Odds(1)),), last_coup_offered)
    assert bet.is_offered_in(coup_of_shoe) is offered


@pytest.mark.parametrize(
    ("book", "bet", "best"),
    [
        ("sa", "banker", "19/20"),
        ("squeeze", "banker", "59/20"),
        ("sa", "player-bonus", "30"),
        ("multicolor", "minus-3", "5"),
    ],
)
def test_the_best_that_a_bet_can_pay(book: str, bet: str, best: str) -> None:
    assert find_book(book).bet(bet).best_odds == Odds(best)


def test_a_main_bet_backs_its_side_and_a_side_bet_none() -> None:
    for book in EVERY_BOOK:
        backed = {bet.id: bet.backs for bet in book.bets if bet.backs}
        banker = {bet.id: BANKER for bet in book.bets if bet.id in ("banker", "banker-no-commission")}
        assert backed == {"player": PLAYER, **banker}


def test_the_most_a_stake_can_return() -> None:
    assert [INTERBLOCK.bet(bet).best_return(100) for bet in ("player", "banker", "tie")] == [200, 195, 900]
    assert INTERBLOCK.bet("tie").best_return(0) == 0


def test_every_book_has_one_bet_on_the_tie() -> None:
    assert {book.id: [bet.id for bet in book.bets if bet.is_tie] for book in EVERY_BOOK} == {
        book.id: ["tie"] for book in EVERY_BOOK
    }
