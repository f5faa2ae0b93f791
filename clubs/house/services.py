"""Making, changing, freezing and retiring a club's house rules. `by` is the officer who does it.

A version that was used in a game or frozen is never changed: a change makes the next version of the set.
"""

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

import engine
from clubs.base.days import today_in
from clubs.errors import ClubError
from clubs.house.selectors import is_frozen
from clubs.house.words import rules_words
from clubs.ledger.seasons import make_season
from clubs.models import Club, HouseRules, Player, Season
from clubs.names import clean_name, is_called
from clubs.officers.permissions import require

LONGEST_NAME = 60
MOST_SETS = 50
LONGEST_SEASON = timedelta(days=731)


@transaction.atomic
def make_house_rules(*, club: Club, by: Player, name: str, rules: str, options: Mapping[str, Any]) -> HouseRules:
    """Make a club's own rule set.

    Args:
        by: A player with the permission `make_house_rules`.
        name: The name, unique among the club's sets in use.
        rules: The id of the underlying rule set.
        options: Options of that rule set; only those that differ from its defaults are stored.

    Raises:
        NotAllowed: `by` may not make house rules in the club.
        ClubError: `unknown-rules`, `bad-option`, `house-rules-exist`, `too-many-house-rules`, or the name cannot be
            used.
    """
    _locked(club)
    require(by, "make_house_rules", club)
    name = clean_name(name, longest=LONGEST_NAME)
    rule_set = _rule_set(rules, options)
    if HouseRules.objects.filter(club=club, replaced_at=None).count() >= MOST_SETS:
        raise ClubError(
            "too-many-house-rules", _("A club has at most %(most)s sets of house rules.") % {"most": MOST_SETS}
        )
    _free_name(club, name)
    return HouseRules.objects.create(
        club=club, name=name, rules=rule_set.id, options=rule_set.chosen_options, engine=rule_set.version, made_by=by
    )


@transaction.atomic
def change_house_rules(*, house_id: UUID, by: Player, name: str, rules: str, options: Mapping[str, Any]) -> HouseRules:
    """Change house rules.

    A version without games is changed. If it has games, or its season is over, a next version replaces it, and it
    stays as it is for its games.

    Returns:
        The version now in use.

    Raises:
        NotAllowed: `by` may not make house rules in the club.
        ClubError: `frozen`, `replaced`, `retired`, or as `make_house_rules`.
    """
    house = _current(house_id, by)
    if is_frozen(house):
        raise _frozen(house)
    name = clean_name(name, longest=LONGEST_NAME, kept=house.name)
    rule_set = _rule_set(rules, options)
    _free_name(house.club, name, but=house)
    terms = {"name": name, "rules": rule_set.id, "options": rule_set.chosen_options, "engine": rule_set.version}
    if all(getattr(house, member) == value for member, value in terms.items()):
        return house
    if house.played_at is not None or house.season is not None:
        return _next_version(house, by, terms)
    for member, value in terms.items():
        setattr(house, member, value)
    house.made_by = by
    house.save(update_fields=[*terms, "made_by"])
    return house


@transaction.atomic
def freeze_house_rules(
    *,
    house_id: UUID,
    by: Player,
    season: UUID | None = None,
    name: str = "",
    begins: date | None = None,
    ends: date | None = None,
) -> HouseRules:
    """Freeze house rules until the end of a season: they cannot be changed or retired before.

    After it the same rules can be frozen for another season, as the next version of the set: a version belongs to one
    season for good.

    Args:
        season: The id of a season of the club; None for a new one, which needs the permission for seasons.
        name: The name of the new season.
        begins: Its first day.
        ends: Its last day, today or later.

    Returns:
        The frozen version.

    Raises:
        NotAllowed: `by` may not make house rules in the club, or no season.
        ClubError: `frozen`, `replaced`, `retired`, `no-such-season`, `season-exists`, `season-dates`,
            `season-overlaps`, `season-over`, or the name cannot be used.
    """
    house = _current(house_id, by)
    if is_frozen(house):
        raise _frozen(house)
    wanted = _season(house.club, season) if season is not None else _new_season(house.club, by, name, begins, ends)
    if wanted.ends < today_in(house.club):
        raise ClubError("season-over", _("This season is over; choose one that is not."), "ends")
    if house.season is not None:
        kept = {member: getattr(house, member) for member in ("name", "rules", "options", "engine")}
        house = _next_version(house, by, kept)
    house.season = wanted
    house.frozen_by = by
    house.frozen_at = timezone.now()
    house.save(update_fields=["season", "frozen_by", "frozen_at"])
    return house


@transaction.atomic
def retire_house_rules(*, house_id: UUID, by: Player) -> HouseRules:
    """Retire house rules: no new game can use them. Past and running games keep them.

    Raises:
        NotAllowed: `by` may not make house rules in the club.
        ClubError: `frozen`, `replaced` or `retired`.
    """
    house = _current(house_id, by)
    if is_frozen(house):
        raise _frozen(house)
    house.retired_at = timezone.now()
    house.save(update_fields=["retired_at"])
    return house


@transaction.atomic
def play_by_house_rules(*, house_id: UUID, promised: bool = False) -> HouseRules:
    """Mark house rules as used in a game, so that this version is never changed again.

    Args:
        promised: They were fixed before, as for a tournament; later changes by the club do not matter.

    Returns:
        The house rules with their club, locked against changes until the caller's transaction ends.

    Raises:
        ClubError: `no-such-house-rules`, `replaced` or `retired`.
    """
    # Lock the club first, as everywhere here: two orders of locking would deadlock.
    house = _by_id(house_id, "house")
    if not promised and (house.replaced_at is not None or house.retired_at is not None):
        raise _gone(house, "house")
    if house.played_at is None:
        house.played_at = timezone.now()
        house.save(update_fields=["played_at"])
    return house


def _locked(club: Club) -> None:
    """Lock the house rules of the club against other changes."""
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)


def _by_id(house_id: UUID, field: str = "") -> HouseRules:
    """Return house rules, after waiting for concurrent changes.

    Raises:
        ClubError: There are no such house rules.
    """
    club = HouseRules.objects.filter(pk=house_id).values_list("club_id", flat=True).first()
    if club is None:
        raise ClubError("no-such-house-rules", _("There are no such house rules."), field)
    Club.objects.select_for_update(no_key=True).get(pk=club)
    return HouseRules.objects.select_related("club", "season").get(pk=house_id)


def _current(house_id: UUID, by: Player) -> HouseRules:
    """Return house rules in use, for an officer who may change them."""
    house = _by_id(house_id)
    require(by, "make_house_rules", house.club)
    if house.replaced_at is not None or house.retired_at is not None:
        raise _gone(house)
    return house


def _gone(house: HouseRules, field: str = "") -> ClubError:
    if house.replaced_at is not None:
        return ClubError("replaced", _("There is a later version of %(name)s.") % {"name": house.name}, field)
    return ClubError("retired", _("The club no longer plays by %(name)s.") % {"name": house.name}, field)


def _frozen(house: HouseRules) -> ClubError:
    assert house.season is not None
    return ClubError(
        "frozen",
        _("%(name)s is frozen for the season %(season)s, until %(day)s. Make another set instead.")
        % {"name": house.name, "season": house.season.name, "day": house.season.ends.isoformat()},
    )


def _rule_set(rules: str, options: Mapping[str, Any]) -> engine.RuleSet:
    try:
        return engine.load_rules(rules, dict(options))
    except engine.RulesError as fault:
        code = "bad-option" if fault.option is not None else "unknown-rules"
        raise ClubError(code, rules_words(fault, rules, options), fault.option or "rules") from None


def _free_name(club: Club, name: str, *, but: HouseRules | None = None) -> None:
    others = HouseRules.objects.filter(club=club, replaced_at=None, retired_at=None)
    if but is not None:
        others = others.exclude(pk=but.pk)
    if is_called(name, others.values_list("name", flat=True)):
        raise ClubError(
            "house-rules-exist",
            _("%(club)s already has house rules called %(name)s.") % {"club": club.name, "name": name},
            "name",
        )


def _next_version(house: HouseRules, by: Player, terms: Mapping[str, Any]) -> HouseRules:
    house.replaced_at = timezone.now()
    house.save(update_fields=["replaced_at"])
    return HouseRules.objects.create(club=house.club, series=house.series, number=house.number + 1, made_by=by, **terms)


def _season(club: Club, season_id: UUID) -> Season:
    season = Season.objects.filter(club=club, pk=season_id).first()
    if season is None:
        raise ClubError("no-such-season", _("%(club)s has no such season.") % {"club": club.name}, "season")
    return season


def _new_season(club: Club, by: Player, name: str, begins: date | None, ends: date | None) -> Season:
    """Make a season for frozen rules, with the permission for seasons; rules are not frozen for ever."""
    if ends is not None and ends - today_in(club) > LONGEST_SEASON:
        raise ClubError("season-dates", _("A season lasts two years at most."), "ends")
    return make_season(club=club, by=by, name=name, begins=begins, ends=ends)
