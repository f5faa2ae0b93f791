"""The pages of reviews, for the player whose decisions they are about; a part of the page of a hand as well."""

from collections.abc import Callable
from dataclasses import dataclass
from uuid import UUID

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubs.web.htmx import fragment_asked
from games.errors import TooFast, WrongMoment
from games.hands.history import hand_history
from games.models import Practice
from games.pages import acting, for_people, invitation_of, playing
from games.reviews import selectors, services
from games.reviews.selectors import Reviewed
from games.reviews.words import Line, line_of
from games.words.citations import family_of


@dataclass(frozen=True, slots=True)
class Page:
    """The contents of the page of a review.

    Attributes:
        reviewed: The hand with its review.
        title: What people call the table.
        place: The address of the table or the practice.
        hand: The address of the hand's page; that of the practice for one.
        path: The address of the review.
        lines: The findings, the most costly first.
        refusal: Why the review was refused, in words.
    """

    reviewed: Reviewed
    title: str
    place: str
    hand: str
    path: str
    lines: tuple[Line, ...]
    refusal: str = ""


@never_cache
@require_http_methods(["GET", "POST"])
@for_people
def play_review(request: HttpRequest, table_id: UUID, number: int) -> HttpResponse:
    """The review of one's own decisions in a finished hand of a table; asked for by POST."""
    player, invitation = playing(request), invitation_of(request, table_id)
    refusal = _refusal(
        request,
        lambda: services.ask_for_review(table_id=table_id, hand=number, player=player, invitation=invitation),
    )
    found = selectors.hand_reviewed(table_id, number, player, invitation=invitation)
    phases, report = dict[int, str](), found.report
    if report is not None:
        steps = hand_history(table_id, number, player, invitation=invitation).steps
        phases = {step.index: step.phase for step in steps}
    hand = reverse("games:hand", args=[table_id, number])
    page = Page(
        found,
        str(found.place),
        reverse("games:table", args=[table_id]),
        hand,
        reverse("games:play_review", args=[table_id, number]),
        _lines(found, f"{hand}?step={{step}}", phases),
        refusal,
    )
    return _answer(request, page)


@never_cache
@require_http_methods(["GET", "POST"])
@for_people
def play_review_of_practice(request: HttpRequest, practice_id: UUID) -> HttpResponse:
    """The review of one's own decisions in the hand of a practice; asked for by POST."""
    player = acting(request)
    if player is None:
        return redirect_to_login(request.get_full_path())
    refusal = _refusal(request, lambda: services.ask_for_review_of_practice(practice_id=practice_id, player=player))
    found = selectors.practice_reviewed(practice_id, player)
    place = reverse("games:practice", args=[practice_id])
    page = Page(
        found,
        _("Practice"),
        place,
        place,
        reverse("games:play_review_of_practice", args=[practice_id]),
        _lines(found, f"{place}?at={{step}}&version={found.at}", {}),
        refusal,
    )
    return _answer(request, page)


def _refusal(request: HttpRequest, ask: Callable[[], object]) -> str:
    """Ask for the review if the request is for that, and return why it is refused, in words; empty: it is not."""
    if request.method == "POST":
        try:
            ask()
        except (TooFast, WrongMoment) as refused:
            return str(refused)
    return ""


def _lines(found: Reviewed, address: str, phases: dict[int, str]) -> tuple[Line, ...]:
    is_56 = family_of(found.place.rules) == "56"
    report = found.report
    findings = () if report is None else report.worst
    return tuple(line_of(one, address.format(step=one.step), phases, is_56=is_56) for one in findings)


def _answer(request: HttpRequest, page: Page) -> HttpResponse:
    if request.method == "POST" and not page.refusal and not fragment_asked(request):
        return redirect(page.path)
    context = {"page": page, "is_practice": isinstance(page.reviewed.place, Practice)}
    fragment = fragment_asked(request)
    template = "games/reviews/_review.html" if fragment else "games/reviews/review.html"
    return render(request, template, context, status=422 if page.refusal and not fragment else 200)
