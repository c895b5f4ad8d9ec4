"""A book with a storm: counted exactly, simulated, examined, told apart and explained."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import pytest

from punto.analysis.odds.book_count import count_book
from punto.analysis.odds.house_edge import book_odds, odds_one_by_one
from punto.analysis.outcomes.fingerprint import fingerprint
from punto.analysis.outcomes.outcome_table import outcome_table
from punto.analysis.report.help_page import help_page
from punto.analysis.simulation.blocks import blocks, play
from punto.analysis.simulation.simulation import Simulation
from punto.analysis.simulation.storms import storm_chance, struck
from punto.analysis.simulation.tables import SimulationTables, compile_tables
from punto.books import INTERBLOCK
from punto.books.examine_book import examine_book
from punto.books.standard_bets import FIVE_PERCENT
from punto.books.storm import FOUR_TO_SIX_CARDS, STORM
from punto.rules import PUSH, Bet, Line, Odds, Weighted, hands_tie, player_wins
from punto.rules.storm import best_struck


def test_the_edge_is_what_the_chances_of_the_storm_say() -> None:
    """Player wins 2,230,518,282,592,256 and Banker 2,292,252,566,437,888 of 4,998,398,275,503,360 orderings; a hand
    begins with the same face twice in 7 of 415 deals, whoever wins, as a count of twins says."""
    odds = {each.bet.id: each for each in book_odds(STORM).bets}
    assert f"{float(odds['player'].house_edge) * 100:.4f}" == "2.4758"
    assert f"{float(odds['banker'].house_edge) * 100:.4f}" == "2.7267"
    won = sum((line.probability for line in odds["player"].lines[1:-1]), Fraction(0))
    assert won == Fraction(2_230_518_282_592_256, 4_998_398_275_503_360)
    plain = {each.bet.id: each for each in book_odds(INTERBLOCK).bets}
    assert odds["tie"].win_probability == plain["tie"].win_probability
    assert odds["player-pair"].win_probability == plain["player-pair"].win_probability


def test_counting_agrees_with_every_order_and_every_chance() -> None:
    cards = STORM.deck.parse("9h 9h Kd 4c 2s 5d 7h")
    counted = {each.bet.id: each for each in book_odds(STORM, Counter(cards)).bets}
    gained, orders = Fraction(0), 0
    chances = {faces: FOUR_TO_SIX_CARDS.chances(faces) for faces in (1, 2)}
    for order in permutations(cards, 6):
        coup, orders = STORM.dealing.deal(order), orders + 1
        faces = len(set(coup.player.cards[:2]))
        for multiplier, chance in chances[faces].items():
            hit = replace(coup, struck=((coup.player.cards[0], multiplier),) if multiplier > 1 else ())
            assert best_struck(hit) in (1, multiplier)
            gained += STORM.bet("player").odds(hit) * chance
    assert counted["player"].ev == gained / orders


def test_one_by_one_it_is_the_same() -> None:
    assert [each.ev for each in odds_one_by_one(STORM)] == [each.ev for each in book_odds(STORM).bets]


def test_covariances_are_counted_too() -> None:
    count = count_book(STORM)
    assert count.covariances[0][0] == count.odds.bets[0].variance


@pytest.fixture(scope="module")
def tables() -> SimulationTables:
    return compile_tables(STORM)


def test_a_simulation_agrees_with_the_count(tables: SimulationTables) -> None:
    simulation = Simulation(STORM, tables)
    for block in blocks(3_000_000, seed=7):
        simulation.add(play(tables, block))
    exact = [each.ev for each in book_odds(STORM).bets]
    assert [each.exact_ev for each in simulation.bets()] == exact
    assert all(abs(each.z_score or 0) < 4 for each in simulation.bets())
    assert simulation.chi_square().p_value > 0.001
    assert int(simulation.always.sum() + simulation.rest.sum()) == 3_000_000


def test_storms_of_single_coups_come_as_often(tables: SimulationTables) -> None:
    base = int(tables.base_of[tables.winners == 1][0])
    found = struck(tables, (tables.base_of * 0 + base).astype("int64").repeat(200), storm_chance(7, 1))
    assert set(tables.base_of[found].tolist()) == {base}
    places = (tables.base_of == base).nonzero()[0]
    for place in places:
        chance = tables.share[place] / tables.whole
        assert abs((found == place).mean() - chance) < 5 * (chance / len(found)) ** 0.5
    plain = compile_tables(INTERBLOCK)
    outcomes = plain.base_of.astype("int64")
    assert struck(plain, outcomes, storm_chance(7, 1)) is outcomes


def test_a_bet_reads_a_struck_coup_by_its_table() -> None:
    coup = STORM.parse_coup("Kh 9d / 4c Td ! 9dx3 2cx8 4sx2 Ksx2")
    assert outcome_table(STORM.bet("player")).odds(coup) == Odds("2.2")


def test_another_storm_is_another_book() -> None:
    other = replace(FOUR_TO_SIX_CARDS, cards=Weighted(((4, 1), (5, 1), (6, 1))))
    assert fingerprint(STORM) == fingerprint(replace(STORM, title="Another"))
    bets = tuple(
        replace(
            bet,
            lines=(
                bet.lines[0],
                *other.lines(
                    bet.lines[-1].when,
                    Odds(1 if bet.id == "player" else "0.95"),
                    FIVE_PERCENT if bet.id == "banker" else Odds(0),
                ),
            ),
        )
        if bet.backs
        else bet
        for bet in STORM.bets
    )
    assert fingerprint(replace(STORM, bets=bets, storm=other)) != fingerprint(STORM)


def test_it_is_examined_and_explained() -> None:
    examine_book(STORM)
    page = help_page(book_odds(STORM))
    assert "4 (1 in 4), 5 (2 in 4), 6 (1 in 4). Each multiplies: ×2 (4 in 10)" in page
    assert "of which 20 % is the storm's fee" in page


@pytest.mark.parametrize(
    ("fee", "says"), [("0.2", "20 %"), ("0.125", "12.5 %"), ("0.005", "0.5 %"), ("1/7", "100/7 %")]
)
def test_patrons_read_the_fee_exactly(fee: str, says: str) -> None:
    storm = replace(FOUR_TO_SIX_CARDS, fee=Odds(fee))
    player = Bet("player", "Player", (Line(hands_tie, PUSH), *storm.lines(player_wins, Odds(1))))
    page = help_page(book_odds(replace(STORM, storm=storm, bets=(player,))))
    assert f"of the whole stake, of which {says} is the storm's fee" in page
