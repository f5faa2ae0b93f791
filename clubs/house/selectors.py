"""Queries about house rules and seasons."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext as _

import engine
from clubs.base.days import today_in
from clubs.house.words import OptionSaid, options_said, summary_of
from clubs.models import Club, HouseRules, Season


@dataclass(frozen=True, slots=True)
class HouseShown:
    """House rules for a page.

    Attributes:
        house: The version.
        game: The name of the rule set it is made from.
        summary: The game in a few sentences.
        options: The options in words, those that differ from the defaults first.
        frozen: It cannot be changed yet.
        current: It is in force in the club.
        known: This version of the program can play by it.
    """

    house: HouseRules
    game: str
    summary: tuple[str, ...]
    options: tuple[OptionSaid, ...]
    frozen: bool
    current: bool
    known: bool


def house_rules(club: Club) -> QuerySet[HouseRules]:
    """Return the house rules that a club plays by now, by name: of each set the latest version."""
    return HouseRules.objects.filter(club=club, replaced_at=None, retired_at=None).select_related("season", "club")


def house_rules_of(clubs: Iterable[Club] | QuerySet[Club]) -> QuerySet[HouseRules]:
    """Return the house rules that tables of these clubs can be opened by, club by club."""
    found = HouseRules.objects.filter(club__in=clubs, replaced_at=None, retired_at=None, engine__lte=engine.VERSION)
    return found.select_related("season", "club").order_by("club__name", "name")


def retired_house_rules(club: Club) -> QuerySet[HouseRules]:
    """Return the house rules that a club has given up, the latest first."""
    found = HouseRules.objects.filter(club=club, replaced_at=None, retired_at__isnull=False)
    return found.select_related("season").order_by("-retired_at")


def find_house_rules(house_id: UUID, *, club: Club | None = None) -> HouseRules | None:
    """Return one version of house rules, of this club if one is given, or None."""
    found = HouseRules.objects.filter(pk=house_id).select_related("club", "season", "made_by", "frozen_by")
    return (found if club is None else found.filter(club=club)).first()


def versions(house: HouseRules) -> QuerySet[HouseRules]:
    """Return all versions of a set, the latest first."""
    return HouseRules.objects.filter(series=house.series).select_related("season", "made_by").order_by("-number")


def rules_of(house: HouseRules) -> engine.RuleSet:
    """Return the rule set that house rules are.

    Raises:
        RulesError: This program does not know the version of the engine that they are played by.
    """
    return engine.load_rules(house.rules, house.options, version=house.engine)


def is_frozen(house: HouseRules, *, on: date | None = None) -> bool:
    """Tell whether house rules are frozen on a day (by default today): their season is not over."""
    return house.season is not None and (on or today_in(house.club)) <= house.season.ends


def seasons(club: Club) -> QuerySet[Season]:
    """Return the seasons of a club, the latest first."""
    return Season.objects.filter(club=club)


def coming_seasons(club: Club) -> QuerySet[Season]:
    """Return the seasons of a club that are not over, the next one first."""
    return Season.objects.filter(club=club, ends__gte=today_in(club)).order_by("begins", "name")


def shown(house: HouseRules) -> HouseShown:
    """Return house rules for a page; for an unknown version of the engine with a note that it is unknown."""
    frozen = is_frozen(house)
    current = house.replaced_at is None and house.retired_at is None
    try:
        rules = rules_of(house)
    except engine.RulesError:
        unknown = _("They use version %(version)s of the rules, which this program does not know.")
        said = (unknown % {"version": house.engine},)
        return HouseShown(house, house.rules, said, (), frozen, current, known=False)
    return HouseShown(
        house, _(rules.name), tuple(summary_of(rules)), tuple(options_said(rules)), frozen, current, known=True
    )
