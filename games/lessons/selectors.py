"""The lessons in their order, and those that a reader has done."""

from collections.abc import Mapping
from typing import Any, Final

from django.http import Http404
from django.utils.translation import gettext as _

from clubs.models import Player
from games.lessons.book28 import LESSONS as LESSONS_28
from games.lessons.book56 import LESSONS as LESSONS_56
from games.lessons.lesson import Lesson
from games.models import LessonDone

ALL: Final = (*LESSONS_28, *LESSONS_56)
_BY_SLUG: Final = {lesson.slug: lesson for lesson in ALL}
SESSION: Final = "lessons"
"""The key of a session under which it has the slugs of the lessons that were done in this browser."""


def lesson_of(slug: str) -> Lesson:
    """Return a lesson.

    Raises:
        Http404: There is no such lesson.
    """
    found = _BY_SLUG.get(slug)
    if found is None:
        raise Http404(_("There is no such lesson."))
    return found


def lessons_for(family: str) -> list[Lesson]:
    """Return the lessons for a game, in order."""
    return [lesson for lesson in ALL if lesson.family == family]


def next_after(lesson: Lesson, done: frozenset[str]) -> Lesson | None:
    """Return the next lesson of the same game that is not done yet, from this one on and round; None if all are."""
    same = lessons_for(lesson.family)
    at = same.index(lesson)
    return next((other for other in (*same[at + 1 :], *same[:at]) if other.slug not in done), None)


def done_by(player: Player | None, session: Mapping[str, Any]) -> frozenset[str]:
    """Return the slugs of the lessons that were done, by a player with an account or in this browser."""
    kept = session.get(SESSION, ())
    mine = LessonDone.objects.filter(player=player).values_list("lesson", flat=True) if player is not None else ()
    return frozenset((*kept, *mine)) & _BY_SLUG.keys()
