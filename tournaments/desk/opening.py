"""Opening a tournament, and its settings, stages and staff."""

from typing import Final

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from clubs.base.asked import number_in
from clubs.models import Club, Player
from clubs.officers.permissions import require
from clubs.web.pages import current_player, edits
from clubs.web.refusals import done, fulfilled, refusals_beside
from tournaments.deeds.base import DIRECTORS, Deed
from tournaments.deeds.opening import ChangeTournament, PlanStage
from tournaments.desk.forms import OpenForm
from tournaments.desk.moments import frame, get_tournament, present
from tournaments.desk.plans import NameForm, SettingsForm, StageForm
from tournaments.desk.settings import settings_page
from tournaments.directing.acting import act
from tournaments.directing.opening import open_tournament, rename_tournament
from tournaments.directing.refusals import in_words
from tournaments.models import Tournament
from tournaments.overview.views import clocks_of
from tournaments.selectors.naming import names_in
from tournaments.state.tournament import TournamentState

_SENT_AS: Final = {NameForm: "name_form", SettingsForm: "form", StageForm: "stage_form"}
"""The forms of the settings page, by the argument of `settings_page` that takes a refused one."""


@edits
def open_new(request: HttpRequest, slug: str) -> HttpResponse:
    """Open a tournament of a club after one of the usual plans."""
    club = get_object_or_404(Club, slug=slug)
    player = current_player(request)
    if not done(request, lambda: require(player, "run_tournaments", club), denied=False):
        return redirect("clubs:club", slug)
    with clocks_of(club):
        form = OpenForm(request.POST or None, club=club)
        if request.method == "POST" and form.is_valid():
            with refusals_beside(form), in_words(conflicts=True):
                settings, plans = form.planned()
                cleaned = form.cleaned_data
                tournament = open_tournament(
                    club=club,
                    by=player,
                    name=cleaned["name"],
                    settings=settings,
                    plans=plans,
                    command=cleaned["command"],
                )
                return redirect("tournaments:entries", tournament.slug)
        context = {"form": form, "club": club}
        return render(request, "tournaments/desk/open.html", context, status=422 if form.errors else 200)


@edits
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    """The settings, stages and staff of a tournament, for its directors. `?stage=` opens the form of a stage."""
    tournament, player = get_tournament(slug), current_player(request)
    reading = present(tournament, player)
    state = reading.state
    if not reading.doer.is_one_of(DIRECTORS):
        raise PermissionDenied(_("Only the directors of the tournament can change the settings."))
    with clocks_of(tournament.club):
        sent: dict[str, NameForm | SettingsForm | StageForm] = {}
        what = request.POST.get("what", "")
        if request.method == "POST":
            form = _sent_form(request, state, what)
            if form is None:
                raise Http404(_("There is no such form."))
            if form.is_valid() and _is_saved(tournament, player, form):
                messages.success(request, _("Saved."))
                return redirect("tournaments:settings", slug)
            sent = {_SENT_AS[type(form)]: form}
        context = frame(tournament, "settings", reading) | {
            "page": settings_page(tournament, state, names_in(tournament), **sent),  # type: ignore[arg-type]
            "changes": number_in(request.GET.get("stage", "")),
        }
        return render(request, "tournaments/desk/settings.html", context, status=422 if sent else 200)


def _sent_form(request: HttpRequest, state: TournamentState, what: str) -> NameForm | SettingsForm | StageForm | None:
    """Return the form that was sent: of the settings, of a planned stage, or of a further one."""
    if what == "name":
        return NameForm(request.POST, prefix="tournament")
    if what == "settings":
        return SettingsForm(request.POST, state=state)
    if what == "new":
        return StageForm(request.POST, state=state, prefix="new")
    stages = {f"stage-{stage.number}": stage for stage in state.stages.values() if stage.status == "planned"}
    return StageForm(request.POST, state=state, stage=stages[what], prefix=what) if what in stages else None


def _is_saved(tournament: Tournament, player: Player, form: NameForm | SettingsForm | StageForm) -> bool:
    """Save a form; a refusal stands in it."""
    cleaned = form.cleaned_data

    def save() -> None:
        deed: Deed
        if isinstance(form, NameForm):
            with in_words():
                rename_tournament(tournament, by=player, name=cleaned["name"])
            return
        if isinstance(form, SettingsForm):
            deed = ChangeTournament(settings=form.changed())
        else:
            deed = PlanStage(plan=form.planned(), stage=None if form.stage is None else form.stage.number)
        with in_words(conflicts=True):
            act(tournament, deed, by=player, command=cleaned["command"], expected=cleaned["version"])

    return fulfilled(form, save)
