"""The pictures that a scene is put together from, drawn once as SVG: the felt with shoe and tray, cards, a hand.

Nothing here is photographed or copied; suits are plain shapes.
"""

from functools import cache
from io import BytesIO

import av
import font_roboto
import numpy as np
import resvg_py
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]

WIDTH, HEIGHT = 640, 360
CARD_WIDTH, CARD_HEIGHT = 58, 82
RANKS, SUITS = "A23456789TJQK", "shdc"
SHAPES = {  # in a box of 20 by 20
    "h": "M10 18 L2.5 9.5 A4.6 4.6 0 0 1 10 4.5 A4.6 4.6 0 0 1 17.5 9.5 Z",
    "d": "M10 1.5 L17 10 L10 18.5 L3 10 Z",
    "s": "M10 1.5 L17.5 10 A4.2 4.2 0 0 1 11.2 14.5 L13 18.5 H7 L8.8 14.5 A4.2 4.2 0 0 1 2.5 10 Z",
    "c": "M10 1.5 A4 4 0 0 1 13 8 A4 4 0 1 1 11.2 14 L13 18.5 H7 L8.8 14 A4 4 0 1 1 7 8 A4 4 0 0 1 10 1.5 Z",
}
RED, BLACK = "#b3202c", "#1c1f24"


def rendered(svg: str) -> Pixels:
    """Red, green, blue and opacity."""
    fonts = [font_roboto.font_files[name] for name in ("Roboto", "RobotoMedium", "RobotoBold")]
    png = bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=fonts, font_family="Roboto"))
    with av.open(BytesIO(png), "r") as picture:
        frame = next(picture.decode(video=0))
        return np.ascontiguousarray(frame.to_ndarray(format="rgba"))


def _svg(width: int, height: int, inside: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">{inside}</svg>'


@cache
def felt() -> Pixels:
    boxes = "".join(
        f'<rect x="{x}" y="96" width="232" height="150" rx="12" fill="none" stroke="#c9b37a" stroke-opacity=".55"/>'
        f'<text x="{x + 116}" y="272" fill="#e9dcb4" font-size="17" font-weight="500" text-anchor="middle" '
        f'letter-spacing="3">{name}</text>'
        for x, name in ((60, "PLAYER"), (318, "BANKER"))
    )
    inside = (
        '<defs><radialGradient id="g" cx=".5" cy=".35" r=".9"><stop offset="0" stop-color="#1d6b4f"/>'
        '<stop offset="1" stop-color="#0c3428"/></radialGradient></defs>'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="url(#g)"/>'
        '<path d="M230 -10 Q320 60 410 -10 Z" fill="#22262e"/><path d="M296 -10 L320 30 L344 -10 Z" fill="#eef0f2"/>'
        '<path d="M316 8 h8 l5 22 -9 9 -9 -9 z" fill="#7a1f2b"/>'
        f"{boxes}"
        '<g><rect x="566" y="34" width="66" height="92" rx="8" fill="#15181d"/>'
        '<path d="M560 112 L632 96 L632 140 L572 140 Z" fill="#2a2f37"/>'
        '<rect x="572" y="118" width="54" height="10" rx="2" fill="#f3efe4"/></g>'
        '<rect x="10" y="40" width="40" height="70" rx="6" fill="#15181d" fill-opacity=".7"/>'
    )
    return rendered(_svg(WIDTH, HEIGHT, inside))[..., :3].copy()


@cache
def card(face: str) -> Pixels:
    """Empty: its back."""
    edge = (
        f'<rect x=".5" y=".5" width="{CARD_WIDTH - 1}" height="{CARD_HEIGHT - 1}" rx="6" fill="#fbfaf5" stroke="#999"/>'
    )
    if not face:
        back = f'<rect x="5" y="5" width="{CARD_WIDTH - 10}" height="{CARD_HEIGHT - 10}" rx="4" fill="#27406b"/>'
        return rendered(_svg(CARD_WIDTH, CARD_HEIGHT, edge + back))
    rank, suit = ("10" if face[0] == "T" else face[0]), face[1]
    colour = RED if suit in "hd" else BLACK
    inside = (
        f'<text x="8" y="26" font-size="24" font-weight="700" fill="{colour}">{rank}</text>'
        f'<path d="{SHAPES[suit]}" transform="translate(7 31) scale(.85)" fill="{colour}"/>'
        f'<path d="{SHAPES[suit]}" transform="translate(18 40) scale(1.75)" fill="{colour}"/>'
    )
    return rendered(_svg(CARD_WIDTH, CARD_HEIGHT, edge + inside))


@cache
def hand() -> Pixels:
    inside = (
        '<path d="M70 0 L96 0 L96 34 Q80 40 66 34 Z" fill="#22262e"/><path d="M66 20 L72 38 L60 42 Z" fill="#eef0f2"/>'
        '<path d="M66 18 Q40 14 22 28 Q6 34 4 42 Q10 48 22 44 Q18 54 26 56 Q40 58 58 46 Q70 40 72 34 Z" '
        'fill="#d9a580"/>'
        '<path d="M22 44 Q34 42 42 36" stroke="#b98562" fill="none" stroke-width="2"/>'
    )
    return rendered(_svg(96, 60, inside))


@cache
def words(text: str) -> Pixels:
    inside = (
        '<rect width="340" height="34" rx="17" fill="#0b1f19" fill-opacity=".8"/>'
        f'<text x="170" y="23" fill="#f2ead2" font-size="16" font-weight="500" text-anchor="middle">{text}</text>'
    )
    return rendered(_svg(340, 34, inside))
