"""The HTML of a live table: its templates, compiled once for each language, and what is kept of their output."""

import re
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final, cast

import msgspec
from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext, npgettext, pgettext
from jinja2 import Environment, FileSystemLoader, StrictUndefined, nodes
from jinja2.ext import InternationalizationExtension
from msgspec.structs import asdict, replace

from games.screen.parts.build import Frame
from games.screen.parts.values import Chosen, Head, Part, Seat
from games.words.drawings import (
    back,
    call,
    card_label,
    card_name,
    face,
    mark,
    pip,
    shape,
    side_key,
    spoken,
    suit_key,
    suits,
)
from games.words.events import in_words
from games.words.numbers import figure, signed
from games.words.outcomes import outcome_word

MOST_KEPT: Final = 8192
"""The number of renderings that a process keeps: less than a KiB each, but for the pad of 56."""
_PLACE = re.compile(r"%\((\w+)\)s")
_INDENTATION = re.compile(r"\n[ \t]+")
_OPENING_TAG = re.compile(r"(?m)^({% (?!end|include)(?:(?!%}).)*%})\n")


class Texts(InternationalizationExtension):
    """Puts the translated texts of `{% trans %}` into the compiled template, so that none is looked up later."""

    def _make_node(  # type: ignore[override]
        self,
        singular: str,
        plural: str | None,
        context: str | None,
        variables: dict[str, nodes.Expr],
        plural_expr: nodes.Expr | None,
        vars_referenced: bool,
        num_called_num: bool,
    ) -> nodes.Output | nodes.If:
        if plural is None or plural_expr is None:
            return _output(gettext(singular) if context is None else pgettext(context, singular), variables)
        forms = [
            ngettext(singular, plural, count) if context is None else npgettext(context, singular, plural, count)
            for count in range(200)
        ]
        if len({forms[0], *forms[2:]}) > 1:  # the language has other forms than that of one and that of many
            return super()._make_node(
                singular, plural, context, variables, plural_expr, vars_referenced, num_called_num
            )
        is_one = nodes.Compare(plural_expr, [nodes.Operand("eq", nodes.Const(1))])
        return nodes.If(is_one, [_output(forms[1], variables)], [], [_output(forms[2], variables)])


def _output(text: str, variables: Mapping[str, nodes.Expr]) -> nodes.Output:
    """Return what puts out a text with values in their places."""
    return nodes.Output(
        [
            variables[part] if place % 2 else nodes.TemplateData(part.replace("%%", "%"))
            for place, part in enumerate(_PLACE.split(text))
        ]
    )


class Unindented(FileSystemLoader):
    """Reads a template without the whitespace that a browser does not show: indentation, breaks after opening tags."""

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        """Return the template's source, its file, and whether it is still that."""
        source, name, is_current = super().get_source(environment, template)
        return _OPENING_TAG.sub(r"\1", _INDENTATION.sub("\n", source)), name, is_current


@lru_cache(maxsize=4096)
def address(name: str, *args: object) -> str:
    """Return the address of a page."""
    return reverse(name, args=args)


def included(template: str, **context: object) -> SafeString:
    """Return a template of Django's that other pages show too."""
    return render_to_string(template, context)


def rules_chosen(game: Chosen) -> SafeString:
    """Return by which rules a table is played, as other pages tell it."""
    options = msgspec.json.decode(game.options)
    context = {"rules": game.rules, "options": options, "version": game.version, "house": game.house}
    return render_to_string("games/_by_rules.html", context)


@lru_cache(maxsize=8)
def environment(language: str) -> Environment:
    """Return the templates in a language, which must be the active one whenever they are used."""
    found = Environment(
        loader=Unindented(Path(settings.BASE_DIR) / "templates" / "live"),
        extensions=[Texts],
        autoescape=True,
        undefined=StrictUndefined,
        auto_reload=settings.DEBUG,
    )
    found.policies["ext.i18n.trimmed"] = True
    found.install_gettext_callables(  # type: ignore[attr-defined]
        gettext, ngettext, newstyle=True, pgettext=pgettext, npgettext=npgettext
    )
    # In one language each of these has one output for one input.
    named = (call, card_label, card_name, face, mark, outcome_word, pip, shape, side_key, spoken, suit_key)
    found.filters |= {function.__name__: cache(function) for function in named}
    found.filters |= {"figure": figure, "in_words": in_words, "suits": suits, "signed": signed, "url": address}
    others = [translation.get_language_info(code) for code, _name in settings.LANGUAGES if code != language]
    found.globals |= {
        "back": back, "included": cache(included), "language": language, "other_languages": others,
        "rules_chosen": rules_chosen,
    }  # fmt: skip
    return found


def compile_templates() -> None:
    """Compile all templates in each language, which takes longer than a table should wait."""
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            templates = environment(language)
            for name in templates.list_templates():
                templates.get_template(name)


def _render(name: str, shown: Mapping[str, object], language: str) -> SafeString:
    """Return the output of a template; it reads one plain dictionary, which is quicker than the library's chain."""
    templates = environment(language)
    template = templates.get_template(f"{name}.jinja")
    context = template.new_context({**templates.globals, **shown}, shared=True)
    return SafeString("".join(template.root_render_func(context)).strip())


@lru_cache(maxsize=MOST_KEPT)
def _kept(part: Part, language: str) -> SafeString:
    html = _render(part.template, asdict(part), language)
    return SafeString(html.replace("\n\n\n", "\n").replace("\n\n", "\n"))


def render_part(part: Part, language: str) -> SafeString:
    """Return the HTML of a part: one element with the part's id, the same for everybody who gets this part.

    Args:
        part: The part.
        language: The active language: asking for it takes as long as finding a part that is kept.
    """
    return _kept(part, language) if part.lasting else _render(part.template, asdict(part), language)


def render_changed(parts: Mapping[str, Part], shown: Mapping[str, Part], language: str) -> str:
    """Return the HTML of the parts that differ from those shown, each to be put in the place of its element."""
    changed = (_least(part, shown.get(key)) for key, part in parts.items() if part != shown.get(key))
    # A part's element has its id before any other attribute that ends in "id".
    return "".join(render_part(part, language).replace('id="', 'hx-swap-oob="morph" id="', 1) for part in changed)


def _least(part: Part, shown: Part | None) -> Part:
    """Return what is enough to change a part that is shown: of most seats only what they hold."""
    if isinstance(part, Seat) and isinstance(shown, Seat) and part == replace(shown, holds=part.holds):
        return part.holds
    return part


def render_whole(frame: Frame, parts: Mapping[str, Part], language: str, **beside: Any) -> SafeString:
    """Return the whole fragment of a table.

    Args:
        frame: What surrounds the parts.
        parts: The parts by their ids.
        language: The active language.
        beside: HTML of what is no part of the table: `chat`, `join`, and of a practice `desk` and `hint`.
    """
    context = _frame_context(frame, parts, language, {"chat": "", "join": "", "desk": "", "hint": ""} | beside)
    head = cast(Head, parts["head"])
    # Without scripts nothing else marks the seats on turn.
    seats = dict(zip((key for key in parts if key.startswith("seat-")), context["seats"], strict=True))
    for number in head.turn:
        seat = f"seat-{number}"
        if seat in seats:
            seats[seat] = SafeString(seats[seat].replace('class="seat"', 'class="seat" data-turn', 1))
    return _render("table", context | {"seats": list(seats.values())}, language)


def render_position(frame: Frame, parts: Mapping[str, Part], language: str, **beside: Any) -> SafeString:
    """Return the fragment of a table at a moment that is over, for somebody who is asked what to do.

    Args:
        frame: What surrounds the parts.
        parts: The parts by their ids.
        language: The active language.
        beside: `seconds_left` of the turn or None, and HTML: `top`, `answer` and `beside`.
    """
    return _render("position", _frame_context(frame, parts, language, beside), language)


def _frame_context(frame: Frame, parts: Mapping[str, Part], language: str, beside: dict[str, Any]) -> dict[str, Any]:
    """Return what the template of a whole fragment reads."""
    rendered = {key: render_part(part, language) for key, part in parts.items()}
    seats = [html for key, html in rendered.items() if key.startswith("seat-")]
    return beside | {"frame": frame, "head": parts["head"], "parts": rendered, "seats": seats}
