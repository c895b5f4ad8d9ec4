"""As much HTTP as a load client needs: one persistent connection, JSON in and out, the session cookie and its token."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass

from punto.server.safety.cookies import COOKIE
from punto.trials.load.client import Address

SECONDS_TO_ANSWER = 30.0


@dataclass(frozen=True)
class HttpAnswer:
    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes

    @property
    def cookie(self) -> str:
        """`punto_session=…` when the answer sets it."""
        set_cookies = [value for name, value in self.headers if name == "set-cookie"]
        return next((value.partition(";")[0] for value in set_cookies if value.startswith(f"{COOKIE}=")), "")


@dataclass
class Http:
    """One connection, opened when needed and reopened when the server has closed it."""

    address: Address
    cookie: str = ""
    token: str = ""
    _streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def get(self, path: str) -> HttpAnswer:
        return await self._ask("GET", path, b"")

    async def post(self, path: str, body: bytes = b"") -> HttpAnswer:
        return await self._ask("POST", path, body)

    async def close(self) -> None:
        if self._streams is not None:
            writer, self._streams = self._streams[1], None
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()

    async def _ask(self, method: str, path: str, body: bytes) -> HttpAnswer:
        async with asyncio.timeout(SECONDS_TO_ANSWER):
            if self._streams is None:
                self._streams = await asyncio.open_connection(self.address.host, self.address.port)
            reader, writer = self._streams
            writer.write(self._head(method, path, body) + body)
            try:
                return await self._read(reader)
            except BaseException:
                await self.close()
                raise

    def _head(self, method: str, path: str, body: bytes) -> bytes:
        lines = [f"{method} {self.address.path}{path} HTTP/1.1", f"Host: {self.address.authority}"]
        lines += [f"Cookie: {self.cookie}"] if self.cookie else []
        if method != "GET":
            lines += [f"Origin: http://{self.address.authority}", f"Content-Length: {len(body)}"]
            lines += ["Content-Type: application/json"] if body else []
            lines += [f"X-Punto-Token: {self.token}"] if self.token else []
        return ("\r\n".join(lines) + "\r\n\r\n").encode()

    async def _read(self, reader: asyncio.StreamReader) -> HttpAnswer:
        head = await reader.readuntil(b"\r\n\r\n")
        first, *lines = head[:-4].decode("latin-1").split("\r\n")
        pairs = [line.split(":", 1) for line in lines]
        headers = tuple((name.strip().lower(), value.strip()) for name, value in pairs)
        said = dict(headers)
        if said.get("transfer-encoding") == "chunked":
            body = await _read_chunks(reader)
        else:
            body = await reader.readexactly(int(said.get("content-length", "0")))
        if said.get("connection") == "close":
            await self.close()
        return HttpAnswer(int(first.split(" ", 2)[1]), headers, body)


async def _read_chunks(reader: asyncio.StreamReader) -> bytes:
    parts = []
    while size := int(await reader.readline(), 16):
        parts.append(await reader.readexactly(size))
        await reader.readline()
    await reader.readline()
    return b"".join(parts)
