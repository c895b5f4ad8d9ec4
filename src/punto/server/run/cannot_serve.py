"""Why a server cannot start."""

from punto.rules.invalid_input import InvalidInput


class CannotServe(InvalidInput):
    """In one line."""
