"""Kunukku and days in the pages of results."""

from datetime import date, datetime

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import pgettext_lazy

from games.words.numbers import figure

register = template.Library()
register.filter(figure)

DRAWN = 4
"""The most earrings drawn one by one; for more the number is written."""
_RING = (
    '<svg class="ring" viewBox="0 0 16 20" aria-hidden="true"><path d="M8 1v3"/><circle cx="8" cy="11" r="6.2"/>'
    '<circle class="bead" cx="8" cy="17.2" r="2.2"/></svg>'
)
_WORDS = (
    pgettext_lazy("how many kunukku", "one"), pgettext_lazy("how many kunukku", "two"),
    pgettext_lazy("how many kunukku", "three"), pgettext_lazy("how many kunukku", "four"),
    pgettext_lazy("how many kunukku", "five"), pgettext_lazy("how many kunukku", "six"),
    pgettext_lazy("how many kunukku", "seven"), pgettext_lazy("how many kunukku", "eight"),
    pgettext_lazy("how many kunukku", "nine"),
)  # fmt: skip


@register.simple_tag
def rings(count: int) -> SafeString:
    """Return so many earrings; for many, one with their number."""
    drawn = mark_safe(_RING * (count if count <= DRAWN else 1))  # noqa: S308  # markup of this module
    if count <= DRAWN:
        return format_html('<span class="rings" aria-hidden="true">{}</span>', drawn)
    return format_html('<span class="rings" aria-hidden="true">{}<b>{}</b></span>', drawn, count)


@register.filter
def in_words(count: int) -> str:
    """Return a small number as a word."""
    return str(_WORDS[count - 1]) if 0 < count <= len(_WORDS) else str(count)


@register.filter
def on_day(at: datetime | date) -> str:
    """Return a day as people say it: with its year only if that is not the running one."""
    day = timezone.localdate(at) if isinstance(at, datetime) else at
    return date_format(day, "j F" if day.year == timezone.localdate().year else "j F Y")
