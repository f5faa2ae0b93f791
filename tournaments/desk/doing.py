"""The one view that does every deed of the pages, says what a deed would change, or takes one back."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.base.asked import number_in
from clubs.errors import ClubError
from clubs.models import Player
from clubs.web.pages import current_player, opened_as, writes
from clubs.web.refusals import denials, done
from tournaments.deeds.agreeing import AcceptTime, ProposeTime
from tournaments.deeds.base import SCORERS, Deed
from tournaments.deeds.ending import CallTime
from tournaments.deeds.entering import CheckIn, NoteFee
from tournaments.deeds.penalties import GivePenalty
from tournaments.deeds.playing import (
    CallMatch,
    ConfirmResult,
    DecideMatch,
    ExtendMatch,
    NameLineUp,
    PlaceMatch,
    ReportGame,
    Substitute,
)
from tournaments.deeds.presence import CheckInAll
from tournaments.deeds.scheduling import DelayRound, FixSeat, GiveTables
from tournaments.desk.asking import command_in, deed_in, version_in
from tournaments.desk.history import done_words, standing_words
from tournaments.desk.moments import frame, get_tournament, present
from tournaments.desk.previewing import preview_of
from tournaments.desk.views import show_match
from tournaments.directing.acting import MAX_REASON, act, undo
from tournaments.directing.refusals import in_words
from tournaments.errors import TournamentError
from tournaments.log import states
from tournaments.log.errors import NotUndoable
from tournaments.models import Tournament
from tournaments.overview.views import clocks_of
from tournaments.selectors.naming import names_in

_NOT_SENT_ON: Final = ("csrfmiddlewaretoken", "preview")
"""The members of a form that its preview does not send on."""
_OF_ONE_MATCH: Final = (
    CallMatch, ReportGame, ConfirmResult, DecideMatch, ExtendMatch, PlaceMatch, NameLineUp, Substitute, CallTime,
    ProposeTime, AcceptTime,
)  # fmt: skip
"""The deeds that what happens at other tables is no hindrance to. A correction may throw rounds away: it is none."""
_AT_ANY_VERSION: Final = (CheckIn, CheckInAll, NoteFee, GivePenalty, FixSeat, DelayRound, GiveTables)
"""The deeds that say how something is to be, whatever it was: nothing that was done meanwhile is a hindrance."""
_PAGES: Final = ("desk", "entries", "history", "settings", "lots", "schedule", "schedule_edit")


@opened_as("tournaments:tournament")
@writes
def do_deed(request: HttpRequest, slug: str) -> HttpResponse:
    """Do the deed of a form, or say what it would change (`preview`); the next page says what was done."""
    tournament, player, post = get_tournament(slug), current_player(request), request.POST
    back = _back(slug, post.get("back", ""))
    if "preview" in post:
        return _preview(request, tournament, player, back)

    def do() -> None:
        with in_words(conflicts=True), clocks_of(tournament.club):
            deed = deed_in(post)
            did = act(
                tournament,
                deed,
                by=player,
                command=command_in(post),
                expected=None if isinstance(deed, _AT_ANY_VERSION) else version_in(post),
                about=_match_of(deed),
                words=post.get("words", "")[: MAX_REASON + 1],
            )
        messages.success(request, done_words(tournament, did))

    return _refusal(request, tournament, player, do) or redirect(back)


def _refusal(
    request: HttpRequest, tournament: Tournament, player: Player, do: Callable[[], object]
) -> HttpResponse | None:
    """Do what a form asks for; where it is refused, return the answer that says why.

    On the page of a match the refusal stands beside its field, and what was typed stands in the form again.
    """
    try:
        with denials():
            do()
    except ClubError as refused:
        back = request.POST.get("back", "")
        if refused.field and (number := number_in(back)) is not None:
            return show_match(request, tournament, player, number, refused=refused)
        messages.error(request, refused.message)
        return redirect(_back(tournament.slug, back))
    return None


def _match_of(deed: Deed) -> int | None:
    """Return the match that a deed is about and nothing else; None of all others."""
    return deed.match if isinstance(deed, _OF_ONE_MATCH) else None


def _preview(request: HttpRequest, tournament: Tournament, player: Player, back: str) -> HttpResponse:
    """Say what the deed of a form would change, with the button that does it."""
    reading = present(tournament, player)
    shown: list[tuple[tuple[str, ...], tuple[str, ...]]] = []

    def look() -> None:
        with in_words(conflicts=True), clocks_of(tournament.club):
            shown.append(preview_of(reading.state, deed_in(request.POST), reading.doer, names_in(tournament)))

    if not reading.doer.is_one_of(SCORERS):
        raise PermissionDenied(_("Only the staff of the tournament can preview an action."))
    if (refusal := _refusal(request, tournament, player, look)) is not None:
        return refusal
    sent = [(name, value) for name, values in request.POST.lists() for value in values if name not in _NOT_SENT_ON]
    context = frame(tournament, "", reading) | {
        "deeds": shown[0][0],
        "sentences": shown[0][1],
        "words": request.POST.get("words", "")[:MAX_REASON],
        "sent": sent,
        "back": back,
        "stays": back,
    }
    with clocks_of(tournament.club):
        return render(request, "tournaments/desk/preview.html", context)


@opened_as("tournaments:history")
@writes
def undo_deed(request: HttpRequest, slug: str, version: int) -> HttpResponse:
    """Undo a deed, if nothing stands on it."""
    tournament, player = get_tournament(slug), current_player(request)

    def do() -> None:
        post = request.POST
        with in_words(conflicts=True), _deeds_named(tournament, version):
            did = undo(tournament, version, by=player, command=command_in(post), expected=version_in(post))
        messages.success(request, done_words(tournament, did))

    done(request, do)
    return redirect(_back(slug, request.POST.get("back", "history")))


@contextmanager
def _deeds_named(tournament: Tournament, version: int) -> Iterator[None]:
    """Name the deeds that stand on another one, not their numbers alone.

    Raises:
        TournamentError: `stands`.
        NotUndoable: As it is, for any other reason.
    """
    try:
        yield
    except NotUndoable as why:
        if why.code != "stands":
            raise
        state = states.current(tournament.pk)
        words = standing_words(tournament, names_in(tournament), state, version, why.standing)
        raise TournamentError("stands", words) from None


def _back(slug: str, back: str) -> str:
    """Return the address of the page that a form was sent from."""
    if back == "hall":
        return reverse("tournaments:desks")
    if (match := number_in(back)) is not None:
        return reverse("tournaments:match", args=[slug, match])
    if (entrant := number_in(back.removeprefix("entrant-"))) is not None:
        return reverse("tournaments:entrant", args=[slug, entrant])
    if back == "tournament":
        return reverse("tournaments:tournament", args=[slug])
    return reverse(f"tournaments:{back if back in _PAGES else 'desk'}", args=[slug])
