"""Players without an account: guests whose names a club keeps, who can sit at no live table."""

from collections.abc import Iterable
from uuid import UUID

from clubs.models import Player
from tournaments.state.tournament import StageState, TournamentState


def without_account(players: Iterable[str]) -> frozenset[str]:
    """Return those of some players that nobody can sign in as: guests whom no account has taken over."""
    guests = Player.objects.filter(
        pk__in=[UUID(player) for player in players], kept_by__isnull=False, merged_into=None, is_bot=False
    )
    return frozenset(map(str, guests.values_list("pk", flat=True)))


def stages_at_tables(state: TournamentState) -> list[StageState]:
    """Return the stages that are not closed and have matches at live tables."""
    stages = [] if state.is_over else [stage for stage in state.stages.values() if stage.status != "closed"]
    return [
        stage
        for stage in stages
        if any(match.place == "table" for match in (stage.plan.match, *stage.plan.rounds_from_last))
    ]


def missed_at_tables(state: TournamentState) -> tuple[str, ...]:
    """Return the players without an account who would have to sit at a live table in a stage that is not closed.

    A squad in which enough others have accounts misses nobody: they sit.
    """
    stages = stages_at_tables(state)
    if not stages:
        return ()
    needed = state.settings.side * max(stage.plan.most_rooms for stage in stages)
    squads = [
        entrant.squad
        for entrant in state.entrants.values()
        if (entrant.is_entered or entrant.is_free) and not entrant.is_away
    ]
    guests = without_account(player for squad in squads for player in squad)
    return tuple(
        player
        for squad in squads
        if sum(player not in guests for player in squad) < min(needed, len(squad))
        for player in squad
        if player in guests
    )
