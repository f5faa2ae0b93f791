"""Sitting down, getting up, taking a seat over, and the pace between hands."""

from collections.abc import Callable
from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.base import NO_NUL
from games import services
from games.api.writing import Receipt, WritingView

Level = Literal["steady", "strong"]
"""How well a bot plays."""


class Sitting(msgspec.Struct, forbid_unknown_fields=True):
    """`invitation` is the code of the invitation link, at a table by invitation."""

    invitation: Annotated[str, msgspec.Meta(max_length=64, pattern=NO_NUL)] = ""


class BotWish(msgspec.Struct, forbid_unknown_fields=True):
    """How well a bot plays; without it steadily."""

    level: Level = "steady"


class Nothing(msgspec.Struct, forbid_unknown_fields=True):
    """Nothing has to be said; the body may be left out."""


class SeatView(WritingView):
    """A seat."""

    def sit(self, service: Callable[..., int], table_id: UUID, seat: int, **said: Any) -> Response:
        """Call the service for the seat, once for each key."""
        return self.run(
            lambda command: Receipt(
                table_id,
                service(table_id=table_id, player=self.require_player(), seat=seat, command=command, **said),
            )
        )


class TakeSeat(SeatView):
    """A free seat."""

    @extend_schema(operation_id="seats_take", request=Sitting, responses=Receipt, tags=["seats"])
    def post(self, request: Request, table_id: UUID, seat: int) -> Response:
        """Take a free seat: play begins when the last one is taken."""
        return self.sit(services.take_seat, table_id, seat, invitation=self.read(Sitting).invitation)


class TakeSeatOver(SeatView):
    """A seat whose player has left, or at which a bot sits."""

    @extend_schema(operation_id="seats_substitute", request=Sitting, responses=Receipt, tags=["seats"])
    def post(self, request: Request, table_id: UUID, seat: int) -> Response:
        """Take a seat over in a running game, with its clock and score: with the next deal, your own at once."""
        return self.sit(services.substitute, table_id, seat, invitation=self.read(Sitting).invitation)


class SeatBot(SeatView):
    """A free seat for a bot."""

    @extend_schema(operation_id="seats_bot", request=BotWish, responses=Receipt, tags=["seats"])
    def post(self, request: Request, table_id: UUID, seat: int) -> Response:
        """Let a bot play a free seat."""
        return self.sit(services.seat_bot, table_id, seat, level=self.read(BotWish).level)


class PlayerView(WritingView):
    """The seat of the player who asks."""

    def do(self, service: Callable[..., int], table_id: UUID) -> Response:
        """Call the service for the player, once for each key."""
        self.read(Nothing)
        return self.run(
            lambda command: Receipt(table_id, service(table_id=table_id, player=self.require_player(), command=command))
        )


class Leave(PlayerView):
    """Getting up."""

    @extend_schema(operation_id="seats_leave", request=Nothing, responses=Receipt, tags=["seats"])
    def post(self, request: Request, table_id: UUID) -> Response:
        """Get up, or take no seat over after all: once the game runs a bot sits in until somebody does."""
        return self.do(services.leave_seat, table_id)


class Return(PlayerView):
    """Coming back."""

    @extend_schema(operation_id="seats_return", request=Nothing, responses=Receipt, tags=["seats"])
    def post(self, request: Request, table_id: UUID) -> Response:
        """Come back to your seat: the bot that sat in for you steps aside."""
        return self.do(services.return_to_seat, table_id)


class Pause(PlayerView):
    """Holding the next deal back."""

    @extend_schema(operation_id="deals_pause", request=Nothing, responses=Receipt, tags=["play"])
    def post(self, request: Request, table_id: UUID) -> Response:
        """Hold the next deal back for a while."""
        return self.do(services.pause_deal, table_id)


class Deal(PlayerView):
    """The next deal at once."""

    @extend_schema(operation_id="deals_now", request=Nothing, responses=Receipt, tags=["play"])
    def post(self, request: Request, table_id: UUID) -> Response:
        """Ask for the next deal at once."""
        return self.do(services.deal_now, table_id)
