"""The API of a club's people: members, offices, doors, guests, the log and settings."""

import json

import pytest

from clubs.base import guesses
from clubs.members import selectors
from clubs.members.guests import claim_guest, make_guest, offer_claim
from clubs.members.societies import change_club, join_club
from clubs.models import Audience, Club, Membership, PrivacyChoices
from tests.api.calls import Caller, caller
from tests.factories import ClubFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def annamma() -> Caller:
    """An owner."""
    return caller("Annamma")


@pytest.fixture
def beeran() -> Caller:
    """Somebody with an account."""
    return caller("Beeran")


@pytest.fixture
def club(annamma) -> Club:
    """Annamma's club."""
    return ClubFactory(founder=annamma.player, name="Meenachil", place="Pala")


def said(response) -> dict:
    """Return what an answer says."""
    return json.loads(response.content)


def test_a_club_says_how_people_come_in_and_an_owner_changes_it(club, annamma, beeran):
    assert said(beeran.get("clubs/meenachil/"))["door"] == "open"

    refused = beeran.call("PATCH", "clubs/meenachil/", {"door": "invited"})
    changed = annamma.call("PATCH", "clubs/meenachil/", {"door": "invited", "salaams": True})

    assert (refused.status_code, said(refused)["code"]) == (403, "not-allowed")
    assert (said(changed)["door"], said(changed)["salaams"], said(changed)["name"]) == ("invited", True, "Meenachil")
    assert said(beeran.post("clubs/meenachil/join/", {}))["code"] == "door-invited"
    assert annamma.call("PATCH", "clubs/meenachil/", {"name": " "}).status_code == 422


def test_somebody_joins_is_given_an_office_and_leaves(club, annamma, beeran):
    joined = beeran.post("clubs/meenachil/join/", {})
    member = f"clubs/meenachil/members/{beeran.player.pk}/"

    assert joined.status_code == 201
    assert joined["Location"] == f"/api/{member}"
    assert beeran.call("PATCH", member, {"role": "owner"}).status_code == 403
    assert said(annamma.call("PATCH", member, {"role": "scorer"}))["role"] == "scorer"
    assert [one["player"]["name"] for one in said(annamma.get("clubs/meenachil/members/?role=scorer"))["results"]] == [
        "Beeran"
    ]
    assert beeran.call("DELETE", member).status_code == 204
    assert beeran.get(member).status_code == 404
    last = annamma.call("DELETE", f"clubs/meenachil/members/{annamma.player.pk}/")
    assert (last.status_code, said(last)["code"]) == (409, "last-owner")


def test_a_suspension_is_told_to_the_member_and_to_officers_alone(club, annamma, beeran):
    beeran.post("clubs/meenachil/join/", {})
    member = f"clubs/meenachil/members/{beeran.player.pk}/"

    assert annamma.call("PUT", f"{member}suspension/", {"reason": " "}).status_code == 422
    put = annamma.call("PUT", f"{member}suspension/", {"reason": "Left a match.", "until": "2999-01-31"})

    assert (said(put)["suspended"], said(put)["suspended_until"]) == (True, "2999-01-31")
    assert said(beeran.get(member))["reason"] == "Left a match."
    assert said(caller("Stranger").get(member))["suspended"] is False
    assert said(annamma.get("clubs/meenachil/members/?role=suspended"))["count"] == 1
    assert said(beeran.get("clubs/meenachil/members/?role=suspended"))["count"] == 0
    beeran.call("DELETE", member)
    assert said(annamma.get("clubs/meenachil/kept-out/"))["results"][0]["player"]["name"] == "Beeran"
    assert said(beeran.post("clubs/meenachil/join/", {}))["code"] == "kept-out"
    assert annamma.call("DELETE", f"{member}suspension/").status_code == 204
    assert beeran.post("clubs/meenachil/join/", {}).status_code == 201


def test_a_request_is_made_read_and_answered(club, annamma, beeran):
    change_club(club=club, by=annamma.player, door="request")

    made = beeran.post("clubs/meenachil/requests/", {"word": "Devaki knows me."})
    address = f"clubs/meenachil/requests/{said(made)['id']}/"

    assert made.status_code == 201
    assert beeran.get("clubs/meenachil/requests/").status_code == 403
    assert said(annamma.get("clubs/meenachil/requests/"))["results"][0]["word"] == "Devaki knows me."
    assert beeran.post(address, {"admitted": True}).status_code == 403
    assert said(annamma.post(address, {"admitted": True}))["admitted"] is True
    assert said(annamma.post(address, {"admitted": False}))["code"] == "answered-already"
    assert Membership.objects.filter(club=club, player=beeran.player).exists()


def test_a_request_is_taken_back(club, annamma, beeran):
    change_club(club=club, by=annamma.player, door="request")
    made = said(beeran.post("clubs/meenachil/requests/", {}))

    assert annamma.call("DELETE", f"clubs/meenachil/requests/{made['id']}/").status_code == 403
    assert beeran.call("DELETE", f"clubs/meenachil/requests/{made['id']}/").status_code == 204
    assert said(annamma.get("clubs/meenachil/requests/"))["count"] == 0


@pytest.mark.parametrize("by", ["code", "token"])
def test_an_invitation_is_made_accepted_and_listed_with_who_used_it(club, annamma, beeran, by):
    made = said(annamma.post("clubs/meenachil/invitations/", {"role": "scorer", "places": 2}))
    key = made["code"] if by == "code" else made["page"].split("/")[2]

    assert beeran.get("clubs/meenachil/invitations/").status_code == 403
    accepted = beeran.post("invitations/accept/", {by: key})

    assert accepted.status_code == 201
    assert (said(accepted)["club"], said(accepted)["member"]["role"]) == ("meenachil", "scorer")
    listed = said(annamma.get("clubs/meenachil/invitations/"))["results"][0]
    assert [use["player"]["name"] for use in listed["uses"]] == ["Beeran"]
    assert annamma.call("DELETE", f"clubs/meenachil/invitations/{made['id']}/").status_code == 204
    assert said(caller("Chacko").post("invitations/accept/", {by: key}))["code"] == "invitation-revoked"


def test_guessing_codes_is_throttled(club, beeran):
    for _number in range(guesses.MOST):
        assert said(beeran.post("invitations/accept/", {"code": "0000000000"}))["code"] == "unknown-code"

    stopped = beeran.post("invitations/accept/", {"code": "0000000000"})

    assert (stopped.status_code, stopped["Retry-After"]) == (429, "600")


def test_a_guest_is_put_on_the_list_renamed_and_taken_over_and_an_owner_undoes_it(club, annamma, beeran):
    made = said(annamma.post("clubs/meenachil/guests/", {"name": "Thomas"}))
    guest = f"clubs/meenachil/guests/{made['player']['id']}/"

    assert made["has_account"] is False
    assert beeran.post("clubs/meenachil/guests/", {"name": "Mathai"}).status_code == 403
    assert said(annamma.call("PATCH", guest, {"name": "Thomachan"}))["player"]["name"] == "Thomachan"
    link = said(annamma.post(f"{guest}link/", {}))
    assert beeran.post("guests/claim/", {"token": link["token"][::-1]}).status_code == 404
    claimed = said(beeran.post("guests/claim/", {"token": link["token"]}))
    assert (claimed["name"], claimed["player"]["name"]) == ("Thomachan", "Beeran")
    assert said(annamma.get("clubs/meenachil/claims/"))["count"] == 1
    assert beeran.call("DELETE", f"clubs/meenachil/claims/{claimed['id']}/").status_code == 403
    assert annamma.call("DELETE", f"clubs/meenachil/claims/{claimed['id']}/").status_code == 204
    assert selectors.live_claim(Membership.objects.get(player_id=made["player"]["id"]).player) is None


def test_a_claimed_guest_is_in_no_list_of_players_of_its_own(club, annamma, beeran):
    guest = make_guest(club=club, by=annamma.player, name="Thomas")
    claim = offer_claim(club=club, by=annamma.player, guest=guest)
    claim_guest(claim_id=claim.pk, player=beeran.player)

    found = said(annamma.get("players/?search=beeran"))["results"]

    assert [one["id"] for one in found] == [str(beeran.player.pk)]


def test_the_log_is_read_by_officers_who_may_and_nobody_else(club, annamma, beeran):
    beeran.post("clubs/meenachil/join/", {})
    annamma.call("PATCH", f"clubs/meenachil/members/{beeran.player.pk}/", {"role": "scorer"})

    assert beeran.get("clubs/meenachil/log/").status_code == 403
    act = said(annamma.get("clubs/meenachil/log/?officer=anna&action=office.given"))["results"][0]

    assert act["sentence"] == "Annamma gave Beeran another role: scorer."
    assert act["details"] == {"role": "scorer", "before": "player"}
    assert said(annamma.get("clubs/meenachil/log/?member=nobody"))["count"] == 0


def test_who_hides_from_lists_is_shown_to_nobody_by_the_id_either(club, annamma, beeran):
    join_club(club=club, player=beeran.player)
    PrivacyChoices.objects.create(player=beeran.player, lists=Audience.CLUBS)
    member = f"clubs/meenachil/members/{beeran.player.pk}/"

    assert Caller().get(member).status_code == 404
    assert [one.get(member).status_code for one in (annamma, beeran)] == [200, 200]


def test_the_copy_of_ones_data_is_not_for_an_open_browser(beeran, client):
    client.force_login(beeran.player.user)

    assert client.get("/api/me/copy/file/").status_code == 401
    assert beeran.get("me/copy/file/").status_code == 404, "none was made"
