"""The questions about the meaning of calls in 56, as part of a table's state. Pure.

A question does not stop play: the clock runs on, no turn passes, and only the asker and the caller's partners see it.

Source: 56-SHOW-26.
"""

from datetime import datetime
from typing import Any

import msgspec
from msgspec.structs import replace

import engine
from engine.fiftysix.ruleset import FiftySix
from games.events import tables as events
from games.tables.recall import bids_reviewed

QUIET = (events.MeaningAsked, events.MeaningAdded)
"""Events that change nothing for others: an action on the version before them is not too late."""

DOUBLES = ("double", "redouble")


class Question(msgspec.Struct, frozen=True):
    """A question about a call of the running hand.

    Attributes:
        asker: The seat that asked.
        call: The call's place in the auction, from 0.
        card: The id of the card that answered; None for the default card.
        edition: Its edition, or None.
        added: The seats of the caller's partners that have added to the answer.
    """

    asker: int
    call: int
    card: str | None = None
    edition: int | None = None
    added: tuple[int, ...] = ()


def asked(state: Any, event: events.MeaningAsked, at: datetime) -> Any:
    """Return the table's state with one more question."""
    question = Question(event.seat, event.call, event.card, event.edition)
    return replace(state, questions=(*state.questions, question), acted_at=at)


def added(state: Any, event: events.MeaningAdded, at: datetime) -> Any:
    """Return the table's state with a partner's words on a question."""
    return replace(
        state,
        questions=tuple(
            replace(one, added=(*one.added, event.seat)) if (one.asker, one.call) == (event.asker, event.call) else one
            for one in state.questions
        ),
        acted_at=at,
    )


def calls_open(game: engine.View, rules: engine.RuleSet) -> tuple[int, ...]:
    """Return the places in the auction of the calls that may be asked about now: those of the visible round.

    During the auction and until the first lead: each seat's latest call, the contract and its double, and the bids that
    the tradition lets be reviewed.

    Args:
        game: The public view of the game, with the whole auction.
        rules: The rule set.

    Source: 56-SHOW-10, 56-SHOW-11, 56-SHOW-24, 56-SHOW-26.
    """
    led = bool(game.trick or game.tricks)
    if not isinstance(rules, FiftySix) or game.phase not in ("auction", "play") or led:
        return ()
    latest = {step.seat: place for place, step in enumerate(game.auction)}
    bids = [place for place, step in enumerate(game.auction) if step.word == "call"]
    # The contract and its doubles stay visible. Source: 56-SHOW-11.
    reviewed = bids[-max(1, bids_reviewed(rules.id)) :]
    doubles = [
        place for place in range(bids[-1] if bids else 0, len(game.auction)) if game.auction[place].word in DOUBLES
    ]
    return tuple(sorted({*latest.values(), *reviewed, *doubles}))


def answering(question: Question, game: engine.View, state: Any) -> tuple[int, ...]:
    """Return the seats that may add to an answer: the caller's partners, if people act for them, once each."""
    caller = game.auction[question.call].seat
    return tuple(
        seat
        for seat in state.rules.sides[state.rules.side_of(caller)]
        if seat != caller and state.seats[seat].attended and seat not in question.added
    )
