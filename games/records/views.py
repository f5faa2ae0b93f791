"""The pages on which records are exported: what is selected, and the file."""

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache

from clubs.base.days import today_in
from clubs.models import Club
from clubs.web.files import on_the_way
from clubs.web.pages import club_frame, current_player, reads, require_page
from games.records import exporting
from games.records.exporting import PERMISSION
from games.records.forms import SelectionForm

TYPE = "application/jsonl"


@never_cache
@reads
def export_records(request: HttpRequest, slug: str) -> HttpResponse:
    """Select games, and see how many there are."""
    club = get_object_or_404(Club, slug=slug)
    player = current_player(request)
    require_page(player, PERMISSION, club)
    form = SelectionForm(club, request.GET)
    context = club_frame(request, club, "settings") | {"form": form}
    if form.is_valid():
        selection = form.selection(player)
        context |= {
            "tables": exporting.tables_of(selection).count(),
            "sheets": exporting.sheets_of(selection).count(),
            "query": request.GET.urlencode(),
        }
    return render(request, "games/export_records.html", context, status=422 if form.errors else 200)


@reads
def records_file(request: HttpRequest, slug: str) -> HttpResponse | StreamingHttpResponse:
    """Give the records out, one a line, each as it is made."""
    club = get_object_or_404(Club, slug=slug)
    player = current_player(request)
    require_page(player, PERMISSION, club)
    form = SelectionForm(club, request.GET)
    if not form.is_valid():
        return redirect("games:export_records", slug)
    pieces = exporting.give_out(by=player, selection=form.selection(player))
    answer = StreamingHttpResponse(on_the_way(request, pieces), content_type=TYPE)
    answer["Content-Disposition"] = f'attachment; filename="{club.slug}-records-{today_in(club):%Y-%m-%d}.jsonl"'
    return answer
