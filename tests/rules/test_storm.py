"""Storms: what is struck, how often, what it pays, and what is refused."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import pytest

from punto.books import INTERBLOCK
from punto.books.storm import FOUR_TO_SIX_CARDS, STORM
from punto.rules import BANKER, EIGHT_DECKS, Bet, Card, Line, Odds, RuleBook, Storm, Weighted, hands_tie, player_wins
from punto.rules.coup import ImpossibleCoup
from punto.rules.invalid_input import InvalidInput
from punto.rules.money import Amount
from punto.rules.rulebook import InvalidRuleBook
from punto.rules.settlement import Wager, settle
from punto.rules.storm import InvalidStorm, StruckAtom, best_struck, common_denominator, possible_strikes

FEW = tuple(Card(rank, "s", 0) for rank in "A23456")
SMALL = Storm(FEW, cards=Weighted(((1, 1), (3, 2))), multipliers=Weighted(((2, 3), (5, 1))), fee=Odds("0.2"))


@pytest.mark.parametrize(
    ("coup", "bet", "odds"),
    [
        ("9h 8d / 4c Td 3s ! 9hx3 2cx8 4sx2 Tdx2", "player", 0),  # 7 against 7
        ("Kh 9d / 4c Td ! 9dx3 2cx8 4sx2 Ksx2", "player", "2.2"),  # 20 of 100 are the fee, 80 win 240
        ("Kh 9d / 4c Td ! 9dx3 Khx8 4sx2 Ksx2", "player", "6.2"),  # the best of two counts
        ("Kh 9d / 4c Td ! 9sx3 2cx8 4cx2 Ksx2", "player", "0.6"),  # a card of the loser's
        ("Kh 9d / 4c Td", "player", "0.6"),
        ("Kh 9d / 4c Td ! 9dx3 2cx8 4sx2 Ksx2", "banker", -1),
        ("Kh 4d 4c / Kc 5d 4s ! 4sx8 2cx8 4hx2 Ksx2", "banker", "0.56"),  # a third card does not count
        ("Kh 4d 4c / Kc 5d 4s ! Kcx5 2cx8 4hx2 Ksx2", "banker", "3.6"),
        ("9h 8d / 4c Td 3s ! 9hx3 2cx8 4sx2 Tdx2", "tie", 9),  # is not multiplied
    ],
)
def test_what_each_bet_pays(coup: str, bet: str, odds: int | str) -> None:
    assert STORM.bet(bet).odds(STORM.parse_coup(coup)) == Fraction(odds)


def test_a_stake_is_settled_in_whole_units() -> None:
    coup = STORM.parse_coup("Kh 9d / 4c Td ! 9dx3 2cx8 4sx2 Ksx2")
    settled = settle(STORM, coup, [Wager("alice", "player", Amount(100)), Wager("bob", "banker", Amount(100))])
    assert [each.returned for each in settled] == [320, 0]


def test_a_coup_is_written_with_what_was_struck() -> None:
    text = "Kh 9d / 4c Td ! 9dx3 2cx8 4sx2 Ksx2"
    assert str(STORM.parse_coup(text)) == text
    assert str(STORM.parse_coup("Kh 9d / 4c Td")) == "Kh 9d / 4c Td"


def drawn(storm: Storm) -> Counter[tuple[tuple[Card, int], ...]]:
    """Every storm there is, as often as it comes."""
    found: Counter[tuple[tuple[Card, int], ...]] = Counter()
    largest = max(storm.cards.numbers)
    for cards, weight in storm.cards.weights:
        sets = list(combinations(storm.faces, cards))
        for faces in sets:
            for kinds in product(storm.multipliers.weights, repeat=cards):
                ways = weight * 60 // len(sets) * storm.multipliers.total ** (largest - cards)
                for _, each in kinds:
                    ways *= each
                found[tuple((face, kind) for face, (kind, _) in zip(faces, kinds, strict=True))] += ways
    return found


@pytest.mark.parametrize("faces", [1, 2])
def test_chances_are_those_of_all_storms_there_are(faces: int) -> None:
    storms = drawn(SMALL)
    best: Counter[int] = Counter()
    for storm, ways in storms.items():
        best[max((kind for face, kind in storm if face in FEW[:faces]), default=1)] += ways
    chances = SMALL.chances(faces)
    assert chances == {number: Fraction(best[number], storms.total()) for number in (1, 2, 5)}
    assert all((chance * common_denominator(SMALL)).denominator == 1 for chance in chances.values())


@pytest.mark.parametrize(
    ("choices", "struck"),
    [
        ([0, 0, 0], "Asx2"),  # one card in one of three choices; the first face; ×2 in three of four
        ([0, 5, 3], "6sx5"),
        ([1, 5, 0, 3, 2, 3, 0], "6sx2 2sx5 Asx2"),  # each face another one: the first has gone to the sixth place
    ],
)
def test_a_storm_is_drawn_choice_by_choice(choices: list[int], struck: str) -> None:
    left = iter(choices)
    assert " ".join(f"{face}x{kind}" for face, kind in SMALL.drawn(lambda _of: next(left))) == struck
    assert list(left) == []


def test_only_bets_that_the_storm_multiplies_pay_its_fee() -> None:
    assert [STORM.fee_of(bet.id) for bet in STORM.bets] == [Odds("0.2"), Odds("0.2"), 0, 0, 0]


def test_only_who_wins_is_multiplied() -> None:
    atoms = STORM.bet("player").atoms
    won, tied = STORM.parse_coup("Kh 9d / 4c Td"), STORM.parse_coup("9h 8d / 4c Td 3s ! 9hx3 2cx8 4sx2 Tdx2")
    assert len(possible_strikes(atoms, won.result)) == 5
    assert possible_strikes(atoms, tied.result) == [frozenset()]
    assert best_struck(tied) == 1


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"cards": Weighted(((0, 1),))}, "strikes one card at the least, and at most as many as there are faces, 52"),
        ({"cards": Weighted(((53, 1),))}, "strikes one card at the least, and at most as many as there are faces, 52"),
        ({"multipliers": Weighted(((1, 1),))}, "multiplies by two at the least"),
        ({"cards": Weighted(())}, "the cards struck of a storm are whole numbers with whole weights from 1"),
        ({"multipliers": Weighted(((2, 0),))}, "the multipliers of a storm are whole numbers with whole weights"),
        ({"multipliers": Weighted(((2, 1), (2, 1)))}, "different numbers whose weights add up to 1,000 at most"),
        ({"multipliers": Weighted(((2, 1_001),))}, "different numbers whose weights add up to 1,000 at most"),
        ({"fee": Odds(1)}, r"the fee of a storm is 1, and not a part of the stake such as Odds\('0.2'\)"),
        ({"fee": Odds("0.20001")}, "the fee of a storm is 20001/100000, and not a part of the stake"),
        ({"fee": 0.125}, r"the fee of a storm is 0.125, a bare number; write fee=Odds\('0.125'\)"),
    ],
)
def test_a_storm_that_cannot_be_is_refused(changes: dict[str, Weighted | Odds | float], says: str) -> None:
    with pytest.raises(InvalidStorm, match=says):
        replace(FOUR_TO_SIX_CARDS, **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "struck", ["9dx4 2cx8 4sx2 Ksx2", "9d×3 2cx8 4sx2 Ksx2", "9dx3", "9dx3 9dx2 4sx2 Ksx2", "9dx3 2cx8 4sx2 Zsx2"]
)
def test_what_is_no_storm_is_refused(struck: str) -> None:
    with pytest.raises(InvalidInput, match="is not a s"):
        STORM.parse_coup(f"Kh 9d / 4c Td ! {struck}")


def test_a_book_without_a_storm_knows_no_struck_cards() -> None:
    with pytest.raises(ImpossibleCoup, match="book 'interblock' has no storm"):
        INTERBLOCK.parse_coup("Kh 9d / 4c Td ! 9dx3")


@pytest.mark.parametrize(
    ("book", "says"),
    [
        (lambda: replace(STORM, storm=None), "bet 'player' asks for a storm that is not the book's"),
        (lambda: replace(STORM, storm="storm"), "its storm is 'storm', not a Storm"),  # type: ignore[arg-type]
        (lambda: replace(INTERBLOCK, storm=SMALL), "its storm strikes other cards than the deck has"),
    ],
)
def test_a_book_and_its_storm_belong_together(book: object, says: str) -> None:
    assert callable(book)
    with pytest.raises(InvalidRuleBook, match=says):
        book()


@pytest.mark.parametrize(
    ("atom", "says"),
    [
        (lambda: StruckAtom.of(SMALL, 1), "a card is struck ×1 in no storm of these multipliers: ×2, ×5"),
        (lambda: StruckAtom.of(SMALL, 7), "a card is struck ×7 in no storm of these multipliers: ×2, ×5"),
        (lambda: StruckAtom.of(SMALL, 2.0), "a card is struck ×2.0 in no storm of these multipliers: ×2, ×5"),  # type: ignore[arg-type]
        (
            lambda: StruckAtom("best is two", SMALL, 2),
            "'best is two' asks of a storm in words of its own; write StruckAtom.of(storm, 2)",
        ),
    ],
)
def test_an_atom_that_its_storm_would_count_otherwise_than_settle_is_refused(
    atom: Callable[[], StruckAtom], says: str
) -> None:
    """Two atoms of one multiplier were counted as one of them, and ×1 was settled on a tie but not counted there."""
    with pytest.raises(InvalidStorm) as refused:
        atom()
    assert str(refused.value) == says


@pytest.mark.parametrize("weights", [{4: 1}, (4, 1), [(4, 1)], ((4, 1, 2),)])
def test_what_are_no_weights_is_refused(weights: Any) -> None:
    with pytest.raises(
        InvalidStorm, match=r"are no numbers with weights; write Weighted\(\(\(4, 1\), \(5, 2\)\)\) for"
    ):
        Weighted(weights)


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (  # 2 to 1 on a stake of which a fifth is gone
            (Line(player_wins & StruckAtom.of(FOUR_TO_SIX_CARDS, 8), Odds(2)), Line(player_wins, Odds(1))),
            "bet 'player' pays 2 where 'Player wins and its first two cards are struck ×8 at best'",
        ),
        (
            (Line(player_wins & StruckAtom.of(FOUR_TO_SIX_CARDS, 8), Odds(50)),),
            "bet 'player' pays 50 where 'Player wins and its first two cards are struck ×8 at best'",
        ),
    ],
)
def test_lines_that_forget_the_fee_of_a_storm_are_refused(lines: tuple[Line, ...], says: str) -> None:
    with pytest.raises(InvalidRuleBook) as refused:
        replace(STORM, bets=(Bet("player", "Player", lines),))
    how = (
        "which no odds come to after the fee; write *storm.lines(player_wins, Odds(1)) for this line and those with it"
    )
    assert str(refused.value) == f"book 'storm': {says}, {how}"


def test_lines_by_hand_that_reckon_with_the_fee_are_as_good() -> None:
    """8 × 0.95 of four fifths, and 0.95 of four fifths."""
    struck = Line(player_wins & StruckAtom.of(FOUR_TO_SIX_CARDS, 8), Odds("5.88"))
    bet = Bet("player", "Player", (Line(hands_tie, Odds(0)), struck, Line(player_wins, Odds("0.56"))))
    assert replace(STORM, bets=(bet,)).fee_of("player") == Odds("0.2")


def test_lines_of_a_storm_are_lines() -> None:
    bet = Bet("x", "X", (Line(hands_tie, Odds(0)), *FOUR_TO_SIX_CARDS.lines(player_wins, Odds(1))), backs=BANKER)
    assert [line.pays for line in bet.lines] == [Odds(each) for each in ("0", "6.2", "3.8", "2.2", "1.4", "0.6")]
    assert bet.lines[1].when.words == "Player wins and its first two cards are struck ×8 at best"
    assert StruckAtom.of(FOUR_TO_SIX_CARDS, 8) in bet.atoms
    assert isinstance(STORM, RuleBook)
    assert STORM.storm is not None
    assert STORM.storm.faces == EIGHT_DECKS.faces
