"""Folding lots: their promise, the numbers of captains, and their draw."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from tournaments.events import entering
from tournaments.lots.lot import Lot
from tournaments.state.tournament import TournamentState


def _promised(state: TournamentState, event: entering.LotPromised) -> None:
    state.lots[event.lot] = Lot(
        tournament=state.stream,
        number=event.lot,
        entrants=event.entrants,
        commitment=event.commitment,
        secret=event.secret,
    )


def _lot(**changes: Callable[[Lot, Any], Any]) -> Callable[[TournamentState, Any], None]:
    """Return a fold that sets members of the lot an event names."""

    def apply(state: TournamentState, event: Any) -> None:
        lot = state.lots[event.lot]
        state.lots[event.lot] = replace(lot, **{name: made(lot, event) for name, made in changes.items()})

    return apply


APPLY: Final[dict[type[Any], Callable[[TournamentState, Any], None]]] = {
    entering.LotPromised: _promised,
    entering.LotNumberPromised: _lot(
        promised=lambda lot, event: (*lot.promised, (event.entrant, event.commitment)),
    ),
    entering.LotClosed: _lot(closed=lambda lot, event: True),
    entering.LotNumberOpened: _lot(opened=lambda lot, event: (*lot.opened, (event.entrant, event.number))),
    entering.LotDrawn: _lot(secret=lambda lot, event: event.secret, order=lambda lot, event: event.order),
    entering.LotDropped: _lot(secret=lambda lot, event: event.secret, dropped=lambda lot, event: True),
}
"""How each of these events changes the tournament (`tournaments.state.folding`)."""
