"""The page of a hand that is written down."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

import engine
from engine import sheets
from engine.cards import NO_CARD
from engine.record import hand_to_json
from games.rulings.words import seat_names
from games.sheets.page import title_of
from games.sheets.reports import agree
from games.sheets.selectors import visible_sheets
from games.sheets.words import contract_by
from games.transcripts import offers
from games.transcripts.offers import Moment, Offers
from games.transcripts.services import Writing
from games.words import events as words
from games.words.phrases import refusal_words

_WORDS = {
    engine.Pass: pgettext_lazy("a key", "Pass"),
    engine.Keep: pgettext_lazy("a key", "Keep the trump"),
    engine.Ask: pgettext_lazy("a key", "Ask for the trump"),
    engine.Reveal: pgettext_lazy("a key", "Turn the trump up"),
    engine.Concede: pgettext_lazy("a key", "Concede the hand"),
    engine.Double: pgettext_lazy("a key", "Double"),
    engine.Redouble: pgettext_lazy("a key", "Redouble"),
    engine.Redeal: pgettext_lazy("a key", "New deal: one suit only"),
    engine.Claim: pgettext_lazy("a key", "Claim the rest"),
    engine.SurrenderOffer: pgettext_lazy("a key", "Offer to surrender"),
    engine.SurrenderAccept: pgettext_lazy("a key", "Accept"),
    engine.SurrenderRefuse: pgettext_lazy("a key", "Refuse"),
    engine.Thani: pgettext_lazy("a key", "Thani"),
    engine.Cot: pgettext_lazy("a key", "Cot"),
}
_RARE = (engine.Concede, engine.Claim, engine.Redeal, engine.SurrenderOffer)
FIRST_NUMBERS = 10
"""The number of numbers that are shown at once."""


@dataclass(frozen=True, slots=True)
class Key:
    """A key: what it sends and what stands on it, for a card the card."""

    value: str
    label: str = ""
    card: str = ""
    copies: int = 0


@dataclass(frozen=True, slots=True)
class DeedRow:
    """An action that is written down; `rule` is the one that it broke."""

    number: int
    text: str
    rule: str


@dataclass(frozen=True, slots=True)
class SeatRow:
    """The cards of a player: those noted or seen, by suit, how many are unknown, and the keys to note others."""

    seat: int
    name: str
    side: int
    cards: tuple[str, ...]
    unseen: int
    keys: tuple[Key, ...]


@dataclass(frozen=True, slots=True)
class TranscriptPage:
    """A hand as its author has written it down so far."""

    writing: Writing
    moment: Moment
    offers: Offers
    names: tuple[str, ...]
    title: str
    noting: int | None

    @property
    def rules(self) -> str:
        """The id of the rule set."""
        return self.moment.rules.id

    @property
    def number(self) -> int:
        """The number of the hand."""
        return self.writing.number

    @property
    def dealer(self) -> str:
        """The name of the dealer."""
        return self.names[self.writing.dealer]

    @property
    def turn(self) -> str:
        """The name of the player in turn, or an empty text."""
        return "" if self.offers.seat is None else self.names[self.offers.seat]

    @property
    def phase(self) -> str:
        """The phase of the hand in words."""
        seen = self.moment.seen
        return words.phase_words(seen.phase, len(seen.tricks) + 1)

    @property
    def trick(self) -> tuple[tuple[str, str], ...]:
        """The cards on the table with the names of those who played them."""
        return tuple((laid.card, self.names[laid.seat]) for laid in self.moment.seen.trick)

    @property
    def points(self) -> tuple[tuple[int, str, int], ...]:
        """The card points taken so far: the side, its players and their points; empty before the play."""
        seen, rules = self.moment.seen, self.moment.rules
        if seen.phase != "play" and self.moment.scored is None:
            return ()
        return tuple(
            (side, words.listed([self.names[seat] for seat in seats]), seen.points[side])
            for side, seats in enumerate(rules.sides)
        )

    @property
    def contract(self) -> str:
        """The last bid, or the contract, in words; empty before the first."""
        seen = self.moment.seen
        at = seen.declarer if seen.declarer is not None else seen.bidder
        if seen.bid is None or at is None:
            return ""
        return contract_by(self.names[at], seen.bid, seen.denomination, seen.doubled)

    @property
    def deeds(self) -> tuple[DeedRow, ...]:
        """The actions that are written down, the latest first."""
        marks = dict(self.moment.hand.irregular)
        rows = [
            DeedRow(number + 1, deed_text(action, self.names), marks.get(number, ""))
            for number, action in enumerate(self.moment.hand.actions)
        ]
        return tuple(reversed(rows))

    @property
    def seen_actions(self) -> int:
        """The number of actions written down."""
        return len(self.moment.hand.actions)

    @property
    def plays(self) -> tuple[tuple[str, tuple[Key, ...]], ...]:
        """The keys of the cards that can be played, by suit."""
        return _by_suit("play", self.offers.plays)

    @property
    def folds(self) -> tuple[tuple[str, tuple[Key, ...]], ...]:
        """The keys of the cards that can be folded, by suit."""
        return _by_suit("fold", self.offers.folds)

    @property
    def bids(self) -> tuple[Key, ...]:
        """The keys of the bids of 28."""
        bids = (action for action in self.offers.words if isinstance(action, engine.Bid))
        return tuple(Key(offers.key_text(action), str(action.value)) for action in bids)

    @property
    def words(self) -> tuple[Key, ...]:
        """The keys of the usual words."""
        return tuple(_word_key(action) for action in self.offers.words if not isinstance(action, (engine.Bid, *_RARE)))

    @property
    def rare(self) -> tuple[Key, ...]:
        """The keys of words that end a hand."""
        return tuple(_word_key(action) for action in self.offers.words if isinstance(action, _RARE))

    @property
    def claims(self) -> tuple[tuple[int, str], ...]:
        """The sides that can claim the rest: a seat of each, and its players."""
        return tuple(
            (seat, words.listed([self.names[at] for at in self.moment.rules.sides[self.moment.rules.side_of(seat)]]))
            for seat in self.offers.claims
        )

    @property
    def first_numbers(self) -> tuple[int, ...]:
        """The numbers of calls that are shown at once."""
        return () if self.offers.pad is None else self.offers.pad.numbers[:FIRST_NUMBERS]

    @property
    def more_numbers(self) -> tuple[int, ...]:
        """The other numbers of calls."""
        return () if self.offers.pad is None else self.offers.pad.numbers[FIRST_NUMBERS:]

    @property
    def seats(self) -> tuple[SeatRow, ...]:
        """The cards of each player as far as they are known."""
        moment = self.moment
        order = {card: place for place, card in enumerate(dict.fromkeys(moment.rules.deck))}
        return tuple(
            SeatRow(
                seat,
                name,
                moment.rules.side_of(seat),
                tuple(sorted(moment.facts.cards[seat], key=order.__getitem__)),
                moment.facts.unseen[seat],
                tuple(_noting_keys(moment, seat)) if seat == self.noting else (),
            )
            for seat, name in enumerate(self.names)
        )

    @property
    def other_words(self) -> tuple[Key, ...]:
        """The other actions that can have happened, beside a card, a bid and a call."""
        known = {kind for judges in self.moment.rules.tradition.judges.values() for kind in judges}
        return tuple(Key(engine.actions.word_of(kind), str(text)) for kind, text in _WORDS.items() if kind in known)

    @property
    def deck(self) -> tuple[tuple[str, tuple[Key, ...]], ...]:
        """Every card of the game, by suit."""
        return _by_suit("play", tuple(dict.fromkeys(self.moment.rules.deck)))

    @property
    def folding(self) -> bool:
        """Whether cards are folded in this game."""
        return self.moment.rules.family == "28"

    @property
    def finding(self) -> str:
        """The verdict of the cards: why the game cannot go on, or how the hand came out; empty while it runs."""
        moment, rules = self.moment, self.moment.rules
        if moment.stopped and (broken := moment.judged.run.broken) is not None:
            text = _("The game cannot go on from here: {reason} ({rule})")
            return text.format(reason=refusal_words(broken.refused), rule=broken.refused.rule)
        if moment.scored is not None:
            return words.result_sentence(moment.scored, self.names, rules)
        return ""

    @property
    def differs(self) -> bool:
        """Whether the sheet says something else of the hand than its cards."""
        entry = self.writing.state.hands.get(self.number)
        told = None if entry is None else getattr(entry.event, "told", None)
        if told is None or self.moment.scored is None:
            return False
        return not agree(told, sheets.told_of(self.moment.rules, self.moment.judged.run.events))

    @property
    def is_saved(self) -> bool:
        """Whether what is written down stands on the sheet."""
        return self.writing.saved == hand_to_json(self.moment.rules, self.moment.hand)

    @property
    def reads_sheet(self) -> bool:
        """Whether the author may read the page of the sheet; the holder of a pass has another."""
        return visible_sheets(self.writing.author.player).filter(pk=self.writing.sheet.pk).exists()

    @property
    def may_enter(self) -> bool:
        """Whether saving enters the result too, or the result is entered."""
        return self.writing.is_entered or self.moment.scored is not None


def transcript_page(writing: Writing, noting: int | None = None) -> TranscriptPage:
    """Return the page of a hand; `noting` is the seat whose cards are noted."""
    moment = offers.moment_of(writing.state.rules, writing.hand)
    names = seat_names(writing.sheet.names)
    return TranscriptPage(writing, moment, offers.offers_at(moment), names, title_of(writing.sheet), noting)


def deed_text(action: engine.Action, names: tuple[str, ...]) -> str:
    """Return an action in words."""
    if isinstance(action, engine.Fold) and action.card == NO_CARD:
        return _("{name} folds a card that nobody saw").format(name=names[action.seat])
    return words.deed_words(action, names)


def _word_key(action: engine.Action) -> Key:
    return Key(offers.key_text(action), str(_WORDS[type(action)]))


def _by_suit(word: str, cards: tuple[str, ...]) -> tuple[tuple[str, tuple[Key, ...]], ...]:
    rows: dict[str, list[Key]] = {}
    for card in cards:
        rows.setdefault(card[0], []).append(Key(f"{word} {card}", card=card))
    return tuple((suit, tuple(keys)) for suit, keys in rows.items())


def _noting_keys(moment: Moment, seat: int) -> Iterator[Key]:
    """Yield a key for each card that a seat has listed or can still have."""
    listed = moment.hand.cards[seat]
    for card in dict.fromkeys(moment.rules.deck):
        known = moment.facts.cards[seat].count(card)
        if known or (card in moment.facts.pool and moment.facts.unseen[seat]):
            yield Key(card, card=card, copies=max(listed.count(card), known))
