"""The header: whose page it is, and the bell."""

from django import template
from django.template import Context
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString

from clubs.models import Player
from clubs.web.pages import viewer_of
from clubs.web.parts import BELL, add_live_part

register = template.Library()


@register.simple_tag(takes_context=True)
def viewer(context: Context) -> Player | None:
    """Return the player of the signed-in account, whom the page may have looked up already."""
    return viewer_of(context["request"])


@register.simple_tag(takes_context=True)
def bell(context: Context) -> SafeString:
    """Draw the bell with the number of unread notices: a live part like others, so it has no poll of its own."""
    part = add_live_part(context["request"], reverse(BELL), "mine")
    return render_to_string("partials/live_part.html", {"part": part})
