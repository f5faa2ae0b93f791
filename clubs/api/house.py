"""The house rules of a club: what they are, and for its officers making, changing, freezing and retiring them."""

from datetime import date, datetime
from functools import partial
from typing import Annotated, Any
from uuid import UUID

import msgspec
from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.base import NO_NUL, Options, created, described, published
from clubs.api.common import PublicClubView, club_of, judged
from clubs.api.people import PlayerRef
from clubs.api.problems import Problem
from clubs.house import selectors, services
from clubs.models import HouseRules

operation = partial(described, tag="clubs")

IN_THE_INPUT = {
    "unknown-rules", "bad-option", "name-empty", "name-too-long", "name-unreadable", "season-dates", "season-over",
}  # fmt: skip
"""The refusals that are about the input alone, and not about how things stand."""

Name = Annotated[str, msgspec.Meta(max_length=60, pattern=NO_NUL)]


class SeasonShown(msgspec.Struct, frozen=True):
    """A season of a club; `ends` is its last day."""

    id: UUID
    name: str
    begins: date
    ends: date


class HouseRulesShown(msgspec.Struct, frozen=True):
    """One version of a club's house rules.

    Attributes:
        id: The id of this version; a table is opened by it.
        series: What all versions of the set have in common.
        number: Which version it is.
        name: What the club calls them.
        rules: The id of the rule set that they are made of.
        options: Its options that differ from the defaults.
        engine_version: The version of the rules that games are played by.
        summary: What the game then is, in sentences.
        current: The club plays by this version now.
        frozen: Nobody can change or retire it before its season is over.
        played: Games were opened by it, so that it is never changed any more.
        season: The season it is frozen for, or nothing.
        made_by: Who made this version.
        made_at: When.
        page: Where it is told to people.
    """

    id: UUID
    series: UUID
    number: int
    name: str
    rules: str
    options: dict[str, Any]
    engine_version: int
    summary: tuple[str, ...]
    current: bool
    frozen: bool
    played: bool
    season: SeasonShown | None
    made_by: PlayerRef | None
    made_at: datetime
    page: str


class HouseRulesList(msgspec.Struct, frozen=True):
    """The house rules that a club plays by now, and its seasons that are not over."""

    results: tuple[HouseRulesShown, ...]
    seasons: tuple[SeasonShown, ...]


class HouseRulesWish(msgspec.Struct, forbid_unknown_fields=True):
    """House rules to be made, or what they are to be from now on.

    Attributes:
        name: What the club calls them.
        rules: The id of the rule set that they are made of.
        options: Its options that differ from the defaults.
    """

    name: Name
    rules: Annotated[str, msgspec.Meta(max_length=60, pattern=NO_NUL)]
    options: Options = {}


class FreezeWish(msgspec.Struct, forbid_unknown_fields=True):
    """The season that house rules are frozen for: one of the club's, or a new one.

    Attributes:
        season: The id of a season of the club.
        name: What a new season is called.
        begins: Its first day.
        ends: Its last day.
    """

    season: UUID | None = None
    name: Name = ""
    begins: date | None = None
    ends: date | None = None


def _shown(house: HouseRules) -> HouseRulesShown:
    said = selectors.shown(house)
    return published(
        HouseRulesShown,
        house,
        engine_version=house.engine,
        summary=said.summary,
        current=said.current,
        frozen=said.frozen,
        played=house.played_at is not None,
        page=reverse("clubs:house", args=[house.club.slug, house.pk]),
    )


def _house(slug: str, house_id: UUID) -> HouseRules:
    house = selectors.find_house_rules(house_id, club=club_of(slug))
    if house is None:
        raise Problem("not-found", _("There are no such house rules."))
    return house


class ListOfHouseRules(PublicClubView):
    """The house rules of a club."""

    @operation("clubs_house_rules_list", HouseRulesList)
    def get(self, request: Request, slug: str) -> Response:
        """List the house rules of a club: those it plays by now, of each set the latest version."""
        club = club_of(slug)
        found = selectors.house_rules(club).select_related("made_by")
        seasons = (published(SeasonShown, season) for season in selectors.coming_seasons(club))
        return Response(HouseRulesList(tuple(map(_shown, found)), tuple(seasons)))

    @operation("clubs_house_rules_create", {201: HouseRulesShown}, body=HouseRulesWish)
    def post(self, request: Request, slug: str) -> Response:
        """Make house rules: for owners and directors of the club."""
        club, player = club_of(slug), self.require_player()
        wish = self.read(HouseRulesWish)
        made = judged(
            lambda: services.make_house_rules(club=club, by=player, **msgspec.structs.asdict(wish)), IN_THE_INPUT
        )
        return created(_shown(made), f"/api/clubs/{slug}/house-rules/{made.pk}/")


class OneHouseRules(PublicClubView):
    """One version of a club's house rules."""

    @operation("clubs_house_rules_retrieve", HouseRulesShown)
    def get(self, request: Request, slug: str, house_id: UUID) -> Response:
        """Show one version of house rules: earlier and retired ones too."""
        return Response(_shown(_house(slug, house_id)))

    @operation("clubs_house_rules_update", HouseRulesShown, body=HouseRulesWish)
    def put(self, request: Request, slug: str, house_id: UUID) -> Response:
        """Change house rules: once games were played by them, the answer is the next version, with an id of its own."""
        house, player = _house(slug, house_id), self.require_player()
        wish = self.read(HouseRulesWish)
        changed = judged(
            lambda: services.change_house_rules(house_id=house.pk, by=player, **msgspec.structs.asdict(wish)),
            IN_THE_INPUT,
        )
        return Response(_shown(changed))


class FreezeHouseRules(PublicClubView):
    """Freezing house rules."""

    @operation("clubs_house_rules_freeze", HouseRulesShown, body=FreezeWish)
    def post(self, request: Request, slug: str, house_id: UUID) -> Response:
        """Freeze house rules for a season: nobody changes or retires them before it is over."""
        house, player = _house(slug, house_id), self.require_player()
        wish = self.read(FreezeWish)
        frozen = judged(
            lambda: services.freeze_house_rules(house_id=house.pk, by=player, **msgspec.structs.asdict(wish)),
            IN_THE_INPUT,
        )
        return Response(_shown(frozen))


class RetireHouseRules(PublicClubView):
    """Retiring house rules."""

    @operation("clubs_house_rules_retire", HouseRulesShown)
    def post(self, request: Request, slug: str, house_id: UUID) -> Response:
        """Retire house rules: no table is opened by them any more; games keep them."""
        house, player = _house(slug, house_id), self.require_player()
        return Response(_shown(services.retire_house_rules(house_id=house.pk, by=player)))
