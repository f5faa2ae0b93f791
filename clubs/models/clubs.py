"""Clubs with their members, seasons, house rules and officers' log."""

import uuid

from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from clubs.models.named import Named
from clubs.models.people import Player, own_time_zone


class Club(Named):
    """A club: its members, officers and teams."""

    class Door(models.TextChoices):
        OPEN = "open", _("Anybody may join")
        REQUEST = "request", _("An officer admits people")
        INVITED = "invited", _("By invitation only")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    slug = models.SlugField(unique=True)
    name = models.CharField(max_length=80)
    place = models.CharField(max_length=80, blank=True)
    door = models.CharField(max_length=10, choices=Door, default=Door.OPEN, help_text="How people come in.")
    salaams = models.BooleanField(default=False, help_text="Its players make salaams instead of wearing kunukku.")
    time_zone = models.CharField(max_length=64, default=own_time_zone, help_text="By it the club's days are counted.")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name"]
        indexes = [models.Index(fields=["skeleton"], name="clubs_club_skeleton")]

    def __str__(self) -> str:
        return self.name


class ClubZoneChange(models.Model):
    """A change of a club's time zone: what happened before `at` keeps its day by the zone of then.

    A trigger on the table of clubs writes it, whoever changes the zone; the database refuses to change or remove it.
    `at` lies a minute after the change, so that the transaction of the change is over by then: whoever reads which zone
    holds for a moment gets the same answer before and after its commit.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="zone_changes")
    before = models.CharField(max_length=64, help_text="The zone until then.")
    at = models.DateTimeField(help_text="From when on the next zone holds.")

    class Meta:
        ordering = ["at", "pk"]

    def __str__(self) -> str:
        return f"{self.before} until {self.at}"


class CaseWindows(models.Model):
    """How long the steps of a case last in a club that has set its own windows, in seconds."""

    club = models.OneToOneField(Club, primary_key=True, on_delete=models.CASCADE, related_name="case_windows")
    dispute = models.PositiveIntegerField(help_text="From the publication of the result: a hand can be disputed.")
    answer = models.PositiveIntegerField(help_text="The other side answers.")
    poll = models.PositiveIntegerField(help_text="Players answer a poll.")
    ruling = models.PositiveIntegerField(help_text="A director rules.")
    appeal = models.PositiveIntegerField(help_text="A side can appeal.")
    committee = models.PositiveIntegerField(help_text="Officers name a committee.")
    vote = models.PositiveIntegerField(help_text="The committee votes.")

    def __str__(self) -> str:
        return f"Windows of cases in {self.club}"


class Membership(models.Model):
    """A player's place in a club."""

    class Role(models.TextChoices):
        GUEST = "guest", _("Guest")
        PLAYER = "player", _("Player")
        SCORER = "scorer", _("Scorer")
        DIRECTOR = "director", _("Director")
        SECRETARY = "secretary", _("Secretary")
        OWNER = "owner", _("Owner")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role, default=Role.PLAYER)
    joined_at = models.DateTimeField(auto_now_add=True)
    suspended_at = models.DateTimeField(null=True, blank=True, help_text="Since when; empty: not suspended.")
    suspended_until = models.DateField(null=True, blank=True, help_text="The last day of it; empty: until lifted.")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "player"], name="clubs_one_membership")]

    def __str__(self) -> str:
        return f"{self.player}, {self.get_role_display().lower()} of {self.club}"


class Season(models.Model):
    """A stretch of a club's year that goes by one name: house rules are frozen for it."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="seasons")
    name = models.CharField(max_length=60)
    begins = models.DateField()
    ends = models.DateField(help_text="The last day of it.")
    closed_at = models.DateTimeField(
        null=True, blank=True, help_text="When its ledger was closed: no unit moves in it any more."
    )

    class Meta:
        ordering = ["-begins", "name"]
        constraints = [
            models.UniqueConstraint("club", Lower("name"), name="clubs_season_name_unique"),
            models.CheckConstraint(condition=models.Q(ends__gte=models.F("begins")), name="clubs_season_ends_later"),
        ]

    def __str__(self) -> str:
        return self.name


class HouseRules(models.Model):
    """One version of a club's own rule set: a rule set of the engine with the options that the club has chosen.

    A version that has been played by, or was frozen, stays as it is for ever; the versions of one set share `series`.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="house_rules")
    series = models.UUIDField(default=uuid.uuid4, editable=False, help_text="The same for all versions of a set.")
    number = models.PositiveSmallIntegerField(default=1, help_text="Which version of the set it is.")
    name = models.CharField(max_length=60)
    rules = models.CharField(max_length=40, help_text="The id of the rule set that it is made of.")
    options = models.JSONField(default=dict, blank=True, help_text="The options that differ from its defaults.")
    engine = models.PositiveSmallIntegerField(help_text="The version of the engine that it is played by.")
    made_by = models.ForeignKey(Player, null=True, on_delete=models.SET_NULL, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)
    played_at = models.DateTimeField(null=True, blank=True, help_text="When it was first used.")
    season = models.ForeignKey(
        Season, null=True, blank=True, on_delete=models.RESTRICT, related_name="house_rules",
        help_text="The season that it is frozen for; empty: none.",
    )  # fmt: skip
    frozen_by = models.ForeignKey(Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    frozen_at = models.DateTimeField(null=True, blank=True)
    replaced_at = models.DateTimeField(null=True, blank=True, help_text="When a later version took its place.")
    retired_at = models.DateTimeField(null=True, blank=True, help_text="When the club gave it up.")

    class Meta:
        ordering = ["name", "-number"]
        verbose_name_plural = "house rules"
        constraints = [
            models.UniqueConstraint(fields=["series", "number"], name="clubs_house_version_once"),
            models.UniqueConstraint(
                "club",
                Lower("name"),
                condition=models.Q(replaced_at=None, retired_at=None),
                name="clubs_house_name_unique",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class OfficerAct(models.Model):
    """Something an officer did for the club. The database refuses to change or remove it, for everybody.

    `action` is a stable word such as `membership.suspended`; `details` holds ids, codes and numbers, never names.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="acts")
    actor = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    action = models.CharField(max_length=40)
    subject = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.PROTECT, related_name="+", help_text="Whom it concerns."
    )
    details = models.JSONField(default=dict, blank=True)
    command = models.UUIDField(
        null=True, unique=True, help_text="The id of the form that asked for it: sent twice, it is done once."
    )
    done_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]
        indexes = [models.Index(fields=["club", "-done_at"], name="clubs_act_recent")]

    def __str__(self) -> str:
        return f"{self.action} by {self.actor}"

    @property
    def reason(self) -> str:
        """Why, in the officer's words; empty where none were given or a person of them has been erased."""
        given = getattr(self, "given_reason", None)
        return given.text if given else ""


class ActReason(models.Model):
    """Why an officer did something, in words that may name people: so they lie where they can be erased."""

    act = models.OneToOneField(OfficerAct, primary_key=True, on_delete=models.CASCADE, related_name="given_reason")
    text = models.CharField(max_length=200)

    def __str__(self) -> str:
        return f"The reason of {self.act}"
