"""A bet that an edge reads is the bet that the floor would have read."""

import msgspec
import pytest

from punto.server.edges.read_bet import read_bet
from punto.server.protocol.client import ClientMessage, PlaceWager
from punto.server.protocol.links.edge_link import Bet, Said, read_at_floor
from punto.server.protocol.links.posted import pack
from punto.server.streams.request import request_of
from punto.table import commands

BET = b'{"type":"place_wager","id":"b-1","table":"jade","bet":"banker","stake":500}'
IN_ROUND = b'{"type":"place_wager","id":"b-2","table":"jade","round":[3,17],"bet":"tie","stake":25}'


@pytest.mark.parametrize("data", [BET, IN_ROUND])
def test_an_edge_reads_what_the_floor_would_read(data: bytes) -> None:
    said = msgspec.json.decode(data, type=ClientMessage)
    assert isinstance(said, PlaceWager)
    request = request_of(said, "ann", said.table, 5, None)
    bet = read_bet(7, "ann", data)
    assert bet is not None
    assert (bet.number, bet.id, bet.table, bet.round, bet.digest) == (7, said.id, "jade", said.round, request.digest)
    assert commands.PlaceWager("ann", bet.bet, bet.stake) == request.command


@pytest.mark.parametrize(
    "data",
    [
        BET.replace(b"500", b"0"),
        BET.replace(b"500", b'"500"'),
        BET.replace(b"b-1", b"b 1"),
        IN_ROUND.replace(b"3", b"1" + 22 * b"0"),  # more than a link can carry
        IN_ROUND.replace(b"17", b"-1"),
        BET[:-1],
        BET.replace(b"banker", b"\xff"),
        BET.replace(b'"stake"', b'"steak"'),
        b'{"type":"clear_all","id":"b-3","table":"jade"}',
        b'{"type": "place_wager", "id": "b-4", "table": "jade", "bet": "tie", "stake": 25}',
        b"",
    ],
)
def test_whatever_is_not_a_plain_bet_is_left_to_the_floor(data: bytes) -> None:
    assert read_bet(7, "ann", data) is None


def test_a_bet_travels_with_what_was_said_around_it() -> None:
    bet = read_bet(7, "ann", IN_ROUND)
    assert isinstance(bet, Bet)
    assert read_at_floor(pack([Said(7, b"{}"), bet])) == [Said(7, b"{}"), bet]
