"""A line between browser and server that can be cut and mended: bytes are carried both ways until somebody cuts it."""

import selectors
import socket
import threading

CHUNK = 65_536


class CutLine:
    """`with CutLine(port) as line:` then `line.port`, `line.cut()` and `line.mend()`."""

    def __init__(self, server_port: int) -> None:
        self._server_port = server_port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._is_cut = threading.Event()
        self._is_over = threading.Event()
        self._carried: set[socket.socket] = set()
        self._thread = threading.Thread(target=self._accept, name="line", daemon=True)

    def __enter__(self) -> "CutLine":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over.set()
        self.cut()
        self._thread.join()
        self._listener.close()

    def cut(self) -> None:
        self._is_cut.set()
        for end in list(self._carried):
            _shut(end)

    def mend(self) -> None:
        self._is_cut.clear()

    def _accept(self) -> None:
        self._listener.settimeout(0.2)
        while not self._is_over.is_set():
            try:
                browser, _ = self._listener.accept()
            except TimeoutError:
                continue
            if self._is_cut.is_set():
                browser.close()
                continue
            threading.Thread(target=self._carry, args=(browser,), daemon=True).start()

    def _carry(self, browser: socket.socket) -> None:
        server = socket.create_connection(("127.0.0.1", self._server_port))
        ends = {browser: server, server: browser}
        self._carried |= set(ends)
        try:
            with selectors.DefaultSelector() as ready:
                for end in ends:
                    ready.register(end, selectors.EVENT_READ)
                while not self._is_cut.is_set():
                    for key, _ in ready.select(timeout=0.2):
                        readable = key.fileobj
                        assert isinstance(readable, socket.socket)
                        chunk = readable.recv(CHUNK)
                        if not chunk:
                            return
                        ends[readable].sendall(chunk)
        except OSError:
            return  # cut in the middle of a byte, which is what it is for
        finally:
            self._carried -= set(ends)
            for end in ends:
                end.close()


def _shut(end: socket.socket) -> None:
    try:
        end.shutdown(socket.SHUT_RDWR)
    except OSError:
        return  # it had gone by itself
