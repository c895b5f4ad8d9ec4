"""The notebook and the page about the mathematics run as they stand."""

import json
import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
BLOCKS = re.findall(r"```python\n(.*?)```", (DOCS / "analysis.md").read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("code", BLOCKS, ids=lambda code: code.split("\n")[0])
def test_an_example_of_the_page_runs(code: str) -> None:
    exec(compile(code, "docs/analysis.md", "exec"), {})


def test_the_notebook_runs_from_top_to_bottom(capsys: pytest.CaptureFixture[str]) -> None:
    cells = json.loads((DOCS / "analysis.ipynb").read_text(encoding="utf-8"))["cells"]
    names: dict[str, object] = {}
    ran = 0
    for cell in cells:
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), f"docs/analysis.ipynb, {cell['id']}", "exec"), names)
            ran += 1
    assert ran == 6
    printed = capsys.readouterr().out
    assert "Lucky Six                RTP  83.3164 %" in printed
    assert "16.6836 % → 10.0368 %" in printed


def test_the_notebook_carries_no_outputs() -> None:
    """They would go stale; whoever opens it runs it."""
    cells = json.loads((DOCS / "analysis.ipynb").read_text(encoding="utf-8"))["cells"]
    assert all(not cell.get("outputs") for cell in cells)
