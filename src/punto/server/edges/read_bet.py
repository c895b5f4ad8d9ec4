"""A bet is read where its socket is held, so that the floor gets values and not text.

Whatever is not a bet, or not a faultless one, goes to the floor as it was said: it knows the answer.
"""

import msgspec

from punto.server.protocol.client import PlaceWager
from punto.server.protocol.links.edge_link import Bet
from punto.server.streams.request import request_of

_BEGINS = b'{"type":"place_wager"'  # as our client and most others write it
_DECODER = msgspec.json.Decoder(PlaceWager)


def read_bet(number: int, patron: str, data: bytes) -> Bet | None:
    if not data.startswith(_BEGINS):
        return None
    try:
        said = _DECODER.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
    digest = request_of(said, patron, said.table, 0, None).digest
    return Bet(number, said.id, said.table, said.bet, said.stake, said.round, digest)
