"""Replaying a tournament's stream: whether each event may stand where it does. For `verify_events --replay`.

Standings and pairings are not computed again: a stream stores what was published. Checked is that each event follows
from the state before it: it names entrants, stages and matches that are there, lots are drawn as they were promised,
and no deed is undone on which others stand.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from games.replaying.refused import Refused, is_shut
from tournaments.events import entering, ladder, opening, staging
from tournaments.events.opening import DeedUndone, TournamentOpened
from tournaments.lots import lot as protocol
from tournaments.lots.lot import LotError
from tournaments.state.folding import fold_all
from tournaments.state.tournament import TournamentState
from tournaments.state.undoing import AT_ANY_TIME, deed_of, live, standing_on

_AFTER_THE_END: Final = (*AT_ANY_TIME, opening.TournamentReopened)

_ENTRIES: Final = (entering.EntrantEntered, entering.FreeAgentEntered)
_ENTRANTS: Final = ("entrant", "entrants", "moved_up", "teams", "order", "groups", "challenger", "challenged")
"""The members of events that hold numbers of entrants."""


def replay_tournament(commands: Iterator[Sequence[Any]]) -> None:
    """Replay a tournament.

    Raises:
        Refused: An event has no place where it stands.
    """
    state: TournamentState | None = None
    stored: list[Any] = []
    for command in commands:
        for one in command:
            if isinstance(one.event, TournamentOpened) != (state is None):
                raise Refused(one.version, f"{one.type} has no place here")
            if state is not None:
                _check(state, stored, one)
            stored.append(one)
            state = _folded(state, stored)


def _check(state: TournamentState, stored: Sequence[Any], one: Any) -> None:
    if state.is_over and not isinstance(one.event, _AFTER_THE_END):
        raise Refused(one.version, "the tournament is over")
    _check_named(state, one)
    if isinstance(one.event, DeedUndone):
        _check_undone(state, stored, one)
    if isinstance(one.event, staging.RoundPaired | staging.PairingsEdited):
        _check_pairings(state, one)
    if isinstance(one.event, entering.TeamsMade):
        _check_teams(state, one)
    if type(one.event) in _LOT_STEPS:
        _check_lot(state, one)


def _check_named(state: TournamentState, one: Any) -> None:
    """Check that the entrants, the stage and the match are there that an event names."""
    for name in _ENTRANTS:
        if not isinstance(one.event, _ENTRIES) and not _numbers(getattr(one.event, name, ())) <= (
            state.entrants.keys()
        ):
            raise Refused(one.version, "it names an entrant that is not there")
    stage = getattr(one.event, "stage", None)
    if stage is not None and not isinstance(one.event, opening.StagePlanned) and stage not in state.stages:
        raise Refused(one.version, "it names a stage that is not there")
    match = getattr(one.event, "match", None)
    if match is not None and not isinstance(one.event, ladder.ChallengeAccepted) and match not in state.matches:
        raise Refused(one.version, "it names a match that is not there")


def _numbers(value: Any) -> set[int]:
    """Return the numbers in a member, however deep."""
    return {value} if isinstance(value, int) else {number for part in value for number in _numbers(part)}


def _check_undone(state: TournamentState, stored: Sequence[Any], one: Any) -> None:
    deed = deed_of(stored, one.event.first)
    counted = live(stored)
    if not deed or (deed[0].version, deed[-1].version) != (one.event.first, one.event.last) or deed[0] not in counted:
        raise Refused(one.version, "it undoes no deed that counts")
    if standing_on(state, counted, deed):
        raise Refused(one.version, "it undoes a deed on which others stand")


def _check_pairings(state: TournamentState, one: Any) -> None:
    stage = state.stages.get(one.event.stage)
    if stage is None or stage.status != "running" or one.event.group >= len(stage.groups):
        raise Refused(one.version, "its stage is not being played")
    entrants = [entrant for pairing in one.event.pairings for side in pairing.sides for entrant in side]
    if len(set(entrants)) != len(entrants) or not set(entrants) <= set(stage.groups[one.event.group]):
        raise Refused(one.version, "it pairs an entrant twice, or one who is not in the group")
    edited = isinstance(one.event, staging.PairingsEdited)
    if edited == (stage.round_of(one.event.round, one.event.group) is None):
        raise Refused(one.version, "its round is paired already, or not yet")


def _check_teams(state: TournamentState, one: Any) -> None:
    """Check that teams are made of free agents in the order of their lot, and that none is passed over."""
    lot = state.lots.get(one.event.lot)
    agents = [agent for team in one.event.teams for agent in team]
    drawn = [] if lot is None else [agent for agent in lot.order if state.entrants[agent].is_free]
    if not agents or agents != drawn[: len(agents)] or one.event.first <= max(state.entrants):
        raise Refused(one.version, "its teams do not follow from a lot among free agents")


def _check_lot(state: TournamentState, one: Any) -> None:
    """Check that a step of a lot is one of `lelam-lot/1`, in its place (`docs/reference/fair-lot.md`)."""
    try:
        if not _LOT_STEPS[type(one.event)](state, one.event):
            raise Refused(one.version, "it does not follow from the lot's secret, or the lot is not the next one")
    except LotError as fault:
        raise Refused(one.version, f"it is no step of its lot: {fault.code}") from None
    except LookupError:
        raise Refused(one.version, "its lot was not promised") from None


def _is_promised(state: TournamentState, event: entering.LotPromised) -> bool:
    known = set(event.entrants) <= set(state.entrants)
    is_next = event.lot == max(state.lots, default=0) + 1 and not any(lot.is_open for lot in state.lots.values())
    if is_shut(event.secret):
        return known and is_next  # of another installation, and neither drawn nor given up
    promised = protocol.promise(state.stream, event.lot, event.entrants, event.secret)
    return known and is_next and (promised.entrants, promised.commitment) == (event.entrants, event.commitment)


def _is_number_promised(state: TournamentState, event: entering.LotNumberPromised) -> bool:
    protocol.promise_number(state.lots[event.lot], event.entrant, event.commitment)
    return True


def _is_closed(state: TournamentState, event: entering.LotClosed) -> bool:
    protocol.close_list(state.lots[event.lot])
    return True


def _is_number_opened(state: TournamentState, event: entering.LotNumberOpened) -> bool:
    protocol.open_number(state.lots[event.lot], event.entrant, event.number)
    return True


def _is_drawn(state: TournamentState, event: entering.LotDrawn) -> bool:
    lot = protocol.draw(state.lots[event.lot])
    return (lot.secret, lot.order) == (event.secret, event.order)


def _is_dropped(state: TournamentState, event: entering.LotDropped) -> bool:
    return protocol.drop(state.lots[event.lot]).secret == event.secret


_LOT_STEPS: Final[Mapping[type[Any], Callable[[TournamentState, Any], bool]]] = {
    entering.LotPromised: _is_promised,
    entering.LotNumberPromised: _is_number_promised,
    entering.LotClosed: _is_closed,
    entering.LotNumberOpened: _is_number_opened,
    entering.LotDrawn: _is_drawn,
    entering.LotDropped: _is_dropped,
}


def _folded(state: TournamentState | None, stored: Sequence[Any]) -> TournamentState | None:
    last = stored[-1]
    try:
        return fold_all(None, live(stored)) if isinstance(last.event, DeedUndone) else fold_all(state, [last])
    except (LookupError, AttributeError, TypeError, ValueError, AssertionError) as fault:
        # The text of the exception stays out: it may quote members of an event that was forged.
        raise Refused(last.version, f"it cannot follow: {type(fault).__name__}") from None
