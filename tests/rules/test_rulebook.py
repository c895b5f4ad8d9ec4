"""The rule book: what it refuses when built, and how it reads a written coup."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from punto.books.interblock import INTERBLOCK
from punto.rules.bet import Bet, Line
from punto.rules.cards import EIGHT_COLOUR_DECKS, Card, Deck, InvalidCard, french_deck
from punto.rules.conditions import hands_tie, pair, player_total_is, player_wins
from punto.rules.coup import ImpossibleCoup
from punto.rules.drawing import PUNTO_BANCO_DRAWING
from punto.rules.mode import Mode
from punto.rules.money import PUSH, Odds
from punto.rules.rulebook import InvalidRuleBook, RuleBook, UnknownBet
from punto.rules.scoring import UNITS_DIGIT
from punto.rules.shoe import BURN_TEN_FOR_A_TEN

SIX_CARDS = french_deck(copies=1).faces[:6]
PLAYER_WINS = Bet("player", "Player", (Line(player_wins, Odds(1)),))
HANDS_TIE = Bet("tie", "Tie", (Line(hands_tie, Odds(8)),))
AN_ID_AND_A_TITLE = "bet 'player' needs an id and a title, which are texts"
COMMA = ", with a comma after each"
PLAIN = "; write plain text on one line"
A_CONDITION = "bet 'player' has a line whose condition "
A_LINE = "\"ResultAtom(text='Player wins', test=<…\""
ASK_A_SIDE = (
    "bet 'player' has a line without a condition: \"{side}'s first two cards are a pair\" is a question about cards, "
    "which is put to a side, as in pair.of(PLAYER)"
)
PAIR: Any = pair  # what a type checker would refuse, as all of these
INEXACT: Any = 0.95
BARE: Any = 8
TEXT: Any = "8"
A_FLOAT_IN_DISGUISE: Any = Fraction(0.95)
NO_CARD: Any = "As"
NO_TUPLE: Any = []
NO_LINE: Any = player_wins
NO_PLAIN_CARD = ", which is no card with whole points and a plain text"
SMALLEST = RuleBook(
    id="smallest",
    title="Smallest",
    source="this test",
    deck=Deck("six", SIX_CARDS, copies=1),
    scoring=UNITS_DIGIT,
    drawing=PUNTO_BANCO_DRAWING,
    bets=(PLAYER_WINS,),
)


@pytest.mark.parametrize(
    ("changed", "problem"),
    [  # a book is written by hand, and Python lets anything pass
        ({"id": "My Book"}, "'My Book' is not an id: a small letter first, then small letters, digits, - and _"),
        (
            {"bets": (replace(PLAYER_WINS, id="Player"),)},
            "'Player' is not an id: a small letter first, then small letters, digits, - and _",
        ),
        (
            {"modes": (Mode("no commission", "", leaves_out=()),)},
            "'no commission' is not an id: a small letter first, then small letters, digits, - and _",
        ),
        ({"bets": (PLAYER_WINS, HANDS_TIE, PLAYER_WINS)}, "bet 'player' stands here twice"),
        ({"bets": ()}, "it has no bets"),
        ({"id": 7}, "its id is '7', not a str"),
        ({"title": None}, "its title is 'None', not a str"),
        ({"scoring": None}, "its scoring is 'None', not a Scoring"),
        (
            {"bets": [PLAYER_WINS]},
            "its bets is \"[Bet(id='player', title='Player', lin…\", not a tuple; write bets=(Bet(…),)" + COMMA,
        ),
        (
            {"modes": Mode("half", "Half", leaves_out=())},
            "its modes is \"Mode(id='half', title='Half', leaves_…\", not a tuple; write modes=(Mode(…),)" + COMMA,
        ),
        (
            {"modes": (Mode("half", "Half", leaves_out="player"),)},  # type: ignore[arg-type]
            "mode 'half' leaves out 'player', which is not a tuple; write ('tie',)" + COMMA,
        ),
        ({"title": " "}, "it has no title"),
        ({"modes": (Mode("half", "", leaves_out=()),)}, "mode 'half' has no title"),
        ({"bets": (replace(PLAYER_WINS, title=" "),)}, "bet 'player' has no title"),
        ({"title": "A\x1b[31m"}, r"it has a title with characters that do not show, 'A\x1b[31m'" + PLAIN),
        (
            {"bets": (replace(PLAYER_WINS, title="A\nB"),)},
            r"bet 'player' has a title with characters that do not show, 'A\nB'" + PLAIN,
        ),
        (
            {"modes": (Mode("half", "\u202eflah", leaves_out=()),)},
            r"mode 'half' has a title with characters that do not show, '\u202eflah'" + PLAIN,
        ),
        *(
            ({"bets": (replace(PLAYER_WINS, lines=(Line(player_wins.called(words), Odds(1)),)),)}, A_CONDITION + says)
            for words, says in (
                (" ", 'has no words; write them, as in @result_atom("Banker wins")'),
                ("a\tb", r"has words with characters that do not show, 'a\tb'" + PLAIN),
                (
                    "{side} wins",
                    "is '{side} wins'; {side} belongs to @first_two_atom and @three_card_atom: write Player or Banker",
                ),
            )
        ),
        (
            {"bets": (PLAYER_WINS, replace(HANDS_TIE, title="Player"))},
            "bets 'player' and 'tie' have one title, 'Player'",
        ),
        (
            {"bets": (replace(PLAYER_WINS, last_coup_offered="30"),)},  # type: ignore[arg-type]
            "bet 'player' closes after round '30'; write a whole number, as in last_coup_offered=30",
        ),
        (
            {"bets": (replace(PLAYER_WINS, last_coup_offered=30.5),)},  # type: ignore[arg-type]
            "bet 'player' closes after round 30.5; write a whole number, as in last_coup_offered=30",
        ),
        (
            {"bets": (replace(PLAYER_WINS, backs="player"),)},  # type: ignore[arg-type]
            "bet 'player' backs 'player'; write backs=PLAYER or backs=BANKER",
        ),
        (
            {"bets": (replace(PLAYER_WINS, lines=(Line(hands_tie, PUSH), Line(player_wins, Odds("-0.5")))),)},
            "bet 'player' has no line that wins: all it could do is return the stake",
        ),
        (
            {"bets": (replace(PLAYER_WINS, lines=(Line(Odds(8), hands_tie),)),)},  # type: ignore[arg-type]
            "bet 'player' has a line with its odds first; write Line(hands_tie, Odds(8)), with the condition first",
        ),
        (
            {"bets": (replace(PLAYER_WINS, lines=(Line(player_total_is, Odds(8)),)),)},  # type: ignore[arg-type]
            (
                "bet 'player' has a line without a condition: player_total_is is a function that makes a condition; "
                "call it, as in player_total_is(8)"
            ),
        ),
        (
            {"bets": (replace(PLAYER_WINS, lines=(Line(player_wins, "8"),)),)},  # type: ignore[arg-type]
            "bet 'player' pays 8, which is not exact; write Odds(8), Odds('0.95') or Odds('7/2')",
        ),
        ({"bets": ("player",)}, "'player' stands among its bets; write bets=(Bet(…), Bet(…))"),
        ({"modes": ("half",)}, "'half' stands among its modes"),
        (
            {"bets": (replace(PLAYER_WINS, lines=NO_TUPLE),)},
            "bet 'player' has '[]' for lines; write (Line(…),)" + COMMA,
        ),
        ({"bets": (replace(PLAYER_WINS, title=INEXACT),)}, AN_ID_AND_A_TITLE),
        ({"bets": (replace(PLAYER_WINS, lines=(NO_LINE,)),)}, "bet 'player' has a line that is none: " + A_LINE),
        ({"bets": (replace(PLAYER_WINS, lines=(Line(PAIR, Odds(1)),)),)}, ASK_A_SIDE),
        (
            {"bets": (replace(PLAYER_WINS, lines=(Line(player_wins, INEXACT),)),)},
            "bet 'player' pays 0.95, which is not exact; write Odds('0.95')",
        ),
        (
            {"bets": (replace(PLAYER_WINS, lines=(Line(player_wins, BARE),)),)},
            "bet 'player' pays 8, a bare number; write Odds(8)",
        ),
        (
            {"bets": (replace(PLAYER_WINS, lines=(Line(player_wins, Odds(1), INEXACT),)),)},
            "bet 'player' keeps a commission of 0.95, which is not exact; write Odds('0.95')",
        ),
        (
            {"bets": (replace(PLAYER_WINS, lines=(Line(player_wins, Odds(1), Odds(-1)),)),)},
            "bet 'player' keeps a commission of -1, which is below zero",
        ),
        (
            {"bets": (replace(PLAYER_WINS, lines=(Line(player_wins, A_FLOAT_IN_DISGUISE),)),)},
            "bet 'player' pays 0.95, which is not exact; write Odds('0.95')",
        ),
        (
            {"bets": (replace(PLAYER_WINS, lines=(Line(player_wins, Odds(10**7)),)),)},
            "bet 'player' pays more than 1,000,000 to 1",
        ),
        ({"deck": Deck("odd", (*SIX_CARDS, NO_CARD), copies=1)}, "its deck has a face 'As'" + NO_PLAIN_CARD),
        ({"deck": Deck("odd", (*SIX_CARDS, Card("A", "/", 1)), copies=1)}, "its deck has a face 'A/'" + NO_PLAIN_CARD),
        (
            {"deck": Deck("odd", (*SIX_CARDS, Card("A", "x", INEXACT)), copies=1)},
            "its deck has a face 'Ax'" + NO_PLAIN_CARD,
        ),
        (
            {"deck": Deck("odd", SIX_CARDS, copies=INEXACT)},
            "its deck has 0.95 copies; write a whole number, as in french_deck(8)",
        ),
        (
            {"deck": Deck("odd", SIX_CARDS, copies=TEXT)},
            "its deck has '8' copies; write a whole number, as in french_deck(8)",
        ),
        ({"deck": Deck("five", SIX_CARDS[:5], copies=1)}, "its deck has 5 cards, and one round can take 6"),
        ({"deck": Deck("none", SIX_CARDS, copies=0)}, "its deck has 0 cards, and one round can take 6"),
        ({"deck": Deck("twice", (*SIX_CARDS, SIX_CARDS[0]), copies=1)}, "its deck lists As twice"),
        (
            {"deck": Deck("one text", (*SIX_CARDS, replace(SIX_CARDS[0], points=7)), copies=1)},
            "its deck lists As twice",
        ),
        ({"deck": EIGHT_COLOUR_DECKS}, "its drawing rule does not know cards that count -11"),
        (
            {"modes": (Mode("one", "One", leaves_out=()), Mode("one", "Other", leaves_out=()))},
            "mode 'one' stands here twice",
        ),
        ({"bets": (replace(PLAYER_WINS, lines=()),)}, "bet 'player' has no line, so it could only lose"),
        (
            {"bets": (replace(PLAYER_WINS, lines=(Line(player_wins, Odds(-1)),)),)},
            "bet 'player' has a line that pays −1 or less; a loss is what no line catches",
        ),
        (
            {"bets": (replace(PLAYER_WINS, lines=(Line(hands_tie, Odds(8)), Line(player_wins, Odds("-1.5")))),)},
            "bet 'player' has a line that pays −1 or less; a loss is what no line catches",
        ),
        ({"bets": (replace(PLAYER_WINS, last_coup_offered=0),)}, "bet 'player' closes before the first round"),
        (
            {"modes": (Mode("half", "Half", leaves_out=("player", "banker")),)},
            "mode 'half' leaves out 'banker', which is no bet of it",
        ),
    ],
)
def test_a_book_that_contradicts_itself_is_refused(changed: dict[str, Any], problem: str) -> None:
    with pytest.raises(InvalidRuleBook) as refused:
        replace(SMALLEST, **changed)
    assert str(refused.value) == f"book {changed.get('id', 'smallest')!r}: {problem}"


@pytest.mark.parametrize("text", ["", "A", "1a", "a b", "a--b", "a-_b", "a-", "-a", "é", "a\n", "a+", "+a", "a+B"])
def test_a_text_that_is_no_id(text: str) -> None:
    with pytest.raises(InvalidRuleBook, match="is not an id"):
        replace(SMALLEST, id=text)


@pytest.mark.parametrize("text", ["a", "a9", "plus-2", "seven-luck-no-commission", "no_commission", "sa+dragon-7"])
def test_a_text_that_is_an_id(text: str) -> None:
    assert replace(SMALLEST, id=text).id == text


def test_only_the_gravest_problem_is_told() -> None:
    with pytest.raises(InvalidRuleBook) as refused:
        replace(SMALLEST, bets=(), deck=Deck("five", SIX_CARDS[:5], copies=1))
    assert str(refused.value) == "book 'smallest': it has no bets"


def test_what_is_just_allowed() -> None:
    """Half the stake back, a bet for the first coup only, and a mode that leaves everything on the felt."""
    half_back = Bet("half", "Half", (Line(player_wins, Odds("-0.5")), Line(hands_tie, Odds(8))), last_coup_offered=1)
    mode = Mode("all", "All", leaves_out=())
    book = replace(SMALLEST, bets=(half_back, HANDS_TIE), modes=(mode,))
    assert book.bets_in(mode) == (half_back, HANDS_TIE)


def test_a_book_that_says_nothing_of_the_burn_burns_ten_for_a_ten() -> None:
    assert SMALLEST.burn == BURN_TEN_FOR_A_TEN


def test_a_mode_only_says_which_bets_do_not_stand_on_the_felt() -> None:
    mode = Mode("no_tie", "No tie", leaves_out=("tie",))
    book = replace(SMALLEST, bets=(HANDS_TIE, PLAYER_WINS), modes=(mode,))
    assert book.bets_in(mode) == (PLAYER_WINS,)
    assert book.bet("tie") is HANDS_TIE


@pytest.mark.parametrize("text", ["4h 2d / 4c Td 3s", "4h 2d/4c Td 3s", "  4h  2d  /  4c  Td  3s\n"])
def test_a_coup_is_read_whatever_blanks_stand_between(text: str) -> None:
    assert str(INTERBLOCK.parse_coup(text)) == "4h 2d / 4c Td 3s"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'' is not a round: player's cards / banker's cards"),
        (" 4h 2d 4c Td ", "'4h 2d 4c Td' is not a round: player's cards / banker's cards"),
        ("4h 2d / 4c / Td", "'4h 2d / 4c / Td' is not a round: player's cards / banker's cards"),
        ("4h 2d // 4c Td", "'4h 2d // 4c Td' is not a round: player's cards / banker's cards"),
        ("x" * 41, f"'{'x' * 37}…' is not a round: player's cards / banker's cards"),
        ("4h 2d / 4c Td", "Banker needs another card after 4"),
    ],
)
def test_a_text_that_is_no_coup_is_refused(text: str, message: str) -> None:
    with pytest.raises(ImpossibleCoup) as refused:
        INTERBLOCK.parse_coup(text)
    assert str(refused.value) == message


@pytest.mark.parametrize(
    ("book", "text", "message"),
    [
        (INTERBLOCK, "4h 2d / 4c 10d 3s", "'10d' is not a card: rank then suit, from As to Kc; write Td for a ten"),
        (INTERBLOCK, "4h " * 5 + "/" + " 4h" * 4, "4h stands here 9 times, and the deck 52x8 has 8"),
        (SMALLEST, "As 5s / As 6s", "As stands here 2 times, and the deck six has 1"),
    ],
    ids=["no card", "a ninth copy", "a second copy"],
)
def test_a_coup_with_cards_that_the_deck_does_not_have_is_refused(book: RuleBook, text: str, message: str) -> None:
    with pytest.raises(InvalidCard) as refused:
        book.parse_coup(text)
    assert str(refused.value) == message


def test_a_bet_that_the_book_does_not_have_is_named() -> None:
    with pytest.raises(UnknownBet, match=r"book 'smallest' has no bet 'dragon'; it has player$"):
        SMALLEST.bet("dragon")


def test_a_bet_comes_out_when_it_wins_not_when_it_pushes() -> None:
    assert INTERBLOCK.came_out(INTERBLOCK.parse_coup("9h 8d / 4c Td 3s")) == ("tie",)
    assert INTERBLOCK.came_out(INTERBLOCK.parse_coup("9h 9d / 4c 3d")) == ("player", "player-pair")
