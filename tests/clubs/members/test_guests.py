"""Players without an account: the club's names for them, and how an account takes one over."""

from datetime import timedelta

import pytest
from django.utils import timezone

from clubs.errors import ClubError, NotAllowed
from clubs.members import selectors
from clubs.members.guests import claim_guest, make_guest, offer_claim, release_guest, rename_guest, withdraw_claim
from clubs.members.offices import remove_member, suspend_member
from clubs.members.societies import join_club
from clubs.models import Club, GuestClaim, Membership, OfficerAct, Player
from clubs.officers.roles import find_role
from clubs.people.selectors import ids_of, real_player
from clubs.people.services import rename_player
from clubs.teams.services import make_team
from tests.factories import ClubFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def thomas(club, annamma) -> Player:
    """A player without an account, whom the club calls Thomas."""
    return make_guest(club=club, by=annamma, name="Thomas")


def code(service, **arguments) -> str:
    """Return the code by which a service refuses."""
    with pytest.raises(ClubError) as refused:
        service(**arguments)
    return refused.value.code


def test_a_guest_stands_in_the_clubs_list_without_an_account(club, thomas, person):
    assert find_role(club=club, player=thomas) == "guest"
    assert thomas.user is None
    assert thomas.kept_by == club


def test_a_guests_name_is_its_own_in_the_club_and_nowhere_else(club, annamma, thomas, person):
    other = ClubFactory(founder=annamma, name="Kabani Friends")

    assert code(make_guest, club=club, by=annamma, name="thomas") == "name-taken"
    assert make_guest(club=other, by=annamma, name="Thomas").name == "Thomas"
    assert person("Thomas").name == "Thomas"


@pytest.mark.parametrize("role", ["player", "scorer", "director"])
def test_guests_are_kept_by_secretaries_and_owners(club, person, thomas, role):
    officer = person("Chacko")
    Membership.objects.create(club=club, player=officer, role=role)

    for service, arguments in (
        (make_guest, {"name": "Mathai"}),
        (rename_guest, {"guest": thomas, "name": "Mathai"}),
        (offer_claim, {"guest": thomas}),
        (withdraw_claim, {"guest": thomas}),
        (remove_member, {"player": thomas}),
    ):
        with pytest.raises(NotAllowed):
            service(club=club, by=officer, **arguments)


def test_a_guest_is_renamed_and_removed_and_the_name_is_free_again(club, annamma, thomas):
    rename_guest(club=club, by=annamma, guest=thomas, name="Thomas of Pala")
    remove_member(club=club, by=annamma, player=thomas)

    assert Player.objects.get(pk=thomas.pk).name == "Thomas of Pala"
    assert not Membership.objects.filter(player=thomas).exists()
    assert make_guest(club=club, by=annamma, name="Thomas of Pala") != thomas
    assert code(rename_guest, club=club, by=annamma, guest=thomas, name="X") == "no-guest"


def test_an_account_that_claims_a_guest_gets_its_place_its_teams_and_its_history(club, annamma, thomas, person):
    ravi, beeran = person("Ravi"), make_guest(club=club, by=annamma, name="Beeran")
    team = make_team(club=club, by=annamma, name="Vembanad", players=[thomas, beeran])
    claim = offer_claim(club=club, by=annamma, guest=thomas)

    claim_guest(claim_id=claim.pk, player=ravi)

    thomas.refresh_from_db()
    assert (thomas.merged_into, thomas.name) == (ravi, "Ravi")
    assert find_role(club=club, player=ravi) == "player"
    assert not Membership.objects.filter(player=thomas).exists()
    assert [place.player for place in team.places.order_by("position")] == [ravi, beeran]
    assert ids_of(ravi) == ids_of(thomas) == (ravi.pk, thomas.pk)
    assert real_player(thomas.pk) == ravi
    act = OfficerAct.objects.get(action="guest.claimed")
    assert (act.actor, act.subject) == (ravi, thomas)


def test_a_claimed_guest_goes_by_the_accounts_name_now_and_later(club, annamma, thomas, person):
    ravi = person("Ravi")
    claim_guest(claim_id=offer_claim(club=club, by=annamma, guest=thomas).pk, player=ravi)

    rename_player(player_id=ravi.pk, name="Ravi Varma")

    thomas.refresh_from_db()
    assert thomas.name == "Ravi Varma"


def test_a_member_who_claims_a_guest_keeps_the_own_role(club, annamma, thomas, person):
    ravi = person("Ravi")
    Membership.objects.create(club=club, player=ravi, role="scorer")

    claim_guest(claim_id=offer_claim(club=club, by=annamma, guest=thomas).pk, player=ravi)

    assert find_role(club=club, player=ravi) == "scorer"
    assert Membership.objects.filter(club=club).count() == 2


def test_two_in_one_team_are_not_one_person(club, annamma, thomas, person):
    ravi = person("Ravi")
    Membership.objects.create(club=club, player=ravi)
    make_team(club=club, by=annamma, name="Vembanad", players=[ravi, thomas])
    claim = offer_claim(club=club, by=annamma, guest=thomas)

    with pytest.raises(ClubError, match="You and Thomas both have a place in Vembanad") as refused:
        claim_guest(claim_id=claim.pk, player=ravi)

    assert refused.value.code == "not-the-same"
    assert Player.objects.get(pk=thomas.pk).merged_into is None
    assert GuestClaim.objects.get().claimed_at is None


def test_a_link_for_a_guest_works_once_and_an_earlier_one_not_at_all(club, annamma, thomas, person):
    earlier = offer_claim(club=club, by=annamma, guest=thomas)
    later = offer_claim(club=club, by=annamma, guest=thomas)
    ravi, mathai = person("Ravi"), person("Mathai")

    assert code(claim_guest, claim_id=earlier.pk, player=ravi) == "claim-withdrawn"
    claim_guest(claim_id=later.pk, player=ravi)

    assert code(claim_guest, claim_id=later.pk, player=mathai) == "claim-used"
    assert code(offer_claim, club=club, by=annamma, guest=thomas) == "no-guest"


def test_a_link_for_a_guest_is_over_after_its_days_and_when_taken_back(club, annamma, thomas, person):
    ravi = person("Ravi")
    claim = offer_claim(club=club, by=annamma, guest=thomas)
    GuestClaim.objects.update(expires_at=timezone.now())

    assert code(claim_guest, claim_id=claim.pk, player=ravi) == "claim-over"
    withdraw_claim(club=club, by=annamma, guest=thomas)
    assert code(claim_guest, claim_id=claim.pk, player=ravi) == "claim-withdrawn"
    assert selectors.live_claim(thomas) is None


def test_an_owner_undoes_a_claim_and_everything_is_as_it_was(club, annamma, thomas, person):
    ravi, beeran = person("Ravi"), make_guest(club=club, by=annamma, name="Beeran")
    team = make_team(club=club, by=annamma, name="Vembanad", players=[thomas, beeran])
    claim = offer_claim(club=club, by=annamma, guest=thomas)
    claim_guest(claim_id=claim.pk, player=ravi)

    release_guest(claim_id=claim.pk, by=annamma)

    thomas.refresh_from_db()
    assert (thomas.merged_into, thomas.name) == (None, "Thomas")
    assert find_role(club=club, player=thomas) == "guest"
    assert find_role(club=club, player=ravi) == ""
    assert [place.player for place in team.places.order_by("position")] == [thomas, beeran]
    assert ids_of(ravi) == (ravi.pk,)
    assert code(release_guest, claim_id=claim.pk, by=annamma) == "not-claimed"
    assert offer_claim(club=club, by=annamma, guest=thomas)


def test_a_claim_is_undone_by_owners_only_and_for_thirty_days(club, annamma, thomas, person):
    ravi, secretary = person("Ravi"), person("Kuriakose")
    Membership.objects.create(club=club, player=secretary, role="secretary")
    claim = offer_claim(club=club, by=secretary, guest=thomas)
    claim_guest(claim_id=claim.pk, player=ravi)

    with pytest.raises(NotAllowed):
        release_guest(claim_id=claim.pk, by=secretary)
    GuestClaim.objects.update(claimed_at=timezone.now() - timedelta(days=31))
    assert code(release_guest, claim_id=claim.pk, by=annamma) == "claim-settled"


def test_who_is_kept_out_does_not_come_in_by_claiming_a_guest(club, annamma, thomas, person):
    ravi = person("Ravi")
    Membership.objects.create(club=club, player=ravi)
    remove_member(club=club, by=annamma, player=ravi, stay_out=True)
    claim = offer_claim(club=club, by=annamma, guest=thomas)

    assert code(claim_guest, claim_id=claim.pk, player=ravi) == "kept-out"


def test_a_player_belongs_to_several_clubs_and_claims_a_guest_of_each(club, annamma, thomas, person):
    ravi = person("Ravi")
    other = ClubFactory(founder=annamma, name="Kabani Friends")
    elsewhere = make_guest(club=other, by=annamma, name="Thomachan")

    for where, guest in ((club, thomas), (other, elsewhere)):
        claim_guest(claim_id=offer_claim(club=where, by=annamma, guest=guest).pk, player=ravi)

    assert set(ids_of(ravi)) == {ravi.pk, thomas.pk, elsewhere.pk}
    assert {place.club for place in Membership.objects.filter(player=ravi)} == {club, other}
    assert Club.objects.count() == 2


def test_who_claims_a_suspended_guest_is_suspended_like_it(club, annamma, thomas, person):
    ravi, until = person("Ravi"), timezone.localdate() + timedelta(days=3)
    suspend_member(club=club, by=annamma, player=thomas, reason="Hit the table.", until=until)
    claim = offer_claim(club=club, by=annamma, guest=thomas)

    claim_guest(claim_id=claim.pk, player=ravi)

    assert find_role(club=club, player=ravi) == ""
    assert Membership.objects.get(club=club, player=ravi).suspended_until == until


def test_undoing_a_claim_ends_no_suspension(club, annamma, thomas, person):
    ravi = person("Ravi")
    claim = offer_claim(club=club, by=annamma, guest=thomas)
    claim_guest(claim_id=claim.pk, player=ravi)
    suspend_member(club=club, by=annamma, player=ravi, reason="Hit the table.")

    release_guest(claim_id=claim.pk, by=annamma)

    assert code(join_club, club=club, player=ravi) == "kept-out"
