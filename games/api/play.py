"""Acting at a table: bids, folds and cards, and the player's own number for the shuffle."""

from collections.abc import Callable
from typing import Annotated, Any, Union, cast
from uuid import UUID

import msgspec
from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

import engine
from clubs.api.base import convert
from games import selectors, services
from games.api.writing import SEEN, Receipt, WritingView, seat_of

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
    """The fingerprint of your own number for the shuffle of a hand, as docs/fair-deal.md computes it."""

    hand: Annotated[int, msgspec.Meta(ge=1, le=10_000)]
    commitment: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]


class Entropy(msgspec.Struct, forbid_unknown_fields=True):
    """Your own number for the shuffle of a hand, 16 to 64 bytes in hexadecimal digits: the one you committed to."""

    hand: Annotated[int, msgspec.Meta(ge=1, le=10_000)]
    entropy: Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{2}){16,64}$")]


class Actions(WritingView):
    """What a player does in a hand."""

    @extend_schema(
        operation_id="actions_create",
        parameters=[SEEN],
        request=ANY_ACTION,
        responses=Receipt,
        tags=["play"],
    )
    def post(self, request: Request, table_id: UUID) -> Response:
        """Act: bid, call, double, pass, fold, ask, reveal, play and so on, as the view that you saw makes it legal."""
        seen = self.version_seen()
        body = read_action(request.data)

        def act(command: UUID) -> Receipt:
            player = self.require_player()
            self.rules = selectors.visible_table(table_id, player).rules
            action = DO[type(body)](seat_of(table_id, player), *msgspec.structs.astuple(body))
            version = services.act(
                table_id=table_id, player=player, action=action, expected_version=seen, command=command
            )
            return Receipt(table_id, version)

        return self.run(act)


class Answer(msgspec.Struct, forbid_unknown_fields=True):
    """Whether you agree to the claim of a seat of the other side, whose cards lie open."""

    claimer: Annotated[int, msgspec.Meta(ge=0, le=7)]
    agree: bool


class Claims(WritingView):
    """The answers to a claim."""

    @extend_schema(operation_id="claims_answer", request=Answer, responses=Receipt, tags=["play"])
    def post(self, request: Request, table_id: UUID) -> Response:
        """Agree to a claim, or object: one objection ends it; agreed to by all of the other side it ends the hand."""
        body = self.read(Answer)
        return self.run(
            lambda command: Receipt(
                table_id,
                services.answer_claim(
                    table_id=table_id,
                    player=self.require_player(),
                    claimer=body.claimer,
                    agree=body.agree,
                    command=command,
                ),
            )
        )


class Concession(msgspec.Struct, forbid_unknown_fields=True):
    """The number of the hand of 56 that you concede for your side."""

    hand: Annotated[int, msgspec.Meta(ge=1, le=10_000)]


class Concessions(WritingView):
    """Conceding a hand of 56."""

    @extend_schema(operation_id="hands_concede", request=Concession, responses=Receipt, tags=["play"])
    def post(self, request: Request, table_id: UUID) -> Response:
        """Concede the running hand of 56 for your side: what is left goes to the other side, and you lose the hand."""
        body = self.read(Concession)
        return self.run(
            lambda command: Receipt(
                table_id,
                services.concede_hand(table_id=table_id, player=self.require_player(), hand=body.hand, command=command),
            )
        )


class EntropyCommitments(WritingView):
    """The players' commitments to numbers for the shuffle."""

    @extend_schema(operation_id="entropy_commit", request=EntropyCommitment, responses=Receipt, tags=["play"])
    def post(self, request: Request, table_id: UUID) -> Response:
        """Commit to your own number for the shuffle, while `shuffle.wanted` of your view is `commitment`."""
        body = self.read(EntropyCommitment)
        return self.run(
            lambda command: Receipt(
                table_id,
                services.commit_entropy(
                    table_id=table_id,
                    player=self.require_player(),
                    hand=body.hand,
                    commitment=body.commitment,
                    command=command,
                ),
            )
        )


class Entropies(WritingView):
    """The players' numbers for the shuffle."""

    @extend_schema(operation_id="entropy_create", request=Entropy, responses=Receipt, tags=["play"])
    def post(self, request: Request, table_id: UUID) -> Response:
        """Open the number that you committed to, while `shuffle.wanted` of your view is `number`."""
        body = self.read(Entropy)
        return self.run(
            lambda command: Receipt(
                table_id,
                services.give_entropy(
                    table_id=table_id,
                    player=self.require_player(),
                    hand=body.hand,
                    entropy=body.entropy,
                    command=command,
                ),
            )
        )
