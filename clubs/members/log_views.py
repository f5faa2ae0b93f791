"""The page of the officers' log, which is only ever added to."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from clubs.members import selectors
from clubs.members.forms import LogFilter
from clubs.models import Club
from clubs.web.htmx import part_asked
from clubs.web.pages import club_frame, paged, reads, require_page


@reads
def log(request: HttpRequest, slug: str) -> HttpResponse:
    """What officers did, the latest first: `?officer=`, `?member=` and `?action=` keep some of it."""
    club = get_object_or_404(Club, slug=slug)
    frame = club_frame(request, club, "log")
    require_page(frame["player"], "see_log", club)
    form = LogFilter(request.GET)
    asked = form.cleaned_data if form.is_valid() else {}
    found = selectors.acts(
        club=club,
        officer=asked.get("officer", "").strip(),
        action=asked.get("action", ""),
        member=asked.get("member", "").strip(),
    )
    page = paged(request, found)
    context = frame | {
        "form": form,
        "page": page,
        "lines": selectors.log_lines(page),
        "filtered": any(asked.values()),
    }
    part = part_asked(request, "log")
    return render(request, f"clubs/log.html{part}", context)
