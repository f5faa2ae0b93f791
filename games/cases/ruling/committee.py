"""The people who can be named for a committee, and why others cannot."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from clubs.base.asked import id_in
from clubs.choosing.fields import matching_members
from clubs.models import Player
from games.cases import parts
from games.cases.deciding import COMMITTEES
from games.cases.log import current
from games.cases.roles import is_of_club, person_of
from games.cases.ruling.page import CasePage

MAX_MEMBERS: Final = max(COMMITTEES)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A person of the club.

    Attributes:
        player: The person.
        why_not: Why the person cannot be named, in words; empty where that is possible.
        address: The query that adds the person to those chosen, or takes the person off.
    """

    player: Player
    why_not: str
    address: str


def chosen_members(page: CasePage, ids: Iterable[str]) -> tuple[Candidate, ...]:
    """Return the people who are chosen so far, each with the query without this one; ids of nobody are passed over."""
    wanted = list(dict.fromkeys(filter(None, map(id_in, ids))))[:MAX_MEMBERS]
    known = Player.objects.select_related("merged_into").in_bulk(wanted)
    players = [known[one] for one in wanted if one in known and is_of_club(page.case.club, one)]
    return tuple(
        Candidate(player, why_not(page, player), _query([other for other in players if other != player]))
        for player in players
    )


def candidates(page: CasePage, viewer: Player, search: str, chosen: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """Return the people of the club whose names match, those who can be named first, each with a query.

    Args:
        page: The case.
        viewer: The officer.
        search: A part of the name; empty for the first ones by name who have an account.
        chosen: The people who are chosen so far, and stand elsewhere.
    """
    members = [one.player for one in chosen]
    matching = matching_members(club=page.case.club, viewer=viewer, text=search, accounts=not search)
    offered = (
        Candidate(one.player, why_not(page, one.player), _query([*members, one.player]))
        for one in matching
        if one.player not in members
    )
    return tuple(sorted(offered, key=lambda one: bool(one.why_not)))


def why_not(page: CasePage, player: Player) -> str:
    """Say why a person cannot be named for the committee; empty where that is possible."""
    # The state as it is: the reader may know less of it than matters here.
    state = current(page.case.pk)
    person = person_of(page.case.club, player, page.seen.host)
    if not person.ids.isdisjoint(player for side in state.sides for player in side):
        return _("played the hand")
    if state.raised_by in person.ids:
        return _("raised the dispute")
    if parts.has_ruled(state, person):
        return _("gave the ruling")
    if person.beside:
        return _("is in the squad of a side")
    if player.user_id is None:
        return _("has no account")
    return ""


def _query(players: Iterable[Player]) -> str:
    return urlencode([("member", str(player.pk)) for player in players])
