"""How long a table remembers a patron who has left: until the coup ends, or the shoe if there is something to find."""

import pytest

from punto.table.commands import (
    AutoRepeat,
    ChooseDenomination,
    ChooseMode,
    ChooseSqueeze,
    ClearAll,
    Command,
    CorrectCoup,
    OpenShoe,
    PatronCame,
    PatronWent,
    PlaceWager,
    RepeatStakes,
    VoidCoup,
)
from punto.table.config import TableKind
from punto.table.events import ShoeEnded
from punto.table.stored.snapshot import snapshot_of, table_from
from tests.table.playing import Game

COUP = "9h 2d Kc Kd"


def at_betting() -> Game:
    game = Game()
    game.open_betting()
    return game


def settled(game: Game, patron: str) -> tuple[int, int, list[tuple[str, int, int]]] | None:
    """Shoe, coup, and what was staked and returned on each bet."""
    last = game.table.seat(patron).last_settled
    if last is None:
        return None
    return last.shoe, last.coup, [(each.bet, each.stake, each.returned) for each in last.wagers]


def test_how_a_coup_ended_is_remembered_until_the_patron_plays_another() -> None:
    game = at_betting()
    game.accept(PlaceWager("ann", "player", 100))
    game.accept(PlaceWager("ann", "tie", 20))
    game.accept(PlaceWager("bob", "banker", 100))
    finish_coup(game)
    assert settled(game, "ann") == (1, 1, [("player", 100, 200), ("tie", 20, 0)])
    game.open_betting()
    game.accept(PlaceWager("bob", "player", 40))
    finish_coup(game)
    assert settled(game, "ann") == (1, 1, [("player", 100, 200), ("tie", 20, 0)])
    assert settled(game, "bob") == (1, 2, [("player", 40, 80)])
    assert game.replayed() == game.table


def test_a_correction_is_remembered_and_of_a_voided_coup_nothing() -> None:
    game = Game(kind=TableKind.LIVE)
    game.accept(OpenShoe("", "f1"))
    game.open_betting()
    game.accept(PlaceWager("ann", "player", 100))
    game.accept(ChooseDenomination("bob", 100))
    finish_coup(game)
    game.accept(CorrectCoup("sue", "card_error", player="2d Kc", banker="9h Kd"))
    assert settled(game, "ann") == (1, 1, [("player", 100, 0)])
    game.accept(VoidCoup("sue", "malfunction"))
    assert settled(game, "ann") is None
    assert game.replayed() == game.table


def finish_coup(game: Game) -> None:
    game.close_betting()
    game.draw(COUP)


@pytest.mark.parametrize(
    ("did", "remembered"),
    [
        ([], set()),
        ([AutoRepeat("ann", on=True)], set()),  # which ends with the connection
        ([PlaceWager("ann", "player", 100), ClearAll("ann")], set()),
        ([ChooseSqueeze("ann", on=True)], set()),  # as it was
        ([ChooseMode("ann", "commission")], set()),
        ([PlaceWager("ann", "player", 100)], {"ann"}),  # to be repeated
        ([ChooseMode("ann", "no_commission")], {"ann"}),
        ([ChooseDenomination("ann", 100)], {"ann"}),
        ([ChooseSqueeze("ann", on=False)], {"ann"}),
    ],
)
def test_whoever_left_is_forgotten_when_the_coup_ends_unless_something_would_be_missed(
    did: list[Command], remembered: set[str]
) -> None:
    game = at_betting()
    for command in (*did, PatronWent("ann")):
        game.accept(command)
    game.accept(PlaceWager("bob", "banker", 100))
    finish_coup(game)
    assert set(game.table.seats) == {"bob", *remembered}
    assert game.replayed() == game.table


def test_whoever_is_here_is_remembered() -> None:
    game = at_betting()
    for command in (PlaceWager("ann", "player", 100), ClearAll("ann"), PatronWent("ann"), PatronCame("ann")):
        game.accept(command)
    finish_coup(game)
    assert set(game.table.seats) == {"ann"}


def test_whoever_comes_back_within_the_shoe_repeats_and_whoever_comes_later_starts_afresh() -> None:
    game = at_betting()
    for command in (ChooseMode("ann", "no_commission"), PlaceWager("ann", "player", 100), PatronWent("ann")):
        game.accept(command)
    game.accept(PlaceWager("bob", "banker", 100))
    finish_coup(game)
    assert game.credit("ann") == 10_100, "bets of whoever has gone are settled"
    game.open_betting()
    game.accept(PatronCame("ann"))
    game.accept(RepeatStakes("ann"))
    assert (game.stakes("ann"), game.table.seat("ann").mode) == ({"player": 100}, "no_commission")
    game.accept(PatronWent("ann"))
    game.set(cut_card_came_in=0)
    finish_coup(game)
    kept = snapshot_of(game.table)
    assert kept is not None
    assert game.wait(60_000) == (ShoeEnded(game.now),)
    assert set(game.table.seats) == {"bob"}
    assert game.table.seat("ann") == game.table.fresh_seat
    assert set(table_from(kept, game.table.config, game.table.book).seats) == {"ann", "bob"}
    assert not isinstance(game.send(PatronCame("ann")), str)
