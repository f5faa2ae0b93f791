"""Events of a game, in the past tense: one frozen struct per event, stored under its class name.

`decide` makes them, `evolve` applies them, and the stream of a game is nothing but a list of them. `schema`
is the version of an event's shape; the members named in `sealed_fields` are hidden from somebody when the
event is written, and are stored encrypted until the hand is over.
"""

from typing import ClassVar

import msgspec


class Happened(msgspec.Struct, frozen=True, tag_field="type", tag=True, gc=False):
    """Base of every event of play."""

    schema: ClassVar[int] = 1
    sealed_fields: ClassVar[tuple[str, ...]] = ()

    def __repr__(self) -> str:
        """Return the event for a log or an error page: without what is sealed."""
        members = (
            f"{name}={'…' if name in self.sealed_fields else repr(getattr(self, name))}"
            for name in self.__struct_fields__
        )
        return f"{type(self).__name__}({', '.join(members)})"


class HandDealt(Happened, frozen=True):
    """A hand was dealt. `hand` counts from 1; `cards` are each seat's, in the order dealt.

    Source: 28-DEAL-1, 56-DEAL-1.
    """

    sealed_fields: ClassVar[tuple[str, ...]] = ("cards",)

    hand: int
    dealer: int
    cards: tuple[tuple[str, ...], ...]


class BidMade(Happened, frozen=True):
    """A number was bid. Source: 28-AUC-1."""

    seat: int
    value: int


class Passed(Happened, frozen=True):
    """A player passed; or, if the pass counts as one, made a bid. Source: 28-AUC-5, 56-AUC-7."""

    seat: int


class TrumpFolded(Happened, frozen=True):
    """A card was folded as the indicator; an older indicator went back to its owner. Source: 28-FOLD-1."""

    sealed_fields: ClassVar[tuple[str, ...]] = ("card",)

    seat: int
    card: str


class TrumpKept(Happened, frozen=True):
    """The declarer kept the folded indicator. Source: 28-TRUMP-1."""

    seat: int


class TrumpAsked(Happened, frozen=True):
    """A player who could not follow asked for the trump; `TrumpRevealed` comes next. Source: 28-REV-1."""

    seat: int


class TrumpRevealed(Happened, frozen=True):
    """The indicator was turned up and joined the hand of `seat`, the declarer. Source: 28-REV-2, 28-REV-4."""

    seat: int
    card: str


class CardPlayed(Happened, frozen=True):
    """A card was played to the trick. The hidden indicator, played as the last card, turns up by this.

    Source: 28-PLAY-2, 28-PLAY-6, 56-PLAY-2.
    """

    seat: int
    card: str


class Conceded(Happened, frozen=True):
    """The bid winner conceded the hand. Source: 28-CON-1."""

    seat: int


class ThaniCalled(Happened, frozen=True):
    """A player undertook to win every trick alone. Source: 28-THANI-1, 28-HSE-9."""

    seat: int


class CotCalled(Happened, frozen=True):
    """A player undertook to win the four tricks of the first batch; the partner's cards lie open.

    Source: 28-HSE-6, 28-HSE-7.
    """

    seat: int


class SurrenderOffered(Happened, frozen=True):
    """The side that has lost every trick so far offered to surrender. Source: 28-HSE-2."""

    seat: int


class SurrenderAccepted(Happened, frozen=True):
    """The other side accepted the surrender: the hand ends at the single amount. Source: 28-HSE-4."""

    seat: int


class SurrenderRefused(Happened, frozen=True):
    """The other side plays on for every trick. Source: 28-HSE-5."""

    seat: int


class CallMade(Happened, frozen=True):
    """A contract was bid (56).

    `call` is what was said, such as `+S`; `number` and `denomination` (`S`, `H`, `D`, `C`, `NT`) are what it
    comes to. Source: 56-AUC-3, 56-AUC-4.
    """

    seat: int
    call: str
    number: int
    denomination: str


class Doubled(Happened, frozen=True):
    """The contract was doubled (56). Source: 56-AUC-11."""

    seat: int


class Redoubled(Happened, frozen=True):
    """The doubled contract was redoubled (56). Source: 56-AUC-12."""

    seat: int


class RedealCalled(Happened, frozen=True):
    """A player with cards of one suit only had the deal cancelled (56). Source: 56-AUC-10."""

    seat: int


class ClaimMade(Happened, frozen=True):
    """The rest of the card points went to the side of `seat` by agreement (56). Source: 56-PLAY-6."""

    seat: int


class KunukkuPlaced(Happened, frozen=True):
    """Players put on one kunukku each; the hand's score comes next. Source: 28-WIK-3."""

    seats: tuple[int, ...]


class KunukkuRemoved(Happened, frozen=True):
    """Players took off one kunukku each; `KunukkuPlaced` or the hand's score comes next. Source: 28-WIK-4."""

    seats: tuple[int, ...]


class HandScored(Happened, frozen=True):
    """A hand was decided. Members that this outcome or rule set has not are None.

    `hand` counts the deals, cancelled ones too. `points` are card points by side, `game_points` this hand's
    change by side (28), `stakes` and `score` each side's stock or total after the hand, `kunukku` the number
    worn by each seat. `denomination` and `doubled` (0, 1, 2) are the contract's in 56, `games` the games won by
    each side after the hand in a match of games. `salaams` counts those made by each seat.

    Source: 28-AUD-6, 56-SCORE-5, 56-MATCH-2.
    """

    schema: ClassVar[int] = 2

    hand: int
    outcome: str
    declarer: int | None
    bid: int | None
    points: tuple[int, ...] | None
    game_points: tuple[int, ...] | None
    stakes: tuple[int, ...] | None = None
    score: tuple[int, ...] | None = None
    kunukku: tuple[int, ...] | None = None
    denomination: str | None = None
    doubled: int | None = None
    games: tuple[int, ...] | None = None
    salaams: tuple[int, ...] | None = None


class IrregularityRuled(Happened, frozen=True):
    """A director ruled on something that went wrong; what follows from it comes next.

    `rule` is the row of the ledger and `remedy` the option of it that was chosen. `offender` is the seat that did
    it, `side` that seat's side; None where nobody in particular did. `player` is the offender's id where seats have
    players, else empty. What of the rest the option did not need is empty. Source: 56-IRR-1 to 56-IRR-30.
    """

    rule: str
    remedy: str
    hand: int
    offender: int | None = None
    side: int | None = None
    player: str = ""
    card: str = ""
    denomination: str = ""
    extra: int = 0


class PenaltyCardPlaced(Happened, frozen=True):
    """An exposed card lies open until it is played: at the first legal chance if `first`. Source: 56-IRR-2."""

    seat: int
    card: str
    first: bool


class PenaltyCardLifted(Happened, frozen=True):
    """A penalty card was played, or may be taken up. Source: 56-IRR-2."""

    seat: int
    card: str


class SuitDemanded(Happened, frozen=True):
    """A suit has to be led: by `seat`, or by whoever leads to the next trick (None). Source: 56-IRR-2, 56-IRR-16."""

    seat: int | None
    suit: str


class SuitForbidden(Happened, frozen=True):
    """A suit may not be led: by `seat`, or by whoever leads to the next trick (None). Source: 56-IRR-2, 56-IRR-16."""

    seat: int | None
    suit: str


class CallLimited(Happened, frozen=True):
    """The next call of a seat may only be a pass or a legal bid in one denomination. Source: 56-IRR-6."""

    seat: int
    denomination: str


class PassesOwed(Happened, frozen=True):
    """A side passes at its next turns to call. Source: 56-IRR-14."""

    side: int


class LeadGiven(Happened, frozen=True):
    """A seat has the lead that was another's. Source: 56-IRR-4, 56-IRR-15, 56-IRR-16."""

    seat: int


class PenaltyAwarded(Happened, frozen=True):
    """A director gave a side stake points beside those of the hand. Source: 56-IRR-14, 56-IRR-29."""

    side: int
    stake: int


class HandAdjusted(Happened, frozen=True):
    """A director ended the hand and gave it to a side at so many stake points; `HandScored` comes next.

    Source: 56-IRR-14, 56-IRR-21, 56-IRR-24, 56-IRR-25.
    """

    hand: int
    side: int
    stake: int


class HandCancelled(Happened, frozen=True):
    """A director cancelled the hand: the same dealer deals again. `HandScored` comes next.

    Source: 56-IRR-1, 56-IRR-14, 56-IRR-28, 56-DEAL-4.
    """

    hand: int


class MatchForfeited(Happened, frozen=True):
    """A side lost the match by a director's ruling; `GameFinished` comes next. Source: 56-IRR-25, 56-IRR-27."""

    side: int


class RulingWithdrawn(Happened, frozen=True):
    """A director took a ruling back with all that followed from it. `ruling` counts the match's rulings from 1."""

    ruling: int


class GameFinished(Happened, frozen=True):
    """The game is decided. `winners` are sides. Source: 28-END-2, 28-END-3, 56-MATCH-1, 56-MATCH-2."""

    winners: tuple[int, ...]


Event = (
    HandDealt
    | BidMade
    | Passed
    | TrumpFolded
    | TrumpKept
    | TrumpAsked
    | TrumpRevealed
    | CardPlayed
    | Conceded
    | ThaniCalled
    | CotCalled
    | SurrenderOffered
    | SurrenderAccepted
    | SurrenderRefused
    | CallMade
    | Doubled
    | Redoubled
    | RedealCalled
    | ClaimMade
    | KunukkuPlaced
    | KunukkuRemoved
    | HandScored
    | IrregularityRuled
    | PenaltyCardPlaced
    | PenaltyCardLifted
    | SuitDemanded
    | SuitForbidden
    | CallLimited
    | PassesOwed
    | LeadGiven
    | PenaltyAwarded
    | HandAdjusted
    | HandCancelled
    | MatchForfeited
    | RulingWithdrawn
    | GameFinished
)
