"""The first page of a pack: what is in it, what was found, what is missing, and the hash of every file."""

from collections.abc import Mapping
from html import escape

from punto.analysis.report.html import STYLE
from punto.lab.pack import MANIFEST, SUMS, Pack, PackFile, Part

OWN_STYLE = """
.found::before { content: "✓ "; color: #217a46; font-weight: 700; }
.missing { color: var(--faint); } .missing::before { content: "– "; font-weight: 700; }
.failed { color: var(--red); font-weight: 600; } .failed::before { content: "✗ "; }
.found, .missing, .failed { margin: 4px 0; max-width: none; }
table { table-layout: fixed; }
th:nth-child(1) { width: 33%; } th:nth-child(3) { width: 90px; } th:nth-child(4) { width: 130px; }
td { overflow-wrap: anywhere; } td code { font: 12px ui-monospace, Consolas, monospace; }
td a { color: var(--ink); } td.figure code { cursor: help; }
.sums { columns: 1; } .sums p { font: 11px/1.5 ui-monospace, Consolas, monospace; margin: 0; max-width: none; }
@media print { table { break-inside: auto; } }
"""
SUM_SHOWN = 12


def index_page(pack: Pack, facts: Mapping[str, str]) -> str:
    listed = "".join(
        f"<dt>{escape(name)}</dt><dd{' class=code' if name == 'Command' else ''}>{escape(fact)}</dd>"
        for name, fact in facts.items()
    )
    parts = "\n".join(_part(number, part) for number, part in enumerate(pack.parts, start=1))
    sums = "".join(f"<p>{file.sha256}  {escape(file.path)}</p>" for file in pack.files)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>Pack for the test house</title>\n<style>{STYLE}{OWN_STYLE}</style>\n</head>\n<body>\n<main>\n"
        "<header><p>For the test house</p><h1>What this pack holds</h1></header>\n"
        f"<dl>{listed}</dl>\n"
        f"<p>{len(pack.files)} files. <a href={MANIFEST}>{MANIFEST}</a> lists them for programs, and "
        f"<a href={SUMS}>{SUMS}</a> for <code>sha256sum --check</code>. ✓ marks what was found to hold, ✗ what was "
        "not, and – what is not here, with the reason.</p>\n"
        f"{parts}\n<section><h2>SHA-256 of every file</h2><div class=sums>{sums}</div></section>\n"
        "</main>\n</body>\n</html>\n"
    )


def _part(number: int, part: Part) -> str:
    lines = "".join(
        f'<p class="{kind}">{escape(line)}</p>'
        for kind, said in (("failed", part.failed), ("found", part.found), ("missing", part.missing))
        for line in said
    )
    rows = "".join(map(_row, part.files))
    heading = "<tr><th>file</th><th>what it is</th><th class=figure>bytes</th><th class=figure>SHA-256</th></tr>"
    table = f"<table><thead>{heading}</thead><tbody>{rows}</tbody></table>" if rows else ""
    return (
        f"<section>\n<h2>{number}. {escape(part.title)}</h2>\n<p>{escape(part.words)}</p>\n{lines}\n{table}\n</section>"
    )


def _row(file: PackFile) -> str:
    path = escape(file.path)
    return (
        f'<tr><td><a href="{path}">{path}</a></td><td>{escape(file.what)}</td><td class="figure">{file.bytes:,}</td>'
        f'<td class="figure"><code title="{file.sha256}">{file.sha256[:SUM_SHOWN]}…</code></td></tr>'
    )
