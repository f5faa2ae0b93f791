"""The section of sight: which cards of other seats each seat could see from which step on, and why.

A card that lay open once has been seen: what is listed at a step was known to those named from then on.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import engine
from games.audits.material import Material
from games.audits.report import Fact, Finding, Section
from games.events import tables as events

NAME = "sight"
_OPENERS = {
    engine.CotCalled: "cot",
    engine.ThaniCalled: "thani",
    engine.SurrenderOffered: "surrender",
    engine.SurrenderAccepted: "surrender",
    engine.SurrenderRefused: "surrender",
    engine.Conceded: "concession",
    engine.ClaimMade: "claim",
}
"""Why hands come to lie open by an event."""


class _Seen(NamedTuple):
    """An event of the hand in its place: with its step, and what all could see before and after it."""

    event: Any
    step: int | None
    before: engine.View | None
    after: engine.View | None


def sight(material: Material) -> Section:
    """Tell what became visible at each step, and the questions about calls."""
    told = material.told
    if told is None:
        return Section(NAME, True, (), (Finding("no-cards", "unknown"),))
    looked_at: list[Fact] = []
    findings: list[Finding] = []
    claimed: tuple[int, tuple[str, ...]] | None = None
    hands = [list(filter(None, cards)) for cards in told.cards]
    for seen in _at_table(material) if material.is_table else _written(material):
        event, step = seen.event, seen.step
        looked_at += _dealt(seen)
        looked_at += _opened(seen)
        match event:
            case engine.CardPlayed():
                looked_at.append(_lay_open(step, event.seat, (event.card,), "played"))
                if event.card in hands[event.seat]:
                    hands[event.seat].remove(event.card)
            case engine.TrumpRevealed() if event.card:
                looked_at.append(_lay_open(step, event.seat, (event.card,), "turned-up"))
            case engine.PenaltyCardPlaced():
                findings.append(_exposed(step, event))
            case events.ClaimProposed():
                claimed = event.seat, tuple(hands[event.seat])
                looked_at.append(_lay_open(step, *claimed, "claim"))
            case events.ClaimObjected() if claimed is not None:
                members = {"seat": claimed[0], "cards": list(claimed[1])}
                findings.append(Finding("seen-in-claim", "notice", step, members=members))
                claimed = None
            case events.MeaningAsked():
                members = {"seat": event.seat, "of": event.of, "call": event.call}
                looked_at.append(Fact("meaning-asked", _after_call(material, event.call), "56-SHOW-26", members))
            case events.MeaningAdded():
                members = {"seat": event.seat, "asker": event.asker, "call": event.call}
                looked_at.append(Fact("meaning-added", _after_call(material, event.call), "56-SHOW-26", members))
    looked_at.append(Fact("all-open", told.steps[-1].index, members={}))
    if material.is_table:
        looked_at += _spectators(material)
        findings.append(Finding("words-beside", "unknown"))
    else:
        findings.append(Finding("table-not-seen", "unknown"))
    return Section(NAME, True, tuple(looked_at), tuple(findings))


def _lay_open(step: int | None, seat: int, cards: tuple[str, ...], why: str) -> Fact:
    return Fact("open", step, members={"seat": seat, "cards": list(cards), "why": why, "to": "all"})


def _exposed(step: int | None, event: engine.PenaltyCardPlaced) -> Finding:
    members = {"seat": event.seat, "cards": [event.card], "why": "ruling", "to": "all"}
    return Finding("exposed", "notice", step, "56-IRR-2", members)


def _dealt(seen: _Seen) -> list[Fact]:
    """Return how many of the own cards each seat knows from here on, where cards were dealt."""
    if seen.after is None:
        return []
    counts = seen.after.counts
    earlier = (
        (0,) * len(counts) if isinstance(seen.event, engine.HandDealt) or seen.before is None else seen.before.counts
    )
    if not all(now > then for now, then in zip(counts, earlier, strict=True)):
        return []
    return [Fact("own-cards", seen.step, members={"counts": list(counts)})]


def _opened(seen: _Seen) -> list[Fact]:
    """Return the hands that lie open for everybody from here on."""
    if seen.after is None or not seen.after.open_hands:
        return []
    before = seen.before.open_hands if seen.before is not None else ()
    found = []
    for seat, cards in enumerate(seen.after.open_hands):
        known = Counter(before[seat]) if before else Counter[str]()
        fresh = tuple((Counter(cards) - known).elements())
        if fresh:
            found.append(_lay_open(seen.step, seat, tuple(sorted(fresh)), _OPENERS.get(type(seen.event), "undertaken")))
    return found


def _at_table(material: Material) -> Iterator[_Seen]:
    view: engine.View | None = None
    for moment in material.moments:
        event = moment.stored.event
        step = material.step_at(moment.stored.version)
        if not isinstance(event, engine.Event):
            yield _Seen(event, step, view, view)
            continue
        after = engine.view(engine.evolve(moment.before.game, event), None)
        yield _Seen(event, step, view, after)
        view = after
        if isinstance(event, engine.HandScored):
            return


def _written(material: Material) -> Iterator[_Seen]:
    told, sheet = material.told, material.sheet
    assert told is not None
    assert told.retold is not None
    assert sheet is not None
    view: engine.View | None = None
    game: engine.State | None = None
    for event, shown, place in zip(told.retold.events, told.retold.shown, told.retold.places, strict=True):
        game = engine.evolve(material.before if game is None else game, event)
        after = engine.view(game, None)
        step = 0 if place is None else material.step_by_action.get(place)
        yield _Seen(shown, step, view, after)
        view = after
        if isinstance(event, engine.HandScored):
            return


def _after_call(material: Material, call: int) -> int | None:
    """Return the step of a call by its place in the auction."""
    told = material.told
    return told.auction[call].step if told is not None and call < len(told.auction) else None


def _spectators(material: Material) -> list[Fact]:
    """Return the seat whose hand spectators saw, and how late."""
    terms = material.stored[0].event
    if terms.shown_seat is None:
        return []
    members = {"seat": terms.shown_seat, "delay_seconds": terms.shown_delay, "to": "spectators"}
    return [Fact("shown-seat", 0, members=members)]
