"""The libraries of the `video` extra: WebRTC (aiortc) and encoders (PyAV). Everything else runs without them."""

from importlib.util import find_spec

NEEDED = {"aiortc": "aiortc", "av": "PyAV"}
HOW_TO_INSTALL = "pip install '.[video]' in Punto's folder"


def missing_libraries() -> list[str]:
    return [title for name, title in NEEDED.items() if find_spec(name) is None]
