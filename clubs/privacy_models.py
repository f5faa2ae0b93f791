"""What a player lets others see."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.models import Player


class Audience(models.TextChoices):
    """Who may see something of a player."""

    EVERYBODY = "everybody", _("Everybody")
    CLUBS = "clubs", _("My clubs")  # whoever shares one with the player
    NOBODY = "nobody", _("Nobody")


class PrivacyChoices(models.Model):
    """What a player lets others see. Who has not chosen has no row: the defaults of the columns hold for them."""

    player = models.OneToOneField(Player, primary_key=True, on_delete=models.CASCADE, related_name="privacy")
    lists = models.CharField(max_length=10, choices=Audience, default=Audience.EVERYBODY)
    clubs = models.CharField(max_length=10, choices=Audience, default=Audience.EVERYBODY)
    results = models.CharField(max_length=10, choices=Audience, default=Audience.EVERYBODY)
    rating = models.CharField(max_length=10, choices=Audience, default=Audience.EVERYBODY)
    stakes = models.CharField(max_length=10, choices=Audience, default=Audience.CLUBS)
    partners = models.CharField(max_length=10, choices=Audience, default=Audience.EVERYBODY)
    histories = models.CharField(max_length=10, choices=Audience, default=Audience.EVERYBODY)
    kunukku = models.CharField(max_length=10, choices=Audience, default=Audience.EVERYBODY)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name_plural = "privacy choices"

    def __str__(self) -> str:
        return f"What {self.player} lets others see"
