"""A report as PDF, typeset by typst, which comes as one wheel and needs nothing else installed."""

import json
from collections.abc import Iterator
from pathlib import Path

from punto.analysis.report.blocks import Block, Document, Drawn, Paragraph, Picture, Section, Sheet

PREAMBLE = """
#let ink = rgb("#1d2433")
#let faint = rgb("#667085")
#let rule = rgb("#d5dae3")
#let red = rgb("#b3263a")
#set document(title: TITLE, date: none)
#set page(
  paper: "a4", margin: (x: 16mm, top: 18mm, bottom: 18mm),
  footer: context text(8pt, fill: faint)[#TITLE #h(1fr) #counter(page).display("1 / 1", both: true)],
)
#set text(font: ("Roboto", "DejaVu Sans Mono"), size: 9pt, fill: ink, number-width: "tabular")
#set par(leading: 0.62em, spacing: 0.95em)
#set heading(numbering: (..numbers) => if numbers.pos().len() == 1 { numbering("1.", ..numbers) })
#show heading.where(level: 1): it => {
  let over = (stroke: (top: 0.6pt + rule), inset: (top: 8pt), width: 100%)
  block(above: 22pt, below: 10pt, sticky: true, ..over, text(15pt, it))
}
#show heading.where(level: 2): it => block(above: 12pt, below: 5pt, sticky: true, text(10pt, it))
#show raw: set text(font: "DejaVu Sans Mono", size: 7.6pt)
#let sheet(columns, figures, heading, rows, footer, size) = {
  set text(size)
  table(
    columns: columns, stroke: none, inset: (x: 3.2pt, y: 2.6pt),
    align: (column, row) => (if column >= figures { right } else { left }) + (if row == 0 { bottom } else { top }),
    fill: (_, row) => if row > 0 and calc.even(row) { rgb("#f7f8fb") },
    table.header(..heading.map(cell => text(weight: "bold", fill: faint, cell))),
    table.hline(y: 1, stroke: 0.9pt + ink),
    ..rows.flatten(),
    ..if footer.len() > 0 { (table.hline(stroke: 0.9pt + ink), ..footer.map(cell => text(weight: "bold", cell))) },
  )
}
#let fact(name, value, code) = (text(fill: faint, name), if code { raw(value) } else { value })
"""
IN_CODE = ("Fingerprint", "Command")
SIZE, SMALL_SIZE, TINY_SIZE = "8pt", "6.8pt", "5.8pt"
ROWS_TOGETHER_MAX = 12  # a longer table may break across pages
COLUMNS_SMALL_MAX = 12  # a wider table is set in the smallest size


def report_pdf(document: Document) -> bytes:
    import font_roboto  # loaded only for a PDF
    import typst

    files = {"main.typ": _source(document).encode()}
    for number, picture in enumerate(_pictures(document)):
        files[f"picture-{number}.svg"] = picture.svg.encode()
    folder = str(Path(font_roboto.font_files["Roboto"]).parent)
    made: bytes = typst.compile(  # type: ignore[call-overload] # its stub does not know that files can be given so
        files, format="pdf", font_paths=[folder], ignore_system_fonts=True
    )
    return made


def _pictures(document: Document) -> list[Picture]:
    return [block for section in document.sections for block in section.blocks if isinstance(block, Picture)]


def _source(document: Document) -> str:
    title = _text(f"{document.title}: {document.subtitle}")
    facts = ", ".join(
        f"..fact({_text(name)}, {_text(fact)}, {'true' if name in IN_CODE else 'false'})"
        for name, fact in document.facts
    )
    pictures = {id(picture): number for number, picture in enumerate(_pictures(document))}
    parts = [
        PREAMBLE.replace("TITLE", title),
        f'#text(8pt, fill: red, weight: "bold", tracking: 0.8pt, upper({_text(document.subtitle)}))\n',
        f'#v(-4pt)\n#text(22pt, weight: "bold", {_text(document.title)})\n',
        "#v(-6pt)\n#line(length: 100%, stroke: 1.6pt + red)\n",
        f"#grid(columns: (auto, 1fr), column-gutter: 14pt, row-gutter: 6pt, {facts})\n#v(6pt)\n",
        *(_block(block, pictures) for block in document.summary),
        "" if document.is_short else "#pagebreak()\n",
        *(part for section in document.sections for part in _section(section, pictures)),
    ]
    return "\n".join(parts)


def _section(section: Section, pictures: dict[int, int]) -> Iterator[str]:
    yield f"#heading(level: 1, {_text(section.title)})"
    yield from (_block(block, pictures) for block in section.blocks)


def _block(block: Block, pictures: dict[int, int]) -> str:
    match block:
        case Paragraph(text):
            return f"#par({_text(text)})"
        case Drawn(text):
            return f'#block(fill: rgb("#f7f8fb"), inset: 8pt, raw(block: true, {_text(text)}))'
        case Picture():
            drawn = f'#image("picture-{pictures[id(block)]}.svg", width: 88%)'
            return f"{drawn}\n#text(8pt, fill: faint, {_text(block.words)})"
        case Sheet():
            return _sheet(block)


def _sheet(sheet: Sheet) -> str:
    size = SIZE if not sheet.is_small else SMALL_SIZE if len(sheet.heading) <= COLUMNS_SMALL_MAX else TINY_SIZE
    columns = ", ".join(["1fr", *["auto"] * (len(sheet.heading) - 1)])
    rows = "".join(f"{_tuple(row)}, " for row in sheet.rows)
    made = (
        f"#sheet(({columns}), {sheet.first_figure}, {_tuple(sheet.heading)}, ({rows}), {_tuple(sheet.footer)}, {size})"
    )
    titled = f"#heading(level: 2, {_text(sheet.title)})\n{made}" if sheet.title else made
    return f"#block(breakable: false)[{titled}]" if len(sheet.rows) <= ROWS_TOGETHER_MAX else titled


def _tuple(cells: tuple[str, ...]) -> str:
    return f"({''.join(f'{_text(cell)}, ' for cell in cells)})"


def _text(text: str) -> str:
    """A typst string; its escapes are those of JSON for everything a report can contain."""
    return json.dumps(text, ensure_ascii=False)
