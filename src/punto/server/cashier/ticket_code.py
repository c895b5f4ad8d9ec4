"""The code of a ticket: sixteen letters and digits that nobody guesses and nobody misreads, in groups of four."""

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
    """A QR code as SVG that may stand in a page: one path, no style, no prolog."""
    import segno

    picture = BytesIO()
    segno.make(written(code), error="m").save(
        picture, kind="svg", xmldecl=False, svgclass=None, lineclass=None, omitsize=True, border=2, nl=False
    )
    return picture.getvalue().decode()


def read_code(text: str) -> str | None:
    """What somebody typed from a ticket, or None when no ticket has such a code."""
    code = text.upper().translate(READ_AS)
    return code if len(code) == LENGTH and set(code) <= set(ALPHABET) else None
