"""The drill from beginning to end: a floor is played, copied, played on, lost, restored to a moment and reopened."""

import asyncio
import subprocess
import sys
import time
from pathlib import Path

from deploy.drill.cluster import Cluster
from deploy.drill.findings import open_stakes, shoe_in_play, what_is_wrong
from deploy.drill.floor_log import SECONDS_TO_WAIT, asked, events_of, store_at, wait_for
from deploy.drill.patrons import Patrons
from deploy.drill.steps import DrillFailed, Steps
from punto.rules.invalid_input import InvalidInput
from punto.server.store.heads_file import read_heads
from punto.server.store.interface import Store
from punto.server.streams.happened import stream_of
from punto.table.events import CoupSettled, Event, ShoeOpened, ShoeRevealed
from punto.trials.load.server_process import ServerDidNotStart, ServerProcess

FLOOR = Path(__file__).with_name("floor.toml")
BRISK, OPEN = "brisk", "open"  # its tables
PATRONS = 3
ROUNDS = 2  # in each part
NOW = "select (clock_timestamp() at time zone 'UTC')::text || '+00'"
CLOSED_SEGMENT = "select pg_walfile_name(pg_switch_wal())"
LAST_ARCHIVED = "select last_archived_wal from pg_stat_archiver"
IS_REPLAYING = "select pg_is_in_recovery()"
COULD_NOT_START = 2  # the exit code of a refused start
LOST_ITS_END = "the database: it has lost its end"

Logs = dict[str, list[Event]]  # by table


class Rehearsal:
    def __init__(self, postgres: Path, folder: Path, steps: Steps) -> None:
        """`postgres` has PostgreSQL's programs; `folder` is empty and private."""
        self._steps = steps
        self._home = folder / "floor"
        self._base = folder / "base"
        self._heads = self._home / "floor.key.heads"
        self._first = Cluster(postgres, folder, folder / "data")
        self._second = Cluster(postgres, folder, folder / "restored")
        self._server = ServerProcess(FLOOR, self._first.address, self._home)

    async def run(self) -> None:
        """Raises DrillFailed."""
        self._home.mkdir()
        try:
            had, moment = await self._play()
            restored = await self._restore(moment)
            self._compare(had, restored)
            await self._set_back(restored)
        except (ServerDidNotStart, InvalidInput) as error:
            raise DrillFailed(str(error)) from None
        finally:
            self._server.kill()
            self._first.end()
            self._second.end()
        self._steps.end()

    async def _play(self) -> tuple[Logs, str]:
        """What had happened when all was lost, and the moment that was chosen before."""
        step = self._steps.step
        with step("PostgreSQL is set up with deploy/postgresql/archive.conf"):
            self._first.make()
            self._first.start()
        with step("Punto opens a floor on it"):
            self._server.start()
        async with store_at(self._first.address) as store, Patrons(self._server.address, BRISK, PATRONS) as patrons:
            with step(f"{PATRONS} patrons bet on {ROUNDS} rounds"):
                await self._rounds(store)
            with step("a base backup is made while they bet"):
                is_verified = await asyncio.to_thread(self._first.base_backup, self._base)
            if not is_verified:
                self._steps.tell("It was not verified: pg_verifybackup does not run here.")
            with step(f"{ROUNDS} rounds more, and a bet that lies on an open round: this is the moment"):
                await self._rounds(store)
                await patrons.bet_at(OPEN)
                moment = await asked(self._first.address, NOW)
                known = len(await events_of(store, BRISK))
            with step(f"{ROUNDS} rounds that will be lost, and of which the heads file knows"):
                await self._rounds(store)
                await self._heads_reach(known + 1)
            self._steps.tell(f"{patrons.accepted} bets were accepted. The moment is {moment}")
        with step("server and database are killed, once the archive has the moment"):
            segment = await asked(self._first.address, CLOSED_SEGMENT)
            while await asked(self._first.address, LAST_ARCHIVED) < segment:
                await asyncio.sleep(0.05)
            async with store_at(self._first.address) as store:
                self._server.kill()
                had = {table: await events_of(store, table) for table in (BRISK, OPEN)}
            self._first.end()
        return had, moment

    async def _restore(self, moment: str) -> Logs:
        with self._steps.step("a new data folder is made of the base backup"):
            archive, data = str(self._second.archive), str(self._second.data)
            self._second.run("restore-to", moment, str(self._base), archive, data)
        with self._steps.step("PostgreSQL replays the archive to the moment and opens"):
            self._second.start()
            while await asked(self._second.address, IS_REPLAYING) == "True":
                await asyncio.sleep(0.05)
        async with store_at(self._second.address) as store:
            return {table: await events_of(store, table) for table in (BRISK, OPEN)}

    def _compare(self, had: Logs, restored: Logs) -> None:
        """The restored logs are the beginning of what had happened, as far as the moment."""
        for table, events in restored.items():
            if events != had[table][: len(events)]:
                raise DrillFailed(f"the restored log of {table} is not the beginning of the one that was lost")
            lost, staked = len(had[table]) - len(events), sum(open_stakes(events).values())
            self._steps.tell(f"{table}: {len(events)} events are back, {lost} are lost; {staked} lie on its open round")
        if len(had[BRISK]) == len(restored[BRISK]):
            raise DrillFailed("nothing was lost: the database was not restored to the moment")
        if not open_stakes(restored[OPEN]):
            raise DrillFailed("the bet that was accepted before the moment is missing")

    async def _set_back(self, restored: Logs) -> None:
        step = self._steps.step
        with step("Punto refuses the database, which has lost its end"):
            self._refused()
        with step("punto accept-loss"):
            self._punto("accept-loss", "--key-file", str(self._home / "floor.key"))
        async with store_at(self._second.address) as store:
            with step("Punto opens the floor: shoes are abandoned and revealed, open rounds cancelled"):
                self._server.start()
                since = {table: await self._new_shoe(store, table, events) for table, events in restored.items()}
            wrong = [f"{table}: {each}" for table in restored for each in what_is_wrong(restored[table], since[table])]
            if wrong:
                raise DrillFailed("; ".join(wrong))
            with step(f"patrons bet on {ROUNDS} rounds of a new shoe"):
                async with Patrons(self._server.address, BRISK, PATRONS):
                    await self._rounds(store)
        with step("the floor is closed"):
            if code := self._server.stop():
                raise DrillFailed(f"punto serve ended with {code}")
        with step("punto audit"):
            found = self._punto("audit", "--config", str(FLOOR))
        self._steps.tell(found)

    async def _rounds(self, store: Store) -> None:
        """So many more are settled."""
        played = len(await events_of(store, BRISK))
        await wait_for(
            store, BRISK, played, lambda events: sum(isinstance(each, CoupSettled) for each in events) >= ROUNDS
        )

    async def _heads_reach(self, version: int) -> None:
        """They are written a moment after each commit; on a slow disk that moment may be a second."""
        give_up_at = time.monotonic() + SECONDS_TO_WAIT
        while not (heads := read_heads(self._heads)) or heads.streams[stream_of(BRISK)].version < version:
            if time.monotonic() > give_up_at:
                raise DrillFailed(f"{self._heads} does not follow the floor")
            await asyncio.sleep(0.05)

    async def _new_shoe(self, store: Store, table: str, restored: list[Event]) -> list[Event]:
        """What the floor did at a table until a new shoe lay there and the old one was revealed."""

        def is_so(events: list[Event]) -> bool:
            revealed = {each.shoe for each in events if isinstance(each, ShoeRevealed)}
            return shoe_in_play(restored) in revealed and any(isinstance(each, ShoeOpened) for each in events)

        return await wait_for(store, table, len(restored), is_so)

    def _refused(self) -> None:
        try:
            seconds = self._server.start()
        except ServerDidNotStart as refused:
            if self._server.wait() != COULD_NOT_START or LOST_ITS_END not in str(refused):
                raise DrillFailed(
                    f"punto serve had to refuse the database, and {self._server.condition}: {refused}"
                ) from None
        else:
            raise DrillFailed(f"punto serve had to refuse the database, and opened the floor after {seconds:.1f} s")

    def _punto(self, command: str, *options: str) -> str:
        arguments = [sys.executable, "-m", "punto", command, "--database", self._second.address, *options]
        ran = subprocess.run(arguments, capture_output=True, text=True, check=False)
        if ran.returncode:
            raise DrillFailed(f"punto {command} ended with {ran.returncode}: {ran.stdout}{ran.stderr}")
        return ran.stdout
