"""The folder that is handed over: every file with its hash and its purpose, part by part.

A part that could not be made says why. The list is written last, once for people (`index.html`) and once for programs
(`manifest.json`, and `SHA256SUMS` for `sha256sum --check`). Until then `manifest.json` names what has been begun and
says that the pack is not finished, so that the next one can take its place.
"""

from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

import msgspec
from msgspec import Struct

from punto.analysis.report.blocks import Document
from punto.analysis.report.html import report_html

INDEX, MANIFEST, SUMS = "index.html", "manifest.json", "SHA256SUMS"
NEXT_MANIFEST = "manifest.json.next"  # while it is written


class PackFile(Struct, frozen=True):
    path: str
    what: str
    bytes: int
    sha256: str


@dataclass
class Part:
    title: str
    words: str
    files: list[PackFile] = field(default_factory=list)
    found: list[str] = field(default_factory=list)  # results, in one line each
    missing: list[str] = field(default_factory=list)  # what was not made, and why
    failed: list[str] = field(default_factory=list)  # what was tried and did not hold


class FolderIsInUse(Exception):
    """It holds files that are not of a pack."""


class Pack:
    def __init__(self, folder: Path) -> None:
        """Raises FolderIsInUse; the files of an earlier pack, finished or not, are replaced."""
        if not (folder / MANIFEST).is_file() and _holds_something(folder):
            raise FolderIsInUse(f"{folder} is not empty and holds no pack")
        self.folder = folder
        self.parts: list[Part] = []
        _clear(folder)
        folder.mkdir(parents=True, exist_ok=True)
        self._write_unfinished()

    def begin(self, title: str, words: str) -> Part:
        """What is added from now on belongs to this part."""
        self.parts.append(Part(title, words))
        return self.parts[-1]

    @property
    def files(self) -> list[PackFile]:
        return [file for part in self.parts for file in part.files]

    def add(self, path: str, content: bytes, what: str) -> None:
        place = self.folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        self.parts[-1].files.append(PackFile(path, what, len(content), sha256(content).hexdigest()))
        self._write_unfinished()  # first, so that no file is ever without its line
        place.write_bytes(content)

    def add_text(self, path: str, text: str, what: str) -> None:
        self.add(path, text.encode(), what)

    def add_json(self, path: str, value: object, what: str) -> None:
        self.add(path, msgspec.json.format(msgspec.json.encode(value), indent=2) + b"\n", what)

    def add_page(self, path: str, document: Document, what: str) -> None:
        self.add_text(path, report_html(document), what)

    def found(self, line: str) -> None:
        self.parts[-1].found.append(line)

    def missing(self, line: str) -> None:
        self.parts[-1].missing.append(line)

    def failed(self, line: str) -> None:
        self.parts[-1].failed.append(line)

    @property
    def has_failed(self) -> bool:
        return any(part.failed for part in self.parts)

    def write_list(self, index: str, facts: dict[str, str]) -> None:
        """Once everything is there: the index, the manifest, and sums of both and of all files."""
        content = index.encode()
        (self.folder / INDEX).write_bytes(content)
        manifest = self._manifest(facts, is_finished=True)
        sums = [(file.path, file.sha256) for file in self.files]
        sums += [(path, sha256(each).hexdigest()) for path, each in ((INDEX, content), (MANIFEST, manifest))]
        (self.folder / SUMS).write_text("".join(f"{value}  {path}\n" for path, value in sums), encoding="utf-8")
        self._write_manifest(manifest)

    def _manifest(self, facts: dict[str, str], *, is_finished: bool) -> bytes:
        parts = [
            {
                "title": part.title,
                "found": part.found,
                "missing": part.missing,
                "failed": part.failed,
                "files": part.files,
            }
            for part in self.parts
        ]
        value = {"is_finished": is_finished, "pack": facts, "parts": parts}
        return msgspec.json.format(msgspec.json.encode(value), indent=2) + b"\n"

    def _write_unfinished(self) -> None:
        self._write_manifest(self._manifest({}, is_finished=False))

    def _write_manifest(self, content: bytes) -> None:
        """At once or not at all."""
        (self.folder / NEXT_MANIFEST).write_bytes(content)
        (self.folder / NEXT_MANIFEST).replace(self.folder / MANIFEST)


class _Listed(Struct):
    path: str


class _ListedPart(Struct):
    files: list[_Listed]


class _Manifest(Struct):
    parts: list[_ListedPart]


def _holds_something(folder: Path) -> bool:
    """Besides a list of which not even the first was written."""
    return folder.exists() and any(path.name != NEXT_MANIFEST for path in folder.iterdir())


def _clear(folder: Path) -> None:
    """Only what an earlier manifest lists goes: files that somebody added stay."""
    manifest = folder / MANIFEST
    if not manifest.is_file():
        return
    try:
        listed = msgspec.json.decode(manifest.read_bytes(), type=_Manifest)
    except msgspec.MsgspecError:
        raise FolderIsInUse(f"{manifest} is not the list of a pack") from None
    root = folder.resolve()
    for path in (INDEX, SUMS, *(file.path for part in listed.parts for file in part.files)):
        place = (root / path).resolve()
        if place.is_relative_to(root):
            place.unlink(missing_ok=True)
