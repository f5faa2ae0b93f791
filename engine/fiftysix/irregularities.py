"""Irregularities at a real table and their remedies: the rows 56-IRR-1 to 56-IRR-30 as data.

Each row says when it happens, who must be named as the offender, who chooses, and which remedies there are; a remedy
is a list of effects, which `engine.fiftysix.rulings` turns into events. What the rows and remedies are called is told
by whoever shows them to people: here are only stable words.

Source: 56-IRR-1 to 56-IRR-30.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec


class Phase(StrEnum):
    """When an irregularity happens."""

    DEAL = "deal"
    AUCTION = "auction"
    PLAY = "play"
    ANY = "any"


class Chooser(StrEnum):
    """The player or official who chooses the remedy.

    `NEXT` is the next opponent, that is, the seat after the offender's; `OFFENDED` and `OTHER` are the other side,
    `ANYBODY` the player who does it.
    """

    NOBODY = "nobody"
    NEXT = "next"
    OFFENDED = "offended"
    OFFENDER = "offender"
    DEALER = "dealer"
    OPENER = "opener"
    OTHER = "other"
    DIRECTOR = "director"
    ANYBODY = "anybody"


class By(StrEnum):
    """The possible offenders: `MATES` are the opener's team-mates, `DEALERS` the dealer's side."""

    NOBODY = "nobody"
    ANYBODY = "anybody"
    MATES = "mates"
    DEALERS = "dealers"


class Effect(StrEnum):
    """One effect of a remedy.

    `LAY`: the card becomes a penalty card that goes at the first legal chance. `LAY_OPEN`: it lies open and need not
    go first. `DEMAND`, `FORBID`: its suit, from whoever leads next. `OPENER_DEMAND`, `OPENER_FORBID`: its suit, from
    the opener. `LEAD`: the offender has the lead. `LIMIT`: the offender's next call. `PASSES`: the offended side
    passes. `POINT`: one stake point to the offended side. `EXTRA`: up to three more to it. `REDEAL`: the hand is
    cancelled. `COMPLETE`: it counts with nothing scored but what was awarded. `LOSE`, `LOSE_TWICE`: the offenders
    lose it, at its stake points or at twice those. `MATCH`: they lose the match.
    """

    LAY = "lay"
    LAY_OPEN = "lay-open"
    DEMAND = "demand"
    FORBID = "forbid"
    OPENER_DEMAND = "opener-demand"
    OPENER_FORBID = "opener-forbid"
    LEAD = "lead"
    LIMIT = "limit"
    PASSES = "passes"
    POINT = "point"
    EXTRA = "extra"
    REDEAL = "redeal"
    COMPLETE = "complete"
    LOSE = "lose"
    LOSE_TWICE = "lose-twice"
    MATCH = "match"


ON_CARDS = frozenset(
    {Effect.LAY, Effect.LAY_OPEN, Effect.DEMAND, Effect.FORBID, Effect.OPENER_DEMAND, Effect.OPENER_FORBID}
)
"""The effects that need to know the card."""
ENDING = frozenset({Effect.REDEAL, Effect.COMPLETE, Effect.LOSE, Effect.LOSE_TWICE})
"""The effects that end the hand."""

MOST_EXTRA = 3
"""The most that a false trumping costs beside the hand, in stake points. Source: 56-IRR-29."""


class Remedy(msgspec.Struct, frozen=True):
    """A remedy: a stable word, and its effects in the order in which they happen.

    `blameless`: nobody in particular is at fault by this remedy, so that no offender is named.
    """

    key: str
    effects: tuple[Effect, ...] = ()
    blameless: bool = False

    @property
    def needs_card(self) -> bool:
        """Whether the ruling has to name the card."""
        return not ON_CARDS.isdisjoint(self.effects)

    @property
    def needs_denomination(self) -> bool:
        """Whether the ruling has to name the denomination that a call is limited to."""
        return Effect.LIMIT in self.effects

    @property
    def takes_extra(self) -> bool:
        """Whether further stake points may be awarded with it."""
        return Effect.EXTRA in self.effects

    @property
    def ends_hand(self) -> bool:
        """Whether it ends the hand."""
        return not ENDING.isdisjoint(self.effects)

    @property
    def loses_match(self) -> bool:
        """Whether it ends the match."""
        return Effect.MATCH in self.effects


class Repeats(msgspec.Struct, frozen=True):
    """The number of times in a match, this one included, after which the match is lost; 0 is never.

    `must`: it then is lost, whatever the director would choose; otherwise the director may say so.
    """

    by_player: int
    by_side: int
    must: bool


class Irregularity(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the ledger.

    Attributes:
        id: The row.
        phase: When it happens.
        chooser: The player or official who chooses.
        by: The possible offenders.
        remedies: The possible remedies; a single one if there is no choice.
        traditions: The traditions in which it holds; empty for all.
        needs_contract: Whether it is only known what to do once there is a contract.
        online: Whether it can happen at an online table too.
        repeats: When repeating it loses the match, or None.
    """

    id: str
    phase: Phase
    chooser: Chooser
    by: By = By.ANYBODY
    remedies: tuple[Remedy, ...]
    traditions: tuple[str, ...] = ()
    needs_contract: bool = False
    online: bool = False
    repeats: Repeats | None = None

    def find_remedy(self, key: str) -> Remedy | None:
        """Return the remedy of this name, or None."""
        return next((remedy for remedy in self.remedies if remedy.key == key), None)


_BACK = Remedy("back")
_ACCEPT = Remedy("accept")
_ACCEPT_AS_LEAD = Remedy("accept", (Effect.LEAD,))
_OPENER_CALLS = Remedy("opener-calls")
_LIMITED = Remedy("limit", (Effect.LIMIT,))
_PENALTY_CARD = Remedy("penalty-card", (Effect.LAY,))
_DEMAND = Remedy("demand", (Effect.LAY_OPEN, Effect.DEMAND))
_FORBID = Remedy("forbid", (Effect.LAY_OPEN, Effect.FORBID))
_FREELY = Remedy("free-lead", (Effect.LAY,))
_LOSE = Remedy("lose", (Effect.LOSE,))
_NOTHING = Remedy("nothing")

IRREGULARITIES: tuple[Irregularity, ...] = (
    Irregularity(
        id="56-IRR-1", phase=Phase.DEAL, chooser=Chooser.NOBODY, by=By.NOBODY,
        remedies=(Remedy("redeal", (Effect.REDEAL,), blameless=True),),
    ),
    Irregularity(
        id="56-IRR-2", phase=Phase.AUCTION, chooser=Chooser.NEXT, remedies=(_BACK, _PENALTY_CARD, _DEMAND, _FORBID)
    ),
    Irregularity(id="56-IRR-3", phase=Phase.AUCTION, chooser=Chooser.NOBODY, remedies=(_ACCEPT,)),
    Irregularity(
        id="56-IRR-4", phase=Phase.AUCTION, chooser=Chooser.NEXT, by=By.MATES,
        remedies=(_ACCEPT_AS_LEAD, _OPENER_CALLS),
    ),
    Irregularity(
        id="56-IRR-5", phase=Phase.AUCTION, chooser=Chooser.NEXT, by=By.DEALERS, remedies=(_ACCEPT, _OPENER_CALLS)
    ),
    Irregularity(
        id="56-IRR-6", phase=Phase.AUCTION, chooser=Chooser.NEXT, by=By.MATES, remedies=(_ACCEPT_AS_LEAD, _LIMITED)
    ),
    Irregularity(
        id="56-IRR-7", phase=Phase.AUCTION, chooser=Chooser.NEXT, by=By.DEALERS, remedies=(_ACCEPT, _LIMITED)
    ),
    Irregularity(id="56-IRR-8", phase=Phase.AUCTION, chooser=Chooser.NOBODY, remedies=(Remedy("right-player"),)),
    Irregularity(id="56-IRR-9", phase=Phase.AUCTION, chooser=Chooser.NEXT, remedies=(_ACCEPT, _LIMITED)),
    Irregularity(id="56-IRR-10", phase=Phase.AUCTION, chooser=Chooser.NEXT, remedies=(_ACCEPT, _LIMITED)),
    Irregularity(
        id="56-IRR-11", phase=Phase.AUCTION, chooser=Chooser.NEXT, remedies=(_ACCEPT, Remedy("right-form"))
    ),
    Irregularity(id="56-IRR-12", phase=Phase.AUCTION, chooser=Chooser.OFFENDER, remedies=(Remedy("correct"),)),
    Irregularity(
        id="56-IRR-13", phase=Phase.AUCTION, chooser=Chooser.NEXT, remedies=(_ACCEPT, Remedy("sufficient"))
    ),
    Irregularity(
        id="56-IRR-14", phase=Phase.AUCTION, chooser=Chooser.OFFENDED,
        remedies=(
            Remedy("redeal", (Effect.POINT, Effect.REDEAL)),
            Remedy("complete", (Effect.POINT, Effect.COMPLETE)),
            Remedy("go-on", (Effect.POINT, Effect.PASSES)),
        ),
    ),
    Irregularity(
        id="56-IRR-15", phase=Phase.PLAY, chooser=Chooser.NEXT,
        remedies=(_BACK, _PENALTY_CARD, _DEMAND, _FORBID, _ACCEPT_AS_LEAD),
    ),
    Irregularity(
        id="56-IRR-16", phase=Phase.PLAY, chooser=Chooser.DEALER, by=By.MATES,
        remedies=(
            _ACCEPT_AS_LEAD,
            Remedy("demand", (Effect.OPENER_DEMAND,)),
            Remedy("forbid", (Effect.OPENER_FORBID,)),
            _FREELY,
        ),
    ),
    Irregularity(
        id="56-IRR-17", phase=Phase.PLAY, chooser=Chooser.OPENER, by=By.DEALERS, remedies=(_ACCEPT_AS_LEAD, _FREELY)
    ),
    Irregularity(
        id="56-IRR-18", phase=Phase.PLAY, chooser=Chooser.OFFENDED,
        remedies=(
            _FREELY,
            Remedy("demand", (Effect.LAY, Effect.DEMAND)),
            Remedy("forbid", (Effect.LAY, Effect.FORBID)),
        ),
    ),
    Irregularity(id="56-IRR-19", phase=Phase.PLAY, chooser=Chooser.NOBODY, remedies=(_NOTHING,)),
    Irregularity(
        id="56-IRR-20", phase=Phase.PLAY, chooser=Chooser.OTHER, needs_contract=True, online=True,
        remedies=(Remedy("stands"), Remedy("counts"), _LOSE),
    ),
    Irregularity(
        id="56-IRR-21", phase=Phase.PLAY, chooser=Chooser.NOBODY, needs_contract=True, remedies=(_LOSE,)
    ),
    Irregularity(
        id="56-IRR-22", phase=Phase.PLAY, chooser=Chooser.NEXT, remedies=(_BACK, _PENALTY_CARD, _DEMAND, _FORBID)
    ),
    Irregularity(id="56-IRR-23", phase=Phase.PLAY, chooser=Chooser.NOBODY, remedies=(Remedy("lowest"),)),
    Irregularity(
        id="56-IRR-24", phase=Phase.PLAY, chooser=Chooser.NOBODY, needs_contract=True, remedies=(_LOSE,)
    ),
    Irregularity(
        id="56-IRR-25", phase=Phase.PLAY, chooser=Chooser.NOBODY, needs_contract=True,
        remedies=(Remedy("lose", (Effect.LOSE_TWICE,)), Remedy("match", (Effect.LOSE_TWICE, Effect.MATCH))),
        repeats=Repeats(by_player=0, by_side=2, must=False),
    ),
    Irregularity(
        id="56-IRR-26", phase=Phase.PLAY, chooser=Chooser.NOBODY, needs_contract=True, remedies=(_LOSE,)
    ),
    Irregularity(
        id="56-IRR-27", phase=Phase.ANY, chooser=Chooser.DIRECTOR, online=True,
        remedies=(Remedy("warn"), _LOSE, Remedy("match", (Effect.LOSE, Effect.MATCH))),
        repeats=Repeats(by_player=2, by_side=3, must=True),
    ),
    Irregularity(
        id="56-IRR-28", phase=Phase.PLAY, chooser=Chooser.NOBODY, needs_contract=True,
        remedies=(_LOSE, Remedy("redeal", (Effect.REDEAL,), blameless=True)),
    ),
    Irregularity(
        id="56-IRR-29", phase=Phase.PLAY, chooser=Chooser.DIRECTOR, needs_contract=True,
        traditions=("International", "Kerala"),
        remedies=(Remedy("false-ruff", (Effect.EXTRA, Effect.LOSE)), Remedy("false-discard", (Effect.LOSE,))),
    ),
    Irregularity(
        id="56-IRR-30", phase=Phase.PLAY, chooser=Chooser.ANYBODY, needs_contract=True, online=True, remedies=(_LOSE,)
    ),
)  # fmt: skip
"""Every row, in the order of the ledger."""

_BY_ID = {row.id: row for row in IRREGULARITIES}


def find_irregularity(rule: str) -> Irregularity | None:
    """Return the row of this id, or None."""
    return _BY_ID.get(rule)


def irregularities_of(conventions: str) -> tuple[Irregularity, ...]:
    """Return the rows that hold in a tradition, by the name it has in `FiftySix.conventions`."""
    return tuple(row for row in IRREGULARITIES if not row.traditions or conventions in row.traditions)
