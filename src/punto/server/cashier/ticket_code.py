"""Ticket codes: sixteen letters and digits in groups of four, hard to guess and hard to misread."""

import secrets
from io import BytesIO

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # no I, L, O, U
LENGTH = 16  # eighty bits
GROUP = 4
READ_AS = str.maketrans({"O": "0", "I": "1", "L": "1", "-": None, " ": None})


def new_code() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def written(code: str) -> str:
    return "-".join(code[start : start + GROUP] for start in range(0, len(code), GROUP))


def code_picture(code: str) -> str:
    """A QR code as inline SVG: one path, no style, no prolog."""
    import segno

    picture = BytesIO()
    segno.make(written(code), error="m").save(
        picture, kind="svg", xmldecl=False, svgclass=None, lineclass=None, omitsize=True, border=2, nl=False
    )
    return picture.getvalue().decode()


def read_code(text: str) -> str | None:
    """The code that was typed, or None if it cannot be one."""
    code = text.upper().translate(READ_AS)
    return code if len(code) == LENGTH and set(code) <= set(ALPHABET) else None
