"""Number loops compiled to machine code by Numba and cached between runs where a folder can be written.

Numba checks only whether a function's own file changed, not the files of functions compiled into it. So the cache is
named after a hash of all compiled sources. Only modules that need Numba import this one, and commands import those
late: loading Numba takes longer than most commands.
"""

from collections.abc import Callable
from typing import TypeVar, cast

from numba import config, njit

from punto.analysis.cache_folder import cache_folder, source_hash

Function = TypeVar("Function", bound=Callable[..., object])

if not config.CACHE_DIR:  # type: ignore[attr-defined] # somebody may have chosen one
    of_compiled = source_hash(["analysis"], counts=lambda source: b"@compiled" in source)
    config.CACHE_DIR = str(cache_folder() / f"native-{of_compiled[:16]}")  # type: ignore[attr-defined]


def compiled(function: Function) -> Function:
    """The function in machine code, compiled when it is first called with new argument types."""
    try:
        return cast(Function, njit(cache=True, nogil=True)(function))
    except RuntimeError:  # no cache folder can be written: compile in every process
        return cast(Function, njit(nogil=True)(function))
