"""The page of what can be printed, and the documents as PDF, CSV and JSON."""

from base64 import b64decode, b64encode
from collections.abc import Callable
from dataclasses import replace
from hashlib import blake2b
from threading import Lock
from typing import Any, Final

from django.conf import settings
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

from clubs.base.asked import number_in
from clubs.base.networks import network_of_request
from clubs.base.pace import count_act
from clubs.models import Player
from clubs.web.files import TYPES, written
from clubs.web.pages import shows, viewer_of
from games.paper.views import pdf
from tournaments.deeds.base import SCORERS
from tournaments.desk.moments import Reading, frame, get_tournament, reading_of
from tournaments.log.seen import seen
from tournaments.models import Tournament
from tournaments.overview.asked import Asked, asked_in
from tournaments.overview.heads import embargo_words, group_name, stage_name
from tournaments.overview.pages import Chip
from tournaments.overview.views import clocks_of
from tournaments.prints.kinds import KINDS, Kind, table_of_rows
from tournaments.prints.wish import NothingToPrintError, Wish, made_wish, released_rounds
from tournaments.state.tournament import TournamentState

WINDOW: Final = 600
"""The seconds in which documents are counted, from the first of them."""
MAX_DOCUMENTS: Final = 120
"""The documents for one person in that time; without an account for all that share an address, so more of them."""
MAX_OF_NETWORK: Final = 600
KEPT_SECONDS: Final = 60
"""How long a public document is kept: names may change without a new version."""
MAX_PLACES: Final = 1_000
MAX_TABLES: Final = 600
_setting: Final = Lock()
"""One public document is set at a time in a process: when a round is released many ask for the same."""


@shows
def paper(request: HttpRequest, slug: str) -> HttpResponse:
    """All that can be printed, now or as of a minute: the public documents, and for the staff the others."""
    tournament = get_tournament(slug)
    return _page(request, tournament)


@shows
def document(request: HttpRequest, slug: str, document: str, form: str) -> HttpResponse:
    """A document as PDF, CSV or JSON."""
    tournament, player = get_tournament(slug), viewer_of(request)
    kind = KINDS.get(document)
    if kind is None or form not in ("pdf", *TYPES):
        raise Http404(_("There is no such document."))
    with clocks_of(tournament.club):
        reading = reading_of(request, tournament, player)
        if not kind.is_for(reading.doer):
            raise PermissionDenied(_("Only the staff of the tournament can do this."))
        wish = _wish(request, tournament, _state_for(kind, tournament, reading), reading)
        name = slugify(f"{tournament.slug}-{kind.name}{_suffix(kind, wish)}") or kind.name
        if form != "pdf":
            columns, entries = table_of_rows(kind, wish)
            answer = HttpResponse(b"".join(written(form, columns, entries)), content_type=TYPES[form])
            answer["Content-Disposition"] = f'attachment; filename="{name}.{form}"'
            return answer
        if _too_fast(request, player):
            text = _("Many documents were made just now. Wait ten minutes.")
            return _page(request, tournament, problem=text, status=429)
        try:
            with override(_language(request)):
                return pdf(_maker(kind, wish), name)
        except NothingToPrintError as nothing:
            return _page(request, tournament, problem=str(nothing), status=404)


def _page(request: HttpRequest, tournament: Tournament, *, problem: str = "", status: int = 200) -> HttpResponse:
    with clocks_of(tournament.club):
        reading = reading_of(request, tournament, viewer_of(request))
        staff = reading.doer.is_one_of(SCORERS)
        wish = _wish(request, tournament, seen(tournament.pk, at=reading.at), reading)
        whole = _wish(request, tournament, reading.state, reading) if staff else wish
        asked = Asked(stage=wish.stage, group=wish.group, round=wish.round, at=reading.at)
        language = _language(request)
        groups = max((len(stage.groups) for stage in wish.state.stages.values()), default=0)
        context = frame(tournament, "paper", reading) | {
            "public": [kind for kind in KINDS.values() if kind.public and kind.fits(wish)],
            "for_staff": [
                kind for kind in KINDS.values() if not kind.public and kind.is_for(reading.doer) and kind.fits(whole)
            ],
            "embargo": embargo_words(wish.state, timezone.now()),
            "query": _link(asked.query(), language),
            "asked": asked,
            "language": language,
            "languages": [
                (code, Chip(name, _link(asked.query(), code), code == language)) for code, name in settings.LANGUAGES
            ],
            "stages": [
                Chip(
                    stage_name(stage, several=True),
                    _link(asked.query(stage=stage.number, round=0, group=0), language),
                    stage.number == wish.stage,
                )
                for stage in wish.state.stages.values()
                if stage.groups
            ],
            "rounds": [
                Chip(str(number), _link(asked.query(round=number), language), number == wish.round)
                for number in (released_rounds(wish.state, wish.stage) if wish.shown is not None else ())
            ],
            "groups": [
                Chip(
                    group_name(number - 1) if number else _("all"),
                    _link(asked.query(group=number), language),
                    number == wish.group,
                )
                for number in range(len(wish.shown.groups) + 1)
            ]
            if wish.shown is not None and groups > 1 and len(wish.shown.groups) > 1
            else [],
            "most": wish.most,
            "count": wish.count,
            "problem": problem,
        }
        return render(request, "tournaments/prints/page.html", context, status=status)


def _link(query: str, language: str) -> str:
    return f"{query}{'&' if query else '?'}language={language}"


def _state_for(kind: Kind, tournament: Tournament, reading: Reading) -> TournamentState:
    """Return what a document shows: a public one what everybody may know, whoever prints it, as it hangs on a wall."""
    return seen(tournament.pk, at=reading.at) if kind.public else reading.state


def _wish(request: HttpRequest, tournament: Tournament, state: TournamentState, reading: Reading) -> Wish:
    return made_wish(
        tournament,
        state,
        replace(asked_in(request), at=reading.at),
        site=request.build_absolute_uri("/").rstrip("/"),
        large=request.GET.get("size", "") == "a3",
        most=_number(request, "places", MAX_PLACES) or 3,
        count=_number(request, "tables", MAX_TABLES),
    )


def _suffix(kind: Kind, wish: Wish) -> str:
    """Return what the name of a file says beside the document: stage, round and group, as far as they are chosen."""
    if kind.of == "tournament":
        return ""
    parts = [f"-stage-{wish.stage}"] if len(wish.state.stages) > 1 else []
    if kind.of == "round":
        parts.append(f"-round-{wish.round}")
    if wish.group:
        parts.append(f"-group-{group_name(wish.group - 1)}")
    return "".join(parts)


def _number(request: HttpRequest, name: str, most: int) -> int:
    return min(number_in(request.GET.get(name, ""), figures=6) or 0, most)


def _language(request: HttpRequest) -> str:
    """Return the language of the paper: the one asked for, else that of the page."""
    wanted = request.GET.get("language", "")
    return wanted if wanted in dict(settings.LANGUAGES) else get_language() or "en"


def _too_fast(request: HttpRequest, player: Player | None) -> bool:
    """Count a document for a person, or for the network of somebody without an account, and tell if it is too many."""
    if player is None:
        return count_act(f"tournaments.prints.{network_of_request(request)}", WINDOW) > MAX_OF_NETWORK
    return count_act(f"tournaments.prints.{player.pk}", WINDOW) > MAX_DOCUMENTS


def _maker(kind: Kind, wish: Wish) -> Callable[[], bytes]:
    """Return what makes a document; a public one as of now is made once for all who ask within a minute.

    Where results may be withheld from some readers, each gets a document of their own.
    """
    if not kind.public or wish.at is not None or wish.state.embargo is not None:
        return lambda: kind.pdf(wish)
    wanted = f"{kind.name}:{wish.stage}:{wish.round}:{wish.group}:{wish.large}:{wish.state.withheld}"
    mark = blake2b(wanted.encode(), digest_size=12).hexdigest()
    key = f"tournaments:paper:{wish.state.stream.hex}:{wish.state.version}:{get_language()}:{mark}"

    def made() -> bytes:
        with _setting:
            kept: Any = cache.get(key)
            if kept is not None:
                return b64decode(kept)
            document = kind.pdf(wish)
            cache.set(key, b64encode(document).decode(), timeout=KEPT_SECONDS)
            return document

    return made
