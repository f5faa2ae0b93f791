"""The catalogue of translations: extraction, and the files that Django reads (`make messages`).

Babel does it, so that no program of GNU gettext has to be on the machine; docs/decisions/0009-languages.md says more.
The catalogue names files but no lines and no dates: it changes only where a text does. A text that is gone leaves the
catalogue with its translation. tests/config/test_languages.py holds that the catalogue is what the tree says.
"""

import ast
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from io import BytesIO
from pathlib import Path

from babel.messages import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

from config.borrowed import IN_ENGLISH

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "config" / "locale"
PACKAGES = ("clubs", "config", "engine", "games", "tournaments")
TRANSLATED = ("ml",)
"""The languages beside English, whose texts stand in the code."""

Place = tuple[int, ...]
KEYWORDS: Mapping[str, Place | tuple[object, ...] | None] = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "npgettext_lazy": ((1, "c"), 2, 3),
    # The engine knows no language: it marks what it says (engine.phrases), and the apps translate it.
    "phrase": None,
    "Phrase": None,
    "IllegalAction": (3,),
    "RulesError": None,
    "SheetError": (2,),
    "not_now": None,
    "_not_allowed": (2,),
}
"""Calls that hold a text, each with the places of the text among what it is called with; None for the first."""
COMMENT = "Translators:"
_CALL = re.compile(r"\b(n?p?gettext|_)\(")
_LITERAL = re.compile(r"""\s*u?('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")\s*,?""")

Found = tuple[int, str | tuple[str, ...], list[str], str | None]
"""A text: its line, its words (with those of the plural), comments for the translator, its context."""


class Texts(Catalog):
    """A catalogue with a minimal header."""

    def _head(self) -> list[tuple[str, str]]:
        return [
            ("Project-Id-Version", "Lelam"),
            ("Language", str(self.locale_identifier)),
            ("Plural-Forms", self.plural_forms),
            ("MIME-Version", "1.0"),
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Transfer-Encoding", "8bit"),
        ]

    mime_headers = property(_head)  # type: ignore[assignment]


def texts_of_python(path: Path) -> Iterator[Found]:
    """Find the marked texts of a Python file.

    Babel reads words, not expressions: in `_(NAMES["pass"])` it takes "pass" for the text. What stands in the call
    itself is told by Python's own reader.
    """
    said = _marked_texts(path)
    found = extract_from_file("python", path, keywords=KEYWORDS, comment_tags=[COMMENT], strip_comment_tags=True)  # type: ignore[arg-type]
    for line, words, comments, context in found:
        if said.issuperset([words] if isinstance(words, str) else words):
            yield line, words, comments, context


def _marked_texts(path: Path) -> set[str]:
    """Return the literal texts in calls of marking functions."""
    texts = set()
    for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        name = getattr(call.func, "id", getattr(call.func, "attr", "")) if isinstance(call, ast.Call) else ""
        if isinstance(call, ast.Call) and name in KEYWORDS:
            texts |= {
                word.value for word in call.args if isinstance(word, ast.Constant) and isinstance(word.value, str)
            }
    return texts - {""}


def texts_of_template(path: Path) -> Iterator[Found]:
    """Find the marked texts of a Django template.

    Django turns the template into calls of gettext among blanked-out words, for xgettext to read; the calls are
    taken from it one by one, since the rest is no Python.
    """
    source = templatize(path.read_text(encoding="utf-8"), origin=str(path.relative_to(ROOT)))
    for call in _CALL.finditer(source):
        words, at = [], call.end()
        while literal := _LITERAL.match(source, at):
            words.append(ast.literal_eval(literal[1]))
            at = literal.end()
        context = words.pop(0) if "p" in call[1] else None
        yield source.count("\n", 0, at) + 1, words[0] if len(words) == 1 else tuple(words), [], context


def texts_of_live_template(path: Path) -> Iterator[Found]:
    """Find the marked texts of a template of the live table, by the reader of its own library."""
    options = {"trimmed": "true", "newstyle_gettext": "true", "silent": "false"}
    yield from extract_from_file("jinja2", path, keywords=KEYWORDS, options=options)  # type: ignore[arg-type,misc]


def sources() -> Iterator[tuple[Path, Callable[[Path], Iterator[Found]]]]:
    """Return every file that may contain texts, by name, with its extractor."""
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            if "migrations" not in path.parts:
                yield path, texts_of_python
    for path in sorted((ROOT / "templates").rglob("*")):
        if path.suffix in (".html", ".txt"):
            yield path, texts_of_template
        elif path.suffix == ".jinja":
            yield path, texts_of_live_template


def extracted() -> Texts:
    """Return every text of the tree, in the order of the files and of the lines in them."""
    found = Texts(charset="utf-8")
    for path, texts in sources():
        name = path.relative_to(ROOT).as_posix()
        for _line, words, comments, context in sorted(texts(path), key=lambda text: text[0]):
            known = found.get(words if isinstance(words, str) else words[0], context)
            # A text may stand with a plural in one place and without in another; the one with it serves both.
            several = known.id if known and isinstance(words, str) else words
            found.add(several, None, [(name, None)], auto_comments=comments, context=context)  # type: ignore[list-item]
    return found


def catalogue_path(language: str, kind: str = "po") -> Path:
    """Return the path of a language's catalogue: `po` for people, `mo` for Django."""
    return LOCALE / language / "LC_MESSAGES" / f"django.{kind}"


def catalogue(language: str) -> Catalog:
    """Return a language's catalogue as its file has it; an empty one if there is no file yet."""
    path = catalogue_path(language)
    if not path.exists():
        return Catalog(language)
    with path.open("rb") as file:
        return read_po(file, locale=language, charset="utf-8", abort_invalid=True)


def merged(language: str, texts: Catalog) -> Texts:
    """Return the texts with the translations that the language's file has for them."""
    old = catalogue(language)
    new = Texts(language, charset="utf-8")
    for text in _messages(texts):
        known = old.get(text.id, text.context)
        if known is None or known.pluralizable != text.pluralizable:
            known = Message(text.id)
        new.add(
            text.id,
            known.string,
            list(dict.fromkeys(text.locations)),
            flags=known.flags & {"fuzzy"},
            auto_comments=text.auto_comments,
            user_comments=known.user_comments,
            context=text.context,
        )
    return new


def written(texts: Texts) -> bytes:
    """Return the catalogue as a file for people."""
    file = BytesIO()
    head = Texts(texts.locale, charset="utf-8")
    file.write(b'msgid ""\nmsgstr ""\n')
    for name, value in head.mime_headers:
        file.write(f'"{name}: {value}\\n"\n'.encode())
    file.write(b"\n")
    write_po(file, texts, width=0, omit_header=True, include_lineno=False)
    return file.getvalue()


def compiled(texts: Catalog) -> bytes:
    """Return the compiled catalogue that Django reads; untranslated texts are left out."""
    kept = Texts(texts.locale, charset="utf-8")
    for text in _messages(texts):
        if all(text.string if isinstance(text.string, (list, tuple)) else [text.string]):
            kept.add(text.id, text.string, context=text.context)
    file = BytesIO()
    write_mo(file, kept)
    return file.getvalue()


def english() -> bytes:
    """Return the compiled catalogue of English: borrowed texts in our words. All others stand in the code."""
    texts = Texts("en", charset="utf-8")
    for text, ours in IN_ENGLISH.items():
        texts.add(text, ours)
    return compiled(texts)


def untranslated(texts: Catalog) -> list[Message]:
    """Return the texts that have no translation yet, or one that is only guessed."""
    return [
        text
        for text in _messages(texts)
        if text.fuzzy or not all(text.string if isinstance(text.string, (list, tuple)) else [text.string])
    ]


def main() -> int:
    """Bring the files of every language up to date."""
    texts = extracted()
    catalogue_path("en", "mo").parent.mkdir(parents=True, exist_ok=True)
    catalogue_path("en", "mo").write_bytes(english())
    for language in TRANSLATED:
        new = merged(language, texts)
        catalogue_path(language).parent.mkdir(parents=True, exist_ok=True)
        catalogue_path(language).write_bytes(written(new))
        catalogue_path(language, "mo").write_bytes(compiled(new))
        print(f"{language}: {len(new)} texts, {len(untranslated(new))} of them not translated.")
    return 0


def _messages(texts: Catalog) -> Iterator[Message]:
    """Return the texts without the head, which counts as one."""
    return (text for text in texts if text.id)


if __name__ == "__main__":
    sys.exit(main())
