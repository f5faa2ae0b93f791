"""The catalogues of texts say what the tree says, and lose nothing of it on the way."""

import ast
import re
from collections import Counter
from collections.abc import Iterator

import pytest
from babel.messages import Message

from config import messages

PLACE = re.compile(r"%\((\w+)\)[sd]|(?<!\{)\{(\w*(?:\[\w+\])?)[^{}]*\}(?!\})|%[sd%]")
TAG = re.compile(r"<(/?\w+)[^>]*>|&\w+;")


@pytest.fixture(scope="module")
def texts() -> messages.Texts:
    return messages.extracted()


@pytest.fixture(params=messages.TRANSLATED)
def language(request) -> str:
    return request.param


def known(texts) -> dict[tuple[str | None, str], Message]:
    """The texts by their context and words; a plural by those of its singular."""
    return {(text.context, text.id if isinstance(text.id, str) else text.id[0]): text for text in texts if text.id}


def pairs(language: str) -> list[tuple[str, str, str]]:
    """What stands in the catalogue, singular and plural each: where, the English, the translation."""
    found = []
    for text in messages.catalogue(language):
        if not text.id:
            continue
        if isinstance(text.id, str):
            found.append((str(text.locations), text.id, text.string))
        else:
            # The last form of a plural is the one for many; the first may say "one" without the number.
            found += [(str(text.locations), text.id[1], said) for said in text.string[1:]]
    return [pair for pair in found if pair[2]]


def test_texts_are_found_in_code_in_templates_and_in_the_engine(texts):
    found = known(texts)

    assert (None, "It is not your turn.") in found, "IllegalAction"
    assert (None, "Skip to the page") in found, "{% translate %}"
    assert len(found) > 90


def test_the_catalogue_has_every_text_and_no_other(language, texts):
    there, tree = known(messages.catalogue(language)), known(texts)

    assert sorted(map(str, tree.keys() - there.keys())) == [], "run make messages"
    assert sorted(map(str, there.keys() - tree.keys())) == [], "run make messages"


def test_the_catalogue_is_written_as_make_messages_writes_it(language, texts):
    assert messages.catalogue_path(language).read_bytes() == messages.written(messages.merged(language, texts))


def test_what_django_reads_is_the_catalogue(language):
    read = messages.compiled(messages.catalogue(language))

    assert messages.catalogue_path(language, "mo").read_bytes() == read, "run make messages"


def test_every_text_is_translated_and_none_is_a_guess(language):
    assert [text.id for text in messages.untranslated(messages.catalogue(language))] == []


def test_a_plural_has_each_of_its_forms(language):
    catalogue = messages.catalogue(language)
    wrong = [
        text.id
        for text in catalogue
        if text.pluralizable
        and any(text.string)
        and len([form for form in text.string if form]) != catalogue.num_plurals
    ]
    assert wrong == []


def places(text: str) -> tuple[set[str], int]:
    """The named places of a text, which may stand more than once, and how many without a name."""
    found = PLACE.findall(text)
    return {name for names in found for name in names if name}, sum(not any(names) for names in found)


def test_a_translation_names_what_the_original_names(language):
    wrong = [(place, english, said) for place, english, said in pairs(language) if places(english) != places(said)]
    assert wrong == []


def test_a_translation_keeps_the_marks_of_html(language):
    wrong = [
        (place, english, said)
        for place, english, said in pairs(language)
        if Counter(TAG.findall(english)) != Counter(TAG.findall(said))
    ]
    assert wrong == []


def test_a_translation_begins_and_ends_as_the_original(language):
    wrong = []
    for place, english, said in pairs(language):
        if (english[:1].isspace(), english[-1:].isspace()) != (said[:1].isspace(), said[-1:].isspace()):
            wrong.append((place, english, said))
    assert wrong == []


def test_a_text_without_a_mark_of_translation_is_none():
    path = messages.ROOT / "templates" / "base.html"
    words = [words for _line, words, _comments, _context in messages.texts_of_template(path)]

    assert "Skip to the page" in words
    assert "Lelam" not in words


def test_texts_of_a_live_template_are_found_as_its_pages_look_them_up(tmp_path):
    template = tmp_path / "part.jinja"
    template.write_text("""{% trans %}One{% endtrans %} {% trans "a key" %}two{% endtrans %}
    {% trans number=count, name=who %}
      {{ number }} card
      of {{ name }}
    {% pluralize %}
      {{ number }} cards
    {% endtrans %} Unmarked""")

    found = [(words, context) for _line, words, _comments, context in messages.texts_of_live_template(template)]

    assert found == [("One", None), ("two", "a key"), (("%(number)s card of %(name)s", "%(number)s cards"), None)]


SENTENCE = re.compile(r"[A-Z][^ ]* .*[a-z].*[.!?…]\Z", re.DOTALL)
SPEAKS = frozenset(messages.KEYWORDS) | {"said", "format_lazy"}
NOT_FOR_PEOPLE = {
    "operation", "OpenApiParameter", "ValueError", "TypeError", "RuntimeError", "RecordError", "_fault", "Kind",
    "ImproperlyConfigured", "CommandError", "RunError", "_log", "Meta", "defstruct", "print", "OpenApiResponse",
    "list_view",
}  # fmt: skip
"""Calls whose words are for programmers: descriptions of the API, the log, what is a fault of the program."""
QUIET = {"help_text", "description", "help"}
"""Words of the admin pages and of the command line stand in these."""
ELSEWHERE = {
    "management",
    "migrations",
    "embedded",
    "demo",
    "admin.py",
    "settings.py",
    "run.py",
    "processes.py",
    "schema.py",
    # The sentences of packages, and those that English pages say for them.
    "borrowed.py",
    # Prometheus shows operators what each number means.
    "metrics.py",
}


def silent(path) -> Iterator[str]:
    """The sentences of a file that no marking makes translatable."""

    def look(node: ast.AST, quiet: bool) -> Iterator[str]:
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            logs = getattr(getattr(node.func, "value", None), "id", "") == "logger"
            quiet = quiet or logs or name in SPEAKS | NOT_FOR_PEOPLE
        if isinstance(node, ast.keyword) and node.arg in QUIET and "models" in (path.stem, path.parent.name):
            return
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            return  # a docstring
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and not quiet and SENTENCE.match(node.value):
            yield f"{path.relative_to(messages.ROOT)}:{node.lineno}: {node.value}"
        if isinstance(node, ast.JoinedStr) and not quiet:
            text = "".join(part.value if isinstance(part, ast.Constant) else "X" for part in node.values)
            if SENTENCE.match(text):
                yield f"{path.relative_to(messages.ROOT)}:{node.lineno}: {text}"
            return
        for child in ast.iter_child_nodes(node):
            yield from look(child, quiet)

    yield from look(ast.parse(path.read_text(encoding="utf-8")), False)


def test_no_sentence_of_the_code_stands_outside_of_translation():
    """Whoever writes one marks it, or says here that nobody reads it."""
    found = [
        sentence
        for path, texts in messages.sources()
        if texts is messages.texts_of_python and not ELSEWHERE & {*path.parts, path.name}
        for sentence in silent(path)
    ]
    assert found == []


def test_a_text_is_taken_as_it_stands_in_a_call_only(tmp_path):
    code = tmp_path / "code.py"
    code.write_text('_("One {two}.")\n_(NAMES["three"])\nngettext("{n} four", "{n} fours", n)\nprint("five")\n')

    found = [words for _line, words, _comments, _context in messages.texts_of_python(code)]

    assert found == ["One {two}.", ("{n} four", "{n} fours")]


def test_every_vowel_sign_stands_on_a_letter(language):
    """After a digit, a hyphen or a place for a value a sign is drawn on an empty circle."""
    alone = re.compile(r"(?:^|[^\u0d00-\u0d7f])[\u0d02\u0d03\u0d3e-\u0d4d\u0d57]")

    assert [said for _, _, said in pairs(language) if alone.search(said)] == []
