"""What has changed since a tree was last submitted: the changelog as users read it, and every commit with its class.

A commit's class is the most sensitive part of the product that it touches, by the folders of its files.
"""

import csv
import io
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from punto.analysis.report.blocks import Block, Document, Drawn, Paragraph, Section, Sheet
from punto.lab.release.source_tree import SourceTree, git

CLASSES = (  # the first that a file of the commit begins with
    (
        "generator",
        (
            "src/punto/table/fair_",
            "src/punto/server/tables/house/",
            "src/punto/rules/shoe.py",
            "src/punto/rules/storm.py",
        ),
    ),
    ("rules and pays", ("src/punto/rules/", "src/punto/books/")),
    (
        "money",
        ("src/punto/ledger/", "src/punto/table/money.py", "src/punto/server/cashier/", "src/punto/server/streams/"),
    ),
    ("table", ("src/punto/table/", "src/punto/server/tables/")),
    ("server", ("src/punto/server/",)),
    ("client", ("web/",)),
    ("mathematics", ("src/punto/analysis/", "src/punto/roads/")),
)
OTHER = "documents, tests and tools"
SHOWN = ("generator", "rules and pays", "money")  # listed on the page; the file has them all
LISTED_MAX = 60  # commits of a class on the page
UNBROKEN = "\u2011"  # a hyphen at which no line is broken
COMMIT, FIELD = "\x1e", "\x1f"


@dataclass(frozen=True)
class Commit:
    id: str
    day: str
    kind: str
    subject: str


def commits(tree: SourceTree, since: str | None) -> list[Commit] | None:
    """Newest first; None when there is no history, or no such commit in it."""
    wanted = [f"{since}..HEAD"] if since else ["HEAD"]
    shape = f"--format={COMMIT}%H{FIELD}%cs{FIELD}%s"
    said = git(tree.root, "log", "--no-merges", "--name-only", shape, *wanted, "--")
    return None if said is None else list(_read(said))


def _read(said: str) -> Iterator[Commit]:
    for entry in said.split(COMMIT)[1:]:
        head, _, files = entry.partition("\n")
        commit, day, subject = head.split(FIELD)
        yield Commit(commit, day, kind_of(files.split()), subject)


def kind_of(files: list[str]) -> str:
    return next((kind for kind, starts in CLASSES if any(file.startswith(starts) for file in files)), OTHER)


def as_csv(found: list[Commit]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("commit", "day", "class", "subject"))
    writer.writerows((each.id, each.day, each.kind, each.subject) for each in found)
    return text.getvalue()


def changes_page(tree: SourceTree, found: list[Commit], since: str | None) -> Document:
    counts = Counter(each.kind for each in found)
    order = [*(kind for kind, _ in CLASSES), OTHER]
    return Document(
        title="Changes",
        subtitle="Change list",
        facts=(
            ("From", since or "the first commit: nothing was submitted before"),
            ("To", tree.called),
            ("Commits", f"{len(found):,}, all of them in commits.csv"),
        ),
        summary=(
            Sheet(
                "",
                ("class: the most sensitive part that a commit touches", "commits"),
                tuple((kind, f"{counts[kind]:,}") for kind in order),
                footer=("total", f"{len(found):,}"),
            ),
        ),
        sections=(
            *(Section(f"Commits: {kind}", tuple(_listed(kind, found))) for kind in SHOWN),
            Section("The changelog, for users", tuple(_changelog(tree.root / "CHANGELOG.md"))),
        ),
    )


def _listed(kind: str, found: list[Commit]) -> Iterator[Block]:
    ours = [each for each in found if each.kind == kind]
    rows = tuple((each.day.replace("-", UNBROKEN), each.id[:12], each.subject) for each in ours[:LISTED_MAX])
    if rows:
        yield Sheet("", ("day", "commit", "subject"), rows, first_figure=3)
    if not rows or len(ours) > len(rows):
        yield Paragraph(f"The newest {len(rows)} of {len(ours):,}; commits.csv has all." if rows else "None.")


def _changelog(file: Path) -> Iterator[Block]:
    """Its newest part, as it stands."""
    if not file.is_file():
        yield Paragraph("This tree has no changelog.")
        return
    _, _, after = file.read_text(encoding="utf-8").partition("\n## ")
    yield Drawn(after.partition("\n## ")[0].strip())
