"""The pages of the lessons: all of them, one with its question, and then with its answer."""

from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.lessons import services
from games.lessons.lesson import Lesson, position_of, said
from games.lessons.selectors import ALL, done_by, lesson_of, lessons_for, next_after
from games.pages import for_people, viewer
from games.polls.answers import answer_words
from games.polls.showing import render as render_position
from games.practice.beginning import begun


@never_cache
@require_safe
def lessons(request: HttpRequest) -> HttpResponse:
    """All lessons by game, and which of them the reader has done."""
    done = done_by(viewer(request), request.session)
    families = [_family(family, done) for family in dict.fromkeys(one.family for one in ALL)]
    return render(request, "games/lessons/lessons.html", {"families": families})


def _family(family: str, done: frozenset[str]) -> dict[str, Any]:
    """Return what the list shows of the lessons for a game."""
    same = lessons_for(family)
    shown = [{"slug": one.slug, "title": said(one.title), "done": one.slug in done} for one in same]
    return {
        "family": family,
        "lessons": shown,
        "done": sum(one.slug in done for one in same),
        "next": next((one for one in shown if not one["done"]), None),
    }


@never_cache
@require_safe
def lesson(request: HttpRequest, slug: str) -> HttpResponse:
    """A lesson: its position and its question; with `?answer=` the reasons of all choices too."""
    return _page(request, lesson_of(slug), request.GET.get("answer", ""))


@never_cache
@require_POST
def answer(request: HttpRequest, slug: str) -> HttpResponse:
    """Take an answer, note it if it is right, and lead to its reason."""
    one = lesson_of(slug)
    given = request.POST.get("answer", "")
    chosen = one.choice(given)
    if chosen is None:
        return _page(request, one, "", refused=_("Choose one of these answers."))
    if chosen.right:
        services.note_done(one, player=viewer(request), session=request.session)
    # A call such as `+C` has a sign that stands for a blank in addresses.
    return redirect(f"{reverse('games:lesson', args=[slug])}?{urlencode({'answer': given})}#answer")


@never_cache
@require_POST
@for_people
def play(request: HttpRequest, slug: str) -> HttpResponse:
    """Begin a practice from the lesson's position; no account is needed."""
    one = lesson_of(slug)
    return begun(request, lambda player: services.play_on(one, player=player), otherwise=redirect("games:lesson", slug))


def _page(request: HttpRequest, one: Lesson, given: str, *, refused: str = "") -> HttpResponse:
    """Return the page of a lesson, with the answer that was given if it is one of the choices."""
    chosen = one.choice(given)
    done = done_by(viewer(request), request.session)
    same = lessons_for(one.family)
    context: dict[str, Any] = {
        "lesson": one,
        "title": said(one.title),
        "question": said(one.question),
        "number": same.index(one) + 1,
        "count": len(same),
        "chosen": chosen,
        "refused": refused,
        "choices": [
            {
                "answer": choice.answer,
                "words": answer_words(choice.answer),
                "reason": said(choice.reason),
                "right": choice.right,
                "given": choice == chosen,
            }
            for choice in one.choices
        ],
        "next": next_after(one, done | {one.slug}) if chosen is not None else None,
    }
    context["next_title"] = said(context["next"].title) if context["next"] else ""
    language = get_language() or settings.LANGUAGE_CODE
    context["position"] = render_position(
        position_of(one, explained=chosen is not None),
        language,
        asks=False,
        answer=render_to_string("games/lessons/_answer.html", context, request),
        top=render_to_string("games/lessons/_top.html", context, request),
    )
    return render(request, "games/lessons/lesson.html", context, status=422 if refused else 200)
