"""Texts of the tournament pages: criteria, values and how they come about, results, sources of a bracket."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any, Final

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import pgettext, pgettext_lazy

from engine.phrases import Phrase
from games.words.phrases import translated
from tournaments.drawings.bracket import Named, Source
from tournaments.plans.words import CRITERIA, Sentence
from tournaments.stages import stage
from tournaments.tiebreaks.working import Earned, GamePoints, Given, Product, Running, Term, Won, Working

MINUS: Final = "\N{MINUS SIGN}"
DASH: Final = "\N{EN DASH}"
TIMES: Final = "\N{MULTIPLICATION SIGN}"
_PARTS: Final = {2: "½", 3: "⅓", 4: "¼"}

SHORT: Final[Mapping[str, Any]] = {
    "points": pgettext_lazy("match points", "Pts"),
    "wins": pgettext_lazy("matches won", "Wins"),
    "head_to_head": pgettext_lazy("match points among the level", "Mut"),
    "difference": pgettext_lazy("game points won less lost", "Diff"),
    "quotient": pgettext_lazy("game points won divided by those lost", "Quot"),
    "scored": pgettext_lazy("game points scored", "For"),
    "buchholz": pgettext_lazy("the opponents' points", "Opp"),
    "buchholz_cut_1": pgettext_lazy("the opponents' points without the lowest", "Cut 1"),
    "median_buchholz": pgettext_lazy("the opponents' points without the lowest and the highest", "Med"),
    "sonneborn_berger": pgettext_lazy("the points of beaten opponents", "SB"),
    "progressive": pgettext_lazy("the sum of the points after each round", "Prog"),
    "lot": pgettext_lazy("the lot drawn", "Lot"),
    "seed": pgettext_lazy("the place in the seeding order", "Seed"),
    "behind": pgettext_lazy("points behind the best at each table", "Behind"),
}
"""The criteria of standings as the heads of columns."""

FORMATS: Final[Mapping[str, Any]] = {
    stage.ROUND_ROBIN: pgettext_lazy("a format", "Round robin"),
    stage.CROSS_GROUP: pgettext_lazy("a format", "Half against half"),
    stage.SWISS: pgettext_lazy("a format", "Swiss"),
    stage.KNOCK_OUT: pgettext_lazy("a format", "Knock-out"),
    stage.DOUBLE_ELIMINATION: pgettext_lazy("a format", "Double elimination"),
    stage.INDIVIDUAL: pgettext_lazy("a format", "Individual"),
    stage.PLACING: pgettext_lazy("a format", "Placing"),
    stage.CONSOLATION: pgettext_lazy("a format", "Knock-out with consolation"),
    stage.LADDER: pgettext_lazy("a format", "Ladder"),
    stage.POINTS_RACE: pgettext_lazy("a format", "Points race"),
}


def said(sentence: Sentence) -> str:
    """Return a sentence of a plan in the reader's language."""
    return translated(sentence.text, sentence.members)


def criterion_words(name: str) -> str:
    """Return a criterion as people call it."""
    if name in CRITERIA:
        return translated("{name}", {"name": Phrase(CRITERIA[name])})
    return str(SHORT.get(name, name))


def named(name: Named) -> str:
    """Return the name of a round of a bracket."""
    return translated(name.text, name.members)


def source_words(source: Source, number_of: Callable[[int], int]) -> str:
    """Return what fills an open place of a bracket.

    Args:
        number_of: Returns the number of a match as the page shows it.
    """
    if source.kind == "w":
        return _("winner of match {number}").format(number=number_of(source.match))
    return _("loser of match {number}").format(number=number_of(source.match))


def moment_text(at: int | datetime) -> str:
    """Return a moment, or one in seconds since 1970 UTC, by the present time zone: day and hour."""
    moment = datetime.fromtimestamp(at, UTC) if isinstance(at, int) else at
    return date_format(localtime(moment), "D j F, H:i")


def time_text(at: int | datetime) -> str:
    """Return a moment by the present time zone: the hour, with the day where that is not today."""
    moment = localtime(datetime.fromtimestamp(at, UTC) if isinstance(at, int) else at)
    return date_format(moment, "H:i" if moment.date() == localtime().date() else "D H:i")


def value_text(criterion: str, value: Fraction | int | None) -> str:
    """Return the value of a criterion, exactly.

    >>> value_text("points", Fraction(3, 2)), value_text("difference", 4), value_text("quotient", Fraction(7, 5))
    ('1½', '+4', '7/5')
    """
    if value is None:
        return DASH
    return signed(value) if criterion in ("difference", "behind") else number_text(value)


def number_text(value: Fraction | int) -> str:
    """Return a number, halves, thirds and quarters as people write them.

    >>> number_text(Fraction(7, 2)), number_text(3)
    ('3½', '3')
    """
    value = Fraction(value)
    sign = MINUS if value < 0 else ""
    whole, rest = divmod(abs(value), 1)
    if not rest:
        return f"{sign}{whole}"
    if rest.numerator == 1 and rest.denominator in _PARTS:
        return f"{sign}{whole or ''}{_PARTS[rest.denominator]}"
    return f"{sign}{abs(value)}"


def signed(value: Fraction | int) -> str:
    """Return a number with its sign."""
    return f"+{number_text(value)}" if value > 0 else number_text(value)


def working_text(own: Working, names: Mapping[int, str]) -> str:
    """Return how a value comes about, such as `54 = Pamba 11 + Nila 10`; empty where there is nothing to add up."""
    terms = [text for term in own.terms if (text := _term(own.criterion, term, names))]
    if not terms or own.value is None:
        return ""
    return f"{value_text(own.criterion, own.value)} = {' + '.join(terms)}".replace(f"+ {MINUS}", f"{MINUS} ")


def _term(criterion: str, term: Term, names: Mapping[int, str]) -> str:
    match term:
        case Earned():
            if term.round is None:
                return f"{number_text(term.points)} {pgettext('points', 'by the director')}"
            return f"{number_text(term.points)} {_against(term.opponent, names)}"
        case Won():
            return f"1 {_against(term.opponent, names)}"
        case GamePoints():
            if criterion == "scored":
                return f"{number_text(term.scored)} {_against(term.opponent, names)}"
            if criterion == "difference":
                return f"{number_text(term.scored - term.conceded)} {_against(term.opponent, names)}"
            return ""
        case Given():
            who = pgettext("points", "own") if term.own or term.opponent is None else names.get(int(term.opponent), "")
            said = f"{who} {number_text(term.points)}"
            dropped = _("left out")
            return f"{said} ({dropped})" if term.dropped else said
        case Product():
            who = pgettext("points", "own") if term.own or term.opponent is None else names.get(int(term.opponent), "")
            return f"{who} {number_text(term.points)} {TIMES} {number_text(term.share)}"
        case Running():
            return number_text(term.total)


def _against(opponent: str | None, names: Mapping[int, str]) -> str:
    if opponent is None:
        return pgettext("points", "for a bye")
    return _("against {name}").format(name=names.get(int(opponent), ""))
