"""Conditions: what each atom sees, how `&` and `|` join them, and how they read."""

from collections.abc import Callable
from typing import Any

import pytest

from punto.books.interblock import INTERBLOCK
from punto.rules.cards import Card
from punto.rules.conditions import (
    banker_has_two_cards,
    banker_natural,
    banker_took_a_third_card,
    banker_total_is,
    banker_wins,
    cards_dealt_are,
    either_pair,
    hands_tie,
    has_two_cards,
    margin_is,
    natural,
    naturals_tie,
    negative_win_with,
    pair,
    pair_of,
    pair_of_fours,
    player_has_two_cards,
    player_natural,
    player_took_a_third_card,
    player_total_is,
    player_wins,
    positive_win_with,
    straight_flush,
    suited_pair,
    suited_pair_of_fours,
    took_a_third_card,
    total_is,
    totals_together_are,
    wins,
)
from punto.rules.hand import BANKER, PLAYER, Side
from punto.rules.questions import (
    Atom,
    Condition,
    FaceQuestion,
    InvalidCondition,
    any_of,
    first_two_atom,
    three_card_atom,
)

PLAYER_WINS = "2h 3d 4c / Kc 7s"  # 9 of three cards over 7 of two
BANKER_WINS = "4h 2d / 4c Td 3s"  # 7 of three cards over 6 of two
NATURALS_TIE = "4h 4d / 3c 5d"
SIXES_TIE = "Kh 6d / Kc 6s"


@pytest.mark.parametrize(
    ("condition", "holds_for"),
    [
        (player_wins, {PLAYER_WINS}),
        (banker_wins, {BANKER_WINS}),
        (hands_tie, {NATURALS_TIE, SIXES_TIE}),
        (naturals_tie, {NATURALS_TIE}),
        (player_took_a_third_card, {PLAYER_WINS}),
        (banker_took_a_third_card, {BANKER_WINS}),
        (player_has_two_cards, {BANKER_WINS, NATURALS_TIE, SIXES_TIE}),
        (banker_has_two_cards, {PLAYER_WINS, NATURALS_TIE, SIXES_TIE}),
        (player_natural, {NATURALS_TIE}),
        (banker_natural, {NATURALS_TIE}),
        (player_total_is(6), {BANKER_WINS, SIXES_TIE}),
        (banker_total_is(7), {PLAYER_WINS, BANKER_WINS}),
        (margin_is(2), {PLAYER_WINS}),
        (margin_is(1), {BANKER_WINS}),
        (cards_dealt_are(5), {PLAYER_WINS, BANKER_WINS}),
        (positive_win_with(3), {PLAYER_WINS, BANKER_WINS}),
        (positive_win_with(2), set()),
        (negative_win_with(3), set()),
        (pair.of(PLAYER), {NATURALS_TIE}),
        (pair.of(BANKER), set()),
        (player_wins | banker_wins, {PLAYER_WINS, BANKER_WINS}),
        (hands_tie & player_total_is(6), {SIXES_TIE}),
        (player_wins & banker_wins, set()),
        (~hands_tie, {PLAYER_WINS, BANKER_WINS}),
        (~~hands_tie, {NATURALS_TIE, SIXES_TIE}),
        (~(player_wins | naturals_tie), {BANKER_WINS, SIXES_TIE}),
        (totals_together_are(12), {SIXES_TIE}),
        (pair_of("4").of(PLAYER), {NATURALS_TIE}),
        ((player_wins | banker_wins).called("somebody wins"), {PLAYER_WINS, BANKER_WINS}),
        (any_of([player_wins, banker_wins]), {PLAYER_WINS, BANKER_WINS}),
    ],
    ids=lambda value: value.words if isinstance(value, Condition) else None,
)
def test_for_which_coups_a_condition_holds(condition: Condition, holds_for: set[str]) -> None:
    coups = [PLAYER_WINS, BANKER_WINS, NATURALS_TIE, SIXES_TIE]
    assert {coup for coup in coups if condition.holds(INTERBLOCK.parse_coup(coup))} == holds_for


@pytest.mark.parametrize(
    ("side", "win", "eight_or_nine"),
    [
        (PLAYER, player_wins, player_natural),
        (BANKER, banker_wins, banker_natural),
    ],
)
def test_a_question_put_to_a_side(side: Side, win: Atom, eight_or_nine: Atom) -> None:
    assert (wins(side), natural(side)) == (win, eight_or_nine)


def test_totals_and_sizes_of_a_side() -> None:
    assert [total_is(side, 7) for side in Side] == [player_total_is(7), banker_total_is(7)]
    assert [has_two_cards(side) for side in Side] == [player_has_two_cards, banker_has_two_cards]
    assert [took_a_third_card(side) for side in Side] == [player_took_a_third_card, banker_took_a_third_card]


@pytest.mark.parametrize(
    ("condition", "words"),
    [
        (player_wins, "Player wins"),
        (player_natural, "Player has a natural 8 or 9"),
        (banker_natural, "Banker has a natural 8 or 9"),
        (pair.of(BANKER), "Banker's first two cards are a pair"),
        (straight_flush.of(PLAYER), "Player's three cards are a straight flush"),
        (player_wins & margin_is(4), "Player wins and the totals are 4 apart"),
        (player_wins | hands_tie | banker_wins, "Player wins or the hands tie or Banker wins"),
        (
            player_wins & margin_is(4) & cards_dealt_are(5),
            "Player wins and the totals are 4 apart and 5 cards are dealt in all",
        ),
        ((player_wins | banker_wins) & margin_is(4), "(Player wins or Banker wins) and the totals are 4 apart"),
        (margin_is(4) & (player_wins | banker_wins), "the totals are 4 apart and (Player wins or Banker wins)"),
        (~player_wins, "not (Player wins)"),
        (~~player_wins, "Player wins"),
        (margin_is(4) & (player_wins | banker_wins).called("no tie"), "the totals are 4 apart and no tie"),
        (pair_of("T").of(BANKER), "Banker's first two cards are a pair of tens"),
        (player_wins & margin_is(4) | hands_tie, "Player wins and the totals are 4 apart or the hands tie"),
    ],
)
def test_a_condition_reads_like_a_rule_sheet(condition: Condition, words: str) -> None:
    assert condition.words == words


@pytest.mark.parametrize(
    ("condition", "atoms"),
    [
        (player_wins, {player_wins}),
        (either_pair, {pair.of(PLAYER), pair.of(BANKER)}),
        ((player_wins | hands_tie) & margin_is(4) & player_wins, {player_wins, hands_tie, margin_is(4)}),
        (~(player_wins | hands_tie).called("Banker loses"), {player_wins, hands_tie}),
    ],
)
def test_what_a_condition_looks_at_can_be_read_off_it(condition: Condition, atoms: set[Atom]) -> None:
    assert condition.atoms == atoms


@pytest.mark.parametrize("truths", [(a, b, c) for a in (0, 1) for b in (0, 1) for c in (0, 1)])
def test_and_and_or_join_answers_given_from_outside(truths: tuple[int, int, int]) -> None:
    first, second, third = player_wins, margin_is(4), hands_tie
    answers: dict[Atom, bool] = dict(zip((first, second, third), map(bool, truths), strict=True))
    a, b, c = answers.values()
    assert (first & second & third).holds_given(answers.__getitem__) is (a and b and c)
    assert (first | second | third).holds_given(answers.__getitem__) is (a or b or c)
    assert (first & (second | third)).holds_given(answers.__getitem__) is (a and (b or c))
    assert ((first & second) | third).holds_given(answers.__getitem__) is ((a and b) or c)


def test_conditions_are_equal_when_their_parts_and_their_word_are() -> None:
    assert (player_wins & margin_is(4)) & hands_tie == player_wins & (margin_is(4) & hands_tie)
    every: Condition = player_wins & margin_is(4)
    either: Condition = player_wins | margin_is(4)
    assert every != either


@first_two_atom("{side}'s second card is red")
def second_is_red(_first: Card, second: Card) -> bool:
    return second.suit in "hd"


@three_card_atom("{side} has three cards")
def three_cards(_first: Card, _second: Card, _third: Card) -> bool:
    return True


def test_a_first_two_atom_sees_the_first_two_cards_of_its_side_only() -> None:
    coup = INTERBLOCK.parse_coup("2c 3d 4s / 4h Tc 3h")
    assert second_is_red.of(PLAYER).holds(coup)
    assert not second_is_red.of(BANKER).holds(coup)


def test_a_three_card_atom_never_holds_for_two_cards() -> None:
    coup = INTERBLOCK.parse_coup(BANKER_WINS)
    assert three_cards.of(BANKER).holds(coup)
    assert not three_cards.of(PLAYER).holds(coup)


@pytest.mark.parametrize(
    ("banker", "question", "holds"),
    [
        ("4h 4d", pair, True),
        ("Kh Td", pair, False),  # both count nothing, and are still no pair
        ("4h 5h", pair, False),
        ("4h 4h", suited_pair, True),
        ("4h 4d", suited_pair, False),
        ("4h 5h", suited_pair, False),
        ("4h 4d", pair_of_fours, True),
        ("3h 3d", pair_of_fours, False),
        ("4h 3d", pair_of_fours, False),
        ("3h 4d", pair_of_fours, False),
        ("4h 4h", suited_pair_of_fours, True),
        ("4h 4d", suited_pair_of_fours, False),
        ("3h 3h", suited_pair_of_fours, False),
    ],
    ids=lambda value: value.text if isinstance(value, FaceQuestion) else None,
)
def test_pairs(banker: str, question: FaceQuestion, *, holds: bool) -> None:
    """Against a natural 9, Banker keeps whatever two cards it has."""
    assert question.of(BANKER).holds(INTERBLOCK.parse_coup(f"Kh 9d / {banker}")) is holds


@pytest.mark.parametrize(
    ("player", "holds"),
    [
        ("Ah 2h 3h", True),
        ("3h Ah 2h", True),  # the order of dealing is irrelevant
        ("2h 3h Ah", True),
        ("4s 6s 5s", True),
        ("7d 8d 9d", True),
        ("Tc Jc Qc", True),
        ("Jc Kc Qc", True),
        ("Qs Ks As", True),
        ("As Qs Ks", True),
        ("Ks As 2s", False),  # the ace does not stand in the middle
        ("2s Ks As", False),
        ("Ah 2h 4h", False),
        ("2h 2h 3h", False),
        ("Ah 2h 3d", False),
        ("Ah 2d 3h", False),
        ("Ad 2h 3h", False),
    ],
)
def test_straight_flushes(player: str, *, holds: bool) -> None:
    """Against Banker's 7, which stands whatever Player draws."""
    assert straight_flush.of(PLAYER).holds(INTERBLOCK.parse_coup(f"{player} / Kc 7s")) is holds


@pytest.mark.parametrize(
    "joined",
    [
        lambda: player_wins and hands_tie,
        lambda: player_wins or hands_tie,
        lambda: not player_wins,
        lambda: (player_wins & hands_tie) or banker_wins,
        lambda: not (player_wins | banker_wins),
        lambda: (pair or suited_pair).of(PLAYER),
        lambda: any((player_wins, banker_wins)),
        lambda: hands_tie if player_wins else banker_wins,
    ],
)
def test_and_or_and_not_would_drop_a_condition_and_raise(joined: Callable[[], object]) -> None:
    with pytest.raises(InvalidCondition, match=r"is not yet true or false: write & for and, \| for or, ~ for not"):
        joined()


A_SIDE = (
    '"{side}\'s first two cards are a pair" is a question about cards, which is put to a side, as in pair.of(PLAYER)'
)


UNCALLED: Any = player_total_is  # what a type checker would refuse
NO_SIDE: Any = "player"


@pytest.mark.parametrize(
    ("joined", "says"),
    [
        (lambda: pair & player_wins, A_SIDE),
        (lambda: player_wins & pair, A_SIDE),
        (lambda: pair | pair, A_SIDE),
        (lambda: ~pair, A_SIDE),
        (
            lambda: player_wins & UNCALLED,
            "player_total_is is a function that makes a condition; call it, as in player_total_is(8)",
        ),
        (
            lambda: player_wins | (UNCALLED == 8),
            "'False' is no condition such as player_wins or pair.of(PLAYER)",
        ),
        (
            lambda: pair.of(NO_SIDE),
            "\"{side}'s first two cards are a pair\" is put to PLAYER or BANKER, not to 'player'",
        ),
        (
            lambda: first_two_atom("Player's first two cards are red")(lambda first, second: first == second),
            '"Player\'s first two cards are red" does not say whose cards; write {side} for Player or Banker',
        ),
    ],
)
def test_what_is_no_condition_is_refused_where_it_stands(joined: Any, says: str) -> None:
    with pytest.raises(InvalidCondition) as refused:
        joined()
    assert str(refused.value) == says


def test_braces_in_the_words_of_a_question_stay() -> None:
    assert (
        first_two_atom("{side}'s {two} cards")(lambda first, second: first == second).of(PLAYER).words
        == "Player's {two} cards"
    )
