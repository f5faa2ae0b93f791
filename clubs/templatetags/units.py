"""Units as pages write them: with their sign."""

from django import template
from django.utils.formats import number_format

register = template.Library()


@register.filter
def units(amount: int) -> str:
    """Return an amount with its sign, the minus a real one.

    >>> units(3), units(0)
    ('+3', '0')
    """
    sign = "+" if amount > 0 else "\N{MINUS SIGN}" if amount < 0 else ""
    return f"{sign}{number_format(abs(amount), force_grouping=True)}"
