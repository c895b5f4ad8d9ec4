"""Ids of on-demand tables: each patron gets their own, so `ruby~p4f…` is p4f…'s table at the place `ruby`."""

OWN = "~"


def own_table(place: str, patron: str) -> str:
    return f"{place}{OWN}{patron}"


def place_of(table_id: str) -> str:
    return table_id.partition(OWN)[0]


def owner_of(table_id: str) -> str | None:
    """None: a shared table."""
    return table_id.partition(OWN)[2] or None
