"""The load client's frames against those of the library that the server uses."""

import pytest
from websockets.frames import Frame, Opcode
from websockets.streams import StreamReader

from punto.trials.load.frames import BINARY, FINAL, Control, accepted_key, masked, read_frames
from punto.trials.load.reading import Reading, quantile


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 65_535, 65_536, 70_001])
def test_what_a_client_masks_the_server_reads(length: int) -> None:
    payload = bytes(number % 251 for number in range(length))
    reader = StreamReader()
    reader.feed_data(masked(payload, FINAL | BINARY))
    parsing = Frame.parse(reader.read_exact, mask=True)
    with pytest.raises(StopIteration) as parsed:
        next(parsing)
    assert (parsed.value.value.opcode, bytes(parsed.value.value.data)) == (Opcode.BINARY, payload)


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 65_535, 65_536, 70_001])
def test_what_the_server_sends_a_client_reads(length: int) -> None:
    message = b"x" * length
    sent = Frame(Opcode.TEXT, message).serialize(mask=False) + Frame(Opcode.PING, b"p").serialize(mask=False)
    assert read_frames(sent + sent) == ((message, message), (Control(9, b"p"), Control(9, b"p")), b"")


@pytest.mark.parametrize("cut", [1, 2, 3, 5, 300, 301])
def test_a_frame_that_has_not_come_in_full_waits(cut: int) -> None:
    first, second = (Frame(Opcode.TEXT, b"y" * length).serialize(mask=False) for length in (7, 300))
    read = read_frames(first + second[:cut])
    assert read.messages == (b"y" * 7,)
    assert read_frames(read.rest + second[cut:]).messages == (b"y" * 300,)


def test_the_key_that_opens_a_socket() -> None:
    """The example of RFC 6455, section 1.3."""
    assert accepted_key(b"dGhlIHNhbXBsZSBub25jZQ==") == b"s3pPLMBiTxaQ9kYGzzhZRbK+xOo="


HUNDRED = [float(number) for number in range(100)]


@pytest.mark.parametrize(
    ("values", "share", "expected"), [([3.0, 1.0, 2.0], 0.5, 2.0), (HUNDRED, 0.99, 99.0), ([5.0], 0.99, 5.0)]
)
def test_quantiles(values: list[float], share: float, expected: float) -> None:
    assert quantile(values, share) == expected


def test_a_ratio_above_one_keeps_the_limit() -> None:
    assert Reading(what="", measured=5, unit="ms", limit=10).ratio == 2
    assert Reading(what="", measured=5, unit="/s", limit=10, is_better="higher").ratio == 0.5
    assert Reading(what="", measured=5, unit="").ratio is None
