"""The settled wagers of a coup patron by patron: grouped once, however many ask."""

from collections.abc import Iterator
from dataclasses import replace

import msgspec

from punto.rules.settlement import settle
from punto.table.commands import PlaceWager
from punto.table.config import TableKind
from punto.table.events import CoupSettled
from punto.table.settled_wagers import OwnWagers, SettledWager, by_patron, payouts
from punto.table.state import changed
from punto.table.stored.event_codec import decode_event, encode_event
from punto.table.taken_back import why_no_dispute
from punto.table.view import TableView
from tests.table.playing import Game

ANN_PLAYER = SettledWager("ann", "player", 100, "1", 200)
BOB_TIE = SettledWager("bob", "tie", 20, "-1", 0)
ANN_TIE = SettledWager("ann", "tie", 40, "-1", 0)
WAGERS = (ANN_PLAYER, BOB_TIE, ANN_TIE)


def test_patrons_stand_in_the_order_in_which_they_first_come_with_their_sums() -> None:
    assert list(by_patron(WAGERS).items()) == [
        ("ann", OwnWagers((ANN_PLAYER, ANN_TIE), 140, 200)),
        ("bob", OwnWagers((BOB_TIE,), 20, 0)),
    ]
    assert by_patron(()) == {}


def test_sums_are_what_payouts_are_made_of() -> None:
    assert payouts(WAGERS) == {patron: own.returned - own.staked for patron, own in by_patron(WAGERS).items()}


def test_an_event_groups_its_wagers_once_and_neither_stores_nor_hands_on_the_groups() -> None:
    event = CoupSettled("9h Td", "2c 3d", WAGERS, at=7)
    stored = encode_event(event)
    assert event.by_patron is event.by_patron
    assert event.by_patron == by_patron(WAGERS)
    assert encode_event(event) == stored
    assert decode_event(stored) == event
    assert msgspec.structs.replace(event, wagers=(BOB_TIE,)).by_patron == by_patron((BOB_TIE,))


def test_a_table_settles_its_wagers_as_the_rules_do() -> None:
    game = Game("interblock", {"bob": 1_000, "ann": 1_000})
    game.open_betting()
    for patron, bet, stake in (("bob", "tie", 20), ("ann", "player", 100), ("bob", "banker", 40), ("ann", "tie", 20)):
        game.accept(PlaceWager(patron, bet, stake))
    wagers = game.table.wagers
    game.close_betting()
    game.draw("9h 2d Tc Td")
    assert game.table.last is not None
    assert [each.patron for each in wagers] == ["ann", "ann", "bob", "bob"]
    assert game.table.last.wagers == tuple(
        SettledWager(each.wager.patron, each.wager.bet, each.wager.stake, str(each.odds), each.returned)
        for each in settle(game.table.book, game.table.last.result, wagers)
    )


class CountedWagers(tuple[SettledWager, ...]):
    """Counts how often somebody goes through them."""

    times = 0

    def __iter__(self) -> Iterator[SettledWager]:
        CountedWagers.times += 1
        return super().__iter__()


def test_who_may_dispute_is_looked_up_and_not_searched_for_each_patron() -> None:
    patrons = [f"p{number}" for number in range(20)]
    game = Game("interblock", dict.fromkeys(patrons, 1_000), kind=TableKind.LIVE)
    game.open_betting()
    for patron in patrons:
        game.accept(PlaceWager(patron, "player", 100))
    game.close_betting()
    game.draw("9h 2d Tc Td")
    assert game.table.last is not None
    table = changed(game.table, last=replace(game.table.last, wagers=CountedWagers(game.table.last.wagers)))
    CountedWagers.times = 0
    assert [why_no_dispute(table, patron) for patron in patrons] == [None] * len(patrons)
    assert not TableView(table, "stranger").may_dispute
    assert CountedWagers.times == 1
