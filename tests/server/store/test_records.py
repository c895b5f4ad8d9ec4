"""Records and plays, run against each real engine."""

import msgspec
import pytest

from punto.ledger.accounts import escrow
from punto.server.store.interface import Store
from punto.server.store.plays import BetTotal, Followed, Play, PlayBatch, PlayFilter, PlayKey
from punto.server.store.values import RENEWAL, STORE, Change, Claim, Outcome, Refused, Stored, StoreRefusal
from tests.server.store.engines import Engine
from tests.server.store.stories import account, change

JADE = Play("ann", 10, "jade", 5, 5, "sa", 1, 1, "settled", staked=100, returned=195, body=b"{}")


def play(patron: str, at: int, table: str = "jade", *, returned: int = 0, book: str = "sa") -> Play:
    return msgspec.structs.replace(JADE, patron=patron, at=at, table=table, returned=returned, book=book)


PLAYS = (
    play("ann", 10, returned=195),
    play("ann", 20),
    play("ann", 20, "ruby", returned=100, book="squeeze"),
    play("ann", 30, "ruby", returned=900, book="squeeze"),
    play("bob", 20, returned=100),
)


def test_a_record_is_kept_changed_listed_and_forgotten(engine: Engine) -> None:
    async def test(store: Store) -> None:
        for name in ("b", "a", "ä", "c"):
            await store.keep_record("account", name, name.encode())
        await store.keep_record("account", "c", b"changed")
        await store.keep_record("session", "z", b"other kind")
        assert await store.record("account", "c") == b"changed"
        assert await store.record("account", "z") is None
        assert await store.records("account") == [("a", b"a"), ("b", b"b"), ("c", b"changed"), ("ä", "ä".encode())]
        assert await store.records("account", after="a", limit=2) == [("b", b"b"), ("c", b"changed")]
        await store.forget_record("account", "a")
        assert await store.record("account", "a") is None
        assert await store.records("nothing") == []

    engine.run(test)


def test_many_are_read_in_one_trip_and_what_is_not_there_is_left_out(engine: Engine) -> None:
    async def test(store: Store) -> None:
        for name in ("b", "a", "gone"):
            await store.keep_record("account", name, name.encode())
            await store.keep_person(name, name.upper().encode())
        await store.keep_record("session", "a", b"another kind")
        await store.forget_record("account", "gone")
        await store.erase_person("gone")
        wanted = ["b", "gone", "never", "a"]
        assert await store.named_records("account", wanted) == {"a": b"a", "b": b"b"}
        assert await store.named_records("account", []) == {}
        assert await store.people(wanted) == {"a": b"A", "b": b"B"}
        first = await store.first_records(["session", "nothing", "account"])
        assert {kind: found for kind, found in first.items() if found} == {
            "account": [("a", b"a"), ("b", b"b")],
            "session": [("a", b"another kind")],
        }

    engine.run(test)


def test_a_store_that_gets_ready_writes_nothing(engine: Engine) -> None:
    async def test(store: Store) -> None:
        await store.claim("s1")
        await store.commit([change("s1@0 h>ann:50 #c1", {})])
        before = await store.streams(), await store.every_balance()
        await store.get_ready()
        assert (await store.streams(), await store.every_balance()) == before

    engine.run(test)


def test_what_a_follower_stores_is_counted_once(engine: Engine) -> None:
    jade = BetTotal("2026-11-16", "jade", "sa", "tie", wagers=1, staked=100, returned=900)
    kept = PlayBatch("table:jade", 7, b"state", PLAYS, (jade, jade), (("round", "1", b"first"),))

    async def test(store: Store) -> None:
        assert await store.followed("table:jade") == Followed()
        await store.keep_plays([msgspec.structs.replace(kept, version=0)])  # plays alone, of an event that has more
        assert (await store.followed("table:jade"), await store.record("round", "1")) == (Followed(), None)
        await store.keep_plays([kept])
        await store.keep_plays([kept])
        await store.keep_plays([msgspec.structs.replace(kept, version=6, state=b"old")])
        assert await store.followed("table:jade") == Followed(7, b"state")
        assert await store.record("round", "1") == b"first"
        total = msgspec.structs.replace(jade, wagers=2, staked=200, returned=1_800)
        assert await store.bet_totals("2026-11-16", "2026-11-16") == [total]
        await store.keep_plays(
            [PlayBatch("table:jade", 8, totals=(msgspec.structs.replace(total, wagers=-2),)), PlayBatch("table:x", 1)]
        )
        assert [each.wagers for each in await store.bet_totals("2026-11-01", "2026-11-30")] == [0]
        assert await store.followed("table:x") == Followed(1)
        assert await store.bet_totals("2026-11-17", "2026-11-30") == []
        assert len(await store.plays("ann")) == 4

    engine.run(test)


@pytest.mark.parametrize(
    ("wanted", "before", "at"),
    [
        # of ann, the newest first                        instants
        (PlayFilter(), None, [30, 20, 20, 10]),
        (PlayFilter(table="jade"), None, [20, 10]),
        (PlayFilter(book="squeeze"), None, [30, 20]),
        (PlayFilter(since=20), None, [30, 20, 20]),
        (PlayFilter(until=20), None, [10]),
        (PlayFilter(since=20, until=21), None, [20, 20]),
        (PlayFilter(result="won"), None, [30, 10]),
        (PlayFilter(result="lost"), None, [20]),
        (PlayFilter(result="even"), None, [20]),
        (PlayFilter(), (30, "ruby", 5), [20, 20, 10]),
        (PlayFilter(), (20, "ruby", 5), [20, 10]),
        (PlayFilter(), (20, "jade", 5), [10]),
        (PlayFilter(until=20), (30, "ruby", 5), [10]),
    ],
)
def test_plays_are_filtered(engine: Engine, wanted: PlayFilter, before: PlayKey | None, at: list[int]) -> None:
    async def test(store: Store) -> None:
        await store.keep_plays([PlayBatch("table:jade", 1, plays=PLAYS)])
        plays = await store.plays("ann", wanted, before)
        assert [each.at for each in plays] == at
        assert all(each in PLAYS for each in plays)
        assert await store.plays("ann", wanted, before, limit=1) == plays[:1]

    engine.run(test)


def test_a_play_is_replaced_by_newer_versions_only(engine: Engine) -> None:
    voided = msgspec.structs.replace(JADE, changed=9, status="voided", returned=100, body=b"void")

    async def test(store: Store) -> None:
        for each in (JADE, voided, JADE):
            await store.keep_plays([PlayBatch("table:jade", 0, plays=(each,))])
        assert await store.plays("ann") == [voided]
        await store.keep_plays([PlayBatch("table:jade", 0, plays=PLAYS)])
        assert await store.plays_of("jade", 10, ["ann", "bob", "cid"]) == [voided]
        assert {each.patron for each in await store.plays_of("jade", 20, ["ann", "bob"])} == {"ann", "bob"}

    engine.run(test)


def test_a_change_reports_the_purses_it_moves_and_those_asked_for(engine: Engine) -> None:
    async def test(store: Store) -> None:
        epochs = {stream: (await store.claim(stream)).epoch for stream in ("t1", "cashier")}
        first, second, settled = await store.commit(
            [
                change("cashier@0 k>a:100", epochs),
                change("t1@0 a>e:60", epochs),
                msgspec.structs.replace(change("t1@1 e>h:60", epochs), tells=(account("a"), account("z"))),
            ]
        )
        assert isinstance(first, Stored)
        assert isinstance(second, Stored)
        assert isinstance(settled, Stored)
        assert first.balances == {account("a"): 100}
        assert second.balances == {account("a"): 40}
        assert settled.balances == {account("a"): 40, account("z"): 0}
        assert account("z") not in await store.every_balance()

    engine.run(test)


def test_balances_right_after_a_change(engine: Engine) -> None:
    """Also of an account that the change did not move: here b, who has lost."""

    async def test(store: Store) -> None:
        epochs = {stream: (await store.claim(stream)).epoch for stream in ("t1", "t2", "cashier")}
        texts = [
            "cashier@0 k>a:100",
            "cashier@1 k>b:100",
            "t1@0 a>e:10",
            "t1@1 b>e:20",
            "t1@2 e>a:30",  # settled: a wins both stakes
            "+t2@0 b>h:5",
            "t2@2 a>h:7",
            "t1@3 a>e:50",
            "cashier@2 k>b:1",
        ]
        for text in texts:
            await store.commit([change(text, epochs)])
        wanted = [account("a"), account("b"), account("z")]
        moved = escrow("t1", 1, 1, "EUR")
        assert list((await store.balances_after(wanted, "t1", 3, moved)).values()) == [120, 80, 0]
        assert list((await store.balances_after(wanted, "t1", 1, moved)).values()) == [90, 100, 0]
        assert list((await store.balances_after(wanted, "t1", 4, moved)).values()) == [63, 75, 0]
        assert list((await store.balances_after(wanted, "t2", 1, account("h"))).values()) == [120, 75, 0]
        assert list((await store.balances_after(wanted, "cashier", 3, account("k"))).values()) == [63, 76, 0]

    engine.run(test)


def test_the_lines_of_an_account_newest_first_and_in_pages(engine: Engine) -> None:
    async def test(store: Store) -> None:
        epochs = {stream: (await store.claim(stream)).epoch for stream in ("t1", "cashier")}
        texts = ["cashier@0 k>a:100", "cashier@1 k>b:100", "t1@0 a>e:10", "+t1@1 b>e:20", "t1@3 e>a:30"]
        for text in texts:
            await store.commit([change(text, epochs)])
        lines = await store.account_lines(account("a"))
        assert [(each.stream, each.version, each.amount, each.is_first) for each in lines] == [
            ("t1", 4, 30, False),
            ("t1", 1, -10, False),
            ("cashier", 1, 100, True),
        ]
        assert await store.account_lines(account("a"), limit=2) == lines[:2]
        assert await store.account_lines(account("a"), before=lines[1].number) == lines[2:]
        assert await store.account_lines(account("a"), before=lines[2].number) == []
        assert [each.version for each in await store.account_lines(account("b"))] == [3, 2]
        assert await store.account_lines(account("z")) == []

    engine.run(test)


def test_a_store_keeps_its_log_id_until_it_is_renewed(engine: Engine) -> None:
    first = engine.run(lambda store: store.log_id())
    assert engine.run(lambda store: store.log_id()) == first
    second = engine.run(lambda store: store.renew_log_id("restored"))
    assert second != first
    assert engine.run(lambda store: store.log_id()) == second


def test_a_renewed_log_id_says_why_and_lets_no_earlier_claimant_write(engine: Engine) -> None:
    async def test(store: Store) -> tuple[bytes | None, list[Outcome]]:
        claim = await store.claim("t1")
        await store.renew_log_id("The floor was restored from monday.db.")
        late = Change("t1", claim.epoch, claim.version, (b"{}",))
        return await store.record(STORE, RENEWAL), await store.commit([late])

    why, outcomes = engine.run(test)
    assert why == b"The floor was restored from monday.db."
    assert outcomes == [Refused(StoreRefusal.EPOCH_IS_OLD)]


def test_the_streams_that_were_claimed_are_listed(engine: Engine) -> None:
    async def test(store: Store) -> tuple[dict[str, Claim], dict[str, Claim]]:
        claims = {stream: await store.claim(stream) for stream in ("t2", "cashier", "t1")}
        return claims, await store.streams()

    claims, streams = engine.run(test)
    assert list(streams) == ["cashier", "t1", "t2"]
    assert streams == claims
