"""Hands that were played, step by step, and the records of games.

A finished hand is open to all who may see its table. Of a running hand each viewer gets what `engine.view` gives.
"""

from collections.abc import Iterator, Sequence
from typing import Any
from uuid import UUID

import engine
from clubs.models import Player
from games import events, fair, store, words
from games.errors import UnknownTable
from games.models import Table
from games.selectors.access import visible_table
from games.selectors.live import GONE, result_of
from games.store import StoredEvent
from games.table import standing_of
from games.tableview import AuctionEntry, HandHistory, Proof, Step, TrickRow

_KINDS: dict[type[Any], str] = {
    engine.BidMade: "bid",
    engine.Passed: "pass",
    engine.TrumpFolded: "fold",
    engine.TrumpKept: "keep",
    engine.TrumpAsked: "ask",
    engine.TrumpRevealed: "reveal",
    engine.CardPlayed: "play",
    engine.Conceded: "concede",
    events.TurnTimedOut: "timeout",
    events.BotSatIn: "bot",
    events.PlayerReturned: "return",
    events.PlayerSubstituted: "substitute",
    events.SeatLeft: "leave",
}
_PHASES = {"auction": "Auction", "auction2": "Second auction", "fold": "Trump", "trump": "Trump"}


class _Told:
    """One hand as the stream tells it, with the state of the game before its deal."""

    __slots__ = ("after", "before", "committed", "dealt", "entropies", "folded", "opened", "scored", "seats", "winners")

    def __init__(self, before: engine.State, seats: tuple[str, ...]) -> None:
        """Begin a hand at a state between two hands."""
        self.before = before
        self.seats = seats
        self.committed: StoredEvent | None = None
        self.entropies: tuple[tuple[int, str], ...] = ()
        self.dealt: StoredEvent | None = None
        self.after: list[StoredEvent] = []
        self.scored: StoredEvent | None = None
        self.opened: StoredEvent | None = None
        self.folded: tuple[tuple[int, str], ...] = ()
        self.winners: tuple[int, ...] = ()

    def __repr__(self) -> str:
        return "_Told()"


def record(
    table_id: UUID,
    player: Player | None = None,
    *,
    invitation: str = "",
    upto: int | None = None,
    checked: bool = False,
) -> engine.Record:
    """Return the record of a game's finished hands.

    Args:
        table_id: The table's id.
        player: Who asks; None for a visitor.
        invitation: The code that came with the request, if any.
        upto: The last hand to be in it; all finished ones by default.
        checked: Whoever asks has seen to it that the table may be seen.

    Raises:
        UnknownTable: There is no such table or hand, or this player may not know of it.
    """
    table = Table.objects.filter(pk=table_id).first() if checked else visible_table(table_id, player, invitation)
    if table is None:
        raise UnknownTable()
    return record_of(store.load(table_id), upto=upto)


def record_of(stored: Sequence[StoredEvent], *, upto: int | None = None) -> engine.Record:
    """Return the record of the finished hands in a stream; the players' names are those of today.

    Raises:
        UnknownTable: Hand `upto` is not finished.
    """
    terms = stored[0].event
    seats: dict[int, str] = {}
    played: list[Any] = []
    running: list[Any] = []
    finished = 0
    for one in stored:
        event = one.event
        if isinstance(event, events.SeatTaken | events.PlayerSubstituted):
            seats[event.seat] = event.player
        elif isinstance(event, engine.Event):
            running.append(event)
        elif isinstance(event, events.HandOpened):
            played += running
            running, finished = [], event.hand
            if finished == upto:
                break
    if upto is not None and finished != upto:
        raise UnknownTable("This hand is not finished.")
    known = names_by_id(seats.values())
    rules = engine.load_rules(terms.rules, terms.options)
    names = [known.get(seats.get(seat, ""), GONE) for seat in range(rules.players)]
    return engine.record_from_events(terms.rules, terms.options, names, played)


def names_by_id(players: Any) -> dict[str, str]:
    """Return the names of players by their ids as texts; unknown ones are left out."""
    wanted = {player for player in players if player}
    return {str(pk): name for pk, name in Player.objects.filter(pk__in=wanted).values_list("pk", "name")}


def hand_history(table_id: UUID, number: int, player: Player | None, *, invitation: str = "") -> HandHistory:
    """Return a hand, step by step, as a player may know it, or a visitor (None).

    Raises:
        UnknownTable: There is no such table or hand, or this player may not know of it.
    """
    table = visible_table(table_id, player, invitation)
    stored = store.load(table_id)
    rules = engine.load_rules(stored[0].event.rules, stored[0].event.options)
    hands = {told.dealt.event.hand: told for told in _hands(stored, rules) if told.dealt is not None}
    told = hands.get(number)
    if told is None or told.dealt is None:
        raise UnknownTable("There is no such hand.")
    known = names_by_id(told.seats)
    names = tuple(known.get(seat, GONE) for seat in told.seats)
    finished = told.opened is not None
    viewer = None
    if not finished and player is not None:
        sitting = next((seat.number for seat in table.seats.all() if seat.player_id == player.pk), None)
        viewer = sitting
    teller = _Teller(told, rules, names, viewer)
    teller.tell()
    dealt = told.dealt.event
    return HandHistory(
        table_id=table_id,
        table_title=str(table),
        number=number,
        rules=rules.id,
        rules_name=rules.name,
        direction=rules.direction,
        finished=finished,
        players=names,
        player_ids=tuple(UUID(seat) if seat else None for seat in told.seats),
        sides=rules.sides,
        dealer=dealt.dealer,
        opener=rules.next_seat(dealt.dealer),
        cards=teller.cards,
        steps=tuple(teller.steps),
        auction=teller.auction(),
        tricks=tuple(teller.tricks),
        result=result_of(told.scored.event, standing_of(told.before), names, rules, told.winners)
        if told.scored is not None
        else None,
        folded=told.folded if finished else (),
        proof=proof_of(told, rules) if finished else None,
        verdict=verdict_of(record_of(stored, upto=number)) if finished else None,
        previous=number - 1 if number - 1 in hands else None,
        next=number + 1 if number + 1 in hands else None,
        dealt_at=_milliseconds(told.dealt),
        ended_at=_milliseconds(told.scored) if told.scored is not None else None,
        may_dispute=finished and player is not None,
    )


def verdict_of(game: engine.Record) -> engine.HandVerdict | None:
    """Return what the auditor says of the last hand of a record; None where an earlier one stops it."""
    judged = engine.audit(game)
    hands = judged.hands if isinstance(judged.hands, tuple) else ()
    return hands[-1] if len(hands) == len(game.hands) else None


def _milliseconds(stored: StoredEvent) -> int:
    return int(stored.recorded_at.timestamp() * 1000)


def _hands(stored: Sequence[StoredEvent], rules: engine.RuleSet) -> Iterator[_Told]:
    """Yield each hand that a stream tells, the running one last."""
    game = engine.new_game(rules)
    seats = [""] * rules.players
    told: _Told | None = None
    for one in stored:
        event = one.event
        if isinstance(event, events.SeatTaken | events.PlayerSubstituted):
            seats[event.seat] = event.player
            if told is not None and told.scored is None:
                told.seats = tuple(seats)
        if isinstance(event, events.DealCommitted):
            if told is not None:
                yield told
            told = _Told(game, tuple(seats))
            told.committed = one
        if told is None:
            continue
        if isinstance(event, events.EntropyGiven):
            told.entropies += ((event.seat, event.entropy),)
        elif isinstance(event, engine.HandDealt):
            told.dealt = one
            told.seats = tuple(seats)
        elif isinstance(event, engine.HandScored):
            told.scored = one
        elif isinstance(event, engine.GameFinished):
            told.winners = event.winners
        elif isinstance(event, events.HandOpened):
            told.opened = one
            told.folded = event.folded
        elif told.dealt is not None and told.scored is None and type(event) in _KINDS:
            told.after.append(one)
        if isinstance(event, engine.Event):
            game = engine.evolve(game, event)
    if told is not None:
        yield told


def proof_of(told: _Told, rules: engine.RuleSet) -> Proof | None:
    """Return what a finished hand's deal can be checked by."""
    if told.committed is None or told.dealt is None or told.opened is None:
        return None
    committed, opened, dealt = told.committed, told.opened.event, told.dealt.event
    document = {
        "format": fair.FORMAT,
        "game": str(committed.stream),
        "hand": opened.hand,
        "dealer": dealt.dealer,
        "commitment": committed.event.commitment,
        "secret": opened.secret,
        "entropies": told.entropies,
        "pack": opened.pack,
        "cards": dealt.cards,
    }
    faults = fair.faults_of(document, deck=rules.deck, players=rules.players, packet=rules.packet)
    return Proof(
        stream=committed.stream,
        hand=opened.hand,
        rules=rules.id,
        dealer=dealt.dealer,
        commitment=committed.event.commitment,
        committed_at=_milliseconds(committed),
        secret=opened.secret,
        entropies=told.entropies,
        pack=opened.pack,
        holds=not faults and opened.cards == dealt.cards and opened.secret == committed.event.secret,
    )


def finished_hands(stored: Sequence[StoredEvent]) -> list[int]:
    """Return the numbers of the finished hands of a stream."""
    return [one.event.hand for one in stored if isinstance(one.event, events.HandOpened)]


def deal_faults(stored: Sequence[StoredEvent], number: int) -> list[str]:
    """Return what is wrong with the deal of a finished hand; nothing if it is as promised."""
    rules = engine.load_rules(stored[0].event.rules, stored[0].event.options)
    for told in _hands(stored, rules):
        if told.dealt is not None and told.dealt.event.hand == number:
            proof = proof_of(told, rules)
            return [] if proof is not None and proof.holds else ["The deal does not follow from what was promised."]
    return ["There is no such hand."]


class _Teller:
    """Plays a hand through again and writes down the steps, as one viewer may know them."""

    def __init__(self, told: _Told, rules: engine.RuleSet, names: tuple[str, ...], viewer: int | None) -> None:
        """Take the hand; `viewer` is the seat that looks at a running one."""
        self.told = told
        self.rules = rules
        self.names = names
        self.viewer = viewer
        self.open = told.opened is not None
        self.game = engine.evolve(told.before, told.dealt.event)  # type: ignore[union-attr]
        self.cards = self._known()
        self.steps: list[Step] = []
        self.tricks: list[TrickRow] = []
        self.played: set[str] = set()
        self.asked = False
        self.actions = 0

    def __repr__(self) -> str:
        return "_Teller()"

    def _known(self) -> tuple[tuple[str, ...], ...]:
        """Return the cards the viewer may know, a seat each, in the order dealt."""
        dealt = self.told.dealt.event.cards  # type: ignore[union-attr]
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
        """Write all steps down."""
        dealt = self.told.dealt
        assert dealt is not None
        first = self.names[self.rules.next_seat(dealt.event.dealer)]
        text = f"{self.names[dealt.event.dealer]} deals; {first} speaks first."
        self._step("deal", None, text, None, None, dealt.version)
        for one in self.told.after:
            self._one(one)

    def _one(self, one: StoredEvent) -> None:
        event = one.event
        kind = _KINDS[type(event)]
        if not isinstance(event, engine.Event):
            self._step(kind, event.seat, words.sentence(event, self.names, self.rules), None, None, one.version)
            return
        before = engine.view(self.game, None)
        self.game = engine.evolve(self.game, event)
        if isinstance(event, engine.TrumpRevealed) and self.asked:
            # What the ask brought about: told with it.
            asked = self.steps.pop()
            text = f"{asked.text.rstrip('.')}: {words.card_words(event.card)} is turned up."
            self._step("ask", asked.seat, text, event.card, asked.action, one.version, before)
            self.asked = False
            return
        self.asked = isinstance(event, engine.TrumpAsked)
        card = getattr(event, "card", None)
        if isinstance(event, engine.CardPlayed):
            self.played.add(event.card)
        text = self._text(event, before)
        if isinstance(event, engine.TrumpFolded) and not (self.open or event.seat == self.viewer):
            card = None
        action, self.actions = self.actions, self.actions + 1
        self._step(kind, event.seat, text, card, action, one.version, before)

    def _text(self, event: Any, before: engine.View) -> str:
        name = self.names[event.seat]
        if isinstance(event, engine.CardPlayed):
            verb = "plays" if before.trick else "leads"
            return f"{name} {verb} {words.card_words(event.card)}."
        if isinstance(event, engine.TrumpFolded) and (self.open or event.seat == self.viewer):
            return f"{name} folds {words.card_words(event.card)} face down."
        if isinstance(event, engine.TrumpRevealed):
            return f"{name} turns up {words.card_words(event.card)}."
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
    ) -> None:
        seen = engine.view(self.game, None)
        number = len(seen.tricks) + 1
        trick = seen.trick
        # The last card of a hand and of a trick shows the whole trick.
        if kind == "play" and not trick and seen.last_trick is not None:
            number, trick = seen.last_trick.number, seen.last_trick.cards
        moment = before.phase if before is not None else seen.phase
        in_play = moment == "play"
        phase = f"Trick {number}" if in_play else _PHASES.get(moment, "Auction")
        if kind == "concede":
            phase = "Concession"
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
                    tuple(held for held in cards if held not in self.played and held != hidden) for cards in self.cards
                ),
                trick=trick,
                points=seen.points,
                trump=seen.trump,
                action=action,
                version=version,
            )
        )
        if kind == "play" and seen.last_trick is not None and len(seen.tricks) > len(self.tricks):
            self._trick(seen, seen.last_trick)

    def _face_down(self) -> str | None:
        """Return the card that lies face down, if the viewer may know it."""
        at = engine.view(self.game, None).indicator_at
        if at is None or not (self.open or at == self.viewer):
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
        """Return what was said, folded and kept, each with its step."""
        said = engine.view(self.game, None).auction
        steps = [step.index for step in self.steps if step.kind in ("bid", "pass", "fold", "keep")]
        seen = engine.view(self.game, None)
        return tuple(
            AuctionEntry(
                seat=entry.seat,
                auction=entry.auction,
                word=entry.word,
                value=entry.value,
                step=step,
                won=entry.word == "bid" and entry.value == seen.bid and entry.seat == seen.bidder,
            )
            for entry, step in zip(said, steps, strict=False)
        )
