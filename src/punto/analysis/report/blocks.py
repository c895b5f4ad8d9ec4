"""The parts of a report before it becomes HTML or PDF: sections of paragraphs, tables and pictures."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Paragraph:
    text: str


@dataclass(frozen=True)
class Drawn:
    """Text whose columns must stay where they are, such as a drawing rule's picture."""

    text: str


@dataclass(frozen=True)
class Sheet:
    """A table. Columns from `first_figure` on are right-aligned figures; the footer may be missing."""

    title: str
    heading: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    footer: tuple[str, ...] = ()
    first_figure: int = 1
    is_small: bool = False


@dataclass(frozen=True)
class Picture:
    svg: str
    words: str


@dataclass(frozen=True)
class SignOff:
    """Lines for names and signatures; what those who sign confirm stands above them."""

    roles: tuple[str, ...]
    words: str


Block = Paragraph | Drawn | Sheet | Picture | SignOff


@dataclass(frozen=True)
class Section:
    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class Document:
    title: str
    subtitle: str
    facts: tuple[tuple[str, str], ...]  # page one: what was counted, by which version, from which seed
    summary: tuple[Block, ...]  # still page one: the figures most people look for
    sections: tuple[Section, ...]
