"""Games of a club as records."""

from datetime import date
from functools import partial
from typing import Annotated
from uuid import UUID

import msgspec
from django.http import StreamingHttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiResponse
from rest_framework.request import Request

import engine
from clubs.api.base import ApiView, described
from clubs.api.common import club_of
from clubs.api.formats import StructRenderer
from clubs.api.problems import Problem
from clubs.models import Player
from clubs.officers.permissions import require
from clubs.web.files import on_the_way
from games.api.hands import LineRenderer
from games.records import exporting
from games.records.exporting import PERMISSION, Selection

operation = partial(described, tag="hands")


class RecordsWanted(msgspec.Struct, forbid_unknown_fields=True):
    """The games to be exported; what is left out selects all."""

    rules: Annotated[str, msgspec.Meta(max_length=40, description="Those by this rule set.")] = ""
    game: Annotated[UUID | None, msgspec.Meta(description="This table or score sheet.")] = None
    player: Annotated[UUID | None, msgspec.Meta(description="Those in which this player has a seat.")] = None
    since: Annotated[date | None, msgspec.Meta(description="Those begun on this day or later.")] = None
    until: Annotated[date | None, msgspec.Meta(description="Those begun on this day or earlier.")] = None
    finished: Annotated[bool, msgspec.Meta(description="Only finished games.")] = False


class ExportedRecords(ApiView):
    """The records of a club's games."""

    renderer_classes = (LineRenderer, StructRenderer)

    @operation(
        "clubs_records_export",
        {(200, "application/jsonl"): OpenApiResponse({"type": "string"}, "One record a line.")},
        parameters=RecordsWanted,
    )
    def get(self, request: Request, slug: str) -> StreamingHttpResponse:
        """Give out games of a club as `lelam-record/1`, one a line: finished hands, and sheets written down in full."""
        player = self.require_player()
        club = club_of(slug)
        require(player, PERMISSION, club)
        wanted = self.asked(RecordsWanted)
        if wanted.rules and wanted.rules not in engine.rule_set_ids():
            raise Problem("not-found", _("There is no such game."))
        of = None if wanted.player is None else Player.objects.filter(pk=wanted.player).first()
        if wanted.player is not None and of is None:
            raise Problem("not-found", _("There is no such player."))
        selection = Selection(
            club=club,
            games=() if wanted.game is None else (wanted.game,),
            player=of,
            since=wanted.since,
            until=wanted.until,
            rules=wanted.rules,
            finished=wanted.finished,
            viewer=player,
        )
        pieces = exporting.give_out(by=player, selection=selection)
        return StreamingHttpResponse(on_the_way(request._request, pieces), content_type=LineRenderer.media_type)
