"""What the core refuses, as the errors that pages and the API know: with a sentence in the reader's language."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.utils.translation import gettext as _

from clubs.errors import NotAllowed
from games.words.phrases import translated
from tournaments.deeds.base import Refused
from tournaments.errors import TournamentError
from tournaments.formats.errors import DrawError, PairingError
from tournaments.log.door import Changed
from tournaments.log.errors import NotUndoable, TooBusy

_RIGHTS: Final = (
    "not-allowed",
    "not-your-entrant",
    "not-your-match",
    "own-report",
    "own-proposal",
    "entries-by-director",
)
"""The codes that say that somebody else may do it."""


@contextmanager
def in_words(*, conflicts: bool = False) -> Iterator[None]:
    """Turn refusals of the core into errors with a sentence.

    Args:
        conflicts: Also the conflict of a tournament that has changed meanwhile; the API has an answer of its own to it.

    Raises:
        NotAllowed: It is for somebody else.
        TournamentError: The refusal's code, with the field it is about; `cannot-draw`, `cannot-pair`, `busy`, or why a
            deed cannot be undone; with `conflicts` also `changed`.
    """
    try:
        yield
    except Refused as refused:
        words = translated(refused.text, refused.members)
        if refused.code in _RIGHTS:
            raise NotAllowed(words) from None
        raise TournamentError(refused.code, words, refused.field) from None
    except (DrawError, PairingError) as fault:
        code = "cannot-draw" if isinstance(fault, DrawError) else "cannot-pair"
        raise TournamentError(code, _("That cannot be paired: {reason}.").format(reason=fault)) from None
    except NotUndoable as why:
        raise TournamentError(why.code, _undo_words(why)) from None
    except TooBusy:
        raise TournamentError("busy", _("Somebody else is changing the tournament just now. Try again.")) from None
    except Changed:
        if not conflicts:
            raise
        text = _("The tournament has changed in the meantime. Nothing was done: look at it and decide again.")
        raise TournamentError("changed", text) from None


def _undo_words(why: NotUndoable) -> str:
    if why.code == "stands":
        numbers = ", ".join(map(str, why.standing[:10]))
        return _("Later events depend on it: {versions}. Undo those first.").format(versions=numbers)
    words = {
        "unknown-event": _("The log has no such event."),
        "undone-already": _("It is already undone."),
        "first-event": _("The opening of a tournament cannot be undone; abandon the tournament instead."),
        "time-called": _("The table has already been told; decide the match, or have it played again."),
        "of-a-case": _("A case decided it; only the case can withdraw it."),
        "game-reports": _("A game reported it; correct the result instead."),
    }
    return words[why.code]
