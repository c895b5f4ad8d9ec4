"""`make test T=…`: one file, folder or test, of the server or of the client.

make test T=tests/rules/test_coup.py
make test T=tests/rules/test_coup.py::test_the_result_of_a_coup
make test T=tests/server/store            a folder
make test T=src/punto/server/store        the tests of a room
make test T=web/src/roads                 the client's tests below a folder
make test T=tests/browser/test_lobby.py   one screen, in a real browser
"""

import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import PurePosixPath

from dev.changed import ROOT
from dev.nearest_tests import BROWSER, SOURCES, own_tests

PYTHON = sys.executable
CLIENT = [PYTHON, "hatch_build.py"]


def main(wanted: str) -> int:
    for command in commands_for(wanted):
        code = subprocess.run(command, cwd=ROOT, check=False).returncode
        if code:
            return code
    return 0


def commands_for(wanted: str) -> list[Sequence[str]]:
    path = PurePosixPath(wanted.partition("::")[0])
    if not (ROOT / path).exists():
        sys.exit(f"T={wanted}: there is no {path}")
    pytest = [PYTHON, "-m", "pytest", "-q"]
    if path.parts[0] == "web":
        return [[*CLIENT, "exec", "--", "vitest", "run", str(path.relative_to("web"))]]
    if path == BROWSER or BROWSER in path.parents:
        if shutil.which("chromium") is None:
            sys.exit("there is no browser: run `make browser` first")
        return [[*CLIENT, "build"], [*pytest, "--every-screen", wanted]]
    if SOURCES in path.parents:
        tests = own_tests(path) or sys.exit(f"T={path}: no test mirrors or imports it")
        return [[*pytest, *tests]]
    return [[*pytest, wanted]]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
