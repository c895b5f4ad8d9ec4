"""A table with a storm: drawn once after betting, shown to all, paid by its lines, its fee taken and given back."""

from dataclasses import replace
from hashlib import sha256

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.books import STORM
from punto.rules.coup import struck_text
from punto.rules.hand import PLAYER
from punto.rules.storm import Weighted
from punto.table.commands import (
    CancelCoup,
    CardDrawn,
    CorrectCoup,
    Deal,
    DoubleStakes,
    Pause,
    PlaceWager,
    RaiseStakes,
    StrikeCards,
    VoidCoup,
)
from punto.table.config import BetLimit, TableKind, faults_of
from punto.table.decide import decide
from punto.table.events import BettingClosed, CardsStruck, CoupCancelled, CoupCorrected, CoupSettled, CoupVoided
from punto.table.fair_shoe import commitment, contribution_digest
from punto.table.fair_storm import storm_drawn
from punto.table.refusals import Refusal
from punto.table.state import Betting, Dealing, Squeezing
from punto.table.stored.snapshot import snapshot_of, table_from
from punto.table.view import EVERYBODY, TableView
from punto.table.visible import visible
from tests.table.playing import STRUCK, Game, config_for

PLAYER_NINE = "4c 2d 5h Kd"  # 9 against 2, whose 2d and Kd leave it at that: Player has a natural with the struck 4c
FEES, HOUSE, BOTS = "fees:EUR", "house:EUR", "fees:EUR:bots"
SECRET = bytes(range(256)) * 4


def storm_table(**settings: object) -> Game:
    purses = {"ann": 10_000, "bob": 10_000, "bot:1": 10_000}
    return Game("storm", purses, **settings)


def bet_on(game: Game, *wagers: tuple[str, str, int]) -> None:
    game.open_betting()
    for patron, bet, stake in wagers:
        game.accept(PlaceWager(patron, bet, stake))


# --- drawing it -------------------------------------------------------------------------------------------------------


FOUR_TO_SIX = [4, 5, 5, 6]


def by_hand(
    secret: bytes, bound: bytes, contributions: list[bytes], coup: int, numbers: list[int] = FOUR_TO_SIX
) -> str:
    """The same storm, drawn step by step as fairness.md says, with nothing of ours but the printed weights."""

    def counted(part: bytes) -> bytes:
        return len(part).to_bytes(4, "big") + part

    named = counted(b"punto-storm-1") + bound + len(contributions).to_bytes(4, "big") + b"".join(sorted(contributions))
    named += coup.to_bytes(8, "big") + counted(secret)
    stream = b"".join(sha256(named + k.to_bytes(4, "big")).digest() for k in range(40))
    words = [stream[at] * 256 + stream[at + 1] for at in range(0, len(stream), 2)]

    def choose(choices: int) -> int:
        while (word := words.pop(0)) >= 65_536 // choices * choices:
            pass
        return word % choices

    how_many = numbers[choose(len(numbers))]
    left = [rank + suit for suit in "shdc" for rank in "A23456789TJQK"]
    struck = []
    for place in range(how_many):
        taken = place + choose(52 - place)
        left[place], left[taken] = left[taken], left[place]
        struck.append(left[place])
    return " ".join(f"{card}x{[2, 2, 2, 2, 3, 3, 3, 5, 5, 8][choose(10)]}" for card in struck)


def test_the_published_vector() -> None:
    bound = commitment(SECRET, "demo", 1, STORM.deck)
    given_by = [contribution_digest("alice"), contribution_digest("bob")]
    assert STORM.storm
    drawn = [struck_text(storm_drawn(SECRET, bound, given_by, coup, STORM.storm)) for coup in (1, 2, 3)]
    assert drawn == [by_hand(SECRET, bound, given_by, coup) for coup in (1, 2, 3)]
    assert drawn == ["Jdx2 Kdx3 5cx2 Qhx2 Acx2", "2dx3 Jsx5 7sx5 Jhx2 Qsx2", "9sx3 3hx3 3dx2 6sx3"]


@given(secret=st.binary(min_size=1024, max_size=1024), coup=st.integers(1, 90), texts=st.lists(st.text(), max_size=3))
def test_anybody_draws_the_same_storm(secret: bytes, coup: int, texts: list[str]) -> None:
    bound, given_by = commitment(secret, "jade", 7, STORM.deck), sorted({contribution_digest(text) for text in texts})
    assert STORM.storm
    drawn = storm_drawn(secret, bound, given_by, coup, STORM.storm)
    assert struck_text(drawn) == by_hand(secret, bound, given_by, coup)
    assert STORM.storm.parse(struck_text(drawn)) == drawn


def test_a_large_storm_takes_words_of_several_hashes() -> None:
    """41 words at the least, and a hash has 16."""
    assert STORM.storm
    twenty = replace(STORM.storm, cards=Weighted(((20, 1),)))
    bound = commitment(SECRET, "jade", 7, STORM.deck)
    assert struck_text(storm_drawn(SECRET, bound, [], 3, twenty)) == by_hand(SECRET, bound, [], 3, [20])


# --- when it comes ----------------------------------------------------------------------------------------------------


def test_it_is_drawn_when_betting_has_closed_and_before_any_card() -> None:
    game = storm_table()
    game.open_betting()
    with pytest.raises(AssertionError, match="when betting has closed"):
        game.send(StrikeCards(STRUCK))
    assert not TableView(game.table).struck
    game.close_betting()
    with pytest.raises(AssertionError, match="a storm is drawn before any card"):
        game.send(CardDrawn("4c"))
    assert game.strike() == (CardsStruck(STRUCK, game.now),)
    assert isinstance(game.table.phase, Dealing)
    assert game.table.phase.next_at == game.now + game.table.config.pace.storm_ms
    assert struck_text(TableView(game.table).struck) == STRUCK
    with pytest.raises(AssertionError, match="a storm is drawn once"):
        game.send(StrikeCards(STRUCK))
    game.draw(PLAYER_NINE)
    game.open_betting()
    assert not game.table.struck


def test_a_pressed_deal_waits_for_it_too() -> None:
    game = storm_table(kind=TableKind.ON_DEMAND)
    bet_on(game, ("ann", "player", 100))
    assert game.accept(Deal("ann")) == (BettingClosed(game.now),)
    assert game.table.awaits_storm
    game.accept(Pause("sue", "x"))
    assert game.table.awaits_storm  # a pause changes nothing


def test_everybody_sees_it() -> None:
    game = storm_table()
    game.open_betting()
    game.close_betting()
    before = game.table
    (struck,) = game.strike()
    assert visible(before, struck, game.table) == (struck, ())
    assert TableView(game.table, EVERYBODY).struck == TableView(game.table, "ann").struck


# --- what it pays -----------------------------------------------------------------------------------------------------


def test_a_win_is_multiplied_and_the_fee_is_booked_apart() -> None:
    """100 on Player: 20 are the fee, 80 win three times: 240. Returned are 320, and the house is out of 240."""
    game = storm_table()
    bet_on(game, ("ann", "player", 100), ("bob", "banker", 100), ("bob", "tie", 100), ("bot:1", "player", 100))
    game.close_betting()
    game.strike()
    *_, settled = game.draw(PLAYER_NINE)
    assert isinstance(settled, CoupSettled)
    assert [(each.patron, each.bet, each.returned, each.fee) for each in settled.wagers] == [
        ("ann", "player", 320, 20),
        ("bob", "banker", 0, 20),  # lost, fee and all
        ("bob", "tie", 0, 0),  # no storm, no fee
        ("bot:1", "player", 320, 20),
    ]
    assert (game.credit("ann"), game.credit("bob")) == (10_220, 9_800)
    assert (game.balances[FEES], game.balances[HOUSE], game.balances[BOTS]) == (40, -60, 20)
    assert game.table.last
    assert struck_text(game.table.last.result.struck) == STRUCK
    assert game.replayed() == game.table


def test_a_tie_returns_the_fee_with_the_stake() -> None:
    game = storm_table()
    bet_on(game, ("ann", "player", 100))
    game.close_betting()
    game.strike()
    *_, settled = game.draw("9h 9d Kh Kd")
    assert isinstance(settled, CoupSettled)
    assert [(each.returned, each.fee) for each in settled.wagers] == [(100, 0)]
    assert (game.credit("ann"), game.balances[FEES]) == (10_000, 0)


def test_holders_squeeze_the_cards_of_a_storm() -> None:
    game = storm_table(has_squeeze=True)
    bet_on(game, ("ann", "player", 100))
    game.close_betting()
    game.strike()
    game.draw("4c 2d 5h Kd")
    assert isinstance(game.table.phase, Squeezing)
    assert TableView(game.table, "bob").total(PLAYER) is None
    assert struck_text(TableView(game.table, "bob").struck) == STRUCK


# --- when it goes wrong -----------------------------------------------------------------------------------------------


def test_a_round_whose_storm_was_seen_is_used_up() -> None:
    game = storm_table()
    bet_on(game, ("ann", "player", 100))
    game.close_betting()
    game.strike()
    (cancelled,) = game.accept(CancelCoup("sue", "x"))
    assert isinstance(cancelled, CoupCancelled)
    assert (cancelled.used_cards, cancelled.returned) == (True, (("ann", 100),))
    assert (game.credit("ann"), game.balances[FEES]) == (10_000, 0)
    game.open_betting()
    assert game.table.coup == 2


def test_one_that_was_cancelled_before_it_is_not() -> None:
    game = storm_table()
    game.open_betting()
    game.close_betting()
    (cancelled,) = game.accept(CancelCoup("sue", "x"))
    assert isinstance(cancelled, CoupCancelled)
    assert not cancelled.used_cards
    game.open_betting()
    assert game.table.coup == 1


def settled_game() -> Game:
    game = storm_table()
    bet_on(game, ("ann", "player", 100), ("bob", "banker", 100))
    game.close_betting()
    game.strike()
    game.draw(PLAYER_NINE)
    return game


def test_a_void_gives_the_fee_back() -> None:
    game = settled_game()
    (voided,) = game.accept(VoidCoup("sue", "x"))
    assert isinstance(voided, CoupVoided)
    assert [(each.patron, each.amount, each.fee) for each in voided.adjustments] == [
        ("ann", -220, -20),
        ("bob", 100, -20),
    ]
    assert (game.credit("ann"), game.credit("bob")) == (10_000, 10_000)
    assert (game.balances[FEES], game.balances[HOUSE]) == (0, 0)
    assert game.replayed() == game.table


def test_a_correction_keeps_the_storm_and_moves_the_fee() -> None:
    """The cards were a tie after all: stakes and fees go back."""
    game = settled_game()
    (corrected,) = game.accept(CorrectCoup("sue", "x", player="9h Kh", banker="9d Kd", committed="9h Kh / 9d Kd"))
    assert isinstance(corrected, CoupCorrected)
    assert corrected.struck == STRUCK
    assert [(each.patron, each.amount, each.fee) for each in corrected.adjustments] == [
        ("ann", -220, -20),
        ("bob", 100, -20),
    ]
    assert (game.balances[FEES], game.balances[HOUSE]) == (0, 0)
    again = game.accept(CorrectCoup("sue", "x", player="4c 5h", banker="2d Kd", committed="4c 5h / 2d Kd"))
    assert isinstance(again[0], CoupCorrected)
    assert [each.fee for each in again[0].adjustments] == [20, 20]
    assert game.table.last
    assert str(game.table.last.result) == f"4c 5h / 2d Kd ! {STRUCK}"
    assert game.replayed() == game.table


def test_the_same_cards_correct_nothing() -> None:
    game = settled_game()
    refused = game.send(CorrectCoup("sue", "x", player="4c 5h", banker="2d Kd", committed="4c 5h / 2d Kd"))
    assert refused is Refusal.CORRECTION_CHANGES_NOTHING


# --- settings ---------------------------------------------------------------------------------------------------------


def test_the_most_a_field_may_return_counts_the_best_multiplier() -> None:
    """×8 on Player returns 720 for 100: 80 and eight times 80."""
    limits = {"player": BetLimit(stake_min=100, stake_max=10_000, return_max=1_440)}
    game = storm_table(limits=limits)
    bet_on(game, ("ann", "player", 200))
    assert game.send(PlaceWager("ann", "player", 100)) is Refusal.RETURN_IS_ABOVE_MAXIMUM
    assert game.send(DoubleStakes("ann")) is Refusal.RETURN_IS_ABOVE_MAXIMUM
    assert game.send(RaiseStakes("ann", 1)) is not None
    assert game.stakes("ann") == {"player": 200}


def test_real_cards_have_no_storm() -> None:
    faults = list(faults_of(config_for(STORM, kind=TableKind.LIVE), STORM))
    assert [fault.setting for fault in faults] == [("book",)]
    assert "real cards have none" in faults[0].why


@pytest.mark.parametrize(
    ("chip", "says"),
    [
        (25, []),  # a fee of 5, and 14 more than the stake on a Banker win
        (5, ["pays 14/25", "pays 33/25", "pays 52/25", "pays 147/25"]),
        (1, ["has a fee of 1/5", "pays 3/5"]),
    ],
)
def test_no_chip_makes_a_fraction(chip: int, says: list[str]) -> None:
    faults = [fault.why for fault in faults_of(config_for(STORM, chips=(chip,), denominations=(1,)), STORM)]
    assert all(any(each in why for why in faults) for each in says)
    assert bool(faults) == bool(says)


def test_a_table_between_two_rounds_remembers_its_storm() -> None:
    game = settled_game()
    body = snapshot_of(game.table)
    assert body is not None
    assert table_from(body, game.table.config, game.table.book) == game.table


def test_nothing_of_it_is_stored_where_there_is_none() -> None:
    game = Game("sa")
    game.open_betting()
    game.accept(PlaceWager("ann", "player", 100))
    game.close_betting()
    *_, settled = game.draw("9h 2d Kh 3d 4c")
    assert b"fee" not in msgspec.json.encode(settled)
    assert b"struck" not in msgspec.json.encode(settled)


def test_bets_stand_while_it_is_drawn() -> None:
    game = storm_table()
    bet_on(game, ("ann", "player", 100))
    assert isinstance(game.table.phase, Betting)
    game.close_betting()
    assert decide(game.table, PlaceWager("ann", "player", 100), game.credit, game.now) is Refusal.BETTING_IS_CLOSED
    game.strike()
    assert decide(game.table, PlaceWager("ann", "player", 100), game.credit, game.now) is Refusal.BETTING_IS_CLOSED
