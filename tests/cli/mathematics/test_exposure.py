"""What `punto exposure` prints, draws and refuses."""

import csv
import io
import json
import re
from pathlib import Path

import pytest

from punto.books import INTERBLOCK
from tests.cli.terminal import Terminal


@pytest.mark.parametrize("columns", ["80", "120"])
def test_tables_name_every_bet_and_fit_the_terminal(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch, columns: str
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    printed = terminal.run("exposure", "interblock", "--shoes", "40", "--threads", "1").printed
    for bet in INTERBLOCK.bets:
        assert len(re.findall(rf"^│ {bet.title} +│", printed, re.MULTILINE)) == 4
    assert "…" not in printed
    assert max(map(len, printed.splitlines())) <= int(columns)
    assert "burned by the first card, cut card 14 from the end" in printed


def test_figures_carry_their_errors_and_too_few_shoes_give_none(terminal: Terminal) -> None:
    printed = terminal.run("exposure", "ez-baccarat", "--bet", "dragon-7", "--shoes", "40").printed
    assert re.search(r"│ Dragon 7 │ -7.6113 │ +\d+(\.\d+)? ± \d+(\.\d+)? │", printed)
    assert re.search(r"│ Dragon 7 │ +– │ +– │", printed), "no trigger can be chosen on twenty shoes"


def test_a_count_of_ones_own_over_several_cut_cards(terminal: Terminal) -> None:
    own = ("--tags", "dragon-7:4-7=-1 8-9=+2", "--trigger", "dragon-7: 4", "--more-rounds", "1", "--shoes", "120")
    asked = ("exposure", "ez-baccarat", "--bet", "dragon-7", "--bet", "panda-8", *own, "--cut-card", "14,52")
    table = terminal.run(*asked).printed
    assert "120 shoes, the same for all, seed 1, 1 more round after the cut card" in table
    first, second = json.loads(terminal.run(*asked, "--json").printed)
    assert (first["cut_card"], second["cut_card"], first["more_rounds"]) == (14, 52, 1)
    assert list(first["bets"]) == ["dragon-7", "panda-8"]
    dragon = first["bets"]["dragon-7"]["linear"]
    assert (dragon["trigger"], dragon["trigger_is_given"], dragon["tags"]["7h"]) == (4, True, -1)
    deep, shallow = (each["bets"]["dragon-7"]["linear"]["no_limits"]["share_of_rounds"] for each in (first, second))
    assert deep["value"] > shallow["value"] > 0 < deep["error"]


def test_csv_has_a_row_for_each_bet_and_cut_card(terminal: Terminal) -> None:
    printed = terminal.run("exposure", "interblock", "--shoes", "4", "--cut-card", "14,100", "--csv").printed
    rows = list(csv.DictReader(io.StringIO(printed)))
    assert [(row["bet"], row["cut_card"]) for row in rows] == [
        (bet.id, cut_card) for cut_card in ("14", "100") for bet in INTERBLOCK.bets
    ]
    assert float(rows[0]["fresh"]) == pytest.approx(-0.012351, abs=1e-6)


def test_a_dash_is_explained_and_an_empty_cell_for_programs(terminal: Terminal) -> None:
    few = ("exposure", "interblock", "--shoes", "4", "--bet", "player-pair")
    printed = " ".join(terminal.run(*few).printed.split())
    assert "–: fewer than 30 shoes favour the bet, too few to tell." in printed
    assert "–: every card counts alike for the bet, so there is nothing to count." in printed
    (row,) = csv.DictReader(io.StringIO(terminal.run(*few, "--csv").printed))
    empty = ("perfect_edge", "perfect_edge_error", "perfect_open_edge", "linear_share", "trigger", "correlation")
    assert {row[name] for name in empty} == {""}
    assert float(row["perfect_share"]) >= 0
    told = json.loads(terminal.run(*few, "--json").printed)["bets"]["player-pair"]
    assert (told["perfect"]["no_limits"]["mean_edge"], told["linear"]["correlation"]) == (None, None)


def test_json_has_gains_tags_and_rounds(terminal: Terminal, tmp_path: Path) -> None:
    drawn = tmp_path / "exposure.svg"
    ran = terminal.run("exposure", "interblock", "--shoes", "4", "--cut-card", "100", "--json", "--svg", str(drawn))
    printed = json.loads(ran.printed)
    assert (printed["shoes"], printed["cut_card"], printed["seed"]) == (4, 100, 1)
    assert printed["shoes_by_round"][0] == 4
    banker = printed["bets"]["banker"]
    assert set(banker["perfect"]["open"]) == {
        "share_of_rounds",
        "units_per_100_rounds",
        "units_per_shoe",
        "mean_edge",
        "shoes",
    }
    assert banker["linear"]["tags"]["4h"] > 0 > banker["linear"]["tags"]["6h"]
    assert "</svg>" in drawn.read_text()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--shoes", "0"], "punto: --shoes: 0 shoes cannot be counted; choose from 2 to 10,000,000"),
        (["--seed", "-1"], "punto: --seed: a seed is a whole number from 0 to 18446744073709551615, not -1"),
        (["--cut-card", "3"], "punto: --cut-card: the cut card lies 12 to 415 cards from the end, not 3"),
        (["--cut-card", "405"], "punto: --cut-card: a cut card 405 from the end of 416 cards leaves no round when 11"),
        (["--cut-card", "14,414"], "--cut-card: a cut card 414 from the end of 416 cards leaves no round when 11"),
        (["--decks", "1", "--cut-card", "45"], "a cut card 45 from the end of 52 cards leaves no round when 11"),
        (["--cut-card", "a"], "--cut-card: 'a' is not a whole number of cards; write 14, or 14,26,52"),
        (["--cut-card", ",".join(map(str, range(12, 40)))], "--cut-card: 28 of them; at most 20 are compared"),
        (["--cut-card", "14,26", "--svg", "x.svg"], "--svg: a picture shows one cut card"),
        (["--more-rounds", "2"], "--more-rounds: 2 more rounds can take 17 cards, and 14 lie behind the cut card"),
        (["--bet", "dragon"], "--bet: book 'sa' has no bet 'dragon'"),
        (["--tags", "4-7"], "--tags: 1 tags; a list by rank has 10 or 13"),
        (["--tags", "dragon: 4=1"], "--tags: book 'sa' has no bet 'dragon'; it has player, banker"),
        (["--bet", "banker", "--tags", "tie: 4=1"], "--tags: bet 'tie' is not studied; add --bet tie"),
        (["--trigger", "4", "--trigger", "5"], "--trigger: every bet is given two; give it one"),
        (["--trigger", "tie:4", "--trigger", "tie: 5"], "--trigger: bet 'tie' is given two; give it one"),
        (["--more-rounds", "100"], "and 14 lie behind the cut card; at most 66 more rounds fit into a shoe"),
        (["--trigger", "x"], "--trigger: 'x' is not a true count such as 4 or +7.5"),
        (["--csv", "--json"], "--csv: --json is there already; choose one of them"),
        (["--parquet", "/nowhere/x"], "/nowhere/x: No such file or directory"),
        (["--threads", "0"], "Invalid value for '--threads'"),
        (["--svg", "/nowhere/x.svg"], "/nowhere/x.svg: No such file or directory"),
    ],
)
def test_bad_input_is_refused_by_name(terminal: Terminal, arguments: list[str], says: str) -> None:
    ran = terminal.run("exposure", "sa", *arguments)
    assert ran.code == 2
    assert ran.printed == ""
    assert says in ran.refused
    assert ran.refused.count("\n") == 1
