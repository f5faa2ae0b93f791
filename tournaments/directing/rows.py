"""The rows of a tournament, written in the transaction of the events that they follow from."""

from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID

from django.db.models import Q

from clubs.models import Player, Team
from games.models import Sheet
from tournaments.directing.awards import fix_awards
from tournaments.events import cases, entering, opening, playing
from tournaments.models import Entrant, EntrantPlayer, MatchGame, Tournament
from tournaments.state.brackets import all_after
from tournaments.state.outcomes import match_plan
from tournaments.state.tournament import EntrantState, TournamentState

STATUS: Final = {
    "open": Tournament.Status.OPEN,
    "closed_entries": Tournament.Status.OPEN,
    "playing": Tournament.Status.PLAYING,
    "closed": Tournament.Status.FINISHED,
    "abandoned": Tournament.Status.ABANDONED,
}
"""How a tournament stands, for its row."""
DECIDED: Final = "decided"
"""The code of a result that came when a director had decided the match."""
_ABOUT_THE_END: Final = (opening.TournamentClosed, opening.TournamentReopened, opening.DeedUndone)
_ABOUT_EMBARGO: Final = (opening.EmbargoSet, opening.ResultsReleased, opening.DeedUndone)
NEVER: Final = datetime(9999, 1, 1, tzinfo=UTC)
"""The hour of an embargo that has none."""
_ABOUT_ENTRIES: Final = (
    entering.EntrantEntered,
    entering.FreeAgentEntered,
    entering.EntrantReadmitted,
    entering.EntrantMovedUp,
    entering.EntrantWithdrew,
    entering.SquadChanged,
)


def follow(state: TournamentState, happened: Sequence[Any], name: str = "") -> None:
    """Write the rows that change with some events.

    Args:
        state: The tournament after them.
        happened: The events.
        name: The name of the entrant that was entered; empty: that of its team, or none.
    """
    write_tournament(state)
    if any(isinstance(event, _ABOUT_THE_END) for event in happened):
        fix_awards(state)
    if any(isinstance(event, _ABOUT_EMBARGO) for event in happened):
        _write_embargo(state)
    if any(isinstance(event, opening.DeedUndone) for event in happened):
        write_entrants(state, state.entrants)
        Entrant.objects.filter(tournament=state.stream).exclude(number__in=state.entrants).delete()
    elif changed := {number for event in happened for number in _about(event)}:
        write_entrants(state, changed, name)
    _owe(state, happened)
    MatchGame.objects.bulk_create(
        MatchGame(stream=UUID(event.stream), tournament_id=state.stream, match=event.match, game=event.game)
        for event in happened
        if isinstance(event, playing.MatchCalled) and match_plan(state, state.matches[event.match]).place != "desk"
    )


def _about(event: Any) -> set[int]:
    """Return the entrants whose rows change with an event."""
    match event:
        case entering.TeamsMade(first=first, teams=teams):
            return {*range(first, first + len(teams)), *(agent for agents in teams for agent in agents)}
        case entering.EntrantsHeldOut(entrants=entrants, moved_up=moved_up):
            return {*entrants, *moved_up}
    return {event.entrant} if isinstance(event, _ABOUT_ENTRIES) else set()


def _owe(state: TournamentState, happened: Sequence[Any]) -> None:
    """Note the games whose tables and sheets have to follow some events (`tournaments.directing.following`).

    Results that came when their match was decided are taken once the decision is taken back.
    """
    games = MatchGame.objects.filter(tournament=state.stream)
    if any(isinstance(event, opening.DeedUndone) for event in happened):
        called = [game for match in state.matches.values() for game in match.games if game.stream]
        running = [UUID(game.stream) for game in called if game.report is None]
        # What closed a sheet may be undone while its game has an earlier report, of its own or of a side.
        others = [UUID(game.stream) for game in called if game.report is not None and not game.is_certain_elsewhere]
        closed = Sheet.objects.filter(pk__in=others, status=Sheet.Status.CLOSED)
        games.filter(Q(pk__in=running) | Q(pk__in=closed.values("pk"))).update(owed=state.version)
        games.filter(refused=DECIDED).update(refused="", reported=0)
    for event in happened:
        match event:
            case playing.SubstitutePlayed(match=number) | playing.TimeCalled(match=number):
                streams = [UUID(game.stream) for game in state.matches[number].running_games]
                games.filter(pk__in=streams).update(owed=state.version)
            case (
                playing.MatchReported(by="desk", match=number, game=game_number)
                | playing.MatchCorrected(match=number, game=game_number)
            ):
                if stream := state.matches[number].games[game_number - 1].stream:
                    games.filter(pk=UUID(stream)).update(owed=state.version)
            case playing.MatchDecided(match=number) | playing.MatchConfirmed(match=number):
                games.filter(match=number).update(owed=state.version)
            case cases.RulingTakenBack(match=number):
                later = all_after(state, (number,))
                games.filter(match__in=later).update(owed=state.version)
                games.filter(match__in=later, refused=DECIDED).update(refused="", reported=0)
            case playing.MatchReopened(match=number) | cases.MatchSetAside(match=number):
                games.filter(match=number).update(owed=state.version)
                games.filter(match=number, refused=DECIDED).update(refused="", reported=0)


def write_tournament(state: TournamentState) -> None:
    """Write what the tournament's own row says of its state."""
    starts_at = state.settings.starts_at
    first = state.places[0] if state.places else ()
    Tournament.objects.filter(pk=state.stream).update(
        version=state.version,
        status=STATUS[state.status],
        rules=state.settings.rules,
        engine=state.settings.engine,
        house=None if state.settings.house is None else UUID(state.settings.house),
        starts_at=None if starts_at is None else datetime.fromtimestamp(starts_at, UTC),
        finished_at=state.at if state.is_over else None,
        champion=Entrant.objects.filter(tournament=state.stream, number=first[0]).first() if len(first) == 1 else None,
    )


def _write_embargo(state: TournamentState) -> None:
    """Write until when results are under embargo; a release is noted as its hour, as the tables follow from it."""
    row = Tournament.objects.filter(pk=state.stream)
    if (embargo := state.embargo) is None:
        row.filter(results_from__gt=state.at).update(results_from=state.at)
        return
    ends = NEVER if embargo.until is None else datetime.fromtimestamp(embargo.until, UTC)
    row.update(embargo_from=embargo.known.at, results_from=ends)


def write_entrants(state: TournamentState, numbers: Collection[int], name: str = "") -> None:
    """Write the rows of entrants and their squads; a row that is there keeps its name, and a new one gets `name`."""
    entrants = [state.entrants[number] for number in sorted(numbers)]
    named = set(Entrant.objects.filter(tournament=state.stream, number__in=numbers).values_list("number", flat=True))
    new = [entrant for entrant in entrants if entrant.number not in named]
    teams = Team.objects.in_bulk([UUID(one.team) for one in new if one.team is not None])
    names = {one.number: teams[UUID(one.team)].name for one in new if one.team is not None}
    Entrant.objects.bulk_create(
        (_row(state, entrant, name or names.get(entrant.number, "")) for entrant in entrants),
        update_conflicts=True,
        unique_fields=["tournament", "number"],
        update_fields=["team", "club", "status"],
    )
    rows = Entrant.objects.filter(tournament=state.stream, number__in=numbers).in_bulk(field_name="pk")
    EntrantPlayer.objects.filter(entrant__in=rows).delete()
    squads = {row: [UUID(player) for player in state.entrants[row.number].squad] for row in rows.values()}
    players = Player.objects.in_bulk({player for squad in squads.values() for player in squad})
    EntrantPlayer.objects.bulk_create(
        # The row of a guest that an account has taken over is the account's.
        EntrantPlayer(entrant=row, player_id=players[player].real_id, position=position)
        for row, squad in squads.items()
        for position, player in enumerate(squad)
    )


def _row(state: TournamentState, entrant: EntrantState, name: str) -> Entrant:
    return Entrant(
        tournament_id=state.stream,
        number=entrant.number,
        name=name,
        team_id=None if entrant.team is None else UUID(entrant.team),
        club_id=None if entrant.club is None else UUID(entrant.club),
        status=entrant_status(entrant),
    )


def entrant_status(entrant: EntrantState) -> Entrant.Status:
    """Return how an entrant stands, for its row."""
    if entrant.withdrawn:
        return Entrant.Status.WITHDRAWN
    if entrant.free:
        return Entrant.Status.IN_TEAM if entrant.made_into else Entrant.Status.FREE
    if entrant.held_out:
        return Entrant.Status.HELD_OUT
    return Entrant.Status.WAITING if entrant.waiting else Entrant.Status.ENTERED
