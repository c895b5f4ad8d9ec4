"""A person deals: every step in its order, and what each refuses."""

import pytest

from punto.table.commands import AbandonShoe, CommitShoe, EnterCard, GiveTip, Pause, PlaceWager, Resume
from punto.table.config import SQUEEZE_PACE
from punto.table.events import (
    BettingClosed,
    BettingOpened,
    CardDealt,
    CardsBurned,
    CoupSettled,
    DealerChanged,
    DividerSeen,
    ShoeAbandoned,
    ShoeEnded,
    ShoeOpened,
    TipGiven,
)
from punto.table.hand_commands import (
    CloseBetting,
    ConfirmResult,
    ConfirmShoe,
    OpenBetting,
    SeeDivider,
    TapIn,
    TapOut,
)
from punto.table.state import Betting, Dealing, NeedsShoe, PausedPhase, ReadyToOpen, ShowingResult
from punto.table.stored.snapshot import snapshot_of, table_from
from punto.table.view import TableView
from tests.table.dealt_by_hand import DEALER, SUE, HandGame

NATURAL = "9h 2d Tc Td"  # Player 9 over Banker 2


def test_a_round_from_the_shoe_to_the_result() -> None:
    game = HandGame()
    assert game.accept(TapIn(DEALER, DEALER)) == (DealerChanged(DEALER, DEALER, game.now),)
    (opened,) = game.accept(ConfirmShoe(DEALER, "f1ngerpr1nt", "log"))
    assert isinstance(opened, ShoeOpened)
    assert (opened.shoe, opened.commitment, opened.log_id) == (1, "", "log")
    assert game.read("7h") == (CardsBurned("7h", 7),)
    assert isinstance(game.table.phase, ReadyToOpen)
    assert game.wait(60_000) == (), "only the dealer opens betting"
    assert game.accept(OpenBetting(DEALER)) == (BettingOpened(1, game.now, game.now + 18_000),)
    game.accept(PlaceWager("ann", "player", 100))
    game.close_betting()
    game.read(NATURAL)
    assert game.table.awaits_confirmation, "nothing is paid before the dealer says so"
    assert game.wait(60_000) == ()
    (settled,) = game.accept(ConfirmResult(DEALER))
    assert isinstance(settled, CoupSettled)
    assert game.credit("ann") == 10_100
    assert game.wait(60_000) == (), "the next round waits for the dealer too"
    assert isinstance(game.accept(OpenBetting(DEALER))[0], BettingOpened)
    assert game.replayed() == game.table


def test_the_dealer_closes_betting_before_the_clock_does() -> None:
    game = HandGame()
    game.open_betting()
    assert game.accept(CloseBetting(DEALER)) == (BettingClosed(game.now),)
    assert isinstance(game.table.phase, Dealing)


def test_a_book_without_a_burn_is_ready_at_once() -> None:
    game = HandGame("multicolor")
    game.accept(TapIn(DEALER, DEALER))
    game.accept(ConfirmShoe(DEALER, "f1ngerpr1nt"))
    assert isinstance(game.table.phase, ReadyToOpen)


def test_a_free_hand_is_dealt_without_bets_and_counts() -> None:
    game = HandGame()
    game.confirm_shoe()
    opened, closed = game.accept(OpenBetting(DEALER, is_free_hand=True))
    assert (opened, closed) == (BettingOpened(1, game.now, game.now, is_free_hand=True), BettingClosed(game.now))
    game.read(NATURAL)
    game.accept(ConfirmResult(DEALER))
    assert game.table.scores == ((1, "P9"),)


def test_squeezed_cards_are_confirmed_after_the_last_stage() -> None:
    game = HandGame("squeeze", has_squeeze=True, pace=SQUEEZE_PACE)
    game.deal(NATURAL)
    assert game.table.awaits_confirmation
    game.accept(ConfirmResult(DEALER))
    assert isinstance(game.table.phase, ShowingResult)


def test_the_divider_ends_the_shoe_wherever_it_comes() -> None:
    game = HandGame()
    game.deal(NATURAL)
    assert game.accept(SeeDivider(DEALER)) == (DividerSeen(DEALER, game.now),)
    game.accept(ConfirmResult(DEALER))
    assert game.table.shoe_is_over
    assert game.wait(5_000) == (ShoeEnded(game.now),)
    assert isinstance(game.table.phase, NeedsShoe)
    game.open_betting("8h")
    assert (game.table.shoe, game.table.divider_is_out) == (2, False)


def test_a_divider_that_nobody_noticed_ends_the_shoe_by_the_count() -> None:
    game = HandGame(cut_card=401)  # 416 − 8 burned − 4 dealt are 404, and after six more cards less than that
    game.play(NATURAL)
    assert not game.table.shoe_is_over
    game.play(NATURAL)
    assert game.table.shoe_is_over
    assert not game.table.divider_is_out


@pytest.mark.parametrize("book", ["sa", "multicolor"])
def test_a_shoe_that_a_program_had_prepared_is_not_used(book: str) -> None:
    game = HandGame(book)
    game.accept(CommitShoe("c0ffee"))
    game.accept(TapIn(DEALER, DEALER))
    abandoned, opened = game.accept(ConfirmShoe(DEALER, "f1ngerpr1nt"))
    assert isinstance(abandoned, ShoeAbandoned)
    assert isinstance(opened, ShoeOpened)
    assert (abandoned.shoe, opened.shoe, game.table.unrevealed) == (1, 2, 1)


def test_dealers_change_between_rounds_and_in_a_pause() -> None:
    game = HandGame()
    game.play(NATURAL)
    game.accept(TapIn("eva", "eva"))
    game.open_betting()
    assert game.send(TapIn(DEALER, DEALER)) == "coup_runs"
    game.accept(Pause(SUE, "dealer_unwell"))
    game.accept(TapIn(SUE, DEALER))
    game.accept(Resume(SUE))
    assert isinstance(game.table.phase, Betting)
    assert game.table.dealer == DEALER


def test_nobody_deals_after_tapping_out() -> None:
    game = HandGame()
    game.play(NATURAL)
    game.accept(TapOut(DEALER))
    game.now += 60_000
    assert game.send(OpenBetting(DEALER)) == "dealer_is_missing"


def test_tips_go_to_the_person_who_deals() -> None:
    game = HandGame()
    assert game.accept(GiveTip("ann", 10)) == (TipGiven("ann", 10, "dealer:jade", game.now),)
    game.accept(TapIn(DEALER, DEALER))
    assert game.accept(GiveTip("ann", 10)) == (TipGiven("ann", 10, "dealer:dan", game.now),)


def test_a_pause_between_rounds_keeps_betting_shut() -> None:
    game = HandGame()
    game.confirm_shoe()
    game.accept(Pause(SUE, "interruption"))
    assert isinstance(game.table.phase, PausedPhase)
    assert game.send(OpenBetting(DEALER)) == "table_is_paused"
    game.accept(Resume(SUE))
    assert isinstance(game.table.phase, ReadyToOpen)


def test_patrons_wait_without_a_clock_for_what_a_person_does() -> None:
    game = HandGame()
    assert TableView(game.table).ends_at is None, "the dealer changes the shoe"
    game.confirm_shoe()
    assert (TableView(game.table).phase, TableView(game.table).ends_at) == ("shoe_change", None)
    game.play(NATURAL)
    assert (TableView(game.table).phase, TableView(game.table).ends_at) == ("result", None)
    assert TableView(game.table).dealer == DEALER


def test_a_snapshot_keeps_dealer_divider_and_cards_set_aside() -> None:
    game = HandGame()
    game.play(NATURAL)
    game.accept(SeeDivider(DEALER))
    table = game.table
    body = snapshot_of(table)
    assert body is not None
    assert table_from(body, table.config, table.book) == table


def test_cards_come_at_the_moment_they_were_read() -> None:
    game = HandGame()
    game.open_betting()
    game.close_betting()
    (dealt,) = game.accept(EnterCard("9h", read_at=game.now - 40))
    assert dealt == CardDealt("player", "9h", game.now - 40)


def test_an_abandoned_shoe_leaves_the_table_to_the_next() -> None:
    game = HandGame()
    game.deal("9h 2d")
    game.accept(AbandonShoe(SUE, "burn_forgotten"))
    assert isinstance(game.table.phase, NeedsShoe)
    assert game.table.unrevealed is None, "there is no secret to reveal"


def test_a_bet_that_is_refused_has_no_time() -> None:
    game = HandGame()
    game.open_betting()
    assert game.send(PlaceWager("ann", "player", 7)) == "stake_is_not_chips"
