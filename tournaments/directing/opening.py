"""Opening a tournament: its row, the first event of its log, and the stages that were planned."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID, uuid5

from django.db import transaction

from clubs.models import Club, Player
from clubs.names import clean_name, free_slug
from clubs.officers.acts import note_act
from clubs.officers.permissions import require
from engine.phrases import phrase
from tournaments.deeds.base import DIRECTORS, Doer, Refused, Role
from tournaments.deeds.opening import PlanStage
from tournaments.deeds.planning import check_settings
from tournaments.directing import rows
from tournaments.directing.acting import act, check_terms, fix_house_rules
from tournaments.directing.roles import doer_of
from tournaments.events.settings import Settings, StagePlan
from tournaments.log import door, states
from tournaments.models import MAX_NAME, Tournament


@transaction.atomic
def rename_tournament(tournament: Tournament, *, by: Player, name: str) -> None:
    """Give a tournament another name, for its directors. Its address stays, and what was before has the new name too.

    Raises:
        Refused: `not-allowed`.
        ClubError: The name cannot be used.
    """
    if not doer_of(tournament, by, states.current(tournament.pk)).is_one_of(DIRECTORS):
        raise Refused("not-allowed", phrase("Only the tournament's directors can do this."))
    row = Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
    called = clean_name(name, longest=MAX_NAME)
    if called == row.name:
        return
    row.name = called
    row.save(update_fields=["name"])
    note_act(club=row.club, actor=by, action="tournament.renamed", details={"tournament": str(row.pk)})


@transaction.atomic
def open_tournament(
    *,
    club: Club,
    by: Player,
    name: str,
    settings: Settings,
    plans: Sequence[StagePlan] = (),
    command: UUID,
    now: datetime | None = None,
) -> Tournament:
    """Open a tournament for entries; the same command again returns the tournament of the first.

    Args:
        club: The club that holds it.
        by: The player who opens it, and may `run_tournaments` in the club.
        name: Its name.
        settings: What holds for all of it.
        plans: Its stages, in their order.

    Raises:
        NotAllowed: `by` may not run tournaments in the club.
        ClubError: The name cannot be used.
        Refused: A setting or a plan cannot be; of house rules, as `tournaments.directing.acting.fix_house_rules`.
    """
    require(by, "run_tournaments", club)
    name = clean_name(name, longest=MAX_NAME)
    check_settings(settings)
    check_terms(settings)
    fix_house_rules(club, settings)
    stream = stream_of(by, command)
    # Lock the club, so that a concurrent retry waits and finds the tournament.
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    known = Tournament.objects.filter(pk=stream).first()
    if known is not None:
        return known
    tournament = Tournament.objects.create(
        id=stream,
        club=club,
        slug=free_slug(name, taken=lambda slug: Tournament.objects.filter(slug=slug).exists()),
        name=name,
        director=by.real,
        rules=settings.rules,
        version=1,
    )
    doer = Doer(str(by.real_id), frozenset({Role.DIRECTOR}))
    opened = door.open_tournament(stream, str(club.pk), settings, doer, command=command, now=now)
    rows.write_tournament(opened.state)
    for place, plan in enumerate(plans):
        act(tournament, PlanStage(plan=plan), by=by, command=uuid5(command, f"stage:{place}"), now=now)
    note_act(club=club, actor=by, action="tournament.opened", details={"tournament": str(stream)})
    tournament.refresh_from_db()
    return tournament


def stream_of(by: Player, command: UUID) -> UUID:
    """Return the id of the tournament that a player opens by a command."""
    return uuid5(by.real_id, f"open:{command}")
