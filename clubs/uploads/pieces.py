"""Reading an upload as a file: one piece in memory at a time."""

import io
from typing import Any

from clubs.models import Upload, UploadPiece


class Pieces(io.RawIOBase):
    """The file of an upload, from its pieces."""

    def __init__(self, upload: Upload) -> None:
        super().__init__()
        self._upload = upload
        self._at = 0
        self._start = 0
        self._data = b""

    def readable(self) -> bool:
        """Tell that it can be read."""
        return True

    def seekable(self) -> bool:
        """Tell that reading can begin anywhere."""
        return True

    def tell(self) -> int:
        """Return the place of the next byte."""
        return self._at

    def seek(self, place: int, whence: int = io.SEEK_SET) -> int:
        """Go to a place."""
        self._at = max(0, place + {io.SEEK_SET: 0, io.SEEK_CUR: self._at, io.SEEK_END: self._upload.offset}[whence])
        return self._at

    def readinto(self, buffer: Any) -> int:
        """Read the next bytes of the piece at hand.

        Raises:
            OSError: A piece is missing.
        """
        if self._at >= self._upload.offset:
            return 0
        if not self._start <= self._at < self._start + len(self._data):
            self._fetch()
        begin = self._at - self._start
        some = self._data[begin : begin + len(buffer)]
        buffer[: len(some)] = some
        self._at += len(some)
        return len(some)

    def _fetch(self) -> None:
        """Fetch the piece in which the place lies."""
        piece = UploadPiece.objects.filter(upload=self._upload, start__lte=self._at).order_by("-start").first()
        if piece is None or self._at >= piece.start + len(piece.data):
            raise OSError(f"a piece of the upload is missing at {self._at}")
        self._start, self._data = piece.start, bytes(piece.data)


def open_upload(upload: Upload) -> io.BufferedReader:
    """Return the file of an upload, opened for reading."""
    return io.BufferedReader(Pieces(upload))
