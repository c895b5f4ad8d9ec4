"""The buttons of the felt, exactly."""

import pytest

from punto.table.commands import (
    ChooseDenomination,
    ChooseMode,
    ClearAll,
    ClearLast,
    DoubleStakes,
    MoveStake,
    PlaceSet,
    PlaceWager,
    RaiseStakes,
    RepeatStakes,
)
from punto.table.config import BetLimit
from punto.table.events import WagersChanged
from punto.table.refusals import Refusal
from tests.table.playing import Game


@pytest.fixture
def game() -> Game:
    game = Game()
    game.open_betting()
    return game


def place(game: Game, *bets: tuple[str, int], patron: str = "ann") -> None:
    for bet, stake in bets:
        game.accept(PlaceWager(patron, bet, stake))


def test_a_wager_takes_the_stake_from_the_purse(game: Game) -> None:
    place(game, ("player", 100), ("player", 20), ("tie", 40))
    assert game.stakes("ann") == {"player": 120, "tie": 40}
    assert game.credit("ann") == 9_840
    assert game.balances["escrow:EUR:jade:1:1"] == 160


def test_the_smallest_stake_is_one_unit() -> None:
    game = Game(limits={"player": BetLimit(1, 100)}, chips=(1,), denominations=(1,))
    game.open_betting()
    place(game, ("player", 1))
    assert game.stakes("ann") == {"player": 1}


def test_clear_last_undoes_the_last_action_and_a_second_press_clears_all(game: Game) -> None:
    place(game, ("player", 100), ("tie", 40), ("tie", 20))
    game.accept(ClearLast("ann"))
    assert game.stakes("ann") == {"player": 100, "tie": 40}
    game.accept(ClearLast("ann"))
    assert game.stakes("ann") == {}
    assert game.credit("ann") == 10_000
    assert game.send(ClearLast("ann")) is Refusal.NOTHING_TO_CLEAR


def test_a_bet_between_two_presses_makes_the_second_an_undo_again(game: Game) -> None:
    place(game, ("player", 100), ("tie", 40))
    game.accept(ClearLast("ann"))
    place(game, ("any-pair", 20))
    game.accept(ClearLast("ann"))
    assert game.stakes("ann") == {"player": 100}


@pytest.mark.parametrize(
    ("command", "before"),
    [
        (DoubleStakes("ann"), {"player": 100, "tie": 40}),
        (RaiseStakes("ann", 5), {"player": 100, "tie": 40}),
        (MoveStake("ann", "tie", "any-pair"), {"player": 100, "tie": 40}),
        (MoveStake("ann", "tie", None), {"player": 100, "tie": 40}),
        (ClearAll("ann"), {"player": 100, "tie": 40}),
    ],
)
def test_clear_last_undoes_whatever_it_was(
    game: Game, command: DoubleStakes | RaiseStakes | MoveStake | ClearAll, before: dict[str, int]
) -> None:
    place(game, ("player", 100), ("tie", 40))
    game.accept(command)
    assert game.stakes("ann") != before
    game.accept(ClearLast("ann"))
    assert game.stakes("ann") == before


def test_nothing_of_a_coup_that_is_over_can_be_undone(game: Game) -> None:
    place(game, ("player", 100), ("player", 20))
    game.close_betting()
    game.draw("9h 2d Tc Td")
    game.open_betting()
    assert game.send(ClearLast("ann")) is Refusal.NOTHING_TO_CLEAR


@pytest.mark.parametrize(("left", "refused"), [(40, None), (39, Refusal.CREDIT_IS_SHORT)])
def test_what_was_cleared_comes_back_only_while_it_can_be_paid(left: int, refused: Refusal | None) -> None:
    game = Game(purses={"ann": 200})
    game.open_betting()
    place(game, ("player", 100), ("tie", 40))
    game.accept(MoveStake("ann", "tie", None))
    game.balances["purse:EUR:ann"] -= 100 - left
    game.balances["cashier:EUR"] += 100 - left
    decision = game.send(ClearLast("ann"))
    assert decision is refused if refused else isinstance(decision, tuple)


def test_clear_all_empties_the_felt(game: Game) -> None:
    place(game, ("player", 100), ("tie", 40))
    game.accept(ClearAll("ann"))
    assert game.stakes("ann") == {}
    assert game.send(ClearAll("ann")) is Refusal.NOTHING_TO_CLEAR


def test_double_is_all_or_nothing() -> None:
    game = Game(purses={"ann": 300})
    game.open_betting()
    place(game, ("player", 100), ("tie", 40))
    game.accept(DoubleStakes("ann"))
    assert game.stakes("ann") == {"player": 200, "tie": 80}
    assert game.send(DoubleStakes("ann")) is Refusal.CREDIT_IS_SHORT
    assert game.stakes("ann") == {"player": 200, "tie": 80}


def test_double_is_refused_whole_when_one_field_would_pass_its_limit() -> None:
    game = Game(limits={"player": BetLimit(20, 10_000), "tie": BetLimit(20, 60)})
    game.open_betting()
    place(game, ("player", 100), ("tie", 40))
    assert game.send(DoubleStakes("ann")) is Refusal.STAKE_IS_ABOVE_MAXIMUM
    assert game.stakes("ann") == {"player": 100, "tie": 40}


def test_raise_goes_in_the_order_of_first_placement_until_credit_ends() -> None:
    game = Game(purses={"ann": 420})
    game.open_betting()
    place(game, ("tie", 20), ("player", 20), ("banker", 20), ("tie", 20))
    game.accept(RaiseStakes("ann", 5))  # 100 a field, 340 left
    assert game.stakes("ann") == {"tie": 140, "player": 120, "banker": 120}
    assert game.credit("ann") == 40
    game.accept(RaiseStakes("ann", 1))  # 20 a field, for two fields
    assert game.stakes("ann") == {"tie": 160, "player": 140, "banker": 120}
    assert game.send(RaiseStakes("ann", 1)) is Refusal.CREDIT_IS_SHORT


def test_raise_skips_a_field_at_its_limit() -> None:
    game = Game(limits={"tie": BetLimit(20, 40), "player": BetLimit(20, 100)})
    game.open_betting()
    place(game, ("tie", 40), ("player", 40))
    game.accept(RaiseStakes("ann", 1))
    assert game.stakes("ann") == {"tie": 40, "player": 60}
    assert game.send(RaiseStakes("ann", 5)) is Refusal.STAKE_IS_ABOVE_MAXIMUM


def test_raise_stops_where_credit_ends_and_says_so() -> None:
    game = Game(purses={"ann": 80}, limits={"player": BetLimit(20, 100), "tie": BetLimit(20, 40)})
    game.open_betting()
    place(game, ("player", 40), ("tie", 40))
    assert game.send(RaiseStakes("ann", 1)) is Refusal.CREDIT_IS_SHORT


def test_repeat_restores_the_final_stakes_of_the_last_coup_played(game: Game) -> None:
    place(game, ("player", 100), ("tie", 40))
    place(game, ("banker", 20), patron="bob")
    game.close_betting()
    game.draw("9h 2d Tc Td")
    game.play("9h 2d Tc Td")  # a coup that ann sits out changes nothing
    game.open_betting()
    place(game, ("banker", 20))
    game.accept(RepeatStakes("ann"))
    assert game.stakes("ann") == {"player": 100, "tie": 40}


def test_repeat_leaves_out_what_is_closed_and_names_it(game: Game) -> None:
    place(game, ("player", 100), ("any-pair", 40))
    game.close_betting()
    game.draw("9h 2d Tc Td")
    game.open_betting()
    game.set(coup=51)
    (event,) = game.accept(RepeatStakes("ann"))
    assert isinstance(event, WagersChanged)
    assert (event.stakes, event.left_out) == ((("player", 100),), ("any-pair",))


def test_repeat_is_otherwise_all_or_nothing(game: Game) -> None:
    place(game, ("player", 6_000), ("tie", 3_000))
    game.close_betting()
    game.draw("2h 9d Td Tc")
    game.open_betting()
    assert game.credit("ann") == 1_000
    assert game.send(RepeatStakes("ann")) is Refusal.CREDIT_IS_SHORT
    assert game.stakes("ann") == {}


def test_repeat_in_another_denomination_needs_stakes_that_its_chips_make(game: Game) -> None:
    place(game, ("player", 120))
    game.close_betting()
    game.draw("9h 2d Tc Td")
    game.open_betting()
    game.accept(ChooseDenomination("ann", 100))
    assert game.send(RepeatStakes("ann")) is Refusal.STAKE_IS_NOT_CHIPS


def test_a_set_of_stakes_comes_on_top_of_what_lies_and_is_undone_at_once(game: Game) -> None:
    place(game, ("player", 100))
    game.accept(PlaceSet("ann", (("player", 20), ("tie", 40), ("tie", 20))))
    assert game.stakes("ann") == {"player": 120, "tie": 60}
    game.accept(ClearLast("ann"))
    assert game.stakes("ann") == {"player": 100}


def test_a_set_leaves_out_what_is_closed_and_names_it(game: Game) -> None:
    game.set(coup=51)
    (event,) = game.accept(PlaceSet("ann", (("player", 100), ("any-pair", 40), ("any-pair", 40))))
    assert isinstance(event, WagersChanged)
    assert (event.stakes, event.left_out) == ((("player", 100),), ("any-pair",))


def test_a_set_leaves_out_what_this_table_does_not_offer_and_names_it() -> None:
    every = Game().table.config.limits
    game = Game(limits={bet: limit for bet, limit in every.items() if bet != "any-pair"})
    game.open_betting()
    (event,) = game.accept(PlaceSet("ann", (("player", 100), ("any-pair", 40))))
    assert isinstance(event, WagersChanged)
    assert (event.stakes, event.left_out) == ((("player", 100),), ("any-pair",))
    assert game.send(PlaceSet("ann", (("any-pair", 40), ("dragon", 20)))) is Refusal.BET_IS_NOT_OFFERED


def test_a_set_is_otherwise_all_or_nothing(game: Game) -> None:
    assert game.send(PlaceSet("ann", (("player", 6_000), ("tie", 6_000)))) is Refusal.CREDIT_IS_SHORT
    assert game.send(PlaceSet("ann", (("player", 100), ("tie", 30)))) is Refusal.STAKE_IS_NOT_CHIPS
    assert game.stakes("ann") == {}


def test_a_stack_is_carried_whole_to_another_field(game: Game) -> None:
    place(game, ("player", 100), ("tie", 40))
    game.accept(MoveStake("ann", "player", "tie"))
    assert game.stakes("ann") == {"tie": 140}
    assert game.credit("ann") == 9_860


@pytest.mark.parametrize(
    ("difference", "bets", "refused"),
    [
        (500, [("player", 500)], None),
        (500, [("player", 600)], Refusal.DIFFERENCE_IS_TOO_LARGE),
        (500, [("player", 500), ("banker", 1_000)], None),  # a stake on one raises the room on the other
        (500, [("player", 500), ("banker", 1_020)], Refusal.DIFFERENCE_IS_TOO_LARGE),
        (500, [("player", 500), ("tie", 600)], None),  # only the two sides count
        (20_000, [("player", 9_000)], None),  # where it is set, the two have no other maximum
    ],
)
def test_the_difference_limit(difference: int, bets: list[tuple[str, int]], refused: Refusal | None) -> None:
    limits = {"player": BetLimit(20, 100), "banker": BetLimit(20, 100), "tie": BetLimit(20, 5_000)}
    game = Game(difference_max=difference, limits=limits)
    game.open_betting()
    *first, (bet, stake) = bets
    place(game, *first)
    decision = game.send(PlaceWager("ann", bet, stake))
    assert decision is refused if refused else isinstance(decision, tuple)


def test_both_ids_of_banker_count_for_the_difference() -> None:
    game = Game(difference_max=500)
    game.open_betting()
    game.accept(ChooseMode("ann", "no_commission"))
    place(game, ("player", 500), ("banker-no-commission", 1_000))
    assert game.send(PlaceWager("ann", "banker-no-commission", 20)) is Refusal.DIFFERENCE_IS_TOO_LARGE


def test_the_table_bears_only_so_much_from_all_patrons_together() -> None:
    game = Game(exposure_max=980)
    game.open_betting()
    place(game, ("player", 500))
    place(game, ("tie", 60), patron="bob")  # 8 × 60, and not a unit is left
    assert game.send(PlaceWager("bob", "tie", 20)) is Refusal.EXPOSURE_IS_TOO_LARGE
    game.accept(ClearAll("ann"))
    place(game, ("tie", 60), patron="bob")


def test_a_field_may_return_only_so_much() -> None:
    game = Game(limits={"tie": BetLimit(20, 10_000, return_max=900)})
    game.open_betting()
    place(game, ("tie", 100))
    assert game.send(PlaceWager("ann", "tie", 20)) is Refusal.RETURN_IS_ABOVE_MAXIMUM


def test_what_was_cleared_comes_back_only_while_the_table_bears_it() -> None:
    game = Game(exposure_max=980)
    game.open_betting()
    place(game, ("player", 500))
    game.accept(ClearAll("ann"))
    place(game, ("tie", 120), patron="bob")
    assert game.send(ClearLast("ann")) is Refusal.EXPOSURE_IS_TOO_LARGE
