"""A report as one HTML file: no script, no outside file, readable on a screen and on paper."""

from collections.abc import Iterator
from html import escape
from re import sub

from punto.analysis.report.blocks import Block, Document, Drawn, Paragraph, Picture, Section, Sheet, SignOff

STYLE = """
:root { --ink: #1d2433; --faint: #667085; --line: #e3e7ee; --red: #b3263a; --paper: #fff; --band: #f7f8fb; }
* { box-sizing: border-box; }
body { margin: 0; background: #eef0f4; color: var(--ink); }
body { font: 15px/1.5 Inter, Roboto, "Segoe UI", system-ui, sans-serif; }
main { max-width: 1040px; margin: 0 auto; background: var(--paper); padding: 56px 64px 72px; }
header { border-bottom: 3px solid var(--red); padding-bottom: 20px; margin-bottom: 24px; }
header p { margin: 0; color: var(--red); font-weight: 600; font-size: 12px; }
header p { letter-spacing: .08em; text-transform: uppercase; }
h1 { font-size: 34px; line-height: 1.15; margin: 6px 0 0; }
h2 { font-size: 22px; margin: 48px 0 12px; padding-top: 12px; border-top: 1px solid var(--line); }
h3 { font-size: 15px; margin: 28px 0 6px; }
p { max-width: 46em; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 20px; margin: 0 0 28px; }
dt { color: var(--faint); }
dd { margin: 0; overflow-wrap: anywhere; }
dd.code { font-family: ui-monospace, Consolas, monospace; font-size: 13px; }
nav ol { columns: 2; color: var(--faint); padding-left: 1.4em; }
nav a { color: var(--ink); text-decoration: none; border-bottom: 1px solid var(--line); }
.wide { overflow-x: auto; margin: 6px 0 18px; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; font-size: 13.5px; }
table.small { font-size: 11.5px; }
th { text-align: left; font-weight: 600; color: var(--faint); vertical-align: bottom; }
th { border-bottom: 2px solid var(--ink); }
th, td { padding: 4px 8px; }
td { border-bottom: 1px solid var(--line); vertical-align: top; }
tbody tr:nth-child(even) td { background: var(--band); }
.figure { text-align: right; white-space: nowrap; }
.small th.figure { white-space: normal; }
tfoot td { font-weight: 600; border-top: 2px solid var(--ink); border-bottom: 0; }
pre { background: var(--band); padding: 12px 16px; overflow-x: auto; }
pre { font: 13px/1.45 ui-monospace, Consolas, monospace; }
table.signed th { border: 0; font-weight: 400; white-space: nowrap; }
table.signed th:first-child { width: 1%; color: var(--ink); }
table.signed td { height: 46px; border-bottom: 1px solid var(--ink); }
tbody table.signed tr:nth-child(even) td { background: none; }
figure { margin: 18px 0; }
figure svg { width: 100%; height: auto; }
figcaption { color: var(--faint); font-size: 13px; }
@media (max-width: 720px) {
  main { padding: 28px 18px; }
  nav ol { columns: 1; }
  dl { grid-template-columns: 1fr; gap: 0; }
  dd { margin-bottom: 8px; }
}
@page { size: A4; margin: 15mm; }
@media print {
  body { background: none; font-size: 9.5pt; }
  main { max-width: none; padding: 0; }
  .wide { overflow: visible; }
  table { font-size: 8pt; }
  table.small { font-size: 6.5pt; }
  th, td { padding: 2px 4px; }
  figure, table, tr, pre { break-inside: avoid; }
  table:has(tbody tr:nth-child(30)) { break-inside: auto; } /* it would leave a page half empty */
  pre { overflow: visible; white-space: pre-wrap; overflow-wrap: anywhere; }
  thead { display: table-header-group; }
  h2, h3 { break-after: avoid; }
  h2 { margin-top: 28px; }
  p { orphans: 3; widows: 3; }
}
"""
IN_CODE = ("Fingerprint", "Command")


def report_html(document: Document) -> str:
    sections = "".join(_section(number, each) for number, each in enumerate(document.sections, start=1))
    contents = "".join(
        f'<li><a href="#section-{number}">{escape(each.title)}</a></li>'
        for number, each in enumerate(document.sections, start=1)
    )
    facts = "".join(
        f"<dt>{escape(name)}</dt><dd{' class=code' if name in IN_CODE else ''}>{escape(fact)}</dd>"
        for name, fact in document.facts
    )
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(document.title)}: {escape(document.subtitle)}</title>\n"
        f"<style>{STYLE}</style>\n</head>\n<body>\n<main>\n"
        f"<header><p>{escape(document.subtitle)}</p><h1>{escape(document.title)}</h1></header>\n"
        f"<dl>{facts}</dl>\n{''.join(map(_block, document.summary))}\n<nav><ol>{contents}</ol></nav>\n"
        f"{sections}</main>\n</body>\n</html>\n"
    )


def _section(number: int, section: Section) -> str:
    blocks = "\n".join(map(_block, section.blocks))
    return f'<section id="section-{number}">\n<h2>{number}. {escape(section.title)}</h2>\n{blocks}\n</section>\n'


def _block(block: Block) -> str:
    match block:
        case Paragraph(text):
            return f"<p>{escape(text)}</p>"
        case Drawn(text):
            return f"<pre>{escape(text)}</pre>"
        case Picture(svg, words):
            return f"<figure>{_inline(svg)}<figcaption>{escape(words)}</figcaption></figure>"
        case SignOff(roles, words):
            rows = "".join(f"<tr><th>{escape(role)}</th><td></td><td></td><td></td></tr>" for role in roles)
            heads = "".join(f"<th>{name}</th>" for name in ("", "name", "signature", "date"))
            return f'<p>{escape(words)}</p><table class="signed"><tr>{heads}</tr>{rows}</table>'
        case Sheet():
            return "".join(_sheet(block))


def _sheet(sheet: Sheet) -> Iterator[str]:
    if sheet.title:
        yield f"<h3>{escape(sheet.title)}</h3>"
    yield f'<div class="wide"><table{" class=small" if sheet.is_small else ""}>'
    yield f"<thead>{_row(sheet, sheet.heading, 'th')}</thead><tbody>"
    yield from (_row(sheet, row, "td") for row in sheet.rows)
    yield "</tbody>"
    if sheet.footer:
        yield f"<tfoot>{_row(sheet, sheet.footer, 'td')}</tfoot>"
    yield "</table></div>"


def _row(sheet: Sheet, cells: tuple[str, ...], tag: str) -> str:
    made = (
        f"<{tag}{' class=figure' if place >= sheet.first_figure else ''}>{escape(cell)}</{tag}>"
        for place, cell in enumerate(cells)
    )
    return f"<tr>{''.join(made)}</tr>"


def _inline(svg: str) -> str:
    """Without the XML declaration that only a separate file may have; the page sets the size."""
    drawing = svg[svg.index("<svg") :]
    return sub(r'(<svg[^>]*?) width="[^"]*" height="[^"]*"', r"\1", drawing, count=1)
