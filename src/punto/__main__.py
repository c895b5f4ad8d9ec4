"""The command `punto`, also as `python -m punto`. Small, so that an interrupt while the rest loads ends quietly."""

import signal
import sys


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # whoever reads our output may stop when it has seen enough
    from punto.cli import run

    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
