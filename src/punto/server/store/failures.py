"""How a store fails its callers. What it refuses of a change is no failure: `values.StoreRefusal`."""


class StoreIsLost(Exception):
    """The engine is gone; whether open commits were stored is unknown. Tables stop and reload."""


class StoreCannotWrite(StoreIsLost):
    """The engine is there and says why it cannot store anything now: a full disk, say. Nothing was stored."""


class FloorIsTaken(StoreIsLost):
    """Another server has taken the floor: for this one the store is lost for good, and nothing was written."""


class StreamIsTaken(StoreIsLost):
    """Somebody has claimed the stream meanwhile. The server that holds the floor may claim and read it again."""


class EventsAreArchived(Exception):
    """Events that a reader asked for were sealed to an archive file and dropped; the file has them."""

    def __init__(self, stream: str, up_to: int) -> None:
        super().__init__(f"the events of {stream} up to version {up_to} are archived")
        self.stream = stream
        self.up_to = up_to


class StoreCannotBeOpened(ValueError):
    """It is not a store of ours, or a newer program has written it."""
