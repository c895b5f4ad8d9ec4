"""Files that commands write: what cannot be written is said at once, before the work is done."""

from pathlib import Path

from punto.cli.input.refuse import BadInput


def check_writable(path: Path) -> None:
    """Open it for writing and leave it as it was."""
    existed = path.exists()
    try:
        with path.open("ab"):
            pass
        if not existed:
            path.unlink()
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}") from None


def write_file(path: Path, content: bytes) -> None:
    try:
        path.write_bytes(content)
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}") from None
