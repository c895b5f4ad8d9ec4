"""The clock in the picture can be read after scaling and noise, and is never read wrongly."""

import numpy as np
import pytest

from punto.server.picture.clock_strip import WRAPS_MS, cells_of, draw_strip, read_strip, strip_height

NOW = 1_795_000_000_123


def frame(at_ms: int, height: int = 360, width: int = 640) -> np.ndarray[tuple[int, int], np.dtype[np.uint8]]:
    luma = np.full((height, width), 90, dtype=np.uint8)
    draw_strip(luma, at_ms)
    return luma


@pytest.mark.parametrize("age_ms", [0, 1, 399, 5_000, WRAPS_MS // 2 - 1])
def test_the_time_of_a_frame_is_read_back(age_ms: int) -> None:
    assert read_strip(frame(NOW - age_ms), NOW) == NOW - age_ms


def test_a_clock_that_has_just_wrapped_is_read() -> None:
    wrapped = NOW - NOW % WRAPS_MS
    assert read_strip(frame(wrapped - 5), wrapped + 5) == wrapped - 5


@pytest.mark.parametrize("scale", [2, 3])
def test_a_scaled_picture_is_read(scale: int) -> None:
    assert read_strip(np.repeat(np.repeat(frame(NOW), scale, 0), scale, 1), NOW) == NOW
    assert read_strip(frame(NOW, 720, 1280)[::2, ::2], NOW) == NOW


def test_noise_is_read_through_or_refused() -> None:
    chance, read = np.random.default_rng(1), 0
    for strength in range(0, 130, 2):
        noisy = frame(NOW).astype(np.int16) + chance.integers(-strength, strength + 1, (360, 640))
        seen = read_strip(noisy.clip(0, 255).astype(np.uint8), NOW)
        assert seen in (None, NOW)
        read += seen == NOW
    assert read > 30


def test_a_cell_that_turned_over_is_not_believed() -> None:
    for cell in range(len(cells_of(NOW))):
        luma = frame(NOW)
        luma[-strip_height(360) :, cell * 16 : cell * 16 + 16] = 251 - luma[-1, cell * 16]
        assert read_strip(luma, NOW) is None


def test_a_picture_without_a_clock_says_nothing() -> None:
    assert read_strip(np.full((360, 640), 90, dtype=np.uint8), NOW) is None
