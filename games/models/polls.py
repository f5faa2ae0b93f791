"""The rows of blind polls: what is shown of a position, and the addresses at which players are asked."""

import uuid

from django.db import models

from clubs.models import Player
from games.models.cases import Case


class PollPosition(models.Model):
    """What the players who are asked in a poll see beside the cards: the poll itself is in the case's stream."""

    case = models.ForeignKey(Case, on_delete=models.CASCADE, related_name="positions")
    poll = models.PositiveSmallIntegerField(help_text="The number of the poll in the case.")
    through = models.PositiveIntegerField(help_text="The version of the game's stream that the position is made from.")
    clock = models.BooleanField(default=False, help_text="They see how many seconds were left.")

    class Meta:
        ordering = ["case", "poll"]
        constraints = [models.UniqueConstraint(fields=["case", "poll"], name="games_poll_position_once")]

    def __str__(self) -> str:
        return f"Poll {self.poll} of {self.case_id}"


class PollInvitation(models.Model):
    """A player who is asked in a poll. The id stands in the address, and tells nothing of the case."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    position = models.ForeignKey(PollPosition, on_delete=models.CASCADE, related_name="invitations")
    voter = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="poll_invitations")
    asked_at = models.DateTimeField()

    class Meta:
        ordering = ["-asked_at", "pk"]
        constraints = [models.UniqueConstraint(fields=["position", "voter"], name="games_poll_invitation_once")]

    def __str__(self) -> str:
        return f"Invitation {self.pk}"
