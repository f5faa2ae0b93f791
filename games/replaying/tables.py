"""Replaying a table."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import engine
from engine.fiftysix import rulings
from games.events import tables as events
from games.replaying.adjusting import expected_adjustment
from games.replaying.refused import Refused, compare, illegal, is_shut, require
from games.rescoring.reading import ADJUSTING
from games.sheets.reckoning import ruling_of
from games.tables import fair
from games.tables.state import promises
from games.tables.state.conceding import concession_refused
from games.tables.state.folding import fold
from games.tables.state.questions import answering, calls_open
from games.tables.state.table import TableState, pack_of

NO_PLACE: Final = "it has no place here"


def replay_table(commands: Iterator[Sequence[Any]]) -> None:
    """Replay a table, deciding each command anew with the engine from the state before it.

    Raises:
        Refused: An event has no place there, its actor cannot have done it, or it is not what the rules say.
    """
    state: TableState | None = None
    past: list[Any] = []
    for command in commands:
        rest = command
        while rest:
            one = rest[0]
            try:
                if state is None:
                    expected: Sequence[Any] = [one.event]
                    require(one.event.opened_by in (None, one.actor), one, "its actor is not the one whom it names")
                else:
                    expected = _expected(state, rest, past, opening=command[0].version == 1)
                compare(rest, expected)
                for one in rest[: len(expected)]:
                    state = fold(state, one)
            except Refused:
                raise
            except engine.IllegalAction as refused:
                raise illegal(one, refused) from None
            except Exception as fault:
                # Its text may hold a card.
                raise Refused(one.version, f"it cannot be replayed: {type(fault).__name__}") from None
            past += rest[: len(expected)]
            rest = rest[len(expected) :]


def _expected(state: TableState, rest: Sequence[Any], past: Sequence[Any], *, opening: bool) -> Sequence[Any]:
    """Return the events of the command that an event begins, itself the first.

    Args:
        state: The table before it.
        rest: It, and what comes after it in its command.
        past: All that is stored before it.
        opening: The command opened the table, and may seat everybody.

    Raises:
        Refused: It has no place here, or its actor cannot have done it.
        IllegalAction: The rules do not allow it.
        SheetError: A hand cannot count so.
    """
    one = rest[0]
    event = one.event
    if isinstance(event, ADJUSTING):
        return expected_adjustment(past, one)
    require(state.ended_at is None, one, "the game is over")
    seat = getattr(event, "seat", None)
    require(seat is None or 0 <= seat < state.rules.players, one, "there is no such seat")
    if isinstance(event, events.SeatTaken):
        _seat_taken(state, one, opening=opening)
        return [event]
    if isinstance(event, events.SeatLeft):
        _seat_left(state, rest)
        return [event]
    check = _CHECKS.get(type(event))
    if check is not None:
        check(state, one)
        return [event]
    if isinstance(event, engine.HandDealt):
        require(not one.actor and state.awaiting_deal, one, NO_PLACE)
        dealt = pack_of(state)
        return engine.deal(state.game, dealt.pack, dealer=dealt.lot if state.hand == 1 else None)
    if isinstance(event, events.HandConceded):
        _player(state, one)
        require(concession_refused(state, event.seat) is None, one, NO_PLACE)
        return [event, *_opened(state, engine.decide(state.game, engine.Claim(_other(state.rules, event.seat))))]
    if isinstance(event, engine.IrregularityRuled):
        require(one.actor and state.seat_of(one.actor) is None, one, "who plays rules on nothing")
        sheet = rulings.sheet_of(state.game, state.rulings)  # type: ignore[arg-type]
        return _opened(state, rulings.rule(sheet, ruling_of(event)))
    action = engine.action_of(event) if isinstance(event, engine.Happened) else None
    if action is None:
        # A consequence of another event was consumed with that event.
        raise Refused(one.version, NO_PLACE)
    if isinstance(event, engine.ClaimMade):
        _claim_made(state, one)
    else:
        require(state.claim is None, one, "a claim waits for its answer")
        _acts(state, one)
    return _opened(state, engine.decide(state.game, action))


def _opened(state: TableState, happened: Sequence[Any]) -> Sequence[Any]:
    """Return events, followed by the opening of the hand if they decide it."""
    if not any(isinstance(event, engine.HandScored) for event in happened):
        return happened
    assert state.promise is not None
    return [
        *happened,
        events.HandOpened(
            hand=state.hand,
            secret=state.promise.secret,
            pack=pack_of(state).pack,
            cards=state.cards,
            folded=state.folded,
        ),
    ]


def _acts(state: TableState, one: Any) -> None:
    """Refuse an event caused neither by the seat's player nor by the server for an unattended seat."""
    seat = state.seats[one.event.seat]
    if one.actor:
        require(seat.attended and seat.player == one.actor, one, "its actor is not the seat's player")
    else:
        late = state.timed_out == one.event.seat
        require(not seat.attended or late, one, "the server acted for a player who is there")


def _player(state: TableState, one: Any) -> None:
    """Refuse an event not caused by the player who sits there."""
    sits = state.seat_of(one.actor) == one.event.seat
    require(one.actor and sits, one, "its actor is not the seat's player")


def _server(one: Any) -> None:
    """Refuse an event that only the server may cause but a player did."""
    require(not one.actor, one, "only the server does that")


def _seat_taken(state: TableState, one: Any, *, opening: bool) -> None:
    event = one.event
    require(state.status == "waiting" and not state.seats[event.seat].player, one, NO_PLACE)
    require(state.seat_of(event.player) is None, one, "the player sits elsewhere at the table")
    may = opening or one.actor == event.player or (event.bot and one.actor)
    require(may, one, "its actor is not the one who sat down")


def _seat_left(state: TableState, rest: Sequence[Any]) -> None:
    one = rest[0]
    seat = one.event.seat
    require(state.seat_of(one.event.player) == seat, one, NO_PLACE)
    # An account takes over the seat of its visiting player in one command.
    follows = rest[1].event if len(rest) > 1 else None
    taken = isinstance(follows, events.SeatTaken) and (follows.seat, follows.player) == (seat, one.actor)
    require(one.actor == one.event.player or taken, one, "its actor is not the seat's player")


def _substituted(state: TableState, one: Any) -> None:
    event = one.event
    held = state.seats[event.seat]
    require(state.status == "playing" and held.player == event.replaced, one, NO_PLACE)
    require(state.seat_of(event.player) is None, one, "the player sits elsewhere at the table")
    # The player named for the seat takes it in the command that ends the hand, by whomever; a tournament puts a player
    # there between two hands.
    named = not state.is_running and (held.next == event.player or not one.actor)
    require(named or one.actor == event.player, one, "its actor is not the one who sat down")


def _named(state: TableState, one: Any) -> None:
    event = one.event
    held = state.seats[event.seat]
    # A tournament, which acts as the server, names a player for a seat whose player is there.
    require(state.is_running and (held.bot or held.left or not one.actor) and not held.next, one, NO_PLACE)
    require(state.seat_of(event.player) is None, one, "the player sits elsewhere at the table")
    require(one.actor in ("", event.player), one, "its actor is not the one whom it names")


def _withdrew(state: TableState, one: Any) -> None:
    event = one.event
    require(state.seats[event.seat].next == event.player, one, NO_PLACE)
    by = one.actor in ("", event.player) or not state.is_running
    require(by, one, "its actor is not the one whom it names")


def _sat_in(state: TableState, one: Any) -> None:
    _server(one)
    require(state.seats[one.event.seat].attended, one, NO_PLACE)


def _returned(state: TableState, one: Any) -> None:
    _player(state, one)
    require(state.seats[one.event.seat].sat_in, one, NO_PLACE)


def _timed_out(state: TableState, one: Any) -> None:
    _server(one)
    on_turn = state.turn == one.event.seat and state.seats[one.event.seat].attended
    require(on_turn and state.claim is None, one, NO_PLACE)
    require(state.deadline is not None and one.recorded_at >= state.deadline, one, "the time was not up")


def _paused(state: TableState, one: Any) -> None:
    _player(state, one)
    require(state.awaiting_deal and state.paused_at is None and state.resumed_at is None, one, NO_PLACE)


def _resumed(state: TableState, one: Any) -> None:
    if one.event.seat is None:
        _server(one)
    else:
        _player(state, one)
        require(state.paused_by in (None, one.event.seat), one, "somebody else holds the deal back")
    require(state.awaiting_deal, one, NO_PLACE)


def _proposed(state: TableState, one: Any) -> None:
    _player(state, one)
    require(state.claim is None and one.event.seat not in state.refused, one, NO_PLACE)
    engine.decide(state.game, engine.Claim(one.event.seat))


def _answered(state: TableState, one: Any) -> None:
    if one.actor:
        _player(state, one)
    require(one.event.seat in state.answering, one, NO_PLACE)


def _claim_made(state: TableState, one: Any) -> None:
    """Refuse a claim that not all of the other side have agreed to."""
    claim = state.claim
    agreed = claim is not None and claim.seat == one.event.seat and not state.answering
    require(agreed, one, "nobody has agreed to it")


def _other(rules: engine.RuleSet, seat: int) -> int:
    """Return the next seat that is of another side."""
    after = ((seat + step) % rules.players for step in range(1, rules.players))
    return next(other for other in after if rules.side_of(other) != rules.side_of(seat))


def _committed(state: TableState, one: Any) -> None:
    event = one.event
    first = state.status == "waiting" and state.is_full
    between = state.status == "playing" and state.turn is None and not state.awaiting_deal
    require((first or between) and event.hand == state.hand + 1, one, NO_PLACE)
    if is_shut(event.secret):
        return  # of another installation, and promised for a hand that was never dealt
    promised = fair.commitment(event.secret, state.stream, event.hand)
    require(event.commitment == promised, one, "its commitment is not that of its secret")


def _number_committed(state: TableState, one: Any) -> None:
    _player(state, one)
    _in_turn(promises.number_committed, state, one)


def _numbers_closed(state: TableState, one: Any) -> None:
    """Refuse a list of commitments closed early: the last player to commit closes it, or the server does."""
    _in_turn(promises.closed, state, one)
    over = state.numbers_close_at is not None and one.recorded_at >= state.numbers_close_at
    require(over, one, "the list was closed before its time")


def _given(state: TableState, one: Any) -> None:
    _player(state, one)
    _in_turn(promises.number_given, state, one)
    least = fair.MIN_NUMBER_BYTES if state.promise is not None and state.promise.protocol > 1 else 1
    size = len(bytes.fromhex(one.event.entropy))
    require(least <= size <= fair.MAX_NUMBER_BYTES, one, "it is no number for a deal")


def _in_turn(apply: Callable[[Any, Any, Any], Any], state: TableState, one: Any) -> None:
    """Refuse a step of the deal that the fold refuses, with the fold's message."""
    try:
        apply(state, one.event, one.recorded_at)
    except TypeError as fault:
        raise Refused(one.version, str(fault)) from None


def _asked(state: TableState, one: Any) -> None:
    event = one.event
    _player(state, one)
    game = engine.view(state.game, None)
    require(event.call in calls_open(game, state.rules), one, "that call is not open to questions")
    caller = game.auction[event.call].seat
    other = state.rules.side_of(caller) != state.rules.side_of(event.seat)
    require(event.of == caller and other, one, "that call is another's")


def _added(state: TableState, one: Any) -> None:
    event = one.event
    _player(state, one)
    game = engine.view(state.game, None)
    question = next((each for each in state.questions if (each.asker, each.call) == (event.asker, event.call)), None)
    asked = question is not None and event.seat in answering(question, game, state)
    require(asked, one, "nobody has asked for it")


def _finished(state: TableState, one: Any) -> None:
    """Refuse an end of the game that does not follow from the rules, unless time is up or every player is gone."""
    require(state.status == "playing" and state.turn is None, one, NO_PLACE)
    until, at = state.plays_until, one.recorded_at
    over = state.stopped or (until is not None and at >= until) or state.is_abandoned(at)
    require(over, one, "the game is not over")
    require(one.event.winners == state.leaders(), one, "these are not the winners")


def _stopped(state: TableState, one: Any) -> None:
    _server(one)
    require(one.event.at_once or not state.stopped, one, NO_PLACE)


def _closed(state: TableState, one: Any) -> None:
    if one.actor:
        # The player who opened the table has left, and no other person sits there.
        given_up = state.terms.opened_by == one.actor and not state.has_people
        require(state.status == "waiting" and given_up, one, NO_PLACE)
        return
    dealt = state.hand > 1 or not (state.began_at is None or state.awaiting_deal)
    require(not dealt, one, NO_PLACE)


_CHECKS: Final[dict[type[Any], Callable[[TableState, Any], None]]] = {
    events.PlayerSubstituted: _substituted,
    events.BotSatIn: _sat_in,
    events.PlayerReturned: _returned,
    events.TurnTimedOut: _timed_out,
    events.PlayPaused: _paused,
    events.PlayResumed: _resumed,
    events.ClaimProposed: _proposed,
    events.ClaimAgreed: _answered,
    events.ClaimObjected: _answered,
    events.MeaningAsked: _asked,
    events.MeaningAdded: _added,
    events.SubstituteNamed: _named,
    events.SubstituteWithdrew: _withdrew,
    events.DealCommitted: _committed,
    events.EntropyCommitted: _number_committed,
    events.EntropiesClosed: _numbers_closed,
    events.EntropyGiven: _given,
    events.GameStopped: _stopped,
    events.TableClosed: _closed,
    engine.GameFinished: _finished,
}
"""The check of each event that has no consequences of its own."""
