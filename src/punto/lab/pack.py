"""The folder that is handed over: every file with its hash and its purpose, part by part.

A part that could not be made says why. The list is written last, once for people (`index.html`) and once for programs
(`manifest.json`, and `SHA256SUMS` for `sha256sum --check`).
"""

from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

import msgspec
from msgspec import Struct

from punto.analysis.report.blocks import Document
from punto.analysis.report.html import report_html

INDEX, MANIFEST, SUMS = "index.html", "manifest.json", "SHA256SUMS"


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
        """Raises FolderIsInUse; the files of an earlier pack are replaced."""
        if folder.exists() and any(folder.iterdir()) and not (folder / MANIFEST).is_file():
            raise FolderIsInUse(f"{folder} is not empty and holds no pack")
        self.folder = folder
        self.parts: list[Part] = []
        _clear(folder)
        folder.mkdir(parents=True, exist_ok=True)

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
        place.write_bytes(content)
        self.parts[-1].files.append(PackFile(path, what, len(content), sha256(content).hexdigest()))

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
        files = [*self.files]
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
        for path, content in (
            (INDEX, index.encode()),
            (MANIFEST, msgspec.json.format(msgspec.json.encode({"pack": facts, "parts": parts}), indent=2) + b"\n"),
        ):
            (self.folder / path).write_bytes(content)
            files.append(PackFile(path, "", len(content), sha256(content).hexdigest()))
        (self.folder / SUMS).write_text("".join(f"{file.sha256}  {file.path}\n" for file in files), encoding="utf-8")


class _Listed(Struct):
    path: str


class _ListedPart(Struct):
    files: list[_Listed]


class _Manifest(Struct):
    parts: list[_ListedPart]


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
    manifest.unlink()
