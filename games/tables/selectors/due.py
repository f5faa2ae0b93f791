"""Tables at which the server has to act: which are served first, and how late it is."""

from datetime import datetime, timedelta

from django.db.models import Exists, Min, OuterRef, QuerySet

from games.models import Seat, Table


def due_tables(now: datetime, *, people: bool) -> QuerySet[Table]:
    """Return the tables at which something is due, the longest waiting first.

    Args:
        now: The time.
        people: Those at which a person sits who did not get up; else those at which none does.
    """
    person = Exists(Seat.objects.filter(table=OuterRef("pk"), player__is_bot=False))
    return Table.objects.filter(person if people else ~person, due_at__lte=now).order_by("due_at")


def lateness(now: datetime) -> timedelta:
    """Return how long the table of people that waits longest has been waiting for the server."""
    first = due_tables(now, people=True).aggregate(first=Min("due_at"))["first"]
    return timedelta() if first is None else now - first
