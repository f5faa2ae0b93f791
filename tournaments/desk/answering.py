"""What a desk does beside the deeds of the log: calls, announcements, sheets, arrivals; and a result in one line."""

from collections.abc import Callable
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.base.asked import number_in
from clubs.models import Player
from clubs.web.pages import current_player, edits, opened_as, writes
from clubs.web.refusals import done, refusals_beside
from games.sheets import reporting
from games.sheets.errors import BadEntry
from games.sheets.selectors import load_state
from games.sheets.waiting import last_reports
from tournaments.deeds.base import SCORERS
from tournaments.deeds.playing import ReportGame
from tournaments.desk.asking import command_in
from tournaments.desk.board import desks_of
from tournaments.desk.entryforms import AnnounceForm, ResultForm
from tournaments.desk.gathering import EventDesk, event_desk
from tournaments.desk.moments import get_tournament, present
from tournaments.desk.views import show_desk, show_hall
from tournaments.directing.acting import act
from tournaments.directing.refusals import in_words
from tournaments.floor import services, takeover
from tournaments.log.door import Changed
from tournaments.models import MatchGame
from tournaments.overview.views import clocks_of


@opened_as("tournaments:desk")
@writes
def answer_call(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Go to a call (`claim`), let it go (`release`), or say how it ended (`close`)."""
    tournament, player, what = get_tournament(slug), current_player(request), request.POST.get("what", "")
    command = command_in(request.POST)

    def do() -> None:
        if what == "close":
            outcome = request.POST.get("outcome", "")
            services.close_call(tournament=tournament, call=number, by=player, outcome=outcome, command=command)
        elif what == "release":
            services.release_call(tournament=tournament, call=number, by=player, command=command)
        else:
            services.claim_call(tournament=tournament, call=number, by=player, command=command)

    done(
        request,
        do,
        {"close": _("The call is closed."), "release": _("The call is open again.")}.get(what, _("You are going.")),
    )
    return _to_desk(request, slug)


@opened_as("tournaments:desk")
@writes
def take_over_calls(request: HttpRequest, slug: str) -> HttpResponse:
    """Take over the calls of a member of the staff who has left."""
    tournament, player = get_tournament(slug), current_player(request)
    of, command = request.POST.get("of", ""), command_in(request.POST)
    done(
        request,
        lambda: takeover.take_over(tournament=tournament, of=of, by=player, command=command),
        _("The calls are yours now."),
    )
    return _to_desk(request, slug)


@opened_as("tournaments:desk")
@writes
def note_arrival(request: HttpRequest, slug: str) -> HttpResponse:
    """Note that a side of a match is at its table."""
    tournament, player, post = get_tournament(slug), current_player(request), request.POST
    match, entrant = (number_in(post.get(name, "")) or 0 for name in ("match", "entrant"))
    done(
        request,
        lambda: services.note_arrival(
            tournament=tournament, match=match, entrant=entrant, by=player, command=command_in(post)
        ),
        _("The side is noted as present."),
    )
    return _to_desk(request, slug)


@opened_as("tournaments:desk")
@writes
def settle_sheet(request: HttpRequest, slug: str, sheet: UUID, hand: int) -> HttpResponse:
    """Take what one side reported of a hand (`take`), or ask both sides again (`ask`)."""
    tournament, player, post = get_tournament(slug), current_player(request), request.POST
    if not MatchGame.objects.filter(tournament=tournament, pk=sheet).exists():
        raise Http404(_("There is no such score sheet in this tournament."))
    if not present(tournament, player).doer.is_one_of(SCORERS):
        raise PermissionDenied(_("Only the staff of the tournament can open the desk."))
    said = _("Both sides are asked again.") if "ask" in post else _("Hand {number} is settled.").format(number=hand)
    done(request, lambda: _settle(request, player, sheet, hand), said)
    return _to_desk(request, slug)


def _settle(request: HttpRequest, player: Player, sheet: UUID, hand: int) -> None:
    """Settle a hand on a sheet that the player keeps.

    Raises:
        ClubError: As `games.sheets.reporting`; `changed`: somebody wrote on the sheet meanwhile.
    """
    post = request.POST
    seen, command = number_in(post.get("seen", "")), command_in(post)
    try:
        if "ask" in post:
            reporting.clear_reports(sheet_id=sheet, player=player, hand=hand, expected_version=seen, command=command)
            return
        wanted = number_in(post.get("take", ""))
        reports = last_reports(load_state(sheet), hand)
        told = next((report.told for report in reports if report.version == wanted), None)
        if told is None:
            raise BadEntry(
                "changed", _("This report has changed in the meantime. Look again: nothing was settled."), "take"
            )
        reporting.settle_hand(
            sheet_id=sheet, player=player, hand=hand, told=told, expected_version=seen, command=command
        )
    except Changed:
        text = _("Somebody wrote on the sheet in the meantime. Look again: this was not entered.")
        raise BadEntry("changed", text, "seen") from None


@edits
def report_result(request: HttpRequest) -> HttpResponse:
    """Enter the result of a table, typed in one line; what is wrong stands beside its field."""
    if request.method != "POST":
        return redirect("tournaments:desks")
    player = current_player(request)
    desks, again = _desks(request, player)
    form = ResultForm(request.POST, desks=[desk for desk in desks if desk.scores])
    with clocks_of(desks[0].tournament.club):
        if form.is_valid() and (desk := form.desk) is not None:
            said = form.cleaned_data
            with refusals_beside(form), in_words(conflicts=True):
                act(
                    desk.tournament,
                    ReportGame(match=said["match"], game=said["game"], points=said["read"]),
                    by=player,
                    command=said["command"],
                    expected=form.version(desk.slug),
                    about=said["match"],
                )
                sides = zip(desk.sides(said["match"]), said["read"], strict=True)
                told = ", ".join(f"{name} {points}" for name, points in sides)
                messages.success(request, _("{table}: {result}.").format(table=desk.called(said["match"]), result=told))
                return _to_desk(request, desk.slug)
    return again(result=form)


@edits
def announce(request: HttpRequest) -> HttpResponse:
    """Announce something to everybody, to some tables, or to some entrants; what is wrong stands beside its field."""
    if request.method != "POST":
        return redirect("tournaments:desks")
    player = current_player(request)
    desks, again = _desks(request, player)
    form = AnnounceForm(request.POST, desks=[desk for desk in desks if desk.staff])
    with clocks_of(desks[0].tournament.club):
        if form.is_valid() and (desk := form.desk) is not None:
            said = form.cleaned_data
            with refusals_beside(form):
                services.announce(
                    tournament=desk.tournament,
                    by=player,
                    command=said["command"],
                    audience=said["audience"],
                    to=said["readers"],
                    phrase=said["phrase"],
                    round_number=said["round"],
                    at=form.at_seconds(),
                    minutes=said["minutes"],
                    words=said["words"],
                    malayalam=said["malayalam"],
                    shown_minutes=said["shown_minutes"],
                )
                messages.success(request, _("The announcement is made."))
                return _to_desk(request, desk.slug)
    return again(announcement=form)


@opened_as("tournaments:desk")
@writes
def withdraw_announcement(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show an announcement no longer."""
    tournament, player, command = get_tournament(slug), current_player(request), command_in(request.POST)
    done(
        request,
        lambda: services.withdraw_announcement(tournament=tournament, announcement=number, by=player, command=command),
        _("The announcement is withdrawn."),
    )
    return _to_desk(request, slug)


def _desks(request: HttpRequest, player: Player) -> tuple[list[EventDesk], Callable[..., HttpResponse]]:
    """Return the desks that a form was sent from, and what renders them again with the form.

    Raises:
        PermissionDenied: The player is of the staff of none.
    """
    slug = request.POST.get("desk", "")
    if slug:
        tournament = get_tournament(slug)
        reading = present(tournament, player)
        if reading.doer.is_one_of(SCORERS):
            desk = event_desk(tournament, reading.state, reading.doer, timezone.now())
            return [desk], lambda **forms: show_desk(request, tournament, player, **forms)
    elif desks := desks_of(player, timezone.now()):
        return desks, lambda **forms: show_hall(request, player, **forms)
    raise PermissionDenied(_("Only the staff of the tournament can open the desk."))


def _to_desk(request: HttpRequest, slug: str) -> HttpResponse:
    """Lead back to the desk that a form was sent from."""
    if request.POST.get("back") == "hall" or ("desk" in request.POST and not request.POST["desk"]):
        return redirect("tournaments:desks")
    return redirect(reverse("tournaments:desk", args=[slug]))
