"""What the worker does for notices; thin and repeatable, each calls a service."""

from celery import shared_task

from clubs.notices import services


@shared_task(name="clubs.notices.tasks.deliver")
def deliver() -> int:
    """Send out what is due; woken by what is urgent, and by the clock."""
    return services.deliver_if_idle()


@shared_task(name="clubs.notices.tasks.prune")
def prune() -> int:
    """Forget notices that were read long ago, and those that nobody has read for much longer."""
    return services.prune_notices()
