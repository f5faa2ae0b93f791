"""Rows with a name, and its skeleton stored: what finds all players or clubs of a name at once."""

from collections.abc import Iterable
from typing import Any

from django.db import models

from clubs.names import skeleton


class SkeletonField(models.TextField):  # type: ignore[type-arg]
    """The skeleton of the row's `name`, written whenever the row is. An update of many rows sets it beside the name."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"editable": False, "default": "", **options})

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        """Return the skeleton of the name that is about to be written."""
        made = skeleton(model_instance.name)  # type: ignore[attr-defined]
        setattr(model_instance, self.attname, made)
        return made


class Named(models.Model):
    """A row with a `name` that is looked up by how it looks."""

    skeleton = SkeletonField()

    class Meta:
        abstract = True

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **options: Any) -> None:
        """Write the skeleton with the name."""
        if update_fields is not None and "name" in update_fields:
            update_fields = {*update_fields, "skeleton"}
        super().save(*args, update_fields=update_fields, **options)
