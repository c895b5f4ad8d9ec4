"""Number loops compiled to machine code by Numba, and kept compiled between runs where a folder can be written.

Numba asks only the file of a function whether it changed, and not the files of functions that were compiled into it. So
the cache is named by a hash of all sources that are compiled. Only modules that need it import this one, and commands
import those late: loading Numba takes longer than most commands.
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
    """The same function in machine code, made when it is first called with arguments of new types."""
    try:
        return cast(Function, njit(cache=True, nogil=True)(function))
    except RuntimeError:  # no folder for the cache can be written: compile in every process anew
        return cast(Function, njit(nogil=True)(function))
