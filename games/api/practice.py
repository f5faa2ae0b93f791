"""Practising alone: begin, act, ask for a hint, take back, deal again."""

from collections.abc import Mapping
from datetime import datetime
from functools import partial
from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec
from django.utils.translation import gettext as _
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

import engine
from clubs.api.base import ApiView, Options, Paging, described, page_of, published
from games.api.etags import ETAG
from games.api.play import ANY_ACTION, DO, read_action
from games.api.seats import Level
from games.api.tables import RulesId
from games.api.writing import WritingView
from games.conventions.words import meaning_words
from games.errors import WrongMoment
from games.models import Practice
from games.practice import selectors, services
from games.practice.hints import advise
from games.practice.state import Room
from games.tables.recall import reviewed

operation = partial(described, tag="practice")

Seat = Annotated[int, msgspec.Meta(ge=0, le=7)]


class PracticeEntry(msgspec.Struct, frozen=True):
    """A practice as the list shows it; `hand` is the number of its running or last hand."""

    id: UUID
    rules: str
    options: dict[str, Any]
    version: int
    hand: int
    created_at: datetime
    updated_at: datetime


PracticeEntryPage = page_of(PracticeEntry)


class PracticeWish(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A practice to be begun.

    Attributes:
        rules: The id of the rule set.
        options: Options of the rule set that differ from its defaults.
        place: When you speak in the first hand: 1 opens, the last one deals; left out, by lot.
        level: How well the bots play.
    """

    rules: RulesId
    options: Options = {}
    place: Annotated[int, msgspec.Meta(ge=1, le=8)] | None = None
    level: Level = "steady"


class PracticeView(msgspec.Struct, frozen=True):
    """A practice as its player may see it.

    Attributes:
        hand: The number of the running or last hand.
        seat: Your seat.
        level: How well the bots play.
        decisions: How many of your decisions in this hand can be taken back.
        over: The hand is decided.
        finished: The game is decided; the next hand begins a new one.
        other_seats: These cards may be dealt again for another seat, as they have been played to their end once.
        cards: Each seat's cards as dealt, once the hand is decided; else none.
        game: The game as your seat may see it; `legal` is what you may do.
    """

    id: UUID
    version: int
    hand: int
    seat: int
    level: str
    decisions: int
    over: bool
    finished: bool
    other_seats: bool
    cards: tuple[tuple[str, ...], ...]
    game: engine.View


class PracticeHint(msgspec.Struct, frozen=True):
    """What a good player would do.

    Attributes:
        action: What, as an action of a record.
        why: A stable word for the reason.
        reason: The reason in a sentence.
        tells: In 56, what it tells partners by the convention card, where that is the reason; else empty.
        rule: The rule of that convention, or null.
    """

    action: engine.Action
    why: str
    reason: str
    tells: str
    rule: str | None


class PracticeReceipt(msgspec.Struct, frozen=True):
    """What a request did: the practice, and its version after it."""

    practice: UUID
    version: int

    @property
    def location(self) -> str:
        """The address of the practice."""
        return f"/api/practices/{self.practice}/"


class PracticeDeal(msgspec.Struct, forbid_unknown_fields=True):
    """Which cards to deal.

    Attributes:
        cards: `same` deals the cards of this hand again, `new` others, `next` the next hand of the game.
        seat: With `same`: the seat to play them from, once they have been played to their end.
    """

    cards: Literal["same", "new", "next"]
    seat: Seat | None = None


def _entry(practice: Practice) -> PracticeEntry:
    return published(PracticeEntry, practice, hand=practice.hand_number)


class Practices(WritingView):
    """One's own practices."""

    @operation("practices_list", PracticeEntryPage, parameters=Paging)
    def get(self, request: Request) -> Response:
        """List your practices, the last one first; the last twelve are kept."""
        found = selectors.practices_of(self.require_player())
        return self.page(found, PracticeEntryPage, self.asked(Paging), lambda some: map(_entry, some))

    @operation("practices_create", {201: PracticeReceipt}, body=PracticeWish)
    def post(self, request: Request) -> Response:
        """Begin a practice: one person at a table with bots, without a clock; nothing of it goes into a record."""
        wish = self.read(PracticeWish)
        begun = services.begin_practice(player=self.require_player(), **msgspec.structs.asdict(wish))
        return self.receipt(PracticeReceipt(begun.pk, begun.version), status=201)


class OnePractice(ApiView):
    """A practice."""

    permission_classes = (IsAuthenticated,)

    @operation("practices_retrieve", PracticeView, headers=[ETAG])
    def get(self, request: Request, practice_id: UUID) -> Response:
        """Show a practice of yours, as your seat may see it."""
        row, room = _found(self, practice_id)
        shown = PracticeView(
            id=row.pk,
            version=row.version,
            hand=row.hand_number,
            seat=room.kept.seat,
            level=room.kept.level,
            decisions=room.decisions,
            over=room.is_over,
            finished=room.is_finished,
            other_seats=room.kept.opened,
            cards=room.cards if room.is_over else (),
            game=reviewed(engine.view(room.game, room.kept.seat)),
        )
        return Response(shown, headers={"ETag": f'"{row.version}"'})


class PracticeHints(ApiView):
    """What a good player would do."""

    permission_classes = (IsAuthenticated,)

    @operation("practices_hint", PracticeHint)
    def get(self, request: Request, practice_id: UUID) -> Response:
        """Say what a good player would do at your seat, and why: knowing what you may know."""
        _row, room = _found(self, practice_id)
        if room.kept.seat not in engine.to_act(room.game):
            raise WrongMoment("hand-over", _("The hand is over; there is nothing to decide."))
        advice = advise(engine.view(room.game, room.kept.seat))
        return Response(
            PracticeHint(
                action=advice.action,
                why=advice.why,
                reason=advice.reason,
                tells=meaning_words(advice.row) if advice.row is not None else "",
                rule=advice.row.convention.source if advice.row is not None else None,
            )
        )


def _found(view: ApiView, practice_id: UUID) -> tuple[Practice, Room]:
    row = selectors.practice_of(practice_id, view.require_player())
    return row, selectors.room_in(row)


class PracticeWriting(WritingView):
    """An endpoint that changes a practice."""

    version_required = True

    def change(self, practice_id: UUID, do: Any, **more: Any) -> Response:
        """Do a verb of the practice, on the version that was seen."""
        seen, player = self.version_seen(), self.require_player()
        changed = do(practice_id=practice_id, player=player, version=seen, **more)
        return self.receipt(PracticeReceipt(practice_id, changed.practice.version))


class PracticeActions(PracticeWriting):
    """What one does in a practice."""

    @operation("practices_act", PracticeReceipt, body=ANY_ACTION)
    def post(self, request: Request, practice_id: UUID) -> Response:
        """Act at your seat; then the bots play on until it is your turn."""
        body = read_action(request.data)
        row, room = _found(self, practice_id)
        self.rules = row.rules
        action = DO[type(body)](room.kept.seat, *msgspec.structs.astuple(body))
        return self.change(practice_id, services.act, action=action)


class PracticeBack(PracticeWriting):
    """Taking back."""

    @operation("practices_back", PracticeReceipt)
    def post(self, request: Request, practice_id: UUID) -> Response:
        """Take your last decision of the hand back, with all that the bots did after it."""
        return self.change(practice_id, services.take_back)


class PracticeDeals(PracticeWriting):
    """Dealing."""

    @operation("practices_deal", PracticeReceipt, body=PracticeDeal)
    def post(self, request: Request, practice_id: UUID) -> Response:
        """Deal the same cards again, other cards, or the next hand."""
        body = self.read(PracticeDeal)
        if body.cards == "same":
            return self.change(practice_id, services.deal_again, seat=body.seat)
        deals: Mapping[str, Any] = {"new": services.deal_new, "next": services.next_hand}
        return self.change(practice_id, deals[body.cards])
