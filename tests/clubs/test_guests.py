"""Players without an account: the club's names for them, and how an account takes one over."""

from datetime import timedelta

import pytest
from django.utils import timezone

from clubs import membership, services
from clubs.errors import ClubError, NotAllowed
from clubs.models import Club, GuestClaim, Membership, OfficerAct, Player
from clubs.selectors import find_role, ids_of, real_player
from tests.factories import ClubFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def thomas(club, annamma) -> Player:
    """A player without an account, whom the club calls Thomas."""
    return services.make_guest(club=club, by=annamma, name="Thomas")


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

    assert code(services.make_guest, club=club, by=annamma, name="thomas") == "name-taken"
    assert services.make_guest(club=other, by=annamma, name="Thomas").name == "Thomas"
    assert person("Thomas").name == "Thomas"


@pytest.mark.parametrize("role", ["player", "scorer", "director"])
def test_guests_are_kept_by_secretaries_and_owners(club, person, thomas, role):
    officer = person("Chacko")
    Membership.objects.create(club=club, player=officer, role=role)

    for service, arguments in (
        (services.make_guest, {"name": "Mathai"}),
        (services.rename_guest, {"guest": thomas, "name": "Mathai"}),
        (services.offer_claim, {"guest": thomas}),
        (services.withdraw_claim, {"guest": thomas}),
        (services.remove_member, {"player": thomas}),
    ):
        with pytest.raises(NotAllowed):
            service(club=club, by=officer, **arguments)


def test_a_guest_is_renamed_and_removed_and_the_name_is_free_again(club, annamma, thomas):
    services.rename_guest(club=club, by=annamma, guest=thomas, name="Thomas of Pala")
    services.remove_member(club=club, by=annamma, player=thomas)

    assert Player.objects.get(pk=thomas.pk).name == "Thomas of Pala"
    assert not Membership.objects.filter(player=thomas).exists()
    assert services.make_guest(club=club, by=annamma, name="Thomas of Pala") != thomas
    assert code(services.rename_guest, club=club, by=annamma, guest=thomas, name="X") == "no-guest"


def test_an_account_that_claims_a_guest_gets_its_place_its_teams_and_its_history(club, annamma, thomas, person):
    ravi, beeran = person("Ravi"), services.make_guest(club=club, by=annamma, name="Beeran")
    team = services.make_team(club=club, by=annamma, name="Vembanad", players=[thomas, beeran])
    claim = services.offer_claim(club=club, by=annamma, guest=thomas)

    services.claim_guest(claim_id=claim.pk, player=ravi)

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
    services.claim_guest(claim_id=services.offer_claim(club=club, by=annamma, guest=thomas).pk, player=ravi)

    services.rename_player(player_id=ravi.pk, name="Ravi Varma")

    thomas.refresh_from_db()
    assert thomas.name == "Ravi Varma"


def test_a_member_who_claims_a_guest_keeps_the_own_role(club, annamma, thomas, person):
    ravi = person("Ravi")
    Membership.objects.create(club=club, player=ravi, role="scorer")

    services.claim_guest(claim_id=services.offer_claim(club=club, by=annamma, guest=thomas).pk, player=ravi)

    assert find_role(club=club, player=ravi) == "scorer"
    assert Membership.objects.filter(club=club).count() == 2


def test_two_in_one_team_are_not_one_person(club, annamma, thomas, person):
    ravi = person("Ravi")
    Membership.objects.create(club=club, player=ravi)
    services.make_team(club=club, by=annamma, name="Vembanad", players=[ravi, thomas])
    claim = services.offer_claim(club=club, by=annamma, guest=thomas)

    with pytest.raises(ClubError, match="You and Thomas both have a place in Vembanad") as refused:
        services.claim_guest(claim_id=claim.pk, player=ravi)

    assert refused.value.code == "not-the-same"
    assert Player.objects.get(pk=thomas.pk).merged_into is None
    assert GuestClaim.objects.get().claimed_at is None


def test_a_link_for_a_guest_works_once_and_an_earlier_one_not_at_all(club, annamma, thomas, person):
    earlier = services.offer_claim(club=club, by=annamma, guest=thomas)
    later = services.offer_claim(club=club, by=annamma, guest=thomas)
    ravi, mathai = person("Ravi"), person("Mathai")

    assert code(services.claim_guest, claim_id=earlier.pk, player=ravi) == "claim-withdrawn"
    services.claim_guest(claim_id=later.pk, player=ravi)

    assert code(services.claim_guest, claim_id=later.pk, player=mathai) == "claim-used"
    assert code(services.offer_claim, club=club, by=annamma, guest=thomas) == "no-guest"


def test_a_link_for_a_guest_is_over_after_its_days_and_when_taken_back(club, annamma, thomas, person):
    ravi = person("Ravi")
    claim = services.offer_claim(club=club, by=annamma, guest=thomas)
    GuestClaim.objects.update(expires_at=timezone.now())

    assert code(services.claim_guest, claim_id=claim.pk, player=ravi) == "claim-over"
    services.withdraw_claim(club=club, by=annamma, guest=thomas)
    assert code(services.claim_guest, claim_id=claim.pk, player=ravi) == "claim-withdrawn"
    assert membership.live_claim(thomas) is None


def test_an_owner_undoes_a_claim_and_everything_is_as_it_was(club, annamma, thomas, person):
    ravi, beeran = person("Ravi"), services.make_guest(club=club, by=annamma, name="Beeran")
    team = services.make_team(club=club, by=annamma, name="Vembanad", players=[thomas, beeran])
    claim = services.offer_claim(club=club, by=annamma, guest=thomas)
    services.claim_guest(claim_id=claim.pk, player=ravi)

    services.release_guest(claim_id=claim.pk, by=annamma)

    thomas.refresh_from_db()
    assert (thomas.merged_into, thomas.name) == (None, "Thomas")
    assert find_role(club=club, player=thomas) == "guest"
    assert find_role(club=club, player=ravi) == ""
    assert [place.player for place in team.places.order_by("position")] == [thomas, beeran]
    assert ids_of(ravi) == (ravi.pk,)
    assert code(services.release_guest, claim_id=claim.pk, by=annamma) == "not-claimed"
    assert services.offer_claim(club=club, by=annamma, guest=thomas)


def test_a_claim_is_undone_by_owners_only_and_for_thirty_days(club, annamma, thomas, person):
    ravi, secretary = person("Ravi"), person("Kuriakose")
    Membership.objects.create(club=club, player=secretary, role="secretary")
    claim = services.offer_claim(club=club, by=secretary, guest=thomas)
    services.claim_guest(claim_id=claim.pk, player=ravi)

    with pytest.raises(NotAllowed):
        services.release_guest(claim_id=claim.pk, by=secretary)
    GuestClaim.objects.update(claimed_at=timezone.now() - timedelta(days=31))
    assert code(services.release_guest, claim_id=claim.pk, by=annamma) == "claim-settled"


def test_who_is_kept_out_does_not_come_in_by_claiming_a_guest(club, annamma, thomas, person):
    ravi = person("Ravi")
    Membership.objects.create(club=club, player=ravi)
    services.remove_member(club=club, by=annamma, player=ravi, stay_out=True)
    claim = services.offer_claim(club=club, by=annamma, guest=thomas)

    assert code(services.claim_guest, claim_id=claim.pk, player=ravi) == "kept-out"


def test_a_player_belongs_to_several_clubs_and_claims_a_guest_of_each(club, annamma, thomas, person):
    ravi = person("Ravi")
    other = ClubFactory(founder=annamma, name="Kabani Friends")
    elsewhere = services.make_guest(club=other, by=annamma, name="Thomachan")

    for where, guest in ((club, thomas), (other, elsewhere)):
        services.claim_guest(claim_id=services.offer_claim(club=where, by=annamma, guest=guest).pk, player=ravi)

    assert set(ids_of(ravi)) == {ravi.pk, thomas.pk, elsewhere.pk}
    assert {place.club for place in Membership.objects.filter(player=ravi)} == {club, other}
    assert Club.objects.count() == 2


def test_who_claims_a_suspended_guest_is_suspended_like_it(club, annamma, thomas, person):
    ravi, until = person("Ravi"), timezone.localdate() + timedelta(days=3)
    services.suspend_member(club=club, by=annamma, player=thomas, reason="Hit the table.", until=until)
    claim = services.offer_claim(club=club, by=annamma, guest=thomas)

    services.claim_guest(claim_id=claim.pk, player=ravi)

    assert find_role(club=club, player=ravi) == ""
    assert Membership.objects.get(club=club, player=ravi).suspended_until == until


def test_undoing_a_claim_ends_no_suspension(club, annamma, thomas, person):
    ravi = person("Ravi")
    claim = services.offer_claim(club=club, by=annamma, guest=thomas)
    services.claim_guest(claim_id=claim.pk, player=ravi)
    services.suspend_member(club=club, by=annamma, player=ravi, reason="Hit the table.")

    services.release_guest(claim_id=claim.pk, by=annamma)

    assert code(services.join_club, club=club, player=ravi) == "kept-out"
