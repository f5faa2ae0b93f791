"""Pages of a club's calendar: a month, a meeting with who comes, planning, and the feed for other programs."""

import calendar as months
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import groupby
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from clubs.base.days import FIRST_DAY, LAST_DAY, today_in
from clubs.calendar import selectors, services
from clubs.calendar.feed import feed
from clubs.calendar.forms import MeetingForm, MoveForm, filled_with
from clubs.calendar.occurrences import WITHOUT_END, Occurrence
from clubs.models import Club, Meeting
from clubs.officers.permissions import clubs_where
from clubs.web.pages import club_at, club_frame, current_player, reads, require_page, viewer_of, writes
from clubs.web.refusals import done, refusals_beside

MONDAY = 0


@dataclass(frozen=True, slots=True)
class MonthDay:
    """A day in the grid of a month: whether it belongs to the month, is today, and how much stands under it."""

    day: date
    here: bool
    today: bool
    count: int


@require_safe
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """A month of the club's calendar; `?month=2026-11` says which, by default this one."""
    club = get_object_or_404(Club, slug=slug)
    frame = club_frame(request, club, "calendar")
    today = today_in(club)
    first = _month(request.GET.get("month", ""), today)
    last = first.replace(day=months.monthrange(first.year, first.month)[1])
    found = selectors.entries(club, first, last, frame["player"])
    counts = {day: len(list(entries)) for day, entries in groupby(found, key=lambda entry: entry.day)}
    context = frame | {
        "first": first,
        "before": first - timedelta(days=1),
        "after": last + timedelta(days=1),
        "today": today,
        "is_now": first <= today <= last,
        "weeks": list(_weeks(first, today, counts)),
        "days": [(day, list(entries)) for day, entries in groupby(found, key=lambda entry: entry.day)],
        "feed_url": request.build_absolute_uri(reverse("clubs:calendar_feed", args=[slug])),
        "webcal_url": f"webcal://{request.get_host()}{reverse('clubs:calendar_feed', args=[slug])}",
    }
    return render(request, "clubs/calendar.html", context)


@require_safe
def coming(request: HttpRequest, slug: str) -> HttpResponse:
    """A fragment for other pages: what comes next."""
    club = club_at(request, slug)
    frame = club_frame(request, club, "calendar")
    found = selectors.next_entries(club, frame["player"])
    first = next((entry for entry in found if entry.meeting is not None), None)
    who = selectors.who_comes(first.meeting, frame["player"]) if first is not None and first.meeting else None
    context = frame | {"entries": found, "first": first, "who": who, "back": "club"}
    return render(request, "clubs/calendar_next.html", context)


@reads
def mine(request: HttpRequest) -> HttpResponse:
    """A fragment of the first page: the next meetings of one's clubs, with the way to say that one comes.

    Those who enter the results of a club are led to the page of its evening while that is going on.
    """
    player = viewer_of(request)
    found = selectors.next_meetings(player) if player is not None else []
    now = timezone.now()
    begun = {entry.meeting.meeting.club_id for entry in found if entry.meeting and entry.meeting.starts <= now}
    may_score = clubs_where(player, "enter_results").filter(pk__in=begun) if begun else Club.objects.none()
    scoring = set(may_score.values_list("pk", flat=True))
    context = {"entries": found, "role": True, "back": "home", "scoring": scoring, "now": now}
    return render(request, "clubs/calendar_mine.html", context)


@require_safe
def subscription(request: HttpRequest, slug: str) -> HttpResponse:
    """The calendar as a file that other programs fetch again and again."""
    club = get_object_or_404(Club, slug=slug)
    content = feed(club, root=request.build_absolute_uri("/").rstrip("/"))
    tag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    if request.headers.get("If-None-Match") == tag:
        answer: HttpResponse = HttpResponseNotModified()
    else:
        answer = HttpResponse(content, content_type="text/calendar; charset=utf-8")
        answer["Content-Disposition"] = f'inline; filename="{club.slug}.ics"'
    answer["ETag"] = tag
    answer["Cache-Control"] = "public, max-age=300"
    return answer


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, slug: str) -> HttpResponse:
    """Plan a meeting."""
    club = get_object_or_404(Club, slug=slug)
    player = current_player(request)
    require_page(player, "keep_calendar", club)
    form = MeetingForm(request.POST or None, initial={"day": today_in(club)})
    if request.method == "POST" and form.is_valid():
        with refusals_beside(form):
            meeting = services.plan_meeting(club=club, by=player, **form.cleaned_data)
            messages.success(request, _("{meeting} is on the calendar.").format(meeting=meeting.title))
            return redirect("clubs:meeting", slug, meeting.pk, meeting.day.isoformat())
    context = {"club": club, "form": form, "meeting": None}
    return render(request, "clubs/calendar_form.html", context, status=422 if form.errors else 200)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def change(request: HttpRequest, slug: str, meeting_id: UUID) -> HttpResponse:
    """Change a meeting with all that are repeated of it."""
    meeting = _meeting(slug, meeting_id)
    player = current_player(request)
    require_page(player, "keep_calendar", meeting.club)
    form = MeetingForm(request.POST or None, initial=filled_with(meeting))
    if request.method == "POST" and form.is_valid():
        with refusals_beside(form):
            meeting = services.change_meeting(meeting_id=meeting_id, by=player, **form.cleaned_data)
            messages.success(request, _("{meeting} is changed.").format(meeting=meeting.title))
            return redirect("clubs:meeting", slug, meeting.pk, meeting.day.isoformat())
    context = {"club": meeting.club, "form": form, "meeting": meeting}
    return render(request, "clubs/calendar_form.html", context, status=422 if form.errors else 200)


@writes
def call_off(request: HttpRequest, slug: str, meeting_id: UUID) -> HttpResponse:
    """Call a meeting off with all that are repeated of it."""
    meeting, player = _meeting(slug, meeting_id), current_player(request)
    done(
        request,
        lambda: services.call_off_meeting(meeting_id=meeting.pk, by=player),
        _("{meeting} is removed from the calendar.").format(meeting=meeting.title),
    )
    return redirect("clubs:calendar", slug)


@require_safe
def meeting(request: HttpRequest, slug: str, meeting_id: UUID, day: str) -> HttpResponse:
    """One meeting: when and where it is, who comes, and what an officer changes about it."""
    found, one = _occurrence(slug, meeting_id, day)
    return _meeting_page(request, found, one)


@writes
def answer(request: HttpRequest, slug: str, meeting_id: UUID, day: str) -> HttpResponse:
    """Say whether one comes: `coming` is `yes` or `no`; `back` is `home` or `club` if the button is on that page."""
    found, one = _occurrence(slug, meeting_id, day)
    player, yes = current_player(request), request.POST.get("coming") == "yes"
    done(
        request,
        lambda: services.answer_meeting(meeting_id=found.pk, day=one.day, player=player, coming=yes),
        _("You are coming to {meeting}.").format(meeting=found.title)
        if yes
        else _("You are not coming to {meeting}.").format(meeting=found.title),
    )
    back = request.POST.get("back", "")
    if back == "home":
        return redirect("clubs:home")
    if back == "club":
        return redirect("clubs:club", slug)
    return redirect("clubs:meeting", slug, found.pk, one.day.isoformat())


@writes
def move(request: HttpRequest, slug: str, meeting_id: UUID, day: str) -> HttpResponse:
    """Hold one meeting of a series at another time."""
    found, one = _occurrence(slug, meeting_id, day)
    player, form = current_player(request), MoveForm(request.POST)
    if form.is_valid():
        with refusals_beside(form):
            services.move_day(meeting_id=found.pk, day=one.day, by=player, **form.cleaned_data)
            messages.success(request, _("{meeting} is moved.").format(meeting=found.title))
            return redirect("clubs:meeting", slug, found.pk, one.day.isoformat())
    else:
        require_page(player, "keep_calendar", found.club)
    return _meeting_page(request, found, one, move_form=form, status=422)


@writes
def call_off_day(request: HttpRequest, slug: str, meeting_id: UUID, day: str) -> HttpResponse:
    """Call one meeting of a series off."""
    found, one = _occurrence(slug, meeting_id, day)
    player = current_player(request)
    done(
        request,
        lambda: services.call_off_day(meeting_id=found.pk, day=one.day, by=player),
        _("This meeting is called off."),
    )
    return redirect("clubs:meeting", slug, found.pk, one.day.isoformat())


@writes
def restore_day(request: HttpRequest, slug: str, meeting_id: UUID, day: str) -> HttpResponse:
    """Hold one meeting of a series as it was planned."""
    found, one = _occurrence(slug, meeting_id, day)
    player = current_player(request)
    done(
        request,
        lambda: services.restore_day(meeting_id=found.pk, day=one.day, by=player),
        _("The meeting takes place as planned."),
    )
    return redirect("clubs:meeting", slug, found.pk, one.day.isoformat())


def _month(asked: str, today: date) -> date:
    """Return the first day of the month that is asked for, such as `2026-11`; of this month if it is none."""
    try:
        first = date.fromisoformat(f"{asked}-01")
    except ValueError:
        return today.replace(day=1)
    return first if FIRST_DAY <= first <= LAST_DAY else today.replace(day=1)


def _weeks(first: date, today: date, counts: dict[date, int]) -> Iterator[list[MonthDay]]:
    for week in months.Calendar(MONDAY).monthdatescalendar(first.year, first.month):
        yield [MonthDay(day, day.month == first.month, day == today, counts.get(day, 0)) for day in week]


def _meeting(slug: str, meeting_id: UUID) -> Meeting:
    found = selectors.find_meeting(get_object_or_404(Club, slug=slug), meeting_id)
    if found is None:
        raise Http404(_("There is no such meeting on the calendar."))
    return found


def _occurrence(slug: str, meeting_id: UUID, day: str) -> tuple[Meeting, Occurrence]:
    found = _meeting(slug, meeting_id)
    try:
        one = selectors.find_occurrence(found, date.fromisoformat(day))
    except ValueError:
        one = None
    if one is None:
        raise Http404(_("There is no such meeting on the calendar."))
    return found, one


def _meeting_page(
    request: HttpRequest, found: Meeting, one: Occurrence, *, move_form: MoveForm | None = None, status: int = 200
) -> HttpResponse:
    frame = club_frame(request, found.club, "calendar")
    context: dict[str, Any] = frame | {
        "meeting": found,
        "one": one,
        "who": selectors.who_comes(one, frame["player"]),
        "over": one.ends <= timezone.now(),
        "endless": found.repeats_until == WITHOUT_END,
        "begun": one.starts.date() <= today_in(found.club),
    }
    if "keep_calendar" in frame["can"]:
        context["move_form"] = move_form or MoveForm(
            initial={
                "to": one.starts.date(),
                "at": one.starts.time(),
                "place": "" if one.place == found.place else one.place,
            }
        )
    return render(request, "clubs/meeting.html", context, status=status)
