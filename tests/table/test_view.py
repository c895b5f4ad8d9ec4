"""What each may see of what happens, and how much more fits on a field."""

from dataclasses import replace

import pytest

from punto.table.commands import (
    AbandonShoe,
    ChooseMode,
    DismissDispute,
    OpenShoe,
    Pause,
    PlaceWager,
    RaiseDispute,
    Resume,
)
from punto.table.config import SQUEEZE_PACE, BetLimit, TableKind
from punto.table.events import (
    Adjustment,
    BettingClosed,
    CardOpened,
    CardSetAside,
    ContributionMade,
    CoupCancelled,
    CoupCorrected,
    CoupRebuilt,
    CoupSettled,
    CoupVoided,
    DealerChanged,
    DisputeDismissed,
    DividerSeen,
    Event,
    Paused,
    Resumed,
    ShoeAbandoned,
    ShoeEnded,
    StageOpened,
    TipGiven,
)
from punto.table.limits import room_on
from punto.table.refusals import Refusal
from punto.table.settled_wagers import SettledWager
from punto.table.squeeze import TURNS_BY_ITSELF_MS
from punto.table.state import Room, changed
from punto.table.view import TableView
from punto.table.visible import visible
from tests.table.playing import Game, config_for

ANNS_TIE, BOBS_TIE = SettledWager("ann", "tie", 20, "8", 180), SettledWager("bob", "tie", 40, "8", 360)
ANNS_5, BOBS_6 = Adjustment("ann", 5), Adjustment("bob", 6)


def public(game: Game, event: Event) -> Event | None:
    return visible(game.table, event, game.table)[0]


def own(game: Game, event: Event) -> dict[str, Event]:
    return dict(visible(game.table, event, game.table)[1])


def test_a_patron_sees_own_stakes_and_not_those_of_others() -> None:
    game = Game()
    game.open_betting()
    (event,) = game.accept(PlaceWager("ann", "player", 100))
    assert public(game, event) is None
    assert own(game, event) == {"ann": event}
    assert TableView(game.table, "ann").seat.stakes == (("player", 100),)
    assert TableView(game.table, "bob").seat.stakes == TableView(game.table).seat.stakes == ()


def test_the_felt_shows_the_fields_of_the_patrons_mode() -> None:
    game = Game()
    game.open_betting()
    game.accept(ChooseMode("ann", "no_commission"))
    fields = {bet.id for bet, _, _ in TableView(game.table, "ann").rooms(0)}
    assert "banker-no-commission" in fields
    assert "banker" not in fields


@pytest.mark.parametrize(
    ("kept", "mode"),
    [(("commission", "no_commission"), "no_commission"), (("commission",), "commission"), ((), None)],
)
def test_a_stored_mode_that_a_books_file_no_longer_has_is_the_first_it_has(
    kept: tuple[str, ...], mode: str | None
) -> None:
    """The table is read again by the changed book; whoever sat there plays on."""
    game = Game()
    game.open_betting()
    game.accept(ChooseMode("ann", "no_commission"))
    book = game.table.book
    game.set(book=replace(book, modes=tuple(each for each in book.modes if each.id in kept)))
    assert game.table.seat("ann").mode == "no_commission"
    seen = TableView(game.table, "ann")
    assert seen.mode == mode
    fields = {bet.id for bet, _, _ in seen.rooms(0)}
    assert ("banker" in fields) is (mode != "no_commission")
    assert ("banker-no-commission" in fields) is (mode != "commission")
    game.accept(PlaceWager("ann", "player", 100))


@pytest.mark.parametrize(
    ("event", "everybody", "patrons"),
    [
        (
            StageOpened(1, (("ann", "player"), ("bob", "banker"), ("bob", "player")), 5),
            StageOpened(1, (), 5),
            {
                "ann": StageOpened(1, (("ann", "player"),), 5),
                "bob": StageOpened(1, (("bob", "banker"), ("bob", "player")), 5),
            },
        ),
        (CardOpened("ann", "player", 0), None, {}),
        (
            CoupSettled("9h Tc", "9d Td", (ANNS_TIE, BOBS_TIE), 1),
            CoupSettled("9h Tc", "9d Td", (), 1),
            {
                "ann": CoupSettled("9h Tc", "9d Td", (ANNS_TIE,), 1),
                "bob": CoupSettled("9h Tc", "9d Td", (BOBS_TIE,), 1),
            },
        ),
        (
            CoupCancelled("sue", "other", (("ann", 5), ("bob", 6)), used_cards=True, at=1),
            CoupCancelled("", "other", (), used_cards=True, at=1),
            {
                "ann": CoupCancelled("", "other", (("ann", 5),), used_cards=True, at=1),
                "bob": CoupCancelled("", "other", (("bob", 6),), used_cards=True, at=1),
            },
        ),
        (TipGiven("ann", 20), None, {"ann": TipGiven("ann", 20)}),
        (Paused("sue", "card_unknown", 1, "9x"), Paused("", "card_unknown", 1), {}),
        (Resumed("sue", 1), Resumed("", 1), {}),
        (DealerChanged("dan", "sue", 1), DealerChanged("dan", "", 1), {}),
        (DividerSeen("dan", 1), DividerSeen("", 1), {}),
        (CardSetAside("5s", "sue", 1, "sam"), CardSetAside("5s", "", 1), {}),
        (CoupRebuilt("9h", "2d", "sue", "sam", 1), CoupRebuilt("", "", "", "", 1), {}),
        (ShoeAbandoned(1, "sue", "other", 1), ShoeAbandoned(1, "", "other", 1), {}),
        (ContributionMade("ann", "d1gest"), ContributionMade("", "d1gest"), {}),
        (ShoeEnded(1), ShoeEnded(1), {}),
        (DisputeDismissed("sue", 1, 1, 1), None, {}),
    ],
)
def test_who_sees_what_of_an_event(event: Event, everybody: Event | None, patrons: dict[str, Event]) -> None:
    assert (public(Game(), event), own(Game(), event)) == (everybody, patrons)


def test_of_a_coup_that_is_taken_back_everybody_learns_which_and_patrons_their_own_money() -> None:
    game = Game(kind=TableKind.LIVE)
    game.open_betting()
    game.accept(PlaceWager("ann", "player", 100))
    game.accept(PlaceWager("bob", "banker", 40))
    game.close_betting()
    game.draw("9h 2d Tc Td")
    void = CoupVoided("sue", "other", (ANNS_5, BOBS_6), 1, role="supervisor", second="tom")
    assert public(game, void) == CoupVoided("", "other", (), 1, shoe=1, coup=1)
    assert own(game, void)["ann"] == CoupVoided("", "other", (ANNS_5,), 1, shoe=1, coup=1)
    corrected = CoupCorrected("sue", "9h Tc", "9d Td", (BOBS_TIE,), (ANNS_5, BOBS_6), 1, second="tom")
    assert public(game, corrected) == CoupCorrected("", "9h Tc", "9d Td", (), (), 1, shoe=1, coup=1)
    assert own(game, corrected) == {
        "ann": CoupCorrected("", "9h Tc", "9d Td", (), (ANNS_5,), 1, shoe=1, coup=1),
        "bob": CoupCorrected("", "9h Tc", "9d Td", (BOBS_TIE,), (BOBS_6,), 1, shoe=1, coup=1),
    }


def test_a_dismissed_dispute_is_told_to_whoever_raised_it() -> None:
    game = Game(kind=TableKind.LIVE)
    game.open_betting()
    game.accept(PlaceWager("ann", "player", 100))
    game.close_betting()
    game.draw("9h 2d Tc Td")
    assert [TableView(game.table, patron).may_dispute for patron in ("ann", "bob", "")] == [True, False, False]
    (raised,) = game.accept(RaiseDispute("ann"))
    assert not TableView(game.table, "ann").may_dispute
    assert (public(game, raised), own(game, raised)) == (None, {"ann": raised})
    before = game.table
    (dismissed,) = game.accept(DismissDispute("sue"))
    assert visible(before, dismissed, game.table)[0] is None
    assert dict(visible(before, dismissed, game.table)[1]) == {"ann": DisputeDismissed("", game.now, 1, 1)}


@pytest.mark.parametrize("event", [BettingClosed(1), ShoeEnded(1), ShoeAbandoned(1, "", "other", 1)])
def test_whoever_could_dispute_is_told_when_it_is_too_late(event: Event) -> None:
    live, timed = Game(kind=TableKind.LIVE), Game()
    assert (public(live, event), own(live, event)) == (event, {})
    for game in (live, timed):
        game.open_betting()
        game.accept(PlaceWager("ann", "player", 100))
        game.close_betting()
        game.draw("9h 2d Tc Td")
    assert (public(live, event), own(live, event), own(timed, event)) == (event, {"ann": event}, {})


def test_winners_are_named_as_they_wish() -> None:
    game = Game()
    assert TableView(game.table).winners(str.title) == []
    game.open_betting()
    for patron, bet in (("ann", "player"), ("bob", "banker"), ("bob", "player")):
        game.accept(PlaceWager(patron, bet, 100))
    game.close_betting()
    game.draw("9h 2d Tc Td")
    assert TableView(game.table).winners(str.title) == [("Ann", 100, False)], "who only got a stake back has not won"


@pytest.mark.parametrize(
    ("settings", "purse", "placed", "room"),
    [
        ({}, 5_000, 0, Room(20, 5_000, None)),
        ({}, 50_000, 0, Room(20, 10_000, None)),
        ({}, 20, 0, Room(20, 20, None)),
        ({}, 10, 0, Room(20, 0, Refusal.CREDIT_IS_SHORT)),
        ({"limits": {"tie": BetLimit(100, 500)}}, 5_000, 0, Room(100, 500, None)),
        ({"limits": {"tie": BetLimit(100, 500)}}, 5_000, 460, Room(20, 40, None)),
        ({"limits": {"tie": BetLimit(100, 500)}}, 5_000, 500, Room(20, 0, Refusal.STAKE_IS_ABOVE_MAXIMUM)),
        ({"limits": {"tie": BetLimit(20, 5_000, return_max=1_000)}}, 5_000, 0, Room(20, 100, None)),  # 111 is no chips
        (
            {"limits": {"tie": BetLimit(20, 5_000, return_max=1_000)}},
            5_000,
            100,
            Room(20, 0, Refusal.RETURN_IS_ABOVE_MAXIMUM),
        ),
        ({"exposure_max": 1_000}, 5_000, 0, Room(20, 120, None)),
        ({"exposure_max": 1_000}, 5_000, 120, Room(20, 0, Refusal.EXPOSURE_IS_TOO_LARGE)),
        (
            {"chips": (3, 5), "limits": {"tie": BetLimit(70, 500)}},
            5_000,
            0,
            Room(100, 500, None),
        ),  # 70 and 80 are no chips
        ({"limits": {"tie": BetLimit(100, 5_000)}}, 90, 0, Room(100, 0, Refusal.CREDIT_IS_SHORT)),
    ],
)
def test_the_room_on_a_field(settings: dict[str, object], purse: int, placed: int, room: Room) -> None:
    game = Game(purses={"ann": purse + placed}, **settings)  # type: ignore[arg-type]
    game.open_betting()
    if placed:
        game.accept(PlaceWager("ann", "tie", placed))
    assert room_on(game.table, "ann", "tie", game.credit("ann")) == room


def test_a_stake_on_one_side_makes_room_on_the_other() -> None:
    game = Game(difference_max=500)
    game.open_betting()
    game.accept(PlaceWager("ann", "player", 400))
    assert room_on(game.table, "ann", "player", 9_000).room == 100
    assert room_on(game.table, "ann", "banker", 9_000).room == 900
    assert room_on(game.table, "ann", "tie", 9_000).room == 9_000
    game.accept(PlaceWager("ann", "player", 100))
    assert room_on(game.table, "ann", "player", 9_000) == Room(20, 0, Refusal.DIFFERENCE_IS_TOO_LARGE)


def test_the_less_a_field_wins_the_more_room_the_exposure_leaves() -> None:
    game = Game(exposure_max=500)
    game.open_betting()
    assert [room_on(game.table, "ann", bet, 9_000).room for bet in ("tie", "player", "banker")] == [60, 500, 520]


def test_a_closed_field_has_no_room() -> None:
    game = Game()
    game.open_betting()
    game.set(coup=51)
    assert room_on(game.table, "ann", "any-pair", 9_000) == Room(0, 0, Refusal.BET_IS_CLOSED_FOR_THIS_SHOE)
    rooms = {bet.id: room for bet, _, room in TableView(game.table, "ann").rooms(9_000)}
    assert rooms["any-pair"].refusal is Refusal.BET_IS_CLOSED_FOR_THIS_SHOE


def test_the_table_as_everybody_sees_it() -> None:
    game = Game("squeeze", has_squeeze=True, pace=SQUEEZE_PACE, cut_card=410)
    view = TableView(game.table)
    assert (view.phase, view.shoe, view.coup, view.burned, view.last_result) == ("shoe_change", 0, 0, (None, 0), None)
    game.accept(OpenShoe("c0ffee", "f1ngerpr1nt"))
    view = TableView(game.table)
    assert (view.phase, view.ends_at, view.commitment, view.contributions) == ("shoe_change", None, "c0ffee", ())
    game.open_betting(burn="7h")
    view = TableView(game.table, "ann").for_everybody
    assert (view.phase, view.burned, view.is_last_coup) == ("betting", ("7h", 7), False)
    assert (view.ends_at, view.stage, view.holders) == (game.now + SQUEEZE_PACE.betting_ms, 0, 0)
    game.accept(PlaceWager("ann", "player", 100))
    game.accept(Pause("sue", "card_error"))
    view = TableView(game.table)
    assert (view.phase, view.ends_at, view.paused) == ("betting", None, "card_error")
    game.accept(Resume("sue"))
    game.close_betting()
    assert (TableView(game.table).phase, TableView(game.table).paused) == ("dealing", None)
    game.draw("9h 2d Tc Td")
    assert TableView(game.table).phase == "squeezing"
    game.wait(SQUEEZE_PACE.squeeze_ms)
    game.wait(TURNS_BY_ITSELF_MS)
    view = TableView(game.table)
    assert (view.phase, view.is_last_coup, view.scores) == ("result", True, ((1, "P9"),))
    assert view.last_result == (1, view.book.parse_coup("9h Tc / 2d Td"))
    game.accept(AbandonShoe("sue", "malfunction"))
    view = TableView(game.table)
    assert (view.burned, view.abandoned, view.config.id) == ((None, 0), "malfunction", "jade")


@pytest.mark.parametrize(
    ("settings", "credit", "told"),
    [
        ({}, 1_000_000, {"tie"}),  # plenty: only the field that was bet on
        ({}, 9_000, {"player", "banker", "tie", "player-pair", "banker-pair"}),  # less than a field takes
        ({"difference_max": 5_000}, 1_000_000, {"tie", "player", "banker"}),
        ({"exposure_max": 90_000}, 1_000_000, {"player", "banker", "tie", "player-pair", "banker-pair"}),
    ],
)
def test_a_bet_changes_the_room_of_few_fields(settings: dict[str, int], credit: int, told: set[str]) -> None:
    game = Game("interblock", {"ann": credit}, **settings)
    game.open_betting()
    game.accept(PlaceWager("ann", "player", 200))
    before = {bet.id: room for bet, _, room in TableView(game.table, "ann").rooms(game.credit("ann"))}
    earlier = TableView(game.table, "ann")
    game.accept(PlaceWager("ann", "tie", 100))
    now = TableView(game.table, "ann")
    changed = {bet.id: room for bet, _, room in now.rooms_since(earlier.seat.stakes, game.credit("ann"), -100)}
    assert set(changed) == told
    assert before | changed == {bet.id: room for bet, _, room in now.rooms(game.credit("ann"))}


def test_a_coup_gives_every_field_its_room_back() -> None:
    game = Game("interblock", {"ann": 1_000_000})
    game.open_betting()
    fresh = {bet.id: room for bet, _, room in TableView(game.table, "ann").rooms(1_000_000)}
    game.accept(PlaceWager("ann", "player", 200))
    earlier = TableView(game.table, "ann")
    game.close_betting()
    game.draw("9h 2d Tc Td")
    changed = TableView(game.table, "ann").rooms_since(earlier.seat.stakes, game.credit("ann"), 400)
    rooms = {bet.id: room for bet, _, room in changed}
    assert set(rooms) == {"player"}
    assert rooms == {bet: room for bet, room in fresh.items() if bet in rooms}
    assert {bet.id: room for bet, _, room in TableView(game.table, "ann").rooms(1_000_000)} == fresh


@pytest.mark.parametrize(
    ("coup", "has_other_bets"), [(1, True), (2, False), (50, False), (51, True), (60, False), (61, True)]
)
def test_bets_close_and_open_with_the_coups_of_a_shoe(coup: int, *, has_other_bets: bool) -> None:
    game = Game("sa")
    game.open_betting()
    game.set(coup=coup)
    view = TableView(game.table)
    assert view.has_other_bets is has_other_bets
    assert (view.credit_limits(9_999), view.credit_limits(10_000)) == (True, False)


def test_new_settings_forget_what_was_worked_out_for_the_old_ones() -> None:
    table = Game("sa").table
    assert (table.largest_limit, table.fresh_seat.denomination) == (10_000, 20)
    other = changed(table, config=config_for(table.book, difference_max=50_000, denominations=(100,)))
    assert (other.largest_limit, other.fresh_seat.denomination) == (50_000, 100)


def test_a_change_of_what_a_table_does_not_have_is_a_bug() -> None:
    with pytest.raises(AssertionError, match="a table has no"):
        changed(Game("sa").table, coups=3)
