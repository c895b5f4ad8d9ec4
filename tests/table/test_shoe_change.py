"""From one shoe to the next: bound, contributed to, opened, ended or abandoned, shown."""

from hashlib import sha256

import pytest

from punto.rules.cards import EIGHT_DECKS
from punto.table.commands import (
    AbandonShoe,
    BurnCards,
    CommitShoe,
    Contribute,
    OpenShoe,
    Pause,
    PlaceWager,
    RevealShoe,
)
from punto.table.config import CLASSIC, TableKind
from punto.table.decisions import shoe_change
from punto.table.events import (
    BettingOpened,
    CardsBurned,
    ContributionMade,
    CoupCancelled,
    Event,
    ShoeAbandoned,
    ShoeCommitted,
    ShoeEnded,
    ShoeOpened,
    ShoeRevealed,
)
from punto.table.fair_shoe import commitment
from punto.table.refusals import Refusal
from punto.table.state import NeedsShoe
from punto.table.visible import visible
from tests.table.playing import START, Game

SECRETS = {shoe: sha256(bytes([shoe])).digest() * 32 for shoe in (1, 2, 3)}
BOUND_BY = {shoe: commitment(secret, "jade", shoe, EIGHT_DECKS).hex() for shoe, secret in SECRETS.items()}
ANNS, BOBS = "a" * 64, "b" * 64


def committed() -> Game:
    game = Game()
    game.accept(CommitShoe(BOUND_BY[1]))
    return game


def in_play() -> Game:
    game = committed()
    game.open_betting()
    return game


def ended() -> Game:
    game = in_play()
    game.set(cut_card_came_in=0, coup=1)
    game.close_betting()
    game.draw("9h 2d Kc Kd")
    assert game.wait(60_000) == (ShoeEnded(game.now),)
    return game


def happened(events: tuple[Event, ...]) -> list[str]:
    return [type(event).__name__ for event in events]


def test_a_shoe_is_bound_before_anybody_contributes_and_the_list_closes_when_it_opens() -> None:
    game = Game()
    assert game.accept(CommitShoe(BOUND_BY[1])) == (ShoeCommitted(1, BOUND_BY[1], "52x8", START),)
    for patron, digest in (("bob", BOBS), ("ann", ANNS), ("cid", BOBS)):
        assert game.accept(Contribute(patron, digest)) == (ContributionMade(patron, digest),)
    assert game.table.contributed == (ANNS, BOBS), "sorted, each once"
    game.now += CLASSIC.shoe_change_ms
    assert game.accept(OpenShoe(BOUND_BY[1], "f")) == (ShoeOpened(1, BOUND_BY[1], "f", game.now, (ANNS, BOBS), 14),)
    assert game.send(Contribute("dan", ANNS)) is Refusal.CONTRIBUTIONS_ARE_CLOSED
    assert (game.table.commitment, game.table.contributed) == (BOUND_BY[1], (ANNS, BOBS))


def test_a_shoe_without_contributions_is_fine() -> None:
    game = committed()
    game.now += CLASSIC.shoe_change_ms
    assert game.accept(OpenShoe(BOUND_BY[1], "f")) == (ShoeOpened(1, BOUND_BY[1], "f", game.now, (), 14),)


def test_the_time_to_contribute_begins_with_the_commitment_also_for_the_first_shoe_and_after_a_long_stop() -> None:
    first = committed()
    assert first.table.phase == NeedsShoe(START + CLASSIC.shoe_change_ms)
    stopped = ended()
    stopped.now += 3_600_000  # the floor was closed before it had prepared the next shoe
    stopped.accept(CommitShoe(BOUND_BY[2]))
    assert stopped.table.phase == NeedsShoe(stopped.now + CLASSIC.shoe_change_ms)
    assert first.replayed() == first.table
    assert stopped.send(Contribute("ann", ANNS)) == (ContributionMade("ann", ANNS),)


def test_the_first_shoe_of_a_patrons_own_table_is_not_waited_for_but_every_later_one_is() -> None:
    game = Game(kind=TableKind.ON_DEMAND)
    game.accept(CommitShoe(BOUND_BY[1]))
    game.accept(OpenShoe(BOUND_BY[1], "f"))
    game.accept(AbandonShoe("amy", "torn"))
    game.accept(CommitShoe(BOUND_BY[2]))
    assert game.table.phase == NeedsShoe(game.now + CLASSIC.shoe_change_ms)


def test_a_full_list_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shoe_change, "CONTRIBUTIONS_MAX", 1)
    game = committed()
    game.accept(Contribute("ann", ANNS))
    assert game.send(Contribute("bob", BOBS)) is Refusal.CONTRIBUTIONS_ARE_CLOSED


def test_whose_digest_it_is_is_told_to_its_patron_only() -> None:
    game = committed()
    [made] = game.accept(Contribute("ann", ANNS))
    assert visible(game.table, made, game.table)[0] == ContributionMade("", ANNS)


def test_an_ended_shoe_is_shown_also_while_the_next_is_prepared() -> None:
    game = ended()
    assert (game.table.unrevealed, game.table.commitment) == (1, None)
    game.accept(CommitShoe(BOUND_BY[2]))
    assert game.accept(RevealShoe(1, SECRETS[1].hex())) == (ShoeRevealed(1, SECRETS[1].hex(), game.now),)
    assert (game.table.unrevealed, game.table.commitment) == (None, BOUND_BY[2])


@pytest.mark.parametrize(
    ("game", "shoe", "secret", "says"),
    [
        (ended(), 1, SECRETS[2], "this is not the secret that shoe 1 was committed to"),
        (ended(), 2, SECRETS[2], "shoe 2 is not over, or was shown before"),
        (in_play(), 1, SECRETS[1], "shoe 1 is not over, or was shown before"),
        (committed(), 1, SECRETS[1], "shoe 1 is not over, or was shown before"),
    ],
)
def test_no_other_secret_leaves_and_none_too_early(game: Game, shoe: int, secret: bytes, says: str) -> None:
    with pytest.raises(AssertionError, match=says):
        game.send(RevealShoe(shoe, secret.hex()))


def test_a_shoe_that_nobody_committed_to_has_nothing_to_show() -> None:
    game = Game()
    game.accept(OpenShoe("", "f"))
    game.accept(AbandonShoe("sue", "real cards, a dirty shoe"))
    assert game.table.unrevealed is None


def test_a_prepared_shoe_is_abandoned_with_its_number() -> None:
    game = committed()
    game.accept(Contribute("ann", ANNS))
    assert game.accept(AbandonShoe("system", "out of words")) == (ShoeAbandoned(1, "system", "out of words", START),)
    assert (game.table.shoe, game.table.unrevealed, game.table.contributed) == (1, 1, ())
    game.accept(RevealShoe(1, SECRETS[1].hex()))
    assert game.accept(CommitShoe(BOUND_BY[2])) == (ShoeCommitted(2, BOUND_BY[2], "52x8", START),)
    assert game.accept(Contribute("ann", ANNS)), "for another shoe, another contribution"


def test_a_shoe_names_the_history_in_which_it_was_bound_and_opened() -> None:
    game = Game()
    assert not game.table.has_shoe
    assert game.accept(CommitShoe(BOUND_BY[1], "l0g")) == (ShoeCommitted(1, BOUND_BY[1], "52x8", START, "l0g"),)
    assert game.table.has_shoe, "it is bound"
    game.now += CLASSIC.shoe_change_ms
    (opened,) = game.accept(OpenShoe(BOUND_BY[1], "f", "l0g"))
    assert isinstance(opened, ShoeOpened)
    assert opened.log_id == "l0g"
    assert game.table.has_shoe, "it is in play"
    game.accept(AbandonShoe("system", "floor_was_set_back"))
    assert not game.table.has_shoe


def test_a_shoe_is_abandoned_before_its_burn() -> None:
    game = committed()
    game.now += CLASSIC.shoe_change_ms
    game.accept(OpenShoe(BOUND_BY[1], "f"))
    assert happened(game.accept(AbandonShoe("system", "out of words"))) == ["ShoeAbandoned"]
    assert game.table.unrevealed == 1


def test_a_shoe_is_abandoned_in_the_middle_and_stakes_go_back_first() -> None:
    game = in_play()
    game.accept(PlaceWager("ann", "player", 100))
    game.close_betting()
    game.draw("9h 2d")
    game.accept(Pause("dan", "the shoe fell"))
    events = game.accept(AbandonShoe("sue", "the shoe fell"))
    assert events == (
        CoupCancelled("sue", "the shoe fell", (("ann", 100),), used_cards=True, at=game.now),
        ShoeAbandoned(1, "sue", "the shoe fell", game.now),
    )
    assert (game.credit("ann"), game.table.unrevealed) == (10_000, 1)
    assert isinstance(game.table.phase, NeedsShoe)
    assert game.table.abandoned == game.replayed().abandoned != ""
    assert game.table == game.replayed()


def test_two_shoes_that_are_over_are_shown_one_after_the_other() -> None:
    game = ended()
    game.accept(CommitShoe(BOUND_BY[2]))
    game.accept(AbandonShoe("system", "out of words"))
    assert [shoe for shoe, _ in game.table.unrevealed_shoes] == [1, 2]
    game.accept(RevealShoe(1, SECRETS[1].hex()))
    assert game.table.unrevealed == 2


def test_a_table_may_burn_otherwise_than_its_book() -> None:
    """A ten burns none at the squeeze table, and three where the operator says so."""
    game = Game("squeeze", burn_for_zero=3)
    game.accept(OpenShoe("", "f"))
    burned, opened = game.accept(BurnCards("Kh"))
    assert burned == CardsBurned("Kh", 3)
    assert isinstance(opened, BettingOpened)
    assert game.table.has_burned
    assert game.table.cards_used == 4
