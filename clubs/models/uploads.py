"""Files on their way in, in pieces."""

import uuid

from django.db import models

from clubs.models.clubs import Club
from clubs.models.people import Player


class Upload(models.Model):
    """A file that an officer sends in pieces. `clubs.uploads` takes them."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    by = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    file_name = models.CharField(max_length=100, blank=True)
    length = models.BigIntegerField(help_text="Bytes of the whole file.")
    offset = models.BigIntegerField(default=0, help_text="Bytes that have arrived.")
    begun_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(help_text="Removed then, unless an import reads it.")

    class Meta:
        ordering = ["-begun_at"]
        indexes = [
            models.Index(fields=["club", "by"], name="clubs_upload_of"),
            models.Index(fields=["expires_at"], name="clubs_upload_ends"),
        ]

    def __str__(self) -> str:
        return f"Upload for {self.club_id}"

    @property
    def is_complete(self) -> bool:
        """Tell whether all of it has arrived."""
        return self.offset == self.length


class UploadPiece(models.Model):
    """A piece of a file. It lies in the database, so that every process takes the next one and every backup has it."""

    upload = models.ForeignKey(Upload, on_delete=models.CASCADE, related_name="pieces")
    start = models.BigIntegerField(help_text="Its first byte in the file, from 0.")
    data = models.BinaryField()

    class Meta:
        ordering = ["start"]
        constraints = [models.UniqueConstraint(fields=["upload", "start"], name="clubs_upload_piece_once")]

    def __str__(self) -> str:
        return f"From {self.start} of {self.upload_id}"
