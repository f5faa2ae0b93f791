"""Messages on commit: tasks are sent by name, so that services need not import them."""

from uuid import UUID

from celery import current_app
from django.db import transaction


def tournament_moved(tournament_id: UUID) -> None:
    """Send the task that does the tournament's next step, without waiting for the clock."""
    _send("tournaments.tasks.advance_tournament", str(tournament_id))


def results_changed(tournament_id: UUID) -> None:
    """Send the task that computes the standings, and then does the steps that follow from them."""
    _send("tournaments.tasks.compute_standings", str(tournament_id))


def _send(task: str, *args: str) -> None:
    transaction.on_commit(lambda: current_app.send_task(task, args=args, retry=False, ignore_result=True), robust=True)
