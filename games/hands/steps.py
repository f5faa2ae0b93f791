"""Hand histories: from the events of a stream to the steps of a history in one viewer's view."""

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

import msgspec
from django.utils.translation import gettext as _

import engine
from games.events import tables as events
from games.hands.told import AuctionEntry, Step, TrickRow
from games.store import StoredEvent
from games.tables.selectors.holders import Holders, Stretch
from games.words import events as words
from games.words.notes import TOLD

_KINDS: dict[type[Any], str] = {
    engine.BidMade: "bid",
    engine.Passed: "pass",
    engine.TrumpFolded: "fold",
    engine.TrumpKept: "keep",
    engine.TrumpAsked: "ask",
    engine.TrumpRevealed: "reveal",
    engine.CardPlayed: "play",
    engine.Conceded: "concede",
    engine.ThaniCalled: "thani",
    engine.CotCalled: "cot",
    engine.SurrenderOffered: "surrender_offer",
    engine.SurrenderAccepted: "surrender_accept",
    engine.SurrenderRefused: "surrender_refuse",
    engine.CallMade: "call",
    engine.Doubled: "double",
    engine.Redoubled: "redouble",
    engine.RedealCalled: "redeal",
    engine.ClaimMade: "claim",
    engine.IrregularityRuled: "ruling",
    engine.PenaltyAwarded: "ruling",
    engine.HandAdjusted: "ruling",
    engine.HandCancelled: "ruling",
    events.ClaimProposed: "propose",
    events.ClaimAgreed: "agree",
    events.ClaimObjected: "object",
    events.HandConceded: "concede",
    events.TurnTimedOut: "timeout",
    events.BotSatIn: "bot",
    events.PlayerReturned: "return",
    events.PlayerSubstituted: "substitute",
    events.SeatLeft: "leave",
}
_KIND_PHASES = {
    "concede": "concession",
    "claim": "claim",
    "propose": "claim",
    "agree": "claim",
    "object": "claim",
    "surrender_offer": "surrender",
    "ruling": "ruling",
}


class Placed(Protocol):
    """An event in its place: a stored one, or one of a record."""

    @property
    def version(self) -> int:
        """The version of the table by it."""

    @property
    def event(self) -> Any:
        """The event."""


class Moment(msgspec.Struct, frozen=True):
    """An event of a record, in its place among those of its hand.

    Attributes:
        version: Its number in the hand.
        event: The event.
        shown: The event as it may be shown: without cards that nobody saw.
        broken: The rule that it broke while play went on; empty for a regular one.
    """

    version: int
    event: Any
    shown: Any
    broken: str = ""

    def __repr__(self) -> str:
        return f"Moment({self.version})"


class HandEvents:
    """The events of one hand in a stream, with the state of the game before its deal."""

    __slots__ = (
        "after",
        "before",
        "dealt",
        "folded",
        "held",
        "noted",
        "opened",
        "scored",
        "seats",
        "winners",
    )

    def __init__(self, before: engine.State, seats: tuple[str, ...]) -> None:
        """Create a hand from a state between two hands."""
        self.before = before
        self.seats = seats
        self.dealt: Placed | None = None
        self.after: list[Placed] = []
        self.noted: list[Any] = []
        self.scored: Placed | None = None
        self.opened: Placed | None = None
        self.folded: tuple[tuple[int, str], ...] = ()
        self.held: tuple[Stretch, ...] = ()
        self.winners: tuple[int, ...] = ()

    def __repr__(self) -> str:
        return "HandEvents()"

    @property
    def ruled(self) -> str:
        """The rule by which a director ended the hand, or an empty text."""
        if self.scored is None or self.scored.event.outcome != "adjusted":
            return ""
        return next(
            (one.event.rule for one in reversed(self.after) if isinstance(one.event, engine.IrregularityRuled)), ""
        )

    def put(self, one: Placed) -> None:
        """Add an event after the deal."""
        if isinstance(one.event, engine.HandScored):
            self.scored = one
        elif isinstance(one.event, engine.GameFinished):
            self.winners = one.event.winners
        elif self.dealt is not None and self.scored is None:
            if isinstance(one.event, TOLD):
                self.noted.append(one.event)
            if type(one.event) in _KINDS:
                self.after.append(one)


def hands_of(stored: Sequence[StoredEvent], rules: engine.RuleSet) -> Iterator[HandEvents]:
    """Yield each hand of a stream, the running one last."""
    game = engine.new_game(rules)
    seats = [""] * rules.players
    told: HandEvents | None = None
    promised = 0
    holders = Holders()
    for one in stored:
        event = one.event
        holders.take(one.version, event, game)
        if told is not None:
            told.held = holders.stretches
        if isinstance(event, events.SeatTaken | events.PlayerSubstituted):
            seats[event.seat] = event.player
            if told is not None and told.scored is None:
                told.seats = tuple(seats)
        # A second commitment for a hand does not begin another hand: it is a fault of this one.
        if isinstance(event, events.DealCommitted) and event.hand != promised:
            if told is not None:
                yield told
            told, promised = HandEvents(game, tuple(seats)), event.hand
        if told is None:
            continue
        if isinstance(event, engine.HandDealt):
            told.dealt = one
            told.seats = tuple(seats)
        elif isinstance(event, events.HandOpened):
            told.opened = one
            told.folded = event.folded
        else:
            told.put(one)
        if isinstance(event, engine.Event):
            game = engine.evolve(game, event)
    if told is not None:
        yield told


class Teller:
    """Replays a hand and collects its steps in one viewer's view."""

    def __init__(self, told: HandEvents, rules: engine.RuleSet, names: tuple[str, ...], viewer: int | None) -> None:
        """Prepare the replay; `viewer` is the viewer's seat in a running hand."""
        self.told = told
        self.rules = rules
        self.names = names
        self.viewer = viewer
        self.open = told.opened is not None
        self.game = engine.evolve(told.before, told.dealt.event)  # type: ignore[union-attr]
        self.cards = self._known()
        self.steps: list[Step] = []
        self.tricks: list[TrickRow] = []
        self.played: list[list[str]] = [[] for _ in names]
        self.asked = False
        self.hidden = False
        self.actions = 0

    def __repr__(self) -> str:
        return "Teller()"

    def _known(self) -> tuple[tuple[str, ...], ...]:
        """Return the cards the viewer may know, a seat each, in the order dealt."""
        assert self.told.dealt is not None
        dealt = shown_of(self.told.dealt).cards
        if self.open:
            return tuple(dealt)
        game = self.game
        played = set()
        for one in self.told.after:
            if isinstance(one.event, engine.Event):
                game = engine.evolve(game, one.event)
            if isinstance(one.event, engine.CardPlayed):
                played.add(one.event.card)
        own: set[str] = set()
        if self.viewer is not None:
            seen = engine.view(game, self.viewer)
            own = {*seen.hand, *played, *filter(None, (seen.indicator,))}
        return tuple(
            tuple(card for card in cards if card in own) if seat == self.viewer else ()
            for seat, cards in enumerate(dealt)
        )

    def tell(self) -> None:
        """Collect all steps."""
        dealt = self.told.dealt
        assert dealt is not None
        first = self.names[self.rules.next_seat(dealt.event.dealer)]
        text = _("{dealer} deals; {opener} speaks first.").format(dealer=self.names[dealt.event.dealer], opener=first)
        self._step("deal", None, text, None, None, dealt.version)
        for one in self.told.after:
            self._tell_event(one)

    def _tell_event(self, one: Placed) -> None:
        event = one.event
        kind = _KINDS[type(event)]
        if not isinstance(event, engine.Event):
            self._step(kind, event.seat, words.sentence(event, self.names, self.rules), None, None, one.version)
            return
        before = engine.view(self.game, None)
        self.game = engine.evolve(self.game, event)
        if kind == "ruling":
            offender = getattr(event, "offender", None)
            text = words.sentence(event, self.names, self.rules)
            self._step(kind, offender, text, None, None, one.version, before)
            return
        shown, broken = shown_of(one), getattr(one, "broken", "")
        if isinstance(event, engine.TrumpRevealed) and self.asked:
            # A consequence of asking for the trump: part of that step.
            asked = self.steps.pop()
            name = self.names[asked.seat or 0]
            text = _("{name} asks for the trump, which is turned up.").format(name=name)
            if shown.card:
                turned = words.card_words(shown.card)
                text = _("{name} asks for the trump: {card} is turned up.").format(name=name, card=turned)
            self._step("ask", asked.seat, text, shown.card or None, asked.action, one.version, before, asked.broken)
            self.asked = False
            return
        self.asked = isinstance(event, engine.TrumpAsked)
        card: str | None = getattr(shown, "card", None) or None
        if isinstance(event, engine.CardPlayed):
            self.played[event.seat].append(event.card)
        text = self._text(shown, before)
        if isinstance(event, engine.TrumpFolded):
            self.hidden = card is None
            if not (self.open or event.seat == self.viewer):
                card = None
        if broken:
            text = _("{deed} That is against {rule}, and play went on.").format(deed=text, rule=broken)
        action, self.actions = self.actions, self.actions + 1
        self._step(kind, shown.seat, text, card, action, one.version, before, broken)

    def _text(self, event: Any, before: engine.View) -> str:
        name = self.names[event.seat]
        if isinstance(event, engine.CardPlayed):
            said = _("{name} plays {card}.") if before.trick else _("{name} leads {card}.")
            return said.format(name=name, card=words.card_words(event.card))
        if isinstance(event, engine.TrumpFolded) and event.card and (self.open or event.seat == self.viewer):
            return _("{name} folds {card} face down.").format(name=name, card=words.card_words(event.card))
        if isinstance(event, engine.TrumpRevealed) and not event.card:
            return _("{name} turns the trump up.").format(name=name)
        if isinstance(event, engine.TrumpRevealed):
            return _("{name} turns up {card}.").format(name=name, card=words.card_words(event.card))
        return words.sentence(event, self.names, self.rules)

    def _step(
        self,
        kind: str,
        seat: int | None,
        text: str,
        card: str | None,
        action: int | None,
        version: int,
        before: engine.View | None = None,
        broken: str = "",
    ) -> None:
        seen = engine.view(self.game, None)
        number = len(seen.tricks) + 1
        trick = seen.trick
        # The last card of a hand and of a trick shows the whole trick.
        if kind == "play" and not trick and seen.last_trick is not None:
            number, trick = seen.last_trick.number, seen.last_trick.cards
        moment = before.phase if before is not None else seen.phase
        in_play = moment == "play"
        phase = words.phase_words(_KIND_PHASES.get(kind, moment), number)
        hidden = self._face_down()
        self.steps.append(
            Step(
                index=len(self.steps),
                kind=kind,
                seat=seat,
                text=text,
                phase=phase,
                trick_number=number if in_play else None,
                card=card,
                hands=tuple(
                    left_of(cards, (*gone, hidden)) for cards, gone in zip(self.cards, self.played, strict=True)
                ),
                trick=trick,
                points=seen.points,
                trump=seen.trump,
                action=action,
                version=version,
                bid=seen.bid,
                denomination=seen.denomination,
                doubled=seen.doubled,
                broken=broken,
            )
        )
        if kind == "play" and seen.last_trick is not None and len(seen.tricks) > len(self.tricks):
            self._trick(seen, seen.last_trick)

    def _face_down(self) -> str | None:
        """Return the face-down card, if the viewer may know it."""
        at = engine.view(self.game, None).indicator_at
        if at is None or self.hidden or not (self.open or at == self.viewer):
            return None
        return engine.view(self.game, at).indicator

    def _trick(self, seen: engine.View, taken: engine.TrickTaken) -> None:
        steps = [step.index for step in self.steps if step.trick_number == taken.number]
        self.tricks.append(
            TrickRow(
                number=taken.number,
                leader=taken.leader,
                cards=taken.cards,
                winner=taken.winner,
                points=taken.points,
                reason=taken.reason,
                so_far=seen.points,
                first_step=steps[0],
                last_step=steps[-1],
            )
        )

    def auction(self) -> tuple[AuctionEntry, ...]:
        """Return the entries of the auction, each with its step."""
        seen = engine.view(self.game, None)
        steps = iter(self.steps)
        found = []
        for entry in seen.auction:
            step = next((step for step in steps if (step.seat, step.kind) == (entry.seat, entry.word)), None)
            if step is None:
                break
            found.append(
                AuctionEntry(
                    seat=entry.seat,
                    auction=entry.auction,
                    word=entry.word,
                    value=entry.value,
                    step=step.index,
                    won=entry.value is not None and (entry.value, entry.seat) == (seen.bid, seen.bidder),
                    call=entry.call,
                    denomination=entry.denomination,
                )
            )
        return tuple(found)


def shown_of(one: Placed) -> Any:
    """Return an event as it may be shown: one of a record without cards that nobody saw."""
    return one.shown if isinstance(one, Moment) else one.event


def left_of(cards: Sequence[str], gone: Sequence[str | None]) -> tuple[str, ...]:
    """Return the cards left; of two copies of a card one may be left.

    >>> left_of(("SJ", "SJ", "H9"), ("SJ", None))
    ('SJ', 'H9')
    """
    left = list(cards)
    for card in gone:
        if card in left:
            left.remove(card)
    return tuple(left)
