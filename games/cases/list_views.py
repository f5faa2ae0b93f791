"""Lists of cases: mine, those of a hand, a game and a club; and how long the steps last in a club."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from msgspec import Struct

from clubs.models import Club, Player
from clubs.web.htmx import fragment_asked
from clubs.web.pages import club_frame, current_player, paged, reads, require_page
from clubs.web.refusals import refusals_beside
from games.cases import log, roles, selectors, words
from games.cases.access import host_of, may_know
from games.cases.facts import place_of
from games.cases.forms import WINDOWS, WindowsForm
from games.cases.hosts import find_host
from games.cases.moves import Move, whose_move
from games.cases.page import HandShown, named_hand, names_in
from games.cases.parts import Actor, is_insider
from games.cases.seen import seen_by
from games.cases.selectors import is_awaited, window_of
from games.cases.services.setting import set_windows
from games.cases.state import CaseState
from games.cases.views import clock, closing
from games.errors import UnknownTable
from games.models import Case, PlayedHand, Sheet, Table
from games.pages import edits, invitation_of, playing, shows, viewer
from games.store import projector

HANDS = "hands"
MAX_HANDS = 12
"""The last hands of a game that can be disputed from its page; others from their own."""
MAX_WAITING = 5
"""The cases that wait for a person on the first page."""


class Line(Struct, frozen=True):
    """A case in a list.

    Attributes:
        case: The row.
        hand: The hand.
        subject: What it is about.
        status: Where it stands, in words.
        awaited: What is awaited from whom; empty of a closed case.
        mine: It waits for the viewer.
        until: The deadline in seconds; None without.
        until_words: The deadline in words.
        left: The time that is left, in words.
        over: The deadline has passed.
    """

    case: Case
    hand: HandShown
    subject: Any
    status: Any
    awaited: str
    mine: bool
    until: int | None = None
    until_words: str = ""
    left: str = ""
    over: bool = False


def lines(cases: Iterable[Case], player: Player | None) -> list[Line]:
    """Return cases as lines of a list, with whose move it is; the names of all are asked for at once."""
    states = [(case, log.state_of(case)) for case in cases]
    names = names_in(*(state for _case, state in states if not state.is_closed))
    person = _persons(player)
    return [_line(case, state, person(case), names) for case, state in states]


def _persons(player: Player | None) -> Callable[[Case], Actor | None]:
    """Return a function from a case to the viewer's offices outside it, with a cache by club and tournament."""
    known: dict[tuple[UUID, UUID | None], Actor] = {}

    def person(case: Case) -> Actor | None:
        if player is None:
            return None
        place = case.club_id, case.host
        if place not in known:
            known[place] = roles.person_of(case.club, player, host_of(case))
        return known[place]

    return person


def _line(case: Case, state: CaseState, actor: Actor | None, names: Mapping[str, str]) -> Line:
    hand, subject = named_hand(case.place, case.hand), words.SUBJECTS[case.subject]
    if state.is_closed:
        return Line(case, hand, subject, words.OUTCOMES.get(state.outcome, ""), "", mine=False)
    move = whose_move(state)
    if actor is None or not is_insider(state, actor):
        move = Move(move.who, move.step, move.until)
    known = seen_by(state, actor)
    due = closing(log.moment_of(move.until)) if move.until is not None else {}
    mine = actor is not None and is_awaited(state, actor)
    return Line(case, hand, subject, Case.Status(state.status).label, words.awaited(move, known, names), mine, **due)


@reads
def my_cases(request: HttpRequest) -> HttpResponse:
    """The cases in which the viewer has a part: those that wait for the viewer first."""
    player = current_player(request)
    open_lines = lines(selectors.cases_before(player), player)
    page = paged(request, selectors.cases_for(player).filter(closed_at__isnull=False))
    context = {
        "waiting": [line for line in open_lines if line.mine],
        "others": [line for line in open_lines if not line.mine],
        "closed": lines(page.object_list, player),
        "page": page,
        **clock(),
    }
    return render(request, "games/cases/mine.html", context)


@shows
def waiting(request: HttpRequest) -> HttpResponse:
    """The cases that wait for the viewer, as a part of the first page; nothing where none does."""
    player = viewer(request)
    if not fragment_asked(request):
        return redirect("games:cases")
    cases = selectors.cases_before(player) if player is not None else ()
    mine = [line for line in lines(cases, player) if line.mine][:MAX_WAITING]
    return render(request, "games/cases/_waiting.html", {"waiting": mine})


@shows
def of_hand(request: HttpRequest, game: UUID, number: int) -> HttpResponse:
    """Whether a hand can be disputed, until when, and the cases about it: a part of the page of the hand."""
    player, invitation = playing(request), invitation_of(request, game)
    place = place_of(game)
    hand = named_hand(place, number)
    if not roles.reads_hand(place, player, invitation):
        raise UnknownTable()
    if not fragment_asked(request):
        return redirect(hand.path)
    window = window_of(game, number)
    context = {
        "hand": hand,
        "window": window,
        "cases": lines(_known(selectors.cases_of_game(game).filter(hand=number), player, invitation), player),
        "may": _may_dispute(place, player, number),
        **closing(window.closes_at),
    }
    return render(request, "games/cases/_of_hand_part.html", context)


@shows
def of_game(request: HttpRequest, game: UUID) -> HttpResponse:
    """The cases about the hands of a game, and until when these can be disputed: a part of the page of the game."""
    player, invitation = playing(request), invitation_of(request, game)
    place = place_of(game)
    hand = named_hand(place, 1)
    if not roles.reads_hand(place, player, invitation):
        raise UnknownTable()
    if not fragment_asked(request):
        return redirect(hand.place_path)
    window = window_of(game, 0)
    context = {
        "may": _may_dispute(place, player),
        "hands": _hands(game),
        "place": hand,
        "window": window,
        "cases": lines(_known(selectors.cases_of_game(game), player, invitation), player),
        **closing(window.closes_at),
    }
    return render(request, "games/cases/_of_game_part.html", context)


def _hands(game: UUID) -> list[int]:
    """Return the numbers of the last finished hands of a game that are not disputed, the latest first."""
    rows = PlayedHand.objects.filter(projection_version=projector.serving(HANDS), stream=game)
    rows = rows.exclude(number__in=Case.objects.filter(game=game, closed_at__isnull=True).values("hand"))
    return list(rows.order_by("-number").values_list("number", flat=True)[:MAX_HANDS])


def _may_dispute(place: Table | Sheet, player: Player | None, number: int | None = None) -> bool:
    """Tell whether a person may dispute a hand, or one of a game: who played it, by the read model, or directs."""
    if player is None or player.real.user_id is None or place.club is None:
        return False
    person = roles.person_of(place.club, player, find_host(place.pk))
    rows = PlayedHand.objects.filter(projection_version=projector.serving(HANDS), stream=place.pk)
    if number is not None:
        rows = rows.filter(number=number)
    return person.directs or any(
        not person.ids.isdisjoint(filter(None, players)) for players in rows.values_list("players", flat=True)
    )


def _known(cases: Iterable[Case], player: Player | None, invitation: str) -> list[Case]:
    """Return the cases of which the viewer may know."""
    person = _persons(player)
    return [case for case in cases if may_know(case, log.state_of(case), person(case), player, invitation)]


@reads
def of_club(request: HttpRequest, slug: str) -> HttpResponse:
    """The open cases of a club: its directors see all, overdue ones first; others those they may know of."""
    club = get_object_or_404(Club, slug=slug)
    frame = club_frame(request, club, "cases")
    player: Player | None = frame["player"]
    directs = selectors.reads_queue(club, player)
    open_cases = selectors.queue(club)
    shown = lines(open_cases if directs else _known(open_cases, player, ""), player)
    spans = selectors.windows_of(club)
    context = frame | {
        "directs": directs,
        "late": [line for line in shown if line.over],
        "mine": [line for line in shown if line.mine and not line.over],
        "others": [line for line in shown if not line.mine and not line.over],
        "windows": [(label, words.left(getattr(spans, name))) for name, label, _hint in WINDOWS],
        **clock(),
    }
    return render(request, "games/cases/club.html", context)


@edits
def windows(request: HttpRequest, slug: str) -> HttpResponse:
    """How long the steps of a case last in a club: for those who change the club."""
    club = get_object_or_404(Club, slug=slug)
    player = current_player(request)
    require_page(player, "change_club", club)
    form = WindowsForm(request.POST or None, windows=selectors.windows_of(club))
    if request.method == "POST" and form.is_valid():
        with refusals_beside(form):
            set_windows(club=club, by=player, windows=form.windows())
            messages.success(request, _("The times are changed; open cases keep theirs."))
            return redirect("games:club_cases", club.slug)
    frame = club_frame(request, club, "cases") | {"form": form}
    return render(request, "games/cases/windows.html", frame, status=422 if form.errors else 200)
