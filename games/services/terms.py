"""The rules that a table is opened by: a rule set with options, or a club's house rules, which are fixed."""

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
    """Return the rules that a game is played by for ever, and the house rules that they are from.

    Args:
        rules: The id of a rule set; empty with house rules.
        options: Its options; none with house rules.
        version: The version of the engine; house rules have their own.
        house: The id of house rules. From now on they are played by: nobody changes this version of them any more.
        ending: How the game ends, if otherwise than by house rules: as the match of a tournament does.
        club: The club that the table belongs to, if one is said.
        promised: The house rules were fixed before, so it does not matter whether the club has changed them since.

    Raises:
        RulesError: There is no such rule set, option, value or ending.
        BadTerms: `no-such-house-rules`, `replaced`, `retired`, `other-club`, or `fixed-rules`: beside house rules
            something else is said.
    """
    if house is None:
        chosen = dict(options) if ending is None else {**options, "ending": ending}
        return engine.load_rules(rules, chosen, version=version), None
    if rules or options:
        at = "rules" if rules else "options"
        raise BadTerms("fixed-rules", _("The house rules say by which rules it is played: leave this out."), at)
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
