"""How a handler asks for a desk: `cashier: Desk[CashierDesk]` is injected by name, and is all the route knows."""

from collections.abc import Awaitable, Callable, Mapping
from typing import TypeVar

from litestar.di import NamedDependency
from litestar.params import SkipValidation

from punto.server.protocol.refusals import AnyRefusal
from punto.server.tables.table_door import AskedTable
from punto.table.state import Instant

T = TypeVar("T")
Desk = NamedDependency[SkipValidation[T]]

Clock = Callable[[], Instant]
ErasePerson = Callable[[str], Awaitable[AnyRefusal | None]]


Tables = Mapping[str, AskedTable]
