"""How a store fails. A change that it refuses is not a failure: see `values.StoreRefusal`."""


class StoreIsLost(Exception):
    """The engine is gone; open commits may or may not have been stored. Tables stop and reload."""


class StoreCannotWrite(StoreIsLost):
    """The engine is there but cannot store anything now, because of a full disk for example. Nothing was stored."""


class FloorIsTaken(StoreIsLost):
    """Another server has taken the floor. Nothing was written, and this server will never write again."""


class StreamIsTaken(StoreIsLost):
    """Somebody else claimed the stream. The server that holds the floor may claim and read it again."""


class CallFailed(Exception):
    """The engine cannot carry out this call, because of an error of ours in it. It is well, and so are other calls."""


class EventsAreArchived(Exception):
    """The requested events were archived and dropped; the archive file has them."""

    def __init__(self, stream: str, up_to: int) -> None:
        super().__init__(f"the events of {stream} up to version {up_to} are archived")
        self.stream = stream
        self.up_to = up_to


class StoreCannotBeOpened(ValueError):
    """Not a store of ours, or written by a newer release."""
