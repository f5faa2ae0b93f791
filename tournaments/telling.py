"""Notices of tournaments, and the name of a tournament in notices. Call each in the transaction of its event."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.urls import reverse

from clubs.models import Player
from clubs.notices.services.telling import notify
from games.tables.notices import moment_key, path_of_table
from tournaments.deeds.seating import has_choice
from tournaments.events import entering, ladder, opening, playing, staging
from tournaments.models import Entrant, Tournament
from tournaments.state.ladder import answer_by, ladder_rules
from tournaments.state.outcomes import match_plan
from tournaments.state.tournament import MatchState, TournamentState

AHEAD: Final = timedelta(minutes=15)
"""The time before the start of a tournament at which its players are notified."""


def names_of_tournaments(ids: Collection[str]) -> Mapping[str, str]:
    """Return the names of tournaments by id."""
    return {str(pk): name for pk, name in Tournament.objects.filter(pk__in=ids).values_list("pk", "name")}


def names_of_entrants(ids: Collection[str]) -> Mapping[str, str]:
    """Return the names of entrants by the ids of their rows."""
    rows = Entrant.objects.filter(pk__in=[int(one) for one in ids if one.isdecimal()])
    return {str(row.pk): row.called for row in rows}


def tell_game(tournament: Tournament, table: UUID, players: Iterable[Player]) -> None:
    """Notify the players of a game of a match that it begins."""
    notify(
        players=players,
        kind="match-starts",
        path=path_of_table(table),
        key=str(table),
        details={"tournament": tournament.pk, "table": table},
    )


def tell_soon(tournament: Tournament, now: datetime) -> int:
    """Notify the players of a tournament of its start, shortly before; once for each start time."""
    at = tournament.starts_at
    if at is None or not now < at <= now + AHEAD:
        return 0
    return notify(
        players=_players(tournament),
        kind="match-starts",
        path=_path(tournament),
        key=f"soon:{tournament.pk}:{moment_key(at)}",
        details={"tournament": tournament.pk, "what": "soon", "at": at.isoformat()},
        now=now,
    )


def tell(tournament: Tournament, state: TournamentState, happened: Sequence[Any], *, but: str) -> None:
    """Notify players of what a deed means for them.

    Args:
        tournament: The tournament.
        state: The tournament after the deed.
        happened: The events of the deed.
        but: The id of the player who did it, and knows.
    """
    for event in happened:
        match event:
            case entering.EntrantEntered(entrant=entrant) | entering.FreeAgentEntered(entrant=entrant):
                _tell_entry(tournament, state, entrant, "entered", but)
            case entering.TeamsMade(first=first, teams=teams):
                for number in range(first, first + len(teams)):
                    _tell_entry(tournament, state, number, "entered", but)
            case entering.EntrantWithdrew(entrant=entrant):
                _tell_entry(tournament, state, entrant, "withdrawn", but)
            case playing.SubstitutePlayed(match=number, player=player) if player != but:
                match = state.matches[number]
                for game in match.running_games if match_plan(state, match).place == "table" else ():
                    if any(player in side for side in game.seated):
                        tell_game(tournament, UUID(game.stream), _known([player]))
            case staging.StageBegun(stage=1):
                _tell_news(tournament, "begun", but)
            case opening.TournamentClosed():
                _tell_news(tournament, "over", but)
            case staging.RoundCalled(stage=stage, round=number) if state.settings.line_up_minutes:
                for match in state.matches_of(stage):
                    if match.round == number and match.is_filled and not match.is_bye:
                        _tell_line_ups(tournament, state, match)
            case playing.TimeProposed() | playing.MatchPlaced():
                _tell_time(tournament, state, event, but)
            case playing.MatchReported(by="side"):
                _tell_report(tournament, state, event, but)
            case (
                ladder.ChallengeMade()
                | ladder.ChallengeAccepted()
                | ladder.ChallengeRefused()
                | ladder.ChallengeExpired()
                | ladder.ChallengeWithdrawn()
            ):
                _tell_challenge(tournament, state, event, but)


def _tell_news(tournament: Tournament, what: str, but: str) -> None:
    """Notify all players of a tournament that it has `begun` or is `over`, except the one who acted."""
    notify(
        players=[player for player in _players(tournament) if str(player.pk) != but],
        kind="tournament",
        path=_path(tournament),
        key=f"{tournament.pk}:{what}",
        details={"tournament": tournament.pk, **({} if what == "begun" else {"what": what})},
    )


def _tell_entry(tournament: Tournament, state: TournamentState, number: int, what: str, but: str) -> None:
    """Notify the players of an entrant that it was `entered` or `withdrawn`."""
    entrant = state.entrants[number]
    of_team = {"what": what, "team": entrant.team}
    notify(
        players=_known(player for player in entrant.squad if player != but),
        kind="tournament",
        path=_path(tournament),
        key=f"{what}:{tournament.pk}:{number}",
        details={"tournament": tournament.pk, **(of_team if entrant.team else {"what": f"{what}-players"})},
    )


def _tell_line_ups(tournament: Tournament, state: TournamentState, match: MatchState) -> None:
    """Remind the captains of a called match of the line-ups that it waits for, if they have a choice."""
    begins = max(state.at.timestamp(), state.settings.starts_at or 0)
    until = datetime.fromtimestamp(begins, UTC) + timedelta(minutes=state.settings.line_up_minutes)
    plan = match_plan(state, match)
    for number in match.entrants:
        entrant = state.entrants[number]
        if not has_choice(state, plan, number) or number in dict(match.line_ups):
            continue
        of_team = {"what": "until", "team": entrant.team}
        notify(
            players=_known(entrant.squad[:1]),
            kind="line-up-due",
            path=reverse("tournaments:match", args=[tournament.slug, match.number]),
            key=f"match:{tournament.pk}:{match.number}",
            details={
                "tournament": tournament.pk,
                "at": until.isoformat(),
                **(of_team if entrant.team else {"what": "own"}),
            },
        )


def _tell_time(
    tournament: Tournament, state: TournamentState, event: playing.TimeProposed | playing.MatchPlaced, but: str
) -> None:
    """Notify the other captain of a time that is proposed, and both of one that is settled; once for each time."""
    match = state.matches[event.match]
    if event.at is None or match.is_bye:
        return
    own = match.side_of(event.entrant) if isinstance(event, playing.TimeProposed) else None
    settled = own is None
    notify(
        players=_captains(state, match, but, own=own),
        kind="match-time",
        path=reverse("tournaments:match", args=[tournament.slug, match.number]),
        key=f"{'settled' if settled else own}:{tournament.pk}:{match.number}:{event.at}",
        details={
            "tournament": tournament.pk,
            "at": datetime.fromtimestamp(event.at, UTC).isoformat(),
            **({"what": "settled"} if settled else {}),
        },
    )


def _tell_report(tournament: Tournament, state: TournamentState, event: playing.MatchReported, but: str) -> None:
    """Notify the other captain of a report that waits to be confirmed; of each report once."""
    match = state.matches[event.match]
    notify(
        players=_captains(state, match, but, own=event.side),
        kind="match-result",
        path=reverse("tournaments:match", args=[tournament.slug, match.number]),
        key=f"reported:{tournament.pk}:{match.number}:{event.game}:{state.version}",
        details={"tournament": tournament.pk},
    )


def _captains(state: TournamentState, match: MatchState, but: str, *, own: int | None = None) -> list[Player]:
    """Return the captains of a match, without those of the own side and without the player who acted."""
    captains = [
        state.entrants[entrant].squad[0]
        for place, side in enumerate(match.sides)
        if place != own
        for entrant in side
        if entrant in state.entrants and state.entrants[entrant].squad
    ]
    return [player for player in _known(captains) if str(player.pk) != but]


def _tell_challenge(tournament: Tournament, state: TournamentState, event: Any, but: str) -> None:
    """Notify the captain who is challenged, or whose challenge is answered; of the end of the time both."""
    stage = state.stages[event.stage]
    challenge = stage.challenge(event.challenge)
    of_challenger, of_challenged = (_known(state.entrants[one].squad[:1]) for one in challenge.entrants)
    about = [(of_challenger, of_challenged, "")]
    extra: dict[str, Any] = {}
    match event:
        case ladder.ChallengeMade():
            by = answer_by(challenge, ladder_rules(stage))
            about, extra = [(of_challenged, of_challenger, "")], {"at": by.isoformat()}
        case ladder.ChallengeAccepted(at=None):
            about = [(of_challenger, of_challenged, "accepted")]
        case ladder.ChallengeAccepted(at=int(at)):
            about = [(of_challenger, of_challenged, "accepted-at")]
            extra = {"at": datetime.fromtimestamp(at, UTC).isoformat()}
        case ladder.ChallengeRefused(lost=lost):
            about = [(of_challenger, of_challenged, "refused-lost" if lost else "refused")]
        case ladder.ChallengeWithdrawn():
            about = [(of_challenged, of_challenger, "withdrawn")]
        case ladder.ChallengeExpired(lost=lost):
            expired = "expired-lost" if lost else "expired"
            about = [(of_challenger, of_challenged, expired), (of_challenged, of_challenger, "missed")]
    for told, other, what in about:
        if not other:
            continue
        number = getattr(event, "match", None)
        notify(
            players=[player for player in told if str(player.pk) != but],
            kind="challenge",
            path=_path(tournament) if number is None else reverse("tournaments:match", args=[tournament.slug, number]),
            key=f"{what}:{tournament.pk}:{stage.number}:{challenge.number}",
            details={"tournament": tournament.pk, "player": other[0].pk, **extra, **({"what": what} if what else {})},
        )


def _known(ids: Iterable[str]) -> list[Player]:
    """Return the people among some players; a guest that an account has taken over is the account."""
    players = Player.objects.filter(pk__in=[UUID(one) for one in ids], is_bot=False).select_related("merged_into")
    return [player.real for player in players]


def _players(tournament: Tournament) -> list[Player]:
    entered = Entrant.objects.filter(tournament=tournament, status=Entrant.Status.ENTERED)
    return list(Player.objects.filter(entrant_places__entrant__in=entered).select_related("merged_into").distinct())


def _path(tournament: Tournament) -> str:
    return reverse("tournaments:tournament", args=[tournament.slug])
