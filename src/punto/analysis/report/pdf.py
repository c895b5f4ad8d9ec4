"""A report as PDF, typeset by typst, which comes as one wheel and needs nothing else installed.

It is set twice: first only to measure how high every block is, then page by page as `pages` has decided.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil
from pathlib import Path
from re import findall
from typing import Any

from punto.analysis.report.blocks import Block, Document, Drawn, Paragraph, Picture, Sheet, SignOff
from punto.analysis.report.pages import Page, Part, pages

PREAMBLE = """
#let ink = rgb("#1d2433")
#let faint = rgb("#667085")
#let rule = rgb("#d5dae3")
#let red = rgb("#b3263a")
#set document(title: TITLE, date: none)
#set page(
  paper: "a4", margin: (x: 16mm, top: 16mm, bottom: 18mm),
  footer: context text(8pt, fill: faint)[#TITLE #h(1fr) #counter(page).display("1 / 1", both: true)],
)
#set text(font: ("Roboto", "DejaVu Sans Mono"), size: 9pt, fill: ink, number-width: "tabular")
#set par(leading: 0.62em, spacing: 0.95em)
#set heading(numbering: (..numbers) => if numbers.pos().len() == 1 { numbering("1.", ..numbers) })
#show heading.where(level: 1): it => {
  let over = (stroke: (top: 0.6pt + rule), inset: (top: 8pt), width: 100%)
  block(above: 0pt, below: 10pt, ..over, text(15pt, it))
}
#show heading.where(level: 2): it => block(above: 0pt, below: 5pt, text(10pt, it))
#show raw: set text(font: "DejaVu Sans Mono", size: 7.6pt)
#let sheet(columns, figures, heading, rows, footer, size) = {
  set text(size)
  table(
    columns: columns, stroke: none, inset: (x: 3.2pt, y: 2.5pt),
    align: (column, row) => (if column >= figures { right } else { left }) + (if row == 0 { bottom } else { top }),
    fill: (_, row) => if row > 0 and calc.even(row) { rgb("#f7f8fb") },
    table.header(..heading.map(cell => text(weight: "bold", fill: faint, cell))),
    table.hline(y: 1, stroke: 0.9pt + ink),
    ..rows.flatten(),
    ..if footer.len() > 0 { (table.hline(stroke: 0.9pt + ink), ..footer.map(cell => text(weight: "bold", cell))) },
  )
}
#let fact(name, value, code) = (text(fill: faint, name), if code { raw(value) } else { value })
#let signed(roles) = table(
  columns: (auto, 1fr, 1.3fr, 0.6fr), stroke: none, inset: (x: 3.2pt, top: 16pt, bottom: 3pt), align: bottom,
  column-gutter: 10pt,
  table.header(..([], [name], [signature], [date]).map(cell => table.cell(inset: 3.2pt, text(8pt, fill: faint, cell)))),
  ..roles.map(role => (role, ..range(3).map(_ => table.cell(stroke: (bottom: 0.6pt + ink))[]))).flatten(),
)
#let part(above: 0pt, body) = block(above: above, below: 0pt, width: 100%, body)
"""
MEASURE = "#context {{ [#metadata(measure(width: {width}pt, part[{part}]).height.pt()) <height>] }}\n"
IN_CODE = ("Fingerprint", "Command")
SIZE, SMALL_SIZE, TINY_SIZE = "8pt", "6.8pt", "5.8pt"
COLUMNS_SMALL_MAX = 12  # a wider table is set in the smallest size
MILLIMETRE = 72 / 25.4
WIDTH, HEIGHT = (210 - 2 * 16) * MILLIMETRE, (297 - 16 - 18) * MILLIMETRE
ROUNDING = 1.0  # of a page, kept free
SPACE_OF_HEADING, SPACE_OF_SHEET, SPACE_OF_WORDS = 20.0, 11.0, 8.5


@dataclass(frozen=True)
class _Piece:
    """A block on its way to the paper, below the heading of its section if it is the first."""

    block: Block | None  # None for the top of page one
    heading: str = ""

    @property
    def space(self) -> float:
        if self.heading:
            return SPACE_OF_HEADING
        return SPACE_OF_WORDS if isinstance(self.block, Paragraph | Drawn) else SPACE_OF_SHEET


@dataclass(frozen=True)
class Typeset:
    """The source of a paper, and how full its pages are."""

    files: dict[str, bytes]
    pages: tuple[Page, ...]
    blocks: tuple[Block | None, ...]


def report_pdf(document: Document) -> bytes:
    import typst  # loaded only for a PDF

    made: bytes = typst.compile(typeset(document).files, format="pdf", **fonts())
    return made


def typeset(document: Document) -> Typeset:
    pieces = list(_pieces(document))
    heights = _heights(document, pieces)
    while any(_is_torn(piece, height) for piece, height in zip(pieces, heights, strict=True)):
        pieces = [part for piece, height in zip(pieces, heights, strict=True) for part in _in_parts(piece, height)]
        heights = _heights(document, pieces)
    neighbours = zip([None, *pieces[:-1]], pieces, [*pieces[1:], None], heights, strict=True)
    parts = [
        Part(
            height,
            piece.space,
            _picture_height(piece.block),
            leads=_leads(piece, after),
            follows=_follows(before, piece, after),
        )
        for before, piece, after, height in neighbours
    ]
    broken = pages(parts, HEIGHT - ROUNDING)
    source = "#pagebreak()\n".join(_page(document, pieces, page) for page in broken)
    files = {"main.typ": (_preamble(document) + source).encode(), **_pictures(pieces)}
    return Typeset(files, broken, tuple(piece.block for piece in pieces))


def _pieces(document: Document) -> Iterator[_Piece]:
    yield _Piece(None)
    yield from map(_Piece, document.summary)
    for section in document.sections:
        for place, block in enumerate(section.blocks):
            yield _Piece(block, "" if place else section.title)


def _heights(document: Document, pieces: Sequence[_Piece]) -> list[float]:
    import typst

    measured = "".join(
        MEASURE.format(width=WIDTH, part=_source(document, piece, number)) for number, piece in enumerate(pieces)
    )
    files = {"main.typ": (_preamble(document) + measured).encode(), **_pictures(pieces)}
    heights: list[float] = json.loads(typst.query(files, "<height>", field="value", **fonts()))
    return heights


def _is_torn(piece: _Piece, height: float) -> bool:
    return isinstance(piece.block, Sheet) and height > HEIGHT and len(piece.block.rows) > 1


def _in_parts(piece: _Piece, height: float) -> Iterator[_Piece]:
    """A table that no page can hold becomes several, each with its head."""
    sheet = piece.block
    if not isinstance(sheet, Sheet) or not _is_torn(piece, height):
        yield piece
        return
    count = ceil(height / HEIGHT)
    rows = ceil(len(sheet.rows) / count)
    for place, start in enumerate(range(0, len(sheet.rows), rows)):
        is_last = start + rows >= len(sheet.rows)
        title = f"{sheet.title or 'Continued'} ({place + 1})" if sheet.title or place else ""
        footer = sheet.footer if is_last else ()
        part = replace(sheet, title=title, rows=sheet.rows[start : start + rows], footer=footer)
        yield _Piece(part, "" if place else piece.heading)


def _picture_height(block: Block | None) -> float:
    """At full width."""
    if not isinstance(block, Picture):
        return 0.0
    [size] = findall(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', block.svg[: block.svg.index(">", block.svg.index("<svg"))])
    return WIDTH * float(size[1]) / float(size[0])


def _leads(piece: _Piece, after: _Piece | None) -> bool:
    return isinstance(piece.block, Paragraph) and after is not None and not after.heading


def _follows(before: _Piece | None, piece: _Piece, after: _Piece | None) -> bool:
    """A remark below the last table or picture of a section."""
    is_last = after is None or bool(after.heading)
    return (
        is_last
        and isinstance(piece.block, Paragraph)
        and before is not None
        and not isinstance(before.block, Paragraph)
    )


def _page(document: Document, pieces: Sequence[_Piece], page: Page) -> str:
    made = []
    for place in range(page.first, page.end):
        above = 0.0 if place == page.first else pieces[place].space + page.stretch
        made.append(f"#part(above: {above}pt)[{_source(document, pieces[place], place, page.scale)}]\n")
    return "".join(made)


def fonts() -> dict[str, Any]:
    import font_roboto

    return {"font_paths": [str(Path(font_roboto.font_files["Roboto"]).parent)], "ignore_system_fonts": True}


def _pictures(pieces: Sequence[_Piece]) -> dict[str, bytes]:
    blocks = ((number, piece.block) for number, piece in enumerate(pieces))
    return {f"picture-{number}.svg": block.svg.encode() for number, block in blocks if isinstance(block, Picture)}


def _preamble(document: Document) -> str:
    return PREAMBLE.replace("TITLE", _text(f"{document.title}: {document.subtitle}"))


def _source(document: Document, piece: _Piece, number: int, scale: float = 1.0) -> str:
    """Of one piece; pictures have its number."""
    head = f"#heading(level: 1, {_text(piece.heading)})\n" if piece.heading else ""
    match piece.block:
        case None:
            return _top(document)
        case Paragraph(text):
            return f"{head}#par({_text(text)})"
        case Drawn(text):
            return f'{head}#block(fill: rgb("#f7f8fb"), inset: 8pt, raw(block: true, {_text(text)}))'
        case Picture():
            drawn = f'#image("picture-{number}.svg", width: {scale * 100:.2f}%)'
            return f"{head}{drawn}\n#v(-4pt)#text(8pt, fill: faint, {_text(piece.block.words)})"
        case SignOff(roles, words):
            return f"{head}#par({_text(words)})\n#signed({_tuple(roles)})"
        case Sheet():
            return head + _sheet(piece.block)


def _top(document: Document) -> str:
    facts = ", ".join(
        f"..fact({_text(name)}, {_text(fact)}, {'true' if name in IN_CODE else 'false'})"
        for name, fact in document.facts
    )
    return (
        f'#text(8pt, fill: red, weight: "bold", tracking: 0.8pt, upper({_text(document.subtitle)}))\n'
        f'#v(-4pt)\n#text(22pt, weight: "bold", {_text(document.title)})\n'
        "#v(-6pt)\n#line(length: 100%, stroke: 1.6pt + red)\n"
        f"#grid(columns: (auto, 1fr), column-gutter: 14pt, row-gutter: 6pt, {facts})\n"
    )


def _sheet(sheet: Sheet) -> str:
    size = SIZE if not sheet.is_small else SMALL_SIZE if len(sheet.heading) <= COLUMNS_SMALL_MAX else TINY_SIZE
    columns = ", ".join(["1fr", *["auto"] * (len(sheet.heading) - 1)])
    rows = "".join(f"{_tuple(row)}, " for row in sheet.rows)
    made = (
        f"#sheet(({columns}), {sheet.first_figure}, {_tuple(sheet.heading)}, ({rows}), {_tuple(sheet.footer)}, {size})"
    )
    return f"#heading(level: 2, {_text(sheet.title)})\n{made}" if sheet.title else made


def _tuple(cells: tuple[str, ...]) -> str:
    return f"({''.join(f'{_text(cell)}, ' for cell in cells)})"


def _text(text: str) -> str:
    """A typst string; its escapes are those of JSON for everything a report can contain."""
    return json.dumps(text, ensure_ascii=False)
