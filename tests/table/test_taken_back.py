"""Settled coups that are disputed, voided or corrected: money, marks, cards and who may decide."""

from dataclasses import replace

import pytest

from punto.rules.coup import ImpossibleCoup
from punto.table.commands import (
    CancelCoup,
    CorrectCoup,
    DismissDispute,
    EnterCard,
    OpenShoe,
    Pause,
    PlaceWager,
    RaiseDispute,
    VoidCoup,
)
from punto.table.config import CLASSIC, TableKind
from punto.table.events import (
    Adjustment,
    CoupCorrected,
    CoupVoided,
    DisputeDismissed,
    DisputeRaised,
    Event,
)
from punto.table.refusals import Refusal
from punto.table.state import NeedsShoe
from punto.table.stored.snapshot import snapshot_of, table_from
from punto.table.taken_back import DISPUTES_MAX
from punto.table.visible import visible
from tests.table.playing import Game

ANN_WINS = "9h 2d Tc Td"  # Player's natural 9


def live_game(commitment: str = "", **settings: object) -> Game:
    """Real cards; nothing is committed to."""
    game = Game(kind=TableKind.LIVE, **settings)  # type: ignore[arg-type]
    game.accept(OpenShoe(commitment, "f1"))
    return game


def bet(game: Game) -> None:
    game.open_betting()
    game.accept(PlaceWager("ann", "player", 100))
    game.accept(PlaceWager("bob", "banker", 40))


def deal(game: Game, cards: str = ANN_WINS) -> None:
    game.close_betting()
    for card in cards.split():
        game.accept(EnterCard(card))


def played(commitment: str = "", **settings: object) -> Game:
    """Ann has won 100 on Player, Bob has lost 40 on Banker."""
    game = live_game(commitment, **settings)
    bet(game)
    deal(game)
    assert (game.credit("ann"), game.credit("bob")) == (10_100, 9_960)
    return game


def void(**fields: object) -> VoidCoup:
    return VoidCoup("sue", "malfunction", **fields)  # type: ignore[arg-type]


def correct(player: str = "9h Tc", banker: str = "9d Td", **fields: object) -> CorrectCoup:
    """Banker's first card was a nine, not a two: the hands tie, and both stakes go back."""
    return CorrectCoup("sue", "card_error", player=player, banker=banker, **fields)  # type: ignore[arg-type]


# --- void -------------------------------------------------------------------------------------------------------------


def test_a_void_reverses_the_settlement_and_says_of_which_coup_why_and_by_whom() -> None:
    game = played()
    (event,) = game.accept(void(role="supervisor", second="tom"))
    assert event == CoupVoided(
        "sue", "malfunction", (Adjustment("ann", -100), Adjustment("bob", 40)), game.now, 1, 1, "supervisor", "tom"
    )
    assert (game.credit("ann"), game.credit("bob"), game.balances["house:EUR"]) == (10_000, 10_000, 0)
    assert (game.table.scores, game.table.last) == ((), None)


def test_what_a_patron_no_longer_has_the_house_bears() -> None:
    game = played()
    spend(game, "ann", 10_070)
    (event,) = game.accept(void())
    assert isinstance(event, CoupVoided)
    assert event.adjustments[0] == Adjustment("ann", -30, uncovered=70)
    assert game.credit("ann") == 0
    assert game.balances["house:EUR"] == -70


def spend(game: Game, patron: str, amount: int) -> None:
    game.balances["cashier:EUR"] += amount
    game.balances[f"purse:EUR:{patron}"] -= amount


def test_a_void_meant_for_a_coup_does_not_hit_the_one_that_was_settled_meanwhile() -> None:
    game = played()
    bet(game)
    deal(game)
    assert game.send(void(of=(1, 1))) is Refusal.NO_COUP_TO_VOID
    game.accept(void(of=(1, 2)))


# --- a second person --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("alone_max", "second", "refusal"),
    [
        (140, "", None),  # Ann gives back 100 and Bob gets 40
        (139, "", Refusal.SECOND_PERSON_IS_NEEDED),
        (139, "sue", Refusal.SECOND_PERSON_IS_NEEDED),  # nobody is two
        (139, "tom", None),
        (None, "", None),
    ],
)
def test_above_an_amount_nobody_decides_alone(alone_max: int | None, second: str, refusal: Refusal | None) -> None:
    for command in (void(alone_max=alone_max, second=second), correct(alone_max=alone_max, second=second)):
        decision = played().send(command)
        assert (decision if isinstance(decision, Refusal) else None) is refusal


def test_what_bots_win_needs_no_second_person() -> None:
    game = live_game(purses={"ann": 100, "bot:may": 10_000})
    game.open_betting()
    game.accept(PlaceWager("bot:may", "player", 1_000))
    deal(game)
    game.accept(void(alone_max=0))


# --- corrections ------------------------------------------------------------------------------------------------------


def test_a_correction_needs_no_dispute_and_settles_the_coup_anew() -> None:
    game = played()
    (event,) = game.accept(correct(role="supervisor"))
    assert isinstance(event, CoupCorrected)
    assert event.adjustments == (Adjustment("ann", -100), Adjustment("bob", 40))
    assert (event.reason, event.shoe, event.coup, event.role) == ("card_error", 1, 1, "supervisor")
    assert (game.credit("ann"), game.credit("bob")) == (10_000, 10_000)
    assert game.table.scores == ((1, "T9"),)
    assert game.table.last is not None
    assert str(game.table.last.result) == "9h Tc / 9d Td"


def test_an_upheld_dispute_is_decided() -> None:
    game = played()
    game.accept(RaiseDispute("bob"))
    game.accept(correct())
    assert game.table.disputes == ()


def test_a_correction_to_cards_that_cannot_be_dealt_is_the_consoles_mistake() -> None:
    with pytest.raises(ImpossibleCoup):
        played().send(correct(banker="9d Td 4h"))


def test_a_correction_that_changes_nothing_is_refused() -> None:
    assert played().send(correct("9h Tc", "2d Td")) is Refusal.CORRECTION_CHANGES_NOTHING


@pytest.mark.parametrize(("seen", "refusal"), [(7, None), (8, Refusal.CARDS_ARE_NOT_IN_THE_SHOE)])
def test_a_corrected_card_must_be_in_the_shoe(seen: int, refusal: Refusal | None) -> None:
    """All nines of diamonds but one are out already, or all of them."""
    game = played()
    nines = (game.table.book.deck.card("9d"),) * seen
    game.set(cards_out=nines + game.table.cards_out)
    decision = game.send(correct())
    assert (decision if isinstance(decision, Refusal) else None) is refusal


def test_a_card_of_the_coup_itself_may_move_to_the_other_side() -> None:
    game = played()
    game.set(cards_out=(game.table.book.deck.card("9h"),) * 7 + game.table.cards_out)
    game.accept(correct("2d Td", "9h Tc"))  # the eighth nine of hearts is the one that was dealt


def test_a_correction_leaves_the_count_of_the_shoe_true() -> None:
    """Banker's ace was a ten: it draws a third card, and five cards have left the shoe instead of four."""
    game = played()
    used = game.table.cards_used
    game.accept(correct("6h Tc", "5d Td 3c"))
    assert game.table.cards_used == used + 1
    assert [str(card) for card in game.table.cards_out[-5:]] == ["6h", "5d", "Tc", "Td", "3c"]
    game.accept(correct("9h Tc", "2d Td"))
    assert game.table.cards_used == used


def test_a_shoe_cannot_give_more_cards_than_it_has() -> None:
    game = played()
    game.set(burned_face_down=0, cards_out=game.table.book.deck.faces * 8 + game.table.cards_out[-4:])
    game.set(cards_out=game.table.cards_out[4:])
    assert len(game.table.cards_out) == game.table.book.deck.size
    assert game.send(correct("6h Tc", "5d Td 3c")) is Refusal.CARDS_ARE_NOT_IN_THE_SHOE


@pytest.mark.parametrize("is_showing", [True, False])
def test_the_cut_card_follows_a_correction(*, is_showing: bool) -> None:
    """Eight cards are burned and four dealt: with a fifth, the cut card has come out."""
    game = played(cut_card=403)
    if not is_showing:
        game.open_betting()
    game.accept(correct("6h Tc", "5d Td 3c"))
    assert game.table.cut_card_came_in == (1 if is_showing else None)  # a coup that is open is played
    game.accept(correct("9h Tc", "2d Td"))
    assert game.table.cut_card_came_in is None
    game.accept(correct("9h Tc", "3d Td"))
    assert game.table.cut_card_came_in is None


def test_what_the_house_bore_for_a_correction_is_not_paid_out_by_the_next() -> None:
    game = played()
    spend(game, "ann", 10_070)
    game.accept(correct())
    assert (game.credit("ann"), game.balances["house:EUR"]) == (0, -70)
    (event,) = game.accept(correct("9h Tc", "2d Td"))
    assert isinstance(event, CoupCorrected)
    assert event.adjustments[0] == Adjustment("ann", 30, uncovered=-70)
    assert game.credit("ann") == 30
    assert game.table.last is not None
    assert game.table.last.uncovered == ()


def test_without_a_settled_coup_there_is_nothing_to_correct() -> None:
    assert live_game().send(correct()) is Refusal.NO_COUP_TO_CORRECT


# --- committed shoes --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("committed", "refusal"),
    [
        ("9h Tc / 2d Td", Refusal.CARDS_ARE_NOT_THE_COMMITTED_ONES),  # as it was settled
        (None, Refusal.CARDS_ARE_NOT_THE_COMMITTED_ONES),  # the shoe is over, and nobody can tell
        ("9h Tc / 9d Td", None),
    ],
)
def test_in_a_committed_shoe_only_the_committed_cards_are_right(committed: str | None, refusal: Refusal | None) -> None:
    game = played("c0ffee")
    cards = game.table.cards_out
    decision = game.send(correct(committed=committed))
    assert (decision if isinstance(decision, Refusal) else None) is refusal
    assert game.table.cards_out == cards, "what the shoe has given stays given"


def test_what_a_committed_shoe_gave_cannot_be_corrected_to_itself() -> None:
    decision = played("c0ffee").send(correct("9h Tc", "2d Td", committed="9h Tc / 2d Td"))
    assert decision is Refusal.CORRECTION_CHANGES_NOTHING


# --- disputes ---------------------------------------------------------------------------------------------------------


def test_a_dispute_is_raised_until_the_next_betting_closes_and_open_until_it_is_decided() -> None:
    game = played()
    bet(game)
    game.accept(RaiseDispute("ann"))
    game.close_betting()
    assert game.send(RaiseDispute("bob")) is Refusal.DISPUTE_IS_TOO_LATE
    (dispute,) = game.table.disputes
    assert (dispute.settled.id, dispute.patrons) == ((1, 1), ("ann",))
    (event,) = game.accept(DismissDispute("sue", of=(1, 1)))
    assert event == DisputeDismissed("sue", game.now, 1, 1)
    assert game.table.disputes == ()
    assert game.send(DismissDispute("sue", of=(1, 1))) is Refusal.NO_DISPUTE_IS_OPEN


def told_that_disputes_close(game: Game) -> set[str]:
    before = game.table
    game.close_betting()
    return {patron for patron, _ in visible(before, game.log[-1], game.table)[1]}


@pytest.mark.parametrize("cards_dealt", [0, 2])
def test_a_coup_cancelled_while_it_is_dealt_does_not_reopen_the_dispute_before_it(cards_dealt: int) -> None:
    game = played()
    bet(game)
    assert told_that_disputes_close(game) == {"ann", "bob"}
    for card in ANN_WINS.split()[:cards_dealt]:
        game.accept(EnterCard(card))
    game.accept(CancelCoup("sue", "malfunction"))
    assert game.send(RaiseDispute("ann")) == Refusal.DISPUTE_IS_TOO_LATE
    body = snapshot_of(game.table)
    assert body is not None
    assert table_from(body, game.table.config, game.table.book) == game.table
    game.open_betting()
    assert game.send(RaiseDispute("ann")) == Refusal.DISPUTE_IS_TOO_LATE
    assert told_that_disputes_close(game) == set()  # they have been told


def test_a_coup_cancelled_before_betting_closes_leaves_the_dispute_open() -> None:
    game = played()
    bet(game)
    game.accept(CancelCoup("sue", "malfunction"))
    game.accept(RaiseDispute("ann"))


def test_two_patrons_may_dispute_a_coup_and_nobody_twice() -> None:
    game = played()
    game.accept(RaiseDispute("ann"))
    (event,) = game.accept(RaiseDispute("bob"))
    assert event == DisputeRaised("bob", game.now, 1, 1)
    assert game.table.disputes[0].patrons == ("ann", "bob")
    assert game.send(RaiseDispute("ann")) is Refusal.DISPUTE_IS_OPEN
    game.accept(DismissDispute("sue"))
    game.accept(RaiseDispute("ann"))


def disputed_long_ago() -> Game:
    """The first coup of shoe 1 is in dispute, the second was lost by Ann, and shoe 2 is in play."""
    game = played(cut_card=402)
    game.accept(RaiseDispute("bob"))
    bet(game)
    deal(game, "2d 9h Td Tc")
    game.wait(CLASSIC.result_ms)
    assert isinstance(game.table.phase, NeedsShoe)
    game.now = game.table.phase.ready_at
    game.accept(OpenShoe("", "f1"))
    bet(game)
    deal(game)
    return game


def test_a_dispute_outlives_its_shoe_and_is_upheld_by_a_void() -> None:
    game = disputed_long_ago()
    scores, last = game.table.scores, game.table.last
    before = game.credit("ann"), game.credit("bob")
    (event,) = game.accept(void(of=(1, 1)))
    assert isinstance(event, CoupVoided)
    assert event.adjustments == (Adjustment("ann", -100), Adjustment("bob", 40))
    assert (game.credit("ann"), game.credit("bob")) == (before[0] - 100, before[1] + 40)
    assert (game.table.scores, game.table.last, game.table.disputes) == (scores, last, ())
    assert game.table.seat("ann").last_settled is not None, "the coup that Ann played last stands"
    assert game.replayed() == game.table


def test_a_coup_of_an_earlier_shoe_is_corrected_by_the_cards_of_that_shoe() -> None:
    game = disputed_long_ago()
    out, scores = game.table.cards_out, game.table.scores
    (dispute,) = game.table.disputes
    assert dispute.shoe_cards is not None
    nine = game.table.book.deck.card("9d")
    full = replace(dispute, shoe_cards=(nine,) * 8 + dispute.shoe_cards)
    game.set(disputes=(full,))
    assert game.send(correct(of=(1, 1))) is Refusal.CARDS_ARE_NOT_IN_THE_SHOE
    game.set(disputes=(dispute,))
    game.accept(correct(of=(1, 1)))
    assert (game.table.cards_out, game.table.scores, game.table.disputes) == (out, scores, ())


def test_two_disputes_of_one_shoe_know_each_others_correction() -> None:
    game = played(cut_card=402)
    game.accept(RaiseDispute("bob"))
    bet(game)
    deal(game, "2d 9h Td Tc")
    game.accept(RaiseDispute("ann"))
    game.wait(CLASSIC.result_ms)
    assert isinstance(game.table.phase, NeedsShoe)
    game.now = game.table.phase.ready_at
    game.accept(OpenShoe("", "f1"))
    game.accept(correct(of=(1, 1)))
    (left,) = game.table.disputes
    assert left.shoe_cards is not None
    assert "9d" in map(str, left.shoe_cards)


def test_the_mark_of_an_earlier_coup_changes_where_it_stands() -> None:
    game = played()
    game.accept(RaiseDispute("bob"))
    bet(game)
    deal(game, "2d 9h Td Tc")
    game.accept(correct(of=(1, 1)))
    assert game.table.scores == ((1, "T9"), (2, "B9"))
    assert game.table.last is not None
    assert game.table.last.coup == 2
    assert game.replayed() == game.table


def test_no_more_than_a_number_of_disputes_is_open_at_a_table() -> None:
    game = played()
    game.accept(RaiseDispute("ann"))
    (dispute,) = game.table.disputes
    others = tuple(
        replace(dispute, settled=replace(dispute.settled, coup=100 + each)) for each in range(DISPUTES_MAX - 1)
    )
    game.set(disputes=(dispute, *others))
    game.accept(RaiseDispute("bob"))  # of the same coup
    game.accept(DismissDispute("sue"))
    game.set(disputes=(*others, replace(others[0], settled=replace(dispute.settled, coup=99))))
    assert game.send(RaiseDispute("bob")) is Refusal.TOO_MANY_DISPUTES


def test_a_snapshot_keeps_open_disputes() -> None:
    game = disputed_long_ago()
    game.accept(RaiseDispute("bob"))
    body = snapshot_of(game.table)
    assert body is not None
    assert table_from(body, game.table.config, game.table.book) == game.table


# --- what an earlier release wrote ------------------------------------------------------------------------------------


def fold(game: Game, *events: Event) -> None:
    for event in events:
        game.happen(event)


def test_a_dispute_of_an_earlier_release_ends_with_the_next_betting() -> None:
    game = played()
    fold(game, DisputeRaised("ann", game.now))
    assert game.table.disputes[0].patrons == ("ann",)
    game.open_betting()
    game.close_betting()
    assert game.table.disputes == ()


def test_a_dispute_of_an_earlier_release_that_is_joined_stays() -> None:
    game = played()
    fold(game, DisputeRaised("ann", game.now))
    game.accept(RaiseDispute("bob"))
    game.open_betting()
    game.close_betting()
    assert game.table.disputes[0].patrons == ("ann", "bob")


def test_an_earlier_release_dismissed_voided_and_corrected_the_last_coup() -> None:
    game = played()
    used = game.table.cards_out
    fold(game, DisputeRaised("ann", game.now), DisputeDismissed("sue", game.now))
    assert game.table.disputes == ()
    fold(game, CoupCorrected("sue", "9h Tc", "9d Td", (), (), game.now))
    assert (game.table.scores, game.table.cards_out) == (((1, "T9"),), used)
    fold(game, CoupVoided("sue", "malfunction", (), game.now))
    assert (game.table.scores, game.table.last) == ((), None)


def test_a_table_may_be_paused_while_a_dispute_is_decided() -> None:
    game = played()
    game.accept(RaiseDispute("bob"))
    game.accept(Pause("sue", "dispute"))
    game.accept(correct())
