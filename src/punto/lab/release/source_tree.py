"""The source tree that a pack speaks of: its files with their hashes, its commit, and whether it was changed since."""

import subprocess
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import punto

MARKS = ("pyproject.toml", "hatch_build.py", "src/punto/__init__.py")  # a folder that has them is ours
MADE_HERE = {
    ".git",
    ".venv",
    "node_modules",
    "dist",
    "var",
    "__pycache__",
    ".mypy_cache",
    ".ruff_cache",
    ".pytest_cache",
}
SECONDS_MAX = 60.0


@dataclass(frozen=True)
class SourceTree:
    root: Path
    commit: str  # empty: not a checkout
    committed_at: int  # seconds since 1970; 0 without a commit
    changed: tuple[str, ...]  # files that differ from the commit
    files: tuple[str, ...]  # sorted

    @property
    def called(self) -> str:
        if not self.commit:
            return "a source tree without a commit"
        return f"commit {self.commit}" + (f", not all of it committed: {len(self.changed)}" if self.changed else "")

    def sums(self) -> str:
        """In the format of sha256sum."""
        return "".join(f"{sha256((self.root / name).read_bytes()).hexdigest()}  {name}\n" for name in self.files)


def find_sources(asked: Path | None) -> Path | None:
    """The folder asked for, or the tree that this Punto runs from, or the current folder if it is one."""
    candidates = [asked] if asked is not None else [Path(punto.__file__).parents[2], Path.cwd()]
    return next((each for each in candidates if all((each / mark).is_file() for mark in MARKS)), None)


def read_tree(root: Path) -> SourceTree:
    tracked = git(root, "ls-files", "-z")
    if tracked is None:
        files = sorted(
            path.relative_to(root).as_posix()
            for path in root.rglob("*")
            if path.is_file() and not MADE_HERE.intersection(path.relative_to(root).parts)
        )
        return SourceTree(root, "", 0, (), tuple(files))
    files = sorted(name for name in tracked.split("\0") if name and (root / name).is_file())
    commit, _, committed_at = (git(root, "log", "-1", "--format=%H %ct") or "").strip().partition(" ")
    changed = tuple(line[3:] for line in (git(root, "status", "--porcelain") or "").splitlines())
    return SourceTree(root, commit, int(committed_at or 0), changed, tuple(files))


def has_history(root: Path) -> bool:
    return has_commit(root, "HEAD")


def has_commit(root: Path, name: str) -> bool:
    """Of a commit, a tag or a branch."""
    wanted = f"{name}^{{commit}}"
    return git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", wanted) is not None


def git(root: Path, *arguments: str) -> str | None:
    """What it prints; None when this is no checkout, or git is missing."""
    try:
        ran = subprocess.run(["git", "-C", str(root), *arguments], capture_output=True, timeout=SECONDS_MAX)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return ran.stdout.decode(errors="replace") if ran.returncode == 0 else None
