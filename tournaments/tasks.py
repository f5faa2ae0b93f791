"""What the worker does for tournaments; thin and repeatable, each calls a service."""

from uuid import UUID

from celery import shared_task
from django.conf import settings

from tournaments import demo, services
from tournaments.models import Tournament


@shared_task(name="tournaments.tasks.compute_standings")
def compute_standings(tournament_id: str) -> None:
    """Compute a tournament's standings, then do what follows from them."""
    if not Tournament.objects.filter(pk=tournament_id).exists():
        return
    services.compute_standings(tournament_id=UUID(tournament_id))
    services.advance_tournament(tournament_id=UUID(tournament_id))


@shared_task(name="tournaments.tasks.advance_tournament")
def advance_tournament(tournament_id: str) -> None:
    """Do what is due in one tournament."""
    if Tournament.objects.filter(pk=tournament_id).exists():
        services.advance_tournament(tournament_id=UUID(tournament_id))


@shared_task(name="tournaments.tasks.advance_tournaments")
def advance_tournaments() -> int:
    """Do what is due in every tournament; the clock calls it every few seconds."""
    return services.advance_tournaments()


@shared_task(name="tournaments.tasks.tell_of_starts")
def tell_of_starts() -> int:
    """Tell players when their tournament is to begin; the clock calls it every half minute."""
    return services.tell_of_starts()


@shared_task(name="tournaments.tasks.keep_demo_alive")
def keep_demo_alive() -> None:
    """Where the demo is on: start its next cup when one is over, and keep a table with a free seat."""
    if settings.LELAM_DEMO:
        demo.keep_playing()
