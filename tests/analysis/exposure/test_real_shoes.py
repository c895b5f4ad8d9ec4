"""Shoes from files, and their prices round by round."""

import numpy as np
import pytest

from punto.analysis.exposure.price_rounds import price_rounds
from punto.analysis.exposure.real_shoes import InvalidShoeFile, read_shoes
from punto.analysis.odds.house_edge import book_odds
from punto.books import SQUEEZE

TEXT = """# a Tuesday
burn 7h
4h 2d / 4c Td 3s
9h 8d / 4c 4d

As 2d 6c / Kh 7c
"""
TABLE = "Shoe,round,Player,Banker\n1,1,4h 2d,4c Td 3s\n1,2,9h 8d,4c 4d\n2,1,As 2d 6c,Kh 7c\n"


@pytest.mark.parametrize(
    "text", [TEXT, TABLE, "\ufeff" + TABLE, TABLE.replace(",", ";"), TABLE.replace(",", "\t"), "\n" + TABLE]
)
def test_both_forms_give_the_same_shoes(text: str) -> None:
    first, second = read_shoes(SQUEEZE, text)
    assert [str(coup) for coup in first.coups] == ["4h 2d / 4c Td 3s", "9h 8d / 4c 4d"]
    assert [str(coup) for coup in second.coups] == ["As 2d 6c / Kh 7c"]
    assert str(first.burn_card) == ("7h" if text is TEXT else "None")


def test_a_table_without_a_column_for_shoes_is_one_shoe() -> None:
    [shoe] = read_shoes(SQUEEZE, "player,banker\n4h 2d,4c Td 3s\nAs 2d 6c,Kh 7c\n")
    assert len(shoe.coups) == 2


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "there is no round in it; a line looks like 4h 2d / 4c Td 3s"),
        ("4h 2d / 4c Td 3s\n10h 2d / 4c", "line 2, '10h 2d / 4c': '10h' is not a card"),
        ("4h 2d / 4c Td", "line 1, '4h 2d / 4c Td': Banker needs another card after 4"),
        ("4h 2d 4c", "line 1, '4h 2d 4c': '4h 2d 4c' is not a round"),
        ("4h 2d / 4c Td 3s\nburn 7h", "line 2: a burn card comes before the first round"),
        ("burn 7h\n\nburn 8h\nburn 9h", "line 4: one card is turned up for a shoe, and one is noted already"),
        ("a,b\n4h 2d,4c Td 3s", "'a,b' is no header of a CSV file, which names its columns: player,banker"),
        ("burn 99\n4h 2d / 4c Td 3s", "line 1, '99': '99' is not a card"),
        ("player,banker\n4h 2d,\n", "line 2, '4h 2d / ': Banker needs another card"),
        ("\nplayer;banker\n4h 2d;\n", "line 3, '4h 2d / ': Banker needs another card"),
        (
            "player / banker\n4h 2d / 4c Td 3s",
            "its header, 'player / banker', has no columns player; write player,banker",
        ),
        ("player,banker,Player\n4h 2d,4c Td 3s,x", "has 2 columns player; write player,banker or shoe,player,banker"),
        (
            "shoe,player,banker\n1,4h 2d,4c Td 3s\n2,9h 8d,4c 4d\n1,As 2d 6c,Kh 7c\n",
            "line 4: shoe '1' comes back after another; put the rounds of a shoe together, or number shoes anew",
        ),
        ('player,banker\n4h 2d,"' + "x" * 200_000, "after line 1: field larger than field limit"),
        ("9h 9h / Kh Kd\n" * 5, "shoe 1: 9h stands here 10 times, and the deck 52x8 has 8; an empty line, or another"),
    ],
)
def test_a_file_that_no_shoe_can_have_dealt_is_refused_by_its_line(text: str, says: str) -> None:
    with pytest.raises(InvalidShoeFile) as refused:
        read_shoes(SQUEEZE, text)
    assert says in str(refused.value)


def test_prices_are_those_of_the_cards_unseen_before_each_round() -> None:
    shoe = read_shoes(SQUEEZE, TEXT)[0]
    priced = price_rounds(SQUEEZE, shoe)
    seen = [shoe.burn_card] if shoe.burn_card else []
    for place, coup in enumerate(shoe.coups):
        exact = book_odds(SQUEEZE, SQUEEZE.deck.without(seen)).bets
        assert priced.expectations[place] == pytest.approx([float(each.ev) for each in exact], abs=1e-11)
        assert priced.paid[place].tolist() == [float(bet.odds(coup)) for bet in SQUEEZE.bets]
        seen += [*coup.player.cards, *coup.banker.cards]
    assert priced.unseen.sum(axis=1).tolist() == [415, 410]
    assert [row["round"] for row in priced.records()] == [1] * len(SQUEEZE.bets) + [2] * len(SQUEEZE.bets)
    assert np.isfinite(priced.expectations).all()


def test_a_remark_about_player_and_banker_is_no_header() -> None:
    [shoe] = read_shoes(SQUEEZE, "# player / banker, from the left\n4h 2d / 4c Td 3s\n")
    assert [str(coup) for coup in shoe.coups] == ["4h 2d / 4c Td 3s"]
