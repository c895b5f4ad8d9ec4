"""Draws a scene at an instant: cards where they lie, the moving one and the hand that holds it, the clock strip."""

from math import cos, pi

import numpy as np

from punto.server.picture.clock_strip import draw_strip
from punto.server.picture.scene import MOVE_MS, CardInHand, Scene
from punto.server.picture.table_art import CARD_WIDTH, HEIGHT, WIDTH, Pixels, card, felt, hand, words
from punto.table.state import Instant

SHOE = (566, 96)
FIRST = {"player": (78, 122), "banker": (336, 122), "burn": (16, 34)}
STEP = CARD_WIDTH + 10
TURNED_AT = 0.35  # of its way: from here on the face is seen
DEMONSTRATION = "Demonstration: simulated dealer"


def draw_scene(scene: Scene, at: Instant) -> Pixels:
    picture = felt().copy()
    if scene.burn:
        _paste(picture, card(scene.burn), *FIRST["burn"])
    for place, cards in (("player", scene.player), ("banker", scene.banker)):
        for number, face in enumerate(cards):
            _paste(picture, card(face), *_place_of(place, number))
    if scene.in_hand is not None:
        _draw_in_hand(picture, scene.in_hand, at)
    _paste(picture, words(scene.caption or scene.title), 150, 292)
    _paste(picture, words(DEMONSTRATION)[4:30], 150, 42)
    for channel in range(3):
        draw_strip(picture[..., channel], at)
    return picture


def _place_of(place: str, number: int) -> tuple[int, int]:
    x, y = FIRST[place]
    return x + number * STEP, y


def _draw_in_hand(picture: Pixels, moving: CardInHand, at: Instant) -> None:
    part = min(1.0, max(0.0, (at - moving.since) / MOVE_MS))
    eased = part * part * (3 - 2 * part)
    (x0, y0), (x1, y1) = SHOE, _place_of(moving.place, moving.number)
    x, y = x0 + (x1 - x0) * eased, y0 + (y1 - y0) * eased
    sprite = card(moving.card if part > TURNED_AT else "")
    wide = max(0.12, abs(cos(pi * min(1.0, part / (2 * TURNED_AT)))))  # it turns over in the first part of its way
    columns = np.linspace(0, sprite.shape[1] - 1, max(4, round(sprite.shape[1] * wide))).astype(int)
    _paste(picture, sprite[:, columns], round(x + (sprite.shape[1] - len(columns)) / 2), round(y))
    _paste(picture, hand(), round(x) + 24, round(y) + 6)


def _paste(picture: Pixels, sprite: Pixels, x: int, y: int) -> None:
    height, width = sprite.shape[:2]
    top, left = max(0, y), max(0, x)
    bottom, right = min(HEIGHT, y + height), min(WIDTH, x + width)
    if bottom <= top or right <= left:
        return
    part = sprite[top - y : bottom - y, left - x : right - x]
    opacity = part[..., 3:].astype(np.uint16)
    below = picture[top:bottom, left:right]
    below[...] = ((part[..., :3] * opacity + below * (255 - opacity)) // 255).astype(np.uint8)
