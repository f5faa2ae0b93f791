"""People and clubs, with their teams, seasons, house rules and officers' log: others refer to them by opaque ids.

Models of one part of the clubs stand in a module of their own, and are named at the end of this one.
"""

import uuid
from typing import ClassVar

from django.conf import settings
from django.contrib.auth.models import AbstractUser, BaseUserManager
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from knox.models import AbstractAuthToken

from clubs.skeletons import Named


def own_time_zone() -> str:
    """Return the time zone of a club, or a person, that has chosen none: the server's."""
    return str(settings.TIME_ZONE)


class UserManager(BaseUserManager["User"]):
    """Makes accounts that sign in by e-mail address."""

    use_in_migrations = True

    def create_user(self, email: str, password: str | None = None, **fields: object) -> "User":
        """Make an ordinary account; without a password it cannot sign in by one."""
        user = self.model(email=self.normalize_email(email), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: object) -> "User":
        """Make an account that may use the admin pages."""
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)


class User(AbstractUser):  # type: ignore[django-manager-missing]  # knox, whose tokens point here, has no types
    """An account. Signs in by e-mail address, password or passkey; plays as its `Player`."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    username = None  # type: ignore[assignment]  # the e-mail address is the login
    first_name = None  # type: ignore[assignment]  # players choose the one name others see
    last_name = None  # type: ignore[assignment]
    email = models.EmailField("e-mail address")
    language = models.CharField(max_length=10, blank=True, default="")

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    objects = UserManager()  # type: ignore[assignment,misc]

    class Meta:
        constraints = [models.UniqueConstraint(Lower("email"), name="clubs_user_email_unique")]

    def __str__(self) -> str:
        return self.email


class Player(Named):
    """Somebody who sits at tables: a person with an account, a visiting player without one, or one of the house's bots.

    Events name players only by this id; the name lives here, where it can be erased.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.OneToOneField(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="player")
    name = models.CharField(max_length=40)
    is_bot = models.BooleanField(default=False)
    kept_by = models.ForeignKey(
        "Club", null=True, blank=True, on_delete=models.PROTECT, related_name="guest_players",
        help_text="The club that keeps the name of a player without an account.",
    )  # fmt: skip
    merged_into = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="merged",
        help_text="The player of the account that has claimed this one: its history is that player's now.",
    )  # fmt: skip
    erased_at = models.DateTimeField(null=True, blank=True, help_text="When the person's data were erased.")
    visited_at = models.DateTimeField(
        null=True, blank=True, db_index=True,
        help_text="When a visiting player, who has no account and belongs to one browser, last played; empty: none.",
    )  # fmt: skip
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name"]
        indexes = [models.Index(fields=["skeleton"], name="clubs_player_skeleton")]

    def __str__(self) -> str:
        return self.name

    @property
    def is_visiting(self) -> bool:
        """Whether this is a visiting player: one without an account, bound to the session of a browser."""
        return self.visited_at is not None

    @property
    def real(self) -> "Player":
        """Whom people know this player as: of one whom an account has claimed, the account's player."""
        return self.merged_into or self

    @property
    def real_id(self) -> uuid.UUID:
        """The id of `real`, without reading it."""
        return self.merged_into_id or self.pk


class Club(Named):
    """A club: its members, officers and teams."""

    class Door(models.TextChoices):
        OPEN = "open", _("Anybody may join")
        REQUEST = "request", _("An officer lets people in")
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


class Team(models.Model):
    """Players of a club who play matches together: so many a side, the others of the squad as substitutes."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="teams")
    name = models.CharField(max_length=60)
    size = models.PositiveSmallIntegerField(default=2, help_text="How many of them sit at a table, on their side.")
    captain = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="captained_teams",
        help_text="Who names the line-ups and looks after the squad.",
    )  # fmt: skip
    players = models.ManyToManyField(
        Player, through="TeamPlace", through_fields=("team", "player"), related_name="teams"
    )

    class Meta:
        ordering = ["name"]
        constraints = [models.UniqueConstraint(fields=["club", "name"], name="clubs_team_name_unique")]

    def __str__(self) -> str:
        return self.name


class TeamPlace(models.Model):
    """A player's place in a team from a day on; the order of the present places is the order of seats.

    A place that has ended stays as it was: it says who belonged to the team when. `left_on` is the first day on which
    the player belongs to it no more.
    """

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="places")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="team_places")
    position = models.PositiveSmallIntegerField()
    joined_on = models.DateField(default=timezone.localdate)
    left_on = models.DateField(null=True, blank=True, help_text="The first day without the player; empty: belongs.")
    came_from = models.ForeignKey(
        Team, null=True, blank=True, on_delete=models.SET_NULL, related_name="+",
        help_text="The team of the club from which the player came over.",
    )  # fmt: skip
    put_by = models.ForeignKey(Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    taken_by = models.ForeignKey(Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        ordering = ["position"]
        indexes = [models.Index(fields=["player", "left_on"], name="clubs_place_of_player")]
        constraints = [
            models.UniqueConstraint(
                fields=["team", "position"], condition=models.Q(left_on=None), name="clubs_team_position_unique"
            ),
            models.UniqueConstraint(
                fields=["team", "player"], condition=models.Q(left_on=None), name="clubs_team_player_unique"
            ),
            models.CheckConstraint(
                condition=models.Q(left_on=None) | models.Q(left_on__gte=models.F("joined_on")),
                name="clubs_place_ends_later",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} of {self.team}"


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


class AccessToken(AbstractAuthToken):
    """How a program signs in as an account. Only the hash of the token is stored."""

    id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    name = models.CharField(max_length=60, help_text="What the token is for, in its owner's words.")

    class Meta:
        ordering = ["-created"]

    def __str__(self) -> str:
        return f"{self.name} of {self.user}"


from clubs.answer_models import AnsweredRequest  # noqa: E402, F401  # answers of the API
from clubs.calendar_models import Meeting, MeetingAnswer, MeetingChange  # noqa: E402, F401  # what is planned
from clubs.exchange_models import ImportRun  # noqa: E402, F401  # files taken in
from clubs.ledger_models import LedgerAccount, LedgerBalance, LedgerEntry, LedgerPosting  # noqa: E402, F401  # what moved
from clubs.notice_models import Notice, NoticeChoices, NoticeDelivery, PushDevice  # noqa: E402, F401  # told to people
from clubs.people_models import GuestClaim, Invitation, InvitationUse, JoinRequest, KeptOut  # noqa: E402, F401  # who comes in
from clubs.privacy_models import DataExport, DataExportPart, Erasure, PrivacyChoices  # noqa: E402, F401  # own data
