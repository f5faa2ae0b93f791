"""Hints: the bot's own choice of an action, with the reason of the branch that chose it.

A reason tells nothing hidden from the seat: it is made from the seat's view and the bot's conclusions from it.
"""

from collections.abc import Mapping
from typing import Any

import msgspec
from django.utils.translation import gettext as _

import engine
from engine.conventions import Meaning
from engine.phrases import phrase
from games import bots
from games.words.events import SUIT_NAMES, card_words
from games.words.notation import contract_notation

ONLY = "only"
"""The reason of the only legal action."""

REASONS = {
    ONLY: phrase("There is nothing else that you may do."),
    # 28: the bids
    "cot-run": phrase("Your four cards take every trick without a trump: say cot."),
    "no-bid-left": phrase("Nothing higher can be bid."),
    "must-bid": phrase("You have to bid, so bid the least: more is only harder to make."),
    "own-bid": phrase("The highest bid is already yours: more is only harder to make."),
    "partners-bid": phrase("The highest bid is your partner's: more is only harder to make."),
    "worth-bidding": phrase(
        "With {suit} as trump your side can expect about {expected} points. A bid of {bid} wins more than it loses "
        "on average; bid no more than you have to."
    ),
    "not-worth-bidding": phrase(
        "With {suit} as trump your side can expect about {expected} points. A bid of {bid} would not win more than "
        "it loses on average."
    ),
    "thani-sure": phrase("Your cards can hardly lose a trick, whatever the others hold: say thani."),
    "not-my-trump": phrase("Another player has folded the trump, and you do not know it: leave the bid as it is."),
    "worth-raising": phrase(
        "With {suit} as trump your side can expect about {expected} points. A bid of {bid} is worth more on average"
        " than {standing}."
    ),
    "not-worth-raising": phrase(
        "With {suit} as trump your side can expect about {expected} points. No higher bid is worth more on average "
        "than {standing}."
    ),
    # 28: the trump
    "fold-best": phrase(
        "By cards and points, your best trump suit is {suit}. Fold its lowest card, because it is out of play "
        "until the trump is turned up."
    ),
    "keep-best": phrase("With all your cards seen your best suit for trump is still {suit}."),
    "keep-hardly-better": phrase(
        "With {suit} as trump you would hardly be better off than with {now}: keep what you have."
    ),
    "fold-better": phrase("With all your cards seen {suit} would be clearly better as trump than {now}."),
    # 28: surrender, and thani
    "accept-surrender": phrase("If you accept, you win the hand at once; if you refuse, you have to win every trick."),
    "lost-already": phrase("Your side can no longer win this hand, so surrendering costs no more than playing on."),
    "thani-rest": phrase("You hold nothing but trumps that nobody can beat: the tricks that are left are yours."),
    "alone-partner": phrase("Your partner has to win every trick alone: keep out of the way with a low card."),
    "alone-allys-trick": phrase("Your side is winning this trick, and one is enough: play low."),
    "alone-cannot-win": phrase("You cannot win this trick: play a card that you can spare."),
    "alone-master": phrase("One trick decides the hand, and no higher card of this suit can be in another hand."),
    "alone-highest": phrase("One trick decides the hand, and none of your cards is sure to win: try a high one."),
    # 28: turning the trump up
    "ask-points": phrase(
        "The other side is winning a trick with points in it, and you cannot follow suit: ask for the trump; if "
        "you hold one, you can take the trick."
    ),
    "ask-alone": phrase(
        "One trick is enough against a player who plays alone, and you cannot follow suit: ask for the trump."
    ),
    "turn-up-points": phrase(
        "The other side is winning a trick with points in it, and you cannot follow suit: turn your trump up and "
        "play it to this trick."
    ),
    "turn-up-alone": phrase("You have to win every trick, and somebody else is winning this one: turn your trump up."),
    # 28: the cards
    "lead-draw-trumps": phrase("You declare, and {card} is the highest trump there still is: draw the others' trumps."),
    "lead-master": phrase("No higher card of this suit can be in another hand: lead {card}."),
    "lead-low": phrase(
        "Apart from trumps you hold no card that is the highest of its suit: lead one of as little value as possible."
    ),
    "lead-trump-only": phrase("You may lead only trumps: lead the lowest."),
    "partner-give-last": phrase("You play last, and your side has the trick: give it points."),
    "partner-give": phrase(
        "Your side is winning this trick, and no higher card of that suit can be in another hand: give it points."
    ),
    "partner-nothing-to-give": phrase("Your side is winning this trick, but you have no points to spare: play low."),
    "partner-not-safe": phrase(
        "Your side is winning this trick, but later players may beat {top}: play a card that you can spare."
    ),
    "cannot-win": phrase("You cannot beat {top}: play the card that you can spare best."),
    "ruff-last": phrase("You play last and cannot follow suit: your lowest winning trump takes the trick."),
    "ruff-points": phrase(
        "The other side is winning a trick with points in it, and you cannot follow suit: take it with your "
        "lowest winning trump."
    ),
    "ruff-not-worth": phrase("The trick has no points in it: save your trumps for another."),
    "trumps-only": phrase("You may play only trumps, and the trick has no points in it: play the lowest."),
    "last-wins": phrase("You play last: take the trick, with as many points as you can."),
    "sure-winner": phrase("No higher card of this suit can be in another hand: take the trick with {card}."),
    "winner-not-safe": phrase(
        "You could beat {top}, but later players may beat your card: play the card that you can spare best."
    ),
    # 56: the auction
    "one-suit": phrase("You hold only one suit, so you may ask for a new deal."),
    "convention": phrase("The conventions of this game have this call for your hand."),
    "wait": phrase("Nobody has bid yet, and you have nothing more to show by the conventions: wait."),
    "double": phrase(
        "The other side hardly ever makes {contract} (about {chance} %), and has no likely way out: double it."
    ),
    "contract": phrase(
        "Considering what the others may hold, {contract} is worth most to your side on average. Chance to make "
        "it: about {chance} %."
    ),
    "nothing-to-bid": phrase("No bid is worth enough to your side."),
    "leave-ours": phrase("Your side has the bid with {contract}, and no higher one is worth enough more."),
    "leave-theirs": phrase("No bid of yours is worth enough more than leaving {contract} to the other side."),
    "must-call": phrase("You have to call, and no bid is worth much: call the least."),
    # 56: the cards
    "lead-trump": phrase("Your side declares: lead a trump, and draw the others' trumps."),
    "lead-sure": phrase("If you lead {card}, your side is almost sure of the trick."),
    "lead-winner": phrase("If you lead {card}, your side's chance of the trick is about {chance} %."),
    "lead-little": phrase("Your side will hardly take this trick: lead a card with as few points as you can."),
    "take-last": phrase("You play last, and {card} takes the trick."),
    "take-sure": phrase("With {card}, your side is almost sure of the trick."),
    "take-likely": phrase("With {card} you are winning now; your side's chance of the trick is about {chance} %."),
    "take-try": phrase(
        "With {card} you are winning now. Your side's chance of the trick is only about {chance} %, but no other "
        "card does better."
    ),
    "give-sure": phrase("Your side is almost sure of this trick: give it points."),
    "give-ours": phrase("Your side is winning, and its chance of the trick is about {chance} %: give it points."),
    "spare-ours": phrase("Your side is winning this trick now: keep your good cards, and play one with few points."),
    "give-behind": phrase("A partner who plays after you will probably take this trick: give it points."),
    "give-little": phrase("The other side will probably take this trick: give it as few points as you can."),
    "weighed": phrase("Considering the points in this trick and those your cards may still win, {card} is best."),
}
"""The sentence of each reason, by its code."""


class Advice(msgspec.Struct, frozen=True):
    """A hint.

    Attributes:
        action: The recommended action.
        why: The code of the reason.
        reason: The reason in words, in the reader's language.
        row: The row of the convention card in 56 that is the reason; else None.
    """

    action: engine.Action
    why: str
    reason: str
    row: Meaning | None = None

    def __repr__(self) -> str:
        return f"Advice({self.why})"


def advise(view: engine.View) -> Advice:
    """Return a hint for a seat, from its view alone: equal views give equal hints.

    The action is that of the bot `steady`, or of the bot of 56.

    Args:
        view: The view of a seat whose turn it is, of any rule set.

    Raises:
        ValueError: It is not the seat's turn.
    """
    choice = bots.decide(view)
    choices = [action for action in view.legal if not isinstance(action, engine.Concede | engine.Claim)]
    why = ONLY if len(choices) == 1 else choice.why
    meaning = choice.facts.get("meaning") if why == "convention" else None
    return Advice(choice.action, why, reason_words(why, choice.facts), meaning)


def reason_words(why: str, facts: Mapping[str, Any]) -> str:
    """Return the sentence of a reason, in the reader's language.

    Args:
        why: Its code.
        facts: The values that the sentence names.
    """
    return _(REASONS[why]).format(**_members(facts))


def _members(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return the words for the named places of a reason's sentence."""
    said: dict[str, Any] = {name: facts[name] for name in ("bid", "expected", "standing") if name in facts}
    said |= {name: str(SUIT_NAMES[facts[name]]) for name in ("suit", "now") if facts.get(name)}
    said |= {name: card_words(facts[name]) for name in ("card", "top") if facts.get(name)}
    if "chance" in facts:
        said["chance"] = round(100 * facts["chance"])
    if "number" in facts:
        said["contract"] = contract_notation(facts["number"], facts["denomination"])
    return said
