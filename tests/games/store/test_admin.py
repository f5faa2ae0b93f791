"""The admin shows how projections are, lets nobody change it, and does not show the log."""

import uuid

import pytest
from django.apps import apps
from django.contrib import admin
from django.test import Client

from engine.events import HandScored
from games import store
from games.models import ProjectionCheckpoint, ProjectionRun
from games.projections import Hands
from games.store import projector

pytestmark = pytest.mark.django_db


def test_the_admin_shows_which_lane_has_stopped_and_why(admin_client: Client):
    projector.run_once(Hands)
    run = ProjectionRun.objects.get(name="hands")
    ProjectionCheckpoint.objects.filter(run=run, lane=3).update(failed_pos=7, error="ArithmeticError: too much")

    page = admin_client.get(f"/admin/games/projectionrun/{run.pk}/change/")

    assert page.status_code == 200
    assert "ArithmeticError: too much" in page.text
    assert admin_client.post(f"/admin/games/projectionrun/{run.pk}/change/", {}).status_code == 403


def test_the_admin_does_not_show_the_log():
    assert not admin.site.is_registered(apps.get_model("games", "Event"))


def test_a_stopped_projection_is_seen_in_the_health(client: Client):
    store.append(
        uuid.uuid4(), expected=0, events=[HandScored(1, "made", 0, 16, (18, 10), (1, -1))], command=uuid.uuid4()
    )
    projector.run_once(Hands)
    assert client.get("/healthz?only=projections").json() == {"projections": "ok"}
    lane = ProjectionCheckpoint.objects.filter(run__name="hands", lane=3)
    lane.update(failed_pos=7, error="ArithmeticError: too much")

    answer = client.get("/healthz?only=projections")

    assert answer.status_code == 503
    assert answer.json() == {"projections": "stopped: hands"}
