"""How nodes write to each other, whatever they say.

Messages are arrays with a number for a tag: one that is never reused, so that two versions understand each other. A
field may be added at the end of a message, with a default for those who do not send it; any other change raises the
VERSION of its link. `tests/golden/link_messages.txt` keeps every message as it was first written.
"""

import msgspec
from msgspec import Struct


class Posted(Struct, frozen=True, array_like=True):
    """A message between a floor and one of its nodes."""


class Greeting(Posted, frozen=True):
    """The first message of a node."""

    node: str  # its name
    version: int  # of the protocol it speaks; a floor wants its own
    program: str  # Punto's version, to be shown


pack = msgspec.msgpack.Encoder().encode
