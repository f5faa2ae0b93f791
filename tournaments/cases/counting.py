"""What a game comes to by rulings: the report of an adjusted game, and the exact mixture of a weighed one."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import product
from math import prod
from uuid import UUID

from msgspec import Struct

from engine.adjusting import Change, Game
from games.adjusting.selectors import adjusted
from games.cases import log
from games.cases.state import CaseState
from games.events.cases import Decision
from games.rescoring.reading import change_of, changes_of, standing
from tournaments.events.cases import WeighedReport
from tournaments.events.playing import EndedBy, Report


class Weighing(Struct, frozen=True):
    """A hand that counts in the tournament as a mixture of results."""

    hand: int
    decision: Decision


class Count(Struct, frozen=True):
    """A game as it counts in its tournament: its report, and the mixture that it is weighed as; empty without."""

    report: Report
    results: tuple[WeighedReport, ...] = ()


def count_of(
    game: UUID, *, ended_by: EndedBy, without: str = "", more: Weighing | None = None, others: Iterable[Weighing] = ()
) -> Count | None:
    """Return how a game counts.

    Args:
        game: The id of the table or the score sheet.
        ended_by: How it ended.
        without: A case whose adjustments are left out; empty: none are.
        more: A decision that is supposed of a hand, or weighs it.
        others: The weighed decisions of other cases that hold.

    Returns:
        The count; None where no hand was dealt.

    Raises:
        SheetError: The hand cannot come out so.
    """
    counted = adjusted(game)
    if counted is None:
        return None
    played = counted.played
    changes = changes_of(standing(one for one in counted.adjustments if one.event.case != without))
    if more is not None and not more.decision.weights and (more.decision.told or more.decision.row):
        changes[more.hand] = change_of(more.decision.told, more.decision.row)
    report = _report(played.scored_again(changes), len(played.rules.sides), ended_by)
    weighed = {one.hand: one.decision for one in others}
    if more is not None and more.decision.weights:
        weighed[more.hand] = more.decision
    shares: dict[Report, Fraction] = {}
    for share, mixed in _ways(weighed):
        mixture = {hand: change for hand, change in (changes | mixed).items() if change is not None}
        one = _report(played.scored_again(mixture), len(played.rules.sides), ended_by)
        shares[one] = shares.get(one, Fraction(0)) + share
    if not weighed:
        return Count(report)
    return Count(report, tuple(WeighedReport(str(share), one) for one, share in shares.items()))


def weighings(cases: Iterable[str]) -> Iterator[Weighing]:
    """Yield the weighed decisions that are in effect by some cases."""
    for case in cases:
        state = log.current(UUID(case))
        decision = _in_effect(state)
        if decision is not None and decision.weights:
            yield Weighing(state.hand, decision)


def _in_effect(state: CaseState) -> Decision | None:
    """Return the decision of a case that is in effect; None without."""
    if state.applied is None:
        return None
    if state.applied.ruling:
        return state.rulings[state.applied.ruling - 1].decision
    return None if state.verdict is None else state.proposals[state.verdict.proposal - 1].decision


def _ways(weighed: Mapping[int, Decision]) -> Iterator[tuple[Fraction, dict[int, Change | None]]]:
    """Yield each way in which the weighed hands come out together, with its share; None: as the hand was played."""
    hands = list(weighed)
    for way in product(*(weighed[hand].weights for hand in hands)):
        changes = (None if one.told is None else Change(one.told) for one in way)
        yield prod((Fraction(one.share) for one in way), start=Fraction(1)), dict(zip(hands, changes, strict=True))


def _report(game: Game, sides: int, ended_by: EndedBy) -> Report:
    """Return the report of a game; several winners have drawn."""
    winners = tuple(game.winners) if len(game.winners) < sides else ()
    return Report(tuple(game.points), winners, game.decided, "forfeit" if game.forfeited is not None else ended_by)
