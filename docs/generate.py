"""Writes the files that are derived from the code; with --check it only says which of them are stale."""

import sys
from dataclasses import replace
from pathlib import Path

from punto.analysis.odds.comparison import pays_text
from punto.analysis.odds.house_edge import book_odds, odds_one_by_one
from punto.analysis.report.help_page import help_page
from punto.books import INTERBLOCK
from punto.books.catalogue import CATALOGUE
from punto.books.find_book import BUILT_IN
from punto.server.protocol.documents.document import protocol_page, schema_text
from punto.server.protocol.documents.english_refusals import english_refusals
from punto.server.protocol.documents.typescript import typescript_files
from punto.server.rest.documents.roles_page import roles_page
from punto.server.rest.documents.typescript import rest_typescript_files

DOCS = Path(__file__).parent
WEB = DOCS.parent / "web" / "src"
TABLE_OF_BETS = "<!-- Counted by `make format`; do not edit below. -->"
GENERATED = "<!-- Generated from the rule book by `make format`; do not edit. -->\n\n"


def generated_files() -> dict[Path, str]:
    rules = {DOCS / "rules" / f"{book.id}.md": GENERATED + help_page(book_odds(book)) for book in BUILT_IN}
    return {
        **rules,
        DOCS / "catalogue.md": catalogue_page(),
        DOCS / "protocol.md": protocol_page(),
        DOCS / "protocol.schema.json": schema_text(),
        DOCS / "roles.md": roles_page(),
        WEB / "words" / "english" / "refusals.generated.ts": english_refusals(),
        **{WEB / "wire" / name: text for name, text in (typescript_files() | rest_typescript_files()).items()},
    }


def catalogue_page() -> str:
    """The text up to its table is written by hand, the table is counted."""
    text, heading, _ = (DOCS / "catalogue.md").read_text(encoding="utf-8").partition(TABLE_OF_BETS)
    book = replace(INTERBLOCK, id="catalogue", bets=tuple(entry.bet for entry in CATALOGUE))
    rows = ["| bet | pays | published edge % | ours | winning orderings | source |", "| --- " * 6 + "|"]
    for entry, odds in zip(CATALOGUE, odds_one_by_one(book), strict=True):
        ways = " · ".join(f"{line.ways:,}" for line in odds.lines if line.pays > 0)
        edges = f"{entry.edge or '–'} | {float(odds.house_edge * 100):.4f}"
        rows.append(f"| `{entry.bet.id}` {entry.bet.title} | {pays_text(odds)} | {edges} | {ways} | {entry.source} |")
    return f"{text}{heading}\n\n" + "".join(f"{row}\n" for row in rows)


def main(*, is_check: bool) -> int:
    stale = [
        (path, text)
        for path, text in generated_files().items()
        if not path.exists() or path.read_text(encoding="utf-8") != text
    ]
    for path, text in stale:
        if is_check:
            sys.stderr.write(f"{path.relative_to(DOCS.parent)} is stale: run `make format`\n")
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    return 1 if is_check and stale else 0


if __name__ == "__main__":
    sys.exit(main(is_check="--check" in sys.argv[1:]))
