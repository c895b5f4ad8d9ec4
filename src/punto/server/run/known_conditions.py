"""Expected failures are logged as one line with a name: a traceback would tell nobody more.

Every other failure is a fault of ours and keeps its traceback.
"""

import asyncio
import re
import sys

from structlog.typing import EventDict, WrappedLogger

from punto.server.store.failures import StoreIsLost


def condition_of(error: BaseException) -> str | None:
    if isinstance(error, StoreIsLost):  # or a kind of it: the floor or a stream is taken, the disk is full
        return re.sub(r"(?<!^)(?=[A-Z])", "_", type(error).__name__).lower()
    if isinstance(error, ConnectionError):
        return "client_is_gone"
    if isinstance(error, asyncio.CancelledError):
        return "was_cancelled"
    return None


def name_condition(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
    """For structlog: replaces the traceback by the name and its reason."""
    said = event.get("exc_info")
    error = sys.exc_info()[1] if said is True else said[1] if isinstance(said, tuple) else said
    condition = condition_of(error) if isinstance(error, BaseException) else None
    if condition is not None:
        del event["exc_info"]
        event["condition"], event["reason"] = condition, str(error)
    return event
