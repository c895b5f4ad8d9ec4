"""Settling the wagers of a finished coup."""

import pytest

from punto.books.sa import SA
from punto.rules.bet import Bet, Line
from punto.rules.coup import Coup
from punto.rules.money import Amount, FractionalPayout, Odds
from punto.rules.settlement import Wager, settle

BANKER_WINS_WITH_SEVEN = SA.parse_coup("4h 2d / 4c Td 3s")
SEVENS_TIE = SA.parse_coup("9h 8d / 4c Td 3s")


def wager(patron: str, bet: str, stake: int) -> Wager:
    return Wager(patron, bet, Amount(stake))


def test_every_wager_is_settled_once_and_in_the_order_given() -> None:
    wagers = [
        wager("Ada", "banker", 100),
        wager("Ben", "player", 50),
        wager("Ada", "tie", 10),
        wager("Ben", "banker", 20),
        wager("Ada", "banker", 100),  # the same again is a wager of its own
    ]
    settled = settle(SA, BANKER_WINS_WITH_SEVEN, iter(wagers))
    assert [each.wager for each in settled] == wagers
    assert [each.odds for each in settled] == [Odds("0.95"), -1, -1, Odds("0.95"), Odds("0.95")]
    assert [each.returned for each in settled] == [195, 0, 0, 39, 195]
    assert [each.payout for each in settled] == [95, -50, -10, 19, 95]


def test_a_tie_gives_back_player_and_banker_and_pays_tie() -> None:
    wagers = [wager("Ada", "player", 30), wager("Ada", "banker", 7), wager("Ada", "tie", 5)]
    settled = settle(SA, SEVENS_TIE, wagers)
    assert [each.returned for each in settled] == [30, 7, 45]
    assert [each.payout for each in settled] == [0, 0, 40]


def test_without_wagers_there_is_nothing_to_settle() -> None:
    assert settle(SA, SEVENS_TIE, []) == ()


def test_a_stake_that_cannot_be_paid_in_whole_units_is_refused() -> None:
    with pytest.raises(FractionalPayout):
        settle(SA, BANKER_WINS_WITH_SEVEN, [wager("Ada", "banker", 10)])


def test_each_bet_is_asked_once_in_a_coup_and_only_if_somebody_backs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def line(bet: Bet, coup: Coup) -> Line | None:
        asked.append(bet.id)
        return line_of(bet, coup)

    line_of = Bet.line
    monkeypatch.setattr(Bet, "line", line)
    settle(SA, SEVENS_TIE, [wager(f"p{number}", bet, 20) for number in range(50) for bet in ("tie", "player")])
    assert asked == ["tie", "player"]
