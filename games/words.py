"""What happens at a table in the players' words. Nothing here names a card that not everybody may know."""

import re
from collections.abc import Callable, Sequence
from typing import Any

import engine
from engine.cards import SUIT_NAMES
from games import events

RANK_NAMES = {
    "J": "jack", "9": "nine", "A": "ace", "T": "ten", "K": "king", "Q": "queen", "8": "eight", "7": "seven",
    "6": "six", "3": "three",
}  # fmt: skip
_TURN_OF_CASE = re.compile(r"(?<=[a-z])(?=[A-Z])")


def card_words(card: str) -> str:
    """Return a card in words.

    >>> card_words("SJ")
    'the jack of spades'
    """
    return f"the {RANK_NAMES[card[1]]} of {SUIT_NAMES[card[0]]}s"


def listed(names: Sequence[str]) -> str:
    """Return names as one text.

    >>> listed(["Ammini", "Beeran", "Chacko"])
    'Ammini, Beeran and Chacko'
    """
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1]))) if names else ""


def counted(number: int, one: str) -> str:
    """Return a number with its noun.

    >>> counted(1, "point"), counted(2, "point")
    ('1 point', '2 points')
    """
    return f"{number} {one}{'' if number == 1 else 's'}"


def code_of(event: object) -> str:
    """Return the stable word of a kind of event.

    >>> code_of(engine.Passed(1))
    'passed'
    >>> code_of(engine.TrumpAsked(1))
    'trump-asked'
    """
    return _TURN_OF_CASE.sub("-", type(event).__name__).lower()


def result_sentence(scored: engine.HandScored, names: Sequence[str], rules: engine.RuleSet) -> str:
    """Return how a hand came out: "Beeran and Devaki made 17 with 19 points."."""
    if scored.declarer is None:
        return "Nobody bid: the hand is passed out."
    side = rules.side_of(scored.declarer)
    team = listed([names[seat] for seat in rules.sides[side]])
    if scored.outcome == "conceded":
        return f"{names[scored.declarer]} conceded {scored.bid}."
    taken = counted(scored.points[side], "point") if scored.points else "nothing"
    if scored.outcome == "made":
        return f"{team} made {scored.bid} with {taken}."
    return f"{team} bid {scored.bid} and took only {taken}."


def _finished(event: engine.GameFinished, names: Sequence[str], rules: engine.RuleSet) -> str:
    winners = listed([names[seat] for side in event.winners for seat in rules.sides[side]])
    if not event.winners or len(event.winners) == len(rules.sides):
        return "The game is over, all square."
    many = sum(len(rules.sides[side]) for side in event.winners) > 1
    return f"The game is over: {winners} {'win' if many else 'wins'}."


def _resumed(event: events.PlayResumed, names: Sequence[str], rules: engine.RuleSet) -> str:
    return "The pause is over." if event.seat is None else f"{names[event.seat]} asks for the next deal."


_SEAT_WORDS: dict[type[Any], str] = {
    engine.Passed: "{name} passes.",
    engine.TrumpFolded: "{name} folds a card face down.",
    engine.TrumpKept: "{name} keeps the trump.",
    engine.TrumpAsked: "{name} asks for the trump.",
    engine.Conceded: "{name} concedes.",
    events.SeatTaken: "{name} sits down.",
    events.SeatLeft: "{name} gets up.",
    events.PlayerSubstituted: "{name} takes the seat over.",
    events.BotSatIn: "{name} is away; a bot sits in.",
    events.PlayerReturned: "{name} is back.",
    events.PlayPaused: "{name} holds the next deal back.",
    events.TurnTimedOut: "{name}'s time is up.",
}
_WORDS: dict[type[Any], Callable[[Any, Sequence[str], engine.RuleSet], str]] = {
    engine.HandDealt: lambda event, names, rules: f"Hand {event.hand}: {names[event.dealer]} deals.",
    engine.BidMade: lambda event, names, rules: f"{names[event.seat]} bids {event.value}.",
    engine.TrumpRevealed: lambda event, names, rules: (
        f"{card_words(event.card).capitalize()} is turned up: {SUIT_NAMES[event.card[0]]}s are trump."
    ),
    engine.CardPlayed: lambda event, names, rules: f"{names[event.seat]} plays {card_words(event.card)}.",
    engine.HandScored: result_sentence,
    engine.GameFinished: _finished,
    events.PlayResumed: _resumed,
    events.TableClosed: lambda event, names, rules: "The table is closed: not enough players came.",
}


def is_told(event: object) -> bool:
    """Tell whether an event is one that the table speaks of."""
    return type(event) in _SEAT_WORDS or type(event) in _WORDS


def sentence(event: Any, names: Sequence[str], rules: engine.RuleSet) -> str:
    """Return an event in words that everybody may hear.

    Args:
        event: One for which `is_told` holds; its sealed members are not read.
        names: The players' names, one a seat.
        rules: The rule set.
    """
    plain = _SEAT_WORDS.get(type(event))
    if plain is not None:
        return plain.format(name=names[event.seat])
    return _WORDS[type(event)](event, names, rules)
