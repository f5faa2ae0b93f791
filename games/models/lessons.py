"""Lessons that were done."""

from django.db import models

from clubs.models import Player


class LessonDone(models.Model):
    """A lesson that a player with an account has answered rightly."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="lessons_done")
    lesson = models.CharField(max_length=60, help_text="The lesson's name in its address.")
    done_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "lesson"], name="games_lesson_done_once")]

    def __str__(self) -> str:
        return f"{self.lesson} ({self.player_id})"
