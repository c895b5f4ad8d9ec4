"""The play record on a real store: what it says of a coup, and that it says the same after a crash."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from pathlib import Path

import apsw
import msgspec
import pytest
from msgspec.structs import replace

from punto.books import INTERBLOCK
from punto.ledger.accounts import purse
from punto.server.config.floor_config import FloorConfig
from punto.server.record.coup_records import LoggedShoe, coups_kind, read_coups, shoes_kind
from punto.server.record.coup_returns import BetReturn, CoupReturns, read_returns
from punto.server.record.play_changes import ChangeOfPlay
from punto.server.record.play_record import PlayRecord
from punto.server.record.plays_of_coup import PlayBody, PlayedBet
from punto.server.store.plays import BetTotal, Play
from punto.server.store.sqlite.in_process import SqliteInProcess
from punto.server.streams.read_log import read_log
from punto.server.streams.request import Request
from punto.server.streams.table_stream import TableStream
from punto.server.streams.wallets.ledger_wallet import LedgerWallet
from punto.table.commands import (
    CancelCoup,
    Command,
    CorrectCoup,
    DismissDispute,
    EnterCard,
    GiveTip,
    OpenShoe,
    PlaceWager,
    RaiseDispute,
    Tick,
    VoidCoup,
)
from punto.table.config import TableConfig, TableKind
from punto.table.state import Betting
from punto.trials.torture.audit import Auditor
from punto.trials.torture.floor import (
    CURRENCY,
    PATRONS,
    TABLES,
    Shoes,
    due_at,
    house_request,
    patron_command,
    staff_command,
)
from punto.trials.torture.simulation import buy_in

NOON = 1_794_826_800_000  # 16 November 2026, 11:00 UTC
LIVE = replace(TABLES[0][0], kind=TableKind.LIVE)
CONFIG = FloorConfig(
    name="Test",
    currency=CURRENCY,
    currency_digits=2,
    currency_symbol="€",
    tables=(LIVE,),
    books=(INTERBLOCK,),
    hand_pay_above=0,
)


class Playing:
    """One live table whose cards the test enters, and the record that follows it."""

    def __init__(self, store: SqliteInProcess, config: TableConfig = LIVE) -> None:
        self.store = store
        self.config = config
        self.record = PlayRecord(store, CONFIG)
        self.now = NOON

    async def open(self) -> "Playing":
        log = await read_log(self.store, self.config, INTERBLOCK)
        self.stream = TableStream(self.store, LedgerWallet(self.store, CURRENCY), log, observer=self.record.note)
        await self.record.catch_up(log)
        return self

    async def send(self, *commands: Command) -> None:
        answers = await self.stream.handle([Request(command) for command in commands], self.now)
        assert [answer.refusal for answer in answers] == [None] * len(commands)

    async def coup(self, *wagers: PlaceWager, cards: str) -> None:
        if self.stream.table.shoe == 0:
            await self.send(OpenShoe("", "f1ngerpr1nt"), EnterCard("7h"))
        if not isinstance(self.stream.table.phase, Betting):
            await self.wait()
        await self.send(*wagers)
        await self.wait()
        for card in cards.split():
            await self.send(EnterCard(card))

    async def wait(self) -> None:
        self.now = max(self.now, due_at(self.stream.table) or 0)
        await self.send(Tick())

    async def plays(self, patron: str) -> list[Play]:
        await self.record.flush()
        return await self.store.plays(patron)


def on_a_table(folder: Path, test: Callable[[Playing], Awaitable[None]]) -> None:
    async def run() -> None:
        store = SqliteInProcess(folder / "floor.db")
        await buy_in(store, Auditor(TABLES, CURRENCY))  # 2,000 for each
        await test(await Playing(store).open())
        await store.close()

    asyncio.run(run())


def body_of(play: Play) -> PlayBody:
    return msgspec.json.decode(play.body, type=PlayBody)


BANKER_WINS = "2h 4d 3c 5d"  # 5 against a natural 9
TO_A_TIE = CorrectCoup("sue", "card_error", role="supervisor", player="4h 5c", banker="4d 5d")
WAGERS = (
    PlaceWager("p1", "banker", 100),
    PlaceWager("p1", "tie", 20),
    PlaceWager("p2", "player", 40),
    PlaceWager("bot:ada", "banker", 500),
)


def test_what_is_written_of_a_coup(tmp_path: Path) -> None:
    async def test(playing: Playing) -> None:
        await playing.coup(*WAGERS, cards=BANKER_WINS)
        [winner] = await playing.plays("p1")
        assert (winner.table, winner.book, winner.shoe, winner.coup) == ("jade", "interblock", 1, 1)
        assert (winner.status, winner.staked, winner.returned, winner.at) == ("settled", 120, 195, playing.now)
        assert body_of(winner) == PlayBody(
            player="2h 3c",
            banker="4d 5d",
            fingerprint="f1ngerpr1nt",
            bets=(PlayedBet("banker", 100, "19/20", 195, commission=5), PlayedBet("tie", 20, "-1", 0)),
            balance_before=2_000,
            balance_after=2_075,
        )
        [loser] = await playing.plays("p2")
        assert (loser.staked, loser.returned, body_of(loser).balance_after) == (40, 0, 1_960)
        assert await playing.plays("bot:ada") == [], "bots are in no record"
        totals = [(total.bet, total.wagers, total.staked, total.returned) for total in await totals_of(playing.store)]
        assert totals == [("banker", 1, 100, 195), ("player", 1, 40, 0), ("tie", 1, 20, 0)]

    on_a_table(tmp_path, test)


def test_a_tip_stands_in_the_record_of_who_gave_it_and_in_the_totals_of_the_table(tmp_path: Path) -> None:
    async def test(playing: Playing) -> None:
        await playing.coup(*WAGERS, cards=BANKER_WINS)
        await playing.send(GiveTip("p1", 30), GiveTip("p1", 5), GiveTip("bot:ada", 7))
        later, tip, coup = await playing.plays("p1")
        assert (tip.status, tip.at, tip.shoe, tip.coup) == ("tip", playing.now, 1, 1)
        assert (tip.staked, tip.returned) == (0, 0), "nothing was lost in play"
        balance = body_of(coup).balance_after
        body, last = body_of(tip), body_of(later)
        assert (body.tip, body.balance_before, body.balance_after) == (30, balance, balance - 30)
        assert (last.tip, last.balance_before, last.balance_after) == (5, balance - 30, balance - 35)
        assert await playing.store.plays("bot:ada") == []
        totals = await playing.store.bet_totals("2026-01-01", "2026-12-31")
        assert [total for total in totals if ":" in total.bet] == [
            BetTotal("2026-11-16", "jade", "interblock", "tip:dealer", 2, 35, 0)
        ]

    on_a_table(tmp_path, test)


def test_what_each_coup_returned_is_kept_by_gaming_day_and_follows_corrections(tmp_path: Path) -> None:
    async def test(playing: Playing) -> None:
        heard: list[CoupReturns] = []
        playing.record.on_returns.append(heard.append)
        await playing.coup(cards=BANKER_WINS)
        await playing.coup(*WAGERS, cards=BANKER_WINS)
        [first] = await returns_of(playing)
        assert (first.table, first.shoe, first.coup, first.at, first.book) == ("jade", 1, 2, playing.now, "interblock")
        assert first.bets == (
            BetReturn("banker", 1, 100, 195),
            BetReturn("player", 1, 40, 0),
            BetReturn("tie", 1, 20, 0),
        )
        await playing.send(TO_A_TIE)
        [corrected] = await returns_of(playing)
        assert [(each.bet, each.returned) for each in corrected.bets] == [("banker", 100), ("player", 40), ("tie", 180)]
        assert corrected.key == first.key
        await playing.send(VoidCoup("sue", "malfunction", role="admin"))
        [voided] = await returns_of(playing)
        assert (voided.bets, voided.staked, voided.returned) == ((), 0, 0)
        assert heard == [first, corrected, voided], "and who listens is told once it is written"

    on_a_table(tmp_path, test)


async def returns_of(playing: Playing) -> list[CoupReturns]:
    await playing.record.flush()
    return [each async for each in read_returns(playing.store, "jade", "2026-11-16")]


def test_decisions_about_a_round_are_found_by_their_patron_newest_first(tmp_path: Path) -> None:
    async def test(playing: Playing) -> None:
        await playing.coup(*WAGERS, cards=BANKER_WINS)
        await playing.send(TO_A_TIE)
        playing.now += 1_000
        await playing.send(VoidCoup("sue", "malfunction", role="admin"))
        [play] = await playing.plays("p1")
        found = [msgspec.json.decode(body, type=ChangeOfPlay) for _, body in await playing.store.records("changes:p1")]
        assert [(each.status, each.reason, each.coup) for each in found] == [
            ("voided", "malfunction", 1),
            ("corrected", "card_error", 1),
        ]
        assert sum(each.adjusted for each in found) == body_of(play).adjusted
        assert await playing.store.records("changes:bot:ada") == []

    on_a_table(tmp_path, test)


def test_a_cancelled_coup_is_on_record_and_its_number_may_be_used_again(tmp_path: Path) -> None:
    async def test(playing: Playing) -> None:
        await playing.coup(cards=BANKER_WINS)
        await playing.wait()
        await playing.send(*WAGERS, CancelCoup("sue", "a fault"))
        await playing.coup(*WAGERS, cards=BANKER_WINS)
        played, cancelled = await playing.plays("p1")
        assert (cancelled.coup, cancelled.status, cancelled.staked, cancelled.returned) == (2, "cancelled", 120, 120)
        assert body_of(cancelled).bets == (PlayedBet("banker", 100, "0", 100), PlayedBet("tie", 20, "0", 20))
        assert (played.coup, played.status) == (2, "settled")
        assert [total.wagers for total in await totals_of(playing.store)] == [1, 1, 1]
        coups = read_coups(await playing.store.records(coups_kind("jade", 1)))
        assert [(coup.coup, coup.status, len(coup.cards)) for coup in coups] == [
            (1, "settled", 4),
            (2, "cancelled", 0),
            (2, "settled", 4),
        ]

    on_a_table(tmp_path, test)


def test_a_voided_coup_stays_on_record_and_counts_no_more(tmp_path: Path) -> None:
    async def test(playing: Playing) -> None:
        await playing.coup(*WAGERS, cards=BANKER_WINS)
        await playing.send(VoidCoup("sue", "malfunction", role="admin"))
        [play] = await playing.plays("p1")
        assert (play.status, play.staked, play.returned) == ("voided", 120, 120)
        assert (body_of(play).balance_after, body_of(play).adjusted) == (2_075, -75)
        [loser] = await playing.plays("p2")
        assert (loser.returned, body_of(loser).adjusted) == (40, 40)
        assert body_of(loser).bets == (PlayedBet("player", 40, "0", 40),)
        (change,) = body_of(loser).changes
        assert (change.status, change.at, change.role, change.reason) == ("voided", playing.now, "admin", "malfunction")
        assert (change.player, change.banker, change.adjusted) == ("2h 3c", "4d 5d", 40)
        assert change.bets == (PlayedBet("player", 40, "-1", 0),), "as it was settled first"
        assert [(total.wagers, total.staked) for total in await totals_of(playing.store)] == [(0, 0)] * 3
        assert await playing.store.balances([purse("p1", CURRENCY)]) == {purse("p1", CURRENCY): 2_000}

    on_a_table(tmp_path, test)


def test_a_corrected_coup_shows_what_it_really_was(tmp_path: Path) -> None:
    async def test(playing: Playing) -> None:
        await playing.coup(*WAGERS, cards=BANKER_WINS)
        await playing.send(TO_A_TIE)
        [play] = await playing.plays("p1")
        assert (play.status, play.staked, play.returned) == ("corrected", 120, 280)
        assert body_of(play).bets == (PlayedBet("banker", 100, "0", 100), PlayedBet("tie", 20, "8", 180))
        assert (body_of(play).player, body_of(play).adjusted) == ("4h 5c", 85)
        totals = [(total.bet, total.wagers, total.staked, total.returned) for total in await totals_of(playing.store)]
        assert totals == [("banker", 1, 100, 100), ("player", 1, 40, 40), ("tie", 1, 20, 180)]

    on_a_table(tmp_path, test)


def test_a_coup_is_kept_as_it_was_and_as_it_became(tmp_path: Path) -> None:
    """Corrected, and then voided: each decision stands on record with what it found."""

    async def test(playing: Playing) -> None:
        await playing.coup(*WAGERS, cards=BANKER_WINS)
        await playing.send(TO_A_TIE, VoidCoup("sue", "malfunction", role="admin"))
        [play] = await playing.plays("p1")
        changes = body_of(play).changes
        assert [(each.status, each.player, each.reason) for each in changes] == [
            ("corrected", "2h 3c", "card_error"),
            ("voided", "4h 5c", "malfunction"),
        ]
        assert (play.status, play.returned, body_of(play).adjusted) == ("voided", 120, -75)
        [coup] = read_coups(await playing.store.records(coups_kind("jade", 1)))
        assert coup.status == "voided"
        assert [(each.status, each.role, each.player) for each in coup.changes] == [
            ("corrected", "supervisor", "2h 3c"),
            ("voided", "admin", "4h 5c"),
        ]

    on_a_table(tmp_path, test)


@pytest.mark.parametrize("is_read_again", [False, True])
def test_a_coup_in_dispute_is_changed_on_record_however_late(tmp_path: Path, *, is_read_again: bool) -> None:
    """Another coup was played since, and perhaps the floor was started anew."""

    async def test(playing: Playing) -> None:
        await playing.coup(*WAGERS, cards=BANKER_WINS)
        await playing.send(RaiseDispute("p2"), RaiseDispute("p1"))
        await playing.coup(PlaceWager("p2", "tie", 20), cards=BANKER_WINS)
        if is_read_again:
            await playing.record.flush()
            playing = await Playing(playing.store).open()
        assert playing.stream.table.disputes[0].patrons == ("p2", "p1")
        await playing.send(VoidCoup("sue", "dispute", (1, 1)))
        assert [(play.coup, play.status) for play in await playing.plays("p2")] == [(2, "settled"), (1, "voided")]
        statuses = [each.status for each in read_coups(await playing.store.records(coups_kind("jade", 1)))]
        assert statuses == ["voided", "settled"]

    on_a_table(tmp_path, test)


def test_a_dismissed_dispute_changes_no_record(tmp_path: Path) -> None:
    async def test(playing: Playing) -> None:
        await playing.coup(*WAGERS, cards=BANKER_WINS)
        await playing.send(RaiseDispute("p2"), DismissDispute("sue"))
        await playing.coup(PlaceWager("p2", "tie", 20), cards=BANKER_WINS)
        assert [(play.coup, play.status) for play in await playing.plays("p2")] == [(2, "settled"), (1, "settled")]

    on_a_table(tmp_path, test)


async def totals_of(store: SqliteInProcess) -> list[BetTotal]:
    return await store.bet_totals("2026-11-16", "2026-11-16")


@pytest.mark.parametrize("seed", range(3))
def test_after_a_crash_the_record_is_what_it_would_have_been(tmp_path: Path, seed: int) -> None:
    """Two tables are played at random; then everything the record wrote is thrown away, and it reads the log."""
    file, chance = tmp_path / "floor.db", random.Random(seed)

    async def played() -> object:
        store = SqliteInProcess(file)
        await buy_in(store, Auditor(TABLES, CURRENCY))
        record = PlayRecord(store, CONFIG)
        streams = [
            await TableStream.open(
                store,
                config,
                book,
                observer=record.note,
            )
            for config, book in TABLES
        ]
        now = NOON
        for _ in range(400):
            stream = chance.choice(streams)
            requests = [Request(patron_command(stream.table, patron, chance)) for patron in PATRONS]
            if chance.random() < 0.04:
                requests.append(Request(staff_command(chance)))
            await stream.handle(requests, now)
            if chance.random() < 0.7:
                now = max(now, due_at(stream.table) or 0)
            await stream.handle([house_request(stream.table, Shoes(seed), now)], now)
            if chance.random() < 0.1:
                await record.flush()
        await record.flush()
        told = await everything(store)
        await store.close()
        return told

    async def read_again() -> object:
        store = SqliteInProcess(file)
        record = PlayRecord(store, CONFIG)
        for config, book in TABLES:
            await record.catch_up(await read_log(store, config, book))
        await record.flush()
        return await everything(store)

    live = asyncio.run(played())
    forget_the_record(file, of_tables=("jade", "ruby"))
    assert asyncio.run(read_again()) == live
    forget_the_record(file, of_tables=("ruby",))
    assert asyncio.run(read_again()) == live, "and what was written before is neither lost nor doubled"


async def everything(store: SqliteInProcess) -> object:
    plays = {patron: await store.plays(patron) for patron in PATRONS}
    assert {play.status for each in plays.values() for play in each} >= {"settled", "cancelled", "tip"}
    assert plays["bot:ada"] == []
    records = {kind: await store.records(kind) for table in ("jade", "ruby") for kind in kinds_of(table)}
    return plays, await store.bet_totals("2026-01-01", "2026-12-31"), records


def kinds_of(table: str) -> list[str]:
    return [f"contributions:{table}", shoes_kind(table), *(coups_kind(table, shoe) for shoe in range(1, 40))]


def forget_the_record(file: Path, of_tables: tuple[str, ...]) -> None:
    connection = apsw.Connection(str(file))
    for table in of_tables:
        connection.execute("delete from plays where table_id = ?", (table,))
        connection.execute("delete from bet_totals where table_id = ?", (table,))
        connection.execute("delete from followed where stream = ?", (f"table:{table}",))
        connection.execute("delete from records where kind glob ?", (f"*:{table}*",))
    connection.close()


def test_shoes_are_logged_from_their_commitment_to_their_secret(tmp_path: Path) -> None:
    async def run() -> None:
        store = SqliteInProcess(tmp_path / "floor.db")
        record = PlayRecord(store, CONFIG)
        config, book = TABLES[0]
        stream = await TableStream.open(store, config, book, observer=record.note)
        now = NOON
        while stream.table.shoe < 2:
            now = max(now, due_at(stream.table) or 0)
            await stream.handle([house_request(stream.table, Shoes(1), now)], now)
        while not isinstance(stream.table.phase, Betting):
            await stream.handle([house_request(stream.table, Shoes(1), now)], now)
        await record.flush()
        first, second = [
            msgspec.json.decode(body, type=LoggedShoe) for _, body in await store.records(shoes_kind("jade"))
        ]
        assert first.secret
        assert first.ended_at
        assert (second.secret, second.ended_at) == (None, None)
        assert second.burn_card
        coups = read_coups(await store.records(coups_kind("jade", 1)))
        assert first.coups == len(coups)
        assert all(coup.player and coup.closed_at for coup in coups)
        await store.close()

    asyncio.run(run())
