"""The rows of tournaments, for finding things: what decides anything is in their logs.

Rows are written in the transaction that appends the events they follow from.
"""

import uuid
from datetime import datetime

from django.db import models
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from clubs.models import Club, HouseRules, Job, Player, Team
from games.sealing.fields import SealedField

MAX_NAME = 80
"""The characters of the name of a tournament or an entrant."""
MAX_WORDS = 200
"""The characters of people's words on the floor of a tournament."""


def in_language(english: str, malayalam: str) -> str:
    """Return words in the reader's language, else in the other one."""
    first, second = (malayalam, english) if get_language() == "ml" else (english, malayalam)
    return first or second


class Tournament(models.Model):
    """A tournament; its id is also that of its stream of events."""

    class Status(models.TextChoices):
        OPEN = "open", _("Open for entries")
        PLAYING = "playing", _("Playing")
        FINISHED = "finished", _("Finished")
        ABANDONED = "abandoned", _("Abandoned")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="tournaments")
    slug = models.SlugField(unique=True)
    name = models.CharField(max_length=MAX_NAME)
    director = models.ForeignKey(Player, null=True, on_delete=models.SET_NULL, related_name="directed_tournaments")
    rules = models.CharField(max_length=40)
    engine = models.PositiveSmallIntegerField(default=1, help_text="The version of the rules that it is played by.")
    house = models.ForeignKey(
        HouseRules, null=True, blank=True, on_delete=models.RESTRICT, related_name="tournaments",
        help_text="The club's house rules that it is played by.",
    )  # fmt: skip
    starts_at = models.DateTimeField(
        null=True, blank=True, help_text="No match is called before this time; empty: as soon as it is started."
    )
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    version = models.PositiveIntegerField(default=0, help_text="The version of the log that this row reflects.")
    champion = models.ForeignKey(
        "Entrant", null=True, blank=True, on_delete=models.SET_NULL, related_name="+",
        help_text="Once it is closed: the entrant that stands first alone.",
    )  # fmt: skip
    hidden = models.BooleanField(default=False, help_text="Left out of lists; its pages stay.")
    origin = models.CharField(
        max_length=64, blank=True, default="",
        help_text="The public key that sealed the archive from which it was taken in; empty: it was played here.",
    )  # fmt: skip
    due_at = models.DateTimeField(null=True, blank=True, help_text="When the clock has to look at it; empty: never.")
    results_from = models.DateTimeField(
        null=True, blank=True,
        help_text="From when everybody may know its results; far away: not before a director releases them.",
    )  # fmt: skip
    several_prizes = models.BooleanField(default=False, help_text="One entrant may win more than one prize.")
    embargo_from = models.DateTimeField(null=True, blank=True, help_text="When the embargo on its results began.")

    class Meta:
        ordering = ["-created_at"]
        indexes = [models.Index(fields=["due_at"], condition=models.Q(due_at__isnull=False), name="tournaments_due")]

    def __str__(self) -> str:
        return self.name

    @property
    def won_by(self) -> str:
        """The name of the team, pair or player that won; empty while nobody has, or nobody may know it."""
        return "" if self.champion is None or self.is_withheld else self.champion.called

    @property
    def is_withheld(self) -> bool:
        """Whether its end, where it has one, is under embargo."""
        if self.results_from is None or self.results_from <= timezone.now():
            return False
        return self.finished_at is None or self.embargo_from is None or self.finished_at > self.embargo_from


class Entrant(models.Model):
    """A team, a pair or a player in a tournament, under the number that it has there.

    The name is people's word, so it is in no event; of a team it is the name at the time of the entry. Without one the
    entrant is called by its players (`called`).
    """

    class Status(models.TextChoices):
        ENTERED = "entered", _("Entered")
        WAITING = "waiting", _("On the waiting list")
        WITHDRAWN = "withdrawn", _("Withdrawn")
        FREE = "free", _("Free agent")
        IN_TEAM = "in_team", _("In a team by lot")
        HELD_OUT = "held_out", _("Held out as absent")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entrants")
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=MAX_NAME, blank=True)
    team = models.ForeignKey(Team, null=True, blank=True, on_delete=models.PROTECT, related_name="entrants")
    club = models.ForeignKey(Club, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    status = models.CharField(max_length=10, choices=Status, default=Status.ENTERED)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="tournaments_entrant_once")]

    def __str__(self) -> str:
        return self.called

    @property
    def called(self) -> str:
        """Its name, else those of its players."""
        return self.name or " & ".join(place.player.name for place in self.players.select_related("player"))


class EntrantPlayer(models.Model):
    """A player of the squad of an entrant; the first is its captain."""

    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="players")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entrant_places")
    position = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["position"]
        constraints = [models.UniqueConstraint(fields=["entrant", "position"], name="tournaments_squad_place_once")]

    def __str__(self) -> str:
        return f"{self.player} in {self.entrant}"


class MatchGame(models.Model):
    """A game of a match: its id is that of the table or the score sheet at which it is played.

    A game that is called anew has another id, so one game of a match may have several rows.
    """

    stream = models.UUIDField(primary_key=True, editable=False)
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="games")
    match = models.PositiveIntegerField(help_text="The number of the match in its tournament.")
    game = models.PositiveSmallIntegerField(help_text="The number of the game in its match, from 1.")
    opened_at = models.DateTimeField(null=True, blank=True, help_text="When its table or sheet was opened.")
    reported = models.PositiveIntegerField(
        default=0, help_text="The version of its stream that the tournament has dealt with."
    )
    refused = models.CharField(
        max_length=40, blank=True, help_text="The code with which the tournament refused the result, for a director."
    )
    owed = models.PositiveIntegerField(
        default=0, help_text="The version of the log that its table or sheet has yet to follow; 0: none."
    )

    class Meta:
        ordering = ["tournament", "match", "game"]
        indexes = [models.Index(fields=["tournament", "match"], name="tournaments_games_of_match")]

    def __str__(self) -> str:
        return f"game {self.game} of match {self.match}"


class Reason(models.Model):
    """People's words about an event of a tournament, beside its log so that they can be erased."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="reasons")
    version = models.PositiveIntegerField(help_text="The version of the first event of the deed.")
    text = models.CharField(max_length=200)

    class Meta:
        ordering = ["version"]
        constraints = [models.UniqueConstraint(fields=["tournament", "version"], name="tournaments_reason_once")]

    def __str__(self) -> str:
        return self.text


class FloorWords(models.Model):
    """People's words of a call or an announcement, beside the log of the floor so that they can be erased.

    The words of a call are read by the staff and the caller only.
    """

    class About(models.TextChoices):
        CALL = "call", _("Call for the director")
        ANNOUNCEMENT = "announcement", _("Announcement")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="floor_words")
    about = models.CharField(max_length=12, choices=About)
    number = models.PositiveIntegerField(help_text="The number of the call or announcement in the tournament.")
    text = models.CharField(max_length=MAX_WORDS)
    malayalam = models.CharField(
        max_length=MAX_WORDS,
        blank=True,
        help_text="The same for readers of Malayalam; empty: they read the first text.",
    )
    author = models.ForeignKey(
        Player, null=True, on_delete=models.SET_NULL, related_name="+", help_text="Empty: the holder of a pass."
    )

    class Meta:
        ordering = ["about", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "about", "number"], name="tournaments_floor_words_once")
        ]

    def __str__(self) -> str:
        return self.text


class PublishedStanding(models.Model):
    """The standings of a group as a task published them at a version of the log; of each minute the last are kept."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="published")
    stage = models.PositiveSmallIntegerField()
    group = models.PositiveSmallIntegerField(help_text="From 0.")
    version = models.PositiveIntegerField(help_text="The version of the log.")
    moved = models.PositiveIntegerField(help_text="The version of the last event that they depend on.")
    at = models.DateTimeField(help_text="The time of that version.")
    lines = models.JSONField(help_text="Of each line its rank, its entrant, and its values as texts.")

    class Meta:
        ordering = ["-version"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "stage", "group", "version"], name="tournaments_published_once"
            ),
        ]

    def __str__(self) -> str:
        return f"standings of stage {self.stage} at version {self.version}"


class EntrantPass(models.Model):
    """A pass of an entrant for check-in and arrivals, without an account: a signed link, mostly as a QR code."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="passes")
    issued_by = models.ForeignKey(Player, null=True, on_delete=models.SET_NULL, related_name="+")
    issued_at = models.DateTimeField(auto_now_add=True)
    opened_at = models.DateTimeField(null=True, blank=True, help_text="When it was last opened on a device.")
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["issued_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["entrant"], condition=models.Q(revoked_at=None), name="tournaments_one_pass_an_entrant"
            )
        ]

    def __str__(self) -> str:
        return f"Pass of {self.entrant}"


class ImportedPlayer(models.Model):
    """A player who came with an archive, under the id that its events have: never one who was here before."""

    player = models.OneToOneField(Player, primary_key=True, on_delete=models.CASCADE, related_name="imported")
    key = models.CharField(max_length=64, help_text="The public key that sealed the archive.")

    class Meta:
        ordering = ["player"]

    def __str__(self) -> str:
        return f"{self.player}, by {self.key[:16]}"


class ArchiveFile(Job):
    """The archive of a tournament that a director asked for, made by a worker and kept for some days."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="archives")
    by = models.ForeignKey(Player, null=True, on_delete=models.SET_NULL, related_name="+")
    size = models.PositiveBigIntegerField(default=0, help_text="Bytes of the file.")
    expires_at = models.DateTimeField(null=True, blank=True, help_text="When the file is removed.")

    class Meta:
        ordering = ["-asked_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament"],
                condition=models.Q(status__in=["waiting", "running"]),
                name="tournaments_one_open_archive",
            ),
        ]

    def __str__(self) -> str:
        return f"Archive of {self.tournament_id}"


class ArchivePiece(models.Model):
    """A piece of such a file. It lies in the database, so that every web server finds what a worker made."""

    archive = models.ForeignKey(ArchiveFile, on_delete=models.CASCADE, related_name="pieces")
    number = models.PositiveIntegerField()
    data = models.BinaryField()

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["archive", "number"], name="tournaments_archive_piece_once")]

    def __str__(self) -> str:
        return f"Piece {self.number} of {self.archive_id}"


class Follow(models.Model):
    """Something that an account follows: an entrant of a tournament, or a player in whatever entrant."""

    follower = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="follows")
    entrant = models.ForeignKey(Entrant, null=True, on_delete=models.CASCADE, related_name="followers")
    player = models.ForeignKey(Player, null=True, on_delete=models.CASCADE, related_name="followers")
    since = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["since"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(entrant__isnull=False, player__isnull=True)
                | models.Q(entrant__isnull=True, player__isnull=False),
                name="tournaments_follow_of_one_kind",
            ),
            models.UniqueConstraint(fields=["follower", "entrant"], name="tournaments_follow_entrant_once"),
            models.UniqueConstraint(fields=["follower", "player"], name="tournaments_follow_player_once"),
        ]

    def __str__(self) -> str:
        return f"{self.follower} follows {self.entrant or self.player}"


class Category(models.Model):
    """A category of entrants in a tournament, such as juniors: by its directors' own words, in either language."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="categories")
    english = models.CharField(max_length=40, blank=True)
    malayalam = models.CharField(max_length=40, blank=True)
    entrants = models.ManyToManyField(Entrant, related_name="categories")

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return in_language(self.english, self.malayalam)


class Prize(models.Model):
    """A prize of a tournament: for a place overall, or in a category. Lelam moves no money."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="prizes")
    category = models.ForeignKey(Category, null=True, blank=True, on_delete=models.CASCADE, related_name="prizes")
    place = models.PositiveSmallIntegerField(help_text="From 1.")
    english = models.CharField(max_length=80, blank=True)
    malayalam = models.CharField(max_length=80, blank=True)
    amount = models.CharField(max_length=40, blank=True, help_text="As text: nothing is paid here.")

    class Meta:
        ordering = ["category_id", "place", "pk"]

    def __str__(self) -> str:
        return in_language(self.english, self.malayalam)


class Award(models.Model):
    """A prize as it was fixed when the tournament was closed; entrants that nothing separates share one."""

    prize = models.ForeignKey(Prize, on_delete=models.CASCADE, related_name="awards")
    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="awards")

    class Meta:
        ordering = ["prize", "entrant"]
        constraints = [models.UniqueConstraint(fields=["prize", "entrant"], name="tournaments_award_once")]

    def __str__(self) -> str:
        return f"{self.entrant}: {self.prize}"


class Webhook(models.Model):
    """An address outside to which what becomes known of a club's tournaments is sent."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="webhooks")
    url = models.CharField(max_length=1000)
    secret = SealedField(help_text="What messages are signed with; shown once.")
    old_secret = SealedField(blank=True, help_text="The secret before it, which signs too for a while.")
    old_until = models.DateTimeField(null=True, blank=True)
    made_by = models.ForeignKey(Player, null=True, on_delete=models.SET_NULL, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)
    failing_since = models.DateTimeField(null=True, blank=True, help_text="Since when no message was taken.")
    disabled_at = models.DateTimeField(null=True, blank=True, help_text="It failed for too long; empty: it is on.")
    leased_until = models.DateTimeField(null=True, blank=True, help_text="Until when a worker has it for itself.")

    class Meta:
        ordering = ["made_at"]
        constraints = [models.UniqueConstraint(fields=["club", "url"], name="tournaments_webhook_once")]

    def __str__(self) -> str:
        return f"Webhook {self.pk}"

    def is_old_valid(self, now: datetime) -> bool:
        """Tell whether the old secret still signs."""
        return self.old_until is not None and now < self.old_until


class Delivery(models.Model):
    """A message to a webhook: written with what it tells of, sent until it is taken, removed after a while."""

    class Status(models.TextChoices):
        WAITING = "waiting", _("Waiting")
        DELIVERED = "delivered", _("Delivered")
        GIVEN_UP = "given_up", _("Stopped")

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    message = models.UUIDField(unique=True, default=uuid.uuid4, help_text="Its id, the same in each attempt.")
    kind = models.CharField(max_length=40)
    body = models.JSONField(help_text="What is sent: public facts, by ids and numbers.")
    status = models.CharField(max_length=10, choices=Status, default=Status.WAITING)
    made_at = models.DateTimeField(auto_now_add=True)
    next_at = models.DateTimeField(help_text="When it is tried next.")
    tried_at = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    code = models.PositiveSmallIntegerField(null=True, blank=True, help_text="The status of the last answer.")
    error = models.CharField(max_length=20, blank=True, help_text="What went wrong where there was no answer.")
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        indexes = [
            models.Index(fields=["webhook", "id"], condition=models.Q(status="waiting"), name="tournaments_to_deliver"),
            models.Index(fields=["ended_at"], name="tournaments_delivered"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} ({self.message})"
