"""The patron's screen over HTTP: a page that is never kept, files that are kept for ever, any path of a bigger site."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from punto.server.rest.pages import client
from tests.server.rest.test_floor_pages import DEMO, OpenFloor, on_the_demo

INDEX = '<meta name="punto-base" content="" /><script type="module" src="./assets/index-1a2b.js"></script>'
SCRIPT = "console.log(1);" * 100


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "client"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text(INDEX)
    for name in ("staff", "display"):
        (folder / f"{name}.html").write_text(INDEX.replace("index-1a2b", name))
    (folder / "assets" / "index-1a2b.js").write_text(SCRIPT)
    (folder / "icon.svg").write_text("<svg/>")
    monkeypatch.setattr(client, "INSTALLED", folder)
    return folder


@pytest.mark.usefixtures("built")
def test_the_page_is_asked_for_again_and_its_files_are_kept_for_ever(tmp_path: Path) -> None:
    async def look(floor: OpenFloor) -> None:
        page = await floor.get("/")
        assert (page.text, page.headers["cache-control"]) == (INDEX.replace('"./', '"/'), "no-cache")
        script = await floor.get("/assets/index-1a2b.js")
        assert (script.text, script.headers["content-encoding"]) == (SCRIPT, "gzip")
        assert script.headers["content-type"].startswith("text/javascript")
        assert "immutable" in script.headers["cache-control"]

    on_the_demo(tmp_path, look)


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize(
    ("path", "script"),
    [
        ("/staff", "staff"),
        ("/staff/deal/lotus-live", "staff"),
        ("/staff/patrons/a1b2/statement", "staff"),
        ("/display/lotus-live", "display"),
    ],
)
def test_consoles_and_displays_have_pages_of_their_own(tmp_path: Path, path: str, script: str) -> None:
    async def look(floor: OpenFloor) -> None:
        page = await floor.get(path)
        assert (page.status_code, page.headers["cache-control"]) == (200, "no-cache")
        assert f'src="/assets/{script}.js"' in page.text

    on_the_demo(tmp_path, look)


@pytest.mark.usefixtures("built")
def test_who_takes_no_gzip_gets_the_plain_file(tmp_path: Path) -> None:
    async def look(floor: OpenFloor) -> None:
        script = await floor.get("/assets/index-1a2b.js", accept_encoding="identity")
        assert (script.text, script.headers.get("content-encoding")) == (SCRIPT, None)

    on_the_demo(tmp_path, look)


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize("path", ["/punto/", "/punto"])
def test_under_a_path_the_page_names_it(tmp_path: Path, path: str) -> None:
    async def look(floor: OpenFloor) -> None:
        page = (await floor.get(path)).text
        assert 'content="/punto"' in page
        assert 'src="/punto/assets/index-1a2b.js"' in page
        assert (await floor.get("/punto/assets/index-1a2b.js")).status_code == 200

    on_the_demo(tmp_path, look, replace(DEMO, public_url="http://floor/punto"))


@pytest.mark.parametrize(
    "path", ["/assets/..%2Findex.html", "/assets/index.html", "/assets/nothing.js", "/icon-192.png"]
)
@pytest.mark.usefixtures("built")
def test_only_what_was_built_is_there(tmp_path: Path, path: str) -> None:
    async def look(floor: OpenFloor) -> None:
        assert (await floor.get(path)).status_code == 404

    on_the_demo(tmp_path, look)


def test_a_new_build_is_read_again(built: Path, tmp_path: Path) -> None:
    async def look(floor: OpenFloor) -> None:
        await floor.get("/icon.svg")
        (built / "icon.svg").write_text("<svg>new</svg>")
        (built / "index.html").write_text(INDEX + " ")
        assert (await floor.get("/icon.svg")).text == "<svg>new</svg>"

    on_the_demo(tmp_path, look)


def test_without_a_built_client_the_plain_page_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "INSTALLED", tmp_path)
    monkeypatch.setattr(client, "BUILT_HERE", tmp_path)

    async def look(floor: OpenFloor) -> None:
        assert DEMO.name in (await floor.get("/")).text

    on_the_demo(tmp_path, look)
