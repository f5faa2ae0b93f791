"""Joining clubs: invitations, requests to join, and links by which an account takes over a guest player.

The secret part of a link or a code is in no row: it is computed from the row's id and the server's secret key.
"""

import uuid

from django.db import models

from clubs.models.clubs import Club, Membership
from clubs.models.people import Player


class Invitation(models.Model):
    """A link and a short code by which a number of people may join a club until a day."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    role = models.CharField(max_length=10, choices=Membership.Role, default=Membership.Role.PLAYER)
    digest = models.CharField(max_length=64, unique=True, help_text="What a typed code is looked up by.")
    places = models.PositiveSmallIntegerField(default=1, help_text="How many may use it.")
    used = models.PositiveSmallIntegerField(default=0, help_text="How many have used it.")
    made_by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-made_at", "pk"]
        constraints = [
            models.CheckConstraint(condition=models.Q(used__lte=models.F("places")), name="clubs_invitation_places"),
        ]

    def __str__(self) -> str:
        return f"An invitation to {self.club}"


class InvitationUse(models.Model):
    """The use of an invitation by a player who joined a club."""

    invitation = models.ForeignKey(Invitation, on_delete=models.CASCADE, related_name="uses")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    used_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["used_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["invitation", "player"], name="clubs_invitation_used_once"),
        ]

    def __str__(self) -> str:
        return f"{self.player} by {self.invitation}"


class JoinRequest(models.Model):
    """A request to join a club, with a message to its officers."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="join_requests")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="join_requests")
    word = models.CharField(max_length=300, blank=True)
    asked_at = models.DateTimeField(auto_now_add=True)
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.ForeignKey(Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    admitted = models.BooleanField(null=True, blank=True, help_text="The answer; empty: none yet.")

    class Meta:
        ordering = ["asked_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "player"], condition=models.Q(answered_at=None), name="clubs_one_open_request"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} asks to join {self.club}"


class KeptOut(models.Model):
    """A ban from joining a club: a suspension outlasts the membership."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="kept_out")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    since = models.DateTimeField()
    until = models.DateField(null=True, blank=True, help_text="The last day of it; empty: until lifted.")

    class Meta:
        ordering = ["-since", "pk"]
        constraints = [models.UniqueConstraint(fields=["club", "player"], name="clubs_kept_out_once")]

    def __str__(self) -> str:
        return f"{self.player}, kept out of {self.club}"


class GuestClaim(models.Model):
    """A link by which one account takes over a guest; once used, with the rows that it moved."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="guest_claims")
    guest = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="claims")
    made_by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    claimed_by = models.ForeignKey(Player, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    claimed_at = models.DateTimeField(null=True, blank=True)
    name = models.CharField(max_length=40, blank=True, help_text="What the club called the guest.")
    moved = models.JSONField(default=dict, blank=True, help_text="By model: the rows that became the account's.")
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-made_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["guest"],
                condition=models.Q(withdrawn_at=None, undone_at=None),
                name="clubs_one_claim_of_a_guest",
            ),
        ]

    def __str__(self) -> str:
        return f"A link for {self.guest}"
