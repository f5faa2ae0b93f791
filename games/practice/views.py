"""The pages of the practice room: begin one, and its table."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps
from typing import Final
from uuid import UUID

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

import engine
from clubs.accounts.visiting import visit
from clubs.base.asked import number_in
from clubs.models import Player
from clubs.web.htmx import fragment_asked
from clubs.web.refusals import refusals_beside
from games.conventions.words import meaning_words
from games.models import Practice
from games.pages import acting, for_people
from games.practice import selectors, services
from games.practice.beginning import begun
from games.practice.coach import Line, coach, guide_of
from games.practice.forms import PracticeForm, without_end
from games.practice.hints import advise
from games.practice.inputs import perform
from games.practice.state import Room
from games.practice.words import field_of, order_words
from games.screen.fragments import table_context
from games.screen.inputs import Refusal
from games.screen.layout import board_of
from games.screen.pieces import Opened
from games.words.phrases import translated

AT_ONCE: Final = {"28": ("28-kerala-4", 4), "56": ("56-international-6", 6)}
"""The games that are dealt at one press: the rule set, and the place at which its player speaks in the first hand.

It is the last place: when a newcomer is asked for a bid for the first time, everybody else has shown how it is done.
"""


@dataclass(frozen=True, slots=True)
class Hint:
    """What a good player would do: in words, the field that does it, and why."""

    order: str
    do: str
    reason: str
    told: str
    source: str


@dataclass(frozen=True, slots=True)
class Desk:
    """What the page of a practice shows beside the table.

    Attributes:
        id: The practice's id.
        back: How many decisions can be taken back.
        over: The hand is decided.
        finished: The game is.
        opened: The same cards may be played from another seat.
        seats: The other seats, number and name.
        hands: All hands as dealt, once the hand is decided.
        next: The number of deeds after which the table is shown next; None if all are.
        pause: Milliseconds until then.
        mine: It is the person's turn, so that a hint may be asked for.
        hint: The hint that was asked for, or None.
        coach: What the coach of a guided hand says, or None.
        guided: The game whose guided hand is on the table ("28" or "56"), or an empty text.
        bidding: What a bid is, in a newcomer's first hand when it is time for one; else empty.
    """

    id: UUID
    back: int
    over: bool
    finished: bool
    opened: bool
    seats: tuple[tuple[int, str], ...]
    hands: tuple[Opened, ...]
    next: int | None
    pause: int
    mine: bool
    hint: Hint | None
    coach: Line | None
    guided: str
    bidding: str = ""


@never_cache
@require_http_methods(["GET", "POST"])
def practices(request: HttpRequest) -> HttpResponse:
    """The practices one has, and the form that begins another."""
    player = acting(request)
    asked = request.GET.get("rules", "")
    form = PracticeForm(request.POST or None, initial={"rules": asked} if asked in engine.rule_set_ids() else {})
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        with refusals_beside(form):
            made = services.begin_practice(
                player=player or visit(request),
                rules=said["rules"],
                options=form.options(),
                place=said["place"],
                level=said["level"],
            )
            return redirect("games:practice", made.pk)
    found = selectors.practices_of(player) if player else []
    entries = [(practice, translated(engine.load_rules(practice.rules).name)) for practice in found]
    context = {"form": form, "player": player, "entries": entries}
    return render(request, "games/practice/practices.html", context, status=422 if form.errors else 200)


@never_cache
@require_POST
def play_now(request: HttpRequest) -> HttpResponse:
    """Deal a first hand at one press: the game is chosen, all else is as most people want it."""
    rules, place = AT_ONCE.get(request.POST.get("game", ""), ("", 0))
    form = redirect("games:practices")
    if not rules:
        return form

    def begin(player: Player) -> Practice:
        return services.begin_practice(player=player, rules=rules, options=without_end(rules), place=place)

    return begun(request, begin, otherwise=form)


def for_players(
    page: Callable[[HttpRequest, Player, UUID], HttpResponse],
) -> Callable[[HttpRequest, UUID], HttpResponse]:
    """Give a page the player who plays, with an account or without; a visitor who has none signs in first."""

    @never_cache
    @wraps(page)
    def answer(request: HttpRequest, practice_id: UUID) -> HttpResponse:
        player = acting(request)
        if player is None:
            return redirect_to_login(request.get_full_path())
        return page(request, player, practice_id)

    return answer


@require_GET
@for_people
@for_players
def practice(request: HttpRequest, player: Player, practice_id: UUID) -> HttpResponse:
    """The table of a practice; with `at`, as it was after so many deeds of the hand."""
    row = selectors.practice_of(practice_id, player)
    room = selectors.room_in(row)
    at = number_in(request.GET.get("at", ""), figures=3)
    # A page that shows the bots' deeds one by one has been overtaken if something else was done meanwhile.
    upto = at if request.GET.get("version") == str(row.version) else None
    return _page(request, row, room, player, upto=upto, hint="hint" in request.GET)


@require_POST
@for_people
@for_players
def practice_deed(request: HttpRequest, player: Player, practice_id: UUID) -> HttpResponse:
    """Do something in a practice; the page says why if it was refused."""
    if request.POST.get("do") == "hint":
        if not fragment_asked(request):
            return redirect(f"{reverse('games:practice', args=[practice_id])}?hint=1#hint")
        row = selectors.practice_of(practice_id, player)
        return _page(request, row, selectors.room_in(row), player, hint=True)
    done = perform(practice_id=practice_id, player=player, fields=request.POST.dict())
    if isinstance(done, Refusal):
        row = selectors.practice_of(practice_id, player)
        return _page(request, row, selectors.room_in(row), player, refusal=done)
    if not fragment_asked(request):
        return redirect("games:practice", practice_id)
    return _page(request, done.practice, done.room, player, upto=done.seen)


def _page(
    request: HttpRequest,
    row: Practice,
    room: Room,
    player: Player,
    *,
    refusal: Refusal | None = None,
    upto: int | None = None,
    hint: bool = False,
) -> HttpResponse:
    """Return the table, as a page or as the fragment of one."""
    fragment = fragment_asked(request)
    deeds = len(room.hand.done)
    upto = None if upto is None or upto >= deeds else upto
    view = selectors.view_of_practice(row, room, player, upto)
    context = table_context(view, refusal=refusal)
    if room.is_over and upto is None and not room.is_finished:
        context["board"] = replace(board_of(view, refusal), says=_("The hand is over."))
    context["practice"] = _desk(row, room, player, upto, hint)
    context["explained"] = selectors.calls_explained(view, room, upto)
    template = "games/_table.html" if fragment else "games/practice/practice.html"
    # A fragment that says why something was refused has to be shown as well, so it is a success to the page's script.
    return render(request, template, context, status=422 if refusal and not fragment else 200)


def _desk(row: Practice, room: Room, player: Player, upto: int | None, hint: bool) -> Desk:
    names = selectors.names_in(room, player)
    over = room.is_over and upto is None
    mine = upto is None and room.kept.seat in engine.to_act(room.game)
    guide = guide_of(room)
    return Desk(
        id=row.pk,
        back=room.decisions,
        over=over,
        finished=over and room.is_finished,
        opened=room.kept.opened,
        seats=tuple((seat, name) for seat, name in enumerate(names) if seat != room.kept.seat),
        hands=selectors.hands_of(room, player) if over else (),
        next=None if upto is None else upto + 1,
        pause=round(1000 * settings.LELAM_BOT_SECONDS),
        mine=mine,
        hint=_hint(room) if hint and mine else None,
        coach=coach(room) if upto is None else None,
        guided=guide.family if guide is not None else "",
        bidding=_bidding(room)
        if mine and not hint and guide is None and player.is_visiting and row.hand_number == 1
        else "",
    )


def _bidding(room: Room) -> str:
    """Return in one line what a bid is, if the person may make one now; else an empty text."""
    legal = engine.view(room.game, room.kept.seat).legal
    if any(isinstance(action, engine.Call) for action in legal):
        return _(
            "A call is a promise: your side takes that many of the 56 points, with that suit as trump. "
            "Pass if your cards are weak."
        )
    if any(isinstance(action, engine.Bid) for action in legal):
        return _(
            "A bid is a promise: your side takes that many of the 28 points, and you choose the trump. "
            "Pass if your cards are weak."
        )
    return ""


def _hint(room: Room) -> Hint:
    """Return what a good player would do at the person's seat, knowing what the person may know."""
    advice = advise(engine.view(room.game, room.kept.seat))
    return Hint(
        order=order_words(advice.action),
        do=field_of(advice.action),
        reason=advice.reason,
        told=meaning_words(advice.row) if advice.row is not None else "",
        source=advice.row.convention.source if advice.row is not None else "",
    )
