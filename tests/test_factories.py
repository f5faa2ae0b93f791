"""What the factories make went through the services of the product."""

import pytest

import engine
from clubs.models import Membership
from clubs.officers.permissions import may
from games import store
from games.tables.selectors.states import load_state
from tests.factories import (
    ClubFactory,
    GuestFactory,
    HouseRulesFactory,
    MeetingFactory,
    MembershipFactory,
    PlayerFactory,
    SeasonFactory,
    TableFactory,
    TeamFactory,
    TournamentFactory,
    owner_of,
)
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def test_people_have_accounts_and_bots_have_none():
    person, bot, nobodys = PlayerFactory(), PlayerFactory(bot=True), PlayerFactory(user=None)

    assert person.user.email.startswith(person.name.partition(" ")[0].lower())
    assert (bot.is_bot, bot.user, nobodys.is_bot, nobodys.user) == (True, None, False, None)


@pytest.mark.parametrize("role", Membership.Role.values)
def test_a_member_may_do_what_the_role_says(role: str):
    member = MembershipFactory(role=role)

    assert may(member.player, "keep_ledger", member.club) == (role in ("secretary", "owner"))


def test_a_suspended_member_may_do_nothing():
    club = ClubFactory()
    member = MembershipFactory(club=club, role="secretary", suspended_by=owner_of(club))

    assert not may(member.player, "keep_ledger", club)


def test_what_a_club_has_belongs_to_it():
    club = ClubFactory(with_=[PlayerFactory()])

    made = [factory(club=club) for factory in (TeamFactory, SeasonFactory, HouseRulesFactory, MeetingFactory)]

    assert {one.club for one in made} == {club}
    assert GuestFactory(club=club).kept_by == club
    assert club.memberships.filter(role="player").count() == 1


@pytest.mark.parametrize("rules", engine.rule_set_ids())
def test_a_table_of_any_game_is_opened_and_filled_by_events(rules: str):
    table = TableFactory(rules=rules, filled=True)

    stored = [event.type for event in store.load(table.pk)]
    assert stored.count("SeatTaken") == engine.load_rules(rules).players
    assert all(seat.player for seat in load_state(table.pk).seats)


def test_players_sit_down_in_the_order_given_and_bots_without_anybody():
    three = [PlayerFactory() for _ in range(3)]
    seated, watched = TableFactory(rules="28-kerala-3", seated=three), TableFactory(of_bots=True)

    assert [seat.player for seat in seated.seats.order_by("number")] == three
    assert all(seat.player.is_bot for seat in watched.seats.all())


def test_a_tournament_begins_with_its_teams():
    club = ClubFactory()
    cup = TournamentFactory(club=club, teams=[TeamFactory(club=club) for _ in range(3)], started=True)

    assert (cup.status, cup.entrants.count()) == (Tournament.Status.PLAYING, 3)
