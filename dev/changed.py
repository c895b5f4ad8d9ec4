"""Which files differ from main; on main itself, what is not committed yet, or else the last commit."""

import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[1]
MAIN = "main"


def changed_files() -> list[str]:
    """Paths from the root, new files included, deleted ones left out."""
    branched_at = _git("merge-base", MAIN, "HEAD") or ["HEAD"]
    changed = _git("diff", "--name-only", branched_at[0]) + _git("ls-files", "--others", "--exclude-standard")
    if not changed:
        changed = _git("diff", "--name-only", "HEAD~1")
    return sorted(path for path in set(changed) if (ROOT / path).is_file())


def _git(*arguments: str) -> list[str]:
    """The lines it prints; none when it fails."""
    ran = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    return ran.stdout.splitlines() if ran.returncode == 0 else []
