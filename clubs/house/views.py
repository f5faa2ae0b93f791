"""Pages of house rules: parse, call one service or selector, render."""

from collections.abc import Iterator
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

import engine
from clubs.house import selectors, services
from clubs.house.forms import FreezeForm, HouseRulesForm
from clubs.house.words import summary_of
from clubs.models import Club, HouseRules
from clubs.officers.permissions import allowed, may, require
from clubs.web.pages import club_frame, current_player, edits, viewer_of, writes
from clubs.web.refusals import done, refusals_beside


def _house(slug: str, house_id: UUID) -> HouseRules:
    house = selectors.find_house_rules(house_id, club=get_object_or_404(Club, slug=slug))
    if house is None:
        raise Http404(_("There are no such house rules."))
    return house


@require_safe
def page(request: HttpRequest, slug: str, house_id: UUID) -> HttpResponse:
    """One version of house rules: what the game then is, what differs from its base, and who may change it."""
    house = _house(slug, house_id)
    player = viewer_of(request)
    context = {
        "club": house.club,
        "house": house,
        "shown": selectors.shown(house),
        "versions": selectors.versions(house),
        "can": allowed(player, house.club),
    }
    return render(request, "clubs/house.html", context)


@edits
def new(request: HttpRequest, slug: str) -> HttpResponse:
    """Make house rules. `?rules=` begins with that rule set."""
    club = get_object_or_404(Club, slug=slug)
    asked = request.GET.get("rules", "")
    initial = {"rules": asked} if asked in engine.rule_set_ids() else {}
    form = HouseRulesForm(request.POST or None, initial=initial)
    return _edit(request, club, None, form)


@edits
def change(request: HttpRequest, slug: str, house_id: UUID) -> HttpResponse:
    """Change house rules."""
    house = _house(slug, house_id)
    return _edit(request, house.club, house, HouseRulesForm(request.POST or None, house=house))


def _edit(request: HttpRequest, club: Club, house: HouseRules | None, form: HouseRulesForm) -> HttpResponse:
    """Show the form of house rules, or do what it says."""
    player = current_player(request)
    if not done(request, lambda: require(player, "make_house_rules", club), denied=False):
        return redirect("clubs:club", club.slug)
    if house is not None and (selectors.is_frozen(house) or house.replaced_at or house.retired_at):
        messages.error(request, _("These house rules cannot be changed."))
        return redirect("clubs:house", club.slug, house.pk)
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        terms = {"by": player, "name": said["name"], "rules": said["rules"], "options": form.options()}
        with refusals_beside(form):
            if house is None:
                made = services.make_house_rules(club=club, **terms)
            else:
                made = services.change_house_rules(house_id=house.pk, **terms)
            return redirect("clubs:house", club.slug, made.pk)
    context = {"club": club, "house": house, "form": form, "summary": _summary(form)}
    return render(request, "clubs/house_form.html", context, status=422 if form.errors else 200)


@require_safe
def summary(request: HttpRequest, slug: str) -> HttpResponse:
    """What the game would be by the form as it is filled in now; for the part of the page beside the form."""
    form = HouseRulesForm(request.GET)
    return render(request, "clubs/_house_summary.html", {"form": form, "summary": _summary(form)})


def _summary(form: HouseRulesForm) -> list[str]:
    """Return what the game is by a form, or nothing where the form makes no sense."""
    said: dict[str, Any] = dict(form.data.items() if form.is_bound else _initial(form))
    said["name"] = "-"  # what it is called does not matter here
    judged = HouseRulesForm(said)
    if not judged.is_valid():
        return []
    return summary_of(engine.load_rules(judged.cleaned_data["rules"], judged.options()))


def _initial(form: HouseRulesForm) -> Iterator[tuple[str, Any]]:
    for name, field in form.fields.items():
        yield name, form.get_initial_for_field(field, name)


@edits
def freeze(request: HttpRequest, slug: str, house_id: UUID) -> HttpResponse:
    """Freeze house rules for a season."""
    house = _house(slug, house_id)
    player = current_player(request)
    if not done(request, lambda: require(player, "make_house_rules", house.club), denied=False):
        return redirect("clubs:house", slug, house.pk)
    form = FreezeForm(request.POST or None, club=house.club, makes=may(player, "keep_seasons", house.club))
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        season = said["season"]
        with refusals_beside(form):
            frozen = services.freeze_house_rules(
                house_id=house.pk,
                by=player,
                season=season.pk if season is not None else None,
                name=said.get("name") or "",
                begins=said.get("begins"),
                ends=said.get("ends"),
            )
            return redirect("clubs:house", slug, frozen.pk)
    context = {"club": house.club, "house": house, "form": form, "shown": selectors.shown(house)}
    return render(request, "clubs/house_freeze.html", context, status=422 if form.errors else 200)


@writes
def retire(request: HttpRequest, slug: str, house_id: UUID) -> HttpResponse:
    """Give house rules up."""
    house = _house(slug, house_id)
    player, said = current_player(request), _("The club no longer plays by %(name)s.") % {"name": house.name}
    if done(request, lambda: services.retire_house_rules(house_id=house.pk, by=player), said, denied=False):
        return redirect("clubs:club", slug)
    return redirect("clubs:house", slug, house.pk)


@require_safe
def club_rules(request: HttpRequest, slug: str) -> HttpResponse:
    """The club's own rules of play."""
    club = get_object_or_404(Club, slug=slug)
    context = club_frame(request, club, "rules") | {
        "house_rules": [selectors.shown(one) for one in selectors.house_rules(club)],
        "retired_rules": selectors.retired_house_rules(club),
    }
    return render(request, "clubs/rules.html", context)
