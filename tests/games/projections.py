"""The contract of every projection: following the log and building anew from it come to the same rows."""

from collections.abc import Iterable
from typing import Any

from django.db import models

from games import projector
from games.projector import Projection
from games.store_models import ProjectionRun


def serving_run(projection: type[Projection]) -> ProjectionRun:
    """Return the run whose rows serve."""
    return ProjectionRun.objects.get(name=projection.name, status=ProjectionRun.Status.SERVING)


def rows(projection: type[Projection], number: int) -> dict[str, list[tuple[Any, ...]]]:
    """Return the rows of a run by table, without what is another in each run, in an order of their own."""
    return {model.__name__: sorted(_rows(model, number), key=repr) for model in projection.models}


def assert_rebuild_equals(projection: type[Projection]) -> None:
    """Follow the log, build anew from it, and compare.

    Fails too if there are no rows: nothing would have been compared.
    """
    projector.run_once(projection)
    old = serving_run(projection)
    followed = rows(projection, old.number)
    assert any(followed.values()), f"no event of this test changes {projection.name}"

    new = projector.rebuild(projection)

    assert new.number != old.number
    assert rows(projection, new.number) == followed
    assert not any(rows(projection, old.number).values()), "the old rows are left"
    assert projector.stopped_lanes() == []
    assert projector.miscounts(projection) == []


def _rows(model: type[models.Model], number: int) -> Iterable[tuple[Any, ...]]:
    fields = [
        field.attname
        for field in model._meta.concrete_fields
        if not field.primary_key and field.name != "projection_version"
    ]
    return model._default_manager.filter(projection_version=number).values_list(*fields)
