"""`--csv` and `--parquet` of every command that prints a table: the same rows, for programs."""

from __future__ import annotations

import csv
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from punto.analysis.tabular import NoFrames, Row, columns_of, frame_library
from punto.cli.input.refuse import BadInput
from punto.cli.output.write_file import check_writable

CSV = Annotated[bool, typer.Option("--csv", help="Print CSV instead of a table.")]
PARQUET = Annotated[
    Path | None,
    typer.Option("--parquet", metavar="FILE", help="Write a Parquet file instead (needs Polars or pandas)."),
]


@dataclass(frozen=True)
class Export:
    """What is wanted instead of a table, if anything. Made before the work begins, so that it can be refused then."""

    as_csv: bool
    parquet: Path | None

    @classmethod
    def asked(cls, *, as_json: bool, as_csv: bool, parquet: Path | None) -> Export:
        wanted = [
            name for name, is_wanted in (("--json", as_json), ("--csv", as_csv), ("--parquet", parquet)) if is_wanted
        ]
        if len(wanted) > 1:
            raise BadInput(f"{wanted[1]}: {wanted[0]} is there already; choose one of them")
        if parquet is not None:
            check_writable(parquet)
            try:
                frame_library()
            except NoFrames as error:
                raise BadInput(f"--parquet: {error}") from None
        return cls(as_csv, parquet)

    def __bool__(self) -> bool:
        return self.as_csv or self.parquet is not None

    def write(self, records: Sequence[Row]) -> None:
        columns = columns_of(records)
        if self.parquet is None:
            writer = csv.writer(sys.stdout, lineterminator="\n")
            writer.writerow(columns)
            writer.writerows(zip(*columns.values(), strict=True))
            return
        frame = frame_library().DataFrame(columns)
        write = frame.write_parquet if hasattr(frame, "write_parquet") else frame.to_parquet
        try:
            write(self.parquet)
        except OSError as error:
            raise BadInput(f"--parquet: {self.parquet}: {error.strerror or error}") from None
        except ImportError:
            raise BadInput(
                "--parquet: pandas needs pyarrow, or use Polars: pip install '.[frames]' in Punto's folder"
            ) from None
