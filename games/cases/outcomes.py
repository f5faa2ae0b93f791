"""What a game would come to with a decision, and whether the decision can be applied to it."""

from typing import TypeAlias

from django.utils.translation import gettext as _

import engine
from engine import sheets
from games.adjusting.selectors import adjusted
from games.cases.decisions import changes_game, check_by_rules
from games.cases.facts import rules_of_place
from games.errors import BadTerms
from games.events.cases import Decision
from games.models import Case
from games.rescoring.reading import change_of, changes_of
from games.words.phrases import translated

Outcome: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""What a game comes to for each side, and the sides that win it."""


def check_applicable(case: Case, decision: Decision) -> None:
    """Refuse a decision that could not be applied to the game of a case.

    Raises:
        BadTerms: As `decisions.check_by_rules` and `outcome_of`; `no-result`: the game was called off.
    """
    check_by_rules(rules_of_place(case.place), decision)
    if changes_game(decision) and outcome_of(case, decision) is None:
        text = _("This game was called off and has no result that could be changed. Let it stand, or warn a side.")
        raise BadTerms("no-result", text, "kind")


def outcome_of(case: Case, decision: Decision) -> Outcome | None:
    """Return what a game comes to with a decision that changes it; None: it was called off and has no result.

    Raises:
        BadTerms: No hand by its rules can come out so, or the row cannot be applied to it; the codes are those of
            `engine.SheetError`; `no-such-hand`.
    """
    game = adjusted(case.game)
    if game is None or case.hand not in game.played.versions:
        raise BadTerms("no-such-hand", _("This game has no finished hand with this number."))
    if game.played.ended is None and case.place.finished_at is not None:
        return None
    try:
        told = None if decision.told is None else sheets.tidied(game.played.rules, decision.told)
        changes = {**changes_of(game.standing), case.hand: change_of(told, decision.row)}
        after = game.played.scored_again(changes)
    except engine.SheetError as fault:
        field = "row" if decision.row is not None else "told"
        raise BadTerms(fault.code, translated(fault.text, fault.members), field) from None
    return after.points, after.winners
