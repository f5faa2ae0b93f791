"""Celery tasks for stored answers: thin and idempotent."""

from celery import shared_task

from clubs.answers import services


@shared_task(name="clubs.answers.tasks.prune")
def prune() -> int:
    """Delete the answers that are older than `LELAM_ANSWER_HOURS`, whether or not their players write again."""
    return services.prune_answers()
