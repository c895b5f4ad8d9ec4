"""The snapshot for a client that has seen nothing yet: the table's description and its state."""

from typing import Literal

from punto.rules.hand import Side
from punto.rules.rulebook import RuleBook
from punto.server.protocol.floor import LastHands, LobbyTable
from punto.server.protocol.parts import FieldTotal, RoadsChange, Winner
from punto.server.protocol.table_opened import ComingLimit, FieldInfo, ModeInfo, TableInfo, TableState
from punto.server.telling.messages.public_messages import (
    hand_clocks,
    hand_of,
    hand_view,
    holder_names,
    last_result,
    side_bet_hits,
    stage_cards,
    struck_cards,
)
from punto.table.config import TableConfig, TableKind
from punto.table.reasons import Reason
from punto.table.view import NameOf, TableView

Crowd = tuple[int, int]  # patrons and bots


def table_info(config: TableConfig, book: RuleBook) -> TableInfo:
    pace = config.pace
    return TableInfo(
        table=config.id,
        title=config.title,
        book=book.id,
        book_title=book.title,
        kind=config.kind.value,
        deck=book.deck.id,
        points=tuple((str(card), card.points) for card in book.deck.faces) if config.has_squeeze else (),
        chips=config.chips,
        denominations=config.denominations,
        fields=tuple(_field_info(config, book, bet.id) for bet in book.bets if bet.id in config.limits),
        modes=tuple(ModeInfo(mode.id, mode.title, mode.leaves_out) for mode in book.modes),
        difference_max=config.difference_max,
        tip_max=config.largest_tip,
        has_squeeze=config.has_squeeze,
        has_lead=config.has_lead,
        shows_naturals=config.shows_naturals,
        marks_pairs=book.deck.marks_pairs,
        allows_keep_bets_on=config.allows_keep_bets_on and config.kind is TableKind.ON_DEMAND,
        betting_ms=None if config.kind is TableKind.ON_DEMAND else pace.betting_ms,
        hurry_ms=pace.hurry_ms,
        squeeze_ms=pace.squeeze_ms,
        third_squeeze_ms=pace.third_squeeze_ms,
        result_ms=pace.result_ms,
        shoe_change_ms=pace.shoe_change_ms,
        whep_url=config.whep_url,
        hls_url=config.hls_url,
        dealer=_dealer(config),
        coming_limits=(),
        storm_ms=pace.storm_ms if book.storm else None,
    )


def _dealer(config: TableConfig) -> Literal["person", "simulated"] | None:
    if config.kind is not TableKind.LIVE:
        return None
    return "person" if config.is_dealt_by_hand else "simulated"


def _field_info(config: TableConfig, book: RuleBook, bet_id: str) -> FieldInfo:
    bet, limit = book.bet(bet_id), config.limits[bet_id]
    has_only_the_difference = config.difference_max is not None and bet.backs is not None
    return FieldInfo(
        bet=bet.id,
        title=bet.title,
        odds=tuple(str(pays) for pays in sorted({line.pays for line in bet.lines if line.pays > 0})),
        stake_min=limit.stake_min,
        stake_max=None if has_only_the_difference else limit.stake_max,
        return_max=limit.return_max,
        last_round=bet.last_coup_offered,
        backs=None if bet.backs is None else bet.backs.value,
        is_tie=bet.is_tie,
        fee=str(book.fee_of(bet.id)),
    )


def coming_limits(config: TableConfig, book: RuleBook) -> tuple[ComingLimit, ...]:
    fields = (_field_info(config, book, bet.id) for bet in book.bets if bet.id in config.limits)
    return tuple(ComingLimit(each.bet, each.stake_min, each.stake_max, each.return_max) for each in fields)


def table_state(
    view: TableView,
    totals: tuple[FieldTotal, ...],
    roads: RoadsChange,
    winners: tuple[Winner, ...],
    crowd: Crowd,
    name_of: NameOf,
) -> TableState:
    patrons, bots = crowd
    burn_card, burned_face_down = view.burned
    return TableState(
        shoe=view.shoe,
        round=view.coup,
        phase=view.phase,
        ends_at=view.ends_at,
        paused=view.paused,
        is_last_round=view.is_last_coup,
        player=hand_view(view, Side.PLAYER),
        banker=hand_view(view, Side.BANKER),
        stage=view.stage,
        stage_cards=stage_cards(view),
        clocks=hand_clocks(view),
        names=holder_names(view, name_of),
        totals=totals,
        roads=roads,
        side_bet_hits=side_bet_hits(view),
        last_result=last_result(view),
        winners=winners,
        patrons=patrons,
        bots=bots,
        commitment=view.commitment,
        contributions=view.contributions,
        burn_card=burn_card,
        burned_face_down=burned_face_down,
        abandoned=view.abandoned,
        dealer=name_of(view.dealer),
        struck=struck_cards(view.struck),
    )


def lobby_table(view: TableView, roads: RoadsChange, crowd: Crowd, reason: Reason | None = None) -> LobbyTable:
    """`reason` is why a table is closed; a pause has its own."""
    config, statistics = view.config, roads.statistics
    limits = [config.limits[bet.id] for bet in view.book.bets if bet.id in config.limits and bet.backs]
    patrons, bots = crowd
    return LobbyTable(
        table=config.id,
        title=config.title,
        book=view.book.id,
        book_title=view.book.title,
        kind=config.kind.value,
        stake_min=min((limit.stake_min for limit in limits), default=0),
        stake_max=config.difference_max or max((limit.stake_max for limit in limits), default=0),
        has_squeeze=config.has_squeeze,
        has_video=config.has_picture,
        dealer=_dealer(config),
        pace_ms=None if config.kind is TableKind.ON_DEMAND else config.pace.betting_ms,
        shoe=view.shoe,
        round=view.coup,
        phase=view.phase,
        ends_at=view.ends_at,
        paused=reason or view.paused,
        patrons=patrons,
        bots=bots,
        wins=(statistics.player_wins, statistics.ties, statistics.banker_wins),
        good_roads=roads.good_roads,
        leading_ties=roads.leading_ties,
        last=_last_hands(view),
        main=roads.main.marks if roads.main else (),
    )


def _last_hands(view: TableView) -> LastHands | None:
    if view.last_result is None:
        return None
    _, coup = view.last_result
    return LastHands(coup.result.winner_or_tie, hand_of(coup.player), hand_of(coup.banker))
