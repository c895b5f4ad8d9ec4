"""On demand, every patron who sits down gets a table of their own: `ruby~p4f…` is p4f…'s at the place `ruby`."""

OWN = "~"


def own_table(place: str, patron: str) -> str:
    return f"{place}{OWN}{patron}"


def place_of(table_id: str) -> str:
    return table_id.partition(OWN)[0]


def owner_of(table_id: str) -> str | None:
    """None: the table is everybody's."""
    return table_id.partition(OWN)[2] or None
