"""What every store promises under concurrency, in one server or several; run against each real engine."""

import asyncio

import msgspec

from punto.server.store.interface import Store
from punto.server.store.values import Claim, Outcome, Stored
from tests.server.store.engines import Engine
from tests.server.store.stories import account, change, told


def test_many_callers_at_once(engine: Engine) -> None:
    """Each of 20 tables stakes from purses that all share, until they are empty: nobody gets a cent too much."""

    async def play(store: Store) -> None:
        epochs = {"cashier": (await store.claim("cashier")).epoch}
        await store.commit([change(f"cashier@{number} k>{'abcd'[number]}:100", epochs) for number in range(4)])

        async def table(number: int) -> int:
            stream, version = f"table{number}", 0
            epochs = {stream: (await store.claim(stream)).epoch}
            for stake in range(20):
                [outcome] = await store.commit([change(f"{stream}@{version} {'abcd'[stake % 4]}>e:7", epochs)])
                version += isinstance(outcome, Stored)
            return version

        stakes = sum(await asyncio.gather(*(table(number) for number in range(20))))
        assert stakes == 4 * (100 // 7)
        assert await store.balances([account(letter) for letter in "abcde"]) == {
            **{account(letter): 100 % 7 for letter in "abcd"},
            account("e"): stakes * 7,
        }

    engine.run(play)


def test_two_servers_at_once(engine: Engine) -> None:
    """They share purses and new escrows, in every order, and both are sent some commands of the other."""

    async def play(store: Store) -> None:
        servers = [store, await engine.open()]
        epochs = {"cashier": (await store.claim("cashier")).epoch}
        await store.commit([change(f"cashier@{number} k>{'abcd'[number]}:100", epochs) for number in range(4)])

        async def table(number: int) -> list[str]:
            server, stream, version = servers[number % 2], f"table{number}", 0
            epochs = {stream: (await server.claim(stream)).epoch}
            commands = []
            for coup in range(12):
                sender = number // 2 if coup % 4 == 0 else number + 100
                payer, command = "abcdabc"[(number + coup) % 7], f"c{sender}:{coup}"
                staked = change(f"{stream}@{version} {payer}>e:7 #{command}", epochs)
                escrowed = {account(payer): -7, f"escrow:EUR:{(number * coup) % 5}": 7}
                [outcome] = await server.commit([msgspec.structs.replace(staked, journal=escrowed)])
                version += isinstance(outcome, Stored)
                commands += [command] if isinstance(outcome, Stored) else []
            return commands

        commands = [command for each in await asyncio.gather(*map(table, range(12))) for command in each]
        assert len(commands) == len(set(commands))
        balances = await store.every_balance()
        assert sum(balances[account(letter)] for letter in "abcd") == 400 - 7 * len(commands)
        assert sum(balances.values()) == 0
        await servers[1].close()

    engine.run(play)


def test_the_same_command_through_two_servers(engine: Engine) -> None:
    async def play(store: Store) -> None:
        servers = [store, await engine.open()]
        epochs = {stream: (await store.claim(stream)).epoch for stream in ("t0", "t1")}
        versions = [0, 0]
        for number in range(20):
            outcomes = await asyncio.gather(
                *(servers[side].commit([change(f"t{side}@{versions[side]} #c{number}", epochs)]) for side in (0, 1))
            )
            stored = [isinstance(outcome, Stored) for [outcome] in outcomes]
            assert sorted(stored) == [False, True]
            assert told(outcomes[stored.index(False)]) == f"=c{number}"
            versions[stored.index(True)] += 1
        await servers[1].close()

    engine.run(play)


def test_merged_callers_stop_only_their_own_batch(engine: Engine) -> None:
    async def play(store: Store) -> None:
        epochs = {stream: (await store.claim(stream)).epoch for stream in ("t1", "t2", "t3")}
        outcomes: list[list[Outcome]] = await asyncio.gather(
            *(
                store.commit([change(text, epochs) for text in batch.split(", ")])
                for batch in (
                    "t1@0 a>e:1, t1@1, t2@0",
                    "t1@0, t1@1",
                    "t2@1, t3@5",
                    "t3@0",
                )
            )
        )
        assert [told(each) for each in outcomes] == ["short:a stopped 1", "1 2", "2 moved", "1"]

    engine.run(play)


def test_nothing_of_an_old_epoch_is_stored_after_a_claim(engine: Engine) -> None:
    """What a claimant is told is the end of the stream stays its end, though the other server is in full flight."""

    async def play(store: Store) -> None:
        servers = [store, await engine.open()]
        claim = await store.claim("t1")
        for turn in range(1, 25):
            under_way = asyncio.create_task(commits_until_refused(servers[(turn - 1) % 2], claim))
            await asyncio.sleep(0.002 * (turn % 5))
            next_claim = await servers[turn % 2].claim("t1")
            assert await under_way == next_claim.version
            claim = next_claim
        await servers[1].close()

    async def commits_until_refused(store: Store, claim: Claim) -> int:
        version, outcome = claim.version, "stored"
        while outcome != "old":
            outcome = told(await store.commit([change(f"t1@{version}", {"t1": claim.epoch})]))
            version += outcome != "old"
            await asyncio.sleep(0)
        return version

    engine.run(play)


def test_outcomes_come_in_the_order_of_commits(engine: Engine) -> None:
    """Whoever remembers what a commit has left in a purse remembers the newest."""

    async def play(store: Store) -> None:
        epochs = {stream: (await store.claim(stream)).epoch for stream in ("cashier", *(f"t{n}" for n in range(30)))}
        await store.commit([change("cashier@0 k>a:100", epochs)])
        left: list[int] = []

        async def stake(number: int) -> None:
            [outcome] = await store.commit([change(f"t{number}@0 a>e:1", epochs)])
            assert isinstance(outcome, Stored)
            left.append(outcome.balances[account("a")])

        await asyncio.gather(*(stake(number) for number in range(30)))
        assert left == [99 - number for number in range(30)]

    engine.run(play)
