"""The commands of lessons: note that one is done, and play its hand on."""

from collections.abc import MutableMapping
from typing import Any

from clubs.models import Player
from games.lessons.lesson import Lesson, moment_of
from games.lessons.selectors import ALL, SESSION
from games.models import LessonDone, Practice
from games.practice.services import begin_from


def note_done(lesson: Lesson, *, player: Player | None, session: MutableMapping[str, Any]) -> None:
    """Note that a lesson was answered rightly: in the session, and for a player with an account in a row.

    What the browser knew before somebody signed in becomes the player's with the first lesson that follows.
    """
    kept = [one.slug for one in ALL if one.slug == lesson.slug or one.slug in session.get(SESSION, ())]
    if kept != session.get(SESSION):
        session[SESSION] = kept
    if player is not None:
        LessonDone.objects.bulk_create([LessonDone(player=player, lesson=slug) for slug in kept], ignore_conflicts=True)


def play_on(lesson: Lesson, *, player: Player) -> Practice:
    """Begin a practice from the position of a lesson, against the steady bots."""
    moment = moment_of(lesson)
    return begin_from(
        player=player, rules=lesson.rules, options={}, pack=moment.pack, dealer=lesson.dealer, seat=lesson.seat,
        done=moment.done,
    )  # fmt: skip
