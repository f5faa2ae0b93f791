"""Open pages of a table: sockets that connect again when the line goes dead, as the browser's do."""

import contextlib
import re
import threading
import time

import psutil
import websockets.sync.client
from websockets.exceptions import WebSocketException

from tests.runs import Run
from tests.servers import await_true

VERSION = re.compile(r'name="version"\s+value="(\d+)"')


class Page(threading.Thread):
    """A page of a table that stays open.

    Attributes:
        version: The version of the table that it shows.
        sockets: How often it has connected.
    """

    def __init__(self, run: Run, table: str, session: str = "") -> None:
        super().__init__(daemon=True)
        self._address = f"ws://127.0.0.1:{run.port}/ws/table/{table}/"
        self._headers = {"Origin": f"http://127.0.0.1:{run.port}"}
        if session:
            self._headers["Cookie"] = f"sessionid={session}"
        self.table = table
        self.version = self.sockets = self.port = 0
        self._open: websockets.sync.client.ClientConnection | None = None
        self._stopped = False

    def run(self) -> None:
        """Show the table until it is closed."""
        while not self._stopped:
            try:
                self._show()
            except (OSError, TimeoutError, WebSocketException):
                self.port = 0
            time.sleep(0.1)

    def connect_again(self) -> None:
        """Drop the line, as a phone does that changes its network."""
        if self._open is not None:
            self._open.close_socket()

    def close(self) -> None:
        """Close the page."""
        self._stopped = True
        self.connect_again()

    def _show(self) -> None:
        with websockets.sync.client.connect(
            self._address, additional_headers=self._headers, open_timeout=20, close_timeout=1
        ) as self._open:
            self.sockets += 1
            self.port = self._open.socket.getsockname()[1]
            for frame in self._open:
                for version in VERSION.findall(frame if isinstance(frame, str) else frame.decode()):
                    self.version = int(version)


def ports_of(web: psutil.Process) -> set[int]:
    """Return the clients' ports of the connections of a web process."""
    with contextlib.suppress(psutil.Error):
        return {each.raddr.port for each in web.net_connections("tcp") if each.raddr}
    return set()


def spread(run: Run, pages: list[Page]) -> None:
    """See to it that both web processes have sockets of the table: which one a socket reaches is left to chance."""

    def is_spread() -> bool:
        webs = run.parts("uvicorn")
        if len(webs) < 2:
            return False
        shares = [[page for page in pages if page.port in ports] for ports in map(ports_of, webs)]
        if all(shares):
            return True
        if len(shares[0]) + len(shares[1]) == len(pages):
            max(shares, key=len)[0].connect_again()
            time.sleep(0.3)
        return False

    await_true(is_spread, "sockets of the table in both web processes", 120)
