"""What the worker does for tables; thin and repeatable, each calls a service."""

from uuid import UUID

from celery import shared_task

from clubs.models import Club
from games.audits import services as audits
from games.casebook.services import tend_features
from games.cases.services import deadlines as case_deadlines
from games.cases.services import effects
from games.cases.services.audits import record_audit
from games.hands import checks
from games.models import Table
from games.players.ratings import services as ratings
from games.results import services as results
from games.reviews import services as reviews
from games.store import projector, rebuilding
from games.sweep import services as sweeping
from games.tables.services import chat, clock, waiting
from games.tables.services.thinking import think_ahead


@shared_task(name="games.tasks.advance_table")
def advance_table(table_id: str) -> None:
    """Do what is due at one table."""
    if Table.objects.filter(pk=table_id).exists():
        clock.advance_table(table_id=UUID(table_id))


@shared_task(name="games.tasks.advance_thought")
def advance_thought(table_id: str) -> None:
    """Have the bot on turn at a table think before it acts."""
    if Table.objects.filter(pk=table_id).exists():
        think_ahead(table_id=UUID(table_id))


@shared_task(name="games.tasks.advance_due_tables")
def advance_due_tables() -> int:
    """Do what is due at every table; the clock calls it every second."""
    return clock.advance_due_tables()


@shared_task(name="games.tasks.prune_chat")
def prune_chat() -> int:
    """Forget what was written at tables that are over, long ago; the clock calls it four times a day."""
    return chat.prune_chat()


@shared_task(name="games.tasks.tell_who_is_waited_for")
def tell_who_is_waited_for() -> int:
    """Tell the players whose turn waits while they are elsewhere; the clock calls it every few seconds."""
    return waiting.tell_who_is_waited_for()


@shared_task(name="games.tasks.audit_check")
def audit_check(check_id: str) -> None:
    """Audit the hand of a check."""
    checks.audit_open_checks(check_id=UUID(check_id))


@shared_task(name="games.tasks.audit_open_checks")
def audit_open_checks() -> int:
    """Audit what still waits for it; the clock calls it every half minute, for the task of a check may get lost."""
    return checks.audit_open_checks()


@shared_task(name="games.tasks.make_review")
def make_review(review_id: str) -> None:
    """Make the review of a player's own play."""
    reviews.make_open_reviews(review_id=UUID(review_id))


@shared_task(name="games.tasks.make_open_reviews")
def make_open_reviews() -> int:
    """Make the reviews that still wait; the clock calls it every half minute, for the task of one may get lost."""
    return reviews.make_open_reviews()


@shared_task(name="games.tasks.tend_cases")
def tend_cases() -> int:
    """Pass the deadlines of cases, and have effects follow that are owed; the clock calls it every few seconds."""
    return case_deadlines.tend_cases() + effects.follow_owed()


@shared_task(name="games.tasks.remind_of_cases")
def remind_of_cases() -> int:
    """Remind people of the deadlines of cases that are near; the clock calls it every minute."""
    return case_deadlines.remind()


@shared_task(name="games.tasks.audit_case")
def audit_case(case_id: str) -> None:
    """Audit the hand of a case."""
    audits.audit_cases(record=record_audit, case_id=UUID(case_id))


@shared_task(name="games.tasks.audit_open_cases")
def audit_open_cases() -> int:
    """Go on with the audits of cases; the clock calls it every half minute, for a worker may have died in one."""
    return audits.audit_cases(record=record_audit)


@shared_task(name="games.tasks.tend_casebook")
def tend_casebook() -> int:
    """Write the features of the cases that were closed; the clock calls it every half minute."""
    return tend_features()


@shared_task(name=projector.TASK)
def run_projections() -> int:
    """Bring every read model up to date; woken by each append, and every second by the clock."""
    return projector.run_woken()


@shared_task(name=rebuilding.TASK)
def build_projections() -> None:
    """Continue the builds of read models; the clock calls it, and it calls itself while there is more to do."""
    if rebuilding.build_some():
        build_projections.apply_async(retry=False, expires=60)


@shared_task(name="games.tasks.tend_sweep")
def tend_sweep() -> bool:
    """Begin the sweep of this night when it is time, and set an idle process of it to work."""
    if not sweeping.tend():
        return False
    sweep_some.apply_async(retry=False, expires=15)
    return True


@shared_task(name="games.tasks.sweep_some")
def sweep_some() -> None:
    """Work at the running sweep for a while; sends itself again while there is more to do."""
    if sweeping.sweep_some():
        sweep_some.apply_async(retry=False, expires=60)


@shared_task(name="games.tasks.update_ratings")
def update_ratings() -> int:
    """Have the ratings follow the results; the clock calls it every five seconds."""
    return ratings.update_ratings()


@shared_task(name="games.tasks.reckon_seasons")
def reckon_seasons(club_id: str | None = None) -> int:
    """Reckon who came first in the seasons that are over: all that were not yet, or a club's whose games changed."""
    if club_id is None:
        return results.reckon_seasons()
    club = Club.objects.filter(pk=club_id).first()
    return 0 if club is None else results.reckon_seasons(club=club, anew=True)
