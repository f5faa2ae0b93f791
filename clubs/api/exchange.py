"""Files by the API: members, teams and results given out, and taken in after a dry run."""

from collections.abc import Iterator
from datetime import datetime
from functools import partial
from http import HTTPStatus
from typing import Annotated, Any
from uuid import UUID

import msgspec
from django.http import StreamingHttpResponse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiResponse
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.base import NO_NUL, ApiView, Paging, described, page_of, published
from clubs.api.common import club_of
from clubs.api.formats import StrictJSONParser, StructRenderer
from clubs.api.problems import Problem
from clubs.base import jobs
from clubs.exchange import services
from clubs.exchange.report import Report
from clubs.exchange.selectors import find_run, import_runs
from clubs.exchange.subjects import streams, subjects, tables
from clubs.models import Club, ImportRun
from clubs.officers.permissions import require
from clubs.web.files import TYPES, on_the_way, written

operation = partial(described, tag="clubs")

_Text = Annotated[str, msgspec.Meta(pattern=NO_NUL)]
Entry = dict[_Text, _Text | int | float | None]


class ImportWish(msgspec.Struct, forbid_unknown_fields=True):
    """What is to be taken in: entries by column, as a file of the subject has them."""

    entries: Annotated[tuple[Entry, ...], msgspec.Meta(min_length=1, max_length=1000)]


class PlaceSaid(msgspec.Struct, frozen=True):
    """What is said of one place of a file, by line (JSON: entry) from 1 and column; line 0: of all of it."""

    line: int
    column: str
    text: str


class ImportShown(msgspec.Struct, frozen=True):
    """A file that was sent in.

    Attributes:
        id: Which.
        subject: What it holds.
        stage: `check`: it is looked through, and nothing changes; `carry`: it is carried out.
        status: `waiting`, `running`, `done` or `failed`.
        asked_at: When it was sent in.
        done: So many entries are done, while it runs.
        entries: How many entries it has.
        made: How many are new.
        changed: How many change what is there.
        left: How many leave everything as it is.
        deeds: What comes of those that are new or change something.
        faults: What has to be mended first.
        remarks: What is worth knowing.
    """

    id: UUID
    subject: str
    stage: str
    status: str
    asked_at: datetime
    done: int
    entries: int
    made: int
    changed: int
    left: int
    deeds: tuple[PlaceSaid, ...]
    faults: tuple[PlaceSaid, ...]
    remarks: tuple[PlaceSaid, ...]


ImportShownPage = page_of(ImportShown)


def _shown(run: ImportRun) -> ImportShown:
    report = services.report_of(run) if run.report else Report()
    return published(
        ImportShown,
        report,
        id=run.pk,
        subject=run.subject,
        stage=run.stage,
        status=run.status,
        asked_at=run.asked_at,
        done=jobs.progress_of(run.pk).done if run.is_open else 0,
        entries=report.lines,
    )


def _known(subject: str) -> None:
    if subject not in subjects():
        raise Problem("not-found", _("There is no such file."))


class FileParser(BaseParser):
    """Passes a CSV file on as it was sent."""

    media_type = "text/csv"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        """Return the bytes."""
        return bytes(stream.read())


class LinesParser(FileParser):
    """Passes a file of JSON Lines on as it was sent."""

    media_type = "application/jsonl"


class CsvRenderer(BaseRenderer):
    """Says that a CSV file can be asked for; the file itself is written piece by piece, past it."""

    media_type = "text/csv"
    format = "csv"
    charset = None
    render_style = "binary"

    def render(self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None) -> bytes:
        """Return a problem as JSON."""
        return StructRenderer().render(data)


class Exports(ApiView):
    """What a club gives out."""

    renderer_classes = (StructRenderer, CsvRenderer)

    @operation(
        "clubs_exports_retrieve",
        {
            (200, "application/json"): OpenApiResponse({"type": "array", "items": {"type": "object"}}, "The entries."),
            (200, "text/csv"): OpenApiResponse({"type": "string"}, "The same as CSV."),
        },
    )
    def get(self, request: Request, slug: str, subject: str) -> Response | StreamingHttpResponse:
        """Give out the members, teams or results of a club: all of them, as JSON, or CSV if `Accept` asks for it."""
        player = self.require_player()
        club = club_of(slug)
        if subject not in tables():
            raise Problem("not-found", _("There is no such file."))
        found, rows = services.give_out(club=club, by=player, subject=subject)
        form = str(request.accepted_renderer.format)
        pieces: Iterator[bytes] = written(form, found.names, rows)
        return StreamingHttpResponse(on_the_way(request._request, pieces), content_type=TYPES[form])


class Imports(ApiView):
    """The files that a club was sent."""

    @operation("clubs_imports_list", ImportShownPage, parameters=Paging)
    def get(self, request: Request, slug: str) -> Response:
        """List the files that were sent in, the latest first."""
        player = self.require_player()
        club = club_of(slug)
        require(player, "import_data", club)
        asked = self.asked(Paging)
        return self.page(import_runs(club), ImportShownPage, asked, lambda rows: map(_shown, rows))


class NewImport(ApiView):
    """A file on its way in."""

    parser_classes = (StrictJSONParser, FileParser, LinesParser)

    @operation(
        "clubs_imports_create",
        {202: ImportShown},
        body={
            "application/json": ImportWish,
            "text/csv": {"type": "string"},
            "application/jsonl": {"type": "string"},
        },
    )
    def post(self, request: Request, slug: str, subject: str) -> Response:
        """Send members, teams, results or records in: a dry run, which changes nothing. Follow it by its `Location`.

        Records are JSON Lines up to 2 MiB; larger files are sent in pieces, by the page.
        """
        player = self.require_player()
        club = club_of(slug)
        _known(subject)
        sent: Any = request.data
        if (subject in streams()) != (request.content_type.partition(";")[0] == LinesParser.media_type):
            raise Problem("unsupported-media-type", _("Send records as JSON Lines, everything else as CSV or JSON."))
        data = sent if isinstance(sent, bytes) else msgspec.json.encode(self.read(ImportWish).entries)
        run = services.take_in(club=club, by=player, subject=subject, data=data, language=get_language() or "")
        where = f"/api/clubs/{club.slug}/imports/{run.pk}/"
        return Response(_shown(run), status=HTTPStatus.ACCEPTED, headers={"Location": where})


class OneImport(ApiView):
    """A file that was sent in."""

    @operation("clubs_imports_retrieve", ImportShown)
    def get(self, request: Request, slug: str, run_id: UUID) -> Response:
        """Show how a file stands: how far it is, what it would come to, what has to be mended."""
        player = self.require_player()
        club = club_of(slug)
        require(player, "import_data", club)
        return Response(_shown(_found(club, run_id)))


class CarryOut(ApiView):
    """The carrying out of a file."""

    @operation("clubs_imports_carry_out", {202: ImportShown})
    def post(self, request: Request, slug: str, run_id: UUID) -> Response:
        """Carry a file out that was looked through and has no faults."""
        player = self.require_player()
        club = club_of(slug)
        require(player, "import_data", club)
        run = services.carry_out(run_id=_found(club, run_id).pk, by=player)
        return Response(_shown(run), status=HTTPStatus.ACCEPTED)


def _found(club: Club, run_id: UUID) -> ImportRun:
    run = find_run(club, run_id)
    if run is None:
        raise Problem("not-found", _("There is no such file."))
    return run
