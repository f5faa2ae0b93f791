"""What a decision has to be, by itself and by the rules of the game. Pure."""

import re
from fractions import Fraction
from typing import Final

from django.utils.translation import gettext as _

import engine
from engine import sheets
from engine.fiftysix.irregularities import irregularities_of
from engine.fiftysix.ruleset import FiftySix
from games.cases.state import CaseState
from games.errors import BadTerms
from games.events.cases import DECISION_KINDS, REASONS, Decision, FollowUp
from games.sheets.errors import refused
from games.words.citations import family_of

FOLLOW_UPS: Final[tuple[FollowUp, ...]] = ("keep", "re_pair", "replay")
MAX_WEIGHTS: Final = 4
"""The results that a weighted decision has at most."""
MAX_RULE: Final = 20
"""Characters of the id of a rule."""
_SHARE: Final = re.compile(r"[1-9][0-9]{0,3}/[1-9][0-9]{0,3}")


def check_decision(state: CaseState, decision: Decision) -> None:
    """Refuse a decision that no case, or not this one, can have.

    Raises:
        BadTerms: `unknown-decision`, `unknown-reason`, `unknown-rule`, `unknown-follow-up`, `no-tournament`: only a
            tournament takes it; `no-rows`: only 56 has rows; `row-missing`, `result-missing`, `side-missing`,
            `bad-weights`; `too-much-decided`: it says something that its kind does not have.
    """
    if decision.kind not in DECISION_KINDS:
        raise BadTerms("unknown-decision", _("Choose a decision."), "kind")
    if decision.reason not in REASONS:
        raise BadTerms("unknown-reason", _("Choose a reason."), "reason")
    if len(decision.rule) > MAX_RULE or not decision.rule.isprintable():
        raise BadTerms("unknown-rule", _("Choose a rule of the rule book."), "rule")
    if decision.follow_up not in FOLLOW_UPS:
        raise BadTerms("unknown-follow-up", _("Choose what happens to the later matches."), "follow_up")
    if not state.host and (decision.kind == "weighted" or decision.follow_up != "keep"):
        text = _("This game is part of no tournament: a weighted result has no effect here.")
        raise BadTerms("no-tournament", text, "kind" if decision.kind == "weighted" else "follow_up")
    _check_members(state, decision)


def _check_members(state: CaseState, decision: Decision) -> None:
    kind = decision.kind
    if decision.row is not None and family_of(state.rules) != "56":
        raise BadTerms("no-rows", _("28 has no table of irregularities. Decide freely, with a reason."), "row")
    if kind == "row" and decision.row is None:
        raise BadTerms("row-missing", _("Choose a row of the table of irregularities."), "row")
    if kind == "adjusted" and decision.told is None:
        raise BadTerms("result-missing", _("Say how the hand counts."), "told")
    if kind == "warning" and (decision.warned is None or not 0 <= decision.warned < len(state.sides)):
        raise BadTerms("side-missing", _("Choose the side that is warned."), "warned")
    if kind == "weighted":
        _check_weights(decision)
    stray = (
        (decision.row is not None and kind not in ("row", "warning"))
        or (decision.told is not None and kind != "adjusted")
        or (bool(decision.weights) and kind != "weighted")
        or (decision.warned is not None and kind != "warning")
    )
    if stray:
        raise BadTerms("too-much-decided", _("The decision says something that its kind does not have."), "kind")


def _check_weights(decision: Decision) -> None:
    """Refuse weights that are not two to four shares of 1, each in lowest terms.

    Raises:
        BadTerms: `bad-weights`.
    """
    text = _("Give 2 to {most} results with their shares, which must add up to 1.").format(most=MAX_WEIGHTS)
    # Looked at as text first: "1e999999999" is a fraction too, and no computer can hold it.
    if not all(_SHARE.fullmatch(weight.share) for weight in decision.weights):
        raise BadTerms("bad-weights", text, "weights")
    shares = [Fraction(weight.share) for weight in decision.weights]
    exact = all(
        0 < share < 1 and weight.share == f"{share.numerator}/{share.denominator}"
        for share, weight in zip(shares, decision.weights, strict=True)
    )
    if not 2 <= len(shares) <= MAX_WEIGHTS or not exact or sum(shares) != 1:
        raise BadTerms("bad-weights", text, "weights")


def check_by_rules(rules: engine.RuleSet, decision: Decision) -> None:
    """Refuse a result that no hand by the rules can have, or a row that they do not have.

    Raises:
        BadTerms: `unknown-row`, `unknown-remedy`, or the code of the engine's `SheetError`.
    """
    try:
        for told in (decision.told, *(weight.told for weight in decision.weights)):
            if told is not None:
                sheets.check(rules, told)
    except engine.SheetError as error:
        raise BadTerms(error.code, refused(error).message, "told") from None
    if decision.row is None:
        return
    rows = irregularities_of(rules.conventions) if isinstance(rules, FiftySix) else ()
    row = next((row for row in rows if row.id == decision.row.rule), None)
    if row is None:
        raise BadTerms("unknown-row", _("These rules have no such row."), "row")
    if row.find_remedy(decision.row.remedy) is None:
        raise BadTerms("unknown-remedy", _("This row has no such remedy."), "remedy")


def takes_effect(state: CaseState, decision: Decision | None) -> bool:
    """Tell whether a decision changes anything outside the case: in the game, or in its tournament."""
    if decision is None or decision.kind == "stands":
        return False
    return decision.kind != "warning" or bool(state.host)


def changes_game(decision: Decision) -> bool:
    """Tell whether a decision changes the result of the game; a weighted one acts in the tournament alone."""
    return decision.kind in ("row", "adjusted")
