"""The live table on pages of Django's templates."""

from typing import Any

from django import template
from django.conf import settings
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.screen.parts.build import frame_of, parts_of
from games.screen.rendering import render_whole

register = template.Library()


@register.simple_tag(takes_context=True)
def live_table(context: template.Context) -> SafeString:
    """Return the table's fragment, with the chat and the form to sit down as far as the page has them.

    `practice` of the context, a desk, makes it the table of a practice.
    """
    board, practice = context["board"], context.get("practice")
    parts = parts_of(
        board,
        context["now"],
        invitation=context.get("invitation") or "",
        practice=practice is not None,
    )
    beside: dict[str, Any] = {}
    given: dict[str, Any] = context.flatten()  # type: ignore[assignment]
    if practice is not None:
        beside["desk"] = render_to_string("games/practice/_desk.html", given)
        beside["hint"] = render_to_string("games/practice/_hint.html", given)
    if context.get("chat") is not None:
        beside["chat"] = render_to_string("games/_chat.html", given)
    if context.get("join") is not None:
        beside["join"] = render_to_string("games/_join.html", {**given, "joining": board.view.joining})
    hint = practice.mine if practice is not None and not practice.over else None
    return render_whole(
        frame_of(board, practice=practice is not None, hint=hint),
        parts,
        get_language() or settings.LANGUAGE_CODE,
        **beside,
    )
