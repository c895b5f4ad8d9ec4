"""Storm, row by row, and its returns by another count: of points, by the printed drawing rule and weights."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb

import pytest

from punto.books.storm import STORM
from tests.books.rows import Row

NINE_OVER_FOUR = "Kh 9d / 4c Td"
ROWS: list[Row] = [
    # coup, what was struck                                   bet        odds of the whole stake
    ("9h 8d / 4c Td 3s ! 9hx3 2cx8 4sx2 Tdx2", "player", 0),  # 7 against 7: stake and fee go back
    (f"{NINE_OVER_FOUR} ! 9dx3 Khx8 4sx2 Ksx2", "player", "6.2"),  # the best of two: 80 win 640
    (f"{NINE_OVER_FOUR} ! 9dx3 Khx5 4sx2 Ksx2", "player", "3.8"),
    (f"{NINE_OVER_FOUR} ! 9dx3 2cx8 4sx2 Ksx2", "player", "2.2"),
    (f"{NINE_OVER_FOUR} ! 9dx2 2cx8 4sx2 Ksx2", "player", "1.4"),
    (f"{NINE_OVER_FOUR} ! 9sx3 2cx8 4cx2 Ksx2", "player", "0.6"),  # the loser's 4c was struck
    ("4c Td / Kh 9d ! 4cx8 2cx8 4sx2 Ksx2", "player", -1),
    ("9h 8d / 4c Td 3s ! 9hx3 2cx8 4sx2 Tdx2", "banker", 0),
    ("Kh 4d 4c / Kc 5d 4s ! Kcx8 2cx8 4hx2 Ksx2", "banker", "5.88"),  # 80 win 8 × 0.95 × 80
    ("Kh 4d 4c / Kc 5d 4s ! Kcx5 2cx8 4hx2 Ksx2", "banker", "3.6"),
    ("Kh 4d 4c / Kc 5d 4s ! Kcx3 2cx8 4hx2 Ksx2", "banker", "2.08"),
    ("Kh 4d 4c / Kc 5d 4s ! Kcx2 2cx8 4hx2 Ksx2", "banker", "1.32"),
    ("Kh 4d 4c / Kc 5d 4s ! 4sx8 2cx8 4hx2 Ksx2", "banker", "0.56"),  # a third card does not count
    (f"{NINE_OVER_FOUR} ! 4cx8 2cx8 4sx2 Ksx2", "banker", -1),
    ("9h 8d / 4c Td 3s ! 9hx3 2cx8 4sx2 Tdx2", "tie", 9),
    (NINE_OVER_FOUR, "tie", -1),
    ("Kh Ks / 9c Td ! Khx8 2cx8 4sx2 Ksx2", "player-pair", 12),  # is not multiplied
    (NINE_OVER_FOUR, "player-pair", -1),
    ("9c Td / Kh Ks ! Khx8 2cx8 4sx2 Ksx2", "banker-pair", 12),
    (NINE_OVER_FOUR, "banker-pair", -1),
]

CARDS_OF = {points: 128 if points == 0 else 32 for points in range(10)}
SAME_FACE_OF = {points: Fraction(7, 127 if points == 0 else 31) for points in range(10)}  # the second of equal points


@pytest.mark.parametrize(("coup", "bet", "odds"), ROWS)
def test_what_each_bet_pays(coup: str, bet: str, odds: int | str) -> None:
    assert STORM.bet(bet).odds(STORM.parse_coup(coup)) == Fraction(odds)


@pytest.mark.parametrize(
    ("bet", "multiplier", "fee", "commission"),
    [
        ("player", 8, "0.2", 0),
        ("banker", 1, "0.2", "0.04"),  # 5 % of the 80 that play
        ("banker", 8, "0.2", "0.32"),
        ("tie", 1, 0, 0),
        ("player-pair", 1, 0, 0),
    ],
)
def test_what_the_house_keeps_back(bet: str, multiplier: int, fee: int | str, commission: int | str) -> None:
    hands = "Kh 9d / 4c Td" if bet == "player" else "Kh Kd 4c / Kc 5d 4s"
    line = STORM.bet(bet).line(
        STORM.parse_coup(f"{hands} ! Khx{multiplier} Kcx{multiplier} 2cx2 3cx2" if multiplier > 1 else hands)
    )
    assert STORM.fee_of(bet) == Fraction(fee)
    assert line is None or line.commission == Fraction(commission)


# --- a count that shares nothing with ours ----------------------------------------------------------------------------


def pairs() -> Iterator[tuple[int, int, int]]:
    """Two cards by points, and in how many orders they come."""
    for one, other in combinations_with_replacement(range(10), 2):
        yield one, other, 1 if one == other else 2


def left_of(points: int, *gone: int) -> int:
    return CARDS_OF[points] - gone.count(points)


def banker_draws(banker: int, third: int | None) -> bool:
    if third is None or banker <= 2:
        return banker <= 5
    last = {3: (0, 9), 4: (2, 7), 5: (4, 7), 6: (6, 7), 7: (10, 10)}[banker]
    return last[0] <= third <= last[1] and (banker, third) != (3, 8)


def wins(player: int, banker: int) -> int:
    """0: tie, 1: Player, 2: Banker."""
    return 0 if player == banker else 1 if player > banker else 2


def outcome_chances(p: tuple[int, int], b: tuple[int, int]) -> list[int]:
    """Ways of tie, Player and Banker with these four cards, out of all orders of two more."""
    player, banker = sum(p) % 10, sum(b) % 10
    found, four = [0, 0, 0], (*p, *b)
    if max(player, banker) >= 8 or (player >= 6 and banker >= 6):
        found[wins(player, banker)] = 412 * 411
        return found
    for third in range(10) if player <= 5 else (None,):
        ways = 412 if third is None else left_of(third, *four)
        total = player if third is None else (player + third) % 10
        if not banker_draws(banker, third):
            found[wins(total, banker)] += ways * 411
            continue
        gone = four if third is None else (*four, third)
        for last in range(10):
            rest = left_of(last, *gone) * (411 if third is None else 1)
            found[wins(total, (banker + last) % 10)] += rest if third is None else ways * rest
    return found


def best_multiplier(faces: int) -> Fraction:
    """Its mean: four to six of 52 are struck, and the best of those struck counts; 1 without any."""
    mean = Fraction(0)
    for cards, weight in ((4, 1), (5, 2), (6, 1)):
        for hit in range(faces + 1):
            chance = Fraction(weight, 4) * Fraction(comb(faces, hit) * comb(52 - faces, cards - hit), comb(52, cards))
            mean += chance * mean_of_best(hit)
    return mean


def mean_of_best(hit: int) -> Fraction:
    if hit == 0:
        return Fraction(1)
    tenths = [2] * 4 + [3] * 3 + [5] * 2 + [8]
    found = tenths if hit == 1 else [max(one, other) for one in tenths for other in tenths]
    return Fraction(sum(found), len(found))


@cache
def counted() -> tuple[list[int], dict[int, Fraction]]:
    """Ways of tie, Player and Banker; and of Player's and Banker's, in how many the winner has one face twice."""
    ways, twins = [0, 0, 0], {1: Fraction(0), 2: Fraction(0)}
    for p1, p2, p_orders in pairs():
        for b1, b2, b_orders in pairs():
            four = p_orders * b_orders * left_of(p1) * left_of(p2, p1) * left_of(b1, p1, p2) * left_of(b2, p1, p2, b1)
            tie, player, banker = (four * each for each in outcome_chances((p1, p2), (b1, b2)))
            ways = [ways[0] + tie, ways[1] + player, ways[2] + banker]
            twins[1] += player * SAME_FACE_OF[p1] if p1 == p2 else 0
            twins[2] += banker * SAME_FACE_OF[b1] if b1 == b2 else 0
    return ways, twins


def test_the_count_is_that_of_eight_decks() -> None:
    """As published for eight decks."""
    ways, _ = counted()
    assert sum(ways) == 4_998_398_275_503_360
    assert ways == [475_627_426_473_216, 2_230_518_282_592_256, 2_292_252_566_437_888]


def test_the_returns_are_those_of_that_count() -> None:
    from punto.analysis.odds.house_edge import book_odds

    (tie, player, banker), twins = counted()
    every, (one, two) = tie + player + banker, (best_multiplier(1), best_multiplier(2))
    rtps = {each.bet.id: each.rtp for each in book_odds(STORM).bets}
    for bet, ways, twin, odds in (
        ("player", player, twins[1], Fraction(1)),
        ("banker", banker, twins[2], Fraction(19, 20)),
    ):
        multiplied = (ways - twin) * two + twin * one
        assert rtps[bet] == (tie + Fraction(4, 5) * (ways + odds * multiplied)) / every
    assert rtps["tie"] == Fraction(10 * tie, every)
    assert rtps["player-pair"] == rtps["banker-pair"] == Fraction(13 * 31, 415)
    assert all(Fraction(94, 100) < rtp < Fraction(99, 100) for rtp in rtps.values())
