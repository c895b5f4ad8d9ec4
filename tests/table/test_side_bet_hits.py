"""How often each side bet came out in the shoe in play, also when a coup is taken back."""

from punto.table.commands import CancelCoup, CorrectCoup, EnterCard, OpenShoe, VoidCoup
from punto.table.config import TableKind
from punto.table.stored.snapshot import snapshot_of, table_from
from punto.table.view import TableView
from tests.table.playing import Game

TIE_OF_NINES = "9h 9d Tc Td"
PLAYER_PAIR = "4h 2d 4c 3c"  # Player's natural 8 over 5
NOTHING = "9h 2d Tc 4d"  # Player's 9 over 6


def hits(game: Game) -> dict[str, int]:
    return dict(TableView(game.table).side_bet_hits)


def test_every_side_bet_is_counted_whether_backed_or_not() -> None:
    game = Game("interblock")
    assert hits(game) == {}
    game.play(PLAYER_PAIR)
    game.play(TIE_OF_NINES)
    game.play(PLAYER_PAIR)
    assert hits(game) == {"tie": 1, "player-pair": 2}


def test_a_coup_that_brought_no_side_bet_adds_nothing() -> None:
    game = Game("interblock")
    game.play(NOTHING)
    assert hits(game) == {}


def test_a_bet_that_this_table_does_not_offer_is_not_told() -> None:
    whole = Game("interblock").table.config.limits
    game = Game("interblock", limits={bet: limit for bet, limit in whole.items() if bet != "player-pair"})
    game.play(PLAYER_PAIR)
    assert hits(game) == {}


def test_a_void_coup_counts_no_more() -> None:
    game = Game("interblock")
    game.play(PLAYER_PAIR)
    game.play(PLAYER_PAIR)
    game.accept(VoidCoup("sue", "malfunction"))
    assert hits(game) == {"player-pair": 1}


def test_a_corrected_coup_counts_as_it_was_corrected() -> None:
    game = Game("interblock", kind=TableKind.LIVE)
    game.accept(OpenShoe("", "f1"))  # nothing is committed to, so that cards can have been misread
    for _ in range(2):
        game.open_betting()
        game.close_betting()
        for card in PLAYER_PAIR.split():
            game.accept(EnterCard(card))
    game.accept(CorrectCoup("sue", "card_error", player="9h Tc", banker="9d Td"))
    assert hits(game) == {"tie": 1, "player-pair": 1}


def test_a_cancelled_coup_counts_for_nothing() -> None:
    game = Game("interblock")
    game.play(TIE_OF_NINES)
    game.open_betting()
    game.close_betting()
    game.draw("4h 2d 4c")
    game.accept(CancelCoup("sue", "malfunction"))
    assert hits(game) == {"tie": 1}


def test_a_new_shoe_begins_at_nothing() -> None:
    game = Game("interblock", cut_card=410)
    game.play(TIE_OF_NINES)
    game.wait(game.table.config.pace.result_ms)
    assert hits(game) == {"tie": 1}  # the shoe that is over stays in sight until the next one opens
    game.open_betting()
    assert hits(game) == {}


def test_they_survive_a_restart() -> None:
    game = Game("interblock")
    game.play(PLAYER_PAIR)
    body = snapshot_of(game.table)
    assert body
    assert table_from(body, game.table.config, game.table.book) == game.table
