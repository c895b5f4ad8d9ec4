"""What each command prints."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from punto.books import EVERY_BOOK
from punto.books.find_book import BUILT_IN
from punto.rules.rulebook import RuleBook
from tests.cli.terminal import Terminal

BOOK_IDS = [book.id for book in BUILT_IN]


def test_punto_alone_shows_its_commands(terminal: Terminal) -> None:
    ran = terminal.run()
    assert ran.code == 0
    for command in ("books", "rules", "deal", "settle", "odds"):
        assert f" {command} " in ran.printed


def test_the_version_is_the_packages(terminal: Terminal) -> None:
    assert terminal.run("--version").printed == "punto 0.1.0\n"


def test_books_lists_every_book_with_its_bets(terminal: Terminal) -> None:
    table = terminal.run("books").printed
    for book in BUILT_IN:
        assert f" {book.id} " in table
    listed = json.loads(terminal.run("books", "--json").printed)
    assert [book["id"] for book in listed] == BOOK_IDS
    sa = listed[BOOK_IDS.index("sa")]
    assert sa["deck"] == "52x8"
    assert "banker-no-commission" not in sa["modes"]["commission"]
    assert "banker" not in sa["modes"]["no_commission"]
    assert sa["bets"]["any-pair"]["last_round"] == 50
    assert sa["bets"]["banker"]["lines"][1] == {"when": "Banker wins", "pays": "19/20"}


@pytest.mark.parametrize("book", EVERY_BOOK, ids=lambda book: book.id)
def test_the_help_page_tells_all_of_a_book(terminal: Terminal, book: RuleBook) -> None:
    page = terminal.run("rules", book.id, "--markdown").printed
    for bet in book.bets:
        assert f"| {bet.title} |" in page
        for line in bet.lines:
            assert f"| {line.when.words} |" in page
    assert terminal.run("rules", book.id).code == 0


def test_the_help_page_has_last_round_and_return(terminal: Terminal) -> None:
    page = terminal.run("rules", "sa", "--markdown").printed
    assert "| Banker Pair | Banker's first two cards are a pair | 11 | 60 | 89.64 % |" in page
    assert "| Banker | the hands tie | push | – | 98.94 % |" in page


@pytest.mark.parametrize(
    ("book", "cards", "coup"),
    [
        ("sa", "4h 2d 4c Td", "4h 4c / 2d Td"),
        ("sa", "4h 2d 2c Td 9s 9h", "4h 2c / 2d Td 9s"),  # Player stands on 6, so the fifth card is Banker's
        ("sa", "2h 2d 2c Td 9s 9h 8h", "2h 2c 9s / 2d Td 9h"),
        ("multicolor", "7r 10g 3b 1y 11w 5r", "7r 3b 11w / 10g 1y"),
        ("storm", "Kh 4c 9d Td ! 9dx3 2cx8 4sx2 Ksx2", "Kh 9d / 4c Td ! 9dx3 2cx8 4sx2 Ksx2"),
    ],
)
def test_deal_puts_cards_where_the_rules_say(terminal: Terminal, book: str, cards: str, coup: str) -> None:
    assert terminal.run("deal", book, given=f"{cards}\n").printed == f"{coup}\n"


def test_settle_prints_every_bet_as_an_exact_fraction(terminal: Terminal) -> None:
    ran = terminal.run("settle", "interblock-push-seven", "--json", given="4h 2d / 4c Td 3s")
    assert json.loads(ran.printed) == {
        "coup": "4h 2d / 4c Td 3s",
        "winner": "banker",
        "totals": [6, 7],
        "odds": {"player": "-1", "banker": "0", "tie": "-1", "player-pair": "-1", "banker-pair": "-1"},
    }


def test_settle_writes_negative_totals(terminal: Terminal) -> None:
    ran = terminal.run("settle", "multicolor", "--json", given="6r 8r 11w / 6r 8w 1r\n")
    row = json.loads(ran.printed)
    assert (row["winner"], row["totals"], row["odds"]["minus-3"]) == ("player", [-7, -1], "5")


@pytest.mark.parametrize("book", BOOK_IDS)
def test_odds_are_exact_and_add_up(terminal: Terminal, book: str) -> None:
    odds = json.loads(terminal.run("odds", book, "--json").printed)
    assert odds["book"] == book
    for bet in odds["bets"].values():
        chances = [Fraction(line["probability"]) for line in bet["lines"]]
        pays = [Fraction(line["pays"]) for line in bet["lines"]]
        assert sum(chances) == 1
        assert sum(line["ways"] for line in bet["lines"]) == odds["orderings"]
        ev = sum(chance * pay for chance, pay in zip(chances, pays, strict=True))
        assert Fraction(bet["ev"]) == ev
        assert Fraction(bet["variance"]) == sum(c * (p - ev) ** 2 for c, p in zip(chances, pays, strict=True))
        assert bet["rtp"] == pytest.approx(1 + float(ev))
        assert bet["house_edge"] == pytest.approx(-float(ev))
        assert bet["standard_deviation"] ** 2 == pytest.approx(float(Fraction(bet["variance"])))
        assert Fraction(bet["win_probability"]) == sum(c for c, p in zip(chances, pays, strict=True) if p > 0)


def test_seen_cards_count(terminal: Terminal) -> None:
    seen = json.loads(terminal.run("odds", "sa", "--seen", "8h 9d", "--seen", "8c", "--json").printed)
    assert seen["cards_left"] == 413
    fresh = json.loads(terminal.run("odds", "sa", "--json").printed)
    assert Fraction(seen["bets"]["player-natural"]["ev"]) < Fraction(fresh["bets"]["player-natural"]["ev"])


def test_odds_of_every_book_at_once(terminal: Terminal) -> None:
    ran = terminal.run("odds", "--json")
    assert [odds["book"] for odds in json.loads(ran.printed)] == BOOK_IDS


def test_the_table_has_every_figure_in_its_place(terminal: Terminal) -> None:
    table = terminal.run("odds", "interblock").printed
    assert "4,998,398,275,503,360 orderings of six" in table
    rows = [[cell.strip() for cell in row[1:-1].split("│")] for row in table.splitlines() if row.startswith("│")]
    banker = rows.index(["Banker", "", "", "98.9421 %", "1.0579 %", "0.9274"])
    assert rows[banker + 2][:3] == ["Banker wins", "0.95", "45.8597 %"]
    assert rows[banker + 3][:3] == ["anything else", "loses", "44.6247 %"]


@pytest.mark.parametrize(("columns", "figures"), [("60", 3), ("80", 4), ("100", 5)])
def test_a_narrow_terminal_does_without_some_columns(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch, columns: str, figures: int
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    lines = terminal.run("odds", "seven-luck-no-commission").printed.splitlines()
    assert max(map(len, lines)) <= int(columns)
    assert len(next(line for line in lines if line.startswith("┃")).split("┃")) - 3 == figures
    assert "seven-luck-no-commission" in terminal.run("books").printed


def test_a_book_in_a_file_works_like_one_of_ours(terminal: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(
        "from dataclasses import replace\n"
        "from punto.books import INTERBLOCK\n"
        "BOOK = replace(INTERBLOCK, id='mine', bets=INTERBLOCK.bets[:1])\n"
    )
    assert json.loads(terminal.run("odds", str(path), "--json").printed)["book"] == "mine"
    assert terminal.run("deal", str(path), given="9h 2d Tc Td\n").printed == "9h Tc / 2d Td\n"
    row = json.loads(terminal.run("settle", str(path), "--json", given="9h Tc / 2d Td\n").printed)
    assert row["odds"] == {"player": "1"}
    assert "# Baccarat" in terminal.run("rules", str(path), "--markdown").printed
