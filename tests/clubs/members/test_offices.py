"""Roles, suspension, removal and leaving: who may do it to whom, and what is left."""

from datetime import timedelta

import pytest
from django.utils import timezone

from clubs.base.days import today_in
from clubs.errors import ClubError, NotAllowed
from clubs.members import selectors
from clubs.members.doors import accept_invitation, make_invitation
from clubs.members.guests import make_guest
from clubs.members.offices import give_office, remove_member, restore_member, suspend_member
from clubs.members.societies import change_club, join_club, leave_club
from clubs.models import Club, Invitation, KeptOut, Membership, Notice, OfficerAct, Player
from clubs.officers.roles import find_role
from clubs.teams.services import make_team

pytestmark = pytest.mark.django_db


@pytest.fixture
def put(club, person):
    """Put somebody with a role into the club."""

    def make(name: str, role: str = "player") -> Player:
        player = person(name)
        Membership.objects.create(club=club, player=player, role=role)
        return player

    return make


def code(service, **arguments) -> str:
    """Return the code by which a service refuses."""
    with pytest.raises(ClubError) as refused:
        service(**arguments)
    return refused.value.code


def log(club: Club) -> list[tuple[str, str, str]]:
    """Return the log as actor, action and subject, the earliest first."""
    acts = OfficerAct.objects.filter(club=club).order_by("pk").select_related("actor", "subject")
    return [(act.actor.name, act.action, act.subject.name if act.subject else "") for act in acts]


def test_a_suspension_ends_with_the_day_of_the_club(club, put):
    """The clocks of these two places never show the same day."""
    beeran = put("Beeran")
    place = Membership.objects.get(player=beeran)
    club.time_zone = "Pacific/Pago_Pago"
    place.suspended_at, place.suspended_until = timezone.now(), today_in(club)
    club.save()
    place.save()
    assert (find_role(club=club, player=beeran), selectors.is_suspended_now(place)) == ("", True)

    club.time_zone = place.club.time_zone = "Pacific/Kiritimati"
    club.save()
    assert (find_role(club=club, player=beeran), selectors.is_suspended_now(place)) == ("player", False)


def test_an_owner_gives_every_role_and_the_log_and_the_member_are_told(club, annamma, put):
    beeran = put("Beeran")

    for role in ("guest", "scorer", "director", "secretary", "owner", "player"):
        give_office(club=club, by=annamma, player=beeran, role=role)
        assert find_role(club=club, player=beeran) == role

    assert log(club) == [("Annamma", "office.given", "Beeran")] * 6
    assert Notice.objects.filter(player=beeran, kind="membership").count() == 6


@pytest.mark.parametrize("role", ["guest", "player", "scorer", "director", "secretary"])
def test_nobody_but_an_owner_gives_a_role_least_of_all_to_oneself(club, put, role):
    officer, member = put("Kuriakose", role), put("Beeran")

    for player in (officer, member):
        with pytest.raises(NotAllowed):
            give_office(club=club, by=officer, player=player, role="owner")

    assert find_role(club=club, player=officer) == role
    assert log(club) == []


def test_who_has_no_account_holds_no_office(club, annamma):
    guest = make_guest(club=club, by=annamma, name="Thomas")

    assert code(give_office, club=club, by=annamma, player=guest, role="scorer") == "no-account"
    assert give_office(club=club, by=annamma, player=guest, role="player").role == "player"


def test_a_suspended_member_may_nothing_until_the_last_day_is_over(club, annamma, put):
    beeran = put("Beeran", "director")
    today = timezone.localdate()

    suspend_member(club=club, by=annamma, player=beeran, reason="Left a match.", until=today)

    place = Membership.objects.get(club=club, player=beeran)
    assert find_role(club=club, player=beeran) == ""
    assert selectors.is_suspended_now(place)
    assert selectors.suspension_reason(place) == "Left a match."
    Membership.objects.filter(pk=place.pk).update(suspended_until=today - timedelta(days=1))
    assert find_role(club=club, player=beeran) == "director"
    assert not selectors.is_suspended_now(Membership.objects.get(pk=place.pk))


def test_a_suspension_needs_a_reason_and_a_day_to_come(club, annamma, put):
    beeran = put("Beeran")
    arguments = {"club": club, "by": annamma, "player": beeran}
    yesterday = timezone.localdate() - timedelta(days=1)

    assert code(suspend_member, reason=" ", **arguments) == "reason-missing"
    assert code(suspend_member, reason="x" * 201, **arguments) == "reason-too-long"
    assert code(suspend_member, reason="Late.", until=yesterday, **arguments) == "until-past"
    assert find_role(club=club, player=beeran) == "player"


def test_a_suspension_is_lifted_by_an_officer_and_not_by_who_is_suspended(club, annamma, put):
    secretary = put("Kuriakose", "secretary")
    suspend_member(club=club, by=annamma, player=secretary, reason="Rest a while.")

    with pytest.raises(NotAllowed):
        restore_member(club=club, by=secretary, player=secretary)
    restore_member(club=club, by=annamma, player=secretary)

    assert find_role(club=club, player=secretary) == "secretary"
    assert code(restore_member, club=club, by=annamma, player=secretary) == "not-suspended"
    assert [action for _actor, action, _subject in log(club)] == ["member.suspended", "member.restored"]


def test_an_owner_is_suspended_removed_and_restored_by_nobody_but_another_owner(club, annamma, put):
    secretary, second = put("Kuriakose", "secretary"), put("Devaki", "owner")
    arguments = {"club": club, "player": annamma}

    with pytest.raises(NotAllowed):
        suspend_member(by=secretary, reason="No.", **arguments)
    with pytest.raises(NotAllowed):
        remove_member(by=secretary, **arguments)
    suspend_member(by=second, reason="Yes.", **arguments)
    with pytest.raises(NotAllowed):
        restore_member(by=secretary, **arguments)
    restore_member(by=second, **arguments)
    remove_member(by=second, **arguments)

    assert not Membership.objects.filter(club=club, player=annamma).exists()


def test_nobody_suspends_or_removes_oneself(club, annamma):
    assert code(suspend_member, club=club, by=annamma, player=annamma, reason="Me.") == "own-self"
    assert code(remove_member, club=club, by=annamma, player=annamma) == "own-self"


def test_an_owner_who_is_suspended_does_not_count_as_the_owner_a_club_needs(club, annamma, put):
    second = put("Devaki", "owner")
    suspend_member(club=club, by=annamma, player=second, reason="Rest.")

    assert code(leave_club, club=club, player=annamma) == "last-owner"
    assert code(give_office, club=club, by=annamma, player=annamma, role="player") == "last-owner"


def test_who_leaves_during_a_suspension_comes_back_by_no_door_before_it_is_over(club, annamma, put):
    beeran = put("Beeran")
    until = timezone.localdate() + timedelta(days=3)
    suspend_member(club=club, by=annamma, player=beeran, reason="Left a match.", until=until)
    invitation = make_invitation(club=club, by=annamma)

    leave_club(club=club, player=beeran)

    assert code(join_club, club=club, player=beeran) == "kept-out"
    assert code(accept_invitation, invitation_id=invitation.pk, player=beeran) == "kept-out"
    assert [kept.player for kept in selectors.kept_out(club)] == [beeran]
    KeptOut.objects.filter(player=beeran).update(until=timezone.localdate() - timedelta(days=1))
    assert join_club(club=club, player=beeran).role == "player"
    assert not KeptOut.objects.exists()


def test_who_was_removed_for_good_comes_back_when_an_officer_allows_it(club, annamma, put):
    beeran, chacko = put("Beeran"), put("Chacko")
    remove_member(club=club, by=annamma, player=beeran, reason="Marked cards.", stay_out=True)
    remove_member(club=club, by=annamma, player=chacko)

    assert join_club(club=club, player=chacko)
    assert code(join_club, club=club, player=beeran) == "kept-out"
    restore_member(club=club, by=annamma, player=beeran)
    assert join_club(club=club, player=beeran)
    assert [act.reason for act in OfficerAct.objects.filter(subject=beeran, action="member.removed")] == [
        "Marked cards."
    ]


def test_teams_keep_the_place_of_who_leaves(club, put):
    beeran, devaki = put("Beeran"), put("Devaki")
    team = make_team(club=club, by=beeran, name="Vembanad", players=[beeran, devaki])

    leave_club(club=club, player=beeran)

    assert [place.player for place in team.places.order_by("position")] == [beeran, devaki]


def test_a_secretary_removes_members_and_a_director_does_not(club, put):
    secretary, director, beeran = put("Kuriakose", "secretary"), put("Chacko", "director"), put("Beeran")

    with pytest.raises(NotAllowed):
        remove_member(club=club, by=director, player=beeran)
    remove_member(club=club, by=secretary, player=beeran)

    assert find_role(club=club, player=beeran) == ""


def test_invitations_end_with_the_office_in_which_they_were_made(club, annamma, put):
    second = put("Devaki", "owner")
    scorers, players = (make_invitation(club=club, by=second, role=role) for role in ("scorer", "player"))

    def live() -> set[str]:
        return {one.role for one in Invitation.objects.filter(club=club) if selectors.is_live(one)}

    give_office(club=club, by=annamma, player=second, role="secretary")
    assert live() == {"player"}
    give_office(club=club, by=annamma, player=second, role="player")
    assert live() == set()
    assert scorers.role == "scorer"
    assert players.role == "player"


def test_settings_are_changed_by_a_secretary_and_the_log_says_which(club, put):
    secretary, director = put("Kuriakose", "secretary"), put("Chacko", "director")

    with pytest.raises(NotAllowed):
        change_club(club=club, by=director, name="Mine")
    changed = change_club(club=club, by=secretary, name="Meenachil 56 Club", door="request", salaams=True)

    assert (changed.name, changed.place, changed.slug) == ("Meenachil 56 Club", "Pala", "meenachil-card-club")
    act = OfficerAct.objects.get(club=club)
    assert act.details == {"settings": "name door salaams", "door": "request", "salaams": True}
    said = selectors.log_lines([act])[0].sentence
    assert said == "Kuriakose changed the club's settings: name, how people join, salaams."
    assert change_club(club=club, by=secretary, salaams=True)
    assert OfficerAct.objects.filter(club=club).count() == 1
    assert code(change_club, club=club, by=secretary, door="ajar") == "unknown-door"
    assert change_club(club=club, by=secretary, time_zone="america/toronto").time_zone == "America/Toronto"
    assert code(change_club, club=club, by=secretary, time_zone="Toronto-ish") == "unknown-zone"
