"""What came in from outside and cannot be used."""


class InvalidInput(ValueError):
    """The base of every named error about input. Its text quotes what came in and says what is wrong with it."""


def shortened(text: str) -> str:
    """The text in quotes as a message can show it: on one line and not for ever."""
    return repr(text if len(text) <= 40 else text[:37] + "…")
