"""A floor with storms, played at random: everything agrees, and a storm or a fee that was changed is found."""

import asyncio
import json
import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace

from punto.books import STORM
from punto.server.keeping.inspection.findings import Findings
from punto.server.store.sqlite.in_process import SqliteInProcess
from punto.table.config import BetLimit
from punto.table.events import CardsStruck, CoupCancelled, CoupSettled, CoupVoided
from punto.table.stored.event_codec import decode_event
from punto.trials.torture.floor import TABLES
from tests.server.keeping import test_backup
from tests.server.keeping.damage import change_event, inspect, lines
from tests.server.store import test_archive

JADE = "table:jade"
LIMITS = {bet.id: BetLimit(100, 1_000) for bet in STORM.bets}
STORMY = [
    (replace(config, book="storm", denominations=(100,), chips=(1,), limits=LIMITS), STORM) for config, _ in TABLES
]
STEPS = 700


@pytest.fixture(scope="module")
def stormy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("stormy") / "floor.db"

    async def filled() -> None:
        store = SqliteInProcess(file)
        await (await test_archive.KeptStore(store, seed=5).open()).play(STEPS)
        await store.close()

    with pytest.MonkeyPatch.context() as patch:
        for module in (test_backup, test_archive):
            patch.setattr(module, "TABLES", STORMY)
        asyncio.run(filled())
    return file


def findings_after(file: Path, kind: str, change: str, to: str) -> Findings:
    change_event(file, JADE, kind, lambda event: event.update(json.loads(json.dumps(event).replace(change, to))))
    return inspect(file)[1]


def test_nothing_is_wrong_with_it(stormy: Path) -> None:
    inspected, findings = inspect(stormy)
    assert lines(findings) == []
    assert min(inspected.shoes, inspected.coups, inspected.plays) > 5

    async def events() -> list[object]:
        store = SqliteInProcess(stormy)
        found = [decode_event(each.body) for each in await store.read(JADE)]
        balances = await store.every_balance()
        await store.close()
        assert balances["fees:EUR"] > 0
        return [*found]

    found = asyncio.run(events())
    assert {type(event) for event in found} >= {CardsStruck, CoupSettled, CoupCancelled, CoupVoided}
    assert any(wager.fee for event in found if isinstance(event, CoupSettled) for wager in event.wagers)


@pytest.mark.parametrize(
    ("kind", "change", "to", "says"),
    [
        ("CardsStruck", "x2", "x8", "its storm"),
        ("CardsStruck", "x2", "x8", "struck cards"),
        ("CoupSettled", '"fee": 20', '"fee": 40', ", fee"),
        ("CoupVoided", '"fee": -', '"fee": -1', ": fees"),
    ],
)
def test_what_was_changed_is_found(stormy: Path, tmp_path: Path, kind: str, change: str, to: str, says: str) -> None:
    file = Path(shutil.copy(stormy, tmp_path / "floor.db"))
    found = lines(findings_after(file, kind, change, to))
    assert any(says in line for line in found), found
