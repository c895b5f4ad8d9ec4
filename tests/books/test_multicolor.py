"""Multicolor, row by row: the worked examples of its document, who draws, and what each bet pays."""

from fractions import Fraction

import pytest

from punto.books.multicolor import MULTICOLOR
from punto.rules.coup import ImpossibleCoup
from punto.rules.hand import BANKER, PLAYER, Side
from tests.books.rows import Row, pays

# fmt: off
WORKED_EXAMPLES: list[tuple[str, str, tuple[int, int], Side | None]] = [
    # cards as they come         the coup they make          totals      winner
    ("7r 10b 3g 1y 11w 5r",      "7r 3g 11w / 10b 1y",       (-11,  1),  PLAYER),  # Banker does not draw: too late
    ("4r 1b 5g 2w 10w 5r",       "4r 5g 10w / 1b 2w",        ( -1, -1),  None),
    ("4r 1b 5g 2w 5w 5r",        "4r 5g 5w / 1b 2w",         (  4, -1),  BANKER),
    ("6r 6b 8g 8w 11w 1y",       "6r 8g 11w / 6b 8w 1y",     ( -7, -1),  PLAYER),
    ("5r 7g 5w 3b 1r 1g",        "5r 5w / 7g 3b",            (  0,  0),  None),    # a tie on two cards each
    ("2r 2y 1g 3r 2b 1y",        "2r 1g 2b / 2y 3r 1y",      (  5,  6),  BANKER),  # equal at 5: Banker must draw
    ("3r 5y 2g 1r 1b 5g",        "3r 2g 1b / 5y 1r",         (  6,  6),  None),    # equal at 6: Banker stands
    ("2r 7g 3w 2b 10w 5r",       "2r 3w / 7g 2b 10w",        ( -1, -1),  None),
    ("7r 2b 2g 4w 11w 5r",       "7r 2g 11w / 2b 4w",        ( -2, -2),  None),    # a gap of exactly 11 draws
    ("1r 3g 4w 5w 1b 5r",        "1r 4w / 3g 5w 1b",         ( -3, -1),  PLAYER),  # Banker draws
    ("1r 2b 3g 4y 5w 5r",        "1r 3g 5w / 2b 4y",         ( -1,  6),  PLAYER),  # Banker stands on 6
    ("1r 3y 2g 4r 5b 5r",        "1r 2g 5b / 3y 4r",         (  8,  7),  PLAYER),  # Banker stands on 7
]


@pytest.mark.parametrize(("shoe", "coup", "totals", "winner"), WORKED_EXAMPLES)
def test_the_worked_examples(shoe: str, coup: str, totals: tuple[int, int], winner: Side | None) -> None:
    dealt = MULTICOLOR.dealing.deal(MULTICOLOR.deck.parse(shoe))
    assert str(dealt) == coup
    assert (dealt.result.player_total, dealt.result.banker_total) == totals
    assert dealt.result.winner is winner


@pytest.mark.parametrize(("coup", "refusal"), [
    ("7r 3g 11w / 10b 1y 5r",  "Banker has 3 cards, but the round ended after 7r 3g 11w / 10b 1y"),
    ("4r 5g 10w / 1b 2w 5r",   "Banker has 3 cards, but the round ended after 4r 5g 10w / 1b 2w"),
    ("4r 5g 5w / 1b 2w 5r",    "Banker has 3 cards, but the round ended after 4r 5g 5w / 1b 2w"),
    ("4r 5g / 1b 2w",          "Player needs another card after 4"),
    ("6r 8g 11w / 6b 8w",      "Banker needs another card after 5"),
    ("5r 5w 1r / 7g 3b",       "Player has 3 cards, but the round ended after 5r 5w / 7g 3b"),
    ("2r 1g 2b / 2y 3r",       "Banker needs another card after 5"),
    ("3r 2g 1b / 5y 1r 5g",    "Banker has 3 cards, but the round ended after 3r 2g 1b / 5y 1r"),
    ("2r 3w / 7g 2b",          "Banker needs another card after 4"),
    ("2r 3w 1r / 7g 2b 10w",   "Player has 3 cards, but the round ended after 2r 3w / 7g 2b 10w"),
    ("7r 2g / 2b 4w",          "Player needs another card after 4"),
    ("1r 4w / 3g 5w",          "Banker needs another card after 4"),
    ("1r 3g 5w / 2b 4y 5r",    "Banker has 3 cards, but the round ended after 1r 3g 5w / 2b 4y"),
    ("1r 2g 5b / 3y 4r 5r",    "Banker has 3 cards, but the round ended after 1r 2g 5b / 3y 4r"),
])
def test_the_worked_examples_played_otherwise_are_refused(coup: str, refusal: str) -> None:
    with pytest.raises(ImpossibleCoup) as refused:
        MULTICOLOR.parse_coup(coup)
    assert str(refused.value) == refusal


@pytest.mark.parametrize(("shoe", "coup"), [
    # --- rule 1: equal totals stop ---
    ("1r 2g 2w 3w 1b 1y",        "1r 2w / 2g 3w"),           # equal and negative
    ("3r 6g 5b 2y 1b 1y",        "3r 5b / 6g 2y"),           # 8 and 8
    # --- rule 2: both zero or more ---
    ("3r 2g 5b 3y 1b 1y",        "3r 5b / 2g 3y"),           # 8 against 5 stops
    ("2r 4g 3b 5y 1b 1y",        "2r 3b / 4g 5y"),           # 5 against 9 stops
    ("3r 4g 5b 5y 1b 1y",        "3r 5b / 4g 5y"),           # 8 against 9 stops
    ("3r 2g 4b 4y 1b 1y",        "3r 4b / 2g 4y"),           # 7 against 6: both stand
    ("2r 3g 4b 4y 1b 1y",        "2r 4b / 3g 4y"),           # 6 against 7: both stand
    ("3r 2g 4b 3y 1b 1y",        "3r 4b / 2g 3y 1b"),        # Player stands on 7, Banker draws on 5
    ("2r 5g 4b 5y 1b 1y",        "2r 4b / 5g 5y 1b"),        # Player stands on 6, Banker draws on 0
    ("2r 2g 3b 4y 1b 1y",        "2r 3b 1b / 2g 4y"),        # Player draws on 5, Banker stands on 6
    ("5r 2g 5b 5y 1b 1y",        "5r 5b 1b / 2g 5y"),        # Player draws on 0, Banker stands on 7
    ("5r 1g 5b 3y 1b 1y",        "5r 5b 1b / 1g 3y 1y"),     # Banker leads on 4 and draws nevertheless
    # --- rule 3: a negative on the table ---
    ("7r 1b 2g 4w 1b 1y",        "7r 2g / 1b 4w"),           # 9 against −3: a gap of 12 stops
    ("1r 4g 4w 5b 1b 1y",        "1r 4w / 4g 5b"),           # −3 against 9
    ("1r 4g 3w 5b 1b 1y",        "1r 3w / 4g 5b 1b"),        # −2 against 9: a gap of 11, Banker behind draws
    ("1r 2w 2w 11w 1b 1y",       "1r 2w / 2w 11w"),          # −1 against −13 stops
    ("1r 2w 3w 11w 1b 1y",       "1r 3w 1b / 2w 11w"),       # −2 against −13: Player behind draws
    ("4r 1b 4g 2w 11w 1y",       "4r 4g 11w / 1b 2w 1y"),    # 8 is no natural beside a negative hand
    ("3r 1b 4g 2w 1b 1y",        "3r 4g 1b / 1b 2w"),        # nor does Player stand on 7
    ("1r 3b 2w 4y 1b 1y",        "1r 2w / 3b 4y 1b"),        # nor Banker on 7
    ("1r 1b 3w 4w 3w 5y",        "1r 3w 3w / 1b 4w 5y"),     # −2 becomes −5 and leads −3: Banker draws
    ("1r 1b 3w 4w 1w 5y",        "1r 3w 1w / 1b 4w"),        # −2 becomes −3, equal: the round ends
    ("1r 1b 3w 4w 1g 5y",        "1r 3w 1g / 1b 4w"),        # −2 becomes −1, behind: the round ends
])
def test_who_draws(shoe: str, coup: str) -> None:
    assert str(MULTICOLOR.dealing.deal(MULTICOLOR.deck.parse(shoe))) == coup


@pytest.mark.parametrize(("coup", "banker_draws"), [
    # player → total       banker's total, the deepest it can reach with −11
    ("10r 1g 11w / 5b 5y",     True),   # −10 against 0: −11 would win
    ("5r 5g 10w / 10b 1y",     True),   # −10 against 1: −10 would tie
    ("5r 5g 11w / 10b 1y",     False),  # −11 against 1: −10 loses
    ("5r 5g 9w / 1b 1y",       True),   # −9 against 2: −9 would tie
    ("5r 5g 10w / 1b 1y",      False),
    ("5r 5g 8w / 1b 2y",       True),   # −8 against 3: −8 would tie
    ("5r 5g 9w / 1b 2y",       False),
    ("5r 5g 7w / 1b 3y",       True),   # −7 against 4: −7 would tie
    ("5r 5g 8w / 1b 3y",       False),
    ("5r 5g 6w / 1b 4y",       True),   # −6 against 5: −6 would tie
    ("5r 5g 7w / 1b 4y",       False),
    ("5r 5g 9b / 1b 4y",       True),   # 9 against 5: −6 would win
    ("5r 5g 10b / 1b 4y",      True),   # 0 against 5: Banker leads, but 5 + 5 would tie
    ("2r 2g 1b / 1b 4y",       True),   # 5 against 5: anything but 10 breaks the tie
])
def test_banker_draws_only_if_one_of_the_twenty_two_cards_could_change_the_winner(
    coup: str, *, banker_draws: bool
) -> None:
    player, banker = (MULTICOLOR.deck.parse(hand) for hand in coup.split("/"))
    (p1, p2, p3), (b1, b2) = player, banker
    dealt = MULTICOLOR.dealing.deal((p1, b1, p2, b2, p3, MULTICOLOR.deck.card("1r")))
    assert dealt.player.cards == player
    assert (dealt.banker.size == 3) is banker_draws


ROWS: list[Row] = [
    # player / banker            bet         odds
    ("3r 4g / 2b 4y",            "player",      1),  # 7 over 6
    ("2r 4g / 2b 3y 5r",         "player",  "1/2"),  # a win with +6
    ("2r 3g 1b / 1y 3r 1g",      "player",  "1/2"),  # with +6 of three cards
    ("1r 7w / 2g 2b 1y",         "player",      1),  # a win with −6
    ("7r 3g 11w / 10b 1y",       "player",      1),
    ("3r 2g 1b / 5y 1r",         "player",      0),  # 6 against 6 is a tie
    ("5r 5w / 7g 3b",            "player",      0),
    ("2r 4g / 3b 4y",            "player",     -1),  # a 6 that loses
    ("4r 5g 5w / 1b 2w",         "player",     -1),

    ("4r 5g 5w / 1b 2w",         "banker", "19/20"),
    ("2r 3g 10b / 2y 4r",        "banker", "19/20"),  # Banker's 6 is a win like any other
    ("3r 2g 1b / 5y 1r",         "banker",      0),
    ("3r 4g / 2b 4y",            "banker",     -1),

    ("5r 5w / 7g 3b",            "tie",         8),
    ("4r 5g 10w / 1b 2w",        "tie",         8),
    ("3r 4g / 2b 4y",            "tie",        -1),
    ("4r 5g 5w / 1b 2w",         "tie",        -1),

    ("3r 4g / 2b 4y",            "plus-2",  "3/2"),  # Player's 7
    ("3r 5g / 2b 3y",            "plus-2",  "3/2"),  # a natural
    ("2r 3g 10b / 2y 4r",        "plus-2",  "3/2"),  # Banker's two cards; that Player has three is no matter
    ("1r 2g 5b / 3y 4r",         "plus-2",     -1),  # won with three cards
    ("1r 4w / 4g 5b",            "plus-2",     -1),  # won below zero
    ("5r 5w / 7g 3b",            "plus-2",     -1),  # a tie
    ("2r 4g / 1b 5y",            "plus-2",     -1),  # a tie above zero

    ("1r 2g 5b / 3y 4r",         "plus-3",      3),  # Player's 8 of three
    ("3r 4g / 2b 3y 4r",         "plus-3",      3),  # Banker's 9 of three
    ("2r 3g 6b / 1y 3r 6g",      "plus-3",      3),  # Player's 1, the least that can win above zero
    ("3r 4g / 2b 3y 1r",         "plus-3",     -1),  # the three cards lost
    ("3r 4g / 2b 4y",            "plus-3",     -1),
    ("7r 3g 11w / 10b 1y",       "plus-3",     -1),
    ("3r 2g 1b / 5y 1r",         "plus-3",     -1),  # a tie

    ("1r 4w / 4g 5b",            "minus-2", "3/2"),  # Player's −3
    ("7r 2g / 1b 4w",            "minus-2", "3/2"),  # Banker's −3
    ("1r 3w / 4g 5b 1y",         "minus-2", "3/2"),  # that Banker has three cards is no matter
    ("4r 5g 5w / 1b 2w",         "minus-2", "3/2"),
    ("7r 3g 11w / 10b 1y",       "minus-2",    -1),  # won with three cards
    ("3r 4g / 2b 4y",            "minus-2",    -1),  # won above zero
    ("2r 3w / 7g 2b 10w",        "minus-2",    -1),  # a tie

    ("7r 3g 11w / 10b 1y",       "minus-3",     5),
    ("6r 8g 11w / 6b 8w 1y",     "minus-3",     5),
    ("3r 4g / 2b 3y 11w",        "minus-3",     5),  # Banker's −6
    ("1r 4w / 4g 5b",            "minus-3",    -1),  # won with two cards
    ("1r 4w / 3g 5w 1b",         "minus-3",    -1),  # the three cards lost
    ("1r 2g 5b / 3y 4r",         "minus-3",    -1),  # won above zero
    ("4r 5g 10w / 1b 2w",        "minus-3",    -1),  # a tie
]
# fmt: on


@pytest.mark.parametrize(("coup", "bet", "odds"), ROWS)
def test_what_each_bet_pays(coup: str, bet: str, odds: int | str) -> None:
    assert pays(MULTICOLOR, coup, bet) == Fraction(odds)


@pytest.mark.parametrize(
    ("coup", "naturals"),
    [
        ("3r 5b / 2g 3y", {PLAYER}),
        ("2r 3b / 4g 5y", {BANKER}),
        ("3r 5b / 4g 5y", {PLAYER, BANKER}),
        ("3r 5b / 6g 2y", set()),  # 8 and 8: equal totals ended the round
        ("7r 2g / 1b 4w", set()),  # 9 and −3: the gap ended it
        ("1r 2g 5b / 3y 4r", set()),  # 8 of three cards
        ("3r 4g / 2b 4y", set()),
    ],
)
def test_a_natural_is_an_eight_or_nine_that_ended_the_round(coup: str, naturals: set[Side]) -> None:
    result = MULTICOLOR.parse_coup(coup).result
    assert {side for side in Side if result.has_natural(side)} == naturals


def test_every_bet_is_open_to_the_end_of_the_shoe() -> None:
    assert {bet.id for bet in MULTICOLOR.bets if bet.last_coup_offered is not None} == set()
