"""One round as support would explain it: each card with its time and why it was drawn, each bet with the line that
decided it and its arithmetic, and what staff changed afterwards.

Everything comes from the round's own record and its book; no rule is written here.
"""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from punto.rules.coup import Coup, WinnerOrTie
from punto.rules.drawing_words import why_next
from punto.rules.hand import BANKER, PLAYER, Hand, Side
from punto.rules.money import LOSS
from punto.rules.rulebook import RuleBook
from punto.server.record.coup_records import CoupChange, LoggedCoup
from punto.server.record.plays_of_coup import PlayBody, PlayChange, PlayedBet
from punto.server.store.plays import CoupStatus

SideName = Literal["player", "banker"]


class ExplainedCard(Struct, frozen=True):
    side: SideName
    card: str
    points: int
    total: int  # of its hand, with it
    at: int | None  # null: entered later
    why: str


class ExplainedBet(Struct, frozen=True):
    """`stake` times `odds` is `win`; the stake comes back with it, unless the bet lost."""

    bet: str
    title: str
    stake: int
    line: str  # the condition that decided; empty: none held, or the round was not settled
    odds: str  # net, to one: 19/20
    win: int  # below zero: lost
    commission: int
    fee: int  # of the stake, what a storm has cost
    returned: int  # stake included


class ExplainedPlay(Struct, frozen=True):
    """One patron's part."""

    bets: tuple[ExplainedBet, ...]
    staked: int
    returned: int
    changes: tuple[PlayChange, ...]  # oldest first


class ExplainedRound(Struct, frozen=True, kw_only=True):
    table: str
    title: str  # of the table
    book: str
    shoe: int
    round: int
    status: CoupStatus
    dealer: str  # account; empty: none was tapped in
    opened_at: int
    closed_at: int | None
    at: int  # when it ended
    struck: str  # cards of a storm and their multipliers, `4hx3 Kdx8`; empty: none
    cards: tuple[ExplainedCard, ...]
    end: str  # why there was no further card; empty: it was not dealt to its end
    player_total: int | None
    banker_total: int | None
    winner: WinnerOrTie | None
    result: str  # "Banker wins 7 over 6"
    came_out: tuple[str, ...]  # every bet that won, backed or not
    changes: tuple[CoupChange, ...]  # oldest first
    play: ExplainedPlay | None = None  # of the patron asked about
    is_disputed: bool = False


def explain_round(
    book: RuleBook, coup: LoggedCoup, *, table: str, title: str, play: PlayBody | None, is_disputed: bool
) -> ExplainedRound:
    whole = book.parse_coup(coup.text) if coup.status != "cancelled" else None
    cards, hands = _cards(book, coup)
    return ExplainedRound(
        table=table,
        title=title,
        book=book.id,
        shoe=coup.shoe,
        round=coup.coup,
        status=coup.status,
        dealer=coup.dealer,
        opened_at=coup.opened_at,
        closed_at=coup.closed_at,
        at=coup.at,
        struck=coup.struck,
        cards=cards,
        end=why_next(book.dealing, hands[PLAYER], hands[BANKER]) if whole else "",
        player_total=whole.player.total if whole else None,
        banker_total=whole.banker.total if whole else None,
        winner=whole.result.winner_or_tie if whole else None,
        result=_result(whole) if whole else "",
        came_out=book.came_out(whole) if whole else (),
        changes=coup.changes,
        play=None if play is None else _play(book, None if coup.status == "voided" else whole, play),
        is_disputed=is_disputed,
    )


def _cards(book: RuleBook, coup: LoggedCoup) -> tuple[tuple[ExplainedCard, ...], dict[Side, Hand]]:
    """In the order in which the rule calls for them; a cancelled round as far as it went."""
    waiting = {PLAYER: coup.player.split(), BANKER: coup.banker.split()}
    hands = {PLAYER: Hand(), BANKER: Hand()}
    explained: list[ExplainedCard] = []
    while (side := book.dealing.next_side(hands[PLAYER], hands[BANKER])) and waiting[side]:
        why = why_next(book.dealing, hands[PLAYER], hands[BANKER])
        card = book.deck.card(waiting[side].pop(0))
        at = _dealt_at(coup, side, hands[side].size, str(card))
        hands[side] = book.dealing.scoring.hand((*hands[side].cards, card))
        explained.append(ExplainedCard(side.value, str(card), card.points, hands[side].total, at, why))
    return tuple(explained), hands


def _dealt_at(coup: LoggedCoup, side: Side, number: int, card: str) -> int | None:
    """A card that was corrected later never left the shoe as it stands now."""
    dealt = [each for each in coup.cards if each.side == side.value][number : number + 1]
    return next((each.at for each in dealt if each.card == card), None)


def _result(coup: Coup) -> str:
    winner = coup.result.winner
    if winner is None:
        return f"Tie at {coup.player.total}" if coup.player.total == coup.banker.total else "Tie"
    return f"{winner.label} wins {coup.hand(winner).total} over {coup.hand(winner.other).total}"


def _play(book: RuleBook, coup: Coup | None, body: PlayBody) -> ExplainedPlay:
    bets: Sequence[PlayedBet] = body.bets
    return ExplainedPlay(
        tuple(_bet(book, coup, each) for each in bets),
        sum(each.stake for each in bets),
        sum(each.returned for each in bets),
        body.changes,
    )


def _bet(book: RuleBook, coup: Coup | None, played: PlayedBet) -> ExplainedBet:
    bet = book.bet(played.bet)
    line = bet.line(coup) if coup else None
    return ExplainedBet(
        bet=bet.id,
        title=bet.title,
        stake=played.stake,
        line=line.when.words if line else "",
        odds=played.odds or str(LOSS),
        win=played.returned - played.stake,
        commission=played.commission,
        fee=played.fee,
        returned=played.returned,
    )
