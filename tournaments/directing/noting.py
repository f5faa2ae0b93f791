"""The lines that deeds of a tournament's staff leave in the officers' log of the club.

The tournament's own log has every deed; this one tells the club's officers of those that decide something for others.
"""

from collections.abc import Sequence
from typing import Any, Final

from clubs.models import Player
from clubs.officers.acts import note_act
from tournaments.events import entering, opening, penalties, playing, staging
from tournaments.models import Tournament
from tournaments.state.tournament import TournamentState

_PLAIN: Final[dict[type[Any], tuple[str, tuple[str, ...]]]] = {
    playing.MatchDecided: ("decided", ("match",)),
    playing.MatchCorrected: ("corrected", ("match",)),
    playing.TimeCalled: ("time_called", ("match",)),
    playing.MatchReopened: ("match_reopened", ("match",)),
    staging.PointsAdjusted: ("adjusted", ("entrant", "points")),
    entering.EntrantDisqualified: ("disqualified", ("entrant",)),
    entering.EntrantReadmitted: ("readmitted", ("entrant",)),
    opening.TournamentClosed: ("closed", ()),
    opening.TournamentReopened: ("reopened", ()),
    opening.TournamentAbandoned: ("abandoned", ()),
    opening.DeedUndone: ("undone", ("first", "last")),
}
"""The events whose lines hold members of theirs and nothing else: the action, and these members."""


def note(tournament: Tournament, state: TournamentState, happened: Sequence[Any], by: Player) -> None:
    """Write the lines of a deed of the staff, in its transaction; those that say the same of several rooms once.

    Args:
        tournament: The tournament, with its club.
        state: The tournament after the deed.
        happened: The events of the deed.
        by: The member of the staff.
    """
    lines: list[tuple[str, dict[str, Any]]] = []
    for event in happened:
        line = _line(state, event)
        if line is not None and line not in lines:
            lines.append(line)
    for action, details in lines:
        subject = Player.objects.get(pk=details.pop("subject")) if "subject" in details else None
        details = {"tournament": str(tournament.pk), **details}
        note_act(club=tournament.club, actor=by, action=f"tournament.{action}", subject=subject, details=details)


def _line(state: TournamentState, event: Any) -> tuple[str, dict[str, Any]] | None:
    """Return the action and the details of an event's line; None: it leaves none."""
    if (plain := _PLAIN.get(type(event))) is not None:
        action, members = plain
        return action, {member: getattr(event, member) for member in members}
    match event:
        case entering.EntrantEntered(entrant=entrant) | entering.FreeAgentEntered(entrant=entrant):
            return _about_entrant(state, "entered", entrant)
        case entering.EntrantWithdrew(entrant=entrant):
            return _about_entrant(state, "withdrawn", entrant)
        case entering.EntrantsHeldOut(entrants=entrants):
            return "held_out", {"count": len(entrants)}
        case entering.TeamsMade(teams=teams, lot=lot):
            return "teams_made", {"count": len(teams), "lot": lot}
        case penalties.PenaltyGiven(entrant=entrant, points=points):
            return ("penalised", {"entrant": entrant, "points": points}) if points else ("warned", {"entrant": entrant})
        case staging.StageBegun(stage=1):
            return "started", {"teams": sum(map(len, event.groups))}
        case staging.StageBegun(stage=stage):
            return "stage_begun", {"stage": stage}
        case opening.StaffNamed(player=player):
            return "staff_named", {"subject": player}
        case opening.StaffReleased(player=player):
            return "staff_released", {"subject": player}
    return None


def _about_entrant(state: TournamentState, action: str, number: int) -> tuple[str, dict[str, Any]]:
    team = state.entrants[number].team
    return (action, {"team": team}) if team is not None else (f"players_{action}", {"entrant": number})
