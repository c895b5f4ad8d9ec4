"""A systemd unit as sections of settings; a setting may come several times."""

import re
from pathlib import Path

Unit = dict[str, dict[str, list[str]]]


def read_unit(file: Path) -> Unit:
    text = re.sub(r"^[#;].*\n", "", file.read_text(encoding="utf-8"), flags=re.MULTILINE)
    unit: Unit = {}
    for line in filter(None, re.sub(r"\\\n\s*", "", text).splitlines()):
        if line.startswith("["):
            section = unit.setdefault(line.strip("[]"), {})
        else:
            name, _, value = line.partition("=")
            section.setdefault(name, []).append(value)
    return unit
