"""How a handler asks for a desk: `cashier: Desk[CashierDesk]` is provided by that name, and is all the route knows."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Protocol, TypeVar

from litestar.di import NamedDependency
from litestar.params import SkipValidation

from punto.server.streams.request import Answer
from punto.table.commands import Command
from punto.table.state import Instant, SettledCoup, Table

T = TypeVar("T")
Desk = NamedDependency[SkipValidation[T]]

Clock = Callable[[], Instant]
ErasePerson = Callable[[str], Awaitable[str | None]]


class RestTable(Protocol):
    @property
    def table(self) -> Table: ...

    @property
    def out_of_order(self) -> str | None: ...

    async def ask(self, command: Command, id: str = "") -> Answer: ...  # noqa: A002 (the sender's own word)

    async def committed_coup(self, settled: SettledCoup) -> str | None: ...


Tables = Mapping[str, RestTable]
