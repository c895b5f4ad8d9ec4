"""docs/operating.md names every key of a floor's file and every metric, and its defaults are the real ones."""

import re
from pathlib import Path

import pytest
from msgspec import Struct
from msgspec.structs import asdict

from punto.server.config.demo_floor import demo_floor
from punto.server.config.floor_config import HOUSES, Alarms, HouseRules, Retention, Safety
from punto.server.config.floor_file import FloorEntry, read_floor
from punto.server.config.table_entry import PaceEntry, TableEntry
from punto.server.figures.book_odds import KnownOdds
from punto.server.figures.metrics import Metrics

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "operating.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^#+ (.+?)\n(.*?)(?=^#+ |\Z)", PAGE, flags=re.MULTILINE | re.DOTALL))


@pytest.mark.parametrize(
    ("entry", "section"),
    [
        (TableEntry, "`[[tables]]`"),
        (PaceEntry, "`[[tables]]`"),
        (HouseRules, "`[house]`"),
        (Safety, "`[safety]`"),
        (Alarms, "`[alarms]`"),
        (Retention, "`[retention]`"),
    ],
)
def test_every_key_is_explained(entry: type[Struct], section: str) -> None:
    missing = [name for name in entry.__struct_fields__ if not re.search(rf"\b{name}\b", SECTIONS[section])]
    assert missing == []


def test_every_key_of_the_floor_itself_is_explained() -> None:
    """In the list of keys, or with a part of the page for itself."""
    missing = [
        name for name in FloorEntry.__struct_fields__ if not any(begins + name in PAGE for begins in ("`", "`[", "`[["))
    ]
    assert missing == []


@pytest.mark.parametrize("entry", [Safety(), Alarms(), Retention()], ids=["safety", "alarms", "retention"])
def test_the_defaults_are_the_real_ones(entry: Struct) -> None:
    rows = re.findall(r"^\| (`\w+`(?:, `\w+`)*) \| (`\d+`(?:, `\d+`)*) \|", PAGE, flags=re.MULTILINE)
    written = {
        name.strip("`"): int(value.strip("`"))
        for names, values in rows
        for name, value in zip(names.split(", "), values.split(", "), strict=True)
    }
    real = {name: value for name, value in asdict(entry).items() if isinstance(value, int)}
    assert {name: written.get(name) for name in real} == real


def test_the_presets_are_the_real_ones() -> None:
    rows = {name: values for name, *values in re.findall(r"^\| `(\w+)` \| (\S+) \| (\S+) \| (\S+) \| ", PAGE, re.M)}
    for name in HouseRules.__struct_fields__:
        assert rows[name] == [_written(getattr(house, name)) for house in HOUSES.values()]


def _written(value: object) -> str:
    return "none" if value is None else f"`{str(value).lower()}`"


def test_every_metric_is_explained() -> None:
    page = Metrics(demo_floor(), KnownOdds()).page().decode()
    names = {name.removesuffix("_total") for name in re.findall(r"^# TYPE (punto_\w+)", page, flags=re.MULTILINE)}
    missing = [name for name in names if name not in PAGE and not name.endswith("_created")]
    assert missing == []


def test_the_floor_to_try_the_consoles_has_a_table_that_a_person_deals() -> None:
    (table,) = read_floor(DOCS / "live-floor.toml").tables
    assert table.is_dealt_by_hand
