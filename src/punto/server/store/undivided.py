"""Steps that are all done once the first is begun, also when whoever asked for them is cancelled meanwhile.

A request is cancelled when its connection or the server ends; between two writes that belong together, that would leave
the first without the second.
"""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

Done = TypeVar("Done")


async def undivided(steps: Coroutine[Any, Any, Done]) -> Done:
    """The cancelled caller is held until the steps are done."""
    task = asyncio.create_task(steps)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait({task})
        if not task.cancelled():
            task.exception()  # nobody is left who could be told
        raise
