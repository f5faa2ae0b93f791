"""Acting at a table: bids, folds and cards, and the player's own number for the shuffle."""

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, Union, cast
from uuid import UUID

import msgspec
from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework.request import Request
from rest_framework.response import Response

import engine
from clubs.api.base import convert, described
from games.api.writing import Receipt, WritingView, seat_of
from games.tables.selectors.access import visible_table
from games.tables.services import play
from games.tables.services.play import answer_claim, commit_entropy, concede_hand, give_entropy

operation = partial(described, tag="play")

Card = Annotated[str, msgspec.Meta(pattern="^[SHDC][J9ATKQ8763]$", description="A card's code, such as `SJ`.")]
_NARROWER: dict[str, Any] = {
    "card": Card,
    "value": Annotated[int, msgspec.Meta(ge=0, le=1000)],
    "call": Annotated[str, msgspec.Meta(min_length=1, max_length=8)],
}


def _body_of(kind: type[engine.Act]) -> type[msgspec.Struct]:
    """Return the body that does this: the action of the record format without its seat, which is the player's own."""
    fields = [(name, _NARROWER[name]) for name in kind.__struct_fields__ if name != "seat"]
    return msgspec.defstruct(
        f"Do{kind.__name__}",
        fields,
        tag_field="type",
        tag=str(kind.__struct_config__.tag),
        forbid_unknown_fields=True,
        namespace={"__doc__": kind.__doc__},
        module=__name__,
    )


DO: dict[type[msgspec.Struct], Callable[..., engine.Action]] = {
    _body_of(kind): cast("Callable[..., engine.Action]", kind) for kind in engine.ACTION_TYPES.values()
}
"""The action that each body asks for."""

ANY_ACTION = PolymorphicProxySerializer(
    component_name="Do",
    serializers={str(body.__struct_config__.tag): body for body in DO},  # type: ignore[misc]  # structs will do
    resource_type_field_name="type",
)


def read_action(value: Any) -> msgspec.Struct:
    """Return the body that asks for an action, or raise `Problem`."""
    any_body: Any = Union[tuple(DO)]  # noqa: UP007  # made of what the engine knows
    return cast("msgspec.Struct", convert(value, any_body))


class EntropyCommitment(msgspec.Struct, forbid_unknown_fields=True):
    """The fingerprint of your own number for the shuffle of a hand, as docs/reference/fair-deal.md computes it."""

    hand: Annotated[int, msgspec.Meta(ge=1, le=10_000)]
    commitment: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]


class Entropy(msgspec.Struct, forbid_unknown_fields=True):
    """Your own number for the shuffle of a hand, 16 to 64 bytes in hexadecimal digits: the one you committed to."""

    hand: Annotated[int, msgspec.Meta(ge=1, le=10_000)]
    entropy: Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{2}){16,64}$")]


class Actions(WritingView):
    """What a player does in a hand."""

    version_required = True

    @operation("actions_create", Receipt, body=ANY_ACTION)
    def post(self, request: Request, table_id: UUID) -> Response:
        """Act: bid, call, double, pass, fold, ask, reveal, play and so on, as the view that you saw makes it legal."""
        seen = self.version_seen()
        body = read_action(request.data)
        player = self.require_player()
        self.rules = visible_table(table_id, player).rules
        action = DO[type(body)](seat_of(table_id, player), *msgspec.structs.astuple(body))
        version = play.act(table_id=table_id, player=player, action=action, expected_version=seen, command=self.command)
        return self.receipt(Receipt(table_id, version))


class Answer(msgspec.Struct, forbid_unknown_fields=True):
    """Whether you agree to the claim of a seat of the other side, whose cards lie open."""

    claimer: Annotated[int, msgspec.Meta(ge=0, le=7)]
    agree: bool


class Claims(WritingView):
    """The answers to a claim."""

    @operation("claims_answer", Receipt, body=Answer)
    def post(self, request: Request, table_id: UUID) -> Response:
        """Agree to a claim, or object: one objection ends it; agreed to by all of the other side it ends the hand."""
        return self.do(answer_claim, table_id, self.read(Answer))


class Concession(msgspec.Struct, forbid_unknown_fields=True):
    """The number of the hand of 56 that you concede for your side."""

    hand: Annotated[int, msgspec.Meta(ge=1, le=10_000)]


class Concessions(WritingView):
    """Conceding a hand of 56."""

    @operation("hands_concede", Receipt, body=Concession)
    def post(self, request: Request, table_id: UUID) -> Response:
        """Concede the running hand of 56 for your side: what is left goes to the other side, and you lose the hand."""
        return self.do(concede_hand, table_id, self.read(Concession))


class EntropyCommitments(WritingView):
    """The players' commitments to numbers for the shuffle."""

    @operation("entropy_commit", Receipt, body=EntropyCommitment)
    def post(self, request: Request, table_id: UUID) -> Response:
        """Commit to your own number for the shuffle, while `shuffle.wanted` of your view is `commitment`."""
        return self.do(commit_entropy, table_id, self.read(EntropyCommitment))


class Entropies(WritingView):
    """The players' numbers for the shuffle."""

    @operation("entropy_create", Receipt, body=Entropy)
    def post(self, request: Request, table_id: UUID) -> Response:
        """Open the number that you committed to, while `shuffle.wanted` of your view is `number`."""
        return self.do(give_entropy, table_id, self.read(Entropy))
