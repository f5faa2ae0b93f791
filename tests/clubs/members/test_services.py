"""What people may do in clubs, and what they are refused."""

import pytest

from clubs.errors import ClubError, NotAllowed
from clubs.members.offices import give_office
from clubs.members.selectors import clubs, roster
from clubs.members.societies import found_club, join_club, leave_club
from clubs.models import Membership, Player, Team
from clubs.officers.roles import find_role, officers
from clubs.people.selectors import find_player
from clubs.people.services import make_player, player_for, rename_player
from clubs.teams.services import disband_team, make_team
from tests.factories import ClubFactory, PlayerFactory, UserFactory

pytestmark = pytest.mark.django_db


def refusal(service, **arguments) -> tuple[str, str]:
    """Return the code and the field by which the service refuses."""
    with pytest.raises(ClubError) as refused:
        service(**arguments)
    return refused.value.code, refused.value.field


def test_a_founder_owns_the_club(club, annamma):
    assert find_role(club=club, player=annamma) == Membership.Role.OWNER
    assert club.slug == "meenachil-card-club"


def test_two_clubs_of_one_name_need_two_places(club, annamma):
    arguments = {"founder": annamma, "name": " meenachil  card club "}

    assert refusal(found_club, place="PALA", **arguments) == ("club-exists", "name")
    assert found_club(place="Ettumanoor", **arguments).slug == "meenachil-card-club-2"


@pytest.mark.parametrize("name", ["new", "list"])
def test_a_club_never_takes_the_address_of_a_page(annamma, name):
    assert found_club(founder=annamma, name=name).slug == f"{name}-2"


def test_a_name_in_malayalam_is_kept_as_it_is_written(annamma):
    club = found_club(founder=annamma, name="മീനച്ചിൽ കാർഡ് ക്ലബ്")

    assert club.name == "മീനച്ചിൽ കാർഡ് ക്ലബ്"
    assert club.slug


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "name-empty"),
        ("  ", "name-empty"),
        ("♠♥", "name-empty"),
        ("x" * 41, "name-too-long"),
        ("Bee\x00ran", "name-unreadable"),
        ("Bee\u202eran", "name-unreadable"),
        ("Beeran\u200b", "name-unreadable"),
        ("Beeran\u061c", "name-unreadable"),
        ("Bee\u00adran", "name-unreadable"),
        ("\u3164", "name-unreadable"),
        ("bEERAN", "name-taken"),
    ],
)
def test_a_name_nobody_could_tell_apart_is_refused(person, name, code):
    person("Beeran")

    assert refusal(make_player, name=name) == (code, "name")


def test_a_player_may_respell_the_own_name(person):
    beeran = person("Beeran")

    assert rename_player(player_id=beeran.pk, name="BEERAN ").name == "BEERAN"


def test_an_account_without_a_player_gets_one_and_keeps_it(db):
    user = UserFactory(email="mathai@example.org")

    player = player_for(user=user)

    assert player.name == "Mathai"
    assert player_for(user=user) == player == find_player(user)


def test_an_account_whose_name_is_taken_gets_another(person):
    person("Mathai")

    player = player_for(user=UserFactory(email="mathai@example.com"))

    assert player.name.startswith("Mathai ")


def test_joining_twice_is_joining_once(club, person):
    beeran = person("Beeran")

    first = join_club(club=club, player=beeran)

    assert join_club(club=club, player=beeran) == first
    assert [member.player.name for member in roster(club=club, viewer=None)] == ["Annamma", "Beeran"]


def test_joining_again_does_not_take_an_office_away(club, annamma):
    join_club(club=club, player=annamma)

    assert find_role(club=club, player=annamma) == Membership.Role.OWNER


def test_the_last_owner_cannot_leave_nor_step_down(club, annamma, person):
    join_club(club=club, player=person("Beeran"))

    assert refusal(leave_club, club=club, player=annamma) == ("last-owner", "")
    assert refusal(give_office, club=club, by=annamma, player=annamma, role="player") == ("last-owner", "")


def test_an_owner_may_leave_once_there_is_another(club, annamma, person):
    beeran = person("Beeran")
    join_club(club=club, player=beeran)
    give_office(club=club, by=annamma, player=beeran, role="owner")

    leave_club(club=club, player=annamma)

    assert [officer.player for officer in officers(club)] == [beeran]


@pytest.mark.parametrize("role", ["player", "director"])
def test_only_owners_give_out_offices(club, annamma, person, role):
    beeran, devaki = person("Beeran"), person("Devaki")
    for player in (beeran, devaki):
        join_club(club=club, player=player)
    give_office(club=club, by=annamma, player=beeran, role=role)

    with pytest.raises(NotAllowed):
        give_office(club=club, by=beeran, player=devaki, role="director")


def test_offices_are_for_members(club, annamma, person):
    arguments = {"club": club, "by": annamma, "player": person("Beeran")}

    assert refusal(give_office, role="director", **arguments) == ("not-a-member", "player")
    assert refusal(give_office, role="emperor", **arguments) == ("unknown-office", "role")


@pytest.fixture
def pair(club, person) -> list[Player]:
    """Two members."""
    players = [person("Beeran"), person("Devaki")]
    for player in players:
        join_club(club=club, player=player)
    return players


def test_the_order_of_a_team_is_the_order_of_its_seats(club, pair):
    team = make_team(club=club, by=pair[0], name="Meenachil", players=[pair[1], pair[0]])

    assert [place.player for place in team.places.all()] == [pair[1], pair[0]]


def test_a_member_makes_teams_to_belong_to_and_an_officer_any(club, pair, annamma, person):
    other = person("Chacko")
    join_club(club=club, player=other)

    with pytest.raises(NotAllowed):
        make_team(club=club, by=other, name="Meenachil", players=pair)
    assert make_team(club=club, by=annamma, name="Meenachil", players=pair)


def test_a_team_that_could_not_play_is_refused(club, pair, annamma, person):
    arguments = {"club": club, "by": annamma, "name": "Kallada"}

    assert refusal(make_team, players=pair[:1], **arguments) == ("team-size", "players")
    assert refusal(make_team, players=[pair[0]] * 2, **arguments) == ("team-twice", "players")
    assert refusal(make_team, players=[pair[0], person("Chacko")], **arguments) == ("not-a-member", "players")
    make_team(players=pair, **arguments)
    assert refusal(make_team, players=pair, **arguments | {"name": "KALLADA"}) == ("team-exists", "name")


def test_bots_play_in_teams_without_joining(club, pair):
    bot = PlayerFactory(bot=True, name="Unni")

    assert make_team(club=club, by=pair[0], name="Mixed", players=[pair[0], bot])


def test_a_team_is_disbanded_by_its_players_or_an_officer(club, pair, annamma, person):
    other = person("Chacko")
    join_club(club=club, player=other)
    team = make_team(club=club, by=annamma, name="Meenachil", players=pair)

    with pytest.raises(NotAllowed):
        disband_team(team=team, by=other)
    disband_team(team=team, by=pair[0])
    assert not Team.objects.exists()


def test_clubs_are_found_by_name_and_by_place(club, annamma):
    ClubFactory(founder=annamma, name="Kabani Friends", place="Mananthavady")

    assert [found.name for found in clubs(search="kaba")] == ["Kabani Friends"]
    assert [found.name for found in clubs(search="pala")] == ["Meenachil Card Club"]
    assert {found.name: found.size for found in clubs()} == {"Kabani Friends": 1, "Meenachil Card Club": 1}
