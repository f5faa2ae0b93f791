"""Setting a document by a template of `templates/paper`: data in, PDF or PNG out, no network and no font but our own.

Names and other texts of people reach a template as data only, never as markup, so they are printed as written. The same
data gives the same bytes.
"""

import unicodedata
from functools import cache
from pathlib import Path
from typing import Final

import msgspec
import typst
from django.conf import settings

FONTS: Final = Path(__file__).parent / "fonts"
TEMPLATES: Final = settings.BASE_DIR / "templates" / "paper"
NO_PACKAGES: Final = TEMPLATES / "packages"
"""A folder that does not exist: templates use no packages of others."""
MAX_DATA_BYTES: Final = 1024 * 1024
LARGE_DATA_BYTES: Final = 64 * 1024
"""What typst has worked out for a document of more data is forgotten at once."""
KEPT_DOCUMENTS: Final = 10
"""So many documents later typst forgets what it has worked out for one, and used for none of them."""


POINTS_AN_INCH: Final = 72.0


class Document(msgspec.Struct, frozen=True):
    """The data of a document; each type of document names its template.

    Attributes:
        language: The language of its words, for hyphenation and for readers of the file.
        title: The title of the file.
    """

    language: str
    title: str


def typeset(template: str, document: Document, max_bytes: int = MAX_DATA_BYTES) -> bytes:
    """Return a document as PDF.

    Args:
        template: The name of a file of `templates/paper`, without its ending.
        document: What it shows.
        max_bytes: The bytes that its data may have.

    Raises:
        ValueError: The data is larger; by default larger than a document of any table.
    """
    data = _data(template, document, max_bytes)
    # Without a time of its own the file would tell when it was made, and differ each time.
    pdf = _compiler(template, data).compile(format="pdf", timestamp=0)
    assert isinstance(pdf, bytes)
    if len(data) > LARGE_DATA_BYTES:
        _forget()
    return pdf


def drawn(template: str, document: Document) -> bytes:
    """Return a document of one page as a PNG, a pixel for each point of the page.

    Args:
        template: The name of a file of `templates/paper`, without its ending.
        document: What it shows.

    Raises:
        ValueError: Its data has more than `LARGE_DATA_BYTES`.
    """
    png = _compiler(template, _data(template, document, LARGE_DATA_BYTES)).compile(format="png", ppi=POINTS_AN_INCH)
    assert isinstance(png, bytes)
    return png


def _data(template: str, document: Document, max_bytes: int) -> bytes:
    data = msgspec.json.encode(document)
    if len(data) > max_bytes:
        raise ValueError(f"the data of {template} has {len(data)} bytes")
    return data


def _compiler(template: str, data: bytes) -> typst.Compiler:
    return typst.Compiler(
        TEMPLATES / f"{template}.typ",
        root=TEMPLATES,
        font_paths=_fonts(),
        ignore_system_fonts=True,
        sys_inputs={"data": data.decode()},
        package_path=NO_PACKAGES,
        package_cache_path=NO_PACKAGES,
    )


def _forget() -> None:
    """Make typst forget the documents so far: a list of a thousand names takes a hundred megabytes until then."""
    empty = typst.Compiler(TEMPLATES / "nothing.typ", root=TEMPLATES, font_paths=_fonts(), ignore_system_fonts=True)
    for _document in range(KEPT_DOCUMENTS + 1):
        empty.compile(format="pdf", timestamp=0)


@cache
def _fonts() -> typst.Fonts:
    return typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=[FONTS])


@cache
def _characters() -> frozenset[str]:
    return frozenset((FONTS / "characters.txt").read_text(encoding="utf-8"))


def printable(text: str) -> str:
    """Return a text without signs that the fonts do not have; empty if a letter or digit is one of them.

    A name in another script is better written by hand than printed with gaps.
    """
    text = " ".join(unicodedata.normalize("NFC", text).split())
    missing = {character for character in text if character not in _characters()}
    if any(unicodedata.category(character)[0] in "LMN" for character in missing):
        return ""
    return " ".join("".join(character for character in text if character not in missing).split())
