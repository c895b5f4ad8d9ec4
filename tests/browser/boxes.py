"""Where things stand on the screen: whether one box lies inside another, or over it."""

from playwright.sync_api import FloatRect, Locator

SLACK = 1  # px, of rounding


def box_of(element: Locator) -> FloatRect:
    box = element.bounding_box()
    assert box
    return box


def is_inside(inner: FloatRect, outer: FloatRect) -> bool:
    return (
        inner["x"] >= outer["x"] - SLACK
        and inner["y"] >= outer["y"] - SLACK
        and inner["x"] + inner["width"] <= outer["x"] + outer["width"] + SLACK
        and inner["y"] + inner["height"] <= outer["y"] + outer["height"] + SLACK
    )


def overlap(one: FloatRect, other: FloatRect) -> bool:
    across = min(one["x"] + one["width"], other["x"] + other["width"]) - max(one["x"], other["x"])
    down = min(one["y"] + one["height"], other["y"] + other["height"]) - max(one["y"], other["y"])
    return across > SLACK and down > SLACK
