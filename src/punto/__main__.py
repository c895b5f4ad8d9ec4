"""The command `punto`, also `python -m punto`. Small, so that signals work while the rest loads."""

import gc
import os
import signal
import sys

OBJECTS_BEFORE_COLLECTING = 50_000  # not 700: collecting while libraries load was a fifth of a command's start


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # the reader of our output may stop early
    if sys.argv[1:2] == ["serve"]:
        signal.signal(signal.SIGHUP, signal.SIG_IGN)  # a reload request must not end a floor that is still opening
        gc.disable()  # what we load now stays; the floor enables it again once it is open
    else:
        gc.set_threshold(OBJECTS_BEFORE_COLLECTING)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # else NumPy starts a thread for each core, and we need none
    from punto.cli import run

    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
