"""What has happened at a table, as a message for everybody; `own_messages.py` has what single patrons are told.

What may be seen is decided by `table/view.py`: the public message is made of what nobody in particular may see. Which
events are public depends on the event and the table alone, so counting them again after a restart gives the same
numbers.
"""

from collections import defaultdict
from collections.abc import Callable
from heapq import nlargest

from punto.ledger.accounts import is_bot
from punto.rules.coup import Coup
from punto.rules.hand import Side
from punto.rules.money import PUSH
from punto.server.protocol import parts
from punto.server.protocol.parts import FaceUp, HandView, RoadsChange, RoundResult, SideName, Winner
from punto.server.protocol.table_public import (
    BettingClosed,
    BettingOpened,
    CardDealt,
    CardsBurned,
    CardTurned,
    ContributionMade,
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
from punto.server.streams.happened import Happened
from punto.table import events
from punto.table.reasons import reason_of
from punto.table.state import (
    Betting,
    Dealing,
    Instant,
    NeedsShoe,
    PausedPhase,
    Phase,
    ShowingResult,
    Squeezing,
    Table,
)
from punto.table.taken_back import taken_back
from punto.table.view import FACE_DOWN, seen_cards, seen_total

NOBODY = ""
WINNERS_SHOWN = 5
NameOf = Callable[[str], str]  # the name a patron shows; empty: none


def public_message(  # noqa: C901 (one case for each kind of event)
    happened: Happened, version: int, roads: Callable[[Table], RoadsChange], name_of: NameOf
) -> PublicMessage:
    before, after = happened.before, happened.after
    here = after.config.id, version
    match happened.event:
        case events.ShoeCommitted(shoe=shoe, commitment=commitment):
            return ShoeCommitted(*here, shoe, commitment, ends_at(after.phase) or 0)
        case events.ContributionMade(digest=digest):
            return ContributionMade(*here, digest)
        case events.ShoeOpened(shoe=shoe, commitment=commitment, contributions=contributions):
            roads(after)  # empty, which the message itself says
            return ShoeOpened(*here, shoe, commitment, contributions)
        case events.CardsBurned(card=card, face_down=face_down):
            return CardsBurned(*here, card, face_down)
        case events.BettingOpened(coup=coup, at=at, closes_at=closes_at):
            return BettingOpened(*here, coup, at, closes_at, after.shoe_is_over)
        case events.BettingClosed(at=at):
            return BettingClosed(*here, at)
        case events.CardDealt(side=side, at=at):
            card_index, hand = after.hand(Side(side)).size - 1, hand_view(after, NOBODY, Side(side))
            return CardDealt(*here, side, card_index, hand.cards[card_index], hand.total, at)
        case events.StageOpened(stage=stage, closes_at=closes_at, holders=holders):
            return StageOpened(*here, stage, closes_at, len({patron for patron, _ in holders}))
        case events.CardOpened(side=side, card=card_index):
            hand = hand_view(after, NOBODY, Side(side))
            return CardTurned(*here, side, card_index, hand.cards[card_index], hand.total)
        case events.StageEnded(stage=stage):
            player_total, banker_total = (seen_total(after, NOBODY, side) for side in Side)
            return StageEnded(*here, stage, faces_of(after, NOBODY), player_total, banker_total)
        case events.CoupSettled(wagers=wagers):
            winners, is_over = _winners(wagers, name_of), after.shoe_is_over
            return RoundSettled(*here, last_result(after), roads(after), winners, ends_at(after.phase) or 0, is_over)
        case events.CoupCancelled(reason=reason):
            return RoundCancelled(*here, before.coup, reason_of(reason), ends_at(after.phase) or 0)
        case events.CoupVoided() as event:
            return RoundVoided(*here, *taken_back(before, event).id, reason_of(event.reason), roads(after))
        case events.CoupCorrected() as event:
            settled = taken_back(before, event)
            result = result_of(after, settled.coup, after.book.parse_coup(f"{event.player} / {event.banker}"))
            return RoundCorrected(*here, settled.shoe, result, reason_of(event.reason), roads(after))
        case events.ShoeEnded():
            return ShoeEnded(*here, after.shoe, ends_at(after.phase) or 0)
        case events.ShoeAbandoned(shoe=shoe, reason=reason):
            return ShoeAbandoned(*here, shoe, reason_of(reason), ends_at(after.phase) or 0)
        case events.ShoeRevealed(shoe=shoe, secret=secret):
            return ShoeRevealed(*here, shoe, secret)
        case events.Paused(reason=reason, at=at):
            return TablePaused(*here, reason_of(reason), at)
        case events.Resumed(at=at):
            return TableResumes(*here, at, phase_name(after.phase), ends_at(after.phase))
    raise AssertionError(f"{happened.event!r} is told to nobody")


def _winners(wagers: tuple[events.SettledWager, ...], name_of: NameOf) -> tuple[Winner, ...]:
    """Who won most in the coup; bots are marked, and nobody is named who has not chosen to be."""
    payouts: dict[str, int] = defaultdict(int)
    for wager in wagers:
        payouts[wager.patron] += wager.returned - wager.stake
    best = nlargest(WINNERS_SHOWN, ((payout, patron) for patron, payout in payouts.items() if payout > 0))
    return tuple(Winner(name_of(patron), payout, is_bot(patron)) for payout, patron in best)


# --- parts that snapshots share ---------------------------------------------------------------------------------------


def hand_view(table: Table, patron: str, side: Side) -> HandView:
    return HandView(seen_cards(table, patron, side), seen_total(table, patron, side))


def faces_of(table: Table, patron: str) -> tuple[FaceUp, ...]:
    """Every card on the table that this patron may see."""
    return tuple(
        FaceUp(side.value, index, face)
        for side in Side
        for index, face in enumerate(seen_cards(table, patron, side))
        if face != FACE_DOWN
    )


def own_faces(table: Table, patron: str) -> tuple[FaceUp, ...]:
    """What this patron may see and everybody may not."""
    public = set(faces_of(table, NOBODY))
    return tuple(face for face in faces_of(table, patron) if face not in public)


def held_by(table: Table, patron: str) -> tuple[SideName, ...]:
    phase = table.phase_under_way
    return tuple(side.value for side in Side if isinstance(phase, Squeezing) and (patron, side) in phase.holders)


def last_result(table: Table) -> RoundResult:
    assert table.last, "a coup has been settled"
    return result_of(table, table.last.coup, table.last.result)


def result_of(table: Table, number: int, coup: Coup) -> RoundResult:
    odds = [(bet.id, bet.odds(coup)) for bet in table.book.bets if bet.id in table.config.limits]
    winner = coup.result.winner
    return RoundResult(
        number,
        "tie" if winner is None else winner.value,
        HandView(tuple(map(str, coup.player.cards)), coup.player.total),
        HandView(tuple(map(str, coup.banker.cards)), coup.banker.total),
        tuple((bet, str(each)) for bet, each in odds if each > PUSH),
    )


def phase_name(phase: Phase) -> parts.Phase:
    """What a patron is told; a pause is told beside it."""
    match phase:
        case PausedPhase(phase=stopped):
            return phase_name(stopped)
        case Betting():
            return "betting"
        case Dealing():
            return "dealing"
        case Squeezing():
            return "squeezing"
        case ShowingResult():
            return "result"
    return "shoe_change"


def ends_at(phase: Phase) -> Instant | None:
    """When the phase ends by itself; None for a pause, and where somebody else decides."""
    match phase:
        case NeedsShoe(ready_at=at) | Betting(closes_at=at) | Squeezing(closes_at=at) | ShowingResult(ends_at=at):
            return at
    return None
