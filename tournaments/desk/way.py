"""The way of an entrant through a tournament: its players, where it stands, its matches. For everybody."""

from collections.abc import Iterator
from dataclasses import dataclass
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from clubs.web.pages import shows, viewer_of
from tournaments.deeds.base import STAFF
from tournaments.desk.entries import badges_of
from tournaments.desk.moments import frame, get_tournament, reading_of
from tournaments.log.standings import standing_in
from tournaments.models import Entrant, Tournament
from tournaments.overview.following import followed_by
from tournaments.overview.heads import embargo_words, group_name, stage_name
from tournaments.overview.matches import MatchShown, match_shown
from tournaments.overview.own import next_and_last
from tournaments.overview.views import clocks_of
from tournaments.selectors.followed import Followed
from tournaments.selectors.naming import names_in
from tournaments.stages.stage import BRACKETS
from tournaments.state.tournament import StageState, TournamentState
from tournaments.summaries.matches import match_view


@dataclass(frozen=True, slots=True)
class PlayerShown:
    """A player of a squad, whom the reader may follow; the first is the captain."""

    id: UUID
    name: str
    followed: bool
    linked: bool


@dataclass(frozen=True, slots=True)
class WayPage:
    """An entrant with its matches.

    Attributes:
        badges: How it takes part, in words.
        standings: Where it stands in each stage: its name, and the place.
        coming: Its next match, in a few words.
        last: Its last result, in a few words.
        matches: All of them, the latest first.
        captained: The reader may change its entry.
    """

    number: int
    name: str
    players: tuple[PlayerShown, ...]
    badges: tuple[str, ...]
    standings: tuple[tuple[str, str], ...]
    coming: str
    last: str
    matches: tuple[MatchShown, ...]
    followed: bool
    captained: bool
    categories: tuple[str, ...]


@shows
def way(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """An entrant for everybody: its players, where it stands, its next match and its results; and to follow it."""
    tournament, player = get_tournament(slug), viewer_of(request)
    with clocks_of(tournament.club):
        reading = reading_of(request, tournament, player)
        state = reading.state
        known = state.entrants.get(number)
        if known is None or known.is_gone:
            raise Http404(_("There is no such entrant."))
        followed = followed_by(request, tournament, player)
        manages = reading.at is None and (reading.doer.is_one_of(STAFF) or reading.doer.is_captain_of(known))
        context = frame(tournament, "", reading) | {
            "page": way_page(tournament, state, number, followed, manages=manages and not state.is_over),
            "embargo": embargo_words(state) if state.withheld else "",
        }
        return render(request, "tournaments/overview/way.html", context)


def way_page(
    tournament: Tournament, state: TournamentState, number: int, followed: Followed, *, manages: bool = False
) -> WayPage:
    """Return the page of an entrant as a reader may know the tournament."""
    names = names_in(tournament)
    row = Entrant.objects.filter(tournament=tournament, number=number).prefetch_related("categories").first()
    places = row.players.select_related("player") if row is not None else ()
    views = [match_view(state, match) for match in state.matches.values() if number in match.entrants]
    shown = [view for view in views if view.status != "draft"]
    coming, last = next_and_last(state, number, names)
    return WayPage(
        number=number,
        name=names.of.get(number, ""),
        players=tuple(
            PlayerShown(
                place.player_id,
                place.player.name,
                place.player_id in followed.players,
                place.player.visited_at is None and not place.player.is_bot,
            )
            for place in places
        ),
        badges=tuple(badges_of(state.entrants[number], staff=False)),
        standings=tuple(_standings(state, number)),
        coming=coming,
        last=last,
        matches=tuple(match_shown(view, names) for view in reversed(shown)),
        followed=number in followed.by_entrant,
        captained=manages,
        categories=tuple(str(one) for one in row.categories.all()) if row is not None else (),
    )


def _standings(state: TournamentState, number: int) -> Iterator[tuple[str, str]]:
    for stage in state.stages.values():
        for group, field in enumerate(stage.groups):
            if number not in field:
                continue
            name = stage_name(stage, several=len(state.stages) > 1)
            if len(stage.groups) > 1:
                name = f"{name}, {_('group {name}').format(name=group_name(group))}"
            if text := _place(state, stage, group, number):
                yield name, text


def _place(state: TournamentState, stage: StageState, group: int, number: int) -> str:
    if stage.plan.type in BRACKETS and stage.status != "closed":
        return ""
    rows = standing_in(state, stage.number, group).rows
    row = next((row for row in rows if row.entrant == str(number)), None)
    if row is None:
        return ""
    return _("place {rank} of {count}").format(rank=row.rank, count=len(rows))
