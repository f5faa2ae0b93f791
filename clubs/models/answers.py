"""Stored answers of the API, each under the idempotency key of its request."""

from django.db import models

from clubs.models.people import Player


class AnsweredRequest(models.Model):
    """The answer to a writing request of the API: a retry of the request gets it again and does nothing.

    Nothing of it can be read in the database. `key` and `fingerprint` are keyed with the server's secret, since a plain
    hash of a body that names one of eight cards would give the card away; `answer` opens only with the key that was
    sent (`clubs.answers.services`).
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=64)
    fingerprint = models.CharField(max_length=64)
    answer = models.BinaryField(default=b"")
    answered_at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "key"], name="clubs_request_answered_once")]

    def __str__(self) -> str:
        return f"Answer to {self.player}"
