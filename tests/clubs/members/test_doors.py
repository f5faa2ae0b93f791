"""How people come in: the open door, requests, invitations by link and by code."""

from datetime import timedelta

import pytest
from django.utils import timezone

from clubs.base import guesses, keys
from clubs.base.guesses import TooManyGuesses
from clubs.errors import ClubError, NotAllowed
from clubs.members import selectors
from clubs.members.doors import (
    accept_invitation,
    answer_request,
    ask_to_join,
    find_by_code,
    make_invitation,
    revoke_invitation,
    withdraw_request,
)
from clubs.members.societies import join_club
from clubs.models import Club, Invitation, InvitationUse, JoinRequest, Membership, Notice, OfficerAct
from clubs.officers.roles import find_role

pytestmark = pytest.mark.django_db


@pytest.fixture
def on_request(club) -> Club:
    """The club, where an officer lets people in."""
    club.door = Club.Door.REQUEST
    club.save()
    return club


def code(service, **arguments) -> str:
    """Return the code by which a service refuses."""
    with pytest.raises(ClubError) as refused:
        service(**arguments)
    return refused.value.code


@pytest.mark.parametrize(
    ("door", "joining", "asking"),
    [
        ("open", None, "door-open"),
        ("request", "door-request", None),
        ("invited", "door-invited", "door-invited"),
    ],
)
def test_each_door_lets_in_those_whom_it_is_for(club, person, door, joining, asking):
    Club.objects.update(door=door)
    beeran = person("Beeran")

    if asking:
        assert code(ask_to_join, club=club, player=beeran) == asking
    else:
        assert ask_to_join(club=club, player=beeran).admitted is None
    if joining:
        assert code(join_club, club=club, player=beeran) == joining
    else:
        assert join_club(club=club, player=beeran).role == "player"


def test_who_asks_is_let_in_by_an_officer_and_both_are_told(on_request, annamma, person):
    beeran = person("Beeran")

    request = ask_to_join(club=on_request, player=beeran, word="  Devaki's\n brother. ")
    assert request.word == "Devaki's brother."
    assert find_role(club=on_request, player=beeran) == ""
    assert [notice.player for notice in Notice.objects.filter(kind="request-made")] == [annamma]
    answer_request(request_id=request.pk, by=annamma, admitted=True)

    assert find_role(club=on_request, player=beeran) == "player"
    assert [notice.player for notice in Notice.objects.filter(kind="request-answered")] == [beeran]
    assert OfficerAct.objects.get().action == "member.admitted"


def test_who_is_not_let_in_asks_again_after_a_week(on_request, annamma, person):
    beeran = person("Beeran")
    request = ask_to_join(club=on_request, player=beeran)

    answer_request(request_id=request.pk, by=annamma, admitted=False)

    assert find_role(club=on_request, player=beeran) == ""
    assert code(ask_to_join, club=on_request, player=beeran) == "asked-lately"
    JoinRequest.objects.update(answered_at=timezone.now() - timedelta(days=8))
    assert ask_to_join(club=on_request, player=beeran).pk != request.pk


def test_asking_again_changes_the_word_and_tells_nobody_again(on_request, person):
    beeran = person("Beeran")
    first = ask_to_join(club=on_request, player=beeran, word="Hello.")

    again = ask_to_join(club=on_request, player=beeran, word="Hello from Pala.")

    assert (again.pk, again.word) == (first.pk, "Hello from Pala.")
    assert Notice.objects.filter(kind="request-made").count() == 1
    assert code(ask_to_join, club=on_request, player=beeran, word="x" * 301) == "word-too-long"


def test_a_request_is_answered_once_and_by_who_may(on_request, annamma, person):
    beeran, director = person("Beeran"), person("Chacko")
    Membership.objects.create(club=on_request, player=director, role="director")
    request = ask_to_join(club=on_request, player=beeran)

    with pytest.raises(NotAllowed):
        answer_request(request_id=request.pk, by=director, admitted=True)
    answer_request(request_id=request.pk, by=annamma, admitted=True)

    assert code(answer_request, request_id=request.pk, by=annamma, admitted=False) == "answered-already"
    assert find_role(club=on_request, player=beeran) == "player"


def test_a_request_is_taken_back_by_who_made_it(on_request, annamma, person):
    beeran, devaki = person("Beeran"), person("Devaki")
    request = ask_to_join(club=on_request, player=beeran)

    with pytest.raises(NotAllowed):
        withdraw_request(request_id=request.pk, player=devaki)
    withdraw_request(request_id=request.pk, player=beeran)

    assert not JoinRequest.objects.exists()


def test_coming_in_by_another_door_answers_the_request(on_request, annamma, person):
    beeran = person("Beeran")
    request = ask_to_join(club=on_request, player=beeran)
    invitation = make_invitation(club=on_request, by=annamma)

    accept_invitation(invitation_id=invitation.pk, player=beeran)

    assert list(selectors.open_requests(on_request)) == []
    assert code(answer_request, request_id=request.pk, by=annamma, admitted=True) == "answered-already"


def test_an_invitation_gives_its_role_to_as_many_as_it_has_places(club, annamma, person):
    Club.objects.update(door="invited")
    invitation = make_invitation(club=club, by=annamma, role="scorer", places=2, days=3)
    first, second, third = (person(name) for name in ("Beeran", "Chacko", "Devaki"))

    for player in (first, second):
        assert accept_invitation(invitation_id=invitation.pk, player=player).role == "scorer"

    assert code(accept_invitation, invitation_id=invitation.pk, player=third) == "invitation-used-up"
    assert code(accept_invitation, invitation_id=invitation.pk, player=first) == "already-member"
    assert [use.player for use in InvitationUse.objects.all()] == [first, second]
    assert not selectors.is_live(Invitation.objects.get())


def test_an_invitation_ends_by_its_day_and_when_it_is_taken_back(club, annamma, person):
    beeran = person("Beeran")
    over, revoked = (make_invitation(club=club, by=annamma) for _number in range(2))
    Invitation.objects.filter(pk=over.pk).update(expires_at=timezone.now())
    revoke_invitation(invitation_id=revoked.pk, by=annamma)

    assert code(accept_invitation, invitation_id=over.pk, player=beeran) == "invitation-over"
    assert code(accept_invitation, invitation_id=revoked.pk, player=beeran) == "invitation-revoked"
    assert not Membership.objects.filter(player=beeran).exists()


@pytest.mark.parametrize(
    ("role", "gives"),
    [
        ("secretary", {"guest", "player"}),
        ("owner", {"guest", "player", "scorer", "director", "secretary"}),
        ("director", set()),
        ("player", set()),
    ],
)
def test_no_invitation_gives_an_office_that_its_maker_could_not(club, person, role, gives):
    maker = person("Kuriakose")
    Membership.objects.create(club=club, player=maker, role=role)

    for wanted in Membership.Role.values:
        if wanted in gives:
            assert make_invitation(club=club, by=maker, role=wanted).role == wanted
        else:
            refused = code(make_invitation, club=club, by=maker, role=wanted)
            assert refused == ("office-not-yours" if gives else "not-allowed")


@pytest.mark.parametrize(
    ("wrong", "expected"),
    [
        ({"places": 0}, "bad-places"),
        ({"places": 501}, "bad-places"),
        ({"days": 0}, "bad-days"),
        ({"days": 91}, "bad-days"),
        ({"role": "king"}, "unknown-office"),
    ],
)
def test_an_invitation_that_makes_no_sense_is_refused(club, annamma, wrong, expected):
    assert code(make_invitation, club=club, by=annamma, **wrong) == expected


def test_a_link_leads_to_its_invitation_and_a_changed_one_nowhere(club, annamma):
    invitation = make_invitation(club=club, by=annamma)
    token = selectors.invitation_token(invitation)

    assert selectors.find_invitation(token) == invitation
    for wrong in (token[:-1] + ("A" if token[-1] != "A" else "E"), token[:-1], token + "AA", "", "x" * 43, "മ" * 43):
        assert selectors.find_invitation(wrong) is None
    assert keys.row_of("guest-claim", token) is None


def test_the_database_holds_neither_the_link_nor_the_code(club, annamma):
    invitation = make_invitation(club=club, by=annamma)
    row = str(Invitation.objects.filter(pk=invitation.pk).values().get()) + str(OfficerAct.objects.values().get())

    assert selectors.invitation_code(invitation).replace(" ", "") not in row
    assert selectors.invitation_token(invitation)[22:] not in row


def test_a_code_is_ten_digits_however_they_are_spaced_and_written(club, annamma):
    invitation = make_invitation(club=club, by=annamma)
    said = selectors.invitation_code(invitation)

    assert len(said.replace(" ", "")) == 10
    assert find_by_code(code=f" {said.replace(' ', '-')}", guesser="here", network="here") == invitation
    malayalam = said.translate({ord("0") + digit: 0x0D66 + digit for digit in range(10)})
    assert find_by_code(code=malayalam, guesser="here", network="here") == invitation


def test_guessing_codes_ends_after_ten_wrong_ones_for_that_guesser_alone(club, annamma):
    invitation = make_invitation(club=club, by=annamma)
    right = selectors.invitation_code(invitation)

    for number in range(guesses.MOST):
        assert code(find_by_code, code=f"{number:010d}", guesser="192.0.2.7", network="192.0.2.7") == "unknown-code"

    with pytest.raises(TooManyGuesses):
        find_by_code(code=right, guesser="192.0.2.7", network="192.0.2.7")
    assert find_by_code(code=right, guesser="192.0.2.8", network="192.0.2.8") == invitation


def test_many_guessers_together_are_stopped_too_and_others_are_listened_to(club, annamma, monkeypatch):
    monkeypatch.setattr(guesses, "MOST_OF_ALL", 3)
    invitation = make_invitation(club=club, by=annamma)
    right = selectors.invitation_code(invitation)
    for number in range(3):
        place = f"192.0.2.{number}"
        assert code(find_by_code, code="0000000000", guesser=place, network=place) == "unknown-code"

    with pytest.raises(TooManyGuesses):
        find_by_code(code=right, guesser="192.0.2.1", network="192.0.2.1")
    assert find_by_code(code=right, guesser="192.0.2.99", network="192.0.2.99") == invitation
