"""A TCP proxy that can freeze: its connections stay open and carry nothing, as in a lift or a tunnel."""

import contextlib
import socket
import threading
from collections.abc import Iterator
from urllib.parse import urlsplit

CHUNK_BYTES = 65536


class FreezingProxy:
    """A proxy before one web server.

    Attributes:
        address: The address that browsers are given.
    """

    def __init__(self, address: str) -> None:
        """Listen on a free port, in front of the server at an address."""
        parts = urlsplit(address)
        self._server = (parts.hostname or "", parts.port or 80)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._flows = threading.Event()
        self._flows.set()
        self._sockets: list[socket.socket] = [self._listener]
        self._start(self._accept)

    def freeze(self) -> None:
        """Carry nothing more in either direction, and keep every connection open."""
        self._flows.clear()

    def thaw(self) -> None:
        """Carry everything again, also what was sent meanwhile."""
        self._flows.set()

    def close(self) -> None:
        """Close all connections."""
        self.thaw()
        for one in self._sockets:
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()

    def _start(self, work: object, *arguments: socket.socket) -> None:
        threading.Thread(target=work, args=arguments, daemon=True).start()  # type: ignore[arg-type]

    def _accept(self) -> None:
        while True:
            try:
                browser, _ = self._listener.accept()
            except OSError:
                return
            self._start(self._connect, browser)

    def _connect(self, browser: socket.socket) -> None:
        self._flows.wait()
        try:
            server = socket.create_connection(self._server)
        except OSError:
            browser.close()
            return
        self._sockets += [browser, server]
        self._start(self._carry, browser, server)
        self._start(self._carry, server, browser)

    def _carry(self, source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(CHUNK_BYTES):
                self._flows.wait()
                target.sendall(data)
        for one in (source, target):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)


@contextlib.contextmanager
def freezing_proxy(address: str) -> Iterator[FreezingProxy]:
    """Put a proxy before a server until the block ends."""
    proxy = FreezingProxy(address)
    try:
        yield proxy
    finally:
        proxy.close()
