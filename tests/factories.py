"""People, clubs, tables and tournaments for the tests, made by factory-boy.

Each factory calls the service that the product makes the thing with, so nothing comes to be here that could not come to
be there: names are free, events are written, roles are looked up. Names follow one another in a fixed order.

    PlayerFactory(name="Ammini")                    a person with an account
    PlayerFactory(bot=True)                         a bot
    ClubFactory(founder=ammini, with_=[beeran])     a club that Ammini owns, and Beeran belongs to
    MembershipFactory(club=club, role="scorer")     somebody new in an office
    TableFactory(rules="56-kerala-6", seated=six)   a table at which six sit
"""

from collections.abc import Sequence
from datetime import date, time, timedelta
from typing import Any
from uuid import uuid4

import factory
from django.contrib.auth.hashers import make_password
from django.db import transaction
from factory.django import DjangoModelFactory

import engine
from clubs.calendar.services import plan_meeting
from clubs.house.services import make_house_rules
from clubs.ledger.seasons import make_season
from clubs.members.guests import make_guest
from clubs.members.offices import suspend_member
from clubs.members.societies import admit, found_club
from clubs.models import AccessToken, Club, HouseRules, Meeting, Membership, Player, Season, Team, User
from clubs.people.services import make_player
from clubs.teams.services import make_team
from games.events.tables import Terms
from games.models import Table
from games.tables.services.seats import open_table, take_seat
from tournaments.deeds.staging import BeginStage
from tournaments.directing.acting import act
from tournaments.directing.entering import enter
from tournaments.directing.opening import open_tournament
from tournaments.events.settings import MatchPlan, Settings, StagePlan
from tournaments.models import Tournament

PEOPLE = ("Ammini", "Beeran", "Chacko", "Devaki", "Eapen", "Fathima", "Gopalan", "Hamsa", "Ittiachan", "Janaki")
RIVERS = ("Meenachil", "Vembanad", "Pamba", "Kabani", "Periyar", "Nila", "Kallada", "Achankovil")
ONE_HAND = {"ending": {"type": "hands", "count": 1}}
TWO_HANDS = {"ending": {"type": "hands", "count": 2}}


def nth(names: Sequence[str], number: int) -> str:
    """Return a name of the list; after the last one they come again with a number."""
    again, place = divmod(number, len(names))
    return f"{names[place]} {again + 1}" if again else names[place]


def address_of(name: str) -> str:
    """Return the email address of a person by name."""
    return f"{name.lower().replace(' ', '.')}@example.org"


class UserFactory(DjangoModelFactory):
    """An account. `as_product` hashes its password as a server beside the test reads it, which takes longer."""

    class Meta:
        model = User

    name = factory.Sequence(lambda number: nth(PEOPLE, number))
    email = factory.LazyAttribute(lambda user: address_of(user.name))
    password = None
    as_product = False

    @classmethod
    def _create(cls, model_class: type[User], *args: Any, name: str, as_product: bool, **attributes: Any) -> User:
        if not as_product:
            return model_class.objects.create_user(**attributes)
        hashed = make_password(attributes.pop("password"), hasher="argon2")
        user = model_class.objects.create_user(**attributes)
        user.password = hashed
        user.save()
        return user


class TokenFactory(DjangoModelFactory):
    """An access token of the API: a pair of its row and the text that is sent."""

    class Meta:
        model = AccessToken

    user = factory.SubFactory(UserFactory)
    name = "tests"


class _MadeByService(factory.Factory):
    """Base of what a service makes: `make` gets the attributes by name."""

    class Meta:
        abstract = True

    @classmethod
    def _create(cls, model_class: type, *args: Any, **attributes: Any) -> Any:
        return cls.make(**attributes)

    @classmethod
    def make(cls, **attributes: Any) -> Any:
        raise NotImplementedError


class PlayerFactory(_MadeByService):
    """A person with an account; `bot` makes a bot of the house, `user=None` a player that no account has."""

    class Meta:
        model = Player

    class Params:
        bot = factory.Trait(is_bot=True, user=None, name=factory.Sequence(lambda number: f"Bot {number + 1}"))
        password = None

    name = factory.Sequence(lambda number: nth(PEOPLE, number))
    is_bot = False
    user = factory.SubFactory(
        UserFactory,
        name=factory.SelfAttribute("..name"),
        password=factory.SelfAttribute("..password"),
    )

    @classmethod
    def make(cls, **attributes: Any) -> Player:
        return make_player(**attributes)


class ClubFactory(_MadeByService):
    """A club with its owner; `with_` are players who belong to it."""

    class Meta:
        model = Club

    founder = factory.SubFactory(PlayerFactory)
    name = factory.Sequence(lambda number: nth(RIVERS, number))
    place = ""
    with_: Sequence[Player] = ()

    @classmethod
    def make(cls, *, with_: Sequence[Player], **attributes: Any) -> Club:
        club = found_club(**attributes)
        for player in with_:
            MembershipFactory(club=club, player=player)
        return club


class MembershipFactory(_MadeByService):
    """A member of a club in a role, and suspended by `suspended_by` for the time."""

    class Meta:
        model = Membership

    club = factory.SubFactory(ClubFactory)
    player = factory.SubFactory(PlayerFactory)
    role = Membership.Role.PLAYER
    suspended_by: Player | None = None

    @classmethod
    @transaction.atomic
    def make(cls, *, club: Club, player: Player, role: str, suspended_by: Player | None) -> Membership:
        membership = admit(club=club, player=player, role=role)
        if suspended_by is None:
            return membership
        return suspend_member(club=club, by=suspended_by, player=player, reason="Left a match.")


class GuestFactory(_MadeByService):
    """A player without an account whom a club keeps; `by` is an officer, else the founder."""

    class Meta:
        model = Player

    club = factory.SubFactory(ClubFactory)
    by = factory.LazyAttribute(lambda guest: owner_of(guest.club))
    name = factory.Sequence(lambda number: nth(("Thomas", "Mathai", "Ouseph", "Kunjan", "Varkey", "Pappan"), number))

    @classmethod
    def make(cls, **attributes: Any) -> Player:
        return make_guest(**attributes)


class TeamFactory(_MadeByService):
    """A team of a club; of bots unless `players` says who."""

    class Meta:
        model = Team

    club = factory.SubFactory(ClubFactory)
    by = factory.LazyAttribute(lambda team: owner_of(team.club))
    name = factory.Sequence(lambda number: nth(RIVERS[::-1], number))
    size = 2
    players = factory.LazyAttribute(
        lambda team: [PlayerFactory(bot=True, name=f"{team.name} {seat}") for seat in range(1, team.size + 1)]
    )

    @classmethod
    def make(cls, **attributes: Any) -> Team:
        return make_team(**attributes)


class SeasonFactory(_MadeByService):
    """A season of a club that runs today."""

    class Meta:
        model = Season

    club = factory.SubFactory(ClubFactory)
    by = factory.LazyAttribute(lambda season: owner_of(season.club))
    name = factory.Sequence(lambda number: nth(("Monsoon", "Onam", "Harvest"), number))
    begins = factory.LazyFunction(date.today)
    ends = factory.LazyAttribute(lambda season: season.begins + timedelta(days=90))

    @classmethod
    def make(cls, **attributes: Any) -> Season:
        return make_season(**attributes)


class HouseRulesFactory(_MadeByService):
    """House rules of a club."""

    class Meta:
        model = HouseRules

    club = factory.SubFactory(ClubFactory)
    by = factory.LazyAttribute(lambda house: owner_of(house.club))
    name = factory.Sequence(lambda number: nth(("Friday 28", "Sunday 28"), number))
    rules = "28-house-4"
    options = factory.LazyFunction(lambda: {"cot": True})

    @classmethod
    def make(cls, **attributes: Any) -> HouseRules:
        return make_house_rules(**attributes)


class MeetingFactory(_MadeByService):
    """A meeting on the calendar of a club."""

    class Meta:
        model = Meeting

    club = factory.SubFactory(ClubFactory)
    by = factory.LazyAttribute(lambda meeting: owner_of(meeting.club))
    title = "Cards"
    day = factory.LazyFunction(date.today)
    at = time(18)

    @classmethod
    def make(cls, **attributes: Any) -> Meeting:
        return plan_meeting(**attributes)


class TableFactory(_MadeByService):
    """A table by any rule set; further attributes are terms of play, and arguments of `open_table`.

    Attributes:
        player: Opens it, and takes seat 0 unless `seat` says otherwise.
        seated: Players for the seats, in order, the one who opens it first; bots take none by themselves.
        filled: Bots take every seat that nobody is said to take.
        of_bots: Bots take every seat, and who opens it watches.
    """

    class Meta:
        model = Table

    class Params:
        of_bots = factory.Trait(
            seat=None, bots=factory.LazyAttribute(lambda table: range(engine.load_rules(table.rules).players))
        )
        filled = factory.Trait(
            bots=factory.LazyAttribute(
                lambda table: range(max(1, len(table.seated)), engine.load_rules(table.rules).players)
            )
        )

    rules = "28-kerala-4"
    options = factory.LazyFunction(lambda: TWO_HANDS)
    seated: Sequence[Player] = ()
    player = factory.LazyAttribute(lambda table: table.seated[0] if table.seated else PlayerFactory())

    @classmethod
    def make(cls, *, seated: Sequence[Player], **wanted: Any) -> Table:
        terms = Terms(**{term: wanted.pop(term) for term in Terms.__struct_fields__ if term in wanted})
        table = open_table(terms=terms, **wanted)
        for seat, player in enumerate(seated[1:], start=1):
            take_seat(
                table_id=table.pk, player=player, seat=seat, invitation=table.invitation, now=wanted.get("now"),
                command=uuid4(),
            )  # fmt: skip
        return table


class TournamentFactory(_MadeByService):
    """A round robin of a club's teams that the server runs, open for entries.

    `hands` are those of a match; `teams` are entered, `started` begins the first stage, and further words are settings.
    """

    class Meta:
        model = Tournament

    club = factory.SubFactory(ClubFactory)
    director = factory.LazyAttribute(lambda cup: owner_of(cup.club))
    name = factory.Sequence(lambda number: nth(("Monsoon Cup", "Onam Cup", "Harvest Cup"), number))
    rules = "28-kerala-4"
    hands = 2
    teams: Sequence[Team] = ()
    started = False

    @classmethod
    def make(
        cls,
        *,
        club: Club,
        director: Player,
        name: str,
        rules: str,
        hands: int,
        teams: Sequence[Team],
        started: bool,
        **more: Any,
    ) -> Tournament:
        game = engine.load_rules(rules)
        usual = {"rules": rules, "options": {}, "engine": game.version, "side": len(game.sides[0]), "squad": 6}
        cup = open_tournament(
            club=club,
            by=director,
            name=name,
            settings=Settings(**{**usual, "automatic": True, "bots": True, **more}),
            plans=[StagePlan(type="round_robin", match=MatchPlan(hands=hands))],
            command=uuid4(),
        )
        for team in teams:
            enter(cup, by=director, team=team, command=uuid4())
        if started:
            act(cup, BeginStage(stage=1), by=director, command=uuid4())
        cup.refresh_from_db()
        return cup


def owner_of(club: Club) -> Player:
    """Return an owner of a club."""
    return Player.objects.get(memberships__club=club, memberships__role=Membership.Role.OWNER)
