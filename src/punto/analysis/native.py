"""Number loops compiled to machine code by Numba and cached between runs where a folder can be written.

Numba checks only whether a function's own file changed, not the files of functions compiled into it. So the cache is
named after a hash of all compiled sources. Only modules that need Numba import this one, and commands import those
late: loading Numba takes longer than most commands.
"""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar, cast

from numba import config, njit
from numba.core.caching import FunctionCache
from numba.core.runtime.nrt import rtsys

from punto.analysis.cache_folder import cache_folder, source_hash

Function = TypeVar("Function", bound=Callable[..., object])

if not config.CACHE_DIR:  # type: ignore[attr-defined] # somebody may have chosen one
    of_compiled = source_hash(["analysis"], counts=lambda source: b"@compiled" in source)
    config.CACHE_DIR = str(cache_folder() / f"native-{of_compiled[:16]}")  # type: ignore[attr-defined]


def compiled_code() -> Path | None:
    """Where it is kept, if it can be."""
    folder = Path(config.CACHE_DIR)  # type: ignore[attr-defined]
    return folder if folder.is_dir() else None


class CompiledBefore(FunctionCache):
    """Numba's cache, except that it finds compiled code without loading the compiler first, which takes as long as the
    rest of Numba. Whoever then compiles something loads it."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        rtsys.initialize(target_context)
        with self._guard_against_spurious_io_errors():
            return self._load_overload(sig, target_context)  # type: ignore[no-untyped-call]


def compiled(function: Function) -> Function:
    """The function in machine code, compiled when it is first called with new argument types."""
    dispatcher: Any = njit(nogil=True)(function)
    with suppress(RuntimeError):  # no cache folder can be written: compile in every process
        dispatcher._cache = CompiledBefore(function)  # type: ignore[no-untyped-call]
    return cast(Function, dispatcher)
