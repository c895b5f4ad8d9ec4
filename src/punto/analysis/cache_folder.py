"""Where compiled code and tables are cached between runs, and the hash of the sources they were made from."""

import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from tempfile import NamedTemporaryFile, gettempdir
from typing import IO

import punto


def cache_folder() -> Path:
    """It may not exist and may not be writable."""
    cache = os.environ.get("XDG_CACHE_HOME")
    if not cache:
        with suppress(RuntimeError):  # a user without a home
            cache = str(Path("~/.cache").expanduser())
    return Path(cache or gettempdir()) / "punto"


def keep_file(path: Path, write: Callable[[IO[bytes]], object], replaced: str) -> None:
    """Under another name first: whoever reads meanwhile finds a whole file or none. Files named like `replaced` go."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=path.parent, suffix=".part", delete=False) as file:
        try:
            write(file)
        except BaseException:
            os.unlink(file.name)
            raise
    for older in path.parent.glob(replaced):
        older.unlink(missing_ok=True)
    os.replace(file.name, path)


def source_hash(folders: Iterable[str], counts: Callable[[bytes], bool] = lambda _: True) -> str:
    """A hash of all our source files in these packages, or of those that count."""
    made_from = sha256()
    here = Path(punto.__file__).parent
    for path in sorted(path for folder in folders for path in (here / folder).rglob("*.py")):
        source = path.read_bytes()
        if counts(source):
            made_from.update(str(path.relative_to(here)).encode() + b"\0" + source + b"\0")
    return made_from.hexdigest()
