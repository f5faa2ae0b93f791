"""Deleting many old rows without locking all of them at once."""

from typing import Any, Final

from django.db.models import QuerySet

_AT_ONCE: Final = 5000
"""The number of rows that a transaction deletes."""


def delete_oldest_first(rows: "QuerySet[Any]", time: str) -> int:
    """Delete the rows of a query in batches, each in a transaction of its own.

    Args:
        rows: The rows to delete.
        time: The name of the field with the age of a row.

    Returns:
        The number of rows deleted.
    """
    deleted = 0
    while ids := list(rows.order_by(time).values_list("pk", flat=True)[:_AT_ONCE]):
        rows.model._base_manager.filter(pk__in=ids).delete()
        deleted += len(ids)
    return deleted
