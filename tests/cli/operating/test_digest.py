"""`punto digest`: the digest here, and how it differs from the floor's last one."""

import asyncio
import json
from pathlib import Path

import msgspec

from punto.server.config.demo_floor import demo_floor
from punto.server.floor.digests import LAST, RECORD, ListedDigest
from punto.server.keeping.digest import SETTINGS, SETTINGS_OF_TABLE, SETTINGS_SHARED, Digest
from punto.server.store.sqlite.in_process import SqliteInProcess
from tests.cli.terminal import Terminal


def keep(file: Path, digest: Digest | None) -> None:
    async def run() -> None:
        store = SqliteInProcess(file)
        if digest is not None:
            await store.keep_record(RECORD, LAST, msgspec.json.encode(ListedDigest(1, digest)))
        await store.close()

    asyncio.run(run())


def test_a_digest_lists_its_parts_and_is_compared_with_the_floors_last(terminal: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "floor.db"
    keep(file, None)
    ran = terminal.run("digest", "--json")
    told = json.loads(ran.printed)
    assert (ran.code, told["changes"]) == (0, None)
    parts: dict[str, str] = told["parts"]
    assert Digest(parts).hash == told["hash"]
    assert {"program rules/coup.py", "library msgspec", *(f"book {book.id}" for book in demo_floor().books)} <= set(
        parts
    )
    ran = terminal.run("digest", "--database", str(file))
    assert (ran.code, ran.refused) == (2, "punto: digest: this floor has taken no digest yet\n")
    in_force = {name: "as the command line has it" for name in parts if "settings in force" in name}
    of_tables = {f"{SETTINGS_OF_TABLE}{table.id}" for table in demo_floor().tables}
    assert in_force.keys() >= {SETTINGS, SETTINGS_SHARED, *of_tables}
    keep(file, Digest(parts | in_force))
    ran = terminal.run("digest", "--database", str(file))
    assert ran.code == 0
    assert ran.printed.endswith("Nothing has changed since the floor's last digest.\n")
    keep(file, Digest(parts | {"program rules/coup.py": "00"}))
    ran = terminal.run("digest", "--database", str(file))
    assert (ran.code, ran.printed.splitlines()[1:]) == (1, ["program rules/coup.py: changed"])
