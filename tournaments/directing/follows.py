"""Following entrants and players: an account follows from any of its devices, and is notified of their matches."""

from collections.abc import Sequence
from typing import Any, Final

from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.models import Player
from clubs.notices.services.telling import notify
from tournaments.errors import TournamentError
from tournaments.events import cases, playing, staging
from tournaments.models import Entrant, Follow, Tournament
from tournaments.selectors.followed import followers_of
from tournaments.stages.stage import VOID
from tournaments.state.embargoes import embargo_at
from tournaments.state.outcomes import Outcome, outcome_of
from tournaments.state.tournament import MatchState, TournamentState
from tournaments.summaries.matches import exactly

_RESULTS: Final = (
    playing.MatchReported,
    playing.MatchConfirmed,
    playing.MatchDecided,
    playing.MatchCorrected,
    cases.MatchWeighed,
    cases.RulingTakenBack,
)
"""The events after which a match may have its result, or another one."""

MAX_FOLLOWED = 200
"""The entrants and players that an account follows at most."""


@transaction.atomic
def follow(follower: Player, *, entrant: Entrant | None = None, player: Player | None = None) -> bool:
    """Let an account follow an entrant or a player; twice is once. Return whether it did not before.

    Raises:
        TournamentError: `too-many`.
    """
    rows = Follow.objects.filter(follower=follower.real)
    if rows.filter(entrant=entrant, player=player).exists():
        return False
    if rows.count() >= MAX_FOLLOWED:
        text = _("You already follow {most} entrants and players, the most possible: stop following some first.")
        raise TournamentError("too-many", text.format(most=MAX_FOLLOWED))
    _row, made = Follow.objects.get_or_create(follower=follower.real, entrant=entrant, player=player)
    return made


def unfollow(follower: Player, *, entrant: Entrant | None = None, player: Player | None = None) -> bool:
    """Let an account follow an entrant or a player no more; return whether it did."""
    gone, _rows = Follow.objects.filter(follower=follower.real, entrant=entrant, player=player).delete()
    return bool(gone)


def tell_followers(tournament: Tournament, state: TournamentState, happened: Sequence[Any], *, but: str) -> None:
    """Notify those who follow entrants, or their players, of matches that are called and of results.

    Nothing is told of results, nor of brackets that tell them, while they are under embargo.

    Args:
        tournament: The tournament.
        state: The tournament after the deed.
        happened: The events of the deed.
        but: The id of the player who did it, and knows.
    """
    if embargo_at(state, timezone.now()) is not None:
        return
    called = [
        match
        for event in happened
        if isinstance(event, staging.RoundCalled)
        for match in state.matches_of(event.stage)
        if match.round == event.round and match.is_filled and not match.is_bye
    ]
    numbers = dict.fromkeys(event.match for event in happened if isinstance(event, _RESULTS))
    over = [(state.matches[number], outcome_of(state, state.matches[number])) for number in numbers]
    entrants = {entrant for match in (*called, *(match for match, _outcome in over)) for entrant in match.entrants}
    if not entrants or not (followers := followers_of(tournament, entrants)):
        return
    rows = dict(tournament.entrants.filter(number__in=entrants).values_list("number", "pk"))
    for match in called:
        place = {"what": "at-table", "place": match.table} if match.table else {}
        for entrant in match.entrants:
            _tell(tournament, match, entrant, followers, rows, f"called:{match.replays}", place, but)
    for match, outcome in over:
        if outcome is None or outcome.kind == VOID or len(match.sides) != 2:
            continue
        for entrant in match.entrants:
            details = _result(match, outcome, entrant)
            key = f"{details['what']}:{details.get('points', '')}:{details.get('others', '')}"
            _tell(tournament, match, entrant, followers, rows, key, details, but)


def _result(match: MatchState, outcome: Outcome, entrant: int) -> dict[str, Any]:
    """Return the result of a match as an entrant has it, for the sentence of the notice."""
    own = match.side_of(entrant) or 0
    what = "drew" if outcome.winner is None else "won" if outcome.winner == own else "lost"
    if len(outcome.points) != 2:
        return {"what": what if what == "drew" else f"{what}-unplayed", "points": 0, "others": 0}
    return {"what": what, "points": exactly(outcome.points[own]), "others": exactly(outcome.points[1 - own])}


def _tell(
    tournament: Tournament,
    match: MatchState,
    entrant: int,
    followers: dict[int, list[Player]],
    rows: dict[int, int],
    key: str,
    details: dict[str, Any],
    but: str,
) -> None:
    players = [player for player in followers.get(entrant, ()) if str(player.pk) != but]
    opponents = [side[0] for place, side in enumerate(match.sides) if place != match.side_of(entrant)]
    if not players or not opponents:
        return
    notify(
        players=players,
        kind="followed",
        path=reverse("tournaments:match", args=[tournament.slug, match.number]),
        key=f"{tournament.pk}:{match.number}:{entrant}:{key}",
        details={
            "tournament": tournament.pk,
            "entrant": str(rows[entrant]),
            "opponent": str(rows[opponents[0]]),
            **details,
        },
    )
