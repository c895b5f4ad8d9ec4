"""Which table should be played by another pit: the patrons at a pit's tables say how much it has to do."""

from collections.abc import Collection, Mapping

WORTH_MOVING = 0.1  # of the fullest pit's load: less is not worth a pause


def table_to_move(loads: Mapping[str, Mapping[str, int]], movable: Collection[str]) -> str | None:
    """The one whose move evens out the fullest and the emptiest pit best. `loads` are weights of tables by pit."""
    totals = {pit: sum(tables.values()) for pit, tables in loads.items()}
    fullest, emptiest = max(totals, key=lambda pit: totals[pit]), min(totals, key=lambda pit: totals[pit])
    gap = totals[fullest] - totals[emptiest]
    gains = {table: min(weight, gap - weight) for table, weight in loads[fullest].items() if table in movable}
    best = max(gains, key=lambda table: (gains[table], table), default=None)
    return best if best is not None and gains[best] > WORTH_MOVING * totals[fullest] else None
