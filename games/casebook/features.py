"""The features of a case by which others are like it: what it is about, and the position it is about.

They follow from the case's events and the hand, so rows of them can be made again at any time (`VERSION`). Nothing in
them names anybody.
"""

from contextlib import suppress
from typing import Final

from msgspec import Struct

import engine
from games.cases.state import CaseState
from games.errors import TableError
from games.models import Case
from games.polls.selectors import game_before, written_hand
from games.words.citations import family_of

VERSION: Final = 1
"""To be raised with any change below: all rows are then made anew."""
DECLARER: Final = "declarer"
PARTNER: Final = "partner"
DEFENDER: Final = "defender"


class Features(Struct, frozen=True, kw_only=True):
    """The features of a case.

    Attributes:
        family: `28` or `56`.
        players: The number of players.
        subject: What the dispute is about.
        rule: The rule that the decision cites, or else the dispute; empty without.
        phase: The phase of the hand before the step in dispute; empty where there is none.
        trick: The number of the trick; None outside the play.
        bid: The standing bid, or the contract.
        denomination: What it names in 56.
        doubled: 0, 1 for a doubled and 2 for a redoubled contract.
        trump: `hidden`, `open` or `none`; empty in the auction.
        acts: The seat that acts: `declarer` (in the auction the bidder), `partner`, `defender`; empty before a bid.
    """

    family: str
    players: int
    subject: str
    rule: str = ""
    phase: str = ""
    trick: int | None = None
    bid: int | None = None
    denomination: str = ""
    doubled: int = 0
    trump: str = ""
    acts: str = ""


def features_of(case: Case, state: CaseState) -> Features:
    """Return the features of a case.

    Args:
        case: The row of the case.
        state: Its state.
    """
    about = Features(
        family=family_of(case.rules),
        players=engine.load_rules(case.rules).players,
        subject=state.subject,
        rule=case.rule,
    )
    with suppress(TableError):  # nobody wrote the hand down, or there is no such step
        step = state.step or _last_action(case, about.players)
        game, seat = game_before(case, step)
        return _with_position(about, engine.view(game, None), seat if state.step else None, at_step=bool(state.step))
    return about


def _last_action(case: Case, players: int) -> int:
    """Return the last step of a hand with an action: before it the contract is known."""
    told = written_hand(case, [""] * players).told
    return max((one.index for one in told.steps if one.action is not None), default=0) if told is not None else 0


def _with_position(about: Features, seen: engine.View, seat: int | None, *, at_step: bool) -> Features:
    """Return features with those of a position, as everybody sees it."""
    rules = engine.load_rules(seen.rules)
    named = {name: getattr(about, name) for name in about.__struct_fields__}
    playing = seen.phase in ("play", "surrender")
    named |= {"bid": seen.bid, "denomination": seen.denomination or "", "doubled": seen.doubled}
    if playing:
        named["trump"] = "open" if seen.trump else "hidden" if seen.indicator_at is not None else "none"
    if not at_step:
        return Features(**named)
    named |= {"phase": seen.phase, "trick": len(seen.tricks) + 1 if playing else None}
    bidder = seen.declarer if seen.declarer is not None else seen.bidder
    if seat is not None and bidder is not None:
        same = rules.side_of(seat) == rules.side_of(bidder)
        named["acts"] = DECLARER if seat == bidder else PARTNER if same else DEFENDER
    return Features(**named)
