"""A clock in the picture: one row of black and white cells that says when a frame was taken.

Whoever decodes the frame compares it with the server's clock and has measured the delay of camera, encoder, network and
player together; capture times that a media server writes into a stream have been wrong by seconds. The row is a fixed
part of the picture, so it survives scaling: forty cells across, at the bottom. It holds the time modulo four and a half
hours; a checksum tells a row that compression has spoiled. `clock-strip.ts` reads the same.
"""

import numpy as np
from numpy.typing import NDArray

CELLS = 40
BITS = 24
HEIGHT = 1 / 30  # of the picture
BEGINS, ENDS = (1, 0, 1, 0), (0, 1, 0, 1)
WRAPS_MS = 1 << BITS
DARK, LIGHT = 16, 235

Grey = NDArray[np.uint8]


def cells_of(at_ms: int) -> tuple[int, ...]:
    time = at_ms % WRAPS_MS
    bits = [time >> place & 1 for place in reversed(range(BITS))]
    check = checksum(time)
    return (*BEGINS, *bits, *(check >> place & 1 for place in reversed(range(8))), *ENDS)


def checksum(time: int) -> int:
    """CRC-8 with the polynomial 0x07."""
    check = 0
    for byte in time.to_bytes(BITS // 8, "big"):
        check ^= byte
        for _ in range(8):
            check = (check << 1 ^ 0x07) & 0xFF if check & 0x80 else check << 1
    return check


def draw_strip(luma: Grey, at_ms: int) -> None:
    """Into the luma plane of a frame."""
    height, width = luma.shape
    row = np.repeat(np.array(cells_of(at_ms), dtype=np.uint8), width // CELLS) * (LIGHT - DARK) + DARK
    luma[height - strip_height(height) :, : len(row)] = row


def strip_height(height: int) -> int:
    return max(2, round(height * HEIGHT))


def read_strip(luma: Grey, now_ms: int) -> int | None:
    """When the frame was taken, if its strip can be read; `now_ms` tells which turn of the clock it is."""
    height, width = luma.shape
    top, middle = height - strip_height(height), width / CELLS
    band = luma[top + strip_height(height) // 4 : height - strip_height(height) // 4]
    half = max(1, round(middle / 4))
    centres = [round((place + 0.5) * middle) for place in range(CELLS)]
    seen = np.array([band[:, centre - half : centre + half].mean() for centre in centres])
    bits = tuple(int(each) for each in seen > (float(seen.max()) + float(seen.min())) / 2)
    if bits[:4] != BEGINS or bits[-4:] != ENDS or float(seen.max()) - float(seen.min()) < 60:
        return None
    time = int("".join(map(str, bits[4 : 4 + BITS])), 2)
    if checksum(time) != int("".join(map(str, bits[4 + BITS : 12 + BITS])), 2):
        return None
    turns = round((now_ms - time) / WRAPS_MS)
    return time + turns * WRAPS_MS
