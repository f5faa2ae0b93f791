"""Notices of what happens on the floor: a call to the staff, an announcement to the players it is for."""

from collections.abc import Iterable
from typing import Any, Final
from uuid import UUID

from django.urls import reverse

from clubs.models import Player
from clubs.notices.services.telling import notify, withdraw
from tournaments.deeds.base import STAFF
from tournaments.floor.state import Announcement, Call
from tournaments.models import Tournament
from tournaments.state.tournament import TournamentState

OWN_SENTENCES: Final = ("round-starts", "round-delayed", "come-to-desk")
"""The phrases that a notice says itself; of others it says that there is something to read."""


def tell_call(tournament: Tournament, state: TournamentState, call: Call) -> None:
    """Notify the staff named for a tournament of a call, except its caller."""
    staff = {player for player, role in state.staff.items() if role in STAFF}
    if tournament.director_id is not None:
        staff.add(str(tournament.director_id))
    notify(
        players=_known(staff - {call.by}),
        kind="director-called",
        path=reverse("tournaments:match", args=[tournament.slug, call.match]),
        key=f"{tournament.pk}:{call.number}",
        details={"tournament": tournament.pk, "match": call.match},
    )


def tell_announcement(tournament: Tournament, state: TournamentState, told: Announcement) -> None:
    """Notify the players for whom an announcement is, except its author."""
    details: dict[str, Any] = {"tournament": tournament.pk}
    if told.phrase in OWN_SENTENCES:
        details |= {"what": told.phrase, "round": told.round, "minutes": told.minutes}
        details["at"] = None if told.time is None else told.time.isoformat()
    squads = {player for entrant in _entrants(state, told) for player in state.entrants[entrant].squad}
    notify(
        players=_known(squads - {told.by}),
        kind="announcement",
        path=reverse("tournaments:tournament", args=[tournament.slug]),
        key=f"{tournament.pk}:{told.number}",
        details=details,
    )


def take_back(tournament: Tournament, over: Call | Announcement) -> None:
    """Take back the notices of a call that is done with, or of an announcement that was withdrawn."""
    kind = "director-called" if isinstance(over, Call) else "announcement"
    withdraw(kind=kind, key=f"{tournament.pk}:{over.number}")


def _entrants(state: TournamentState, told: Announcement) -> Iterable[int]:
    """Return the entrants whose players an announcement is for."""
    if told.audience == "all":
        return state.entered()
    if told.audience == "entrants":
        return told.to
    return {entrant for number in told.to for entrant in state.matches[number].entrants}


def _known(ids: Iterable[str]) -> list[Player]:
    """Return the people among some players; a guest that an account has taken over is the account."""
    players = Player.objects.filter(pk__in=[UUID(one) for one in ids], is_bot=False).select_related("merged_into")
    return [player.real for player in players]
