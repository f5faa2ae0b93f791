"""Reading a picture that somebody sent, and encoding it anew: upright, of bounded size, without any metadata.

The type is found in the bytes and not believed from a name. The sender of a picture may have made it to do harm, so
pixels are counted before they are decoded, few pictures are decoded at a time, and each has to be done in time.
"""

import hashlib
import threading
from functools import partial
from io import BytesIO
from typing import Final

import msgspec
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from PIL import ExifTags, Image, UnidentifiedImageError

from clubs.base.threads import within
from clubs.errors import ClubError

FORMATS: Final = ("JPEG", "PNG", "WEBP")
MAX_BYTES: Final = 12 * 1024 * 1024
"""Of the file that is sent."""
MAX_JPEG_PIXELS: Final = 64_000_000
"""A JPEG is decoded at a fraction of its size, so it may have more pixels than others: phones make such."""
MAX_PIXELS: Final = 32_000_000
LONGEST_SIDE: Final = 2000
"""In pixels: handwriting on a photographed A4 page is read well."""
THUMBNAIL_SIDE: Final = 320
MAX_WAIT_SECONDS: Final = 5.0
"""For a place among those that are decoded."""
MAX_SECONDS: Final = 10.0
"""For decoding."""

_TURNS: Final = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
"""How a picture is put upright, by the orientation in its EXIF."""
# Two at a time: each may take some 250 MB for a moment (64 million pixels in a progressive JPEG, 32 in a PNG).
_DECODING = threading.BoundedSemaphore(2)
Image.MAX_IMAGE_PIXELS = MAX_JPEG_PIXELS


class PictureError(ClubError):
    """The file is not a picture that can be kept."""

    kind = "unprocessable"


class BusyError(ClubError):
    """Too much is being decoded at the moment."""

    kind = "throttled"


class Encoded(msgspec.Struct, frozen=True):
    """A picture as it is kept: two WebP files, the size of the first in pixels, and its SHA-256."""

    image: bytes
    thumbnail: bytes
    width: int
    height: int
    digest: str


def encode_anew(data: bytes) -> Encoded:
    """Return a sent picture as it is kept.

    Args:
        data: The file: JPEG, PNG or WebP of at most `MAX_BYTES`.

    Raises:
        PictureError: It is too large, none of these, broken, or moves; `code` says which.
        BusyError: The server has too many pictures to decode.
    """
    if not data:
        raise PictureError("picture-missing", _("Choose a picture first."), "picture")
    if len(data) > MAX_BYTES:
        most = MAX_BYTES // 1024 // 1024
        raise PictureError(
            "picture-too-large", _("The picture is too large: it may have {most} MiB.").format(most=most), "picture"
        )
    if not _DECODING.acquire(timeout=MAX_WAIT_SECONDS):
        raise _busy()
    try:
        return within(MAX_SECONDS, partial(_released_after, data, get_language()))
    except TimeoutError:
        raise _busy() from None


def _busy() -> BusyError:
    return BusyError(
        "pictures-busy", _("The server is busy with pictures. Send this one again in a minute."), "picture"
    )


def _released_after(data: bytes, language: str | None) -> Encoded:
    """Decode in the thread, and let the next one in only when that is over, however long it takes.

    Args:
        data: The file.
        language: That of the request, for refusals: a thread begins with the server's.
    """
    try:
        with override(language):
            return _encode(data)
    finally:
        _DECODING.release()


def _encode(data: bytes) -> Encoded:
    try:
        picture = _upright(data)
    except PictureError:
        raise
    except UnidentifiedImageError:
        raise PictureError("no-picture", _("Send a photograph as JPEG, PNG or WebP."), "picture") from None
    except Image.DecompressionBombError:
        raise _too_many_pixels(MAX_JPEG_PIXELS) from None
    except Exception:  # the libraries raise errors of any kind on what is malformed
        raise PictureError("picture-broken", _("The picture is damaged. Take or send it again."), "picture") from None
    image = _webp(picture)
    small = picture.copy()
    small.thumbnail((THUMBNAIL_SIDE, THUMBNAIL_SIDE))
    return Encoded(image, _webp(small), picture.width, picture.height, hashlib.sha256(image).hexdigest())


def _upright(data: bytes) -> Image.Image:
    """Return the picture in RGB, upright, no side longer than `LONGEST_SIDE`, its metadata forgotten."""
    with Image.open(BytesIO(data), formats=FORMATS) as opened:
        # A JPEG with further pictures in it (a preview, the second lens) is a photograph, and the first is shown.
        is_jpeg = opened.format in ("JPEG", "MPO")
        if getattr(opened, "is_animated", False) and not is_jpeg:
            raise PictureError("picture-moves", _("Send a still picture, not an animated one."), "picture")
        most = MAX_JPEG_PIXELS if is_jpeg else MAX_PIXELS
        if opened.width * opened.height > most:
            raise _too_many_pixels(most)
        if is_jpeg:
            opened.draft("RGB", (LONGEST_SIDE, LONGEST_SIDE))
        turn = _TURNS.get(_orientation(opened))
        opened.load()
        picture: Image.Image = opened
        if picture.mode.startswith("I;16"):
            picture = picture.convert("I").point(lambda value: value * (1 / 256)).convert("L")
        if picture.mode in ("1", "P"):
            # Pixels of these modes cannot be blended, so small writing would be lost.
            picture = picture.convert("RGBA" if picture.has_transparency_data else "RGB")
        picture.thumbnail((LONGEST_SIDE, LONGEST_SIDE), reducing_gap=2.0)
        picture = picture.copy() if turn is None else picture.transpose(turn)
    if picture.has_transparency_data:
        over = picture.convert("RGBA")
        picture = Image.new("RGB", over.size, "white")
        picture.paste(over, mask=over.getchannel("A"))
    return picture.convert("RGB")


def _orientation(picture: Image.Image) -> int:
    """Return how the phone was held, as its EXIF has it; 1, upright, if that is missing or unreadable."""
    try:
        orientation = picture.getexif().get(ExifTags.Base.Orientation, 1)
    except Exception:  # whatever is wrong there, the pixels are well
        return 1
    return orientation if isinstance(orientation, int) else 1


def _webp(picture: Image.Image) -> bytes:
    """Return a picture as WebP, of its pixels alone: a copy of pixels has no EXIF, XMP, profile or comment."""
    bare = Image.frombytes("RGB", picture.size, picture.tobytes())
    out = BytesIO()
    bare.save(out, "WEBP", quality=80, method=4)
    return out.getvalue()


def _too_many_pixels(most: int) -> PictureError:
    text = _("The picture has too many pixels: it may have {most} million.").format(most=most // 1_000_000)
    return PictureError("too-many-pixels", text, "picture")
