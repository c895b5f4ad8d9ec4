"""Dealing a coup from cards in shoe order, and reading one that is written down."""

import pytest

from punto.rules.cards import EIGHT_DECKS
from punto.rules.coup import Coup, Dealing, ImpossibleCoup, NotEnoughCards
from punto.rules.drawing import PUNTO_BANCO_DRAWING
from punto.rules.hand import BANKER, PLAYER, Side
from punto.rules.scoring import UNITS_DIGIT

DEALING = Dealing(UNITS_DIGIT, PUNTO_BANCO_DRAWING)


def written(text: str) -> Coup:
    player, _, banker = text.partition("/")
    return DEALING.coup_of(EIGHT_DECKS.parse(player), EIGHT_DECKS.parse(banker))


@pytest.mark.parametrize(
    ("shoe", "coup"),
    [
        ("Kh Kc 9d 7s", "Kh 9d / Kc 7s"),
        ("4h 4c 2d Td 3s", "4h 2d / 4c Td 3s"),  # Player stands, so the fifth card is Banker's
        ("2h Kc 3d 7s 4c", "2h 3d 4c / Kc 7s"),  # Player draws and Banker stands
        ("2h Kc 3d 5s 4c 9h", "2h 3d 4c / Kc 5s 9h"),
    ],
)
def test_cards_go_player_banker_player_banker_and_then_player_first(shoe: str, coup: str) -> None:
    assert str(DEALING.deal(EIGHT_DECKS.parse(shoe))) == coup


@pytest.mark.parametrize(
    ("coup", "winner"), [("Kh 9d / Kc 7s", "player"), ("Kh 7d / Kc 9s", "banker"), ("Kh 7d / Kc 7s", "tie")]
)
def test_a_tie_is_a_result_by_name(coup: str, winner: str) -> None:
    assert written(coup).result.winner_or_tie == winner


def test_cards_after_the_end_are_left_in_the_shoe() -> None:
    shoe = iter(EIGHT_DECKS.parse("Kh Kc 9d 7s As 2s"))
    DEALING.deal(shoe)
    assert tuple(shoe) == EIGHT_DECKS.parse("As 2s")


@pytest.mark.parametrize(
    ("shoe", "message"),
    [
        ("", "Player needs another card after 0"),
        ("2h", "Banker needs another card after 1"),
        ("2h Kc", "Player needs another card after 2"),
        ("2h Kc 3d", "Banker needs another card after 3"),
        ("2h Kc 3d 5s", "Player needs another card after 4"),
        ("2h Kc 3d 5s 4c", "Banker needs another card after 5"),
    ],
)
def test_too_few_cards_are_refused(shoe: str, message: str) -> None:
    with pytest.raises(NotEnoughCards) as refused:
        DEALING.deal(EIGHT_DECKS.parse(shoe))
    assert str(refused.value) == message


@pytest.mark.parametrize(
    ("coup", "message"),
    [
        ("/", "Player needs another card after 0"),
        ("2h 3d 4c / Kc", "Banker needs another card after 3"),
        ("2h 3d / Kc 7s", "Player needs another card after 4"),
        ("2h 3d 4c / Kc 5s", "Banker needs another card after 5"),
        ("Kh 6d / Kc 5s", "Banker needs another card after 4"),
        ("Kh 9d 2c / Kc 7s", "Player has 3 cards, but the round ended after Kh 9d / Kc 7s"),
        ("Kh 9d / Kc 7s 2c", "Banker has 3 cards, but the round ended after Kh 9d / Kc 7s"),
        ("2h 3d 4c / Kc 7s 2c", "Banker has 3 cards, but the round ended after 2h 3d 4c / Kc 7s"),
        ("2h 3d 4c 5s / Kc 7s", "Player has 4 cards, but the round ended after 2h 3d 4c / Kc 7s"),
        ("4h 2d / 4c Td 3s As Ah", "Banker has 5 cards, but the round ended after 4h 2d / 4c Td 3s"),
    ],
)
def test_hands_that_the_rules_cannot_have_dealt_are_refused(coup: str, message: str) -> None:
    with pytest.raises(ImpossibleCoup) as refused:
        written(coup)
    assert str(refused.value) == message


@pytest.mark.parametrize(
    ("coup", "player_total", "banker_total", "winner", "margin", "cards_dealt"),
    [
        ("Kh 9d / Kc 8s", 9, 8, PLAYER, 1, 4),
        ("4h 2d / 4c Td 3s", 6, 7, BANKER, 1, 5),
        ("9h 8d / 4c Td 3s", 7, 7, None, 0, 5),
        ("2h 3d 4c / Kc 5s 5h", 9, 0, PLAYER, 9, 6),
        ("2h 3d 5c / Kc 5s 4h", 0, 9, BANKER, 9, 6),
    ],
)
def test_the_result_of_a_coup(
    coup: str, player_total: int, banker_total: int, winner: Side | None, margin: int, cards_dealt: int
) -> None:
    result = written(coup).result
    assert (result.total(PLAYER), result.total(BANKER), result.winner) == (player_total, banker_total, winner)
    assert (result.margin, result.cards_dealt) == (margin, cards_dealt)


def test_each_side_of_a_coup_can_be_asked_for() -> None:
    coup = written("4h 2d / 4c Td 3s")
    assert (str(coup.hand(PLAYER)), str(coup.hand(BANKER))) == ("4h 2d", "4c Td 3s")
    assert (coup.result.size(PLAYER), coup.result.size(BANKER)) == (2, 3)


@pytest.mark.parametrize(
    ("coup", "naturals"),
    [
        ("Kh 9d / Kc 7s", {PLAYER}),
        ("Kh 2d / Kc 8s", {BANKER}),
        ("Kh 9d / Kc 8s", {PLAYER, BANKER}),
        ("4h 2d / 4c Td 3s", set()),
        ("2h 3d 4c / Kc 5s 3h", set()),  # 9 and 8, but of three cards
    ],
)
def test_a_natural_is_an_eight_or_nine_of_two_cards(coup: str, naturals: set[Side]) -> None:
    assert {side for side in Side if written(coup).result.has_natural(side)} == naturals
