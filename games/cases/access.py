"""Access to cases: the case of a hand is known to those who may see the hand, and to the people of the case."""

from collections.abc import Callable
from uuid import UUID

from clubs.models import Player
from games.cases import log
from games.cases.facts import place_of
from games.cases.hosts import Host, find_host
from games.cases.parts import Actor, is_insider
from games.cases.roles import actor_of, reads_hand
from games.cases.state import CaseState
from games.errors import UnknownCase
from games.models import Case


def known_case(case_id: UUID, player: Player, invitation: str = "") -> Case:
    """Return a case that a person may know of.

    Args:
        case_id: The case's id.
        player: The person.
        invitation: The code of an invitation to the table that came with the request.

    Raises:
        UnknownCase: There is no such case, or the person may not know of it.
    """
    case = case_row(case_id)
    state = log.current(case_id)
    if not may_know(case, state, actor_of(case, state, player, find_host(case.game)), player, invitation):
        raise UnknownCase()
    return case


def opens(case_id: UUID, player: Player | None, invitation: Callable[[UUID], str]) -> bool:
    """Tell whether a reader may open the page of a case.

    Args:
        case_id: The case's id.
        player: The reader; None for a visitor.
        invitation: Returns the code of an invitation to a table that came with the request.
    """
    try:
        case = case_row(case_id)
    except UnknownCase:
        return False
    state = log.current(case_id)
    actor = None if player is None else actor_of(case, state, player, find_host(case.game))
    return may_know(case, state, actor, player, invitation(case.game))


def case_row(case_id: UUID) -> Case:
    """Return a case with its club, its table or its sheet.

    Raises:
        UnknownCase: There is no such case.
    """
    case = Case.objects.select_related("club", "table", "sheet").filter(pk=case_id).first()
    if case is None:
        raise UnknownCase()
    return case


def may_know(case: Case, state: CaseState, actor: Actor | None, player: Player | None, invitation: str = "") -> bool:
    """Tell whether a person may know that there is a case: the people of it, and the readers of the hand.

    A player who is asked in an open poll sees the position alone, never the case, also if made a director since.
    """
    if actor is not None and is_asked(state, actor):
        return False
    if actor is not None and is_insider(state, actor):
        return True
    return reads_hand(place_of(case.game), player, invitation)


def is_asked(state: CaseState, actor: Actor) -> bool:
    """Tell whether a person is asked in a poll that is open."""
    return any(not actor.ids.isdisjoint(poll.voters) for poll in state.open_polls)


def host_of(case: Case) -> Host | None:
    """Return the tournament that the game of a case is part of."""
    return find_host(case.game) if case.host is not None else None
