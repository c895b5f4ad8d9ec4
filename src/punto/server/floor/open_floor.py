"""Opens a floor: every desk made and every log read, in the order that a restart needs, in one function.

Split into stages it would be shorter, and its order would have to be looked for.
"""

import asyncio
from collections.abc import Callable
from functools import partial

from punto.server.cashier.desk import CashierDesk
from punto.server.cashier.liabilities import HouseOwes
from punto.server.config.floor_config import FloorConfig
from punto.server.config.settings_digest import file_digest
from punto.server.days.day_book import DayBook
from punto.server.days.day_desk import DayDesk
from punto.server.days.day_ends import DayEnds
from punto.server.dealing.dealing import Dealing
from punto.server.figures.book_fingerprints import KnownFingerprints
from punto.server.figures.book_odds import KnownOdds
from punto.server.figures.deviation import KnownPayouts
from punto.server.figures.metrics import Metrics
from punto.server.figures.node_metrics import NodeMetrics
from punto.server.floor.alarms_waiting import AlarmsWaiting
from punto.server.floor.background import Background
from punto.server.floor.closing import FloorClosing
from punto.server.floor.dealers_waiting import DealersWaiting
from punto.server.floor.digests import Digests
from punto.server.floor.floor import Floor
from punto.server.floor.new_limits import NewLimits
from punto.server.floor.places import Places
from punto.server.floor.removed_tables import RemovedTables, check_books
from punto.server.floor.supervising import Supervising
from punto.server.floor.terminal_desk import TerminalDesk
from punto.server.people.accounts import Accounts
from punto.server.people.limits.protection import ProtectionDesk
from punto.server.people.sign_in.passwords import Passwords
from punto.server.people.sign_in.sessions import Sessions
from punto.server.picture.kept_delays import KeptDelays
from punto.server.picture.picture_delays import PictureDelays
from punto.server.picture.studio import Studio
from punto.server.protocol.floor import PlayIsOver
from punto.server.record.play_record import PlayRecord
from punto.server.staff.attendant_calls import AttendantCalls
from punto.server.staff.set_back import note_set_back
from punto.server.staff.staff_failures import StaffFailures
from punto.server.staff.staff_log import StaffLog
from punto.server.staff.stations import Stations
from punto.server.store.health import StoreHealth
from punto.server.store.interface import Store
from punto.server.streams.kept_answers import KeptAnswers
from punto.server.streams.ordered_records import OrderedRecords
from punto.server.streams.read_ahead import ReadAhead
from punto.server.streams.wallets.ledger_wallet import LedgerWallet, WatchedStore
from punto.server.tables.admission import Admission
from punto.server.tables.closed_places import ClosedPlaces
from punto.server.tables.house.shoe_secrets import FairShoes
from punto.server.tables.open_tables import OpenTables
from punto.server.tables.table_opener import TableOpener
from punto.server.talk.mutes import Mutes
from punto.server.talk.table_talk import TableTalk
from punto.server.talk.talk_record import TalkRecord
from punto.server.telling.bus import InProcessBus, tell_patron
from punto.server.telling.lobby import Lobby
from punto.server.telling.moved_purses import MovedPurses
from punto.server.telling.online import Online
from punto.server.telling.socket_rooms import SocketRooms
from punto.server.watching.day_returns import DayReturns
from punto.server.watching.floor_watch import FloorWatcher
from punto.server.watching.floor_watching import FloorWatching
from punto.server.watching.names import Names
from punto.server.watching.node_board import NodeBoard
from punto.server.watching.ownerless_tables import OwnerlessTables
from punto.table.config import TableKind
from punto.table.state import Instant


async def open_floor(
    config: FloorConfig,
    store: Store,
    key: bytes,
    clock: Callable[[], Instant],
    odds: KnownOdds | None = None,
    health: StoreHealth | None = None,
    passwords: Passwords | None = None,
    ahead: ReadAhead | None = None,
) -> Floor:
    """Everything read from the store, in the order of a restart; nothing runs yet."""
    # 1. What the store holds must fit the configuration. Whatever is asked for together goes in few trips to the store.
    limits, records, staff_log, day_book, log_id, _ = await asyncio.gather(
        NewLimits.open(store),
        OrderedRecords.open(store),
        StaffLog.open(store, clock),
        DayBook.open(store, clock),
        store.log_id(),
        check_books(config, store),
    )
    digest = file_digest(config)
    config = await limits.over(config)
    safety, odds, health, ledger = config.safety, odds or KnownOdds(), health or StoreHealth(), WatchedStore(store)
    wallet = LedgerWallet(ledger, config.currency, ledger.shown)
    kept_answers = KeptAnswers(store, hours=safety.answers_kept_hours, kept_max=safety.answers_kept_max)
    # 2. The bus, and rooms for sockets that do not exist yet.
    bus = InProcessBus()
    online, lobby, metrics = Online(bus), Lobby(bus), Metrics(config, odds)
    # 3. People: accounts, sessions, own limits; then what staff did, and what the terminal left.
    accounts = Accounts(records, clock, key, safety, passwords)
    people = asyncio.gather(
        Sessions.open(records, clock, key, safety),
        ProtectionDesk.open(records, clock, config),
        Stations.open(records, clock),
        accounts.tries.recall(),
        note_set_back(store, staff_log),
    )
    kept = asyncio.gather(
        ClosedPlaces.open(records),
        Mutes.open(records, clock),
        KeptDelays.open(records, clock),
        AttendantCalls.recalled(records, clock),
    )
    (sessions, protection, stations, _, _), (closed, mutes, kept_delays, calls) = await asyncio.gather(people, kept)
    accounts.on_change.append(sessions.end_older)
    terminal = TerminalDesk(store, accounts, sessions, staff_log, config)
    await terminal.apply(config)
    # 4. Tables, none of them open yet, and the cashier, who asks them for bets.
    tables, record, shoes = OpenTables(), PlayRecord(store, config), FairShoes(store, key)
    fingerprints = KnownFingerprints(records)
    admission = Admission(config.house, sessions, accounts, protection, online, clock, stations.is_locked)
    opener = TableOpener(
        store=store,
        log_id=log_id,
        ledger=ledger,
        wallet=wallet,
        untold=ledger.untold,
        picture_delay_ms=lambda table: pictures.delay_ms(table),
        shoes=shoes,
        fingerprints=fingerprints,
        clock=clock,
        house=config.house,
        queue_max=safety.table_queue_max,
        metrics=metrics,
        admission=admission,
        protection=protection,
        record=record,
        staff_log=staff_log,
        bus=bus,
        lobby=lobby,
        patrons=online,
        tables=tables,
        doubt=ledger.doubt,
        ahead=ahead,
    )
    places = Places(config, digest, records, opener, tables, lobby, closed)
    removed_tables = RemovedTables(store, ledger, record, staff_log, shoes, clock, lambda: places.config)
    said = TalkRecord(records, metrics.talk_lost)
    talk = TableTalk(bus, clock, lambda: places.config, mutes, online.name_of, said, accounts.leaving)
    studio = Studio(clock)
    pictures = PictureDelays(lambda: places.config, clock, kept_delays.by_table)
    untold = partial(ledger.untold.of_patron, currency=config.currency)
    dealing, cashier = await asyncio.gather(
        Dealing.open(records, key, clock, accounts, bus, tables, lambda: places.config, online.dealers),
        CashierDesk.open(ledger, clock, config, places, store, untold),
    )
    calls.hand_pays = cashier.hand_pays
    house_owes = HouseOwes(store, lambda: cashier.state, clock)
    day_ends = DayEnds(store, house_owes, lambda: places.config, clock)
    days = DayDesk(store, lambda: places.config, odds, lambda: cashier, day_book, day_ends, record.flush, clock)
    background = Background()
    returns = DayReturns(store, lambda: places.config, KnownPayouts(odds), clock)
    names = Names(accounts.name_of, clock)
    watcher = FloorWatcher(lambda: places.config, tables, closed, returns, calls, dealing.rota, names, clock)
    digests = Digests(records, staff_log, fingerprints, lambda: places.config, clock)
    watcher.sources.append(digests.waiting)
    watcher.sources.append(DealersWaiting(dealing, lambda: places.config, names))
    watcher.sources.append(AlarmsWaiting(dealing, pictures, lambda: places.config, clock))
    nodes = NodeBoard(lambda: places.config, tables, closed, lambda: online.connections, clock)
    nodes.epoch_of = tables.epoch_of
    ownerless = OwnerlessTables(nodes, clock)
    watcher.sources.append(ownerless.waiting)
    # 5. Who hears of what.
    purses = MovedPurses(bus, online, ledger)
    ledger.watchers.append(purses.moved)
    ledger.untold.on_told.append(purses.moved)
    opener.on_told.append(purses.told)
    record.on_returns.append(returns.hear)
    ledger.timers.append(metrics.committed)
    accounts.on_shown.append(online.shows)
    sessions.on_end.append(online.end_session)
    sessions.on_end.append(stations.ended)
    protection.on_stop.append(lambda patron, reason: tell_patron(bus, patron, PlayIsOver(reason)))
    metrics.watch_traffic(online.traffic)
    metrics.watch_queues(tables.queue_lengths)
    metrics.registry.register(NodeMetrics(nodes.look, ownerless.look, nodes.moves_by_reason))
    opener.on_event.append(dealing.watch.happened)
    opener.on_other_event.extend((pictures.happened, studio.happened))
    opener.on_read.append(studio.read)
    dealing.consoles.picture_of = pictures.of
    pictures.on_report.append(dealing.consoles.changed)
    opener.on_read.append(dealing.watch.read)
    # 6. The play record, every table's log, and which own tables were open; last what patrons played today.
    await record.start()
    await places.open_all(config.tables)
    await asyncio.gather(
        wallet.balances(tables.patrons()),  # patrons who come back are let in without another trip
        places.on_demand.recall({each.id for each in config.tables if each.kind is TableKind.ON_DEMAND}),
    )
    await record.flush()  # rounds that the last floor had not recorded count too
    await protection.recall_limited()
    return Floor(
        clock=clock,
        store=store,
        health=health,
        records=records,
        ledger=ledger,
        wallet=wallet,
        kept_answers=kept_answers,
        odds=odds,
        metrics=metrics,
        fingerprints=fingerprints,
        shoes=shoes,
        record=record,
        bus=bus,
        online=online,
        rooms=SocketRooms(bus, sessions.is_locked),
        lobby=lobby,
        accounts=accounts,
        sessions=sessions,
        protection=protection,
        terminal=terminal,
        staff_log=staff_log,
        staff_failures=StaffFailures(staff_log, clock),
        digests=digests,
        cashier=cashier,
        stations=stations,
        house_owes=house_owes,
        day_ends=day_ends,
        days=days,
        calls=calls,
        admission=admission,
        tables=tables,
        places=places,
        dealing=dealing,
        talk=talk,
        pictures=pictures,
        kept_delays=kept_delays,
        studio=studio,
        removed_tables=removed_tables,
        supervising=Supervising(
            watcher,
            FloorWatching(watcher, bus),
            FloorClosing(places, tables, background, clock),
            limits,
            names,
            places,
            tables,
            nodes,
            ownerless,
        ),
        background=background,
    )
