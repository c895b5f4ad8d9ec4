"""Background tasks that run until they are done or the floor stops."""

import asyncio
from collections.abc import Coroutine


class Background:
    def __init__(self) -> None:
        self.tasks: list[asyncio.Task[None]] = []

    def run(self, work: Coroutine[None, None, None], name: str) -> None:
        self.tasks = [task for task in self.tasks if not task.done()]
        self.tasks.append(asyncio.create_task(work, name=name))

    async def stop(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
