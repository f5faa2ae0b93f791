"""Folding free agents, the teams that are made of them, and entrants that are held out."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from tournaments.events import entering
from tournaments.state.tournament import EntrantState, TournamentState


def _free_entered(state: TournamentState, event: entering.FreeAgentEntered) -> None:
    state.entrants[event.entrant] = EntrantState(event.entrant, (event.player,), club=event.club, free=True)
    state.order = (*state.order, event.entrant)


def _teams_made(state: TournamentState, event: entering.TeamsMade) -> None:
    for place, agents in enumerate(event.teams):
        number = event.first + place
        members = [state.entrants[agent] for agent in agents]
        clubs = {member.club for member in members}
        state.entrants[number] = EntrantState(
            number,
            tuple(player for member in members for player in member.squad),
            club=clubs.pop() if len(clubs) == 1 else None,
            waiting=place >= len(event.teams) - event.waiting,
            present=all(member.present for member in members),
            fee_paid=all(member.fee_paid for member in members),
        )
        for agent in agents:
            state.entrants[agent] = replace(state.entrants[agent], made_into=number)
        state.order = (*state.order, number)


def _held_out(state: TournamentState, event: entering.EntrantsHeldOut) -> None:
    for number in event.entrants:
        state.entrants[number] = replace(state.entrants[number], held_out=True)
    for number in event.moved_up:
        state.entrants[number] = replace(state.entrants[number], waiting=False)


def _readmitted(state: TournamentState, event: entering.EntrantReadmitted) -> None:
    entrant = state.entrants[event.entrant]
    state.entrants[event.entrant] = replace(entrant, held_out=False, present=True, waiting=event.waiting)


APPLY: Final[dict[type[Any], Callable[[TournamentState, Any], None]]] = {
    entering.FreeAgentEntered: _free_entered,
    entering.TeamsMade: _teams_made,
    entering.EntrantsHeldOut: _held_out,
    entering.EntrantReadmitted: _readmitted,
}
"""How each of these events changes the tournament (`tournaments.state.folding`)."""
