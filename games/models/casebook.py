"""The rows of the case book: the features by which cases are like one another."""

from django.db import models

from games.models.cases import Case


class CaseFeatures(models.Model):
    """What a closed case is about, as far as it makes it like another one (`games.casebook.features`).

    Everything in it follows from the case and the hand, so it can be made again.
    """

    case = models.OneToOneField(Case, on_delete=models.CASCADE, primary_key=True, related_name="features")
    made_by = models.PositiveSmallIntegerField(help_text="The version of the features.")
    family = models.CharField(max_length=2, help_text="28 or 56.")
    players = models.PositiveSmallIntegerField()
    subject = models.CharField(max_length=16)
    rule = models.CharField(max_length=20, blank=True, help_text="The rule that the decision or the dispute cites.")
    phase = models.CharField(max_length=10, blank=True, help_text="The phase at the step; empty where none is known.")
    trick = models.PositiveSmallIntegerField(null=True, help_text="The number of the trick.")
    bid = models.PositiveSmallIntegerField(null=True, help_text="The standing bid, or the contract.")
    denomination = models.CharField(max_length=2, blank=True, help_text="What it names in 56.")
    doubled = models.PositiveSmallIntegerField(default=0)
    trump = models.CharField(max_length=8, blank=True, help_text="`hidden`, `open` or `none`.")
    acts = models.CharField(max_length=10, blank=True, help_text="`declarer`, `partner`, `defender`, or of no side.")

    class Meta:
        indexes = [
            models.Index(fields=["family", "rule"], name="games_features_rule"),
            models.Index(fields=["family", "subject"], name="games_features_subject"),
        ]

    def __str__(self) -> str:
        return f"Features of {self.case_id}"
