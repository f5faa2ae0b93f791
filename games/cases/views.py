"""Disputing a hand, and the page of a case."""

from typing import Any
from uuid import UUID, uuid4

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache

from clubs.notices.services.reading import mark_path_read
from clubs.pictures.forms import PictureForm
from clubs.web.pages import current_player
from clubs.web.refusals import refusals_beside
from games.cases import words
from games.cases.access import case_row
from games.cases.facts import place_of
from games.cases.forms import AnswerForm, DeadlineForm, DisputeForm, PointForm, StatementForm
from games.cases.page import HandShown, hand_of, names_in, now_in, shown_hand, sides_of, timeline, told
from games.cases.selectors import SeenCase, seen_case, window_of
from games.cases.services import raising
from games.errors import AlreadyDisputed
from games.models import SheetPass
from games.pages import edits, invitation_of, playing, shows, viewer
from games.sheets.passes import kept_pass


def pass_to(request: HttpRequest, game: UUID) -> SheetPass | None:
    """Return the pass to a score sheet that the browser holds, if the game is one."""
    return kept_pass(request.session, game)


@never_cache
@edits
def dispute(request: HttpRequest, game: UUID, number: int) -> HttpResponse:
    """Dispute a finished hand: the other side is asked, the hand is audited, and a director rules."""
    player = current_player(request)
    place = place_of(game)
    hand = shown_hand(place, number, player, invitation_of(request, game), pass_to(request, game))
    window = window_of(game, number)
    if window.case_id is not None:
        return redirect("games:case", window.case_id)
    initial = {"step": request.GET.get("step", "")}
    form = DisputeForm(request.POST or None, steps=hand.steps, rules=place.rules, initial=initial)
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        with refusals_beside(form, denied=False):
            try:
                opened = raising.dispute(
                    game=game,
                    hand=number,
                    player=player,
                    subject=said["subject"],
                    words=said["words"],
                    step=said.get("step"),
                    rule=said["rule"],
                    invitation=invitation_of(request, game),
                    sheet_pass=pass_to(request, game),
                    command=said["command"] or uuid4(),
                )
            except AlreadyDisputed as refused:
                return redirect("games:case", refused.case_id)
            return redirect("games:case", opened.pk)
    context = {"form": form, "hand": hand, "window": window, **clock(), **closing(window.closes_at)}
    return render(request, "games/cases/new.html", context, status=422 if form.errors else 200)


@shows
def case(request: HttpRequest, case_id: UUID) -> HttpResponse:
    """A case: what is awaited from whom and until when, what was told, what happened, and what its reader may do."""
    page = case_page(request, case_id)  # refuses, before anything is marked
    player = viewer(request)
    if player is not None:
        mark_path_read(player=player, path=request.path)
    return page


@shows
def case_live(request: HttpRequest, case_id: UUID) -> HttpResponse:
    """A living part of the page of a case: `now`, what is awaited; `told`, what was said; `course`, what happened."""
    part = request.GET.get("part", "")
    seen, hand = read(request, case_id)
    names = names_in(seen.state)
    context = now_in(seen, names) | {"hand": hand, "opened_at": request.GET.get("seen", ""), **commands()}
    if part == "told":
        return render(request, "games/cases/_told.html", context | {"told": told(seen, hand, names)})
    if part == "course":
        return render(request, "games/cases/_course.html", context | {"timeline": timeline(seen.state, names)})
    return render(request, "games/cases/_now.html", context)


def read(request: HttpRequest, case_id: UUID) -> tuple[SeenCase, HandShown]:
    """Return a case as the viewer may know it, with its hand.

    Raises:
        UnknownCase: There is no such case, or the viewer may not know of it.
    """
    player, game = playing(request), case_row(case_id).game
    invitation = invitation_of(request, game)
    seen = seen_case(case_id, player, invitation=invitation)
    return seen, hand_of(seen.case, player, invitation, pass_to(request, game))


def case_page(request: HttpRequest, case_id: UUID, forms: dict[str, Any] | None = None) -> HttpResponse:
    """Return the page of a case; `forms` are those that were sent and are wrong, by the act."""
    seen, hand = read(request, case_id)
    names = names_in(seen.state)
    filled = forms or {}
    may = seen.may
    context = now_in(seen, names) | {
        "hand": hand,
        "club": seen.case.club,
        "question": words.question_of(seen.state.subject, seen.state.hand),
        "subject": words.SUBJECTS[seen.state.subject],
        "step_words": hand.said_at(seen.state.step).rstrip("."),  # it stands in the middle of a line
        "step_path": hand.step_path(seen.state.step),
        "sides": sides_of(seen.state, names),
        "director": words.name_of(seen.state.director, names) if seen.state.director else "",
        "answer_form": filled.get("answer") or _answer(seen) if "answer" in may else None,
        "answered": seen.side in seen.state.answers,
        "statement_form": filled.get("statement") or StatementForm() if "add-evidence" in may else None,
        "point_form": filled.get("point") or PointForm(steps=hand.steps)
        if "add-evidence" in may and hand.steps
        else None,
        "picture_form": filled.get("picture") or PictureForm() if "add-evidence" in may else None,
        "deadline_form": filled.get("deadline") or _deadline(seen) if "move-deadline" in may else None,
        **clock(),
        **commands(),
    }
    return render(request, "games/cases/case.html", context, status=422 if filled else 200)


def _answer(seen: SeenCase) -> AnswerForm:
    """Return the form of an answer, filled in with what the reader's side has answered."""
    given = None if seen.side is None else seen.state.answers.get(seen.side)
    if given is None:
        return AnswerForm()
    return AnswerForm(initial={"stance": given.stance, "words": seen.words.get(given.version, "")})


def _deadline(seen: SeenCase) -> DeadlineForm:
    until = seen.move.until
    return DeadlineForm(initial={} if until is None else {"until": words.moment(until)})


def commands() -> dict[str, Any]:
    """Return an id for the buttons of a page: pressed twice, one of them acts once."""
    return {"command": uuid4()}


def clock() -> dict[str, int]:
    """Return the server's time, by which the countdowns of a page go."""
    return {"clock": int(timezone.now().timestamp())}


def closing(at: Any) -> dict[str, Any]:
    """Return the end of a window in words, with the time left; nothing where there is none."""
    if at is None:
        return {}
    until = int(at.timestamp())
    left = until - int(timezone.now().timestamp())
    return {"until": until, "until_words": words.when(until), "left": words.left(left), "over": left <= 0}
