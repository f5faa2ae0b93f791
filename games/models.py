"""Live tables and what is read of them. The moves are events (`games.store`); these rows are for finding them."""

import uuid

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubs.models import Club, HouseRules, Player
from games.sealed_fields import SealedField


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
    """Who sits where, now."""

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


_MADE = """CASE WHEN outcome = 'made' THEN true WHEN outcome IN ('failed', 'conceded') THEN false
WHEN outcome = 'claimed'
THEN (result -> 'points' ->> mod(declarer, jsonb_array_length(result -> 'points')))::integer >= bid END"""
"""A contract is the declarer's side's, and seat 0 is of side 0, seat 1 of side 1, and so on around."""


class PlayedHand(models.Model):
    """One finished hand, built by the projection `hands`: what lists and searches show."""

    projection_version = models.PositiveSmallIntegerField()
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="played_hands")
    number = models.PositiveSmallIntegerField()
    version = models.PositiveIntegerField(help_text="The version of the table's stream by which it was scored.")
    outcome = models.CharField(max_length=12)
    declarer = models.PositiveSmallIntegerField(null=True)
    bid = models.PositiveSmallIntegerField(null=True)
    result = models.JSONField(help_text="The HandScored event's body.")
    noted = models.JSONField(default=list, help_text="The events of it that are told beside the result.")
    players = models.JSONField(help_text="The ids of the players, a seat each, as they sat when it was scored.")
    scored_at = models.DateTimeField()
    made = models.GeneratedField(
        expression=models.Func(template=_MADE, output_field=models.BooleanField(null=True)),
        output_field=models.BooleanField(null=True), db_persist=True,
        help_text="Whether the contract was made; empty where there was none, or the director ended the hand.",
    )  # fmt: skip
    doubled = models.GeneratedField(
        expression=models.Func(
            template="COALESCE((result ->> 'doubled')::smallint, 0)", output_field=models.SmallIntegerField()
        ),
        output_field=models.SmallIntegerField(), db_persist=True, help_text="0, 1 doubled, 2 redoubled.",
    )  # fmt: skip

    class Meta:
        ordering = ["-scored_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["projection_version", "table", "number"], name="games_hand_once",
                # So that a player's hands are searched in the index alone (`games.players.hands`).
                include=["id", "declarer", "bid", "made", "doubled", "outcome", "scored_at"],
            ),
        ]  # fmt: skip
        indexes = [models.Index(fields=["projection_version", "-scored_at"], name="games_hand_recent")]

    def __str__(self) -> str:
        return f"Hand {self.number} of {self.table}"


class Dispute(models.Model):
    """A question about a finished hand, and what the audit of its record says."""

    class Status(models.TextChoices):
        OPEN = "open", _("Being audited")
        AUDITED = "audited", _("Audited")
        FAILED = "failed", _("Could not be audited")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="disputes")
    hand = models.PositiveSmallIntegerField()
    step = models.PositiveSmallIntegerField(null=True, blank=True)
    question = models.CharField(max_length=500)
    opened_by = models.ForeignKey(Player, null=True, on_delete=models.SET_NULL, related_name="disputes")
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    verdict = models.JSONField(null=True, blank=True)
    opened_at = models.DateTimeField(auto_now_add=True)
    audited_at = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=0, help_text="How many audits of it have failed.")
    due_at = models.DateTimeField(null=True, blank=True, help_text="After a failure: when it is audited again.")

    class Meta:
        ordering = ["-opened_at"]

    def __str__(self) -> str:
        return f"Dispute over hand {self.hand} of {self.table}"


class Practice(models.Model):
    """A practice room: one person at a table with bots, where what was done can be taken back.

    It is no table of record: it has no event stream. `sealed` holds, encrypted, the packs, the seats and what was done;
    nothing of the cards is in any other column.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="practices")
    rules = models.CharField(max_length=40)
    options = models.JSONField(default=dict)
    version = models.PositiveIntegerField(default=1, help_text="Grows with everything that is done.")
    hand_number = models.PositiveSmallIntegerField(default=1)
    sealed = models.BinaryField()
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["-updated_at"]
        indexes = [models.Index(fields=["player", "-updated_at"], name="games_practice_recent")]

    def __str__(self) -> str:
        return f"Practice {self.pk}"


class ChatMessage(models.Model):
    """Something a player wrote to those who sit at a table. It stands in no event, no log and no message of a channel.

    Who sits down reads what was written since: `version` is the table's when it was.
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


from games.card_models import CardEdition, CardHolder, MeaningNote, PartnershipCard  # noqa: E402, F401  # conventions
from games.result_models import (  # noqa: E402, F401  # what was won
    BidCount,
    ClubTally,
    GamePlayer,
    Kunukku,
    KunukkuGame,
    KunukkuOff,
    PlayedGame,
    Rating,
    RatingMark,
    RatingState,
    SeasonFirst,
    WrittenResult,
)
from games.sheet_models import Sheet  # noqa: E402, F401  # real tables
from games.store_models import Event, ProjectionCheckpoint, ProjectionRun  # noqa: E402, F401  # the store's own rows
