"""The rules of a new table: a rule set with options, or a club's house rules, which are fixed."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

import engine
from clubs.errors import ClubError
from clubs.house.selectors import rules_of
from clubs.house.services import play_by_house_rules
from clubs.models import Club, HouseRules
from games.errors import BadTerms


def rules_for(
    *,
    rules: str,
    options: Mapping[str, Any],
    version: int,
    house: UUID | None,
    ending: Mapping[str, Any] | None,
    club: Club | None,
    promised: bool = False,
) -> tuple[engine.RuleSet, HouseRules | None]:
    """Return the rules of a new game, fixed for good, and the house rules that they are from.

    Args:
        rules: The id of a rule set; empty with house rules.
        options: The rule set's options; none with house rules.
        version: The version of the engine; house rules have their own.
        house: The id of house rules. Their present version is in use from now on and cannot be changed any more.
        ending: The ending of the game, if other than that of the options, as for a match of a tournament.
        club: The club of the table, or None.
        promised: The house rules were fixed before; later changes by the club do not matter.

    Raises:
        RulesError: There is no such rule set, option, value or ending.
        BadTerms: `no-such-house-rules`, `replaced`, `retired`, `other-club`, or `fixed-rules`: other
            rules are given beside the house rules.
    """
    if house is None:
        chosen = dict(options) if ending is None else {**options, "ending": ending}
        return engine.load_rules(rules, chosen, version=version), None
    if rules or options:
        at = "rules" if rules else "options"
        raise BadTerms("fixed-rules", _("The house rules already name the rule set: leave this out."), at)
    try:
        found = play_by_house_rules(house_id=house, promised=promised)
    except ClubError as refused:
        raise BadTerms(refused.code, refused.message, "house") from None
    if club is not None and found.club_id != club.pk:
        raise BadTerms("other-club", _("These are house rules of %(club)s.") % {"club": found.club.name}, "house")
    fixed = rules_of(found)
    if ending is not None:
        fixed = engine.load_rules(found.rules, {**found.options, "ending": ending}, version=found.engine)
    return fixed, found
