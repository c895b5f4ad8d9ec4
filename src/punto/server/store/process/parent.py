"""The process of a store lives as long as the server that started it, and is not ended by anybody else."""

import signal

PARENT_IS_CHECKED_EVERY_SECONDS = 1.0


def leave_signals_to_the_parent() -> None:
    """A terminal or service manager signals the whole group; the parent decides when to exit."""
    for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(each, signal.SIG_IGN)
