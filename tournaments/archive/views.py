"""The page on which directors have the archive of a tournament made, and fetch it."""

from typing import Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from clubs.base import jobs
from clubs.models import Player
from clubs.web.files import on_the_way
from clubs.web.pages import current_player, opened_as, reads, writes
from games.sealing import signing
from games.words.phrases import translated
from tournaments.archive.services import ask_archive, may_archive, pieces_of
from tournaments.archive.writing import check_archivable
from tournaments.deeds.base import Refused
from tournaments.desk.moments import frame, get_tournament, present
from tournaments.models import ArchiveFile, Tournament


@reads
def archive(request: HttpRequest, slug: str) -> HttpResponse:
    """What the archive is, the button that has it made, and the file."""
    tournament, player = get_tournament(slug), current_player(request)
    _require(tournament, player)
    return render(request, "tournaments/archive/archive.html", _context(tournament, player))


@reads
def archive_state(request: HttpRequest, slug: str) -> HttpResponse:
    """How far the file is, as a fragment that keeps itself up to date."""
    tournament, player = get_tournament(slug), current_player(request)
    _require(tournament, player)
    return render(request, "tournaments/archive/_state.html", {"tournament": tournament, **_latest(tournament)})


@opened_as("tournaments:archive")
@writes
def make(request: HttpRequest, slug: str) -> HttpResponse:
    """Have the archive made."""
    tournament, player = get_tournament(slug), current_player(request)
    _require(tournament, player)
    try:
        ask_archive(tournament=tournament, by=player)
    except Refused as refused:
        context = _context(tournament, player) | {"problem": translated(refused.text, refused.members)}
        return render(request, "tournaments/archive/archive.html", context, status=409)
    return redirect("tournaments:archive", slug)


@reads
def archive_file(request: HttpRequest, slug: str, archive_id: UUID) -> HttpResponseBase:
    """The file."""
    tournament, player = get_tournament(slug), current_player(request)
    _require(tournament, player)
    done = ArchiveFile.Status.DONE
    made = ArchiveFile.objects.filter(pk=archive_id, tournament=tournament, status=done).first()
    if made is None:
        raise Http404(_("There is no such archive, or it has been deleted."))
    answer = StreamingHttpResponse(on_the_way(request, pieces_of(made)), content_type="application/jsonl")
    answer["Content-Disposition"] = f'attachment; filename="{tournament.slug}.lelam-archive.jsonl"'
    answer["Content-Length"] = str(made.size)
    return answer


def _require(tournament: Tournament, player: Player) -> None:
    if not may_archive(tournament, player):
        raise PermissionDenied(_("The archive is for the directors of the tournament."))


def _context(tournament: Tournament, player: Player) -> dict[str, Any]:
    why_not = ""
    try:
        check_archivable(tournament)
    except Refused as refused:
        why_not = translated(refused.text, refused.members)
    return frame(tournament, "archive", present(tournament, player)) | {
        "why_not": why_not,
        "key": signing.public_key().hex(),
        "fingerprint": signing.fingerprint(signing.public_key()),
        **_latest(tournament),
    }


def _latest(tournament: Tournament) -> dict[str, Any]:
    latest = ArchiveFile.objects.filter(tournament=tournament).first()
    progress = jobs.progress_of(latest.pk) if latest is not None and latest.is_open else None
    return {"archive": latest, "progress": progress}
