"""Ends code of somebody's file that does not end by itself, in whichever thread it runs.

What counts is the processor's time, so that a busy machine refuses no book that a quiet one takes.
"""

import ctypes
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from punto.rules.invalid_input import InvalidInput

LOOKS_EVERY_SECONDS = 0.1


class NoAnswer(InvalidInput):
    """The file was still busy when its time was up."""


class _TimeIsUp(BaseException):
    """Raised in the middle of the file, which must not catch it as an error of its own."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raises NoAnswer from the line that was running. Code that waits inside a library is not interrupted."""
    thread, lock = threading.get_ident(), threading.Lock()
    is_over, has_raised = threading.Event(), threading.Event()
    clock = time.pthread_getcpuclockid(thread)
    ends_at = time.clock_gettime(clock) + seconds

    def watch() -> None:
        while not is_over.wait(LOOKS_EVERY_SECONDS):
            with lock:
                if not is_over.is_set() and time.clock_gettime(clock) > ends_at:
                    has_raised.set()
                    _raise_in(thread, _TimeIsUp)
                    return

    threading.Thread(target=watch, name="time limit of a book", daemon=True).start()
    try:
        try:
            yield
        finally:
            with lock:
                is_over.set()
            if has_raised.is_set():
                _let_it_arrive()
    except _TimeIsUp as stopped:
        words = f"it has not answered after {seconds:g} s; is there a loop without an end?"
        raise NoAnswer(words).with_traceback(stopped.__traceback__) from None


def _raise_in(thread: int, error: type[BaseException]) -> None:
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error))


def _let_it_arrive() -> None:
    """An error raised from another thread arrives when this one jumps back. It is not taken back: after that CPython
    looks for it at every step, for good, and under a tracer goes no step further."""
    for _ in range(100):
        pass
