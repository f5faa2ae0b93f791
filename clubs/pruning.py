"""Deleting many old rows without holding all of them at once."""

from typing import Any, Final

from django.db.models import QuerySet

_AT_ONCE: Final = 5000
"""How many rows a transaction deletes."""


def delete_oldest_first(rows: "QuerySet[Any]", time: str) -> int:
    """Delete the rows of a query a part at a time, each in a transaction of its own.

    Args:
        rows: What is to go.
        time: The name of the field that says how old a row is.

    Returns:
        How many rows of the query were deleted.
    """
    deleted = 0
    while ids := list(rows.order_by(time).values_list("pk", flat=True)[:_AT_ONCE]):
        rows.model._base_manager.filter(pk__in=ids).delete()
        deleted += len(ids)
    return deleted
