"""The page of the officers' log, which is only ever added to."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from clubs import membership
from clubs.htmx import part_asked
from clubs.models import Club
from clubs.people_forms import LogFilter
from clubs.views.common import club_frame, paged, require_page


@login_required
@require_safe
def log(request: HttpRequest, slug: str) -> HttpResponse:
    """What officers did, the latest first: `?officer=`, `?member=` and `?action=` keep some of it."""
    club = get_object_or_404(Club, slug=slug)
    frame = club_frame(request, club, "log")
    require_page(frame["player"], "see_log", club)
    form = LogFilter(request.GET)
    asked = form.cleaned_data if form.is_valid() else {}
    found = membership.acts(
        club=club,
        officer=asked.get("officer", "").strip(),
        action=asked.get("action", ""),
        member=asked.get("member", "").strip(),
    )
    page = paged(request, found)
    context = frame | {
        "form": form,
        "page": page,
        "lines": membership.log_lines(page),
        "filtered": any(asked.values()),
    }
    part = part_asked(request, "log")
    return render(request, f"clubs/log.html{part}", context)
