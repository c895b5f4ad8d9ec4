"""The console of a table as one value, read off the table, its reader, and what waits for somebody."""

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from punto.ledger.accounts import is_bot
from punto.rules.coup import Coup
from punto.rules.hand import Hand
from punto.server.dealing.next_step import next_step
from punto.server.dealing.reader import HEART_BEAT_MS, Reader
from punto.server.dealing.table_watch import WatchedTable
from punto.server.protocol.staff import (
    PICTURE_ALARMS,
    AwaitedCard,
    Confirmation,
    ConsoleAlarm,
    ConsoleBurn,
    ConsoleField,
    ConsoleHand,
    ConsolePerson,
    ConsolePhase,
    ConsoleReader,
    ConsoleResult,
    ConsoleState,
    ConsoleStop,
    PictureState,
    SupervisorCall,
)
from punto.server.protocol.thresholds import SLOW_CARD_MS
from punto.server.staff.rota import Turn
from punto.table.reasons import ASKS_FOR_THE_CARD, MAY_BE_READ_AGAIN, reason_of
from punto.table.state import (
    Betting,
    Dealing,
    Instant,
    NeedsBurn,
    NeedsShoe,
    PausedPhase,
    Phase,
    ReadyToOpen,
    ShowingResult,
    Squeezing,
    Table,
)

PHASES: dict[type[Phase], ConsolePhase] = {
    NeedsShoe: "shoe_change",
    NeedsBurn: "burn",
    ReadyToOpen: "ready",
    Betting: "betting",
    Dealing: "dealing",
    Squeezing: "squeezing",
    ShowingResult: "result",
}


class Around(Struct, frozen=True):
    """What a console shows beside its table."""

    dealer_name: str
    turn: Turn  # of the dealer
    relief_name: str
    rounds_of_stop: tuple[int, ...]  # of a card too many
    picture: PictureState | None
    calls: tuple[SupervisorCall, ...]
    calls_waiting: int
    confirmation: Confirmation | None


def console_state(watched: WatchedTable, reader: Reader, around: Around, now: Instant) -> ConsoleState:
    table, config, book = watched.table, watched.table.config, watched.table.book
    phase, told_at = table.phase_under_way, told_of_phase_at(watched, around.picture)
    roads = watched.roads
    fields = tuple(_fields(watched))
    statistics = roads.statistics
    stakes = [config.limits[bet] for bet in ("player", "banker") if bet in config.limits] or list(
        config.limits.values()
    )
    return ConsoleState(
        table=config.id,
        title=config.title,
        book=book.title,
        server_time=now,
        phase=PHASES[type(phase)],
        phase_since=watched.phase_since,
        ends_at=_ends_at(table, told_at, now),
        next_step=next_step(table, now, told_at),
        shoe=table.shoe,
        round=table.coup,
        is_free_hand=watched.is_free_hand,
        is_last_round=table.shoe_is_over,
        awaits=awaited(table),
        player=_hand(table.player),
        banker=_hand(table.banker),
        last_card=watched.last_card,
        stop=_stop(table, around.rounds_of_stop),
        burn=ConsoleBurn(str(table.cards_out[0]), table.burned_face_down) if table.has_burned else None,
        divider="seen" if table.divider_is_out else "missed" if _missed_divider(table) else "in_the_shoe",
        result=_result(table),
        last_round=_last_round(table),
        dealer=_dealer(table, around),
        fields=fields,
        staked=sum(field.stake for field in fields),
        patrons=sum(1 for patron, seat in table.seats.items() if seat.stakes and not is_bot(patron)),
        main=roads.main.marks if roads.main else (),
        wins=(statistics.player_wins, statistics.ties, statistics.banker_wins),
        alarms=tuple(_alarms(watched, reader, around, now)),
        reader=_reader(reader, now),
        picture=around.picture,
        tips=table.tips,
        calls=around.calls,
        calls_waiting=around.calls_waiting,
        confirmation=around.confirmation,
        stake_min=min((limit.stake_min for limit in stakes), default=0),
        stake_max=max((limit.stake_max for limit in stakes), default=0),
        modes=len(book.modes),
        faces=tuple((str(face), left) for face, left in _left(table).items()),
        set_aside=tuple(map(str, table.set_aside)),
        misdeal=config.misdeal.value,
        cards_out=table.cards_used,
    )


def changes_at(watched: WatchedTable, reader: Reader, around: Around, now: Instant) -> Instant | None:
    """When the console changes next, should nothing happen."""
    table = watched.table
    moments = [reader.silent_at(), around.confirmation.expires_at if around.confirmation else None]
    moments.append(around.turn.is_late_from)
    moments.append(told_of_phase_at(watched, around.picture))
    if isinstance(table.phase, ShowingResult):
        moments.append(table.phase.ends_at)
    if awaited(table) is not None:
        moments.append(watched.phase_since + SLOW_CARD_MS)
    return min((moment for moment in moments if moment is not None and moment > now), default=None)


def awaited(table: Table) -> AwaitedCard | None:
    """Where the next card goes, also while the table is stopped."""
    side = table.next_side if isinstance(table.phase_under_way, Dealing) else None
    return None if side is None else AwaitedCard(side.value, table.hand(side).size + 1)


def told_of_phase_at(watched: WatchedTable, picture: PictureState | None) -> Instant:
    """When patrons are told of a phase that cards have brought about."""
    return watched.phase_since + (watched.table.config.video_delay_ms if picture is None else picture.held_ms)


def _ends_at(table: Table, told_at: Instant, now: Instant) -> Instant | None:
    match table.phase:
        case Betting(closes_at=at) | Squeezing(closes_at=at):
            return at
        case ShowingResult(ends_at=at):
            return max(at, told_at)
        case ReadyToOpen() if now < told_at:
            return told_at
    return None


def _dealer(table: Table, around: Around) -> ConsolePerson | None:
    if not table.dealer:
        return None
    turn = around.turn
    return ConsolePerson(table.dealer, around.dealer_name, table.dealer_since, turn.ends_at, around.relief_name)


def _hand(hand: Hand) -> ConsoleHand:
    return ConsoleHand(tuple(map(str, hand.cards)), hand.total)


def _stop(table: Table, rounds: tuple[int, ...]) -> ConsoleStop | None:
    phase = table.phase
    if not isinstance(phase, PausedPhase):
        return None
    reason = reason_of(phase.reason)
    asks_for_card = reason in ASKS_FOR_THE_CARD and not phase.is_answered
    return ConsoleStop(reason, phase.detail, phase.since, reason in MAY_BE_READ_AGAIN, asks_for_card, rounds)


def _missed_divider(table: Table) -> bool:
    return table.cut_card_is_out and not table.divider_is_out


def _result(table: Table) -> ConsoleResult | None:
    if not table.awaits_confirmation:
        return None
    return _result_of(table.coup, table.book.dealing.coup_of(table.player.cards, table.banker.cards))


def _last_round(table: Table) -> ConsoleResult | None:
    return None if table.last is None else _result_of(table.last.coup, table.last.result)


def _result_of(number: int, coup: Coup) -> ConsoleResult:
    winner = coup.result.winner
    return ConsoleResult(number, "tie" if winner is None else winner.value, _hand(coup.player), _hand(coup.banker))


def _fields(watched: WatchedTable) -> Iterator[ConsoleField]:
    table = watched.table
    totals = {total.bet: total for total in watched.totals.fields}
    for bet in table.book.bets:
        if bet.id in table.config.limits:
            total = totals.get(bet.id)
            stake, patrons = (total.stake, total.patrons) if total else (0, 0)  # no figure of staff's counts bots
            last = bet.last_coup_offered
            is_closed = not bet.is_offered_in(table.coup)
            yield ConsoleField(bet.id, bet.title, stake, patrons, last, is_closed)


def _reader(reader: Reader, now: Instant) -> ConsoleReader:
    outcome = reader.last_outcome
    return ConsoleReader(
        status=reader.status(now),
        heard_at=reader.heard_at,
        last_code=reader.last_code,
        last_outcome=outcome.happened,
        last_reason=outcome.reason,
        read=reader.read,
        ignored=reader.ignored,
        refused=reader.refused,
    )


def _alarms(watched: WatchedTable, reader: Reader, around: Around, now: Instant) -> Iterator[ConsoleAlarm]:
    table, picture, late_from = watched.table, around.picture, around.turn.is_late_from
    is_awaited, status = awaited(table) is not None, reader.status(now)
    if is_awaited and status == "silent":
        yield ConsoleAlarm("reader_silent", (reader.heard_at or now) + HEART_BEAT_MS)
    elif is_awaited and status == "missing":
        yield ConsoleAlarm("reader_missing", watched.phase_since)
    if picture is not None and picture.condition in PICTURE_ALARMS:
        yield ConsoleAlarm("picture_out_of_band", now)
    if _missed_divider(table):
        yield ConsoleAlarm("divider_missed", watched.phase_since)
    is_slow = is_awaited and now - watched.phase_since >= SLOW_CARD_MS and not isinstance(table.phase, PausedPhase)
    if is_slow:
        yield ConsoleAlarm("slow_card", watched.phase_since)
    if late_from is not None and now >= late_from:
        yield ConsoleAlarm("relief_late", late_from)
    if reader.rubbish_in_a_row:
        yield ConsoleAlarm("rubbish", reader.heard_at or now, str(reader.rubbish_in_a_row))


def _left(table: Table) -> dict[object, int]:
    """Every face, and how many of it nobody has seen yet."""
    seen = Counter((*table.cards_out, *table.set_aside))
    return {face: max(0, table.book.deck.copies - seen[face]) for face in table.book.deck.faces}
