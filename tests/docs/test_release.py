import re
import tomllib
from pathlib import Path

import punto

ROOT = Path(__file__).parents[2]


def test_the_newest_release_in_the_changelog_is_this_version() -> None:
    headings = re.findall(r"^## (.*)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert headings[0] == "Unreleased"
    version = re.escape(punto.__version__)
    assert re.fullmatch(rf"{version} \(tag v{version}, \d{{4}}-\d{{2}}-\d{{2}}\)", headings[1])
    assert declared == punto.__version__
