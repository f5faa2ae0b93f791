"""Two at once, in real transactions: one answer, one last place, one owner left."""

from collections.abc import Callable

import pytest

from clubs.errors import ClubError
from clubs.members.doors import accept_invitation, answer_request, ask_to_join, make_invitation
from clubs.members.guests import claim_guest, make_guest, offer_claim
from clubs.members.offices import give_office, suspend_member
from clubs.members.societies import leave_club
from clubs.models import Club, Invitation, InvitationUse, Membership, OfficerAct, Player
from tests.races import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def outcomes(*calls: Callable[[], object]) -> list[object]:
    """Make all calls at the same moment; return what came of each, in order, a refusal by its code."""
    return [came.code if isinstance(came, ClubError) else came for came in at_once(*calls)]


@pytest.fixture
def second(club, person) -> Player:
    """Another owner."""
    player = person("Devaki")
    Membership.objects.create(club=club, player=player, role="owner")
    return player


def owners(club: Club) -> int:
    return Membership.objects.filter(club=club, role="owner", suspended_at=None).count()


def test_of_two_officers_who_answer_one_request_one_answers(club, annamma, second, person):
    Club.objects.update(door="request")
    beeran = person("Beeran")
    request = ask_to_join(club=club, player=beeran)

    came = outcomes(
        lambda: answer_request(request_id=request.pk, by=annamma, admitted=True).admitted,
        lambda: answer_request(request_id=request.pk, by=second, admitted=False).admitted,
    )

    assert came.count("answered-already") == 1
    assert Membership.objects.filter(player=beeran).exists() == (True in came)
    assert OfficerAct.objects.filter(subject=beeran).count() == 1


def test_the_last_place_of_an_invitation_is_taken_once(club, annamma, person):
    invitation = make_invitation(club=club, by=annamma, places=2)
    accept_invitation(invitation_id=invitation.pk, player=person("Ravi"))
    rivals = [person(name) for name in ("Beeran", "Chacko", "Mathai", "Omana")]

    came = outcomes(
        *(lambda one=one: accept_invitation(invitation_id=invitation.pk, player=one).role for one in rivals)
    )

    assert sorted(came) == ["invitation-used-up"] * 3 + ["player"]
    assert Invitation.objects.get().used == InvitationUse.objects.count() == 2
    assert Membership.objects.filter(player__in=rivals).count() == 1


def test_one_person_who_accepts_twice_at_once_takes_one_place(club, annamma, person):
    invitation = make_invitation(club=club, by=annamma, places=2)
    ravi = person("Ravi")

    came = outcomes(*(lambda: accept_invitation(invitation_id=invitation.pk, player=ravi).role for _number in range(3)))

    assert sorted(came) == ["already-member", "already-member", "player"]
    assert Invitation.objects.get().used == 1


@pytest.mark.parametrize("way", ["leave", "step down", "both ways"])
def test_when_both_owners_go_at_once_one_stays(club, annamma, second, way):
    def leave(player: Player) -> object:
        return leave_club(club=club, player=player)

    def step_down(player: Player) -> object:
        return give_office(club=club, by=player, player=player, role="player").role

    ways = {"leave": (leave, leave), "step down": (step_down, step_down), "both ways": (leave, step_down)}[way]
    came = outcomes(lambda: ways[0](annamma), lambda: ways[1](second))

    assert came.count("last-owner") == 1
    assert owners(club) == 1


def test_two_owners_who_suspend_each_other_at_once_leave_one_who_acts(club, annamma, second):
    came = outcomes(
        lambda: suspend_member(club=club, by=annamma, player=second, reason="First.").role,
        lambda: suspend_member(club=club, by=second, player=annamma, reason="First.").role,
    )

    assert sorted(came) == ["not-allowed", "owner"]
    assert owners(club) == 1


def test_a_guest_is_taken_over_by_one_of_two_who_hold_the_link(club, annamma, person):
    guest = make_guest(club=club, by=annamma, name="Thomas")
    claim = offer_claim(club=club, by=annamma, guest=guest)
    ravi, mathai = person("Ravi"), person("Mathai")

    came = outcomes(
        *(lambda one=one: claim_guest(claim_id=claim.pk, player=one).merged_into_id for one in (ravi, mathai))
    )

    assert came.count("claim-used") == 1
    guest.refresh_from_db()
    assert guest.merged_into_id in came


def test_two_guests_of_one_name_are_not_made_at_once(club, annamma, second):
    came = outcomes(*(lambda by=by: make_guest(club=club, by=by, name="Thomas").name for by in (annamma, second)))

    assert sorted(came) == ["Thomas", "name-taken"]
