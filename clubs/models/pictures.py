"""Pictures as evidence. They lie in the database, so that every process and every backup has them."""

import uuid

from django.db import models

from clubs.models.people import Player


class Picture(models.Model):
    """A picture of something: `kind` and `about` say of what (`clubs.pictures.kinds`).

    It is never the file that was sent: `clubs.pictures.images` encodes it anew, without metadata.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=20, help_text="What it is evidence of, such as `sheet`.")
    about = models.UUIDField(help_text="The id of the thing.")
    added_by = models.ForeignKey(Player, null=True, on_delete=models.SET_NULL, related_name="+")
    holder = models.UUIDField(null=True, help_text="The pass by which it was added without an account.")
    added_at = models.DateTimeField(auto_now_add=True)
    digest = models.CharField(max_length=64, help_text="SHA-256 of the image: the same picture twice is one.")
    width = models.PositiveSmallIntegerField(help_text="Of the image, in pixels.")
    height = models.PositiveSmallIntegerField(help_text="Of the image, in pixels.")
    image = models.BinaryField(help_text="WebP.")
    thumbnail = models.BinaryField(help_text="WebP.")

    class Meta:
        ordering = ["added_at", "pk"]
        constraints = [models.UniqueConstraint(fields=["kind", "about", "digest"], name="clubs_picture_once")]
        indexes = [
            models.Index(fields=["added_by", "added_at"], name="clubs_picture_by"),
            models.Index(
                fields=["holder", "added_at"], name="clubs_picture_holder", condition=models.Q(holder__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"Picture of {self.kind} {self.about}"
