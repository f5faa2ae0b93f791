"""Live tables and their read models. The moves are events (`games.store`); these rows are for finding them."""

import uuid

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubs.models import Club, HouseRules, Player
from games.sealing.fields import SealedField


class Table(models.Model):
    """One game at one table. Its id is also the id of the game's event stream.

    `status`, `version`, `due_at` and the seats are written in the transaction that appends the events they follow
    from, so that the lobby and the clock are never behind the game.
    """

    class Status(models.TextChoices):
        WAITING = "waiting", _("Waiting for players")
        PLAYING = "playing", _("Playing")
        FINISHED = "finished", _("Finished")
        CLOSED = "closed", _("Closed")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    number = models.PositiveIntegerField(unique=True, help_text="What people call it: table 3.")
    name = models.CharField(max_length=60, blank=True)
    club = models.ForeignKey(Club, null=True, blank=True, on_delete=models.PROTECT, related_name="tables")
    opened_by = models.ForeignKey(Player, null=True, on_delete=models.SET_NULL, related_name="opened_tables")
    rules = models.CharField(max_length=40)
    options = models.JSONField(default=dict)
    engine = models.PositiveSmallIntegerField(default=1, help_text="The version of the rules that it is played by.")
    house = models.ForeignKey(
        HouseRules, null=True, blank=True, on_delete=models.SET_NULL, related_name="tables",
        help_text="The club's house rules that the options are from.",
    )  # fmt: skip
    invitation = SealedField(blank=True, help_text="Empty: anyone may sit down. Else the code of the invitation link.")
    fixed_seats = models.BooleanField(
        default=False, help_text="The players were named when it was opened: nobody else may take a seat over."
    )
    friendly = models.BooleanField(default=False, help_text="It counts in no ledger, rating or kunukku of the club.")
    action_seconds = models.PositiveSmallIntegerField(default=30)
    reserve_seconds = models.PositiveSmallIntegerField(default=120)
    pause_seconds = models.PositiveSmallIntegerField(default=8, help_text="Between a hand's result and the next deal.")
    play_minutes = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="No hand begins after so many minutes."
    )
    shown_seat = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="The seat whose hand spectators see, late; empty: none."
    )
    shown_delay = models.PositiveSmallIntegerField(
        default=60, help_text="Seconds by which spectators see that hand late."
    )
    status = models.CharField(max_length=10, choices=Status, default=Status.WAITING)
    version = models.PositiveIntegerField(default=0, help_text="The version of the stream that this row reflects.")
    hand_number = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField(
        null=True, blank=True, help_text="When the server has to act next, if nobody else does."
    )
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-number"]
        indexes = [
            models.Index(fields=["due_at"], condition=Q(due_at__isnull=False), name="games_table_due"),
            models.Index(fields=["status", "-number"], name="games_table_status"),
        ]

    def __str__(self) -> str:
        return self.name or gettext("Table {number}").format(number=self.number)


class Seat(models.Model):
    """A seat of a table, and the player who sits there now."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="seats")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="games_seat_taken_once"),
            models.UniqueConstraint(fields=["table", "player"], name="games_player_sits_once"),
        ]

    def __str__(self) -> str:
        return f"{self.player} at {self.table}, seat {self.number}"


class ChatMessage(models.Model):
    """A player's message to the players of a table. It is in no event, no log and no channel message.

    A player reads what was written since sitting down: `version` is the table's when it was written.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="messages")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    seat = models.PositiveSmallIntegerField()
    version = models.PositiveIntegerField()
    text = models.CharField(max_length=200)
    command = models.UUIDField(unique=True, help_text="What the browser sent: the same twice is one message.")
    sent_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["player", "sent_at"], name="games_chat_of_player")]

    def __str__(self) -> str:
        return f"Message {self.pk}"
