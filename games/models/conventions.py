"""Convention cards of partnerships, and partners' additions to a published meaning. Text by people is stored here only.

A card is drafted by the players of one side and published in numbered editions; an edition is never changed. Who held
a card when, and when an edition came out, is kept with its time: a hand is played by what was so when it was promised.
"""

import uuid

from django.db import models
from django.db.models import Q

from clubs.models import Player
from games.sealing.fields import SealedField


class PartnershipCard(models.Model):
    """The card of the players of one side, as they are changing it.

    `changes` is a `games.conventions.changes.Changes` over the default card of `rules`; `revision` counts them, so that
    two who change it at once do not undo each other.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    rules = models.CharField(max_length=40, help_text="The rule set whose default card it starts from.")
    name = models.CharField(max_length=60)
    made_by = models.ForeignKey(Player, null=True, on_delete=models.SET_NULL, related_name="+")
    invitation = SealedField(help_text="The code of the link by which partners join.")
    changes = models.JSONField(default=dict)
    revision = models.PositiveIntegerField(default=0)
    players: "models.ManyToManyField[Player, CardHolder]" = models.ManyToManyField(
        Player, through="CardHolder", related_name="convention_cards"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name", "created_at"]

    def __str__(self) -> str:
        return self.name


class CardHolder(models.Model):
    """A player of a partnership: asked, then holding the card from `accepted_at` until `left_at`."""

    card = models.ForeignKey(PartnershipCard, on_delete=models.CASCADE, related_name="holders")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="held_cards")
    asked_at = models.DateTimeField(auto_now_add=True)
    accepted_at = models.DateTimeField(null=True, blank=True)
    left_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["asked_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["card", "player"], condition=Q(left_at__isnull=True), name="games_card_held_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.player} of {self.card}"


class CardEdition(models.Model):
    """A card as it was published."""

    card = models.ForeignKey(PartnershipCard, on_delete=models.CASCADE, related_name="editions")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=60)
    rules = models.CharField(max_length=40)
    changes = models.JSONField(default=dict)
    published_by = models.ForeignKey(Player, null=True, on_delete=models.SET_NULL, related_name="+")
    published_at = models.DateTimeField()

    class Meta:
        ordering = ["-number"]
        constraints = [models.UniqueConstraint(fields=["card", "number"], name="games_card_edition_once")]

    def __str__(self) -> str:
        return f"{self.name}, edition {self.number}"


class MeaningNote(models.Model):
    """A line that a partner of the caller added to the card's meaning of a call, for the asking player."""

    table = models.ForeignKey("games.Table", on_delete=models.CASCADE, related_name="meaning_notes")
    hand = models.PositiveSmallIntegerField()
    call = models.PositiveSmallIntegerField(help_text="The call's place in the auction, from 0.")
    asker = models.PositiveSmallIntegerField(help_text="The seat that asked.")
    seat = models.PositiveSmallIntegerField(help_text="The seat that adds.")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    text = models.CharField(max_length=200)
    added_at = models.DateTimeField()

    class Meta:
        ordering = ["added_at"]
        constraints = [
            models.UniqueConstraint(fields=["table", "hand", "call", "asker", "seat"], name="games_meaning_added_once")
        ]

    def __str__(self) -> str:
        return f"Added by seat {self.seat} to call {self.call} of hand {self.hand}"
