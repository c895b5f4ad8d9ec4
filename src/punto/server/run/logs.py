"""Logs: one JSON object a line on standard error, or readable lines on a terminal.

Everything goes through here, the libraries' own messages too. Every line written for a request has its id. Values under
names that hold secrets or people are never written.
"""

import logging
import sys
from typing import TextIO

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

from punto.server.run.known_conditions import name_condition

HIDDEN = frozenset({
    "password", "token", "csrf", "cookie", "secret", "key", "authorization", "code", "name", "address", "words",
})  # fmt: skip
LIBRARIES = ("uvicorn", "uvicorn.error", "uvicorn.access", "litestar", "asyncio", "websockets")


def hide(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
    """Secrets and people's data do not belong in a log."""
    for name in event:
        if name in HIDDEN:
            event[name] = "hidden"
    return event


def start_logging(level: str = "info", stream: TextIO | None = None) -> None:
    """Call once, when the process starts."""
    stream = stream or sys.stderr
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.StackInfoRenderer(),
        name_condition,
        hide,
    ]
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(stream)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared, processors=_written(is_for_people=stream.isatty())
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    for name in LIBRARIES:  # they log through our handler alone
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True
    logging.getLogger("uvicorn.error").setLevel(max(logging.WARNING, root.level))  # it logs every socket that opens
    logging.getLogger("uvicorn.access").disabled = True  # it writes whole paths, and a path may hold a ticket's code


def _written(*, is_for_people: bool) -> list[Processor]:
    if is_for_people:
        return [structlog.stdlib.ProcessorFormatter.remove_processors_meta, structlog.dev.ConsoleRenderer()]
    return [
        structlog.stdlib.ProcessorFormatter.remove_processors_meta,
        structlog.processors.format_exc_info,
        structlog.processors.JSONRenderer(),
    ]
