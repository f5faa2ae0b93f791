"""Writing a hand down tap by tap, and saving it on the sheet.

A tap names the number of actions that its author saw, so that a tap that arrives twice, or late, changes nothing.
"""

from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

import engine
from engine import sheets
from engine.cards import NO_CARD
from engine.form import MOST_ACTIONS, MOST_MARKS
from engine.partly import refusal_of
from engine.record import hand_to_json, read_hand
from games.errors import NotAllowed
from games.models import Sheet, TranscriptDraft
from games.sheets import reporting, services
from games.sheets.authors import Author, read_by, sides_of
from games.sheets.errors import BadEntry, UnknownSheet
from games.sheets.selectors import load_state, may_write
from games.sheets.state import SheetState
from games.transcripts import offers
from games.words.phrases import refusal_words

MAX_ACTIONS: Final = MOST_ACTIONS
"""The number of actions of a hand that is written down."""


class Writing:
    """A hand of a sheet that an author writes down."""

    __slots__ = ("author", "dealer", "hand", "number", "saved", "sheet", "state")

    def __init__(self, sheet_id: UUID, number: int, author: Author, *, lock: bool = False) -> None:
        """Find the hand as far as the author has written it down; a hand saved before is begun with.

        Raises:
            UnknownSheet: There is no such sheet or hand, or the author may not know of it.
            NotAllowed: The author is neither a scorer nor a player of the sheet and has no pass to it.
        """
        self.sheet: Sheet = read_by(sheet_id, author)
        self.state: SheetState = load_state(sheet_id)
        self.author = author
        self.number = number
        if not sides_of(self.sheet, self.state, author):
            raise NotAllowed(
                "not-your-side", _("Only players and scorers of a sheet can enter the cards of its hands.")
            )
        entry = self.state.hands.get(number)
        running = self.state.sheet.running.hand
        if entry is None and (number != running or self.state.is_finished):
            raise UnknownSheet
        self.dealer: int = self.state.sheet.dealer if entry is None else entry.before.sheet.dealer
        rows = TranscriptDraft.objects.select_for_update() if lock else TranscriptDraft.objects
        row = rows.filter(sheet=sheet_id, hand=number, author=author.id).first()
        self.saved = self.state.facts_of(number).record
        plain = self.saved if row is None else row.record
        rules = self.state.rules
        self.hand = offers.blank(rules, self.dealer) if plain is None else read_hand(rules, plain)

    @property
    def is_entered(self) -> bool:
        """Whether the result of the hand stands on the sheet."""
        return self.number in self.state.hands

    def keep(self, hand: engine.HandRecord) -> None:
        """Keep the hand so far."""
        TranscriptDraft.objects.update_or_create(
            sheet=self.sheet,
            hand=self.number,
            author=self.author.id,
            defaults={"record": hand_to_json(self.state.rules, hand), "player": self.author.player},
        )

    def drop(self) -> None:
        """Forget what was written down and not saved."""
        TranscriptDraft.objects.filter(sheet=self.sheet, hand=self.number, author=self.author.id).delete()


@transaction.atomic
def write_action(*, sheet_id: UUID, number: int, author: Author, seen: int, action: engine.Action) -> None:
    """Write down an action that the rules admit.

    Args:
        sheet_id: The sheet's id.
        number: The number of the hand.
        author: The author.
        seen: The number of actions that the author saw; with another one there are by now, nothing is done.
        action: The action.

    Raises:
        BadEntry: A rule forbids it.
        UnknownSheet, NotAllowed: As `Writing`.
    """
    writing = Writing(sheet_id, number, author, lock=True)
    if seen != len(writing.hand.actions):
        return
    moment = offers.moment_of(writing.state.rules, writing.hand)
    _check_action(moment, action)
    if not offers.admits(moment, action):
        raise _forbidden(moment, action)
    writing.keep(offers.with_action(writing.hand, action))


@transaction.atomic
def write_as_happened(*, sheet_id: UUID, number: int, author: Author, seen: int, action: engine.Action) -> None:
    """Write down an action whatever the rules say of it; what breaks one is marked with it.

    Args:
        sheet_id: The sheet's id.
        number: The number of the hand.
        author: The author.
        seen: The number of actions that the author saw, as `write_action`.
        action: The action.

    Raises:
        BadEntry: There is no such card, or too many actions.
        UnknownSheet, NotAllowed: As `Writing`.
    """
    writing = Writing(sheet_id, number, author, lock=True)
    if seen != len(writing.hand.actions):
        return
    rules = writing.state.rules
    _check_action(offers.moment_of(rules, writing.hand), action)
    hand = offers.as_it_happened(rules, offers.with_action(writing.hand, action))
    if len(hand.irregular) > MOST_MARKS:
        raise BadEntry("too-many-actions", _("A hand has no more than {most} actions.").format(most=MOST_MARKS), "deed")
    writing.keep(hand)


def _check_action(moment: offers.Moment, action: engine.Action) -> None:
    """Refuse an action after a hand has stopped, or with a card that this game has not."""
    if moment.stopped:
        raise BadEntry("stopped", _("The game cannot continue after the last action. Undo it first."), "deed")
    if len(moment.hand.actions) >= MAX_ACTIONS:
        raise BadEntry(
            "too-many-actions", _("A hand has no more than {most} actions.").format(most=MAX_ACTIONS), "deed"
        )
    card = getattr(action, "card", NO_CARD)
    known = not card or card in moment.rules.deck
    if not known or (isinstance(action, engine.Play) and not card) or not 0 <= action.seat < moment.rules.players:
        raise BadEntry("no-such-card", _("There is no such card in this game."), "deed")


def _forbidden(moment: offers.Moment, action: engine.Action) -> BadEntry:
    broken = refusal_of(engine.new_game(moment.rules), offers.with_action(moment.hand, action))
    text = "" if broken is None else f"{refusal_words(broken.refused)} ({broken.refused.rule})"
    return BadEntry("forbidden", text, "deed")


@transaction.atomic
def take_back(*, sheet_id: UUID, number: int, author: Author, seen: int) -> None:
    """Take the last action back; as `write_action`."""
    writing = Writing(sheet_id, number, author, lock=True)
    if seen == len(writing.hand.actions):
        writing.keep(offers.without_last(writing.hand))


@transaction.atomic
def note_card(*, sheet_id: UUID, number: int, author: Author, seat: int, card: str) -> None:
    """Note a card of a seat, one copy more with each tap and then none.

    Raises:
        BadEntry: The seat cannot have had it, by what is written down already.
        UnknownSheet, NotAllowed: As `Writing`.
    """
    writing = Writing(sheet_id, number, author, lock=True)
    rules = writing.state.rules
    try:
        hand = offers.with_card(rules, writing.hand, seat, card)
    except ValueError:
        raise BadEntry("no-such-card", _("This player cannot have had that card."), "card") from None
    before = offers.moment_of(rules, writing.hand)
    broken = refusal_of(engine.new_game(rules), hand)
    if broken is not None and not before.stopped:
        text = _("With this card, an earlier entry would have been forbidden: {reason}")
        raise BadEntry("forbidden", text.format(reason=refusal_words(broken.refused)), "card")
    writing.keep(hand)


@transaction.atomic
def save(*, sheet_id: UUID, number: int, author: Author) -> None:
    """Save the hand on the sheet. A scorer enters its result with it, if it is not entered and the cards decide it.

    Raises:
        NotNow: The result is not entered yet.
        BadEntry: The sheet does not take the result.
        UnknownSheet, NotAllowed: As `Writing`.
    """
    writing = Writing(sheet_id, number, author, lock=True)
    rules = writing.state.rules
    player = author.player
    if not writing.is_entered and player is not None and may_write(writing.sheet, player):
        moment = offers.moment_of(rules, writing.hand)
        if moment.scored is not None:
            told = sheets.told_of(rules, moment.judged.run.events)
            services.enter_hand(sheet_id=sheet_id, player=player, told=told)
    reporting.transcribe_hand(sheet_id=sheet_id, author=author, hand=number, record=hand_to_json(rules, writing.hand))
    writing.drop()


@transaction.atomic
def discard(*, sheet_id: UUID, number: int, author: Author) -> None:
    """Forget what was written down and not saved; as `Writing`."""
    Writing(sheet_id, number, author, lock=True).drop()
