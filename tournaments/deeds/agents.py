"""Deeds about free agents: single players who are put into teams by a lot that anybody can check.

A lot among them is promised and drawn as any other (`tournaments.deeds.lots`). The teams then follow from its order:
the first players drawn are the first team, and so on. Players that are left over stay free agents.
"""

from typing import Any, ClassVar

from engine.phrases import phrase
from tournaments.deeds.base import EVERYBODY, STAFF, Deed, Doer, Refused, Role
from tournaments.deeds.entering import check_not_entered, check_room, check_takes_entries, next_number, places_left
from tournaments.events import entering as events
from tournaments.lots.lot import Lot
from tournaments.state.tournament import TournamentState


class EnterFreeAgent(Deed, frozen=True):
    """Enter a single player, to be put into a team by lot."""

    allowed: ClassVar[frozenset[Role]] = EVERYBODY

    player: str
    club: str | None = None


class MakeTeams(Deed, frozen=True):
    """Make teams of free agents in the order of the last lot that was drawn among them."""


def enter_free_agent(state: TournamentState, deed: EnterFreeAgent, doer: Doer) -> list[Any]:
    """Decide the entry of a free agent.

    Refused: `entries-closed`, `entries-by-director`, `no-free-agents`, `not-yourself`, `player-entered`, `full`.
    """
    check_takes_entries(state, doer)
    if not state.settings.free_agents:
        raise Refused("no-free-agents", phrase("This tournament makes no teams of single players."))
    if not doer.is_one_of(STAFF) and deed.player not in (doer.player, *doer.known_as):
        raise Refused("not-yourself", phrase("Enter yourself; a director enters others."), "player")
    check_not_entered(state, (deed.player,))
    check_room(state)
    return [events.FreeAgentEntered(next_number(state), deed.player, deed.club)]


def make_teams(state: TournamentState, deed: MakeTeams, doer: Doer) -> list[Any]:
    """Decide the teams; those that there is no room for are on the waiting list.

    Free agents that are gone since are passed over. Refused: `no-lot`, `too-few-free-agents`.
    """
    lot = lot_of_agents(state)
    if lot is None:
        raise Refused("no-lot", phrase("Draw a lot among the single players first."))
    side, agents = state.settings.side, drawn_agents(state, lot)
    count = len(agents) // side
    if not count:
        text = phrase("A team needs {least} single players of the lot; there are {count}.")
        raise Refused("too-few-free-agents", text, least=side, count=len(agents))
    teams = tuple(agents[place : place + side] for place in range(0, count * side, side))
    free = places_left(state)
    waiting = 0 if free is None else max(0, count - free)
    return [events.TeamsMade(lot.number, next_number(state), teams, waiting)]


def lot_of_agents(state: TournamentState) -> Lot | None:
    """Return the last lot that was drawn among single players who are free agents still; None without any."""
    drawn = [lot for _number, lot in sorted(state.lots.items()) if lot.is_drawn]
    return next((lot for lot in reversed(drawn) if any(state.entrants[number].is_free for number in lot.order)), None)


def is_ready_for_teams(state: TournamentState, lot: Lot | None) -> bool:
    """Tell whether a lot among free agents has enough of them for a team."""
    return lot is not None and len(drawn_agents(state, lot)) >= state.settings.side


def drawn_agents(state: TournamentState, lot: Lot) -> tuple[int, ...]:
    """Return the free agents of a lot that have no team yet, in the order drawn."""
    return tuple(number for number in lot.order if state.entrants[number].is_free)
