"""The desk, a match, the log, and what if: the pages that show a tournament to its staff, its captains and readers."""

from contextlib import nullcontext
from dataclasses import replace
from typing import Any, Final

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.base.asked import number_in
from clubs.errors import ClubError
from clubs.models import Player
from clubs.web.htmx import part_asked
from clubs.web.pages import current_player, reads, shows, viewer_of
from tournaments.deeds.base import DIRECTORS, SCORERS
from tournaments.desk.absent import absent_shown
from tournaments.desk.asking import sent_again
from tournaments.desk.board import board, desks_of
from tournaments.desk.entries import guests_warning, idle_shown, stage_at_tables
from tournaments.desk.entryforms import AnnounceForm, ResultForm
from tournaments.desk.gathering import EventDesk, event_desk, past_desk
from tournaments.desk.history import history_of
from tournaments.desk.ladders import staff_asks
from tournaments.desk.matches import match_page, may_see
from tournaments.desk.moments import frame, get_tournament, present, reading_of
from tournaments.desk.pairings import drafts_of
from tournaments.desk.penalties import penalties_shown
from tournaments.desk.suppositions import simplified, supposed_in
from tournaments.desk.ties import tie_asks
from tournaments.desk.whatif import what_if_page
from tournaments.models import Tournament
from tournaments.overview.heads import sentence_of
from tournaments.overview.views import clocks_of
from tournaments.overview.wording import moment_text
from tournaments.selectors.naming import Names, names_in
from tournaments.state.times import deadline_of
from tournaments.state.times import overdue as late_matches
from tournaments.state.tournament import MatchState, TournamentState

MAX_MATCHES: Final = 60
"""The matches that the desk names whose days are over."""
MAX_PENALTIES: Final = 6


@reads
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    """The tables of an event, what waits for the desk, and the next steps. `?show=` chooses, `?q=` finds."""
    return show_desk(request, get_tournament(slug), current_player(request))


def show_desk(
    request: HttpRequest,
    tournament: Tournament,
    player: Player,
    *,
    result: ResultForm | None = None,
    announcement: AnnounceForm | None = None,
) -> HttpResponse:
    """Render the desk of an event, or its living part where htmx asks for that; with a form that was sent and is wrong.

    Raises:
        PermissionDenied: The player is not of its staff.
    """
    with clocks_of(tournament.club):
        reading = reading_of(request, tournament, player)
        if not reading.doer.is_one_of(SCORERS):
            raise PermissionDenied(_("Only the staff of the tournament can open the desk."))
        live = reading.at is None
        make = event_desk if live else past_desk
        event = make(tournament, reading.state, reading.doer, reading.at or timezone.now())
        context = frame(tournament, "desk", reading) | board(
            request, [event], player, result=result, announcement=announcement
        )
        context |= {"desk": event, "back": "desk", "is_over": reading.state.is_over}
        context["sentence"] = sentence_of(reading.state, event.names)
        context["here"] = _here(request, reverse("tournaments:desk", args=[tournament.slug]))
        if live:
            context |= _beside(event)
        failed = any(form is not None and form.errors for form in (result, announcement))
        template = f"tournaments/desk/desk.html{part_asked(request, 'desk')}"
        return render(request, template, context, status=422 if failed else 200)


def _beside(event: EventDesk) -> dict[str, Any]:
    """Return what else the desk of an event shows and asks, beside its tables."""
    tournament, state, names, doer = event.tournament, event.state, event.names, event.doer
    directs = doer.is_one_of(DIRECTORS)
    overdue = [_overdue(state, late, names) for late in late_matches(state, event.now)]
    return {
        "overdue": overdue[:MAX_MATCHES],
        "overdue_more": max(0, len(overdue) - MAX_MATCHES),
        "ladders": staff_asks(state, doer, names),
        "guests": guests_warning(state),
        "stage_at_tables": stage_at_tables(state, doer),
        "idle": idle_shown(state, names, doer),
        "drafts": list(drafts_of(tournament, state)) if directs else [],
        "refused": event.refused,
        "check_in": absent_shown(state, names, doer),
        "ties": tie_asks(state, names) if directs else (),
        "penalties": penalties_shown(event)[:MAX_PENALTIES],
    }


@reads
def hall(request: HttpRequest) -> HttpResponse:
    """The desks of all events that the player looks after, on one page."""
    return show_hall(request, current_player(request))


def show_hall(
    request: HttpRequest,
    player: Player,
    *,
    result: ResultForm | None = None,
    announcement: AnnounceForm | None = None,
) -> HttpResponse:
    """Render the desk of several events, or its living part; times are by the clocks of the first one's club."""
    now = timezone.now()
    desks = desks_of(player, now)
    with clocks_of(desks[0].tournament.club) if desks else nullcontext():
        context = board(request, desks, player, result=result, announcement=announcement)
        context |= {"back": "hall", "here": _here(request, reverse("tournaments:desks"))}
        failed = any(form is not None and form.errors for form in (result, announcement))
        template = f"tournaments/desk/hall.html{part_asked(request, 'desk')}"
        return render(request, template, context, status=422 if failed else 200)


def _here(request: HttpRequest, path: str) -> str:
    """Return the address at which the page is read again: its own, also where it is the answer to a form."""
    query = request.GET.urlencode()
    return f"{path}?{query}" if query else path


def _overdue(state: TournamentState, late: MatchState, names: Names) -> tuple[int, str, str]:
    """Return the number of a match whose days are over, its sides, and until when it was to be played."""
    deadline = deadline_of(state, late)
    assert deadline is not None
    return late.number, " · ".join(names.side(side) for side in late.sides), moment_text(deadline)


@shows
def match(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A match with its line-ups, and what its captains and the staff may do about it."""
    return show_match(request, get_tournament(slug), viewer_of(request), number)


def show_match(
    request: HttpRequest,
    tournament: Tournament,
    player: Player | None,
    number: int,
    *,
    refused: ClubError | None = None,
) -> HttpResponse:
    """Render the page of a match; with a form that was sent and refused, as it was typed.

    Raises:
        Http404: There is no such match, or the reader may not see it.
    """
    with clocks_of(tournament.club):
        reading = reading_of(request, tournament, player)
        state, doer = reading.state, reading.doer
        known = state.matches.get(number)
        if known is None or not may_see(state, known, doer):
            raise Http404(_("There is no such match."))
        page = match_page(tournament, state, known, doer, deeds=reading.at is None, reader=player)
        if refused is not None:
            page = replace(page, asks=tuple(sent_again(page.asks, request.POST, refused)))
            if not any(one.is_refused for one in page.asks):
                messages.error(request, refused.message)
        context = frame(tournament, "", reading) | {"page": page, "back": str(number)}
        return render(request, "tournaments/desk/match.html", context, status=200 if refused is None else 422)


@shows
def what_if(request: HttpRequest, slug: str) -> HttpResponse:
    """The standings after supposed results, for directors after more; all that is supposed stands in the address."""
    tournament, player = get_tournament(slug), viewer_of(request)
    reading = present(tournament, player)
    query = simplified(reading.state, supposed_in(request.GET))
    if query.raw and not query.problems:
        return redirect(f"{request.path}{query.address()}#would")
    with clocks_of(tournament.club):
        directs = reading.doer.is_one_of(DIRECTORS)
        context = frame(tournament, "what-if", reading) | {
            "page": what_if_page(reading.state, query, names_in(tournament), directs=directs),
        }
        return render(request, "tournaments/desk/what_if.html", context)


@reads
def history(request: HttpRequest, slug: str) -> HttpResponse:
    """The log told back, for the staff. `?before=` goes further back."""
    tournament, player = get_tournament(slug), current_player(request)
    with clocks_of(tournament.club):
        reading = reading_of(request, tournament, player)
        if not reading.doer.is_one_of(SCORERS):
            raise PermissionDenied(_("Only the staff of the tournament can read the log."))
        earlier = number_in(request.GET.get("before", "")) or 0
        if reading.at is not None:
            earlier = min(earlier or reading.state.version + 1, reading.state.version + 1)
        context = frame(tournament, "history", reading) | {
            "deeds": history_of(tournament, names_in(tournament), reading.state, before=earlier),
        }
        return render(request, "tournaments/desk/history.html", context)
