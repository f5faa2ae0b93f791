"""Publishing standings: a task keeps them by version, the last ones of each minute.

Pages compute the standings from the log, of any minute; what is kept here says what was published when, and a test
holds that both agree.
"""

from typing import Any
from uuid import UUID

from tournaments.log import states
from tournaments.log.outlooks import outlook_in
from tournaments.log.standings import standing_in
from tournaments.models import PublishedStanding, Tournament
from tournaments.state.standing import Standing
from tournaments.state.tournament import TournamentState


def publish(tournament_id: UUID) -> int:
    """Keep the standings of all groups that have changed since they were last published. Twice is once.

    Returns:
        The number of groups whose standings were published.
    """
    if not Tournament.objects.filter(pk=tournament_id).exists():
        return 0
    state = states.current(tournament_id)
    for stage in state.running:
        for group in range(len(stage.groups)):
            # Pages then find it, whoever looks first.
            outlook_in(state, stage.number, group)
    return sum(
        _publish(state, stage.number, group)
        for stage in state.stages.values()
        if stage.status != "planned"
        for group in range(len(stage.groups))
    )


def lines_of(standing: Standing) -> list[list[Any]]:
    """Return standings as they are kept: rank, entrant, and the values of the criteria as texts, in their order."""
    return [
        [row.rank, int(row.entrant), [None if value is None else str(value) for value in row.values.values()]]
        for row in standing.rows
    ]


def _publish(state: TournamentState, stage: int, group: int) -> bool:
    same = PublishedStanding.objects.filter(tournament=state.stream, stage=stage, group=group)
    last = same.first()
    if last is not None and last.moved >= state.moved:
        return False
    lines = lines_of(standing_in(state, stage, group))
    if last is not None and last.lines == lines:
        # What has moved is elsewhere: these standings are still those of before.
        same.filter(pk=last.pk).update(moved=state.moved)
        return False
    row = PublishedStanding(
        tournament_id=state.stream,
        stage=stage,
        group=group,
        version=state.version,
        moved=state.moved,
        at=state.at,
        lines=lines,
    )
    # Another worker may have been first.
    PublishedStanding.objects.bulk_create([row], ignore_conflicts=True)
    minute = state.at.replace(second=0, microsecond=0)
    same.filter(at__gte=minute, version__lt=state.version).delete()
    return True
