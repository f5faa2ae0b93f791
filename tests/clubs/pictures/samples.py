"""Pictures as phones send them, and files that are none."""

import struct
import zlib
from io import BytesIO

from PIL import Image, ImageDraw

KOCHI = {1: "N", 2: (9.0, 58.0, 0.0), 3: "E", 4: (76.0, 14.0, 0.0)}
ORIENTATION, MAKER, GPS = 0x0112, 0x010F, 0x8825


def drawn(size=(640, 480), mode="RGB") -> Image.Image:
    """A picture whose upper left quarter is red, and the rest white."""
    picture = Image.new("RGB", size, "white")
    ImageDraw.Draw(picture).rectangle((0, 0, size[0] // 2, size[1] // 2), fill=(200, 0, 0))
    return picture.convert(mode)


def encoded(picture: Image.Image, form="JPEG", **more) -> bytes:
    out = BytesIO()
    picture.save(out, form, **more)
    return out.getvalue()


def photograph(orientation=1, size=(640, 480), form="JPEG") -> bytes:
    """A photograph with the place where it was taken, the maker of the phone, and a comment."""
    picture = drawn(size)
    exif = Image.Exif()
    exif[ORIENTATION] = orientation
    exif[MAKER] = "Vallamkali Phones"
    exif[GPS] = KOCHI
    more = {"comment": b"Vallamkali comment"} if form == "JPEG" else {}
    return encoded(picture, form, exif=exif, **more)


def bomb(side=30_000) -> bytes:
    """A PNG of a few kilobytes that would be gigabytes of pixels."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    rows = zlib.compress(b"\0" * (1 << 20), 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def moving(form: str) -> bytes:
    frames = [drawn(), Image.new("RGB", (640, 480), "blue")]
    return encoded(frames[0], form, save_all=True, append_images=frames[1:], duration=200)


HTML = b"<!DOCTYPE html><html><script>alert(1)</script></html>"
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>'
