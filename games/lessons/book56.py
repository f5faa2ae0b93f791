"""The lessons for 56, in the order in which they are best read: International, six players."""

from typing import Final

from games.lessons.lesson import Lesson

LESSONS: Final = tuple[Lesson, ...]()
