"""Roads as pictures of letters, for tests that read like a scoreboard."""

from punto.roads.layout import Road


def picture(road: Road) -> list[str]:
    cells = dict(zip(zip(road.rows, road.columns, strict=True), road.colours, strict=True))
    assert len(cells) == len(road.colours), "two marks in one cell"
    return ["".join(cells.get((row, column), ".") for column in range(road.width)) for row in range(road.height)]


def laid_out(colours: str, height: int = 6) -> Road:
    road = Road(height)
    road.extend(list(colours))
    return road
