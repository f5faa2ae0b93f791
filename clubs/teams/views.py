"""Pages of teams: the list, a new one, a team with its squad, and what its captain and the club's officers do."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs.models import Club, Player, Team
from clubs.officers.permissions import manages_team, require
from clubs.teams import selectors
from clubs.teams.forms import JoinTeamForm, LeaveTeamForm, TeamForm, TeamNameForm, TransferForm
from clubs.teams.services import (
    add_player,
    disband_team,
    hand_captaincy,
    make_team,
    order_squad,
    remove_player,
    rename_team,
    transfer_player,
)
from clubs.teams.squads import past_places, squad, with_squads
from clubs.web.htmx import part_asked
from clubs.web.pages import club_frame, current_player, edits, paged, searched, shows, writes
from clubs.web.refusals import done, fulfilled, refusals_beside


@require_safe
def team_list(request: HttpRequest, slug: str) -> HttpResponse:
    """The club's teams, a page at a time; `?q=` searches their names and their players'."""
    club = get_object_or_404(Club, slug=slug)
    search = searched(request)
    frame = club_frame(request, club, "teams")
    page = paged(request, selectors.teams(club, search))
    part = part_asked(request, "teams")
    return render(request, f"clubs/teams.html{part}", frame | {"page": page, "search": search})


@edits
def team_new(request: HttpRequest, slug: str) -> HttpResponse:
    """Make a team."""
    club = get_object_or_404(Club, slug=slug)
    player = current_player(request)
    if not done(request, lambda: require(player, "make_own_teams", club), denied=False):
        return redirect("clubs:club", slug)
    form = TeamForm(request.POST or None, club=club, initial={"first": player})
    if request.method == "POST" and form.is_valid():
        with refusals_beside(form, denied=False):
            team = make_team(
                club=club,
                by=player,
                name=form.cleaned_data["name"],
                players=form.players,
                size=form.cleaned_data["size"],
            )
            messages.success(request, _("{team} is on the club's list.").format(team=team.name))
            return redirect("clubs:team", slug, team.pk)
    return render(request, "clubs/team_new.html", {"form": form, "club": club}, status=422 if form.errors else 200)


@shows
def team_page(request: HttpRequest, slug: str, team_id: UUID) -> HttpResponse:
    """A team: its squad, results, cards, and who belonged to it when."""
    return _page(request, _team(slug, team_id))


@writes
def team_rename(request: HttpRequest, slug: str, team_id: UUID) -> HttpResponse:
    """Give the team another name."""
    team = _team(slug, team_id)
    return _filled(
        request, team, "name_form", TeamNameForm(request.POST), rename_team,
        _("The team has a new name."),
    )  # fmt: skip


@writes
def team_join(request: HttpRequest, slug: str, team_id: UUID) -> HttpResponse:
    """Put a member into the team."""
    team = _team(slug, team_id)
    form = JoinTeamForm(request.POST, club=team.club)
    return _filled(request, team, "join_form", form, add_player, _("The squad has one more player."))


@writes
def team_transfer(request: HttpRequest, slug: str, team_id: UUID) -> HttpResponse:
    """Let a player of the team change to another one."""
    team = _team(slug, team_id)
    form = TransferForm(request.POST, team=team)

    def transfer(*, team: Team, by: Player, **filled: Any) -> object:
        return transfer_player(source=team, by=by, **{**filled, "team": form.cleaned_data["team"]})

    return _filled(request, team, "transfer_form", form, transfer, _("The transfer is saved."))


@writes
def team_leave(request: HttpRequest, slug: str, team_id: UUID, player_id: UUID) -> HttpResponse:
    """Take a player off the squad; players take themselves off."""
    team = _team(slug, team_id)
    player = get_object_or_404(Player, pk=player_id)
    form = LeaveTeamForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Enter the day as year-month-day, such as 2026-08-31."))
        return redirect("clubs:team", slug, team_id)
    by = current_player(request)
    return _done(
        request, team,
        lambda: remove_player(team=team, by=by, player=player, on=form.cleaned_data["on"]),
        _("{player} no longer plays for {team}.").format(player=player.name, team=team.name),
    )  # fmt: skip


@writes
def team_captain(request: HttpRequest, slug: str, team_id: UUID, player_id: UUID) -> HttpResponse:
    """Hand the captaincy over."""
    team = _team(slug, team_id)
    player = get_object_or_404(Player, pk=player_id)
    by = current_player(request)
    return _done(
        request, team, lambda: hand_captaincy(team=team, by=by, player=player),
        _("{player} is the captain of {team} now.").format(player=player.name, team=team.name),
    )  # fmt: skip


@writes
def team_order(request: HttpRequest, slug: str, team_id: UUID, player_id: UUID) -> HttpResponse:
    """Let a player sit a place earlier in the order of the seats."""
    team = _team(slug, team_id)
    by = current_player(request)
    players = [place.player for place in squad(team)]
    at = next((number for number, player in enumerate(players) if player.pk == player_id), 0)
    if at:
        players[at - 1], players[at] = players[at], players[at - 1]
    return _done(
        request, team, lambda: order_squad(team=team, by=by, players=players),
        _("The order of the seats is changed."),
    )  # fmt: skip


@writes
def team_disband(request: HttpRequest, slug: str, team_id: UUID) -> HttpResponse:
    """Take a team off the list."""
    team, by = _team(slug, team_id), current_player(request)
    said = _("{team} is disbanded.").format(team=team.name)
    if done(request, lambda: disband_team(team=team, by=by), said):
        return redirect("clubs:teams", slug)
    return redirect("clubs:team", slug, team_id)


def _team(slug: str, team_id: UUID) -> Team:
    return get_object_or_404(with_squads(Team.objects.all()), pk=team_id, club__slug=slug)


def _page(request: HttpRequest, team: Team, status: int = 200, **bound: forms.Form) -> HttpResponse:
    """Show the team; `bound` are its forms that were filled in wrongly."""
    frame = club_frame(request, team.club, "teams")
    player = frame["player"]
    places = list(team.places.all())
    managed = manages_team(player, team)
    context = frame | {
        "team": team,
        "places": places,
        "short": team.size - len(places),
        "managed": managed,
        "mine": player is not None and any(place.player_id == player.pk for place in places),
        "page": paged(request, past_places(team)),
    }
    if managed:
        context |= {"name_form": TeamNameForm(initial={"name": team.name}), "join_form": JoinTeamForm(club=team.club)}
        if "make_any_teams" in frame["can"] and places:
            context["transfer_form"] = TransferForm(team=team)
    return render(request, "clubs/team.html", context | bound, status=status)


def _filled(
    request: HttpRequest, team: Team, name: str, form: forms.Form, deed: Callable[..., object], said: str
) -> HttpResponse:
    """Do what a form of the team's page asks for, and go back to the page; show it with what is wrong otherwise."""

    def do() -> None:
        asked = {key: form.cleaned_data[key] for key in form.fields if key != "team"}
        deed(team=team, by=current_player(request), **asked)

    faulty = not form.is_valid()
    if fulfilled(form, do):
        messages.success(request, said)
        return redirect("clubs:team", team.club.slug, team.pk)
    if faulty and not manages_team(current_player(request), team):
        raise PermissionDenied
    return _page(request, team, 422, **{name: form})


def _done(request: HttpRequest, team: Team, deed: Callable[[], object], said: str) -> HttpResponse:
    """Do what a button of the team's page asks for, and go back to the page."""
    done(request, deed, said)
    return redirect("clubs:team", team.club.slug, team.pk)
