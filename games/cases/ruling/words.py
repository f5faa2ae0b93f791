"""A decision in words: what is decided, why, and what each choice means."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from games.cases.ruling.shares import share_words
from games.events.cases import Decision
from games.rulings.words import REMEDIES
from games.sheets.words import told_line

KINDS: Final[Mapping[str, Any]] = {
    "stands": gettext_lazy("The result stands"),
    "warning": gettext_lazy("The result stands, and a side is warned"),
    "row": gettext_lazy("A row of the table of irregularities of 56"),
    "adjusted": gettext_lazy("The hand counts differently"),
    "weighted": gettext_lazy("Several results, each with a share"),
}
"""The decisions that there are, by kind."""
KIND_HINTS: Final[Mapping[str, Any]] = {
    "stands": gettext_lazy("The hand counts as it was played; it is no longer provisional once the case is closed."),
    "warning": gettext_lazy("The hand counts as it was played. The case records the warning."),
    "row": gettext_lazy("The hand is lost, cancelled or counted as complete, as the row says."),
    "adjusted": gettext_lazy(
        "Choose how the hand counts. Hands, the score and everything after it are computed again."
    ),
    "weighted": gettext_lazy("For example 60 % made and 40 % failed. It counts only in the tournament."),
}
REASONS: Final[Mapping[str, Any]] = {
    "no-fault": gettext_lazy("nobody was at fault"),
    "row": gettext_lazy("a row of the table of irregularities"),
    "revoke": gettext_lazy("a revoke"),
    "claim": gettext_lazy("a claim that was wrong"),
    "miscounted": gettext_lazy("a miscount"),
    "misinformation": gettext_lazy("wrong information about a call"),
    "hesitation": gettext_lazy("a hesitation that gave information"),
    "exposed-card": gettext_lazy("an exposed card"),
    "deal-fault": gettext_lazy("a fault in the deal"),
    "time": pgettext_lazy("reason of a ruling", "time"),
    "conduct": gettext_lazy("conduct at the table"),
    "technical": gettext_lazy("a fault of the program or the connection"),
    "agreed": gettext_lazy("both sides agree"),
    "other": pgettext_lazy("reason of a ruling", "something else"),
}
"""Why a decision is as it is, by its code."""
IMPACTS: Final[Mapping[str, Any]] = {
    "replay": gettext_lazy("Matches to be played again"),
    "bracket": gettext_lazy("The bracket"),
    "advances": gettext_lazy("Those who go on"),
    "standing": gettext_lazy("The standings"),
}
"""The changes in a tournament, by kind, those with the largest consequences first."""
FOLLOW_UPS: Final[Mapping[str, Any]] = {
    "keep": gettext_lazy("Keep the later matches as they were paired"),
    "re_pair": gettext_lazy("Pair the later matches again; those already played no longer count"),
    "replay": gettext_lazy("Have the matches that depend on it played again"),
}
"""What becomes of later matches of a tournament."""


def decision_sentence(decision: Decision, names: Sequence[str], sides: Sequence[str]) -> str:
    """Say what is decided.

    Args:
        decision: The decision.
        names: The names of the players, a seat each.
        sides: The sides by the names of their players.
    """
    match decision.kind:
        case "warning" if decision.row is not None and decision.row.offender is not None:
            return _("The result stands, and {name} is warned.").format(name=names[decision.row.offender])
        case "warning" if decision.warned is not None:
            return _("The result stands, and a warning goes to {names}.").format(names=sides[decision.warned])
        case "row" if decision.row is not None:
            remedy = str(REMEDIES[decision.row.rule, decision.row.remedy])
            if decision.row.extra:
                more = ngettext("{count} stake point more.", "{count} stake points more.", decision.row.extra)
                remedy = f"{remedy} {more.format(count=decision.row.extra)}"
            if decision.row.offender is None:
                return remedy
            # Translators: a player's name, then what is decided about what the player did.
            return _("{name}: {remedy}").format(name=names[decision.row.offender], remedy=remedy)
        case "adjusted":
            return _("The hand now counts: {hand}.").format(hand=told_line(decision.told, names))
        case "weighted":
            parts = "; ".join(weight_lines(decision, names))
            return _("In the tournament the hand counts in shares: {shares}.").format(shares=parts)
    return _("The result stands.")


def weight_lines(decision: Decision, names: Sequence[str]) -> tuple[str, ...]:
    """Return the results of a weighted decision, each with its share: "60 % 34♠ by Ammini, made"."""
    return tuple(
        # Translators: a share such as 60 %, and the result that has it.
        _("{share} {hand}").format(
            share=share_words(weighed.share),
            hand=pgettext("a hand", "as it was played") if weighed.told is None else told_line(weighed.told, names),
        )
        for weighed in decision.weights
    )
