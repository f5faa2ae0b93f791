"""The bell of the header."""

from django import template
from django.template import Context
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString

from clubs.web.parts import BELL, add_live_part

register = template.Library()


@register.simple_tag(takes_context=True)
def bell(context: Context) -> SafeString:
    """Draw the bell with the number of unread notices: a live part like others, so it has no poll of its own."""
    part = add_live_part(context["request"], reverse(BELL), "mine")
    return render_to_string("partials/live_part.html", {"part": part})
