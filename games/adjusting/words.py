"""What pages say of adjusted results: of a hand, and of its game."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

import msgspec
from django.utils.translation import gettext as _
from msgspec.structs import replace

from games.adjusting.selectors import adjusted, is_adjusted
from games.models import Case
from games.rescoring.recount import Recount
from games.words.events import over_words, result_sentence
from games.words.numbers import figure


class Line(msgspec.Struct, frozen=True):
    """A sentence about an adjusted result.

    Attributes:
        text: The sentence.
        case: The id of the case that it follows from; None where another line has it.
        counts: It is about a hand that counts.
    """

    text: str
    case: UUID | None = None
    counts: bool = True


def hand_line(game: UUID, hand: int, names: Sequence[str]) -> Line | None:
    """Return what rulings have made of a finished hand, above the hand as it was played; None as `result_line`."""
    line = result_line(game, hand, names)
    if line is None or not line.counts:
        return line
    below = _("Below is the hand as it was played.")
    return replace(line, text=f"{line.text} {below}")


def result_line(game: UUID, hand: int, names: Sequence[str]) -> Line | None:
    """Return what rulings have made of a finished hand; None where its result and the score after it are as played.

    Args:
        game: The id of the table or the score sheet.
        hand: The number of the hand.
        names: The names of the players, a seat each.
    """
    counts = adjusted(game) if is_adjusted(game) else None
    if counts is None or counts.was(hand) is None:
        return None
    now, adjustment = counts.now(hand), counts.standing.get(hand)
    first = min(counts.standing)
    about = counts.standing[first] if adjustment is None else adjustment
    case = UUID(about.event.case)
    members: dict[str, Any] = {"case": _numbers({case})[case], "hand": first}
    if now is None:
        text = _("By the ruling of {case} on hand {hand} the game was over before this hand: it does not count.")
    elif now.scored is None or (adjustment is None and now == counts.was(hand)):
        return None
    else:
        members["score"] = _points(now.scored.stakes or now.scored.score or ())
        if adjustment is None:
            text = _("By the ruling of {case} on hand {hand} the score after this hand is {score}.")
        else:
            members["result"] = result_sentence(now.scored, names, counts.played.rules)
            text = _("Adjusted by {case}. It counts as: {result} The score after it is {score}.")
    return Line(text.format(**members), case, now is not None)


def game_lines(game: UUID, names: Sequence[str]) -> tuple[Line, ...]:
    """Return what rulings have made of a finished game: a line for each adjusted hand, and what the game comes to.

    Args:
        game: The id of the table or the score sheet.
        names: The names of the players, a seat each; empty: winners are not named.
    """
    counts = adjusted(game) if is_adjusted(game) else None
    if counts is None:
        return ()
    cases = {hand: UUID(each.event.case) for hand, each in sorted(counts.standing.items())}
    numbers = _numbers(set(cases.values()))
    lines = [
        Line(_("The result of hand {hand} was adjusted by {case}.").format(hand=hand, case=numbers[case]), case)
        for hand, case in cases.items()
    ]
    return (*lines, Line(_comes_to(counts, names)))


def _comes_to(counts: Recount, names: Sequence[str]) -> str:
    rules, winners = counts.played.rules, counts.after.winners
    text = _("With that, the game's score is {points}.").format(points=_points(counts.after.points))
    if counts.before.points != counts.after.points:
        text = _("With that, the game's score is {points}; as played it was {played}.").format(
            points=_points(counts.after.points), played=_points(counts.before.points)
        )
    if not names:
        return text
    if len(winners) == len(rules.sides):
        drawn = _("The game is over, and drawn.")
        return f"{text} {drawn}"
    return f"{text} {over_words([names[seat] for side in winners for seat in rules.sides[side]])}"


def _numbers(cases: set[UUID]) -> dict[UUID, str]:
    """Return what cases are called, by their ids."""
    known = dict(Case.objects.filter(pk__in=cases).values_list("pk", "number"))
    return {case: _("case {number}").format(number=known[case]) if case in known else _("a case") for case in cases}


def _points(points: Sequence[int]) -> str:
    return " : ".join(map(figure, points))
