"""Who holds the cards, what they see, and when a stage is over."""

from punto.rules.hand import BANKER, PLAYER
from punto.table.commands import ChooseSqueeze, Deal, OpenCard, PatronCame, PatronWent, Pause, PlaceWager, Resume
from punto.table.config import SQUEEZE_PACE, TableKind
from punto.table.events import CardDealt, CardOpened, ChoiceMade, Event, HandTurned, Resumed, StageEnded, StageOpened
from punto.table.refusals import Refusal
from punto.table.squeeze import MAY_RETURN_MS, TURNS_BY_ITSELF_MS, due_in_squeeze
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
    assert game.wait(1) == (HandTurned(1, "player", game.now),)
    assert game.wait(TURNS_BY_ITSELF_MS - 1) == ()
    events = game.wait(1)
    assert events[0] == StageEnded(1, game.now)
    assert isinstance(game.table.phase, ShowingResult), "a natural: nothing more to deal"


def test_when_time_is_up_player_opens_first_and_banker_two_seconds_later() -> None:
    game = squeezed(("ann", "player", 100), ("bob", "banker", 20))
    assert game.wait(SQUEEZE_PACE.squeeze_ms) == (HandTurned(1, "player", game.now),)
    assert TableView(game.table, "eve").cards(PLAYER) == ("2h", "2c"), "it opens for everybody"
    assert TableView(game.table, "eve").cards(BANKER) == ("", "")
    assert game.wait(TURNS_BY_ITSELF_MS) == (HandTurned(1, "banker", game.now),)
    assert game.wait(TURNS_BY_ITSELF_MS - 1) == ()
    assert game.wait(1) == (StageEnded(1, game.now),)


def test_a_hand_that_its_holders_have_opened_does_not_turn_by_itself() -> None:
    game = squeezed(("ann", "player", 100), ("bob", "banker", 20))
    open_all(game, "ann", "player", 0, 1)
    assert game.wait(SQUEEZE_PACE.squeeze_ms) == (HandTurned(1, "banker", game.now),)
    assert TableView(game.table, "bob").cards(PLAYER) == ("", ""), "nor is it shown before the stage has ended"
    assert game.accept(OpenCard("bob", "banker", 0)) == (), "it is turning already"


def test_a_stage_does_not_end_under_a_hand_that_turns() -> None:
    game = squeezed(("ann", "player", 100), ("bob", "banker", 20))
    game.wait(SQUEEZE_PACE.squeeze_ms)
    open_all(game, "bob", "banker", 0, 1)
    assert isinstance(game.table.phase, Squeezing)
    assert game.wait(TURNS_BY_ITSELF_MS) == (StageEnded(1, game.now),)


def test_who_holds_both_hands_has_a_clock_for_each() -> None:
    game = squeezed(("ann", "player", 100), ("ann", "banker", 20), ("bob", "player", 20))
    one = SQUEEZE_PACE.squeeze_ms
    assert TableView(game.table).clocks == ((PLAYER, game.now + one), (BANKER, game.now + 2 * one))
    assert TableView(game.table).ends_at == game.now + 2 * one
    assert game.wait(one) == (HandTurned(1, "player", game.now),)
    assert game.wait(one - 1) == ()
    assert game.wait(1) == (HandTurned(1, "banker", game.now),)


def test_a_pause_stops_every_clock() -> None:
    game = squeezed(("ann", "player", 100), ("ann", "banker", 20))
    one, before = SQUEEZE_PACE.squeeze_ms, TableView(game.table).clocks
    game.wait(one)
    game.accept(Pause("sue", "look"))
    assert TableView(game.table).clocks == ()
    game.now += 60_000
    game.accept(Resume("sue"))
    assert TableView(game.table).clocks == tuple((side, at + 60_000) for side, at in before)
    assert isinstance(game.table.phase, Squeezing)
    assert game.table.phase.turned == ((PLAYER, game.now),)
    assert game.replayed() == game.table


def test_no_clock_runs_at_a_patrons_own_table() -> None:
    game = Game("squeeze", pace=SQUEEZE_PACE, has_squeeze=True, kind=TableKind.ON_DEMAND)
    game.open_betting()
    game.accept(PlaceWager("ann", "player", 100))
    game.accept(PlaceWager("ann", "banker", 20))
    game.accept(Deal("ann"))
    game.draw("2h 2d 2c Td")
    assert isinstance(game.table.phase, Squeezing)
    assert (TableView(game.table).ends_at, TableView(game.table).clocks) == (None, ())
    assert due_in_squeeze(game.table, game.table.phase) is None
    assert game.wait(3_600_000) == ()
    game.accept(Pause("sue", "look"))
    game.accept(Resume("sue"))
    game.accept(PatronWent("ann"))
    assert game.wait(MAY_RETURN_MS) == (StageEnded(1, game.now),), "nobody is there to open them"


def test_who_skips_holds_nobody_up() -> None:
    game = squeezed(("ann", "player", 100), ("bob", "banker", 20))
    open_all(game, "bob", "banker", 0, 1)
    assert StageEnded(1, game.now) in game.accept(ChooseSqueeze("ann", on=False))


def test_who_loses_the_connection_may_return_within_eight_seconds() -> None:
    game = squeezed(("ann", "player", 100), ("bob", "banker", 20))
    open_all(game, "bob", "banker", 0, 1)
    open_all(game, "ann", "player", 0)
    game.accept(PatronWent("ann"))
    assert game.wait(MAY_RETURN_MS - 1) == ()
    assert game.accept(PatronCame("ann")) == (ChoiceMade("ann", "away", value=False),)
    ann = TableView(game.table, "ann")
    assert (ann.holds, ann.cards(PLAYER), ann.opened) == ((PLAYER,), ("2h", "2c"), ((PLAYER, 0),))
    assert game.wait(1) == ()
    game.accept(PatronWent("ann"))
    assert game.wait(MAY_RETURN_MS) == (StageEnded(1, game.now),)
    assert game.replayed() == game.table


def test_holders_are_shown_by_name_the_largest_stake_first() -> None:
    game = squeezed(("ann", "player", 40), ("bob", "player", 100), ("bob", "banker", 20))
    names = TableView(game.table).holder_names({"ann": "Ann", "bob": ""}.__getitem__)
    assert names == [(PLAYER, ""), (PLAYER, "Ann"), (BANKER, "")]
    game.wait(SQUEEZE_PACE.squeeze_ms)
    assert len(TableView(game.table).holder_names(str.title)) == 3
    game = Game("squeeze", pace=SQUEEZE_PACE, has_squeeze=True)
    assert (TableView(game.table).holder_names(str.title), TableView(game.table, "ann").opened) == ([], ())


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
    open_all(game, "ann", "player", 0, 1)
    open_all(game, "bob", "banker", 0, 1)
    assert TableView(game.table, "eve").cards(PLAYER) == ("2h", "2c")
    game.draw("6c")
    assert TableView(game.table, "ann").cards(PLAYER) == ("2h", "2c", "6c")
    assert TableView(game.table, "eve").cards(PLAYER) == ("2h", "2c", "")
    open_all(game, "ann", "player", 2)
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
    open_all(game, "ann", "player", 0, 1)
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
    assert game.accept(Resume("sue")) == (Resumed("sue", game.now),)
    assert game.wait(MAY_RETURN_MS) == (StageEnded(1, game.now),)
