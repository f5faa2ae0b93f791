"""The contract of every projection: following the log and building anew from it come to the same rows."""

from collections.abc import Iterable
from typing import Any

from django.db import models

from games.models import ProjectionRun
from games.store import projector, rebuilding
from games.store.projector import Projection


def serving_run(projection: type[Projection]) -> ProjectionRun:
    """Return the run whose rows serve."""
    return ProjectionRun.objects.get(name=projection.name, status=ProjectionRun.Status.SERVING)


def rows(projection: type[Projection], number: int) -> dict[str, list[tuple[Any, ...]]]:
    """Return the rows of a run by table, without what is another in each run, in an order of their own.

    A row that points to another of the read model has what stands there in place of its id.
    """
    return {model.__name__: sorted(_rows(model, number), key=repr) for model in projection.models}


def assert_rebuild_equals(projection: type[Projection]) -> None:
    """Follow the log, build anew from it, and compare.

    Fails too if there are no rows: nothing would have been compared.
    """
    projector.run_once(projection)
    old = serving_run(projection)
    followed = rows(projection, old.number)
    assert any(followed.values()), f"no event of this test changes {projection.name}"

    new = rebuilding.rebuild(projection)

    assert new.number != old.number
    assert rows(projection, new.number) == followed
    assert not any(rows(projection, old.number).values()), "the old rows are left"
    assert projector.stopped_lanes() == []
    assert projector.miscounts(projection) == []


def _rows(model: type[models.Model], number: int) -> Iterable[tuple[Any, ...]]:
    return model._default_manager.filter(projection_version=number).values_list(*_names(model))


def _names(model: type[models.Model], before: str = "") -> list[str]:
    """Return what to compare of a row, through its foreign keys to other rows of projections."""
    names = []
    for field in model._meta.concrete_fields:
        if field.primary_key or field.name == "projection_version":
            continue
        other = field.related_model
        if isinstance(other, type) and any(one.name == "projection_version" for one in other._meta.concrete_fields):
            names += _names(other, f"{before}{field.name}__")
        else:
            names.append(before + field.attname)
    return names
