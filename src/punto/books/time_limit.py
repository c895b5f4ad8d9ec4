"""Ends code of somebody's file that does not end by itself.

It runs in a thread of its own, so whoever asked gets an answer even if the thread cannot be ended: one that sleeps, or
that catches everything. What counts is the processor's time, so that a busy machine refuses no book that a quiet one
takes; a thread that uses none at all is waiting for something.
"""

import ctypes
import sys
import threading
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from typing import Generic, TypeVar

from punto.rules.bet import Place
from punto.rules.invalid_input import InvalidInput

LOOKS_EVERY_SECONDS = 0.1
PROGRESS_SECONDS = 0.001  # of the processor's time: less between two looks is waiting
TRIES_TO_END = 10

Answer = TypeVar("Answer")


class NoAnswer(InvalidInput):
    """The file was still busy, or waiting, when its time was up; and where it was, the innermost place first."""

    def __init__(self, text: str, places: list[Place]) -> None:
        super().__init__(text)
        self.places = places


class _TimeIsUp(BaseException):
    """Raised in the middle of the file, which must not catch it as an error of its own."""


def within(seconds: float, work: Callable[[], Answer]) -> Answer:
    """What `work` returns or raises. Raises NoAnswer when that takes too long."""
    running = _Running(work)
    progress, since = 0.0, time.monotonic()
    while not running.is_over.wait(LOOKS_EVERY_SECONDS):
        used, now, places = running.used(), time.monotonic(), running.places()
        if used - progress >= PROGRESS_SECONDS:
            progress, since = used, now
        if used > seconds:
            running.end()
            raise NoAnswer(f"it has not answered after {seconds:g} s; is there a loop without an end?", places)
        if now - since > seconds:
            raise NoAnswer(f"it has been waiting for {seconds:g} s; a book computes and waits for nothing", places)
    return running.answer()


class _Running(Generic[Answer]):
    def __init__(self, work: Callable[[], Answer]) -> None:
        self._work = work
        self._outcome: list[Answer] = []
        self._error: BaseException | None = None
        self._used: Callable[[], float] = lambda: 0.0
        self.is_over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="book file", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        with suppress(_TimeIsUp):  # it may come once more while the thread is ending
            try:
                self._used = _clock_of_this_thread()
                self._outcome.append(self._work())
            except BaseException as error:
                self._error = error
            finally:
                self.is_over.set()

    def used(self) -> float:
        """Of the processor's time, in seconds."""
        try:
            return self._used()
        except OSError:  # the thread has just ended
            return 0.0

    def answer(self) -> Answer:
        if self._error is not None:
            raise self._error
        return self._outcome[0]

    def places(self) -> list[Place]:
        """Where the thread is, the innermost first."""
        stack = traceback.extract_stack(sys._current_frames().get(self._thread.ident or 0))
        return [Place(each.filename, each.lineno or 0) for each in reversed(stack)]

    def end(self) -> None:
        """Several times, because the thread may catch what is raised in it. One that catches everything is left alone
        until the program ends, and so is one that waits: it could not be woken, and CPython would look at every step
        of every thread whether it has woken."""
        tries = 0
        while tries < TRIES_TO_END and not self.is_over.is_set():
            _raise_in(self._thread, _TimeIsUp)
            self.is_over.wait(LOOKS_EVERY_SECONDS)
            tries += 1


def _clock_of_this_thread() -> Callable[[], float]:
    """For other threads to read. Where threads have no clocks, as on macOS, the whole process's: it runs no slower."""
    if hasattr(time, "pthread_getcpuclockid"):
        clock = time.pthread_getcpuclockid(threading.get_ident())
        return lambda: time.clock_gettime(clock)
    begun = time.process_time()
    return lambda: time.process_time() - begun


def _raise_in(thread: threading.Thread, error: type[BaseException]) -> None:
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident or 0), ctypes.py_object(error))
