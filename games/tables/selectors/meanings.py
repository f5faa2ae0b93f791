"""The meaning of calls for one viewer of a live table: the sides' convention cards, and the viewer's questions."""

from collections.abc import Sequence
from uuid import UUID

import msgspec

import engine
from engine.conventions import meaning_of
from engine.fiftysix.ruleset import FiftySix
from games.conventions.force import InForce, edition_in_force, in_force
from games.conventions.words import meaning_words, row_words
from games.models import MeaningNote
from games.tables.state.questions import Question, answering, calls_open
from games.tables.state.table import TableState
from games.tables.view.meanings import Askable, Asked, SideCard
from games.words.phrases import translated


def cards_of(state: TableState) -> tuple[SideCard, ...]:
    """Return the convention card of each side, once play has begun; nothing at a table of 28."""
    if not isinstance(state.rules, FiftySix) or state.hand == 0:
        return ()
    found = ((side, in_force(state, side)) for side in range(len(state.rules.sides)))
    return tuple(SideCard(side=side, name=_name(one), card=one.id, edition=one.edition) for side, one in found)


def _name(card: InForce) -> str:
    """Return the name of a card; that of a default card in the reader's language."""
    return card.name if card.id is not None else translated(card.name)


def askable_by(state: TableState, viewer: int | None, seen: engine.View | None) -> tuple[Askable, ...]:
    """Return the calls of the other side that a viewer may ask about now and has not.

    Args:
        state: The table's state.
        viewer: The viewer's seat, or None.
        seen: The viewer's view of the game, by which most calls of this function end early.

    Source: 56-SHOW-26.
    """
    if viewer is None or seen is None or state.ended_at is not None or not isinstance(state.rules, FiftySix):
        return ()
    if seen.phase not in ("auction", "play") or seen.trick or seen.tricks:
        return ()
    game = engine.view(state.game, None)
    own = state.rules.side_of(viewer)
    known = {one.call for one in state.questions if one.asker == viewer}
    return tuple(
        Askable(call=place, seat=game.auction[place].seat, said=_step_text(game.auction[place]))
        for place in calls_open(game, state.rules)
        if place not in known and state.rules.side_of(game.auction[place].seat) != own
    )


def asked_by(table_id: UUID, state: TableState, viewer: int | None) -> tuple[Asked, ...]:
    """Return a viewer's questions: those asked, with their answers, and those a partner may add to.

    No other viewer sees them. They disappear with their calls: a call that may not be reviewed is not explained again.
    """
    if viewer is None or not state.questions or state.ended_at is not None:
        return ()
    game = engine.view(state.game, None)
    shown = calls_open(game, state.rules)
    mine = [one for one in state.questions if one.call in shown and _concerns(one, game, state, viewer)]
    notes = _notes(table_id, state.hand) if any(one.added for one in mine) else ()
    return tuple(_question_shown(one, game, state, viewer, notes) for one in mine)


def _step_text(step: engine.AuctionStep) -> str:
    return step.call or step.word


def _concerns(question: Question, game: engine.View, state: TableState, viewer: int) -> bool:
    return viewer == question.asker or viewer in question.added or viewer in answering(question, game, state)


def _notes(table_id: UUID, hand: int) -> Sequence[MeaningNote]:
    return list(MeaningNote.objects.filter(table=table_id, hand=hand))


def _question_shown(
    question: Question, game: engine.View, state: TableState, viewer: int, notes: Sequence[MeaningNote]
) -> Asked:
    """Return a question as shown to the asker or to a partner of the caller."""
    step = game.auction[question.call]
    added = tuple(
        (note.seat, note.text)
        for note in notes
        if (note.asker, note.call) == (question.asker, question.call) and viewer in (note.asker, note.seat)
    )
    mine = viewer == question.asker
    may_add = not mine and viewer in answering(question, game, state)
    base = Asked(
        call=question.call,
        asker=question.asker,
        of=step.seat,
        said=_step_text(step),
        mine=mine,
        may_add=may_add,
        added=added,
    )
    assert isinstance(state.rules, FiftySix)
    card = edition_in_force(question.card, question.edition, state.rules) if mine else None
    return base if card is None else _answered(base, card, game.auction, state.rules)


def _answered(question: Asked, card: InForce, auction: tuple[engine.AuctionStep, ...], rules: FiftySix) -> Asked:
    """Return a question with the card's answer, for the asker."""
    meaning = meaning_of(card.card, auction, question.call, rules)
    found = {"card": card.id, "edition": card.edition, "card_name": _name(card)}
    if meaning is None:
        return msgspec.structs.replace(question, **found)
    return msgspec.structs.replace(
        question,
        **found,
        text=meaning_words(meaning),
        row=row_words(meaning.convention),
        treatment=meaning.convention.own or meaning.convention.by_agreement,
        rule=meaning.convention.source,
    )
