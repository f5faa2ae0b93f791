"""The first page of the API for people who write programs: what there is, how to sign in, three requests to try."""

from typing import Final, NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe


class Area(NamedTuple):
    """A part of the API: its name, what a program does there, and its groups of operations in the reference."""

    name: Promise
    about: Promise
    groups: tuple[str, ...]


AREAS: Final = (
    Area(
        _("Tables"),
        _("Open a table, sit down, bid, play, chat, and follow what happens."),
        ("tables", "seats", "play", "chat"),
    ),
    Area(
        _("Hands and records"),
        _("Read finished hands step by step, check their deals, save whole games."),
        ("hands",),
    ),
    Area(_("Practice"), _("Play alone with bots, ask for hints, take back, deal again."), ("practice",)),
    Area(_("Score sheets and results"), _("Keep a score sheet; enter a result or withdraw it."), ("sheets", "results")),
    Area(
        _("Clubs"),
        _("Members, teams, calendar, seasons, ledger, files, and messages to a server of yours."),
        ("clubs", "teams", "calendar", "ledger"),
    ),
    Area(
        _("Tournaments"),
        _("Entries, rounds, standings and results; for the staff everything at the desk."),
        ("tournaments",),
    ),
    Area(_("Disputes"), _("Dispute a hand, add evidence, rule, appeal, vote."), ("cases",)),
    Area(_("You"), _("Your page, your notices, your settings, the copy of your data."), ("me", "notices", "players")),
)


@require_safe
def start(request: HttpRequest) -> HttpResponse:
    """Say what the API can do, how to make a token, and which requests to begin with."""
    return render(request, "api/start.html", {"areas": AREAS, "address": settings.LELAM_ADDRESS})
