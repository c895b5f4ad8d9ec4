"""Files that commands write. One that cannot be written is reported before the work begins."""

from pathlib import Path

from punto.cli.input.refuse import BadInput


def check_writable(path: Path) -> None:
    """Opens it for writing and leaves it unchanged."""
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
