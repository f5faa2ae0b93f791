"""Findings in words, in the reader's language; they name seats, never players."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import SweepFinding
from games.words.phrases import translated

_CODES: Final[Mapping[str, str | Promise]] = {
    "log-hash": gettext_lazy("An event of the log is not as it was written."),
    "log-chain": gettext_lazy("An event of the log is not chained to the one before it."),
    "log-version": gettext_lazy("Events of the log are missing, or out of order."),
    "log-lane": gettext_lazy("An event is in the wrong part of the log."),
    "log-time": gettext_lazy("An event of the log has an impossible time."),
    "log-size": gettext_lazy("An event of the log is too long or too short."),
    "log-seal": gettext_lazy("The sealed part of an event is missing, or cannot be opened."),
    "log-form": gettext_lazy("An event of the log cannot be read."),
    "log-foreign-end": gettext_lazy("A game from another server does not end as it was imported."),
    "deal-other-secret": gettext_lazy("The secret of the deal is not the one that was promised."),
    "deal-other-pack": gettext_lazy("The pack does not follow from the secret and the players' numbers."),
    "deal-other-dealer": gettext_lazy("The first dealer does not follow from the lot."),
    "deal-other-cards": gettext_lazy("The cards were not dealt from the promised pack."),
    "deal-other-opening": gettext_lazy("The opened values are not those promised and dealt."),
    "deal-never-promised": gettext_lazy("The deal was never promised."),
    "deal-promised-twice": gettext_lazy("The deal was promised a second time, or a number came after it."),
    "deal-step-out-of-order": gettext_lazy("A step of the deal is out of order, or does not match its commitment."),
    "mismatch": gettext_lazy("The result does not follow from the play."),
    "incomplete": gettext_lazy("The hand was closed before it was decided."),
    "not-judged": gettext_lazy("The hand cannot be judged, because of a fault before it."),
    "no-record": gettext_lazy("The events of the game make no record that could be audited."),
    "sheet-refused": gettext_lazy("An entry of the score sheet does not follow from the rules."),
    "adjusted-otherwise": gettext_lazy("An adjusted result does not follow from its ruling."),
}


def sentence_of(finding: SweepFinding) -> str:
    """Return what was found, in a sentence."""
    known = _CODES.get(finding.code)
    if known is not None:
        return str(known)
    if finding.subject == SweepFinding.Subject.DEAL:
        return translated(what) if (what := _text(finding.members, "what")) else _("The deal cannot be checked.")
    seat = finding.members.get("seat")
    if isinstance(seat, int):
        return _("Seat {seat} acted against the rules: {code}.").format(seat=seat + 1, code=finding.code)
    return _("The hand breaks the rules: {code}.").format(code=finding.code)


def _text(members: Mapping[str, Any], name: str) -> str:
    value = members.get(name, "")
    return value if isinstance(value, str) else ""
