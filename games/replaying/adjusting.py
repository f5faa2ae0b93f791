"""Replaying adjusted results: each is decided again on the game as it counts before it."""

from collections.abc import Sequence
from typing import Any

from games.events.adjusting import ResultAdjusted
from games.replaying.refused import Refused, require
from games.rescoring.deciding import adjusted_by, withdrawn_by
from games.rescoring.recount import recount


def expected_adjustment(before: Sequence[Any], one: Any) -> Sequence[Any]:
    """Return the event of a command that adjusts a result, or takes that back, as the rules decide it.

    Args:
        before: All stored events of the stream before it.
        one: The stored event.

    Raises:
        Refused: It has no place there.
        SheetError: The hand cannot come out so.
    """
    event = one.event
    counts = recount(before)
    if counts is None or counts.played.ended is None:
        raise Refused(one.version, "the game is not over")
    if isinstance(event, ResultAdjusted):
        require(event.hand in counts.played.versions, one, "there is no such hand")
        require((event.told is None) != (event.row is None), one, "it says not how the hand counts")
        return [adjusted_by(counts, event.hand, event.case, event.told, event.row)]
    known = 1 <= event.adjustment <= len(counts.adjustments)
    require(known and not counts.adjustments[event.adjustment - 1].withdrawn, one, "no such adjustment stands")
    return [withdrawn_by(counts, event.adjustment, event.case)]
