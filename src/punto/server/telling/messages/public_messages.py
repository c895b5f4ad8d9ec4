"""Messages to everybody at a table about an event; those to single patrons are in `private_messages.py`.

A message is made from what `table/visible.py` and `table/view.py` let everybody see. Which events are public depends
on the event and the table alone, so counting them after a restart gives the same versions.
"""

from collections.abc import Callable
from typing import assert_never

from punto.rules.coup import Coup, Struck, written_coup
from punto.rules.drawing_chart import decided_by
from punto.rules.hand import Hand, Side
from punto.rules.money import PUSH
from punto.rules.storm import best_struck
from punto.server.protocol.parts import (
    BetHits,
    FaceUp,
    HandClock,
    HandView,
    HolderName,
    PlaceOfCard,
    RoadsChange,
    RoundResult,
    StruckCard,
    Winner,
)
from punto.server.protocol.table_public import (
    BettingClosed,
    BettingOpened,
    CardDealt,
    CardsBurned,
    CardSetAside,
    CardsStruck,
    CardTurned,
    ContributionMade,
    DealerChanged,
    DividerSeen,
    HandsRebuilt,
    HandTurned,
    PublicMessage,
    RoundCancelled,
    RoundCorrected,
    RoundSettled,
    RoundVoided,
    ShoeAbandoned,
    ShoeCommitted,
    ShoeEnded,
    ShoeOpened,
    ShoeRevealed,
    StageEnded,
    StageOpened,
    TablePaused,
    TableResumes,
)
from punto.table import events
from punto.table.reasons import reason_of
from punto.table.state import Scores
from punto.table.view import FACE_DOWN, NameOf, TableView
from punto.table.visible import PublicEvent


def public_message(  # noqa: C901 (one case for each kind of event)
    event: PublicEvent,
    before: TableView,
    after: TableView,
    version: int,
    roads: Callable[[Scores], RoadsChange],
    name_of: NameOf,
) -> PublicMessage:
    here = after.config.id, version
    match event:
        case events.ShoeCommitted(shoe=shoe, commitment=commitment):
            return ShoeCommitted(*here, shoe, commitment, after.ends_at or 0)
        case events.ContributionMade(digest=digest):
            return ContributionMade(*here, digest)
        case events.ShoeOpened(shoe=shoe, commitment=commitment, contributions=contributions):
            roads(after.scores)  # empty, which the message itself says
            return ShoeOpened(*here, shoe, commitment, contributions)
        case events.CardsBurned(card=card, face_down=face_down):
            return CardsBurned(*here, card, face_down)
        case events.BettingOpened(coup=coup, at=at, closes_at=closes_at):
            return BettingOpened(*here, coup, at, closes_at, after.is_last_coup, event.is_free_hand)
        case events.BettingClosed(at=at):
            return BettingClosed(*here, at)
        case events.CardsStruck(at=at):
            return CardsStruck(*here, struck_cards(after.struck), at)
        case events.CardDealt(side=side, card=face, at=at):
            index = len(after.cards(Side(side))) - 1
            return CardDealt(*here, side, index, face, after.total(Side(side)), at)
        case events.StageOpened(stage=stage, closes_at=closes_at):
            clocks, names = hand_clocks(after), holder_names(after, name_of)
            return StageOpened(*here, stage, stage_cards(after), closes_at, after.holders, clocks, names)
        case events.CardOpened(side=side, card=index):
            return CardTurned(*here, side, index, after.cards(Side(side))[index], after.total(Side(side)))
        case events.HandTurned(side=side):
            of = Side(side)
            faces = tuple(
                FaceUp(side, index, after.cards(of)[index]) for held, index in after.stage_cards if held is of
            )
            return HandTurned(*here, side, faces, after.total(of))
        case events.StageEnded(stage=stage):
            return StageEnded(*here, stage, faces_of(after), *(after.total(side) for side in Side))
        case events.CoupSettled():
            winners = tuple(Winner(*each) for each in after.winners(name_of))
            result, ends_at = last_result(after), after.ends_at or 0
            assert result, "a coup was settled"
            board, is_last, hits = roads(after.scores), after.is_last_coup, side_bet_hits(after)
            return RoundSettled(*here, result, board, winners, ends_at, is_last, hits)
        case events.CoupCancelled(reason=reason):
            return RoundCancelled(*here, before.coup, reason_of(reason), after.ends_at or 0)
        case events.CoupVoided(shoe=shoe, coup=coup, reason=reason):
            return RoundVoided(*here, shoe, coup, reason_of(reason), roads(after.scores), side_bet_hits(after))
        case events.CoupCorrected(shoe=shoe, coup=coup, reason=reason):
            played = after.book.parse_coup(written_coup(event.player, event.banker, event.struck))
            result = result_of(after, coup, played)
            return RoundCorrected(*here, shoe, result, reason_of(reason), roads(after.scores), side_bet_hits(after))
        case events.ShoeEnded():
            return ShoeEnded(*here, after.shoe, after.ends_at or 0)
        case events.ShoeAbandoned(shoe=shoe, reason=reason):
            return ShoeAbandoned(*here, shoe, reason_of(reason), after.ends_at or 0)
        case events.ShoeRevealed(shoe=shoe, secret=secret):
            return ShoeRevealed(*here, shoe, secret)
        case events.Paused(reason=reason, at=at):
            return TablePaused(*here, reason_of(reason), at)
        case events.Resumed(at=at):
            return TableResumes(*here, at, after.phase, after.ends_at)
        case events.DealerChanged(dealer=dealer):
            return DealerChanged(*here, name_of(dealer) if dealer else "")
        case events.DividerSeen():
            return DividerSeen(*here, after.is_last_coup)
        case events.CardSetAside(card=card):
            return CardSetAside(*here, card)
        case events.CoupRebuilt():
            return HandsRebuilt(*here, hand_view(after, Side.PLAYER), hand_view(after, Side.BANKER))
    assert_never(event)


# --- parts that snapshots share ---------------------------------------------------------------------------------------


def hand_view(view: TableView, side: Side) -> HandView:
    return HandView(view.cards(side), view.total(side))


def hand_of(hand: Hand) -> HandView:
    """Of a coup that is over: every card lies open."""
    return HandView(tuple(map(str, hand.cards)), hand.total)


def faces_of(view: TableView) -> tuple[FaceUp, ...]:
    """Every card on the table that the viewer may see."""
    return tuple(
        FaceUp(side.value, index, face)
        for side in Side
        for index, face in enumerate(view.cards(side))
        if face != FACE_DOWN
    )


def stage_cards(view: TableView) -> tuple[PlaceOfCard, ...]:
    return tuple(PlaceOfCard(side.value, index) for side, index in view.stage_cards)


def side_bet_hits(view: TableView) -> tuple[BetHits, ...]:
    return tuple(BetHits(*each) for each in view.side_bet_hits)


def hand_clocks(view: TableView) -> tuple[HandClock, ...]:
    return tuple(HandClock(side.value, at) for side, at in view.clocks)


def holder_names(view: TableView, name_of: NameOf) -> tuple[HolderName, ...]:
    return tuple(HolderName(side.value, name) for side, name in view.holder_names(name_of))


def last_result(view: TableView) -> RoundResult | None:
    return result_of(view, *view.last_result) if view.last_result else None


def struck_cards(struck: Struck) -> tuple[StruckCard, ...]:
    return tuple(StruckCard(str(card), multiplier) for card, multiplier in struck)


def result_of(view: TableView, number: int, coup: Coup) -> RoundResult:
    odds = [(bet.id, bet.odds(coup)) for bet in view.book.bets if bet.id in view.config.limits]
    return RoundResult(
        number,
        coup.result.winner_or_tie,
        hand_of(coup.player),
        hand_of(coup.banker),
        coup.result.is_natural_stop,
        decided_by(coup),
        tuple((bet, str(each)) for bet, each in odds if each > PUSH),
        tuple(bet for bet, each in odds if each == PUSH),
        best_struck(coup),
    )
