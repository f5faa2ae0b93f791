"""The director's pages, and the one view that does every deed of theirs."""

from collections import Counter
from collections.abc import Collection
from typing import Any, Final

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec.structs import replace

from clubs.models import Club, Player
from clubs.officers.permissions import require
from clubs.people.selectors import find_player
from clubs.web.pages import current_player, edits, reads, shows, writes
from clubs.web.refusals import done, fulfilled, refusals_beside
from games.words.phrases import translated
from tournaments.deeds.base import DIRECTORS, SCORERS, STAFF, Deed, Doer
from tournaments.deeds.opening import ChangeTournament, PlanStage
from tournaments.desk.absent import absent_shown
from tournaments.desk.asking import Ask, ask, command_in, deed_in, version_in
from tournaments.desk.entrants import entrant_page
from tournaments.desk.entries import agents_of, entries_of
from tournaments.desk.forms import AgentForm, EnterForm, OpenForm, SquadForm
from tournaments.desk.history import history_of
from tournaments.desk.ladders import staff_asks
from tournaments.desk.lots import has_lots
from tournaments.desk.matches import match_page, may_see
from tournaments.desk.moments import Reading, reading_of
from tournaments.desk.pairings import drafts_of
from tournaments.desk.plans import SettingsForm, StageForm
from tournaments.desk.previewing import preview_of
from tournaments.desk.settings import settings_page
from tournaments.desk.ties import tie_asks
from tournaments.desk.whatif import asked_in as what_if_asked
from tournaments.desk.whatif import simplified, what_if_page
from tournaments.directing.acting import MAX_REASON, act, undo
from tournaments.directing.entering import change_squad, enter, may_enter, name_entrant
from tournaments.directing.opening import open_tournament
from tournaments.directing.refusals import in_words
from tournaments.directing.roles import doer_of
from tournaments.directing.rows import DECIDED
from tournaments.log import states
from tournaments.models import MatchGame, Tournament
from tournaments.overview.matches import match_shown
from tournaments.overview.pages import sentence_of
from tournaments.overview.views import clocks_of
from tournaments.overview.wording import moment_text
from tournaments.selectors.naming import Names, names_in
from tournaments.state.times import deadline_of
from tournaments.state.times import overdue as late_matches
from tournaments.state.tournament import MatchState, TournamentState
from tournaments.summaries.matches import MatchView, match_views
from tournaments.summaries.steps import NextStep, next_steps

MAX_MATCHES: Final = 60
"""The matches that the desk shows at once."""
SHOWN: Final = ("open", "unconfirmed", "playing", "waiting", "draft", "over")
_OWN: Final = ("csrfmiddlewaretoken", "preview")
"""What a preview does not send on."""
_PAGES: Final = ("desk", "entries", "history", "settings", "lots")


def _found(slug: str) -> Tournament:
    return get_object_or_404(Tournament.objects.select_related("club", "director"), slug=slug)


@reads
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    """The next steps, what is missing, and the matches that want something. `?show=` chooses, `?q=` finds by name."""
    tournament = _found(slug)
    with clocks_of(tournament.club):
        return _desk(request, tournament, reading_of(request, tournament, current_player(request)))


def _desk(request: HttpRequest, tournament: Tournament, reading: Reading) -> HttpResponse:
    state, doer = reading.state, reading.doer
    if not doer.is_one_of(SCORERS):
        raise PermissionDenied(_("The desk is for the staff of the tournament."))
    names = names_in(tournament)
    show = request.GET.get("show", "")
    show = show if show in SHOWN else ""
    wanted = " ".join(request.GET.get("q", "").split())[:60].casefold()
    views = [
        view
        for stage in state.running or tuple(state.stages.values())
        for view in match_views(state, stage)
        if view.status != "bye"
    ]
    counts = Counter(view.status for view in views)
    found = {number for number, name in names.of.items() if wanted in name.casefold()} if wanted else set()
    listed = [view for view in views if _is_listed(view, show, found if wanted else None)]
    refused = MatchGame.objects.filter(tournament=tournament).exclude(refused__in=("", DECIDED)).order_by("match")
    overdue = [_overdue(state, late, names) for late in late_matches(state, reading.at or timezone.now())]
    context = {
        "tournament": tournament,
        "tab": "desk",
        "reading": reading,
        "overdue": overdue[:MAX_MATCHES],
        "overdue_more": max(0, len(overdue) - MAX_MATCHES),
        "ladders": staff_asks(state, doer, names) if reading.at is None else (),
        "version": state.version,
        "sentence": sentence_of(state, names),
        "directs": doer.is_one_of(DIRECTORS),
        "steps": [_step(step) for step in next_steps(state)] if reading.at is None else [],
        "has_lots": has_lots(state),
        "drafts": list(drafts_of(tournament, state)) if doer.is_one_of(DIRECTORS) and reading.at is None else [],
        "counts": [(status, counts[status]) for status in SHOWN if counts[status] and status != "open"],
        "matches": [match_shown(view, names) for view in listed[:MAX_MATCHES]],
        "left_out": max(0, len(listed) - MAX_MATCHES),
        "show": show,
        "search": request.GET.get("q", ""),
        "refused": list(refused) if reading.at is None else [],
        "check_in": absent_shown(state, names, doer) if reading.at is None else None,
        "ties": tie_asks(state, names) if doer.is_one_of(DIRECTORS) and reading.at is None else (),
        "is_over": state.is_over,
    }
    return render(request, "tournaments/desk/desk.html", context)


def _overdue(state: TournamentState, late: MatchState, names: Names) -> tuple[int, str, str]:
    """Return the number of a match whose days are over, its sides, and until when it was to be played."""
    deadline = deadline_of(state, late)
    assert deadline is not None
    return late.number, " · ".join(names.side(side) for side in late.sides), moment_text(deadline)


def _is_listed(view: MatchView, show: str, found: Collection[int] | None) -> bool:
    """Tell whether the desk lists a match: of the status chosen, else what is to be played, or what a search finds."""
    if found is not None and not any(entrant in found for entrant in view.entrants):
        return False
    return view.status == show if show else view.status not in ("open", "over") or found is not None


def _step(step: NextStep) -> Ask:
    return ask(
        step.deed,
        translated(step.text, step.members),
        look="go" if step.chief and not step.why_not else "",
        why_not=translated(step.why_not, step.why_members) if step.why_not else "",
        mend="lots" if step.lot else "",
    )


@shows
def match(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A match with its line-ups, and what its captains and the staff may do about it."""
    tournament, player = _found(slug), find_player(request.user)
    with clocks_of(tournament.club):
        reading = reading_of(request, tournament, player)
        state, doer = reading.state, reading.doer
        found = state.matches.get(number)
        if found is None or not may_see(state, found, doer):
            raise Http404(_("There is no such match."))
        context = {
            "tournament": tournament,
            "tab": "",
            "reading": reading,
            "version": state.version,
            "has_lots": has_lots(state),
            "page": match_page(tournament, state, found, doer, deeds=reading.at is None),
            "staff": doer.is_one_of(SCORERS),
            "directs": doer.is_one_of(DIRECTORS),
            "back": str(number),
        }
        return render(request, "tournaments/desk/match.html", context)


@shows
def entries(request: HttpRequest, slug: str) -> HttpResponse:
    """The entries, with what the reader may do about each, and the form to enter."""
    tournament = _found(slug)
    with clocks_of(tournament.club):
        return _entries(request, tournament)


def _entries(
    request: HttpRequest, tournament: Tournament, form: EnterForm | None = None, single: AgentForm | None = None
) -> HttpResponse:
    player = find_player(request.user)
    reading = reading_of(request, tournament, player)
    state, doer = reading.state, _now(reading.doer)
    staff = doer.is_one_of(STAFF)
    takes = state.status == "open" and state.settings.open_to == "players"
    enters = reading.at is None and (staff or (takes and may_enter(tournament, player)))
    if form is None and player is not None and not state.is_over and enters:
        form = EnterForm(tournament=tournament, state=state, player=player)
    if single is None and player is not None and _takes_single(state, doer) and enters:
        single = AgentForm(tournament=tournament, player=player, staff=staff, prefix="single")
    names = names_in(tournament)
    context = {
        "tournament": tournament,
        "tab": "entries",
        "reading": reading,
        "has_lots": has_lots(state),
        "version": state.version,
        "entries": entries_of(state, names, doer if reading.at is None else Doer()),
        "agents": agents_of(state, names, doer if reading.at is None else Doer()),
        "form": form,
        "single": single,
        "staff": doer.is_one_of(SCORERS),
        "directs": doer.is_one_of(DIRECTORS),
        "takes": takes and reading.at is None,
    }
    wrong = any(one is not None and one.errors for one in (form, single))
    return render(request, "tournaments/desk/entries.html", context, status=422 if wrong else 200)


def _now(doer: Doer) -> Doer:
    """Return a reader at the time of now, which check-in goes by."""
    return replace(doer, at=int(timezone.now().timestamp()))


def _takes_single(state: TournamentState, doer: Doer) -> bool:
    """Tell whether a reader who may enter may enter as a single player: not where the reader is entered already."""
    own = {doer.player, *doer.known_as}
    entered = any(not own.isdisjoint(one.squad) and not one.is_gone for one in state.entrants.values())
    return state.settings.free_agents and not state.is_over and (doer.is_one_of(STAFF) or not entered)


@writes
def enter_entrant(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter a team, players and guests, or a single player."""
    tournament, player = _found(slug), current_player(request)
    if "single" in request.POST:
        return _enter_single(request, tournament, player)
    form = EnterForm(request.POST, tournament=tournament, state=states.current(tournament.pk), player=player)
    if form.is_valid():
        with refusals_beside(form, denied=False), in_words(conflicts=True):
            enter(tournament, by=player, command=form.cleaned_data["command"], **form.asked())
            messages.success(request, _("The entry is made."))
            return redirect("tournaments:entries", slug)
    with clocks_of(tournament.club):
        return _entries(request, tournament, form)


def _enter_single(request: HttpRequest, tournament: Tournament, player: Player) -> HttpResponse:
    staff = doer_of(tournament, player, states.current(tournament.pk)).is_one_of(STAFF)
    form = AgentForm(request.POST, tournament=tournament, player=player, staff=staff, prefix="single")
    if form.is_valid():
        with refusals_beside(form, denied=False), in_words(conflicts=True):
            enter(tournament, by=player, command=form.cleaned_data["command"], **form.asked())
            messages.success(request, _("The entry is made."))
            return redirect("tournaments:entries", tournament.slug)
    with clocks_of(tournament.club):
        return _entries(request, tournament, single=form)


@edits
def entrant(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """An entrant, for its captain and the staff: squad and name, byes, seed, meetings, and its way out."""
    tournament, player = _found(slug), current_player(request)
    state = states.current(tournament.pk)
    doer = _now(doer_of(tournament, player, state))
    known = state.entrants.get(number)
    if known is None or known.is_gone or known.free or state.is_over:
        raise Http404(_("There is no such entrant."))
    if not (doer.is_one_of(STAFF) or doer.is_captain_of(known)):
        raise PermissionDenied(_("That is for the captain of this entrant, or the staff."))
    about: dict[str, Any] = {"tournament": tournament, "state": state, "entrant": known, "player": player}
    form = SquadForm(request.POST if request.method == "POST" else None, **about)
    if request.method == "POST" and form.is_valid() and _is_squad_changed(tournament, player, number, form):
        messages.success(request, _("It is saved."))
        return redirect("tournaments:entrant", slug, number)
    context = {
        "tournament": tournament,
        "tab": "entries",
        "version": state.version,
        "page": entrant_page(state, names_in(tournament), known, doer),
        "form": form,
        "staff": doer.is_one_of(SCORERS),
        "directs": doer.is_one_of(DIRECTORS),
        "back": f"entrant-{number}",
    }
    with clocks_of(tournament.club):
        status = 422 if request.method == "POST" else 200
        return render(request, "tournaments/desk/entrant.html", context, status=status)


def _is_squad_changed(tournament: Tournament, player: Player, number: int, form: SquadForm) -> bool:
    """Save a squad and a name; a refusal stands in the form."""
    said = form.cleaned_data

    def save() -> None:
        with transaction.atomic(), in_words(conflicts=True):
            if "name" in form.changed_data:
                name_entrant(tournament, number, by=player, name=said["name"])
            change_squad(
                tournament,
                number,
                by=player,
                squad=form.squad(),
                command=said["command"],
                expected=said["version"],
            )

    return fulfilled(form, save)


@shows
def what_if(request: HttpRequest, slug: str) -> HttpResponse:
    """What would follow from supposed results, and for directors from more; all of it stands in the address."""
    tournament, player = _found(slug), find_player(request.user)
    state = states.current(tournament.pk)
    doer = doer_of(tournament, player, state) if player is not None else Doer()
    asked = simplified(state, what_if_asked(request.GET))
    if asked.raw and not asked.problems:
        return redirect(f"{request.path}{asked.query()}#would")
    with clocks_of(tournament.club):
        context = {
            "tournament": tournament,
            "tab": "what-if",
            "page": what_if_page(state, asked, names_in(tournament), directs=doer.is_one_of(DIRECTORS)),
            "staff": doer.is_one_of(SCORERS),
            "directs": doer.is_one_of(DIRECTORS),
        }
        return render(request, "tournaments/desk/what_if.html", context)


@reads
def history(request: HttpRequest, slug: str) -> HttpResponse:
    """The log told back, for the staff. `?before=` goes further back."""
    tournament, player = _found(slug), current_player(request)
    with clocks_of(tournament.club):
        reading = reading_of(request, tournament, player)
        if not reading.doer.is_one_of(SCORERS):
            raise PermissionDenied(_("The log is for the staff of the tournament."))
        before = request.GET.get("before", "")
        earlier = int(before) if before.isascii() and before.isdecimal() and len(before) < 10 else 0
        if reading.at is not None:
            earlier = min(earlier or reading.state.version + 1, reading.state.version + 1)
        context = {
            "tournament": tournament,
            "tab": "history",
            "reading": reading,
            "version": reading.state.version,
            "has_lots": has_lots(reading.state),
            "deeds": history_of(tournament, names_in(tournament).of, before=earlier),
            "staff": True,
            "directs": reading.doer.is_one_of(DIRECTORS),
        }
        return render(request, "tournaments/desk/history.html", context)


@writes
def do_deed(request: HttpRequest, slug: str) -> HttpResponse:
    """Do the deed of a form, or say what it would change (`preview`); the next page says how it went."""
    tournament, player, post = _found(slug), current_player(request), request.POST
    back = _back(slug, post.get("back", ""))
    if "preview" in post:
        return _preview(request, tournament, player, back)

    def do() -> None:
        with in_words(conflicts=True), clocks_of(tournament.club):
            act(
                tournament,
                deed_in(post),
                by=player,
                command=command_in(post),
                expected=version_in(post),
                words=post.get("words", "")[: MAX_REASON + 1],
            )

    done(request, do, _("It is done."))
    return redirect(back)


def _preview(request: HttpRequest, tournament: Tournament, player: Player, back: str) -> HttpResponse:
    """Say what the deed of a form would change, with the button that does it."""
    state = states.current(tournament.pk)
    doer = doer_of(tournament, player, state)
    said: list[str] = []

    def look() -> None:
        with in_words(conflicts=True), clocks_of(tournament.club):
            said.extend(preview_of(state, deed_in(request.POST), doer, names_in(tournament)))

    if not doer.is_one_of(SCORERS):
        raise PermissionDenied(_("What a deed would change is for the staff of the tournament."))
    if not done(request, look):
        return redirect(back)
    sent = [(name, value) for name, values in request.POST.lists() for value in values if name not in _OWN]
    context = {"tournament": tournament, "tab": "", "staff": True, "sentences": said, "sent": sent, "back": back}
    with clocks_of(tournament.club):
        return render(request, "tournaments/desk/preview.html", context)


@edits
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    """The settings, stages and staff of a tournament, for its directors."""
    tournament, player = _found(slug), current_player(request)
    state = states.current(tournament.pk)
    if not doer_of(tournament, player, state).is_one_of(DIRECTORS):
        raise PermissionDenied(_("The settings are for the directors of the tournament."))
    with clocks_of(tournament.club):
        sent: dict[str, SettingsForm | StageForm] = {}
        what = request.POST.get("what", "")
        if request.method == "POST":
            form = _sent_form(request, state, what)
            if form is None:
                raise Http404(_("There is no such form."))
            if form.is_valid() and _is_saved(tournament, player, form):
                messages.success(request, _("It is saved."))
                return redirect("tournaments:settings", slug)
            sent = {"form" if isinstance(form, SettingsForm) else "stage_form": form}
        context = {
            "tournament": tournament,
            "tab": "settings",
            "has_lots": has_lots(state),
            "staff": True,
            "directs": True,
            "version": state.version,
            "page": settings_page(tournament, state, names_in(tournament), **sent),  # type: ignore[arg-type]
        }
        return render(request, "tournaments/desk/settings.html", context, status=422 if sent else 200)


def _sent_form(request: HttpRequest, state: TournamentState, what: str) -> SettingsForm | StageForm | None:
    """Return the form that was sent: of the settings, of a planned stage, or of a further one."""
    if what == "settings":
        return SettingsForm(request.POST, state=state)
    if what == "new":
        return StageForm(request.POST, state=state, prefix="new")
    stages = {f"stage-{stage.number}": stage for stage in state.stages.values() if stage.status == "planned"}
    return StageForm(request.POST, state=state, stage=stages[what], prefix=what) if what in stages else None


def _is_saved(tournament: Tournament, player: Player, form: SettingsForm | StageForm) -> bool:
    """Save a form; a refusal stands in it."""
    said = form.cleaned_data

    def save() -> None:
        deed: Deed
        if isinstance(form, SettingsForm):
            deed = ChangeTournament(settings=form.changed())
        else:
            deed = PlanStage(plan=form.planned(), stage=None if form.stage is None else form.stage.number)
        with in_words(conflicts=True):
            act(tournament, deed, by=player, command=said["command"], expected=said["version"])

    return fulfilled(form, save)


@writes
def undo_deed(request: HttpRequest, slug: str, version: int) -> HttpResponse:
    """Undo a deed, if nothing stands on it."""
    tournament, player = _found(slug), current_player(request)

    def do() -> None:
        with in_words(conflicts=True):
            undo(tournament, version, by=player, command=command_in(request.POST), expected=version_in(request.POST))

    done(request, do, _("It is undone."))
    return redirect("tournaments:history", slug)


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
                said = form.cleaned_data
                tournament = open_tournament(
                    club=club, by=player, name=said["name"], settings=settings, plans=plans, command=said["command"]
                )
                return redirect("tournaments:entries", tournament.slug)
        context = {"form": form, "club": club}
        return render(request, "tournaments/desk/open.html", context, status=422 if form.errors else 200)


def _back(slug: str, back: str) -> str:
    """Return the address of the page that a form was sent from."""
    page, _dash, number = back.partition("-")
    if page == "entrant" and _is_number(number):
        return reverse("tournaments:entrant", args=[slug, int(number)])
    if _is_number(back):
        return reverse("tournaments:match", args=[slug, int(back)])
    if back == "tournament":
        return reverse("tournaments:tournament", args=[slug])
    return reverse(f"tournaments:{back if back in _PAGES else 'desk'}", args=[slug])


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 10
