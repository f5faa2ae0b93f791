"""Pages of files: sent in, looked through, carried out; given out."""

from collections.abc import Iterator
from typing import Any
from uuid import UUID

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from clubs.base import jobs
from clubs.base.days import today_in
from clubs.exchange import services
from clubs.exchange.forms import FileForm, StreamForm
from clubs.exchange.reading import LARGEST
from clubs.exchange.selectors import find_run, has_data, import_runs
from clubs.exchange.services import find_subject, may_carry_out, report_of
from clubs.exchange.subjects import Subject, streams, subjects, tables
from clubs.models import Club, ImportRun
from clubs.officers.permissions import may
from clubs.uploads.selectors import unfinished_uploads
from clubs.uploads.services import MAX_PIECE_BYTES
from clubs.web.files import TYPES, on_the_way, written
from clubs.web.htmx import part_asked
from clubs.web.pages import club_frame, current_player, edits, reads, require_page, writes
from clubs.web.refusals import denials, done, refusals_beside

SHOWN = 10
"""So many files stand on the page."""


@never_cache
@edits
def exchange(request: HttpRequest, slug: str) -> HttpResponse:
    """Send a file in; give files out; what was sent in before."""
    club = get_object_or_404(Club, slug=slug)
    player = current_player(request)
    if not (may(player, "import_data", club) or may(player, "export_data", club)):
        require_page(player, "import_data", club)
    streamed = streams()
    sent = request.POST.get("subject", "") if request.method == "POST" else ""
    form = FileForm(request.POST, request.FILES) if request.method == "POST" and sent not in streamed else FileForm()
    stream_forms = {
        name: StreamForm(subject, request.POST, request.FILES) if name == sent else StreamForm(subject)
        for name, subject in streamed.items()
    }
    chosen = stream_forms.get(sent, form)
    if chosen.is_bound and chosen.is_valid():
        values = dict(chosen.cleaned_data)
        file, upload_id = values.pop("file"), values.pop("upload", None)
        with refusals_beside(chosen):
            run = services.take_in(
                club=club,
                by=player,
                subject=values.pop("subject"),
                data=b"" if file is None else file.read(LARGEST + 1),
                upload_id=upload_id,
                choices=values,
                file_name="" if file is None else file.name,
                language=get_language() or "",
            )
            return redirect("clubs:import", slug, run.pk)
    context = club_frame(request, club, "settings") | {
        "form": form,
        "subjects": list(tables().values()),
        "stream_forms": [
            stream_form
            for stream_form in stream_forms.values()
            if all(may(player, need, club) for need in stream_form.about.needs)
        ],
        "streams": list(streamed.values()),
        "uploads": unfinished_uploads(club, player),
        "piece_bytes": min(MAX_PIECE_BYTES, settings.LELAM_BODY_BYTES),
        "runs": import_runs(club)[:SHOWN],
    }
    return render(request, "clubs/exchange.html", context, status=422 if chosen.errors else 200)


@never_cache
@reads
def import_run(request: HttpRequest, slug: str, run_id: UUID) -> HttpResponse:
    """A file: how far it is, what it would come to, what is to be mended, what it came to."""
    club = get_object_or_404(Club, slug=slug)
    require_page(current_player(request), "import_data", club)
    run = find_run(club, run_id)
    if run is None:
        raise Http404(_("There is no such file."))
    part = part_asked(request, "run")
    return render(request, f"clubs/import.html{part}", club_frame(request, club, "settings") | _shown(run))


@writes
def import_carry(request: HttpRequest, slug: str, run_id: UUID) -> HttpResponse:
    """Have it carried out."""
    club = get_object_or_404(Club, slug=slug)
    require_page(current_player(request), "import_data", club)
    if find_run(club, run_id) is None:
        raise Http404(_("There is no such file."))
    done(request, lambda: services.carry_out(run_id=run_id, by=current_player(request)))
    return redirect("clubs:import", slug, run_id)


@reads
def export(request: HttpRequest, slug: str, subject: str, form: str) -> HttpResponse | StreamingHttpResponse:
    """Give a file out."""
    club = get_object_or_404(Club, slug=slug)
    if subject not in tables() or form not in TYPES:
        raise Http404(_("There is no such file."))
    with denials():
        found, rows = services.give_out(club=club, by=current_player(request), subject=subject)
    name = f"{club.slug}-{found.name}-{today_in(club):%Y-%m-%d}.{form}"
    return file_answer(request, written(form, found.names, rows), form, name)


@reads
def example(request: HttpRequest, slug: str, subject: str) -> HttpResponse | StreamingHttpResponse:
    """The file that shows how."""
    club = get_object_or_404(Club, slug=slug)
    require_page(current_player(request), "import_data", club)
    if subject not in tables():
        raise Http404(_("There is no such file."))
    found = find_subject(subject)
    columns = [column.name for column in found.columns if not column.told]
    return file_answer(request, written("csv", columns, found.example()), "csv", f"lelam-{subject}.csv")


def file_answer(request: HttpRequest, pieces: Iterator[bytes], form: str, name: str) -> StreamingHttpResponse:
    """Return a file piece by piece: a server of many sends each piece as it is made."""
    answer = StreamingHttpResponse(on_the_way(request, pieces), content_type=TYPES[form])
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def _shown(run: ImportRun) -> dict[str, Any]:
    """Return what the page of a file says."""
    subject: Subject | None = subjects().get(run.subject)
    report = report_of(run) if run.report else None
    is_checked = run.stage == ImportRun.Stage.CHECK and run.status == ImportRun.Status.DONE
    stream = subject.stream if subject is not None else None
    return {
        "run": run,
        "report": report,
        "subject": subject,
        "amounts": [(label, report.amounts.get(name, 0)) for name, label in stream.amounts]
        if stream and report
        else [],
        "chosen": [
            (choice.label, label)
            for choice in (stream.choices if stream else ())
            for value, label in choice.options
            if value == run.choices.get(choice.name)
        ],
        "progress": jobs.progress_of(run.pk) if run.is_open else None,
        "is_carried": run.stage == ImportRun.Stage.CARRY and run.status == ImportRun.Status.DONE,
        "to_carry": is_checked
        and subject is not None
        and report is not None
        and may_carry_out(subject, report)
        and (stream is None or run.upload_id is not None or has_data(run)),
    }
