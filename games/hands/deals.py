"""The deals in a table's log, and the proof of each: commitments, numbers, the deal and its opening."""

from collections.abc import Mapping, Sequence
from typing import Any, Final
from uuid import UUID

from django.utils.translation import gettext as _

import engine
from clubs.models import Player
from engine.phrases import phrase
from games import store
from games.errors import UnknownTable
from games.events import tables as events
from games.hands.told import Proof
from games.store import StoredEvent
from games.tables import fair
from games.tables.selectors.access import visible_table

_STEPS: Final = (
    events.DealCommitted,
    events.EntropyCommitted,
    events.EntropiesClosed,
    events.EntropyGiven,
    engine.HandDealt,
)
_TYPES: Final = tuple(kind.__name__ for kind in (events.TableOpened, *_STEPS, events.HandOpened))

FAULT_CODES: Final[Mapping[str, str]] = {
    phrase("This is not a lelam-deal document."): "no-document",
    phrase("A seat has given more than one number."): "number-twice",
    phrase("The document is incomplete, or part of it cannot be read."): "incomplete-document",
    phrase("Hands are numbered from 1."): "hand-number",
    phrase("The secret is not the one that was committed to."): "other-secret",
    phrase("The pack does not follow from the secret and the players' numbers."): "other-pack",
    phrase("The first dealer does not follow from the lot."): "other-dealer",
    phrase("The cards were not dealt from that pack."): "other-cards",
    phrase("The deal was promised a second time."): "promised-twice",
    phrase("A step of the deal is out of order, or does not match its commitment."): "step-out-of-order",
    phrase("The steps end before the deal."): "no-deal",
    phrase("The deal was promised a second time, or a number came after it."): "promised-twice",
    phrase("The opened values are not those promised and dealt."): "other-opening",
}
"""The code of each fault that the proof of a deal can have (`Proof.faults`)."""


class Deal:
    """The events of the deal of one hand.

    Attributes:
        committed: The server's first commitment; a second one is a step like the others.
        steps: Everything published of the deal, in the order of the log.
        dealt: The deal itself, or None.
        opened: The opening after the hand, or None.
    """

    def __init__(self, committed: StoredEvent) -> None:
        self.committed = committed
        self.steps: list[StoredEvent] = []
        self.dealt: StoredEvent | None = None
        self.opened: StoredEvent | None = None

    def __repr__(self) -> str:
        return "Deal()"


def deals_of(stored: Sequence[StoredEvent]) -> dict[int, Deal]:
    """Return the deals of a stream, or of its events of deals, by the number of the hand."""
    deals: dict[int, Deal] = {}
    deal: Deal | None = None
    for one in stored:
        event = one.event
        if isinstance(event, events.DealCommitted):
            deal = deals.setdefault(event.hand, Deal(one))
        if deal is None:
            continue
        if isinstance(event, _STEPS):
            deal.steps.append(one)
        if isinstance(event, engine.HandDealt):
            deal.dealt = one
        elif isinstance(event, events.HandOpened):
            deal.opened = one
    return deals


def deal_proof(table_id: UUID, number: int, player: Player | None, *, invitation: str = "") -> Proof:
    """Return the proof of a finished hand's deal, without the hand's play.

    Raises:
        UnknownTable: There is no such table or hand, this player may not know of it, or the hand is not over.
    """
    visible_table(table_id, player, invitation)
    stored = store.load(table_id, only=_TYPES)
    deal = deals_of(stored).get(number)
    proof = proof_of(deal, _rules_of(stored)) if deal is not None else None
    if proof is None:
        raise UnknownTable(_("This hand is not over; its secret is opened afterwards."))
    return proof


def proof_of(deal: Deal, rules: engine.RuleSet) -> Proof | None:
    """Return the proof of a finished hand's deal; None if the hand is not over."""
    if deal.dealt is None or deal.opened is None:
        return None
    committed, opened, dealt = deal.committed, deal.opened.event, deal.dealt.event
    protocol = committed.event.protocol
    steps = [_step(one.event) for one in deal.steps]
    entropies = [[one["seat"], one["number"]] for one in steps if one["step"] == "number-opened"]
    shuffle = {"commitment": committed.event.commitment, "entropies": entropies} if protocol == 1 else {"steps": steps}
    document = {
        "format": fair.FORMATS[protocol],
        "game": str(committed.stream),
        "hand": opened.hand,
        "rules": rules.id,
        "dealer": dealt.dealer,
        **shuffle,
        "secret": opened.secret,
        "pack": list(opened.pack),
        "cards": [list(cards) for cards in dealt.cards],
    }
    faults = tuple(_faults(deal, rules, document))
    numbers = fair.numbers_in(document)
    return Proof(
        stream=committed.stream,
        hand=opened.hand,
        rules=rules.id,
        dealer=dealt.dealer,
        commitment=committed.event.commitment,
        committed_at=int(committed.recorded_at.timestamp() * 1000),
        secret=opened.secret,
        promised=tuple(numbers.promised),
        numbers=tuple(numbers.given),
        pack=opened.pack,
        holds=not faults,
        faults=faults,
        document=document,
    )


def deal_faults(stored: Sequence[StoredEvent], number: int) -> list[str]:
    """Return the faults of the deal of a finished hand; none if it is as promised."""
    deal = deals_of(stored).get(number)
    if deal is None:
        return [phrase("The hand was never promised.")]
    proof = proof_of(deal, _rules_of(stored))
    return list(proof.faults) if proof is not None else [phrase("There is no such hand.")]


def _faults(deal: Deal, rules: engine.RuleSet, document: Mapping[str, Any]) -> list[str]:
    """Return the faults of a deal, by its document and by the log beside it."""
    assert deal.dealt is not None
    assert deal.opened is not None
    faults = fair.faults_of(document, deck=rules.deck, players=rules.players, packet=rules.packet)
    kinds = [type(one.event) for one in deal.steps]
    # Under protocol 1 the document has no steps: only the log has their order.
    if "steps" not in document and (kinds.count(events.DealCommitted) > 1 or kinds[-1] is not engine.HandDealt):
        faults.append(phrase("The deal was promised a second time, or a number came after it."))
    opened = deal.opened.event
    if (opened.cards, opened.secret) != (deal.dealt.event.cards, deal.committed.event.secret):
        faults.append(phrase("The opened values are not those promised and dealt."))
    return faults


def _step(event: Any) -> dict[str, Any]:
    """Return an event of the deal as a step of the proof's document."""
    match event:
        case events.DealCommitted():
            return {"step": "promised", "commitment": event.commitment}
        case events.EntropyCommitted():
            return {"step": "number-promised", "seat": event.seat, "commitment": event.commitment}
        case events.EntropiesClosed():
            return {"step": "closed"}
        case events.EntropyGiven():
            return {"step": "number-opened", "seat": event.seat, "number": event.entropy}
    return {"step": "dealt"}


def _rules_of(stored: Sequence[StoredEvent]) -> engine.RuleSet:
    terms = stored[0].event
    return engine.load_rules(terms.rules, terms.options, version=terms.engine)
