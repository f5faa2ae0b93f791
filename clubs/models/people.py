"""Accounts, the players behind them, and tokens by which programs sign in. Others refer to a player by an opaque id."""

import uuid
from typing import ClassVar

from django.conf import settings
from django.contrib.auth.models import AbstractUser, BaseUserManager
from django.db import models
from django.db.models.functions import Lower
from knox.models import AbstractAuthToken

from clubs.models.named import Named


def own_time_zone() -> str:
    """Return the time zone of a club, or a person, that has chosen none: the server's."""
    return str(settings.TIME_ZONE)


class UserManager(BaseUserManager["User"]):
    """Makes accounts that sign in by email address."""

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
    """An account. Signs in by email address, password or passkey; plays as its `Player`."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    username = None  # type: ignore[assignment]  # the email address is the login
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
    """A player at tables: a person with an account, a visiting player without one, or a bot.

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
        """The player under which this one is known: for a claimed guest, the account's player."""
        return self.merged_into or self

    @property
    def real_id(self) -> uuid.UUID:
        """The id of `real`, without reading it."""
        return self.merged_into_id or self.pk


class AccessToken(AbstractAuthToken):
    """A token with which a program signs in as an account. Only its hash is stored."""

    id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    name = models.CharField(max_length=60, help_text="What the token is for, in its owner's words.")

    class Meta:
        ordering = ["-created"]

    def __str__(self) -> str:
        return f"{self.name} of {self.user}"
