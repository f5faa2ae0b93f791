"""Validation of cards: calls that the rule set admits somewhere, and one line of words for each."""

from __future__ import annotations

from django.utils.translation import gettext as _

from clubs.errors import ClubError
from clubs.names import clean_name
from engine.fiftysix.calls import HIGHEST, HIGHEST_RISE, LOWEST, PLUS_NOS, PLUS_SUIT, READABLE, REVERSE_PLUS
from engine.fiftysix.ruleset import FiftySix
from games.conventions.changes import FORM_NAMES, StoredPattern
from games.conventions.words import POSITIONS, SITUATIONS
from games.errors import BadTerms
from games.words.phrases import translated

LONGEST_NAME = 60
LONGEST_MEANING = 200
MOST_TREATMENTS = 40

PLUS_FORMS = (PLUS_SUIT, REVERSE_PLUS, PLUS_NOS)
DOUBLED_IN = frozenset(
    {"overcalled", "after their suit", "again", "theirs, over nothing", "theirs, they bid", "theirs, they bid NOS"}
)
"""The situations in which the other side has, or may have, the standing bid."""
REDOUBLED_IN = frozenset({"after their double", "again"})
_SUITS = ("any", "last", "new")
_WORDS = ("call", "pass", "double", "redouble")


def clean_line(text: str, *, longest: int, field: str) -> str:
    """Return a line of user text normalised: composed, single spaces, no invisible characters.

    Raises:
        BadTerms: `no-text`: it is empty, too long, or has unreadable characters.
    """
    try:
        return clean_name(text, longest=longest, field=field)
    except ClubError:
        message = _("Write one line of 1 to %(longest)s characters, in letters, digits and ordinary signs.")
        raise BadTerms("no-text", message % {"longest": longest}, field) from None


def check_said(said: StoredPattern, rules: FiftySix, situations: tuple[str, ...]) -> StoredPattern:
    """Return a row's calls, if one can be made somewhere in a game of this rule set.

    Args:
        said: The calls of a row.
        rules: The rule set of the card.
        situations: The situations of the row.

    Raises:
        BadTerms: `no-such-call`, with the reason and the field of the form that it is about.

    Source: 56-AUC-3, 56-AUC-4, 56-AUC-11, 56-AUC-12.
    """
    if said.word not in _WORDS or said.suit not in _SUITS:
        raise _refused(_("There is no such call."), "call")
    if said.word != "call":
        return _check_word(said, situations)
    form = FORM_NAMES.get(said.form)
    if form not in rules.forms:
        example = form.examples[0] if form is not None else said.form
        message = _("%(rules)s does not allow the call %(call)s (56-AUC-4).")
        raise _refused(message % {"call": example, "rules": translated(rules.name)}, "call")
    low, high = said.rises
    if not 1 <= low <= high <= HIGHEST - LOWEST + 1:
        raise _refused(_("Let it go up by 1 to 28, the lower number first."), "rise_from")
    if form in PLUS_FORMS and high > HIGHEST_RISE and low > HIGHEST_RISE:
        raise _refused(_("A plus call goes up by 7 at most (56-AUC-4)."), "rise_from")
    if not LOWEST <= said.numbers[0] <= said.numbers[1] <= HIGHEST:
        raise _refused(_("Contract bids are numbers from 28 to 56 (56-AUC-3), the lower number first."), "number_from")
    if said.digit is not None and form not in PLUS_FORMS:
        said = StoredPattern(said.word, said.form, said.rises, None, said.suit, said.numbers)
    if not _is_ever_said(said):
        raise _refused(_("No call of these rules has this form and rise (56-AUC-4)."), "call")
    return said


def _is_ever_said(said: StoredPattern) -> bool:
    """Tell whether some readable call fits the pattern, over some bid."""
    form = FORM_NAMES[said.form]
    low, high = said.rises
    for text, read in READABLE.items():
        if read.form is not form or (said.digit is not None and said.digit != any(sign.isdigit() for sign in text)):
            continue
        if read.number is not None and said.numbers[0] <= read.number <= said.numbers[1]:
            # Over nothing it counts from 27.
            if read.number - (LOWEST - 1) >= low:
                return True
        elif read.number is None and low <= read.rise <= high:
            return True
    return False


def _check_word(said: StoredPattern, situations: tuple[str, ...]) -> StoredPattern:
    where = {"double": DOUBLED_IN, "redouble": REDOUBLED_IN}.get(said.word)
    if where is not None and not where.issuperset(situations):
        message = (
            _("There is no opponents' bid to double there (56-AUC-11).")
            if said.word == "double"
            else _("There is no opponents' double to redouble there (56-AUC-12).")
        )
        raise _refused(message, "call")
    return StoredPattern(said.word)


def check_places(situations: tuple[str, ...], positions: tuple[str, ...]) -> None:
    """Refuse a row that applies in no situation, or to no player.

    Raises:
        BadTerms: `no-such-situation`, with the field of the form.
    """
    if not situations or any(one not in SITUATIONS for one in situations):
        raise BadTerms("no-such-situation", _("Choose when the call is made."), "situations")
    if not positions or any(one not in POSITIONS for one in positions):
        raise BadTerms("no-such-situation", _("Choose which player of the side makes the call."), "positions")


def _refused(message: str, field: str) -> BadTerms:
    return BadTerms("no-such-call", message, field)
