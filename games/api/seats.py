"""Sitting down, getting up, taking a seat over, and the pace between hands."""

from functools import partial
from typing import Annotated, Literal
from uuid import UUID

import msgspec
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.base import NO_NUL, described
from games.api.writing import Receipt, WritingView
from games.tables.services.play import deal_now, pause_deal, return_to_seat
from games.tables.services.seats import leave_seat, seat_bot, take_seat
from games.tables.services.substitutes import substitute

operation = partial(described, tag="seats")

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


class TakeSeat(WritingView):
    """A free seat."""

    @operation("seats_take", Receipt, body=Sitting)
    def post(self, request: Request, table_id: UUID, seat: int) -> Response:
        """Take a free seat: play begins when the last one is taken."""
        return self.do(take_seat, table_id, self.read(Sitting), seat=seat)


class TakeSeatOver(WritingView):
    """A seat whose player has left, or at which a bot sits."""

    @operation("seats_substitute", Receipt, body=Sitting)
    def post(self, request: Request, table_id: UUID, seat: int) -> Response:
        """Take a seat over in a running game, with its clock and score: with the next deal, your own at once."""
        return self.do(substitute, table_id, self.read(Sitting), seat=seat)


class SeatBot(WritingView):
    """A free seat for a bot."""

    @operation("seats_bot", Receipt, body=BotWish)
    def post(self, request: Request, table_id: UUID, seat: int) -> Response:
        """Let a bot play a free seat."""
        return self.do(seat_bot, table_id, self.read(BotWish), seat=seat)


class Leave(WritingView):
    """Getting up."""

    @operation("seats_leave", Receipt, body=Nothing)
    def post(self, request: Request, table_id: UUID) -> Response:
        """Get up, or take no seat over after all: once the game runs a bot sits in until somebody does."""
        return self.do(leave_seat, table_id, self.read(Nothing))


class Return(WritingView):
    """Coming back."""

    @operation("seats_return", Receipt, body=Nothing)
    def post(self, request: Request, table_id: UUID) -> Response:
        """Come back to your seat: the bot that sat in for you steps aside."""
        return self.do(return_to_seat, table_id, self.read(Nothing))


class Pause(WritingView):
    """Holding the next deal back."""

    @operation("deals_pause", Receipt, body=Nothing, tag="play")
    def post(self, request: Request, table_id: UUID) -> Response:
        """Hold the next deal back for a while."""
        return self.do(pause_deal, table_id, self.read(Nothing))


class Deal(WritingView):
    """The next deal at once."""

    @operation("deals_now", Receipt, body=Nothing, tag="play")
    def post(self, request: Request, table_id: UUID) -> Response:
        """Ask for the next deal at once."""
        return self.do(deal_now, table_id, self.read(Nothing))
