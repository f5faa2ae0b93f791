"""The events between two hands: the end of a hand, the substitutes, and the next deal."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

import engine
from clubs.models import Player
from games.events import tables as events
from games.models import Table
from games.tables.selectors.seats import substitute_refused
from games.tables.services.recording import commitment_to
from games.tables.state.table import TableState, pack_of


def with_sequel(state: TableState, happened: Sequence[Any], now: datetime) -> list[Any]:
    """Return the events of an action, followed by those of the hand's end if they decide the hand.

    The hand is opened for all to check; then the game is over, or the server commits to the next deal.

    Args:
        state: The table's state before the action.
        happened: The events of the action.
    """
    if not any(isinstance(event, engine.HandScored) for event in happened):
        return list(happened)
    assert state.promise is not None
    dealt = pack_of(state)
    sequel: list[Any] = [
        events.HandOpened(
            hand=state.hand, secret=state.promise.secret, pack=dealt.pack, cards=state.cards, folded=state.folded
        )
    ]
    if not any(isinstance(event, engine.GameFinished) for event in happened):
        scored = next(event for event in happened if isinstance(event, engine.HandScored))
        if _is_over(state, now):
            sequel.append(engine.GameFinished(engine.leaders(state.rules, scored)))
        else:
            sequel += between_hands(state)
    return [*happened, *sequel]


def between_hands(state: TableState) -> list[Any]:
    """Return the events between two hands: named substitutes take their seats, and the server commits to the next deal.

    A substitute who has been suspended, has left the club or was erased since then gets no seat.
    """
    return [*_taken_over(state), commitment_to(state.stream, state.hand + 1)]


def _taken_over(state: TableState) -> Iterator[Any]:
    named = {number: seat for number, seat in enumerate(state.seats) if seat.next}
    if not named:
        return
    table = Table.objects.select_related("club").get(pk=state.stream)
    known = Player.objects.filter(erased_at=None).in_bulk([seat.next for seat in named.values()])
    for number, seat in named.items():
        player = known.get(UUID(seat.next))
        if player is None or substitute_refused(table, player) is not None:
            yield events.SubstituteWithdrew(number, seat.next)
        else:
            yield events.PlayerSubstituted(number, seat.next, seat.player)


def claim_answered(state: TableState, seat: int, now: datetime, *, agree: bool) -> list[Any]:
    """Return the events of a seat's answer to the open claim; with the last agreement the claim decides the hand.

    Source: 56-PLAY-6.
    """
    if not agree or state.claim is None:
        return [events.ClaimObjected(seat)]
    agreed = [events.ClaimAgreed(seat)]
    if state.answering != (seat,):
        return agreed
    return [*agreed, *with_sequel(state, engine.decide(state.game, engine.Claim(state.claim.seat)), now)]


def deal_events(state: TableState, now: datetime) -> list[Any]:
    """Return the events of the due deal, or those of the game's end if the playing time is over."""
    if _is_over(state, now):
        return [early_end(state)]
    dealt = pack_of(state)
    dealer = dealt.lot if state.hand == 1 else None
    resumed = [events.PlayResumed()] if state.paused_by is not None else []
    return [*resumed, *engine.deal(state.game, dealt.pack, dealer=dealer)]


def early_end(state: TableState) -> engine.GameFinished | events.TableClosed:
    """Return the end of a game between two hands: at the score as it stands, or the close of a table without a hand."""
    return engine.GameFinished(state.leaders()) if state.next_hand > 1 else events.TableClosed()


def _is_over(state: TableState, now: datetime) -> bool:
    """Tell whether no further hand begins: the playing time is over, or called, or the table is abandoned."""
    until = state.plays_until
    return state.stopped or (until is not None and now >= until) or state.is_abandoned(now)
