"""The claimed result of a hand whose play is not known to its end.

It is entered as on a score sheet (`engine.sheets`), with the contract if the auction is known, so that score and
standing follow from it; what is known of the play has to agree with it. Of a hand of 28 a result does not say in which
auction the number was bid, nor what somebody undertook alone: of these that is taken with which the claim is right.
"""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from msgspec.structs import replace

from engine import sheets
from engine.errors import SheetError
from engine.events import HandScored
from engine.fiftysix.state import Between as BetweenOf56
from engine.game import view
from engine.rules import RuleSet, State
from engine.twentyeight.state import Between as BetweenOf28
from engine.views import View
from engine.written import SheetForm, SheetHand

Ended = tuple[HandScored, State]

NOT_PLAYED = ("passed_out", "cancelled")


def ends_claimed(state: Any, claim: Mapping[str, Any]) -> Iterator[Ended]:
    """Yield each way in which an unfinished hand may have ended as claimed, with the score and the state after it.

    Args:
        state: The game in the hand, at the last action that is known.
        claim: The claimed result, as it stands in the record.
    """
    seen = view(state, None)
    for told in _told(state.rules, seen, claim):
        sheet = sheets.at(state.rules, state.tally)
        if not _possible(state.rules, seen, told):
            continue
        try:
            events = sheets.enter(sheet, told)
        except SheetError:
            continue
        for event in events:
            sheet = sheets.evolve(sheet, event)
        scored = next(event for event in events if isinstance(event, HandScored))
        if all(now <= then for now, then in zip(seen.points, scored.points or seen.points, strict=True)):
            between = BetweenOf56 if state.rules.family == "56" else BetweenOf28
            yield scored, between(state.rules, sheet.tally, state, scored)


def tellings(rules: RuleSet, result: Mapping[str, Any]) -> Iterator[SheetHand]:
    """Yield what a sheet may say of a hand that came out so, whatever is known of its play; the likeliest first.

    Args:
        rules: The rule set.
        result: The members of a `Result`.
    """
    yield from _told(rules, None, result)


def _told(rules: RuleSet, seen: View | None, claim: Mapping[str, Any]) -> Iterator[SheetHand]:
    """Yield what a sheet may say of the hand: with the claimed points, then without them."""
    outcome = str(claim.get("outcome"))
    if outcome in NOT_PLAYED:
        yield SheetHand(outcome)
        return
    form = sheets.form_of(rules)
    names = ("declarer", "bid", "denomination", "doubled") if form.denominations else ("declarer", "bid")
    played = seen is not None and seen.phase == "play"
    known: dict[str, Any] = {name: getattr(seen, name) if played else claim.get(name) for name in names}
    if known["bid"] is None and "cot" in form.alone:
        del known["bid"]
    doubles: tuple[dict[str, Any], ...] = ({},)
    if form.doubles and known["doubled"] is None:
        del known["doubled"]
        doubles = ({"doubled": 0}, {"doubled": 1}, {"doubled": 2})
    if any(type(value) is not (str if name == "denomination" else int) for name, value in known.items()):
        return
    if not 0 <= known["declarer"] < rules.players:
        return
    hand = SheetHand(outcome, known["declarer"], known.get("bid"), known.get("denomination"), known.get("doubled"))
    for members in product(
        (*_counted(rules, known["declarer"], claim.get("points")), {}),
        doubles,
        ({}, {"auction": 1}, {"auction": 2}) if form.auctions_differ else ({},),
        ({}, *_undertaken(rules, form)),
        ({}, {"swept": True}) if form.sweeps else ({},),
        ({}, {"surrender": "accepted"}, {"surrender": "refused"}) if form.surrenders else ({},),
    ):
        yield replace(hand, **{name: value for some in members for name, value in some.items()})


def _counted(rules: RuleSet, declarer: int, points: object) -> Iterator[dict[str, Any]]:
    """Yield the claimed card points as a sheet can have them, if they are numbers of points."""
    if not isinstance(points, list | tuple) or len(points) != len(rules.sides):
        return
    if all(type(count) is int for count in points):
        if len(points) == 2 and sum(points) == rules.deck_points:
            yield {"points": points[rules.side_of(declarer)]}
        yield {"shares": tuple(points)}


def _undertaken(rules: RuleSet, form: SheetForm) -> Iterator[dict[str, Any]]:
    """Yield what somebody may have undertaken alone. Source: 28-THANI-1, 28-HSE-6, 28-HSE-9."""
    for word in form.alone:
        if word == "cot":
            yield {"alone": word, "number": None}
        else:
            yield {"alone": word}
        if word == "late_thani":
            yield from ({"alone": word, "soloist": seat} for seat in range(rules.players))


def _possible(rules: RuleSet, seen: View, told: SheetHand) -> bool:
    """Return whether a hand can still have come out so, by what is known of it."""
    if told.outcome in NOT_PLAYED:
        return seen.phase != "play" and not (told.outcome == "passed_out" and seen.bid)
    if told.alone or told.surrender or seen.phase != "play" or told.declarer is None or told.number is None:
        return True
    own = seen.points[rules.side_of(told.declarer)]
    if told.outcome == "failed":
        return own < told.number
    return told.outcome != "made" or told.number <= rules.deck_points - sum(seen.points) + own
