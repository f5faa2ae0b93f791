"""Celery tasks of tournaments: thin and idempotent, each calls a service."""

from uuid import UUID

from celery import shared_task
from django.conf import settings

from tournaments import announce
from tournaments.archive import services as archives
from tournaments.demo.living import keep_directing, keep_playing
from tournaments.directing import publishing, rehearsing, reporting, starting, tending
from tournaments.webhooks import delivering


@shared_task(name="tournaments.tasks.tend_tournament")
def tend_tournament(tournament_id: str) -> None:
    """Do what the clock owes one tournament, open the tables of its called games, publish its standings."""
    announce.is_tended(UUID(tournament_id))
    tending.tend(UUID(tournament_id))
    publishing.publish(UUID(tournament_id))


@shared_task(name="tournaments.tasks.take_result")
def take_result(stream: str) -> None:
    """Report the result of a game to its tournament."""
    reporting.take_result(UUID(stream))


@shared_task(name="tournaments.tasks.tend_tournaments")
def tend_tournaments() -> int:
    """Tend the tournaments that are due and report results whose message was lost; the clock calls it."""
    return reporting.take_results() + tending.tend_due()


@shared_task(name="tournaments.tasks.tell_of_starts")
def tell_of_starts() -> int:
    """Notify players of the start of their tournament; the clock calls it every half minute."""
    return starting.tell_of_starts()


@shared_task(name="tournaments.tasks.rehearse")
def rehearse(tournament_id: str, run: str) -> None:
    """Make the rehearsal of a tournament that was asked for, unless another was asked for since."""
    rehearsing.work(UUID(tournament_id), run)


@shared_task(name="tournaments.tasks.make_archive")
def make_archive(archive_id: str) -> None:
    """Make the archive of a tournament that was asked for."""
    archives.make_archive(archive_id=UUID(archive_id))


@shared_task(name="tournaments.tasks.tend_archives")
def tend_archives() -> None:
    """Make archives whose message was lost, and remove old ones; the clock calls it."""
    archives.tend()


@shared_task(name="tournaments.tasks.deliver_webhooks")
def deliver_webhooks() -> int:
    """Send what is due to the webhooks of clubs; the clock calls it."""
    return delivering.deliver_due()


@shared_task(name="tournaments.tasks.prune_webhooks")
def prune_webhooks() -> int:
    """Remove messages to webhooks that are kept no longer; the clock calls it."""
    return delivering.prune()


@shared_task(name="tournaments.tasks.keep_demo_alive")
def keep_demo_alive() -> None:
    """If the demo is on, direct its Swiss, keep a table with a free seat, and a hall whose desk has something to do."""
    if settings.LELAM_DEMO:
        keep_playing()
        keep_directing()
