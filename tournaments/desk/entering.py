"""The pages of the entries: entering, single players, and the squad of an entrant."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec.structs import replace

from clubs.models import Player
from clubs.web.pages import current_player, edits, opened_as, shows, viewer_of, writes
from clubs.web.refusals import fulfilled, refusals_beside
from tournaments.deeds.base import STAFF, Doer
from tournaments.desk.entrants import entrant_page
from tournaments.desk.entries import agents_of, entries_of, guests_warning, stage_at_tables
from tournaments.desk.forms import AgentForm, EnterForm, SquadForm
from tournaments.desk.moments import frame, get_tournament, present, reading_of
from tournaments.desk.penalties import penalties_of
from tournaments.desk.several import SeveralForm, enter_several
from tournaments.directing.accounts import stages_at_tables
from tournaments.directing.entering import change_squad, enter, may_enter, name_entrant
from tournaments.directing.refusals import in_words
from tournaments.directing.roles import doer_of
from tournaments.events.entering import EntrantJoined
from tournaments.log import states
from tournaments.models import Tournament
from tournaments.overview.views import clocks_of
from tournaments.selectors.naming import names_in
from tournaments.stages.stage import LADDER
from tournaments.state.tournament import TournamentState


@shows
def entries(request: HttpRequest, slug: str) -> HttpResponse:
    """The entries, with what the reader may do about each, and the form to enter."""
    tournament = get_tournament(slug)
    with clocks_of(tournament.club):
        return _entries(request, tournament)


def _entries(
    request: HttpRequest,
    tournament: Tournament,
    form: EnterForm | None = None,
    single: AgentForm | None = None,
    several: SeveralForm | None = None,
) -> HttpResponse:
    player = viewer_of(request)
    reading = reading_of(request, tournament, player)
    state, doer = reading.state, _now(reading.doer)
    staff = doer.is_one_of(STAFF)
    takes = state.status == "open" and state.settings.open_to == "players"
    enters = reading.at is None and (staff or (takes and may_enter(tournament, player)))
    if form is None and player is not None and not state.is_over and enters:
        form = EnterForm(tournament=tournament, state=state, player=player, staff=staff)
    if single is None and player is not None and _takes_single(state, doer) and enters:
        single = AgentForm(tournament=tournament, player=player, staff=staff, prefix="single")
    names = names_in(tournament)
    context = frame(tournament, "entries", reading) | {
        "entries": entries_of(state, names, doer if reading.at is None else Doer()),
        "agents": agents_of(state, names, doer if reading.at is None else Doer()),
        "form": form,
        "single": single,
        "several": several or (SeveralForm(prefix="several") if staff and form is not None else None),
        "guests": guests_warning(state) if staff and reading.at is None else "",
        "at_tables": stages_at_tables(state) if staff else (),
        "stage_at_tables": stage_at_tables(state, doer),
        "takes": takes and reading.at is None,
        "issues_passes": staff and reading.at is None,
    }
    has_errors = any(sent is not None and sent.errors for sent in (form, single, several))
    return render(request, "tournaments/desk/entries.html", context, status=422 if has_errors else 200)


def _now(doer: Doer) -> Doer:
    """Return a reader at the time of now, which check-in goes by."""
    return replace(doer, at=int(timezone.now().timestamp()))


def _takes_single(state: TournamentState, doer: Doer) -> bool:
    """Tell whether a reader who may enter may enter as a single player: not where the reader is entered already."""
    own = {doer.player, *doer.known_as}
    entered = any(not own.isdisjoint(entrant.squad) and not entrant.is_gone for entrant in state.entrants.values())
    return state.settings.free_agents and not state.is_over and (doer.is_one_of(STAFF) or not entered)


@opened_as("tournaments:entries")
@writes
def enter_entrant(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter a team, players and guests, or a single player."""
    tournament, player = get_tournament(slug), current_player(request)
    state = states.current(tournament.pk)
    staff = doer_of(tournament, player, state).is_one_of(STAFF)
    form: EnterForm | AgentForm
    if "several-lines" in request.POST and staff:
        several = SeveralForm(request.POST, prefix="several")
        if enter_several(request, tournament, player, several):
            return redirect(f"{reverse('tournaments:entries', args=[slug])}#enter")
        with clocks_of(tournament.club):
            return _entries(request, tournament, several=several)
    if "single" in request.POST:
        form = AgentForm(request.POST, tournament=tournament, player=player, staff=staff, prefix="single")
    else:
        form = EnterForm(request.POST, tournament=tournament, state=state, player=player, staff=staff)
    if form.is_valid():
        with refusals_beside(form, denied=False), in_words(conflicts=True):
            done = enter(tournament, by=player, command=form.cleaned_data["command"], **form.entry())
            joined = next((one for one in done.events if isinstance(one, EntrantJoined)), None)
            text = _("The entry is made.")
            if joined is not None and done.state.stages[joined.stage].plan.type != LADDER:
                text = _("The entry is made; it plays from round {number}.").format(number=joined.round)
            messages.success(request, text)
            # The staff enters one after the other: the page opens at the form again.
            return redirect(f"{reverse('tournaments:entries', args=[slug])}{'#enter' if staff else ''}")
    with clocks_of(tournament.club):
        if isinstance(form, AgentForm):
            return _entries(request, tournament, single=form)
        return _entries(request, tournament, form)


@edits
def entrant(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """An entrant, for its captain and the staff: squad and name, byes, seed, meetings, and its way out."""
    tournament, player = get_tournament(slug), current_player(request)
    reading = present(tournament, player)
    state, doer = reading.state, _now(reading.doer)
    known = state.entrants.get(number)
    if known is None or known.is_gone or known.free or state.is_over:
        raise Http404(_("There is no such entrant."))
    staff = doer.is_one_of(STAFF)
    if not (staff or doer.is_captain_of(known)):
        raise PermissionDenied(_("Only the captain of this entrant, or the staff, can do this."))
    sent = request.POST if request.method == "POST" else None
    form = SquadForm(sent, tournament=tournament, state=state, entrant=known, player=player, staff=staff)
    if request.method == "POST" and form.is_valid() and _is_squad_changed(tournament, player, number, form):
        messages.success(request, _("Saved."))
        return redirect("tournaments:entrant", slug, number)
    names = names_in(tournament)
    context = frame(tournament, "entries", reading) | {
        "page": entrant_page(state, names, known, doer),
        "penalties": penalties_of(state, names, number, doer),
        "form": form,
        "back": f"entrant-{number}",
    }
    with clocks_of(tournament.club):
        status = 422 if request.method == "POST" else 200
        return render(request, "tournaments/desk/entrant.html", context, status=status)


def _is_squad_changed(tournament: Tournament, player: Player, number: int, form: SquadForm) -> bool:
    """Save a squad and a name; a refusal stands in the form."""
    cleaned = form.cleaned_data

    def save() -> None:
        with transaction.atomic(), in_words(conflicts=True):
            if "name" in form.changed_data:
                name_entrant(tournament, number, by=player, name=cleaned["name"])
            change_squad(
                tournament,
                number,
                by=player,
                squad=form.squad(),
                command=cleaned["command"],
                expected=cleaned["version"],
            )

    return fulfilled(form, save)
