"""What a printed document shows: its pages, their text, their pictures, the QR codes in them."""

import pypdfium2
import segno
from PIL import Image


def texts(pdf: bytes) -> list[str]:
    """The text of each page, as a reader of the file finds it."""
    return [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(pdf)]


def picture(pdf: bytes, page: int = 0, dots_an_inch: int = 200) -> Image.Image:
    return pypdfium2.PdfDocument(pdf)[page].render(scale=dots_an_inch / 72).to_pil().convert("L")


def shows_code(shown: Image.Image, address: str) -> bool:
    """Whether the QR code of this address stands in a picture: its modules are looked for one by one.

    Each row of black and white that could be the upper edge of a finder pattern tells where the code would stand and
    how large its modules are; then the middle of every module has to have its colour.
    """
    matrix = [list(row) for row in segno.make_qr(address, error="m").matrix]
    side = len(matrix)
    pixels = shown.load()
    for top in range(shown.height):
        left = 0
        while left < shown.width:
            if pixels[left, top] > 127:
                left += 1
                continue
            right = left
            while right < shown.width and pixels[right, top] <= 127:
                right += 1
            module = (right - left) / 7
            if 2 <= module <= 40 and _stands_at(pixels, shown.size, matrix, left, top, module, side):
                return True
            left = right
    return False


def _stands_at(pixels, size, matrix, left: int, top: int, module: float, side: int) -> bool:
    # The edge of the finder pattern is a few pixels long only, so the module is known better from the whole width.
    for fine in (module + step / 40 for step in range(-6, 7)):
        end_x, end_y = left + fine * side, top + fine * side
        if end_x >= size[0] or end_y >= size[1]:
            continue
        if all(
            (pixels[int(left + (x + 0.5) * fine), int(top + (y + 0.5) * fine)] <= 127) == bool(matrix[y][x])
            for y in range(side)
            for x in range(side)
        ):
            return True
    return False
