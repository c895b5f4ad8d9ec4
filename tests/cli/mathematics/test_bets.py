"""`punto bets`: the catalogue as a table, JSON and CSV, and its bets in other commands."""

import csv
import json
from io import StringIO

from punto.books.catalogue import CATALOGUE
from tests.cli.terminal import Terminal


def test_every_bet_is_listed_with_what_it_keeps(terminal: Terminal) -> None:
    table = terminal.run("bets").printed
    for entry in CATALOGUE:
        assert f" {entry.bet.id} " in table
    assert "│ 40 " in table
    assert "92.3887 │  7.6113 │    7.6113 │   112,633,011,329,024 │" in table
    assert "* lucky-nines: the printed table counts three nines of one suit for three suits only" in table


def test_the_list_as_json(terminal: Terminal) -> None:
    listed = {each["id"]: each for each in json.loads(terminal.run("bets", "--json").printed)}
    assert list(listed) == [entry.bet.id for entry in CATALOGUE]
    quik = listed["quik"]
    assert (quik["pays"], quik["deck"], quik["published_edge"]) == ("50 · 25 · 1", "52x8", "8.1550")
    assert [line["ways"] for line in quik["lines"]] == [28_979_901_420_544, 55_146_054_060_032, 839_502_186_734_592]
    assert quik["winning_orderings"] == sum(line["ways"] for line in quik["lines"])
    assert (listed["tiger-pair"]["published_edge"], quik["correction"]) == (None, None)


def test_the_list_as_csv_with_six_decks(terminal: Terminal) -> None:
    rows = {row["id"]: row for row in csv.DictReader(StringIO(terminal.run("bets", "--csv", "--decks", "6").printed))}
    assert rows["cards-4"]["deck"] == "52x6"
    assert rows["cards-4"]["edge"] == "5.2687"
    assert rows["banker-four-percent"]["title"] == "Banker, 4 % commission"


def test_one_deck_is_one_deck(terminal: Terminal) -> None:
    assert terminal.run("bets", "--decks", "1").printed.startswith(f"{len(CATALOGUE)} bets, 1 deck ")
    assert ", 1 deck " in terminal.run("removal", "interblock", "--decks", "1").printed


def test_only_one_format_at_a_time(terminal: Terminal) -> None:
    ran = terminal.run("bets", "--csv", "--json")
    assert (ran.code, ran.refused) == (2, "punto: --csv: --json is there already; choose one of them\n")


def test_other_commands_take_a_book_with_added_bets(terminal: Terminal) -> None:
    odds = json.loads(terminal.run("odds", "interblock+dragon-7", "--json").printed)
    assert (odds["book"], list(odds["bets"])[-1]) == ("interblock+dragon-7", "dragon-7")
    assert f"{odds['bets']['dragon-7']['house_edge'] * 100:.4f}" == "7.6113"
    settled = terminal.run("settle", "interblock+dragon-7", "--json", given="4h 2d / 4c Td 3s\n").printed
    assert json.loads(settled)["odds"]["dragon-7"] == "40"
    page = terminal.run("rules", "ez-baccarat", "--markdown").printed
    assert "| Dragon 7 |" in page
