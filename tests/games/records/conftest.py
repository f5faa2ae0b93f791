"""A club whose owner sends records in and takes them out."""

import io
from collections.abc import Callable
from typing import Any

import pytest

from clubs.exchange.report import Report
from clubs.exchange.streams import StreamJob
from clubs.models import Club, Player
from games.records.importing import import_lines
from tests.factories import ClubFactory, PlayerFactory


@pytest.fixture
def owner(db: None) -> Player:
    return PlayerFactory(name="Annamma", password="Kottayam-to-Pala-7")


@pytest.fixture
def club(owner: Player) -> Club:
    return ClubFactory(founder=owner, name="Meenachil Card Club")


@pytest.fixture
def take(club: Club, owner: Player) -> Callable[..., Report]:
    """Import a file at once, and return the report."""

    def do(data: bytes, *, is_dry: bool = False, to: Club | None = None, **choices: Any) -> Report:
        job = StreamJob(club=to or club, by=owner, source=io.BytesIO(data), is_dry=is_dry, choices=choices)
        assert import_lines(job)
        return job.report

    return do
