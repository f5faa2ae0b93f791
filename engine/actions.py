"""Actions of players, in the imperative: one frozen struct per action, with the words of the record format.

`Action` is their union; msgspec decodes it by its `type`. Each rule set admits some of them; the others are
refused as `wrong-phase` (28-AUD-2). An action names its seat; who may act when is the judgement of
`engine.decide`.
"""

from typing import Any

import msgspec

from engine.cards import NO_CARD


class Act(msgspec.Struct, frozen=True, tag_field="type", gc=False):
    """Base of every action: somebody at a seat does something."""

    seat: int


class Bid(Act, frozen=True, tag="bid"):
    """Bid a number of card points (28)."""

    value: int


class Pass(Act, frozen=True, tag="pass"):
    """Let the turn go by, in an auction."""


class Fold(Act, frozen=True, tag="fold"):
    """Lay a card face down as the trump indicator (28)."""

    card: str

    def __repr__(self) -> str:
        """Return the action for a log or an error page: without the card."""
        return f"Fold(seat={self.seat}, card=…)"


class Keep(Act, frozen=True, tag="keep"):
    """Keep the indicator that is folded already (28, final trump)."""


class Ask(Act, frozen=True, tag="ask"):
    """Ask for the trump to be turned up (28)."""


class Reveal(Act, frozen=True, tag="reveal"):
    """Turn one's own trump up (28)."""


class Play(Act, frozen=True, tag="play"):
    """Play a card to the trick."""

    card: str


class Concede(Act, frozen=True, tag="concede"):
    """Give the hand up as the bid winner (28)."""


class Call(Act, frozen=True, tag="call"):
    """Make a call of the 56 auction, in the book's notation."""

    call: str


class Double(Act, frozen=True, tag="double"):
    """Double the contract of the other side (56)."""


class Redouble(Act, frozen=True, tag="redouble"):
    """Redouble one's own doubled contract (56)."""


class Redeal(Act, frozen=True, tag="redeal"):
    """Have the deal cancelled, holding one suit only (56)."""


class Claim(Act, frozen=True, tag="claim"):
    """Take the remaining tricks by agreement (56)."""


class SurrenderOffer(Act, frozen=True, tag="surrender_offer"):
    """Offer to give in (rule sets with Cot)."""


class SurrenderAccept(Act, frozen=True, tag="surrender_accept"):
    """Accept the other side's surrender (rule sets with Cot)."""


class SurrenderRefuse(Act, frozen=True, tag="surrender_refuse"):
    """Refuse the other side's surrender (rule sets with Cot)."""


class Thani(Act, frozen=True, tag="thani"):
    """Undertake to win every trick alone (rule sets with Thani)."""


class Cot(Act, frozen=True, tag="cot"):
    """Undertake a four-card Cot (rule sets with Cot)."""


Action = (
    Bid
    | Pass
    | Fold
    | Keep
    | Ask
    | Reveal
    | Play
    | Concede
    | Call
    | Double
    | Redouble
    | Redeal
    | Claim
    | SurrenderOffer
    | SurrenderAccept
    | SurrenderRefuse
    | Thani
    | Cot
)

ACTION_TYPES: dict[str, type[Act]] = {
    str(kind.__struct_config__.tag): kind
    for kind in (
        Bid, Pass, Fold, Keep, Ask, Reveal, Play, Concede, Call, Double, Redouble, Redeal, Claim,
        SurrenderOffer, SurrenderAccept, SurrenderRefuse, Thani, Cot,
    )
}  # fmt: skip
"""Every action by its word in the record format."""


def word_of(action: Act | type[Act]) -> str:
    """Return the record format's word for an action, such as `bid`."""
    return str(action.__struct_config__.tag)


def encode_action(action: Act) -> dict[str, Any]:
    """Return the action as a JSON object of the record format, `seat` and `type` first; without a card nobody saw."""
    plain = {"seat": action.seat, "type": word_of(action)}
    for name in action.__struct_fields__[1:]:
        if (value := getattr(action, name)) != NO_CARD:
            plain[name] = value
    return plain
