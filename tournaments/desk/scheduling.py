"""The schedule of a tournament: its page, its calendar, and the page on which the staff plans it."""

import hashlib
from collections.abc import Callable, Iterator
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs.base.asked import number_in
from clubs.models import Player
from clubs.people.selectors import ids_of
from clubs.web.pages import current_player, edits, searched, shows, viewer_of
from clubs.web.refusals import refusals_beside
from tournaments.deeds.base import DIRECTORS, STAFF, Deed
from tournaments.deeds.placing import free_placings
from tournaments.deeds.scheduling import (
    DelayRound,
    FixSeat,
    GiveTables,
    PlaceRound,
    SetSchedule,
    SetVenue,
    SwapTables,
)
from tournaments.desk import schedule_forms as fields
from tournaments.desk.asking import Ask, ask, command_in
from tournaments.desk.moments import Reading, frame, get_tournament, present, reading_of
from tournaments.directing.acting import act
from tournaments.directing.clashing import clashes_told
from tournaments.directing.refusals import in_words
from tournaments.drafting.ahead import slots_ahead
from tournaments.models import Tournament
from tournaments.overview.calendar import schedule_feed
from tournaments.overview.schedule import round_title, schedule_shown
from tournaments.overview.views import clocks_of
from tournaments.selectors.bookings import taken_tables
from tournaments.selectors.naming import Names, names_in
from tournaments.selectors.progress import forecast_of
from tournaments.state.bookings import bookings_of
from tournaments.state.schedule import starts
from tournaments.state.tournament import MatchState, TournamentState
from tournaments.timetable.proposing import propose
from tournaments.timetable.shifting import Schedule

MAX_SEARCH: Final = 60
MAX_CLASHES: Final = 40
MAX_TABLE_NAME: Final = 40


@shows
def schedule(request: HttpRequest, slug: str) -> HttpResponse:
    """Days and sessions, rounds, tables, the reader's own matches. `?q=` finds an entrant, `?at=` another moment."""
    tournament, player = get_tournament(slug), viewer_of(request)
    with clocks_of(tournament.club):
        reading = reading_of(request, tournament, player)
        search = " ".join(searched(request, longest=MAX_SEARCH).split())
        page = schedule_shown(
            reading.state,
            names_in(tournament),
            own=_own(reading.state, player),
            search=search,
            ends=_ends(reading.state) if reading.at is None else None,
        )
        context = frame(tournament, "schedule", reading) | {
            "page": page,
            "search": search,
            "edits": reading.doer.is_one_of(STAFF) and reading.at is None,
            "feed": request.build_absolute_uri(reverse("tournaments:schedule_feed", args=[slug])),
            "webcal": f"webcal://{request.get_host()}{reverse('tournaments:schedule_feed', args=[slug])}",
        }
        return render(request, "tournaments/desk/schedule.html", context)


@require_safe
def feed(request: HttpRequest, slug: str) -> HttpResponse:
    """The schedule for other calendars: all of it, of an entrant (`?entrant=`), of a table (`?table=`, `?room=`)."""
    tournament = get_tournament(slug)
    state = present(tournament, None).state
    entrant = number_in(request.GET.get("entrant", "")) or 0
    table, room = (searched(request, name, MAX_TABLE_NAME) for name in ("table", "room"))
    known = state.entrants.get(entrant)
    if request.GET.get("entrant") and (known is None or known.is_gone):
        raise Http404(_("There is no such entrant."))
    with clocks_of(tournament.club):
        content = schedule_feed(
            tournament,
            state,
            names_in(tournament),
            entrant=entrant,
            table=table,
            room=room,
            root=request.build_absolute_uri("/").rstrip("/"),
        )
    tag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    if request.headers.get("If-None-Match") == tag:
        answer: HttpResponse = HttpResponseNotModified()
    else:
        answer = HttpResponse(content, content_type="text/calendar; charset=utf-8")
        answer["Content-Disposition"] = f'inline; filename="{tournament.slug}.ics"'
    answer["ETag"] = tag
    answer["Cache-Control"] = "public, max-age=60"
    return answer


@edits
def edit(request: HttpRequest, slug: str) -> HttpResponse:
    """The tables, times, delays and seats of a tournament, for its staff. `?propose=1` fills in a proposal of times."""
    tournament, player = get_tournament(slug), current_player(request)
    reading = present(tournament, player)
    if not reading.doer.is_one_of(STAFF):
        raise PermissionDenied(_("Only the staff of the tournament can plan the schedule."))
    with clocks_of(tournament.club):
        names = names_in(tournament)
        forms_shown = _forms(reading.state, names)
        if request.method == "POST":
            what = request.POST.get("what", "")
            if what not in _SENT:
                raise Http404(_("There is no such form."))
            if _SENT[what](request, tournament, player, reading.state, forms_shown):
                messages.success(request, _("Saved."))
                return redirect("tournaments:schedule_edit", slug)
        elif "propose" in request.GET:
            _propose(request, reading.state, forms_shown)
        context = frame(tournament, "schedule", reading) | _context(tournament, reading, names, forms_shown)
        wrong = request.method == "POST" or (forms_shown["proposal"].is_bound and forms_shown["proposal"].errors)
        return render(request, "tournaments/desk/schedule_edit.html", context, status=422 if wrong else 200)


def _ends(state: TournamentState) -> dict[tuple[int, int], int]:
    """Return when the last tables of the rounds in play are going to end; nothing where results are withheld."""
    playing: dict[tuple[int, int], list[MatchState]] = {}
    for match in () if state.withheld else state.matches.values():
        if match.running_games:
            playing.setdefault((match.stage, match.round), []).append(match)
    ends = {key: forecast_of(state, matches, timezone.now()).ends for key, matches in playing.items()}
    return {key: int(end) for key, end in ends.items() if end is not None}


def _own(state: TournamentState, player: Player | None) -> tuple[int, ...]:
    ids = set(map(str, ids_of(player))) if player is not None else set()
    return tuple(number for number, one in state.entrants.items() if not one.is_gone and not ids.isdisjoint(one.squad))


def _forms(state: TournamentState, names: Names) -> dict[str, Any]:
    """Return the forms of the page as they are filled at first."""
    planned = state.schedule
    rounds = [(need.stage, need.round) for slot in slots_ahead(state) for need in slot]
    return {
        "venue": fields.VenueForm(initial=fields.venue_initial(state.venue), prefix="venue"),
        "times": fields.TimesForm(initial=fields.times_initial(planned), prefix="times"),
        "sessions": fields.Sessions(
            initial=fields.sessions_initial(planned.sessions if planned is not None else ()), prefix="sessions"
        ),
        "rounds": fields.Rounds(initial=fields.rounds_initial(rounds, starts(state), planned), prefix="rounds"),
        "proposal": fields.ProposalForm(initial=fields.proposal_initial(state, timezone.now())),
        "delay": fields.DelayForm(rounds=_rounds_to_delay(state), ahead=_ahead(state), prefix="delay"),
        "seat": fields.SeatForm(entrants=_entrants(state, names), tables=_tables(state), prefix="seat"),
        "swap": fields.SwapForm(matches=_movable(state, names), prefix="swap"),
        "proposed": False,
    }


def _propose(request: HttpRequest, state: TournamentState, forms_shown: dict[str, Any]) -> None:
    """Fill the lines of sessions and rounds with a proposal; nothing is saved."""
    form = forms_shown["proposal"] = fields.ProposalForm(request.GET)
    if not form.is_valid():
        return
    minutes, rest = form.cleaned_data["match_minutes"] or 0, form.cleaned_data["rest_minutes"] or 0
    slots = slots_ahead(state, minutes)
    tables = len(state.venue.tables) if state.venue is not None else 0
    proposal = propose(slots, tables=tables, windows=form.windows(), rest_minutes=rest)
    forms_shown["times"] = fields.TimesForm(
        initial={"match_minutes": minutes or None, "rest_minutes": rest}, prefix="times"
    )
    forms_shown["sessions"] = fields.Sessions(initial=fields.sessions_initial(proposal.sessions), prefix="sessions")
    forms_shown["rounds"] = fields.Rounds(initial=fields.proposed_rounds(proposal), prefix="rounds")
    forms_shown["proposed"] = True
    forms_shown["waves"] = proposal.waves


def _save_venue(
    request: HttpRequest, tournament: Tournament, player: Player, state: TournamentState, forms_shown: dict[str, Any]
) -> bool:
    form = forms_shown["venue"] = fields.VenueForm(request.POST, prefix="venue")
    return _is_done(
        request,
        tournament,
        player,
        form,
        lambda: SetVenue(
            tables=form.cleaned_data["tables"],
            hall=form.cleaned_data["hall"],
            allotting=form.cleaned_data["allotting"],
        ),
        seen=state,
    )


def _save_times(
    request: HttpRequest, tournament: Tournament, player: Player, state: TournamentState, forms_shown: dict[str, Any]
) -> bool:
    form = forms_shown["times"] = fields.TimesForm(request.POST, prefix="times")
    sessions = forms_shown["sessions"] = fields.Sessions(request.POST, prefix="sessions")
    rounds = forms_shown["rounds"] = fields.Rounds(request.POST, prefix="rounds")
    forms_shown["proposed"] = "proposed" in request.POST
    if not all([form.is_valid(), sessions.is_valid(), rounds.is_valid()]):
        return False
    return _is_done(
        request,
        tournament,
        player,
        form,
        lambda: SetSchedule(
            sessions=fields.sessions_in(sessions),
            rounds=fields.rounds_in(rounds),
            match_minutes=form.cleaned_data["match_minutes"] or 0,
            rest_minutes=form.cleaned_data["rest_minutes"] or 0,
        ),
        seen=state,
    )


def _save_delay(
    request: HttpRequest, tournament: Tournament, player: Player, state: TournamentState, forms_shown: dict[str, Any]
) -> bool:
    form = forms_shown["delay"] = fields.DelayForm(request.POST, rounds=_rounds_to_delay(state), prefix="delay")

    def deed() -> Deed:
        stage, number = map(int, form.cleaned_data["round"].split("-"))
        return DelayRound(stage=stage, round=number, minutes=form.cleaned_data["minutes"])

    return _is_done(request, tournament, player, form, deed)


def _save_seat(
    request: HttpRequest, tournament: Tournament, player: Player, state: TournamentState, forms_shown: dict[str, Any]
) -> bool:
    entrants = _entrants(state, names_in(tournament))
    form = forms_shown["seat"] = fields.SeatForm(request.POST, entrants=entrants, tables=_tables(state), prefix="seat")

    def deed() -> Deed:
        table = form.chosen()
        return FixSeat(entrant=int(form.cleaned_data["entrant"]), table=table.name, room=table.room)

    return _is_done(request, tournament, player, form, deed)


def _save_swap(
    request: HttpRequest, tournament: Tournament, player: Player, state: TournamentState, forms_shown: dict[str, Any]
) -> bool:
    matches = _movable(state, names_in(tournament))
    form = forms_shown["swap"] = fields.SwapForm(request.POST, matches=matches, prefix="swap")
    return _is_done(
        request,
        tournament,
        player,
        form,
        lambda: SwapTables(match=int(form.cleaned_data["match"]), other=int(form.cleaned_data["other"])),
        seen=state,
    )


_SENT: Final[dict[str, Callable[..., bool]]] = {
    "venue": _save_venue,
    "times": _save_times,
    "delay": _save_delay,
    "seat": _save_seat,
    "swap": _save_swap,
}


def _is_done(
    request: HttpRequest,
    tournament: Tournament,
    player: Player,
    form: forms.Form,
    deed: Callable[[], Deed],
    seen: TournamentState | None = None,
) -> bool:
    """Do the deed of a form that is valid; a refusal stands beside its field, or above the form.

    Args:
        seen: The tournament as it is, for a form that replaces tables or times as a whole: it is refused if they have
            changed since the page was shown. Results that come meanwhile are no hindrance.
    """
    timed = number_in(request.POST.get("timed", ""))
    if form.is_valid() and seen is not None and timed not in (None, seen.timed):
        form.add_error(
            None, _("Tables or times have changed in the meantime. Nothing is saved: look at them and decide again.")
        )
    if form.is_valid():
        with refusals_beside(form), in_words(conflicts=True):
            act(
                tournament,
                deed(),
                by=player,
                command=command_in(request.POST),
            )
    return form.is_valid()


def _context(tournament: Tournament, reading: Reading, names: Names, forms_shown: dict[str, Any]) -> dict[str, Any]:
    state = reading.state
    several = {(start.stage, start.round): start for start in starts(state)}
    lines = []
    for form in forms_shown["rounds"]:
        stage, number = _number_of(form, "stage"), _number_of(form, "number")
        known = state.stages.get(stage)
        start = several.get((stage, number))
        title = round_title(state, known, number) if known is not None else str(number)
        lines.append((title, form, start if start is not None and start.late else None))
    waves = {(stage, number): count for stage, number, count in forms_shown.get("waves", ())}
    taken = taken_tables(tournament, state)
    waiting = len(free_placings(state, taken)) if state.venue is not None else 0
    return {
        "forms": {
            **forms_shown,
            "all": [forms_shown[name] for name in ("delay", "venue", "proposal", "times", "seat", "swap")],
        },
        "lines": lines,
        "waves": [(round_title(state, state.stages[stage], number), count) for (stage, number), count in waves.items()],
        "clashes": list(_clashes(tournament, state)),
        "seats": [(names.of.get(number, ""), seat) for number, seat in _seats(state)],
        "places": list(_places(state)),
        "give": ask(GiveTables(), _("Assign the free tables"), look="go") if waiting else None,
        "delays": _delayed(state),
        "directs": reading.doer.is_one_of(DIRECTORS),
        "has_rounds": bool(forms_shown["delay"].fields["round"].choices),
        "timed": state.timed,
        "command": ask(GiveTables(), "").command,
    }


def _number_of(form: forms.Form, name: str) -> int:
    value = form[name].value()
    return number_in(str(value)) or 0


def _rounds_to_delay(state: TournamentState) -> list[tuple[str, str]]:
    """Return the planned rounds that are not over."""
    rounds = []
    for start in starts(state):
        stage = state.stages.get(start.stage)
        if stage is not None and stage.status != "closed":
            rounds.append((f"{start.stage}-{start.round}", round_title(state, stage, start.round)))
    return rounds


def _ahead(state: TournamentState) -> str:
    """Return the first planned round that is not called; empty: all are."""
    called = {(stage.number, one.number) for stage in state.stages.values() for one in stage.rounds if one.called}
    return next(
        (f"{start.stage}-{start.round}" for start in starts(state) if (start.stage, start.round) not in called), ""
    )


def _delayed(state: TournamentState) -> list[tuple[str, int]]:
    schedule = state.schedule or Schedule((), ())
    return [
        (round_title(state, state.stages[one.stage], one.round), one.minutes)
        for one in schedule.delays
        if one.stage in state.stages
    ]


def _tables(state: TournamentState) -> tuple[Any, ...]:
    return state.venue.tables if state.venue is not None else ()


def _entrants(state: TournamentState, names: Names) -> list[tuple[str, str]]:
    return [(str(number), names.of.get(number, "")) for number in state.entered()]


def _seats(state: TournamentState) -> Iterator[tuple[int, str]]:
    for number, entrant in state.entrants.items():
        if entrant.seat is not None and not entrant.is_gone:
            yield number, " · ".join(filter(None, (entrant.seat.room, entrant.seat.name)))


def _movable(state: TournamentState, names: Names) -> list[tuple[str, str]]:
    """Return the matches of released rounds that have not begun, with their tables."""
    matches = (state.matches[booking.match] for booking in bookings_of(state))
    listed = [match for match in matches if not match.has_begun and match.is_filled]
    texts = (
        (match, " : ".join(names.side(side) for side in match.sides), match.table or _("waits for a table"))
        for match in listed
    )
    return [(str(match.number), f"{table} · {sides}") for match, sides, table in texts]


def _places(state: TournamentState) -> Iterator[Ask]:
    """Yield the deeds that put a released round on the tables anew."""
    if state.venue is None:
        return
    for stage in state.running:
        for number in dict.fromkeys(one.number for one in stage.rounds if one.released):
            matches = [
                state.matches[one] for paired in stage.rounds if paired.number == number for one in paired.matches
            ]
            if any(not match.is_bye and not match.has_begun and match.is_filled for match in matches):
                text = _("Place again: {round}").format(round=round_title(state, stage, number))
                yield ask(PlaceRound(stage=stage.number, round=number), text)
                break


def _clashes(tournament: Tournament, state: TournamentState) -> Iterator[str]:
    """Yield what clashes as it is placed now, in sentences that say what would be right."""
    for clash, words in clashes_told(tournament, state, MAX_CLASHES):
        yield _("Match {match}: {clash}").format(match=clash.match, clash=words)
