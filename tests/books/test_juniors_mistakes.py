"""A junior's mistakes in a book file: each is refused with its line and with what to write instead."""

import sys
import time
from pathlib import Path
from threading import Thread

import pytest

from punto.books import find_book as finding
from punto.books import time_limit
from punto.books.find_book import UnknownBook, find_book
from punto.books.guarded_output import without_printing

HEAD = """\
import random
from punto.rules import *

@first_two_atom("{side}'s first two cards are suited")
def suited(first, second):
    return first.suit == second.suit

def book(*bets):
    return RuleBook("mine", "Mine", "us", EIGHT_DECKS, UNITS_DIGIT, PUNTO_BANCO_DRAWING, bets)

"""
FIRST = HEAD.count("\n") + 1  # the line on which what is wrong begins

X = "InvalidRuleBook: book 'mine': bet 'x'"
AND = "'Player wins' is not yet true or false: write & for and, | for or, ~ for not"
WHOLE = "is not a whole number; write it without quotes and point, as in 8"
RANK = "is not a rank; ranks are texts, A 2 3 4 5 6 7 8 9 T J Q K (T is a ten), as in '9'"
NO_WORDS = 'InvalidCondition: a question needs words, as in @result_atom("Banker wins")'
ANY_OF = "InvalidCondition: any_of takes a list of conditions, as in any_of([player_wins, hands_tie])"
AGAIN = "which is answered differently when it is asked again; let it depend on what it is given and on nothing else"


def refusal(folder: Path, written: str) -> str:
    path = folder / "mine.py"
    path.write_text(HEAD + written)
    with pytest.raises(UnknownBook) as refused:
        find_book(str(path))
    return str(refused.value).removeprefix(f"{path}, ")


@pytest.mark.parametrize(
    ("written", "line", "says"),
    [
        ("when = player_wins and player_total_is(8)", 0, f"InvalidCondition: {AND}"),
        ("when = player_wins or hands_tie", 0, f"InvalidCondition: {AND}"),
        ("when = not player_wins", 0, f"InvalidCondition: {AND}"),
        ("@result_atom\ndef mine(result):\n    return True", 0, NO_WORDS),
        ("@first_two_atom\ndef mine(first, second):\n    return True", 0, NO_WORDS),
        ("@three_card_atom\ndef mine(first, second, third):\n    return True", 0, NO_WORDS),
        (
            "@dealt_atom\ndef mine(dealt):\n    return True",
            0,
            "TypeError: dealt_atom() missing 1 required positional argument: 'by'",
        ),
        ("mine = dealt_atom(8, by=rank_of)", 0, NO_WORDS),
        ("mine = first_four_atom(8, by=rank_of)", 0, NO_WORDS),
        (
            "def mine(result):\n    return True\nwhen = player_wins & mine",
            2,
            'InvalidCondition: mine is a function; put @result_atom("…") or another such line above it',
        ),
        ("when = any_of([])", 0, ANY_OF),
        ("when = any_of(player_wins)", 0, ANY_OF),
        (
            "when = any_of([player_wins, 8])",
            0,
            "InvalidCondition: '8' is no condition such as player_wins or pair.of(PLAYER)",
        ),
        (
            "BOOK = book(\n    Bet('x', 'X', (\n        Line(player_wins, 0.95),\n    )),\n)",
            2,
            f"{X} pays 0.95, which is not exact; write Odds('0.95')",
        ),
        (
            "x = Odds(0.95)",
            0,
            "InvalidOdds: odds of 0.95 are not exact; write Odds('0.95')",
        ),
        (
            "tie = Line(\n    hands_tie,\n    8,\n)\nBOOK = book(Bet('x', 'X', (tie,)))",
            0,
            f"{X} pays 8, a bare number; write Odds(8)",
        ),
        (
            (
                "BOOK = book(Bet('x', 'X', (\n    Line(banker_wins, Odds(1)),\n"
                "    Line(banker_wins & banker_total_is(6), Odds('0.5')),\n)))"
            ),
            2,
            (
                f"{X} has a line that never decides: \"Banker wins and Banker's total is "
                "6\" stands under 'Banker wins', which holds first; put the narrower line above the wider one"
            ),
        ),
        (
            "BOOK = book(Bet('x', 'X', (\n    Line(player_natural & player_total_is(7), Odds(9)),\n)))",
            1,
            (
                f'{X} has a line that can never hold: "Player has a natural 8 or 9 and '
                "Player's total is 7\"; no round is dealt like that"
            ),
        ),
        (
            (
                "@result_atom('the house is lucky')\ndef lucky(result):\n    return random.random() < 0.5\n\n"
                "BOOK = book(Bet('x', 'X', (Line(lucky, Odds(1)),)))"
            ),
            0,
            f"{X} asks whether 'the house is lucky', {AGAIN}",
        ),
        (
            "BOOK = book(\n    Bet('7-dragon', 'Dragon', (Line(hands_tie, Odds(8)),)),\n)",
            1,
            (
                "InvalidRuleBook: book 'mine': '7-dragon' is not an id: a small letter first, then small letters, "
                "digits, - and _"
            ),
        ),
        (
            "TEN = EIGHT_DECKS.card('10h')",
            0,
            "InvalidCard: '10h' is not a card: rank then suit, from As to Kc; write Th for a ten",
        ),
        ("when = player_total_is('8')", 0, f"InvalidCondition: '8' {WHOLE}"),
        ("when = banker_total_is(8.0)", 0, f"InvalidCondition: 8.0 {WHOLE}"),
        ("when = player_total_is(True)", 0, f"InvalidCondition: True {WHOLE}"),
        ("when = dealt_of_rank_are('10', 3)", 0, f"InvalidCondition: '10' {RANK}"),
        ("when = dealt_of_rank_are(9, 3)", 0, f"InvalidCondition: 9 {RANK}"),
        ("when = dealt_of_rank_are('9', '3')", 0, f"InvalidCondition: '3' {WHOLE}"),
        (
            "when = all_dealt_are('Red')",
            0,
            "InvalidCondition: 'Red' is not a colour of cards; write 'red' or 'black'",
        ),
        # and some more of their kind
        (
            (
                "@first_two_atom('{side} has a ten')\ndef ten(first, second):\n"
                "    return '10' in (first.rank, second.rank)\n\n"
                "BOOK = book(Bet('x', 'X', (Line(ten.of(PLAYER), Odds(1)),)))"
            ),
            0,
            (
                f"{X} asks whether 'Player has a ten', which is never so; ranks are texts, "
                "A 2 3 4 5 6 7 8 9 T J Q K (T is a ten), and so are suits, s h d c"
            ),
        ),
        (
            (
                "calls = []\n@three_card_atom('{side} is odd')\ndef odd(*cards):\n    calls.append(1)\n"
                "    return len(calls) % 2 == 1\n\nBOOK = book(Bet('x', 'X', (Line(odd.of(BANKER), Odds(1)),)))"
            ),
            1,
            f"{X} asks whether 'Banker is odd', {AGAIN}",
        ),
        (
            (
                "@first_two_atom('{side} sums up')\ndef sums(first, second):\n    return int(first.rank) > 5\n\n"
                "BOOK = book(Bet('x', 'X', (Line(sums.of(PLAYER), Odds(1)),)))"
            ),
            2,
            "ValueError: invalid literal for int() with base 10: 'A'",
        ),
        (
            (
                "BOOK = book(Bet('x', 'X', (\n    Line(suited.of(PLAYER) | pair.of(PLAYER), Odds(1)),\n"
                "    Line(suited_pair.of(PLAYER), Odds(25)),\n)))"
            ),
            2,
            (
                f"{X} has a line that never decides: \"Player's first two cards are a "
                "pair of one suit\" stands under \"Player's first two cards are suited or Player's first two cards "
                'are a pair", which holds first; put the narrower line above the wider one'
            ),
        ),
        (
            (
                "BOOK = book(Bet('x', 'X', (\n    Line(banker_wins, Odds(1)),\n    Line(hands_tie, PUSH),\n"
                "    Line(~player_wins & banker_total_is(6), Odds('0.5')),\n)))"
            ),
            3,
            (
                f'{X} has a line that never decides: "not (Player wins) and Banker\'s total is 6" stands under '
                "'Banker wins' and 'the hands tie', one of which always holds first; put the narrower line above the "
                "wider one"
            ),
        ),
        (
            "BOOK = book(Bet('x', 'X', (\n    Line(player_wins, Odds('0.3333333333333333')),\n)))",
            1,
            f"{X} pays 0.3333333333333333, which was rounded or is finer than 1/10,000; write Odds('1/3')",
        ),
        (
            "BOOK = book(Bet('x', 'X', (\n    Line(player_wins, Odds(1), Odds('0.00001')),\n)))",
            1,
            (
                f"{X} keeps a commission of 1e-05, which was rounded or is finer than 1/10,000; "
                "write Odds(8), Odds('0.95') or Odds('7/2')"
            ),
        ),
        (  # the dead half of an either-or
            (
                "@first_two_atom('{side} has two hearts')\ndef hearts(first, second):\n"
                "    return first.suit == second.suit == 'hearts'\n\n"
                "BOOK = book(Bet('x', 'X', (Line(hearts.of(PLAYER) | pair.of(PLAYER), Odds(1)),)))"
            ),
            0,
            (
                f"{X} asks whether 'Player has two hearts', which is never so; ranks are texts, "
                "A 2 3 4 5 6 7 8 9 T J Q K (T is a ten), and so are suits, s h d c"
            ),
        ),
        (
            (
                "@result_atom('anything')\ndef anything(result):\n    return True\n\n"
                "BOOK = book(Bet('x', 'X', (Line(player_wins & anything, Odds(1)),)))"
            ),
            0,
            f"{X} asks whether 'anything', which is always so; ask what can be so or not",
        ),
        (
            "BOOK = book(Bet('x', 'X', (\n    Line(hands_tie | player_total_is(12), Odds(8)),\n)))",
            1,
            f'{X} asks whether "Player\'s total is 12", which is never so; no round is dealt like that',
        ),
        (
            (
                "@first_two_atom('{side} has fours or fives')\ndef low(first, second):\n"
                "    return first.rank == '4' or '5'\n\n"
                "BOOK = book(Bet('x', 'X', (Line(low.of(PLAYER), Odds(1)),)))"
            ),
            0,
            (
                f"{X} asks whether 'Player has fours or fives', which is answered '5'; an atom answers True or False; "
                "compare, as in rank in ('4', '5') instead of rank == '4' or '5'"
            ),
        ),
        (
            (
                "@result_atom('Player wins by 9')\ndef by_nine(result):\n    result.margin == 9\n\n"
                "BOOK = book(Bet('x', 'X', (Line(by_nine, Odds(1)),)))"
            ),
            0,
            (
                f"{X} asks whether 'Player wins by 9', which is answered None; an atom answers True or False; "
                "is a return missing?"
            ),
        ),
        (
            (
                "@dealt_atom('a nine is dealt', by=rank_of)\ndef nine(dealt):\n    return dealt['9']\n\n"
                "BOOK = book(Bet('x', 'X', (Line(nine, Odds(1)),)))"
            ),
            0,
            (
                f"{X} asks whether 'a nine is dealt', which is answered 0; an atom answers True or False; "
                "compare, as in rank in ('4', '5') instead of rank == '4' or '5'"
            ),
        ),
        (
            (
                "@first_two_atom('{side} is red')\ndef red(card):\n    return card.suit in 'hd'\n\n"
                "BOOK = book(Bet('x', 'X', (Line(red.of(PLAYER), Odds(1)),)))"
            ),
            0,
            f"{X} asks whether 'Player is red', whose function takes other arguments; write it with (first, second)",
        ),
        (
            (
                "@dealt_atom('all are one', by=lambda: 7)\ndef one(dealt):\n    return len(dealt) == 1\n\n"
                "BOOK = book(Bet('x', 'X', (Line(one, Odds(1)),)))"
            ),
            0,
            (
                f"{X} asks whether 'all are one', which sorts cards with a function of other arguments; "
                "write it with (card)"
            ),
        ),
        (
            (
                "@result_atom('it speaks')\ndef speaks(result):\n    print('hello')\n    return True\n\n"
                "BOOK = book(Bet('x', 'X', (Line(speaks, Odds(1)),)))"
            ),
            2,
            "AtomPrints: an atom answers True or False and prints nothing; take the print away",
        ),
        (
            (
                "S = Storm(EIGHT_DECKS.faces, Weighted(((4, 1),)), Weighted(((2, 1),)), Odds('0.2'))\n"
                "from dataclasses import replace\nBOOK = replace(\n"
                "    book(Bet('y', 'Y', (Line(hands_tie, Odds(8)),))),\n"
                "    storm=S,\n    bets=(\n        Bet('x', 'X', S.lines(player_wins, Odds(1))[:1]),\n    ),\n)"
            ),
            6,
            (
                f"{X} pays 7/5 where 'Player wins and its first two cards are struck ×2 at best', which no odds come "
                "to after the fee; write *storm.lines(player_wins, Odds(1)) for this line and those with it"
            ),
        ),
    ],
)
def test_a_mistake_is_refused_with_what_to_write(tmp_path: Path, written: str, line: int, says: str) -> None:
    assert refusal(tmp_path, written) == f"line {FIRST + line}: {says}"


@pytest.mark.parametrize(
    ("written", "line"),
    [
        ("while True:\n    pass", (0, 1)),
        (
            (
                "@result_atom('it ends')\ndef ends(result):\n    while True:\n        try:\n            1 / 0\n"
                "        except Exception:\n            pass\n\nBOOK = book(Bet('x', 'X', (Line(ends, Odds(1)),)))"
            ),
            (2, 6),
        ),
        (
            (
                "for _ in range(3):\n    try:\n        while True:\n            pass\n"
                "    except BaseException:\n        pass\nwhile True:\n    pass"
            ),
            (0, 5),
        ),
    ],
    ids=["the file", "an atom", "one that catches everything"],
)
def test_what_never_ends_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, written: str, line: tuple[int, int]
) -> None:
    monkeypatch.setattr(finding, "SECONDS_MAX", 0.5)
    said = refusal(tmp_path, written)
    where, _, words = said.partition(": ")
    assert FIRST + line[0] <= int(where.removeprefix("line ")) <= FIRST + line[1]
    assert words == "NoAnswer: it has not answered after 0.5 s; is there a loop without an end?"


def test_what_only_waits_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The thread is left behind, asleep."""
    monkeypatch.setattr(finding, "SECONDS_MAX", 0.5)
    said = refusal(tmp_path, "import time\ntime.sleep(5)")
    says = "NoAnswer: it has been waiting for 0.5 s; a book computes and waits for nothing"
    assert said == f"line {FIRST + 1}: {says}"


def test_where_threads_have_no_clocks_the_process_has_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(time, "pthread_getcpuclockid")
    monkeypatch.setattr(finding, "SECONDS_MAX", 0.5)
    assert "it has not answered after 0.5 s" in refusal(tmp_path, "while True:\n    pass")


def test_a_thread_that_has_just_ended_has_used_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its clock goes with it."""

    def no_clock() -> float:
        raise OSError

    running = time_limit._Running(lambda: 7)
    assert running.is_over.wait(60)
    monkeypatch.setattr(running, "_used", no_clock)
    assert (running.used(), running.answer()) == (0.0, 7)


def test_lines_that_overlap_and_atoms_that_are_never_needed_are_fine(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(
        HEAD + "BOOK = book(Bet('x', 'X', (\n"
        "    Line(~suited.of(PLAYER) & straight_flush.of(BANKER), Odds(9)),\n"
        "    Line(straight_flush.of(BANKER), Odds(7)),\n"
        "    Line(hands_tie | player_wins, Odds('0.5')),\n"
        "    Line(player_wins | banker_wins, PUSH),\n"
        ")))"
    )
    assert find_book(str(path)).id == "mine"


def test_an_interrupt_while_atoms_are_asked_is_not_the_files_fault(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    atom = "@result_atom('x')\ndef x(result):\n    raise KeyboardInterrupt\n\n"
    path.write_text(HEAD + atom + "BOOK = book(Bet('x', 'X', (Line(x, Odds(1)),)))")
    with pytest.raises(KeyboardInterrupt):
        find_book(str(path))


def test_what_a_file_prints_does_not_spoil_standard_output(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.py"
    path.write_text(HEAD + "print('read')\nBOOK = book(Bet('x', 'X', (Line(hands_tie, Odds(8)),)))")
    assert find_book(str(path)).id == "mine"
    assert capsys.readouterr() == ("", "read\n")


def test_other_threads_print_while_a_file_is_kept_from_it(capsys: pytest.CaptureFixture[str]) -> None:
    def work() -> None:
        other = Thread(target=print, args=("of the floor",))
        other.start()
        other.join()
        sys.stdout.flush()

    without_printing(work)
    assert capsys.readouterr().out == "of the floor\n"


def test_where_nothing_can_be_printed_a_book_is_found_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    assert without_printing(lambda: 7) == 7
