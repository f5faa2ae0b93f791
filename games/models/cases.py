"""The rows of cases: for finding them, and for what people write, which is in no event."""

import uuid
from collections.abc import Iterable

from django.db import models
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from clubs.models import Club, Player
from games.models.sheets import Sheet
from games.models.tables import Table


class CaseManager(models.Manager["Case"]):
    """Cases, and the games whose results they keep provisional."""

    def provisional(self, games: Iterable[uuid.UUID]) -> dict[uuid.UUID, uuid.UUID]:
        """Return the open case of each of some games that has one: the id of the game to that of its oldest case.

        Args:
            games: The ids of tables and score sheets.
        """
        found = self.filter(game__in=list(games), closed_at__isnull=True).order_by("-opened_at")
        return dict(found.values_list("game", "pk"))

    def disputed(self, games: Iterable[uuid.UUID]) -> dict[uuid.UUID, dict[int, uuid.UUID]]:
        """Return the open cases of some games: the id of the game to the ids of the cases by the number of the hand.

        Args:
            games: The ids of tables and score sheets.
        """
        found: dict[uuid.UUID, dict[int, uuid.UUID]] = {}
        rows = self.filter(game__in=list(games), closed_at__isnull=True).order_by("hand")
        for game, hand, case in rows.values_list("game", "hand", "pk"):
            found.setdefault(game, {})[hand] = case
        return found


class Case(models.Model):
    """A disputed hand. Its id is that of its event stream; the row is written with the events it follows from."""

    class Status(models.TextChoices):
        """Where a case stands."""

        OPEN = "open", _("Waits for the other side")
        REVIEW = "review", _("Waits for a ruling")
        RULED = "ruled", _("Ruled; a side can appeal")
        APPEALED = "appealed", _("Appealed, and waits for a committee")
        VOTING = "voting", _("Before the committee")
        CLOSED = "closed", pgettext_lazy("a case", "Closed")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    number = models.PositiveIntegerField(help_text="The number of the case in its club, from 1.")
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="cases")
    table = models.ForeignKey(Table, null=True, on_delete=models.PROTECT, related_name="cases")
    sheet = models.ForeignKey(Sheet, null=True, on_delete=models.PROTECT, related_name="cases")
    game = models.GeneratedField(
        expression=Coalesce("table_id", "sheet_id"), output_field=models.UUIDField(), db_persist=True,
        help_text="The id of the table or the sheet.",
    )  # fmt: skip
    host = models.UUIDField(null=True, help_text="The id of the tournament that the game is part of.")
    hand = models.PositiveSmallIntegerField()
    step = models.PositiveSmallIntegerField(null=True)
    rules = models.CharField(max_length=40)
    family = models.CharField(max_length=2, help_text="28 or 56.")
    subject = models.CharField(max_length=16, help_text="One of `games.events.cases.SUBJECTS`.")
    rule = models.CharField(max_length=20, blank=True, help_text="The rule that the decision, or the dispute, cites.")
    decision = models.CharField(max_length=10, blank=True, help_text="The kind of the decision that holds now.")
    raised_by = models.ForeignKey(Player, null=True, on_delete=models.SET_NULL, related_name="cases_raised")
    director = models.ForeignKey(Player, null=True, on_delete=models.SET_NULL, related_name="cases_taken")
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    outcome = models.CharField(max_length=10, blank=True, help_text="How it ended.")
    version = models.PositiveIntegerField(help_text="The version of the stream that this row reflects.")
    due_at = models.DateTimeField(null=True, help_text="The next deadline; None: there is none.")
    names_withheld = models.BooleanField(default=False, help_text="The case book names nobody.")
    owed = models.BooleanField(default=False, help_text="A decision is still to be applied, or reversed.")
    opened_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)

    objects = CaseManager()

    class Meta:
        ordering = ["-opened_at"]
        constraints = [
            models.UniqueConstraint(fields=["club", "number"], name="games_case_number"),
            models.CheckConstraint(
                condition=models.Q(table__isnull=False, sheet__isnull=True)
                | models.Q(table__isnull=True, sheet__isnull=False),
                name="games_case_somewhere",
            ),
        ]
        indexes = [
            models.Index(fields=["game", "closed_at"], name="games_case_game"),
            models.Index(fields=["club", "-opened_at"], name="games_case_club"),
            models.Index(fields=["host"], name="games_case_host"),
            models.Index(fields=["due_at"], condition=models.Q(due_at__isnull=False), name="games_case_due"),
        ]

    def __str__(self) -> str:
        return f"Case {self.number} of {self.club}"

    @property
    def place(self) -> Table | Sheet:
        """The table or the sheet."""
        place = self.table or self.sheet
        assert place is not None
        return place


class CasePerson(models.Model):
    """A person and the part that the person has in a case."""

    class Part(models.TextChoices):
        """The parts."""

        PARTY = "party", _("Party")
        OFFICER = "officer", _("Officer who raised the dispute")
        DIRECTOR = "director", _("Director")
        VOTER = "voter", _("Asked in a poll")
        MEMBER = "member", _("Member of the committee")

    case = models.ForeignKey(Case, on_delete=models.CASCADE, related_name="people")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="case_parts")
    part = models.CharField(max_length=10, choices=Part)
    side = models.PositiveSmallIntegerField(null=True, help_text="The side of a party.")

    class Meta:
        ordering = ["case", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["case", "player", "part"], name="games_case_person_once"),
        ]

    def __str__(self) -> str:
        return f"{self.get_part_display()} of {self.case_id}"


class CaseText(models.Model):
    """What a person wrote in a case: the dispute, an answer, evidence, the reasons of a decision."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    case = models.ForeignKey(Case, on_delete=models.CASCADE, related_name="texts")
    version = models.PositiveIntegerField(help_text="The version of the event that it was written with.")
    author = models.ForeignKey(Player, null=True, on_delete=models.SET_NULL, related_name="case_texts")
    text = models.TextField()
    written_at = models.DateTimeField()

    class Meta:
        ordering = ["case", "version"]
        constraints = [models.UniqueConstraint(fields=["case", "version"], name="games_case_text_once")]

    def __str__(self) -> str:
        return f"Text {self.version} of {self.case_id}"
