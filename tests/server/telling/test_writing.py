import asyncio
from dataclasses import dataclass, field

from punto.server.telling.writing import Writing


@dataclass(eq=False)
class Written:
    """A socket that joins its frames as sockets do."""

    writing: Writing
    unsent: list[bytes] = field(default_factory=list)
    writes: list[bytes] = field(default_factory=list)
    is_broken: bool = False
    is_dropped: bool = False

    def send(self, frame: bytes) -> None:
        if not self.unsent:
            self.writing.write_soon(self)
        self.unsent.append(frame)

    def flush(self) -> int:
        frames, self.unsent = self.unsent, []
        if self.is_broken:
            raise OSError
        self.writes.append(self.writing.joined(frames))
        return len(frames)

    def drop(self) -> None:
        self.is_dropped = True


async def written(told: dict[int, list[bytes]], broken: int | None = None) -> tuple[list[Written], int]:
    writing = Writing()
    sockets = [Written(writing, is_broken=number == broken) for number in told]
    for socket, frames in zip(sockets, told.values(), strict=True):
        for frame in frames:
            socket.send(frame)
    await asyncio.sleep(0)
    return sockets, writing.messages_sent


def test_frames_of_one_step_leave_in_one_write_in_their_order() -> None:
    told = {1: [b"card", b"total"], 2: [b"total", b"card"], 3: [b"card"], 4: [b"card", b"total", b"own"]}
    sockets, sent = asyncio.run(written(told))
    assert [socket.writes for socket in sockets] == [[b"cardtotal"], [b"totalcard"], [b"card"], [b"cardtotalown"]]
    assert sent == 8


def test_what_many_sockets_are_told_is_put_together_once() -> None:
    sockets, _ = asyncio.run(written({number: [b"card", b"total"] for number in range(3)}))
    assert len({id(socket.writes[0]) for socket in sockets}) == 1


def test_a_socket_that_fails_is_dropped_and_the_others_are_told() -> None:
    sockets, sent = asyncio.run(written({number: [b"card", b"total"] for number in range(3)}, broken=1))
    assert [socket.is_dropped for socket in sockets] == [False, True, False]
    assert [socket.writes for socket in sockets] == [[b"cardtotal"], [], [b"cardtotal"]]
    assert sent == 4
