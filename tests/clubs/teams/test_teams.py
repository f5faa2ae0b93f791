"""Squads: substitutes, captains, dated places, transfers."""

from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from threading import Barrier

import pytest
from django.db import connection, transaction
from django.urls import reverse
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import engine
from clubs.errors import ClubError, NotAllowed
from clubs.members.guests import make_guest
from clubs.members.societies import join_club, leave_club
from clubs.models import Membership, Notice, OfficerAct, Player, Team, TeamPlace
from clubs.teams.services import add_player, hand_captaincy, make_team, order_squad, remove_player, transfer_player
from clubs.teams.squads import MOST_SUBSTITUTES, past_places, present, squad, team_sizes
from tests.days import fresh
from tests.factories import ClubFactory, PlayerFactory
from tests.markup import one_line, tight

TODAY = timezone.localdate()
_today = fresh(__name__, TODAY=timezone.localdate)


def refusal(function, **arguments) -> tuple[str, str]:
    """Return the code and the field with which a call is refused."""
    with pytest.raises(ClubError) as raised:
        function(**arguments)
    return raised.value.code, raised.value.field


@pytest.fixture
def members(club, person) -> list[Player]:
    """Nine members, in the order of their names."""
    players = [
        person(name) for name in ("Beeran", "Chacko", "Devaki", "Eapen", "Faisal", "Gouri", "Hari", "Itty", "Jaya")
    ]
    for player in players:
        join_club(club=club, player=player)
    return players


@pytest.fixture
def kallada(club, annamma, members) -> Team:
    """A team of Beeran, its captain, and Chacko, with Devaki as a substitute."""
    return make_team(club=club, by=members[0], name="Kallada", players=members[:3])


@pytest.fixture
def pamba(club, annamma, members) -> Team:
    """A team of Eapen and Faisal."""
    return make_team(club=club, by=members[3], name="Pamba", players=members[3:5])


def names(team: Team) -> list[str]:
    return [place.player.name for place in squad(team)]


def test_teams_are_of_the_sizes_that_some_rule_set_has():
    sizes = team_sizes()

    assert sizes == {1: (3,), 2: (4, 6), 3: (6,), 4: (8,)}
    for name in engine.rule_set_ids():
        rules = engine.load_rules(name)
        assert all(rules.players in sizes[len(side)] for side in rules.sides)


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_a_team_of_any_size_takes_its_players_and_some_substitutes(club, annamma, members, size):
    enough, most = members[:size], members[: size + MOST_SUBSTITUTES]

    assert make_team(club=club, by=annamma, name="Just enough", players=enough, size=size).size == size
    for place in present():
        remove_player(team=place.team, by=annamma, player=place.player)
    full = make_team(club=club, by=annamma, name="Full", players=most, size=size)
    assert names(full) == [player.name for player in most]
    if len(members) > len(most):
        assert refusal(add_player, team=full, by=annamma, player=members[len(most)]) == ("team-full", "team")
    assert refusal(make_team, club=club, by=annamma, name="Short", players=members[8 : 8 + size - 1], size=size) == (
        "team-size",
        "players",
    )


def test_no_team_is_of_a_size_that_no_game_has(club, annamma, members):
    assert refusal(make_team, club=club, by=annamma, name="Kallada", players=members[:5], size=5) == (
        "unknown-size",
        "size",
    )


def test_who_makes_a_team_and_plays_in_it_is_its_captain(kallada, club, annamma, members):
    assert kallada.captain == members[0]

    bot = PlayerFactory(bot=True, name="Unni")
    by_officer = make_team(club=club, by=annamma, name="Pamba", players=[bot, members[3]])
    assert by_officer.captain == members[3]


def test_a_guest_without_an_account_may_be_in_a_team_but_captains_it_last(club, annamma, members):
    guest = make_guest(club=club, by=annamma, name="Old Kunju")
    team = make_team(club=club, by=annamma, name="Kallada", players=[guest, members[0]])

    assert names(team) == ["Old Kunju", "Beeran"]
    assert team.captain == members[0]


def test_the_captain_and_officers_change_the_squad_and_nobody_else(kallada, club, annamma, members):
    substitute, outsider = members[2], members[5]

    for by in (substitute, outsider):
        with pytest.raises(NotAllowed):
            add_player(team=kallada, by=by, player=members[6])
        with pytest.raises(NotAllowed):
            hand_captaincy(team=kallada, by=by, player=substitute)
    add_player(team=kallada, by=members[0], player=members[6])
    add_player(team=kallada, by=annamma, player=members[7])
    assert names(kallada) == ["Beeran", "Chacko", "Devaki", "Hari", "Itty"]


def test_a_captain_who_is_no_member_any_more_changes_nothing(kallada, club, members):
    leave_club(club=club, player=members[0])

    with pytest.raises(NotAllowed):
        add_player(team=kallada, by=members[0], player=members[6])


def test_the_captaincy_is_handed_over_within_the_squad(kallada, members):
    assert refusal(hand_captaincy, team=kallada, by=members[0], player=members[6]) == ("not-in-team", "player")

    hand_captaincy(team=kallada, by=members[0], player=members[2])

    kallada.refresh_from_db()
    assert kallada.captain == members[2]
    with pytest.raises(NotAllowed):
        hand_captaincy(team=kallada, by=members[0], player=members[0])


def test_the_next_player_captains_a_team_that_its_captain_leaves(kallada, members):
    remove_player(team=kallada, by=members[0], player=members[0])

    kallada.refresh_from_db()
    assert kallada.captain == members[1]
    assert names(kallada) == ["Chacko", "Devaki"]


def test_the_order_of_the_seats_is_changed(kallada, members):
    order_squad(team=kallada, by=members[0], players=[members[2], members[0], members[1]])
    assert names(kallada) == ["Devaki", "Beeran", "Chacko"]

    for wrong in (members[:2], [members[0], members[0], members[1]], members[:4]):
        assert refusal(order_squad, team=kallada, by=members[0], players=wrong) == ("not-the-squad", "players")


def test_players_leave_by_themselves_and_their_places_stay_as_history(kallada, members):
    remove_player(team=kallada, by=members[1], player=members[1])

    assert names(kallada) == ["Beeran", "Devaki"]
    ended = past_places(kallada).get()
    assert (ended.player, ended.joined_on, ended.left_on, ended.taken_by) == (members[1], TODAY, TODAY, members[1])
    assert refusal(remove_player, team=kallada, by=members[0], player=members[1]) == ("not-in-team", "player")


def test_who_left_can_come_back(kallada, members):
    remove_player(team=kallada, by=members[0], player=members[1])
    add_player(team=kallada, by=members[0], player=members[1])

    assert names(kallada) == ["Beeran", "Devaki", "Chacko"]
    assert TeamPlace.objects.filter(team=kallada, player=members[1]).count() == 2


def test_a_player_is_in_one_team_of_a_size_and_may_be_in_one_of_another(kallada, pamba, club, annamma, members):
    assert refusal(add_player, team=pamba, by=annamma, player=members[0]) == ("other-team", "player")
    assert refusal(make_team, club=club, by=annamma, name="Mixed", players=[members[0], members[5]]) == (
        "other-team",
        "players",
    )
    assert make_team(club=club, by=annamma, name="Three", players=[members[0], members[3], members[6]], size=3)


def test_bots_play_in_as_many_teams_as_they_are_needed_in(club, annamma, members):
    bot = PlayerFactory(bot=True, name="Unni")
    for name, player in (("Kallada", members[0]), ("Pamba", members[1])):
        make_team(club=club, by=annamma, name=name, players=[player, bot])

    assert present().filter(player=bot).count() == 2


def test_a_transfer_ends_one_place_and_begins_another_on_the_same_day(kallada, pamba, annamma, members):
    day = TODAY - timedelta(days=3)
    TeamPlace.objects.update(joined_on=TODAY - timedelta(days=30))

    place = transfer_player(source=kallada, team=pamba, by=annamma, player=members[1], on=day)

    assert names(kallada) == ["Beeran", "Devaki"]
    assert names(pamba) == ["Eapen", "Faisal", "Chacko"]
    assert (place.joined_on, place.came_from, place.put_by) == (day, kallada, annamma)
    assert past_places(kallada).get().left_on == day


def test_a_transfer_stands_in_the_officers_log_and_is_told(kallada, pamba, club, annamma, members, client):
    transfer_player(source=kallada, team=pamba, by=annamma, player=members[1])

    act = OfficerAct.objects.get(action="team.transferred")
    assert (act.actor, act.subject) == (annamma, members[1])
    assert act.details == {"source": str(kallada.pk), "team": str(pamba.pk), "on": TODAY.isoformat()}
    told = set(Notice.objects.filter(kind="transfer").values_list("player__name", flat=True))
    assert told == {"Beeran", "Devaki", "Eapen", "Faisal"}
    assert Notice.objects.filter(kind="team-changed", player=members[1], details__what="joined").exists()


def test_a_transfer_that_cannot_be_is_refused_and_nothing_is_half_done(kallada, pamba, club, annamma, members):
    chacko, arguments = members[1], {"source": kallada, "team": pamba, "by": annamma}
    before = list(TeamPlace.objects.order_by("pk").values())

    def refused(**changed) -> tuple[str, str]:
        return refusal(transfer_player, **arguments | {"player": chacko} | changed)

    assert refused(on=TODAY + timedelta(days=1)) == ("day-to-come", "on")
    assert refused(on=TODAY - timedelta(days=1)) == ("day-too-early", "on")
    assert refused(team=kallada) == ("same-team", "team")
    assert refused(player=members[6]) == ("not-in-team", "player")
    other = ClubFactory(founder=members[8], name="Kabani Friends")
    elsewhere = make_team(
        club=other, by=members[8], name="Far", players=[members[8], PlayerFactory(bot=True, name="Unni")]
    )
    assert refused(team=elsewhere) == ("other-club", "team")
    with pytest.raises(NotAllowed):
        transfer_player(source=kallada, team=pamba, by=members[0], player=chacko)
    Membership.objects.filter(club=club, player=chacko).update(suspended_at=timezone.now())
    assert refused() == ("suspended", "player")
    assert list(TeamPlace.objects.filter(team__club=club).order_by("pk").values()) == before


def test_a_place_cannot_begin_before_the_last_one_ended(kallada, pamba, annamma, members):
    TeamPlace.objects.update(joined_on=TODAY - timedelta(days=30))
    remove_player(team=kallada, by=annamma, player=members[1], on=TODAY - timedelta(days=2))

    assert refusal(add_player, team=pamba, by=annamma, player=members[1], on=TODAY - timedelta(days=5)) == (
        "day-taken",
        "on",
    )
    assert add_player(team=pamba, by=annamma, player=members[1], on=TODAY - timedelta(days=2))


def test_a_guest_in_one_team_cannot_become_an_account_in_another_of_the_size(kallada, pamba, club, annamma, members):
    from clubs.people import takeovers

    guest = make_guest(club=club, by=annamma, name="Old Kunju")
    add_player(team=pamba, by=annamma, player=guest)

    reasons = [reason for check in takeovers.OBSTACLES if (reason := check(guest, members[0]))]
    assert any("Old Kunju plays for Pamba and Beeran for Kallada" in reason for reason in reasons)
    assert not any("plays for" in check(guest, members[6]) for check in takeovers.OBSTACLES)


def overlaps(one: TeamPlace, other: TeamPlace) -> bool:
    """Tell whether two places share a day; a place holds from its first day to the day before `left_on`."""
    far = date.max
    return one.joined_on < (other.left_on or far) and other.joined_on < (one.left_on or far)


DEEDS = st.lists(
    st.tuples(
        st.sampled_from(["add", "remove", "transfer"]),
        st.integers(0, 5),
        st.integers(0, 3),
        st.integers(0, 3),
        st.integers(0, 12),
    ),
    max_size=25,
)


@given(deeds=DEEDS)
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_is_done_nobody_has_two_places_of_one_size_on_one_day(club, annamma, members, deeds):
    with transaction.atomic():
        teams = []
        for number, (size, at) in enumerate(((2, 0), (2, 2), (2, 4), (3, 0))):
            teams.append(
                make_team(
                    club=club, by=annamma, name=f"T{number}", players=members[at : at + size], size=size,
                    on=TODAY - timedelta(days=12),
                )
            )  # fmt: skip
        for what, player, source, team, ago in deeds:
            common = {"by": annamma, "player": members[player], "on": TODAY - timedelta(days=ago)}
            try:
                if what == "add":
                    add_player(team=teams[team], **common)
                elif what == "remove":
                    remove_player(team=teams[source], **common)
                else:
                    transfer_player(source=teams[source], team=teams[team], **common)
            except ClubError:
                pass
        places = list(TeamPlace.objects.filter(team__in=teams).select_related("team"))
        for one in places:
            for other in places:
                if one.pk < other.pk and one.player_id == other.player_id and one.team.size == other.team.size:
                    assert not overlaps(one, other), (one.__dict__, other.__dict__)
        for team in teams:
            kept = squad(team)
            assert [place.position for place in kept] == list(range(len(kept)))
            team.refresh_from_db()
            assert (team.captain in [place.player for place in kept]) if kept else team.captain is None
        transaction.set_rollback(True)


@pytest.mark.django_db(transaction=True)
def test_of_two_transfers_at_once_one_is_made(annamma, club, members):
    teams = [
        make_team(club=club, by=annamma, name=name, players=members[at : at + 2])
        for name, at in (("Kallada", 0), ("Pamba", 2), ("Kabani", 4))
    ]
    together = Barrier(2)

    def transfer(team: Team) -> str:
        together.wait()
        try:
            transfer_player(source=teams[0], team=team, by=annamma, player=members[0])
        except ClubError as error:
            return error.code
        finally:
            connection.close()
        return "done"

    with ThreadPoolExecutor(2) as workers:
        answers = sorted(workers.map(transfer, teams[1:]))

    assert answers == ["done", "not-in-team"]
    assert present().filter(player=members[0]).count() == 1
    assert TeamPlace.objects.filter(player=members[0]).count() == 2


def test_a_team_page_says_who_plays_who_sits_out_and_who_left(client, kallada, pamba, club, annamma, members):
    transfer_player(source=kallada, team=pamba, by=annamma, player=members[1])
    page = one_line(client.get(reverse("clubs:team", args=[club.slug, kallada.pk])).content.decode())

    assert "2 a side" in page
    assert 'Captain: <a href="' in page
    assert "Played for the team before" in page
    assert "<h2>Matches</h2></header>" in tight(page)
    assert "Manage the team" not in page
    assert "before that in Kallada" in client.get(reverse("clubs:team", args=[club.slug, pamba.pk])).content.decode()


def test_a_captain_looks_after_the_team_from_its_page(signed_in, kallada, club, members):
    client, page = signed_in(members[0]), reverse("clubs:team", args=[club.slug, kallada.pk])
    assert "Transfer to another team" not in client.get(page).content.decode()

    client.post(reverse("clubs:team_join", args=[club.slug, kallada.pk]), {"player": "gouri"})
    client.post(reverse("clubs:team_order", args=[club.slug, kallada.pk, members[1].pk]))
    client.post(reverse("clubs:team_rename", args=[club.slug, kallada.pk]), {"name": "Kallada Boats"})
    client.post(reverse("clubs:team_leave", args=[club.slug, kallada.pk, members[2].pk]), {"on": ""})
    client.post(reverse("clubs:team_captain", args=[club.slug, kallada.pk, members[1].pk]))

    kallada.refresh_from_db()
    assert kallada.name == "Kallada Boats"
    assert names(kallada) == ["Chacko", "Beeran", "Gouri"]
    assert kallada.captain == members[1]


def test_an_officer_writes_a_transfer_down_from_the_page(signed_in, kallada, pamba, club, annamma, members):
    client, address = signed_in(annamma), reverse("clubs:team_transfer", args=[club.slug, kallada.pk])

    wrong = client.post(address, {"player": members[1].pk, "team": "Nowhere", "on": ""})
    assert wrong.status_code == 422
    assert 'id="id_team_error"' in wrong.content.decode()
    made = client.post(address, {"player": members[1].pk, "team": "pamba", "on": TODAY.isoformat()})
    assert made.status_code == 302
    assert names(pamba) == ["Eapen", "Faisal", "Chacko"]


def test_a_refusal_of_the_service_stands_beside_its_field(signed_in, kallada, pamba, club, annamma):
    address = reverse("clubs:team_join", args=[club.slug, kallada.pk])

    answer = signed_in(annamma).post(address, {"player": "Eapen"})

    assert answer.status_code == 422
    assert "Eapen plays for Pamba. A transfer lets a player change" in answer.content.decode()


@pytest.mark.parametrize("name", ["team_join", "team_transfer", "team_rename", "team_disband"])
def test_who_does_not_look_after_a_team_changes_nothing(signed_in, kallada, pamba, club, members, name):
    before = list(TeamPlace.objects.values())
    sent = {"player": members[6].pk, "team": "Pamba", "name": "Mine"}

    signed_in(members[6]).post(reverse(f"clubs:{name}", args=[club.slug, kallada.pk]), sent)

    kallada.refresh_from_db()
    assert kallada.name == "Kallada"
    assert list(TeamPlace.objects.values()) == before


def test_a_list_of_teams_is_paged_and_searched(client, club, annamma, django_assert_max_num_queries):
    bots = [PlayerFactory(bot=True, name=f"Bot {number:02}") for number in range(60)]
    for number in range(30):
        make_team(club=club, by=annamma, name=f"Boat {number:02}", players=bots[2 * number : 2 * number + 2])
    address = reverse("clubs:teams", args=[club.slug])

    with django_assert_max_num_queries(12):
        page = client.get(address).content.decode()
    assert "Boat 24" in page
    assert "Boat 25" not in page
    assert "Boat 29" in client.get(address, {"page": 2}).content.decode()
    found = client.get(address, {"q": "bot 41"}, headers={"HX-Request": "true", "HX-Target": "teams"}).content.decode()
    assert "Boat 20" in found
    assert "Boat 19" not in found
