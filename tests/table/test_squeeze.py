"""Who holds the cards, what they see, and when a stage is over."""

import pytest

from punto.rules.hand import BANKER, PLAYER
from punto.table.commands import ChooseSqueeze, OpenCard, PatronWent, Pause, PlaceWager, Resume, Tick
from punto.table.config import SQUEEZE_PACE
from punto.table.events import CardDealt, CardOpened, Event, StageEnded, StageOpened
from punto.table.refusals import Refusal
from punto.table.state import Dealing, ShowingResult, Squeezing
from punto.table.view import FACE_DOWN, TableView, may_see
from punto.table.visible import visible
from tests.table.playing import Game


def squeezed(*wagers: tuple[str, str, int], cards: str = "2h 2d 2c Td", has_lead: bool = False) -> Game:
    game = Game("squeeze", pace=SQUEEZE_PACE, has_squeeze=True, has_lead=has_lead)
    game.open_betting()
    for patron, bet, stake in wagers:
        game.accept(PlaceWager(patron, bet, stake))
    game.close_betting()
    game.draw(cards)
    return game


def open_all(game: Game, patron: str, side: str, *cards: int) -> None:
    for card in cards:
        game.accept(OpenCard(patron, side, card))  # type: ignore[arg-type]


def test_a_stake_on_a_side_holds_its_cards() -> None:
    game = squeezed(("ann", "player", 100), ("bob", "player", 20), ("bob", "banker", 20))
    assert isinstance(game.table.phase, Squeezing)
    assert game.table.phase.holders == {("ann", PLAYER), ("bob", PLAYER), ("bob", BANKER)}
    assert TableView(game.table, "bob").holds == (PLAYER, BANKER)
    assert TableView(game.table, "eve").holds == ()
    view = TableView(game.table)
    assert (view.stage, view.holders) == (1, 2)
    assert view.stage_cards == ((PLAYER, 0), (PLAYER, 1), (BANKER, 0), (BANKER, 1))


def test_a_stage_ends_early_when_every_holder_has_opened() -> None:
    game = squeezed(("ann", "player", 100), ("bob", "banker", 20))
    open_all(game, "ann", "player", 0, 1)
    open_all(game, "bob", "banker", 1)
    assert isinstance(game.table.phase, Squeezing)
    events = game.accept(OpenCard("bob", "banker", 0))
    assert events == (CardOpened("bob", "banker", 0), StageEnded(1, game.now))
    assert isinstance(game.table.phase, Dealing)


def test_a_card_is_dealt_only_after_the_stage_before_it() -> None:
    """Player 4 and Banker 2: both draw, each card a stage of its own, held by its own side."""
    game = squeezed(("ann", "player", 100), ("bob", "banker", 20))
    open_all(game, "ann", "player", 0, 1)
    open_all(game, "bob", "banker", 0, 1)
    events = game.draw("6c")
    assert [type(event) for event in events] == [CardDealt, StageOpened]
    assert isinstance(game.table.phase, Squeezing)
    assert (game.table.phase.stage, game.table.phase.holders) == (2, frozenset({("ann", PLAYER)}))
    assert game.send(OpenCard("bob", "banker", 0)) is Refusal.CARD_IS_NOT_YOURS
    open_all(game, "ann", "player", 2)
    game.draw("6d")
    assert isinstance(game.table.phase, Squeezing)
    assert (game.table.phase.stage, game.table.phase.holders) == (3, frozenset({("bob", BANKER)}))
    open_all(game, "bob", "banker", 2)
    assert isinstance(game.table.phase, ShowingResult)
    assert game.table.scores == ((1, "Bp"),)


def test_time_opens_what_holders_do_not() -> None:
    game = squeezed(("ann", "player", 100), cards="9h 2d Tc Td")
    assert game.wait(SQUEEZE_PACE.squeeze_ms - 1) == ()
    game.now += 1
    events = game.accept(Tick())
    assert events[0] == StageEnded(1, game.now)
    assert isinstance(game.table.phase, ShowingResult), "a natural: nothing more to deal"


@pytest.mark.parametrize("command", [PatronWent("ann"), ChooseSqueeze("ann", on=False)])
def test_who_leaves_or_skips_holds_nobody_up(command: PatronWent | ChooseSqueeze) -> None:
    game = squeezed(("ann", "player", 100), ("bob", "banker", 20))
    open_all(game, "bob", "banker", 0, 1)
    assert StageEnded(1, game.now) in game.accept(command)


def test_a_stage_without_holders_ends_at_once() -> None:
    game = squeezed(("ann", "tie", 100), cards="9h 2d Tc Td")
    assert isinstance(game.table.phase, ShowingResult)
    game = squeezed(cards="2h 2d 2c Td 6c 6d")
    assert isinstance(game.table.phase, ShowingResult)


def test_whoever_squeezes_never_is_never_waited_for() -> None:
    game = Game("squeeze", pace=SQUEEZE_PACE, has_squeeze=True)
    game.open_betting()
    game.accept(PlaceWager("ann", "player", 100))
    game.accept(ChooseSqueeze("ann", on=False))
    game.close_betting()
    game.draw("9h 2d Tc Td")
    assert isinstance(game.table.phase, ShowingResult)


def test_with_a_lead_the_largest_stake_alone_holds_the_earliest_of_equals() -> None:
    game = squeezed(("ann", "player", 100), ("bob", "player", 120), ("ann", "player", 20), has_lead=True)
    assert isinstance(game.table.phase, Squeezing)
    assert game.table.phase.holders == {("bob", PLAYER)}


def test_faces_are_seen_by_holders_only_until_the_stage_ends() -> None:
    game = squeezed(("ann", "player", 100), ("bob", "banker", 20), cards="2h 2d 2c")
    assert TableView(game.table, "ann").cards(PLAYER) == (FACE_DOWN, FACE_DOWN), "before the stage nobody sees a face"
    game.draw("Td")
    ann, bob, eve = (TableView(game.table, patron) for patron in ("ann", "bob", "eve"))
    assert (ann.cards(PLAYER), ann.cards(BANKER)) == (("2h", "2c"), ("", ""))
    assert (ann.total(PLAYER), ann.total(BANKER)) == (4, None)
    assert (bob.cards(PLAYER), bob.cards(BANKER)) == (("", ""), ("2d", "Td"))
    assert (eve.cards(PLAYER), eve.cards(BANKER), eve.total(PLAYER)) == (("", ""), ("", ""), None)
    game.wait(SQUEEZE_PACE.squeeze_ms)
    assert TableView(game.table, "eve").cards(PLAYER) == ("2h", "2c")
    game.draw("6c")
    assert TableView(game.table, "ann").cards(PLAYER) == ("2h", "2c", "6c")
    assert TableView(game.table, "eve").cards(PLAYER) == ("2h", "2c", "")
    game.wait(SQUEEZE_PACE.third_squeeze_ms)
    assert TableView(game.table, "eve").cards(PLAYER) == ("2h", "2c", "6c")
    game.draw("6d")
    assert TableView(game.table, "bob").cards(BANKER) == ("2d", "Td", "6d")
    assert TableView(game.table, "ann").cards(BANKER) == ("2d", "Td", "")


def public(game: Game, event: Event) -> Event | None:
    return visible(game.table, event, game.table)[0]


def test_a_dealt_card_travels_without_its_face_until_everybody_may_see_it() -> None:
    game = squeezed(("ann", "player", 100), cards="2h 2d 2c Td")
    dealt = CardDealt("player", "2c", game.now)
    assert public(game, dealt) == CardDealt("player", FACE_DOWN, game.now)
    ended = StageEnded(1, game.now)
    assert public(game, ended) == ended
    game.wait(SQUEEZE_PACE.squeeze_ms)
    assert public(game, dealt) == dealt
    (third, _) = game.draw("6c")
    assert public(game, third) == CardDealt("player", FACE_DOWN, game.now)


def test_a_card_that_the_lead_has_turned_is_open_to_all() -> None:
    game = squeezed(("ann", "player", 100), ("bob", "player", 20), has_lead=True)
    assert not may_see(game.table, "bob", PLAYER, 1)
    opened = game.accept(OpenCard("ann", "player", 1))[0]
    assert may_see(game.table, "bob", PLAYER, 1)
    assert not may_see(game.table, "bob", PLAYER, 0)
    assert public(game, opened) == CardOpened("", "player", 1), "whoever the lead is"


def test_a_card_opened_twice_is_opened_once() -> None:
    game = squeezed(("ann", "player", 100))
    open_all(game, "ann", "player", 0)
    assert game.accept(OpenCard("ann", "player", 0)) == ()
    assert game.send(OpenCard("ann", "banker", 0)) is Refusal.CARD_IS_NOT_YOURS
    assert game.send(OpenCard("eve", "player", 0)) is Refusal.CARD_IS_NOT_YOURS


def test_who_leaves_during_a_pause_holds_nobody_up_after_it() -> None:
    game = squeezed(("ann", "player", 100))
    game.accept(Pause("sue", "look"))
    assert StageEnded(1, game.now) not in game.accept(PatronWent("ann"))
    assert StageEnded(1, game.now) in game.accept(Resume("sue"))
