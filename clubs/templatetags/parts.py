"""Fragments of other URLs within a page, and the poll that keeps them up to date."""

from typing import Any
from urllib.parse import urlencode

from django import template
from django.template import Context
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString

from clubs.web.parts import add_live_part, live_parts, poll_context, render_part, sign_paths

register = template.Library()


@register.simple_tag(takes_context=True)
def part(context: Context, path: str, *, live: bool | str = False, **query: object) -> SafeString:
    """Put the fragment of a URL here; a live one is kept up to date while the page is open.

    Args:
        context: The page's context.
        path: The URL.
        live: Whether the page keeps it up to date; a text names the news at which it does: `mine`, or topics that all
            may listen to (`clubs.base.news`).
        query: What is added to the URL as its query.
    """
    request = context["request"]
    path = f"{path}?{urlencode(query)}" if query else path
    if not live:
        return render_part(request, path)
    return render_to_string(
        "partials/live_part.html", {"part": add_live_part(request, path, live if isinstance(live, str) else None)}
    )


@register.simple_tag
def filters(shown: str, trigger: str = "change, submit", beside: str = "") -> SafeString:
    """Return the attributes of a form that filters a part of its page.

    Args:
        shown: The id of the part.
        trigger: The events that send the form, as htmx writes them.
        beside: The id of another element that comes new with the part; empty: none.
    """
    return format_html(
        'class="tools filters" method="get" hx-boost="true" hx-trigger="{}" hx-target="#{}" hx-select="#{}"{} '
        'hx-swap="outerHTML" hx-replace-url="true" hx-sync="this:replace" hx-disinherit="*"',
        trigger, shown, shown, format_html(' hx-select-oob="#{}"', beside) if beside else "",
    )  # fmt: skip


@register.inclusion_tag("partials/poll.html", takes_context=True)
def poll(context: Context) -> dict[str, Any]:
    """Put the poll of the page's live parts here; nothing if there are none."""
    request = context.get("request")
    parts = live_parts(request) if request is not None else []
    return poll_context(parts, sign_paths([part.path for part in parts])) if parts else {}
