"""The folder that is handed over, and its lists."""

import json
from hashlib import sha256
from pathlib import Path

import pytest

from punto.lab.index_page import index_page
from punto.lab.pack import FolderIsInUse, Pack


def filled(folder: Path) -> Pack:
    pack = Pack(folder)
    pack.begin("Logs", "What happened.")
    pack.add_text("logs/a.txt", "one\n", "A log <b>")
    pack.found("All is well.")
    pack.begin("Builds", "What was built.")
    pack.missing("No sources.")
    facts = {"Books": "sa"}
    pack.write_list(index_page(pack, facts), facts)
    return pack


def test_every_file_is_listed_with_its_hash(tmp_path: Path) -> None:
    filled(tmp_path / "pack")
    manifest = json.loads((tmp_path / "pack" / "manifest.json").read_text())
    (file,) = manifest["parts"][0]["files"]
    assert file == {"path": "logs/a.txt", "what": "A log <b>", "bytes": 4, "sha256": sha256(b"one\n").hexdigest()}
    assert manifest["parts"][1]["missing"] == ["No sources."]
    lines = [line.split("  ") for line in (tmp_path / "pack" / "SHA256SUMS").read_text().splitlines()]
    assert {name: value for value, name in lines} == {
        name: sha256((tmp_path / "pack" / name).read_bytes()).hexdigest()
        for name in ("logs/a.txt", "index.html", "manifest.json")
    }


def test_the_index_says_what_was_found_and_what_is_missing(tmp_path: Path) -> None:
    filled(tmp_path / "pack")
    page = (tmp_path / "pack" / "index.html").read_text()
    assert '<p class="found">All is well.</p>' in page
    assert '<p class="missing">No sources.</p>' in page
    assert '<a href="logs/a.txt">' in page
    assert "A log &lt;b&gt;" in page


def test_an_earlier_pack_is_replaced_and_what_somebody_added_stays(tmp_path: Path) -> None:
    folder = tmp_path / "pack"
    filled(folder)
    (folder / "notes.txt").write_text("ours")
    pack = Pack(folder)
    pack.begin("Logs", "")
    pack.write_list("", {})
    assert sorted(path.name for path in folder.rglob("*") if path.is_file()) == [
        "SHA256SUMS",
        "index.html",
        "manifest.json",
        "notes.txt",
    ]


def test_an_unfinished_pack_says_so_and_the_next_one_takes_its_place(tmp_path: Path) -> None:
    folder = tmp_path / "pack"
    pack = Pack(folder)
    pack.begin("Logs", "What happened.")
    pack.add_text("logs/b.txt", "two\n", "A log")
    assert not (folder / "index.html").exists()
    assert json.loads((folder / "manifest.json").read_text())["is_finished"] is False
    filled(folder)
    assert json.loads((folder / "manifest.json").read_text())["is_finished"] is True
    assert not (folder / "logs" / "b.txt").exists()


def test_a_file_that_was_half_written_is_listed_already(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "pack"
    pack = Pack(folder)
    pack.begin("Logs", "")
    written = Path.write_bytes

    def broken_off(place: Path, content: bytes) -> int:
        written(place, content)
        if place.name == "b.txt":
            raise KeyboardInterrupt
        return len(content)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_bytes", broken_off)
        with pytest.raises(KeyboardInterrupt):
            pack.add_text("logs/b.txt", "two\n", "A log")
    filled(folder)
    assert not (folder / "logs" / "b.txt").exists()


def test_a_pack_that_ended_before_its_first_list_was_whole_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "manifest.json.next").write_text('{"is_fin')
    filled(tmp_path)
    assert not (tmp_path / "manifest.json.next").exists()


@pytest.mark.parametrize("manifest", [None, "[]", '{"parts": [{"files": [{"path": 3}]}]}'])
def test_a_folder_that_holds_something_else_is_left_alone(tmp_path: Path, manifest: str | None) -> None:
    (tmp_path / "letters.txt").write_text("dear")
    if manifest is not None:
        (tmp_path / "manifest.json").write_text(manifest)
    with pytest.raises(FolderIsInUse):
        Pack(tmp_path)
    assert (tmp_path / "letters.txt").read_text() == "dear"


def test_a_list_that_points_outside_the_pack_removes_nothing_there(tmp_path: Path) -> None:
    outside = tmp_path / "letters.txt"
    outside.write_text("dear")
    folder = tmp_path / "pack"
    folder.mkdir()
    (folder / "manifest.json").write_text('{"parts": [{"files": [{"path": "../letters.txt"}]}]}')
    Pack(folder)
    assert outside.exists()


def test_a_pack_has_failed_when_one_part_has(tmp_path: Path) -> None:
    pack = filled(tmp_path / "pack")
    assert not pack.has_failed
    pack.failed("Two builds differ.")
    assert pack.has_failed
