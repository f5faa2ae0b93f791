"""Members and teams from a file: looked through first, then all of it or nothing, and once only."""

from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from clubs.errors import ClubError, NotAllowed
from clubs.exchange.services import carry_out, remove_old_files, report_of, take_in, work
from clubs.members.societies import join_club
from clubs.models import Club, ImportRun, Membership, Notice, OfficerAct, Player, Team, TeamPlace
from clubs.teams.squads import squad
from tests.clubs.exchange.conftest import Desk, account, faults, sums
from tests.factories import ClubFactory

pytestmark = pytest.mark.django_db

THREE = "name,role,joined\nAmmini Varghese,player,2024-08-15\nChacko,,\nമറിയാമ്മ,guest,\n"


def names(club: Club) -> set[str]:
    return set(Membership.objects.filter(club=club).values_list("player__name", flat=True))


def test_a_dry_run_says_what_would_come_and_changes_nothing(desk, club):
    run = desk.look("members", THREE)

    assert (run.status, run.stage) == ("done", "check")
    assert sums(run) == (3, 0, 0)
    assert names(club) == {"Annamma"}
    assert not OfficerAct.objects.exists()


def test_what_is_carried_out_is_there_and_noted(desk, club, owner):
    assert desk.send("members", THREE) == (3, 0, 0)

    ammini = Membership.objects.get(player__name="Ammini Varghese")
    assert (ammini.role, ammini.player.kept_by, ammini.player.user) == ("player", club, None)
    assert ammini.joined_at.date().isoformat() == "2024-08-15"
    assert Membership.objects.get(player__name="മറിയാമ്മ").role == "guest"
    act = OfficerAct.objects.get()
    assert (act.action, act.actor, act.details["made"]) == ("data.imported", owner, 3)
    assert Notice.objects.filter(player=owner, kind="import-done").count() == 2


def test_the_same_file_twice_makes_nothing_twice(desk, club):
    desk.send("members", THREE)

    assert desk.send("members", THREE) == (0, 0, 3)
    assert len(names(club)) == 4


def test_a_file_with_faults_is_never_carried_out_not_even_its_sound_lines(desk, club):
    run = desk.look("members", "name,role,joined,id\nAmmini,king,,\nChacko,,2999-01-01,\nDevaki,,31.12.2024,7\n🂡,,,\n")

    assert faults(run) == [(2, "role"), (3, "joined"), (4, "id"), (4, "joined"), (5, "name")]
    with pytest.raises(ClubError) as refused:
        carry_out(run_id=run.pk, by=desk.by)
    assert refused.value.code == "has-faults"
    assert names(club) == {"Annamma"}


def test_one_member_stands_in_one_line(desk):
    run = desk.look("members", f"id,name\n,Ammini\n,AMMINI\n{desk.by.pk},Annamma\n,annamma\n")

    assert faults(run) == [(3, "name"), (5, "name")]
    assert "Line 2 already has" in report_of(run).faults[0].text


def test_a_guest_is_renamed_by_id_and_an_account_keeps_its_own_name(desk, club):
    desk.send("members", THREE)
    guest = Player.objects.get(name="Chacko")

    looked = desk.look("members", f"id,name\n{guest.pk},Chacko Kurien\n{desk.by.pk},Anna\n")

    assert sums(looked) == (0, 1, 1)
    assert [(one.line, one.column) for one in report_of(looked).remarks] == [(3, "name")]
    desk.carry(looked)
    assert {"Chacko Kurien", "Annamma"} <= names(club)


def test_a_look_at_a_file_says_who_would_be_new_and_what_would_change(desk, club):
    desk.send("members", THREE)
    guest = Player.objects.get(name="Chacko")

    looked = desk.look("members", f"id,name\n{guest.pk},Chacko Kurien\n,Ouseph\n")

    assert [(one.line, one.text) for one in report_of(looked).deeds] == [
        (2, "Chacko (Guest) becomes Chacko Kurien (Guest)."),
        (3, "Ouseph is new: Guest."),
    ]


def test_only_an_owner_gives_roles_by_a_file(desk, secretarys_desk, club):
    devaki = account("Devaki")
    join_club(club=club, player=devaki)

    assert faults(secretarys_desk.look("members", "name,role\nDevaki,director\n")) == [(2, "role")]
    assert secretarys_desk.send("members", "name,role\nDevaki,player\n") == (0, 0, 1)
    assert desk.send("members", "name,role\nDevaki,director\n") == (0, 1, 0)
    assert Membership.objects.get(player=devaki).role == "director"


def test_nobody_without_an_account_gets_an_office(desk):
    looked = desk.look("members", "name,role\nAmmini,owner\n")
    assert [(one.line, one.column) for one in report_of(looked).remarks] == [(2, "role")]

    desk.carry(looked)
    assert Membership.objects.get(player__name="Ammini").role == "player"
    assert faults(desk.look("members", "name,role\nAmmini,owner\n")) == [(2, "role")]


def test_the_club_keeps_its_last_owner_whatever_a_file_says(desk, club, owner):
    run = desk.look("members", f"id,name,role\n{owner.pk},Annamma,player\n,Ammini,\n")

    assert faults(run) == [(2, "role")]
    assert names(club) == {"Annamma"}


def test_two_members_of_one_name_are_told_apart_by_id(desk, club):
    join_club(club=club, player=account("Devaki"))
    Player.objects.filter(name="Devaki").update(name="Annamma", skeleton="annamma")

    run = desk.look("members", "name\nAnnamma\n")

    assert faults(run) == [(2, "name")]
    assert str(desk.by.pk) in report_of(run).faults[0].text


def test_teams_are_made_with_their_captains_and_filled_up_later(desk, club):
    desk.send("members", THREE + "Devaki,,\nEliamma,,\n")
    first = "team,size,player,captain,joined\nVembanad,2,Chacko,,\nVembanad,2,Devaki,yes,\n"

    assert desk.send("teams", first) == (2, 0, 0)
    team = Team.objects.get()
    assert [place.player.name for place in squad(team)] == ["Chacko", "Devaki"]
    assert team.captain.name == "Devaki"
    assert desk.send("teams", first + "Vembanad,,Eliamma,,\n") == (1, 0, 2)
    assert desk.send("teams", "team,player,captain\nVembanad,Chacko,yes\n") == (0, 1, 0)
    assert len(squad(team)) == 3


def test_what_is_wrong_with_a_team_is_said_at_its_line(desk):
    desk.send("members", THREE)
    run = desk.look(
        "teams",
        "team,size,player,captain,joined\n"
        "Pamba,9,Chacko,,\nPamba,2,Nobody,,\nPamba,2,Chacko,maybe,\nKabani,2,Chacko,yes,\nKabani,3,Chacko,yes,\nNila,2,,,\n",
    )

    assert faults(run) == [
        (2, "size"), (3, "player"), (4, "captain"), (6, "captain"), (6, "player"), (6, "size"), (7, "player"),
    ]  # fmt: skip
    assert faults(desk.look("teams", "team,size,player\nPamba,2,Chacko\n")) == [(2, "player")]
    assert not Team.objects.exists()


def test_what_only_doing_it_shows_is_said_by_the_dry_run_too(desk, club):
    desk.send("members", THREE)
    desk.send("teams", "team,size,player\nPamba,2,Chacko\nPamba,2,മറിയാമ്മ\n")

    run = desk.look("teams", "team,size,player\nKabani,2,Chacko\nKabani,2,Ammini Varghese\n")

    assert faults(run) == [(2, "player")]
    assert Team.objects.count() == 1


def test_members_and_teams_given_out_are_taken_in_again_as_they_were(desk, club):
    desk.send("members", THREE + "=cmd|x,,\n")
    desk.send("teams", "team,size,player,captain,joined\nPamba,2,Chacko,,2024-08-15\nPamba,2,മറിയാമ്മ,yes,2025-01-31\n")

    for form in ("csv", "json"):
        assert desk.send("members", desk.out("members", form)) == (0, 0, 5)
        assert desk.send("teams", desk.out("teams", form)) == (0, 0, 2)


def test_a_club_moves_into_another_by_its_files(desk, owner):
    desk.send("members", THREE)
    desk.send("teams", "team,size,player,captain,joined\nPamba,2,Chacko,,2024-08-15\nPamba,2,മറിയാമ്മ,yes,2025-01-31\n")
    other = Desk(ClubFactory(founder=owner, name="Pala Card Club"), owner)

    assert other.send("members", desk.out("members")) == (3, 0, 1)
    assert other.send("teams", desk.out("teams", "json")) == (2, 0, 0)

    def told(one: Desk) -> list[tuple]:
        places = TeamPlace.objects.filter(team__club=one.club).order_by("position")
        return list(places.values_list("team__name", "player__name", "joined_on", "position"))

    assert told(other) == told(desk)
    assert names(other.club) == names(desk.club)
    assert other.out("teams").splitlines()[1:] == desk.out("teams").splitlines()[1:]


# Who may, when, and how often


def test_only_officers_send_files_in_and_take_them_out(club, desk):
    for by in (account("Chacko"), account("Devaki")):
        join_club(club=club, player=by)
        with pytest.raises(NotAllowed):
            take_in(club=club, by=by, subject="members", data=b"name\nA\n")
        with pytest.raises(NotAllowed):
            Desk(club, by).out("members")
    run = desk.look("members", THREE)
    with pytest.raises(NotAllowed):
        carry_out(run_id=run.pk, by=by)


def test_who_lost_the_office_in_between_carries_nothing_out(secretarys_desk, club):
    run = secretarys_desk.look("members", THREE)
    carry_out(run_id=run.pk, by=secretarys_desk.by)
    Membership.objects.filter(player=secretarys_desk.by).update(role=Membership.Role.PLAYER)

    assert work(run_id=run.pk)
    run.refresh_from_db()
    assert (run.status, faults(run)) == ("failed", [(0, "")])
    assert names(club) == {"Annamma", "Beeran"}


@pytest.mark.parametrize(
    ("data", "code"), [(b"", "file-empty"), (b" \n", "file-empty"), (b"x" * (2 * 1024 * 1024 + 1), "file-too-large")]
)
def test_a_file_of_no_use_is_refused_at_once(desk, data, code):
    with pytest.raises(ClubError) as refused:
        take_in(club=desk.club, by=desk.by, subject="members", data=data)
    assert (refused.value.code, refused.value.field) == (code, "file")


def test_one_file_at_a_time(desk):
    take_in(club=desk.club, by=desk.by, subject="members", data=THREE.encode())

    with pytest.raises(ClubError, match="still being processed"):
        take_in(club=desk.club, by=desk.by, subject="members", data=THREE.encode())


def test_a_file_is_carried_out_once(desk, club):
    run = desk.carry(desk.look("members", THREE))

    assert carry_out(run_id=run.pk, by=desk.by).status == "done"
    assert not work(run_id=run.pk)
    assert len(names(club)) == 4
    assert bytes(run.data) == b""


def test_what_was_taken_in_between_looking_and_carrying_out_is_not_made_twice(desk, secretarys_desk, club):
    run = desk.look("members", THREE)
    secretarys_desk.send("members", THREE)

    report = report_of(desk.carry(run))
    assert (report.made, report.left) == (0, 3)
    assert len(names(club)) == 5


def test_nothing_is_half_done_when_the_server_fails_in_the_middle(desk, club, monkeypatch):
    run = desk.look("members", THREE + "Devaki,,\n")
    carry_out(run_id=run.pk, by=desk.by)
    real = Membership.objects.bulk_create

    def broken(rows, **more):
        real(rows, **more)
        raise RuntimeError("the lights went out")

    monkeypatch.setattr(Membership.objects, "bulk_create", broken)
    assert not work(run_id=run.pk)

    run.refresh_from_db()
    assert (run.status, faults(run)) == ("failed", [(0, "")])
    assert names(club) == {"Annamma"}
    monkeypatch.undo()
    desk.send("members", THREE)
    assert len(names(club)) == 4


def test_old_files_are_forgotten(desk):
    run = desk.look("members", THREE)
    ImportRun.objects.update(ended_at=timezone.now() - timedelta(days=8))
    remove_old_files()
    with pytest.raises(ClubError, match="has been deleted"):
        carry_out(run_id=run.pk, by=desk.by)

    ImportRun.objects.update(ended_at=timezone.now() - timedelta(days=31))
    assert remove_old_files() == 1


def test_what_is_given_out_stands_in_the_log(desk, owner):
    desk.out("members")

    act = OfficerAct.objects.get()
    assert (act.action, act.actor, act.details) == ("data.exported", owner, {"kind": "members"})


def test_five_thousand_members_take_few_statements(desk, club, django_assert_max_num_queries):
    data = "name\n" + "".join(f"Member {number}\n" for number in range(5_000))
    run = desk.look("members", data)
    carry_out(run_id=run.pk, by=desk.by)

    with django_assert_max_num_queries(80):
        assert work(run_id=run.pk)

    assert Membership.objects.filter(club=club).count() == 5_001
    assert desk.out("members").count(b"\r\n") == 5_002


def test_a_day_is_still_to_come_by_the_clock_of_the_club(desk, club):
    """Between these two places it is never the same day."""
    first = timezone.now().astimezone(ZoneInfo("Pacific/Kiritimati")).date()
    data = f"name,joined\nAmmini,{first}\n"

    Club.objects.update(time_zone="Etc/GMT+12")
    assert faults(desk.look("members", data)) == [(2, "joined")]
    Club.objects.update(time_zone="Pacific/Kiritimati")
    assert faults(desk.look("members", data)) == []
