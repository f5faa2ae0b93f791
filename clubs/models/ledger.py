"""The stakes ledger: entries and their postings, each club's accounts, and the balances that follow from them.

The database guards all of it (migration `0008_ledger`; `docs/reference/ledger.md`): the program reads these tables, and
writes through one function only. Units are counted here, never money.
"""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from clubs.models.clubs import Club, OfficerAct, Season
from clubs.models.people import Player


class LedgerAccount(models.Model):
    """Where units lie in a club: with a player, or with the club itself, its bank."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="accounts")
    player = models.ForeignKey(
        Player, null=True, on_delete=models.PROTECT, related_name="accounts", help_text="Empty: the club's bank."
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "player"], name="clubs_account_once", nulls_distinct=False),
        ]
        indexes = [models.Index(fields=["player"], name="clubs_account_of_player")]

    def __str__(self) -> str:
        return f"Account of {self.player or self.club}"


class LedgerEntry(models.Model):
    """Units that moved, and why: what an event of a game came to, or what an officer did. Never changed.

    Exactly one of `stream` with `version`, and `act`, is there. The words of an officer lie in the act's reason, where
    they can be erased.
    """

    class Kind(models.TextChoices):
        GAME = "game", _("Game")
        GRANT = "grant", _("Grant")
        SETTLEMENT = "settlement", _("Settlement")
        CORRECTION = "correction", _("Correction")
        REVERSAL = "reversal", _("Reversal")
        OPENING = "opening", _("Carried over")

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="entries")
    season = models.ForeignKey(
        Season, null=True, on_delete=models.PROTECT, related_name="entries", help_text="Empty: between seasons."
    )
    kind = models.CharField(max_length=10, choices=Kind)
    stream = models.UUIDField(null=True, help_text="The game, of which an event moved the units.")
    version = models.IntegerField(null=True, help_text="The version of that event.")
    part = models.SmallIntegerField(
        db_default=0, help_text="Of an event that moved units more than once, which of its entries it is, from 1."
    )
    hand = models.SmallIntegerField(null=True, help_text="The hand that moved them, where one did.")
    act = models.ForeignKey(
        OfficerAct, null=True, on_delete=models.PROTECT, related_name="entries", help_text="What an officer did."
    )
    corrects = models.ForeignKey(
        "self", null=True, on_delete=models.PROTECT, related_name="corrected_by",
        help_text="The entry that this one reverses or corrects.",
    )  # fmt: skip
    day = models.DateField(help_text="The day of the club on which it was played or done.")
    late = models.BooleanField(default=False, help_text="The season of that day was closed when it came.")
    recorded_at = models.DateTimeField()

    class Meta:
        ordering = ["-pk"]
        verbose_name_plural = "ledger entries"
        constraints = [
            models.UniqueConstraint(
                fields=["stream", "version", "part"], condition=Q(stream__isnull=False), name="clubs_entry_of_event"
            ),
            models.UniqueConstraint(fields=["act", "kind"], condition=Q(act__isnull=False), name="clubs_entry_of_act"),
            models.UniqueConstraint(
                fields=["corrects"], condition=Q(kind="reversal"), name="clubs_entry_reversed_once"
            ),
            models.CheckConstraint(
                condition=Q(stream__isnull=False, version__isnull=False, act=None)
                | Q(stream=None, version=None, hand=None, act__isnull=False),
                name="clubs_entry_has_cause",
            ),
        ]
        indexes = [
            models.Index(fields=["club", "-id"], name="clubs_entry_recent"),
            models.Index(fields=["club", "season", "-id"], name="clubs_entry_of_season"),
            models.Index(
                fields=["club", "kind", "-id"], condition=~Q(kind="game"), name="clubs_entry_of_kind",
            ),
        ]  # fmt: skip

    def __str__(self) -> str:
        return f"Entry {self.pk}"


class LedgerPosting(models.Model):
    """The amount of an entry on one account; all postings of an entry sum to 0."""

    pk = models.CompositePrimaryKey("entry", "account")
    entry = models.ForeignKey(LedgerEntry, on_delete=models.PROTECT, related_name="postings", db_index=False)
    account = models.ForeignKey(LedgerAccount, on_delete=models.PROTECT, related_name="postings", db_index=False)
    amount = models.IntegerField(help_text="Units; what is given away is negative.")

    class Meta:
        constraints = [models.CheckConstraint(condition=~Q(amount=0), name="clubs_posting_moves")]
        indexes = [models.Index(fields=["account", "-entry"], include=["amount"], name="clubs_posting_of_account")]

    def __str__(self) -> str:
        return f"{self.amount:+} on account {self.account_id}"


class LedgerBalance(models.Model):
    """The balance of an account in a season, maintained by the database itself."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+", db_index=False)
    season = models.ForeignKey(Season, null=True, on_delete=models.PROTECT, related_name="+", db_index=False)
    account = models.ForeignKey(LedgerAccount, on_delete=models.PROTECT, related_name="balances", db_index=False)
    amount = models.BigIntegerField()
    moved = models.IntegerField(default=0, help_text="How many entries have moved it.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["account", "season"], name="clubs_balance_once", nulls_distinct=False),
        ]
        # Without the amount, which changes all the time: so a change of it touches no index.
        indexes = [models.Index(fields=["club", "season"], name="clubs_balance_of_season")]

    def __str__(self) -> str:
        return f"{self.amount:+} on account {self.account_id}"
