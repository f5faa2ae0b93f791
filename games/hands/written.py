"""Hands told from a record: written down at a real table, or printed in a book; perhaps partly known."""

from django.utils.translation import gettext as _
from msgspec.structs import replace

import engine
from engine.cards import NO_CARD
from engine.events import TrumpFolded
from engine.partly import Broken
from engine.record import HandRecord
from games.hands.history import told_by
from games.hands.steps import HandEvents, Moment, Teller
from games.hands.told import VIOLATION, AuctionEntry, HandTold, Step
from games.words import events as words
from games.words.phrases import refusal_words


def tell_written(
    before: engine.State, hand: HandRecord, names: tuple[str, ...], number: int = 1
) -> tuple[HandTold | None, engine.Retold]:
    """Tell a hand of a record with all known cards open, up to what a rule forbids and did not stand.

    Args:
        before: The game before the hand.
        hand: The hand.
        names: The players' names, a seat each.
        number: The hand's number.

    Returns:
        The hand, None if its deal was wrong, and what the engine says of it.
    """
    rules = before.rules
    retold = engine.retell(before, hand)
    if not retold.events:
        return None, retold
    told = HandEvents(before, ())
    cited = dict(hand.irregular)
    broken = {one.action: one.refused.rule or cited.get(one.action or 0, "") for one in retold.irregular}
    folded = []
    for version, (event, shown, place) in enumerate(zip(retold.events, retold.shown, retold.places, strict=True)):
        # An action is its first event; what follows from it breaks no rule.
        moment = Moment(version, event, shown, broken.pop(place, "") if place is not None else "")
        if isinstance(event, engine.HandDealt):
            told.dealt = told.opened = moment
        else:
            told.put(moment)
        if isinstance(shown, TrumpFolded) and shown.card != NO_CARD:
            folded.append((shown.seat, shown.card))
    whole = replace(
        told_by(Teller(told, rules, names, None), number),
        options=rules.chosen_options,
        engine_version=rules.version,
        folded=tuple(folded),
    )
    if retold.broken is None or retold.broken.action is None:
        return whole, retold
    return _with_violation(whole, hand.actions[retold.broken.action], retold.broken, names), retold


def refused_deed(action: engine.Action, message: str, names: tuple[str, ...]) -> str:
    """Return an action with the reason why it is refused."""
    # Translators: what somebody does in a record, and why the auditor refuses it.
    return _("{deed}: “{message}”").format(deed=words.deed_words(action, names), message=message)


def _with_violation(whole: HandTold, action: engine.Action, broken: Broken, names: tuple[str, ...]) -> HandTold:
    """Return a hand that ends with what a rule forbids."""
    wrong = _violation(whole.steps[-1], action, broken, names)
    auction = whole.auction
    if not isinstance(action, engine.Play):
        auction = (*auction, _wrong_call(action, wrong, auction))
    return replace(whole, steps=(*whole.steps, wrong), auction=auction)


def _violation(last: Step, action: engine.Action, broken: Broken, names: tuple[str, ...]) -> Step:
    """Return the step that a rule forbids: the table stays as it was, but for the card that was put down."""
    card = getattr(action, "card", None) or None
    trick, number = last.trick, last.trick_number
    plays = isinstance(action, engine.Play)
    if plays and number is not None and len(trick) == len(names):
        trick, number = (), number + 1
    if plays:
        trick = (*trick, engine.Played(action.seat, str(card)))
    return replace(
        last,
        index=last.index + 1,
        kind=VIOLATION,
        seat=action.seat,
        text=refused_deed(action, refusal_words(broken.refused), names),
        phase=words.phase_words("violation"),
        trick_number=number if plays else None,
        card=card,
        trick=trick if plays else (),
        action=broken.action,
        version=last.version + 1,
    )


def _wrong_call(action: engine.Action, step: Step, auction: tuple[AuctionEntry, ...]) -> AuctionEntry:
    return AuctionEntry(
        seat=action.seat,
        auction=auction[-1].auction if auction else 1,
        word=str(action.__struct_config__.tag),
        value=getattr(action, "value", None),
        step=step.index,
        call=getattr(action, "call", None),
    )
