"""What a page says of itself to chats and search engines."""

from typing import Any

from django import template
from django.template import Context

from clubs.web.links import head_of

register = template.Library()


@register.inclusion_tag("partials/link.html", takes_context=True)
def link_head(context: Context) -> dict[str, Any]:
    """Put the description of the page, its picture and its address into its head."""
    request = context.get("request")
    return head_of(request) if request is not None and hasattr(request, "user") else {}
