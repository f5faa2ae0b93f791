"""The bell of the header."""

from typing import Any

from django import template
from django.template import Context

from clubs.models import User
from clubs.notices import selectors

register = template.Library()


@register.inclusion_tag("clubs/notices/_bell.html", takes_context=True)
def bell(context: Context) -> dict[str, Any]:
    """Draw the bell with the number of unread notices of whoever is signed in."""
    user = context.get("user")
    player = getattr(user, "player", None) if isinstance(user, User) else None
    return {"unread": selectors.count_unread(player) if player is not None else 0}
