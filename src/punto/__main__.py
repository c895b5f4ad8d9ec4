"""The command `punto`, also as `python -m punto`. Small, so that signals while the rest loads do what they should."""

import signal
import sys


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # whoever reads our output may stop when it has seen enough
    if sys.argv[1:2] == ["serve"]:
        signal.signal(signal.SIGHUP, signal.SIG_IGN)  # a floor that opens is not ended by being told to read its file
    from punto.cli import run

    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
