"""docs/architecture.md names only what exists: every file, function and room; and its walks are as short as it says."""

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CORE, CLIENT = ROOT / "src" / "punto", ROOT / "web" / "src"
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
QUOTED = re.sub(r"```.*?```", "", PAGE, flags=re.DOTALL)
NAMED = sorted(set(re.findall(r"`([\w./-]+\.(?:py|ts|svelte|toml|md|json))(?::([\w.]+))?`", QUOTED)))
LINKED = sorted(set(re.findall(r"\]\(([\w./-]+)(?:#[\w-]+)?\)", PAGE)))


def found(path: str) -> Path | None:
    """Python paths begin at src/punto, client paths at web/src, all others at the root."""
    places = (CORE / path, CLIENT / path, ROOT / path)
    return next((place for place in places if place.exists()), None)


def names_in(file: Path) -> set[str]:
    """Functions, classes, methods and assigned names, methods as `Class.method`."""
    return set(_names(ast.parse(file.read_text(encoding="utf-8")).body, ""))


def _names(body: list[ast.stmt], inside: str) -> list[str]:
    names = []
    for each in body:
        match each:
            case ast.ClassDef():
                names += [inside + each.name, *_names(each.body, f"{each.name}.")]
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                names.append(inside + each.name)
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                names.append(inside + name)
            case _:
                pass
    return names


@pytest.mark.parametrize(("path", "name"), NAMED, ids=lambda each: each)
def test_a_named_file_and_function_exists(path: str, name: str) -> None:
    file = found(path)
    assert file is not None, f"{path} is not in src/punto, web/src or the repository"
    if name and file.suffix == ".py":
        assert name in names_in(file), f"{path} has no {name}"
    elif name:
        assert re.search(rf"\b{name}\b", file.read_text(encoding="utf-8")), f"{path} has no {name}"


@pytest.mark.parametrize("path", LINKED)
def test_a_linked_page_exists(path: str) -> None:
    assert (ROOT / "docs" / path).exists()


def test_names_alone_are_functions_or_methods_of_a_file_on_the_page() -> None:
    """Such as `TableTask._step` after its file was named."""
    files = [found(path) for path, _ in NAMED]
    known = {name for file in files if file is not None and file.suffix == ".py" for name in names_in(file)}
    alone = set(re.findall(r"`([A-Z]\w+\.[a-z_]\w+)`", QUOTED))
    fields = {"Request.at", "DrawingRule.is_natural_stop", "Socket.hold"}
    assert alone - known - fields == set()


def test_every_row_has_the_columns_of_its_table() -> None:
    rows = re.findall(r"^\|.*\|$", PAGE, flags=re.MULTILINE)
    tables = re.findall(r"(?:^\|.*\|\n)+", PAGE, flags=re.MULTILINE)
    widths = [{row.count("|") for row in table.splitlines()} for table in tables]
    assert sum(table.count("\n") for table in tables) == len(rows)
    assert [width for width in widths if len(width) > 1] == []


def test_every_package_and_room_is_on_the_map() -> None:
    rooms = {folder.parent.relative_to(CORE).as_posix() for folder in CORE.rglob("__init__.py")} - {".", "server"}
    assert {room for room in rooms if f"`{room}`" not in QUOTED} == set()


def test_every_room_of_the_client_is_on_the_map() -> None:
    listed = re.findall(r'^  "?([\w./-]+)"?: "', (CLIENT / "rooms.ts").read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert {room for room in listed if room != "." and f"`{room}`" not in QUOTED} == set()


def test_the_order_of_imports_is_the_contract() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    orders = [
        " > ".join(re.sub(r"[()]|punto\.", "", layer) for layer in contract["layers"])
        for contract in contracts
        if contract["type"] == "layers"
    ]
    assert [order for order in orders if order not in PAGE] == []


@pytest.mark.parametrize(("heading", "at_most"), [("A bet", 25), ("A cash-out", 12)])
def test_a_walk_passes_through_few_files_and_says_how_many(heading: str, at_most: int) -> None:
    walk = walk_on_the_page(heading)
    steps = re.findall(r"^(\d+)\. `([\w./]+\.py)|^(\d+)\. Back", walk, flags=re.MULTILINE)
    assert [int(first or second) for first, _, second in steps] == list(range(1, len(steps) + 1))
    assert len({file for _, file, _ in steps}) == len(steps)
    assert len(steps) <= at_most
    assert f"{len(steps)} files" in walk


# --- the walks, traced ------------------------------------------------------------------------------------------------

IN_THE_WRITER = {"server/store/sqlite/writer.py", "server/store/sqlite/store.py", "server/store/sqlite/batch.py"}


@pytest.fixture(scope="module")
def traced() -> dict[str, set[str]]:
    """The files that a real bet and a real cash-out pass through."""
    told = subprocess.run([sys.executable, "-m", "dev.walk"], cwd=ROOT, capture_output=True, text=True, check=True)
    walks = re.findall(r"^(bet|cash-out): \d+ files\n((?: .*\n)+)", told.stdout, flags=re.MULTILINE)
    return {name: set(re.findall(r"[\w/]+\.py", lines)) for name, lines in walks}


def walk_on_the_page(heading: str) -> str:
    return PAGE.split(f"### {heading}\n")[1].split("\n### ")[0]


def main_line(heading: str) -> set[str]:
    return set(re.findall(r"^\d+\. `([\w./]+\.py)", walk_on_the_page(heading), flags=re.MULTILINE))


def test_a_real_bet_passes_through_the_files_on_the_page_and_no_others(traced: dict[str, set[str]]) -> None:
    assert main_line("A bet") - IN_THE_WRITER <= traced["bet"]
    assert {file for file in traced["bet"] if f"`{file}" not in walk_on_the_page("A bet")} == set()


def test_a_real_cash_out_passes_through_the_files_on_the_page(traced: dict[str, set[str]]) -> None:
    assert main_line("A cash-out") - IN_THE_WRITER <= traced["cash-out"]
