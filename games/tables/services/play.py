"""The commands of a running game: actions, claims, numbers for the shuffle, pauses, and the return to a seat."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

import engine
from clubs.models import Player
from games.errors import NotAllowed, NotSeated, WrongMoment
from games.events import tables as events
from games.tables import fair
from games.tables.services.recording import change
from games.tables.services.rounds import claim_answered, with_sequel
from games.tables.state import promises
from games.tables.state.conceding import concession_refused
from games.tables.state.table import TableState


def act(
    *,
    table_id: UUID,
    player: Player,
    action: engine.Action,
    expected_version: int | None,
    command: UUID | None,
    now: datetime | None = None,
) -> int:
    """Take an action of the game: bid, fold, play and so on. An absent player returns to the seat by it.

    Args:
        action: The action, by the player's own seat.

    Raises:
        IllegalAction: The rules do not allow it.
        NotAllowed: The player has no seat here, or acts for another one.
        WrongMoment: The game is over.
        ConflictError: The table is not at the expected version.
    """

    def decide(state: TableState, at: datetime) -> Sequence[Any]:
        seat = _seat(state, player)
        if action.seat != seat:
            raise NotAllowed("not-your-seat", _("You can act only for your own seat."))
        if state.ended_at is not None:
            raise WrongMoment("game-over", _("The game is over."))
        if state.claim is not None:
            raise WrongMoment("claim-open", _("A claim is waiting for its answer; play continues after it."))
        if isinstance(action, engine.Claim):
            return _proposal(state, action)
        return [*_back(state, seat), *with_sequel(state, engine.decide(state.game, action), at)]

    return change(
        table_id=table_id,
        decide=decide,
        command=command,
        player=player,
        expected_version=expected_version,
        now=now,
    )


def answer_claim(
    *,
    table_id: UUID,
    player: Player,
    claimer: int,
    agree: bool,
    command: UUID | None = None,
    now: datetime | None = None,
) -> int:
    """Agree or object to a claim of the other side. One objection ends the claim; if all agree, it decides the hand.

    Args:
        claimer: The seat that claims.

    Raises:
        NotSeated: The player has no seat here.
        WrongMoment: No claim of that seat awaits this player's answer.

    Source: 56-PLAY-6.
    """

    def decide(state: TableState, at: datetime) -> Sequence[Any]:
        seat = _seat(state, player)
        if state.claim is None or state.claim.seat != claimer or seat not in state.answering:
            raise WrongMoment("no-claim", _("No such claim is waiting for your answer."))
        return [*_back(state, seat), *claim_answered(state, seat, at, agree=agree)]

    return change(table_id=table_id, decide=decide, command=command, player=player, now=now)


def concede_hand(
    *, table_id: UUID, player: Player, hand: int, command: UUID | None = None, now: datetime | None = None
) -> int:
    """Concede a hand of 56 for the player's side: it is scored as defeated.

    The remaining tricks go to the other side by a claim, so that the record follows the rules and can be audited.

    Args:
        hand: The number of the hand, so that a late command does not concede the next hand.

    Raises:
        NotSeated: The player has no seat here.
        WrongMoment: The hand is not in play, or a claim awaits answers.
        NotAllowed: The side has won the hand already.

    Source: 56-IRR-30, 56-PLAY-6.
    """

    def decide(state: TableState, at: datetime) -> Sequence[Any]:
        seat = _seat(state, player)
        refusal = concession_refused(state, seat)
        if refusal is not None:
            raise refusal
        if hand != state.hand:
            raise WrongMoment("hand-over", _("That hand is over; nothing was conceded."))
        other = next(
            one
            for step in range(1, state.rules.players)
            if state.rules.side_of(one := (seat + step) % state.rules.players) != state.rules.side_of(seat)
        )
        claimed = engine.decide(state.game, engine.Claim(other))
        return [*_back(state, seat), events.HandConceded(seat), *with_sequel(state, claimed, at)]

    return change(table_id=table_id, decide=decide, command=command, player=player, now=now)


def _proposal(state: TableState, action: engine.Claim) -> Sequence[Any]:
    """Return the events that propose a legal claim to the other side."""
    seat = action.seat
    engine.decide(state.game, action)
    if seat in state.refused:
        raise WrongMoment("claimed-before", _("The other side objected to your claim in this hand; play on."))
    return [*_back(state, seat), events.ClaimProposed(seat)]


def commit_entropy(
    *,
    table_id: UUID,
    player: Player,
    hand: int,
    commitment: str,
    command: UUID | None = None,
    now: datetime | None = None,
) -> int:
    """Commit to the player's number for the shuffle of the next hand, once, before the list of commitments is closed.

    The commitment of the last attended seat closes the list.

    Args:
        hand: The number of the hand.
        commitment: The number's fingerprint (`fair.number_commitment`), 64 hexadecimal digits.

    Returns:
        The table's version; unchanged if the same was sent before.

    Raises:
        NotSeated: The player has no seat here.
        WrongMoment: That deal is not awaited, its list is closed, the player has committed already, or the text is no
            fingerprint.
    """
    fingerprint = commitment.lower()

    def decide(state: TableState, at: datetime) -> Sequence[Any]:
        seat = _seat(state, player)
        if not _is_hexadecimal(fingerprint, 32, 32):
            raise WrongMoment("no-fingerprint", _("Give the SHA-256 of your number in 64 hexadecimal digits."))
        promise = _promise(state, hand)
        if (seat, fingerprint) in promise.promised:
            return []
        if seat in dict(promise.promised):
            raise WrongMoment("number-committed", _("You have already committed to a number for this deal."))
        if promise.closed_at is not None or promise.protocol == 1:
            raise WrongMoment("numbers-closed", _("Too late: the numbers of this deal are already being opened."))
        event = events.EntropyCommitted(hand=hand, seat=seat, commitment=fingerprint)
        complete = promises.everybody_committed(promises.number_committed(state, event, at))
        return [event, *([events.EntropiesClosed(hand)] if complete else [])]

    return change(table_id=table_id, decide=decide, command=command, player=player, now=now)


def give_entropy(
    *, table_id: UUID, player: Player, hand: int, entropy: str, command: UUID | None = None, now: datetime | None = None
) -> int:
    """Open the player's committed number, after the list of commitments is closed and before the deal.

    Args:
        hand: The number of the hand.
        entropy: 16 to 64 bytes in hexadecimal digits.

    Returns:
        The table's version; unchanged if the same was sent before.

    Raises:
        NotSeated: The player has no seat here.
        WrongMoment: That deal is not awaited, its list is still open, the number was opened before, or is not the one
            committed to.
    """
    number = entropy.lower()

    def decide(state: TableState, at: datetime) -> Sequence[Any]:
        seat = _seat(state, player)
        if not _is_hexadecimal(number, fair.MIN_NUMBER_BYTES, fair.MAX_NUMBER_BYTES):
            raise WrongMoment("no-number", _("Give 16 to 64 bytes in hexadecimal digits."))
        promise = _promise(state, hand)
        if (seat, number) in promise.numbers:
            return []
        if seat in dict(promise.numbers):
            raise WrongMoment("number-given", _("You have already given a number for this deal."))
        if promise.closed_at is None:
            raise WrongMoment(
                "numbers-not-closed", _("Others may still commit to their numbers; open yours after that.")
            )
        if not promises.fits(state, seat, number):
            raise WrongMoment("not-your-commitment", _("This is not the number that your seat committed to."))
        return [events.EntropyGiven(hand=hand, seat=seat, entropy=number)]

    return change(table_id=table_id, decide=decide, command=command, player=player, now=now)


def pause_deal(*, table_id: UUID, player: Player, command: UUID | None = None, now: datetime | None = None) -> int:
    """Pause before the next deal: once for each deal, for at most five minutes.

    Raises:
        NotSeated: The player has no seat here.
        WrongMoment: No deal is awaited, or this deal was paused or asked for before.
    """

    def decide(state: TableState, at: datetime) -> Sequence[Any]:
        seat = _seat(state, player)
        _require_deal_awaited(state)
        if state.paused_at is not None or state.resumed_at is not None:
            raise WrongMoment("paused-before", _("This deal has already been delayed or asked for."))
        return [events.PlayPaused(seat)]

    return change(table_id=table_id, decide=decide, command=command, player=player, now=now)


def deal_now(*, table_id: UUID, player: Player, command: UUID | None = None, now: datetime | None = None) -> int:
    """Ask for the next deal at once; during a pause only the player who paused may ask.

    Raises:
        NotSeated: The player has no seat here.
        NotAllowed: Another player has paused.
        WrongMoment: No deal is awaited.
    """

    def decide(state: TableState, at: datetime) -> Sequence[Any]:
        seat = _seat(state, player)
        _require_deal_awaited(state)
        if state.resumed_at is not None:
            return []
        if state.paused_by not in (None, seat):
            raise NotAllowed(
                "paused-by-another", _("Somebody else is delaying the deal; it is dealt when they are ready.")
            )
        return [events.PlayResumed(seat)]

    return change(table_id=table_id, decide=decide, command=command, player=player, now=now)


def return_to_seat(*, table_id: UUID, player: Player, command: UUID | None = None, now: datetime | None = None) -> int:
    """Return to the seat: the bot that sat in leaves it.

    Returns:
        The table's version; unchanged if the player was not absent.

    Raises:
        NotSeated: The player has no seat here.
    """

    def decide(state: TableState, at: datetime) -> Sequence[Any]:
        seat = _seat(state, player)
        return _back(state, seat) if state.ended_at is None else []

    return change(table_id=table_id, decide=decide, command=command, player=player, now=now)


def _back(state: TableState, seat: int) -> list[Any]:
    """Return the event of the player's return, if a bot has sat in."""
    return [events.PlayerReturned(seat)] if state.seats[seat].sat_in else []


def _seat(state: TableState, player: Player) -> int:
    seat = state.seat_of(player.pk)
    if seat is None:
        raise NotSeated()
    return seat


def _require_deal_awaited(state: TableState) -> None:
    if not state.awaiting_deal or state.ended_at is not None:
        raise WrongMoment("no-deal-awaited", _("No deal is due now."))


def _promise(state: TableState, hand: int) -> promises.Promise:
    """Return the promise of the awaited deal.

    Raises:
        WrongMoment: The deal of that hand is not awaited.
    """
    if not state.awaiting_deal or state.ended_at is not None or hand != state.hand or state.promise is None:
        raise WrongMoment("no-deal-awaited", _("This deal is not due: the cards are out, or not promised yet."))
    return state.promise


def _is_hexadecimal(text: str, least: int, most: int) -> bool:
    """Tell whether a text is hexadecimal digits of `least` to `most` bytes."""
    try:
        return text.isascii() and text.isalnum() and least <= len(bytes.fromhex(text)) <= most
    except ValueError:
        return False
