"""Keeping running or played tables from the public for a time, as tables by invitation are."""

import secrets
from collections.abc import Collection
from uuid import UUID

from django.db.models import QuerySet

from games.models import Table


def withhold(tables: Collection[UUID]) -> int:
    """Let nobody see some public tables and their hands but those who may see tables by invitation.

    Returns:
        The number of tables that were public.
    """
    public = _tables(tables).filter(invitation="")
    return sum(
        Table.objects.filter(pk=pk).update(invitation=secrets.token_urlsafe(12))
        for pk in public.values_list("pk", flat=True)
    )


def publish(tables: Collection[UUID]) -> int:
    """Let everybody see some tables and their hands; return the number of those that were not public."""
    return _tables(tables).exclude(invitation="").update(invitation="")


def _tables(tables: Collection[UUID]) -> "QuerySet[Table]":
    return Table.objects.filter(pk__in=tables)
