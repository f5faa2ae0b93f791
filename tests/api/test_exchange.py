"""Files by the API: a dry run, what has to be mended, carried out, given out again."""

import json
from uuid import UUID

import pytest

from clubs.exchange.services import work
from clubs.members.societies import join_club
from clubs.models import ImportRun, Membership
from tests.api.calls import problem
from tests.factories import ClubFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(ammini):
    return ClubFactory(founder=ammini.player, name="Meenachil")


def worked(answer) -> dict:
    """Have the worker do what was asked for, and return the address of the file."""
    assert answer.status_code == 202
    run = json.loads(answer.content)
    assert work(run_id=UUID(run["id"]))
    return run


def test_a_program_sends_members_in_mends_them_and_carries_them_out(ammini, club):
    wrong = worked(ammini.post("clubs/meenachil/imports/members/", {"entries": [{"name": "Chacko", "role": "king"}]}))
    shown = json.loads(ammini.get(f"clubs/meenachil/imports/{wrong['id']}/").content)
    assert [(one["line"], one["column"]) for one in shown["faults"]] == [(1, "role")]
    assert problem(ammini.post(f"clubs/meenachil/imports/{wrong['id']}/carry-out/")) == (409, "has-faults")

    answer = ammini.call("POST", "clubs/meenachil/imports/members/", b"name\nChacko\n", **{"content-type": "text/csv"})
    run = worked(answer)
    assert answer["Location"] == f"/api/clubs/meenachil/imports/{run['id']}/"
    worked(ammini.post(f"clubs/meenachil/imports/{run['id']}/carry-out/"))
    shown = json.loads(ammini.get(f"clubs/meenachil/imports/{run['id']}/").content)
    assert (shown["status"], shown["stage"], shown["made"]) == ("done", "carry", 1)
    assert Membership.objects.filter(club=club, player__name="Chacko").exists()
    assert json.loads(ammini.get("clubs/meenachil/imports/").content)["count"] == 2


def test_a_program_is_given_a_file_in_the_form_it_asks_for(ammini, club):
    rows = json.loads(b"".join(ammini.client.get("/api/clubs/meenachil/export/members/", headers=bearer(ammini))))
    assert [row["name"] for row in rows] == ["Ammini"]
    csv = b"".join(
        ammini.client.get("/api/clubs/meenachil/export/members/", headers=bearer(ammini) | {"Accept": "text/csv"})
    )
    assert csv.decode("utf-8-sig").startswith('"id","name","role"')
    assert problem(ammini.get("clubs/meenachil/export/cards/")) == (404, "not-found")
    assert problem(ammini.get("clubs/nowhere/export/members/")) == (404, "not-found")


def bearer(caller) -> dict[str, str]:
    return {"Authorization": f"Bearer {caller.token}"}


def test_nobody_but_officers_comes_near_the_files(ammini, beeran, anybody, club):
    join_club(club=club, player=beeran.player)
    run = worked(ammini.post("clubs/meenachil/imports/members/", {"entries": [{"name": "Chacko"}]}))["id"]

    for caller, status in ((beeran, 403), (anybody, 401)):
        assert caller.get("clubs/meenachil/export/members/").status_code == status
        assert caller.get("clubs/meenachil/imports/").status_code == status
        assert caller.get(f"clubs/meenachil/imports/{run}/").status_code == status
        assert caller.post("clubs/meenachil/imports/members/", {"entries": [{"name": "A"}]}).status_code == status
        assert caller.post(f"clubs/meenachil/imports/{run}/carry-out/").status_code == status
    assert ImportRun.objects.count() == 1


@pytest.mark.parametrize("body", [{}, {"entries": []}, {"entries": [[1]]}, {"entries": [{"name": []}]}, {"rows": []}])
def test_a_wish_out_of_form_is_refused(ammini, club, body):
    assert ammini.post("clubs/meenachil/imports/members/", body).status_code == 400
    assert not ImportRun.objects.exists()


def test_a_file_may_be_larger_than_other_requests_but_not_too_large(ammini, club):
    large = b"name\n" + b"".join(b"Member %d\n" % number for number in range(9_000))
    run = worked(ammini.call("POST", "clubs/meenachil/imports/members/", large, **{"content-type": "text/csv"}))
    assert json.loads(ammini.get(f"clubs/meenachil/imports/{run['id']}/").content)["made"] == 9_000
    huge = b"name\n" + b"x" * (2 * 1024 * 1024)
    answer = ammini.call("POST", "clubs/meenachil/imports/members/", huge, **{"content-type": "text/csv"})
    assert problem(answer) == (413, "too-large")
