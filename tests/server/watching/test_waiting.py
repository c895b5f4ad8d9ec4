"""What waits for a supervisor at a place where patrons have tables of their own: each thing once, with its own age."""

import asyncio
from fractions import Fraction

from msgspec.structs import replace

from punto.server.figures.deviation import Figures
from punto.server.tables.table_watch import Crowd, WatchedTable, watched
from punto.server.watching.names import Names
from punto.server.watching.waiting import Seen, waits_at
from punto.table.state import Table
from tests.server.watching.supervised_floor import DEMO, OWN

FAR_ABOVE = Figures(rounds=100, handle=10_000, returned=5_000, theory=Fraction(100), variance=10_000.0)
FINE: WatchedTable = watched(
    Table(OWN, DEMO.book_of(OWN)), Crowd(version=1, patrons=1, bots=0, fields=(), out_of_order=None)
)
BROKEN = replace(FINE, out_of_order="out_of_order")


async def _nobody(_: str) -> str:
    return ""


def test_a_place_with_many_tables_strays_once_and_each_broken_table_keeps_its_age() -> None:
    seen, names = Seen(), Names(_nobody, lambda: 0)
    tables = {f"{OWN.id}@ann": FINE, f"{OWN.id}@bob": BROKEN, f"{OWN.id}@cat": BROKEN, f"{OWN.id}@dan": FINE}
    first = asyncio.run(waits_at(OWN, tables, FAR_ABOVE, names, seen, now=1_000))
    later = asyncio.run(waits_at(OWN, tables, FAR_ABOVE, names, seen, now=2_000))
    assert sorted(each.about for each in first) == ["out_of_order", "out_of_order", "return"]
    assert len({each.id for each in first}) == 3
    assert [(each.id, each.since) for each in later] == [(each.id, each.since) for each in first]
