"""What every store promises, run against each real engine."""

import random
from collections.abc import Sequence

import msgspec
import pytest

from punto.ledger.accounts import cashier, house, purse
from punto.server.store.failures import EventsAreArchived, StreamIsTaken
from punto.server.store.interface import Store
from punto.server.store.values import (
    CHAIN_START,
    Change,
    Checkpoint,
    Claim,
    Refused,
    Snapshot,
    Stored,
    StoredEvent,
    StoreRefusal,
    chained,
)
from tests.server.store.engines import Engine
from tests.server.store.ledger_lines import ledger_lines
from tests.server.store.model import ModelStore
from tests.server.store.stories import account, change, told

STREAMS = ("t1", "t2", "t3")


async def committed(store: Store, batches: Sequence[str]) -> str:
    """Claims the streams, gives a purse 100 through the cashier, commits the batches one by one."""
    epochs = {stream: (await store.claim(stream)).epoch for stream in (*STREAMS, "cashier")}
    assert told(await store.commit([change("cashier@0 k>a:100", epochs)])) == "1"
    outcomes = [await store.commit([change(text, epochs) for text in batch.split(", ")]) for batch in batches]
    assert sum((await store.every_balance()).values()) == 0
    return " / ".join(told(each) for each in outcomes)


@pytest.mark.parametrize(
    ("batches", "outcomes"),
    [
        # one batch of changes for each text                                   what each change is told
        (["t1@0", "t1@1"], "1 / 2"),
        (["t1@0, t1@1, t2@0"], "1 2 1"),
        (["+t1@0, t1@2"], "2 3"),
        (["t1@0 a>e:60, t1@1 a>e:40"], "1 2"),
        (["t1@0 a>e:60, t2@0 a>e:60"], "1 short:a"),
        (["t1@0 a>e:101"], "short:a"),
        (["t1@0 k>b:7 #c1, t1@1 h>b:7"], "1 2"),  # the house and the cashier may owe
        (["t1@0 e>a:1"], "short:1"),  # an escrow may not
        # a purse that a later change would fill is short now, and the filling change stands in a stream that stopped
        (["t1@0 a>e:150, t1@1 k>a:100"], "short:a stopped"),
        (["t1@0 a>e:150, t2@0 k>a:100"], "short:a 1"),
        (["t2@0 k>a:100, t1@0 a>e:150"], "1 1"),
        (["t1@0 a>e:150, t2@0 a>e:100"], "short:a 1"),  # what was refused is not taken
        # the first failure stops a stream, and no other
        (["t1@0, t1@5, t1@1, t2@0"], "1 moved stopped 1"),
        (["t1@0, t1@5", "t1@1"], "1 moved / 2"),
        (["t1@1"], "moved"),
        (["t1@0", "t1@0"], "1 / moved"),
        (["nobody@0"], "old"),
        (["nobody@0, nobody@0, t1@0"], "old stopped 1"),
        # the same command
        (["t1@0 #c1", "t1@1 #c1"], "1 / =c1"),
        (["t1@0 a>e:60 #c1", "t1@0 a>e:60 #c1"], "1 / =c1"),
        (["t1@0 #c1, t1@1 #c1"], "1 =c1"),
        (["t1@0 #c1, t2@0 #c1"], "1 =c1"),
        (["t1@0 #c1, t1@1 #c1, t1@1 #c2"], "1 =c1 2"),  # a repeated command does not stop its stream
        (["t1@0 #c1, t1@1 #c1, t1@2 #c2"], "1 =c1 moved"),  # but what was decided on top of it no longer fits
        (["t1@0 a>e:150 #c1", "t1@0 a>e:50 #c1"], "short:a / 1"),  # a refusal is not remembered
        (["t1@0 a>e:150 #c1, t2@0 #c1"], "short:a 1"),
        (["t1@0 #c1", "t1@7, t1@1 #c1"], "1 / moved =c1"),  # answered before, whatever happened since
        # the same id, and something else
        (["t1@0 k>a:1 #c1", "t1@1 k>a:7 #c1/other", "t1@1 k>a:1 #c1"], "1 / used / =c1"),
        (["t1@0 #c1, t1@1 #c1/other"], "1 used"),
        (["t1@0 #c1, t2@0 #c1/other"], "1 used"),
        (["t1@0 #c1, t1@1 #c1/other, t1@1 #c2"], "1 used 2"),  # it does not stop its stream
        (["t1@0 #c1, t1@1 #c1/other, t1@2 #c2"], "1 used moved"),
        (["t1@0 a>e:150 #c1", "t1@0 a>e:50 #c1/other"], "short:a / 1"),  # an id that was refused was not used
        (["t1@0 #c1", "t1@7, t1@1 #c1/other"], "1 / moved used"),
    ],
)
def test_the_outcome_of_each_change(engine: Engine, batches: list[str], outcomes: str) -> None:
    assert engine.run(lambda store: committed(store, batches)) == outcomes


def test_a_later_claim_fences_off_an_earlier_epoch(engine: Engine) -> None:
    async def play(store: Store) -> None:
        other = await engine.open()
        first, second = await store.claim("t1"), await other.claim("t1")
        assert (first.epoch, second.epoch) == (1, 2)
        assert told(await store.commit([change("t1@0", {"t1": first.epoch})])) == "old"
        assert told(await other.commit([change("t1@0 #c1", {"t1": second.epoch})])) == "1"
        assert told(await store.commit([change("t1@0 #c1", {"t1": first.epoch})])) == "=c1"
        third = await store.claim("t1")
        [event] = await store.read("t1")
        assert third == Claim(3, 1, event.head)
        assert told(await other.commit([change("t1@1", {"t1": second.epoch})])) == "old"
        await other.close()

    engine.run(play)


def test_a_claim_after_an_epoch_is_refused_when_somebody_has_claimed_since(engine: Engine) -> None:
    async def play(store: Store) -> None:
        first = await store.claim("t1")
        second = await store.claim("t1", after=first.epoch)
        assert second == Claim(2, 0, CHAIN_START)
        with pytest.raises(StreamIsTaken, match="t1"):
            await store.claim("t1", after=first.epoch)
        assert told(await store.commit([change("t1@0", {"t1": second.epoch})])) == "1"

    engine.run(play)


def test_events_are_chained_and_read_in_pages(engine: Engine) -> None:
    async def play(store: Store) -> None:
        claim = await store.claim("t1")
        assert claim == Claim(1, 0, CHAIN_START)
        bodies = [f"event {number}".encode() for number in range(25)]
        await store.commit([Change("t1", claim.epoch, 0, tuple(bodies))])
        events = await store.read("t1", limit=10)
        events += await store.read("t1", after=10)
        head, chain = CHAIN_START, []
        for version, body in enumerate(bodies, start=1):
            head = chained(head, version, body)
            chain.append(StoredEvent(version, body, head))
        assert events == chain
        assert await store.read("t1", after=25) == await store.read("nobody") == []

    engine.run(play)


@pytest.mark.parametrize("seed", range(3))
def test_a_store_does_what_the_model_does(engine: Engine, seed: int) -> None:
    """Some changes are wrong on purpose: epochs are old, versions have moved, purses are short, commands come twice."""
    chance = random.Random(seed)
    model = ModelStore()
    told_so_far: set[str] = set()

    def a_change(epochs: dict[str, int], versions: dict[str, int]) -> Change:
        stream = chance.choice(STREAMS)
        payer, payee = chance.sample("abcdehk", 2)
        amount = chance.randrange(1, 60)
        is_wrong = chance.random() < 0.05
        made = change(
            f"{chance.choice(['', '+'])}{stream}@{versions[stream] + is_wrong} {payer}>{payee}:{amount}",
            {stream: epochs[stream] - (chance.random() < 0.03)},
        )
        versions[stream] += len(made.events)
        tells = tuple(map(account, chance.sample("abcdeh", 2))) if chance.random() < 0.2 else ()
        command = f"c{chance.randrange(150)}" if chance.random() < 0.5 else ""
        digest = chance.choice((b"the same", b"the same", b"other"))
        return msgspec.structs.replace(made, command=command, answer=command.encode(), tells=tells, digest=digest)

    async def play(store: Store) -> None:
        for _ in range(60):
            if chance.random() < 0.1 or not model.epochs:
                for stream in STREAMS:
                    assert await store.claim(stream) == model.claim(stream)
            versions = {stream: model.version(stream) for stream in STREAMS}
            batch = [a_change(model.epochs, versions) for _ in range(chance.randrange(1, 12))]
            outcomes = await store.commit(batch)
            assert outcomes == model.commit(batch)
            told_so_far.update(
                type(each).__name__ if not isinstance(each, Refused) else each.reason for each in outcomes
            )
        assert told_so_far == {"Stored", "Repeated", *StoreRefusal}
        await assert_equal(store, model)

    engine.run(play)
    engine.run(lambda store: assert_equal(store, model))  # and after it was opened again


async def assert_equal(store: Store, model: ModelStore) -> None:
    balances = await store.every_balance()
    assert balances == {name: balance for name, balance in model.balances.items() if balance}
    assert sum(balances.values()) == 0
    for stream in STREAMS:
        assert await store.read(stream) == model.events.get(stream, [])
    for name, lines in model.lines.items():
        assert await ledger_lines(store, name) == lines
    for command, given in model.answers.items():
        assert await store.answer_to(command) == given


def test_a_thousand_changes_at_once(engine: Engine) -> None:
    async def play(store: Store) -> None:
        epochs = {stream: (await store.claim(stream)).epoch for stream in STREAMS}
        texts = [
            f"{STREAMS[number % 3]}@{number // 3} k>p{number % 100}:{number} #c{number}" for number in range(1_000)
        ]
        batch = [change(text, epochs) for text in texts]
        outcomes = await store.commit(batch)
        assert [outcome.version for outcome in outcomes if isinstance(outcome, Stored)] == [
            number // 3 + 1 for number in range(1_000)
        ]
        assert told(await store.commit(batch)) == " ".join(f"=c{number}" for number in range(1_000))
        assert await store.balances([cashier("EUR")]) == {cashier("EUR"): -499_500}

    engine.run(play)


def test_one_journal_of_ten_thousand_lines(engine: Engine) -> None:
    journal: dict[str, int] = {purse(f"p{number}", "EUR"): number for number in range(1, 10_001)}
    journal[house("EUR")] = -sum(journal.values())

    async def play(store: Store) -> None:
        claim = await store.claim("t1")
        [outcome] = await store.commit([Change("t1", claim.epoch, 0, (b"settled",), journal)])
        assert isinstance(outcome, Stored)
        assert await store.every_balance() == journal

    engine.run(play)


def test_every_line_of_an_account_is_kept(engine: Engine) -> None:
    async def play(store: Store) -> None:
        epochs = {"t1": (await store.claim("t1")).epoch}
        await store.commit([change(f"t1@{number} k>{'ab'[number % 2]}:{number + 1}", epochs) for number in range(10)])
        assert await ledger_lines(store, account("a")) == [("t1", number, number) for number in (1, 3, 5, 7, 9)]
        assert await ledger_lines(store, account("z")) == []

    engine.run(play)


def test_balances_of_accounts_that_were_never_used_are_zero(engine: Engine) -> None:
    async def play(store: Store) -> None:
        assert await store.balances([]) == {}
        assert await store.balances([account("z")]) == {account("z"): 0}
        assert await store.commit([]) == []

    engine.run(play)


def answered_at(*instants: int) -> list[Change]:
    return [msgspec.structs.replace(change(f"t1@{place} #c{place}", {}), at=at) for place, at in enumerate(instants)]


@pytest.mark.parametrize(
    ("instants", "before", "kept_max", "limit", "left"),
    [
        # when answers were given     before  kept  at once   which are left
        ([10, 20, 30, 40],               30,   99,     99,    "2 3"),
        ([10, 20, 30, 40],               30,   99,      1,    "1 2 3"),
        ([10, 20, 30, 40],                5,   99,     99,    "0 1 2 3"),
        ([10, 20, 30, 40],               99,   99,     99,    ""),
        ([10, 20, 30, 40],                0,    3,     99,    "1 2 3"),  # too many, however young
        ([10, 20, 30, 40],                0,    1,      2,    "2 3"),
        ([10, 20, 5, 6],                 15,   99,     99,    "1 2 3"),  # the clock went back: what followed is newer
        ([10, 90, 20, 21],               30,   99,     99,    "1 2 3"),
    ],
)  # fmt: skip
def test_answers_are_forgotten_in_the_order_in_which_they_were_given(
    engine: Engine, instants: list[int], before: int, kept_max: int, limit: int, left: str
) -> None:
    async def play(store: Store) -> None:
        await store.claim("t1")
        assert await store.forget_answers(99, 99, 99) == 0
        await store.commit(answered_at(*instants))
        forgotten = await store.forget_answers(before, kept_max, limit)
        there = [str(place) for place in range(len(instants)) if await store.answer_to(f"c{place}")]
        assert " ".join(there) == left
        assert forgotten == len(instants) - len(there)

    engine.run(play)


def test_an_id_that_was_forgotten_is_new(engine: Engine) -> None:
    async def play(store: Store) -> None:
        epochs = {"t1": (await store.claim("t1")).epoch}
        await store.commit([change("t1@0 #c1", epochs)])
        await store.forget_answers(1, 99, 99)
        assert told(await store.commit([change("t1@1 #c1/other", epochs)])) == "2"
        assert told(await store.commit([change("t1@2 #c1/other", epochs)])) == "=c1"

    engine.run(play)


def test_events_before_a_checkpoint_are_archived_and_later_ones_still_chain(engine: Engine) -> None:
    async def play(store: Store) -> None:
        await committed(store, ["t1@0 k>a:100, t1@1, t1@2"])
        before = await store.read("t1")
        checkpoint = Checkpoint(2, before[1].head, 7, {"a": 100, "k": -100})
        assert await store.set_checkpoint("t1", checkpoint)
        with pytest.raises(EventsAreArchived, match="t1 up to version 2"):
            await store.read("t1", after=1)
        assert await store.read("t1", after=2) == before[2:]
        assert await store.checkpoint("t1") == checkpoint
        for unknown in (Checkpoint(9, before[1].head), Checkpoint(3, before[0].head)):
            assert not await store.set_checkpoint("t1", unknown)
        assert await store.checkpoint("t1") == checkpoint
        assert await store.checkpoint("t2") == Checkpoint()
        claim = await store.claim("t1")
        [outcome] = await store.commit([change("t1@3", {"t1": claim.epoch})])
        assert outcome == Stored(4, chained(before[2].head, 4, b"t1@3"))

    engine.run(play)


def test_events_before_a_checkpoint_are_deleted_a_few_at_a_time(engine: Engine) -> None:
    async def play(store: Store) -> None:
        await committed(store, ["t1@0 k>a:100, t1@1 a>e:60, t2@0 k>b:5, t1@2 e>h:60"])
        before = await store.read("t1")
        assert await store.drop_events("t1", limit=10) == 0
        assert await store.set_checkpoint("t1", Checkpoint(2, before[1].head))
        assert [await store.drop_events("t1", limit=1) for _ in range(3)] == [1, 1, 0]
        place: int | None = 0
        while place is not None:
            place = await store.drop_journals(place)
        assert await store.read("t1", after=2) == before[2:]
        assert await ledger_lines(store, account("e")) == [("t1", 3, -60)]
        assert await ledger_lines(store, account("b")) == [("t2", 1, 5)]
        assert await store.balances([account("a"), account("h")]) == {account("a"): 140, account("h"): 60}

    engine.run(play)


def test_the_newest_snapshot_of_a_schema_is_kept(engine: Engine) -> None:
    async def play(store: Store) -> None:
        await store.keep_snapshot("t1", Snapshot(1, 10, b"ten"))
        await store.keep_snapshot("t1", Snapshot(1, 20, b"twenty"))
        await store.keep_snapshot("t1", Snapshot(1, 15, b"late"))
        assert await store.snapshot("t1", schema=1) == Snapshot(1, 20, b"twenty")
        assert await store.snapshot("t1", schema=2) is None
        await store.keep_snapshot("t1", Snapshot(2, 21, b"new"))
        assert await store.snapshot("t1", schema=1) is None
        assert await store.snapshot("t1", schema=2) == Snapshot(2, 21, b"new")
        assert await store.snapshot("t2", schema=2) is None

    engine.run(play)


def test_a_person_is_kept_changed_and_erased(engine: Engine) -> None:
    async def play(store: Store) -> None:
        await store.keep_person("p17", b"Ada")
        await store.keep_person("p17", b"Ada Lovelace")
        assert await store.person("p17") == b"Ada Lovelace"
        await store.erase_person("p17")
        assert await store.person("p17") is None

    engine.run(play)


def test_a_journal_that_does_not_sum_to_zero_is_a_bug_of_the_caller(engine: Engine) -> None:
    async def play(store: Store) -> None:
        claim = await store.claim("t1")
        with pytest.raises(AssertionError, match="sums to zero"):
            await store.commit([Change("t1", claim.epoch, 0, (b"",), {account("a"): 1})])
        assert told(await store.commit([change("t1@0", {"t1": claim.epoch})])) == "1"

    engine.run(play)
