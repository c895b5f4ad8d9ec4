"""The file of real shoes that several commands take."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from punto.cli.input.refuse import BadInput, input_from
from punto.rules.rulebook import RuleBook

if TYPE_CHECKING:
    from punto.analysis.exposure.real_shoes import RealShoe

BYTES_MAX = 100_000_000
SHOES_FILE = Annotated[
    Path | None,
    typer.Option(
        "--shoes-file",
        metavar="FILE",
        help="Real shoes: a round in each line (4h 2d / 4c Td 3s), an empty line between shoes; or CSV.",
    ),
]


def real_shoes(book: RuleBook, path: Path) -> list[RealShoe]:
    from punto.analysis.exposure.real_shoes import read_shoes

    try:
        if path.stat().st_size > BYTES_MAX:
            raise BadInput(f"{path}: larger than {BYTES_MAX:,} bytes; split it")
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadInput(f"{path}: it is not text in UTF-8") from None
    with input_from(str(path)):
        return read_shoes(book, text)
