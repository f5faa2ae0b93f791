"""A lesson, and the position that it asks about. Pure but for the words."""

from collections.abc import Sequence
from functools import lru_cache

import msgspec

import engine
from engine.cards import CODES
from engine.conventions import default_card, meaning_of
from engine.fiftysix.ruleset import FiftySix
from games.conventions.words import meaning_words
from games.polls.answers import action_in
from games.polls.position import Position, painted, tricks_in
from games.words.citations import family_of
from games.words.events import card_words
from games.words.phrases import translated


class Choice(msgspec.Struct, frozen=True):
    """An action that a lesson offers.

    Attributes:
        answer: The action as pages write it: `play:SJ`, `bid:15` (`games.polls.answers`).
        reason: Why it is good, or what it costs: a phrase with places for cards.
        right: It is the right one, or one of several.
    """

    answer: str
    reason: str
    right: bool = False


class Lesson(msgspec.Struct, frozen=True, kw_only=True):
    """A lesson.

    Attributes:
        slug: Its name in addresses, unique among all lessons.
        title: What it is about, a phrase.
        rules: The rule set's id.
        hands: The cards of each seat in the order dealt, separated by blanks.
        dealer: The seat that deals.
        seat: The seat that is asked.
        done: The actions so far, each by the seat whose turn it was, separated by blanks.
        question: The position in words and what is asked: a phrase with places for cards.
        choices: The actions offered, in the order in which they are offered.
        cites: The rules that it rests on, by id.
    """

    slug: str
    title: str
    rules: str
    hands: tuple[str, ...]
    dealer: int
    seat: int
    done: str
    question: str
    choices: tuple[Choice, ...]
    cites: tuple[str, ...]

    @property
    def family(self) -> str:
        """The game: `28` or `56`."""
        return family_of(self.rules)

    def choice(self, answer: str) -> Choice | None:
        """Return the choice of an answer, if it is one of those offered."""
        return next((choice for choice in self.choices if choice.answer == answer), None)


class Moment(msgspec.Struct, frozen=True):
    """The position of a lesson.

    Attributes:
        pack: The pack from the top, of which its hands are dealt.
        before: The game before the deal.
        game: The game when the seat is to act.
        done: The actions so far.
        events: What happened, from the deal on.
    """

    pack: tuple[str, ...]
    before: engine.State
    game: engine.State
    done: tuple[engine.Action, ...]
    events: tuple[engine.Event, ...]

    def __repr__(self) -> str:
        return "Moment()"


def pack_of(rules: engine.RuleSet, hands: Sequence[Sequence[str]], dealer: int) -> tuple[str, ...]:
    """Return the pack, from the top, of which these hands are dealt in this order."""
    count = sum(map(len, hands))
    places = engine.packets(rules, [str(place) for place in range(count)], dealer)
    at = {place: card for seat, hand in enumerate(hands) for place, card in zip(places[seat], hand, strict=True)}
    return tuple(at[str(place)] for place in range(count))


@lru_cache(maxsize=64)
def moment_of(lesson: Lesson) -> Moment:
    """Return the position of a lesson.

    Raises:
        IllegalAction: The cards are no pack, or an action so far is not legal.
        ValueError: An action cannot be read, or nobody is to act.
    """
    rules = engine.load_rules(lesson.rules)
    pack = pack_of(rules, [hand.split() for hand in lesson.hands], lesson.dealer)
    before = game = engine.new_game(rules)
    happened = list(engine.deal(game, pack, dealer=lesson.dealer))
    for event in happened:
        game = engine.evolve(game, event)
    done = list[engine.Action]()
    for text in lesson.done.split():
        seat = min(engine.to_act(game))
        action = action_in(text, seat, engine.legal_actions(game, seat))
        if action is None:
            raise ValueError(f"{lesson.slug}: seat {seat} may not {text}")
        for event in engine.decide(game, action):
            game = engine.evolve(game, event)
            happened.append(event)
        done.append(action)
    return Moment(pack, before, game, tuple(done), tuple(happened))


def position_of(lesson: Lesson, *, explained: bool) -> Position:
    """Return the position as the seat that is asked sees it, with seats named by where they sit.

    Args:
        lesson: The lesson.
        explained: Tell what the calls of 56 mean by the default convention card.
    """
    moment = moment_of(lesson)
    return painted(
        moment.game,
        lesson.seat,
        running_count=True,
        tricks=tricks_in(moment.before, moment.events, lesson.seat),
        meanings=_meanings(moment.game) if explained else (),
    )


def _meanings(game: engine.State) -> tuple[str, ...]:
    rules = game.rules
    if not isinstance(rules, FiftySix):
        return ()
    auction, card = engine.view(game, None).auction, default_card(rules)
    meant = [meaning_of(card, auction, at, rules) for at in range(len(auction))]
    return tuple("" if meaning is None else meaning_words(meaning) for meaning in meant)


def said(text: str) -> str:
    """Return a phrase of a lesson in the reader's language, its places filled with cards in words.

    >>> said("Play {SJ}.")
    'Play the jack of spades.'
    """
    told = translated(text, {card: card_words(card) for card in CODES if f"{{{card}}}" in text})
    return told[:1].upper() + told[1:]
