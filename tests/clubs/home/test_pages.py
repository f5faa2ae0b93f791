"""Pages of members, doors, guests, the log and settings: what they show to whom, and how many queries they take."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from clubs.members import selectors
from clubs.members.doors import make_invitation
from clubs.members.guests import make_guest, offer_claim
from clubs.members.societies import change_club
from clubs.models import Club, InvitationUse, JoinRequest, Membership, Player
from clubs.officers.acts import note_act
from clubs.officers.roles import find_role

pytestmark = pytest.mark.django_db


@pytest.fixture
def at(club):
    """Return a client of somebody, None for a visitor, and the address of a page of the club."""

    def client_of(player: Player | None) -> Client:
        client = Client()
        if player is not None:
            client.force_login(player.user)
        return client

    return client_of


def page(name: str, club: Club, *more: object) -> str:
    """Return the address of a page of the club."""
    return reverse(f"clubs:{name}", args=[club.slug, *more])


@pytest.fixture
def put(club, person):
    """Put somebody with a role into the club."""

    def make(name: str, role: str = "player") -> Player:
        player = person(name)
        Membership.objects.create(club=club, player=player, role=role)
        return player

    return make


@pytest.mark.parametrize(
    ("role", "tabs"),
    [
        (None, set()),
        ("guest", set()),
        ("player", set()),
        ("director", {"log"}),
        ("secretary", {"log", "settings"}),
        ("owner", {"log", "settings"}),
    ],
)
def test_a_tab_stands_only_where_its_page_opens(club, at, put, role, tabs):
    viewer = put("Kuriakose", role) if role else None
    client = at(viewer)

    shown = client.get(page("club", club)).content.decode()

    for name in ("log", "settings"):
        assert (f'href="{page(name, club)}"' in shown) == (name in tabs)
        assert client.get(page(name, club)).status_code == (200 if name in tabs else 403 if viewer else 302)


def test_a_club_shows_its_door_and_nothing_that_does_not_open(club, annamma, at, person):
    beeran = at(person("Beeran"))
    address = page("club", club)

    assert "Join the club" in beeran.get(address).content.decode()
    change_club(club=club, by=annamma, door="request")
    asked = beeran.get(address).content.decode()
    assert "Ask to join" in asked
    assert "Join the club" not in asked
    change_club(club=club, by=annamma, door="invited")
    invited = beeran.get(address).content.decode()
    assert "by invitation only" in invited
    assert "Ask to join" not in invited


def test_somebody_asks_an_officer_answers_and_the_club_says_so(club, annamma, at, person):
    change_club(club=club, by=annamma, door="request")
    beeran = person("Beeran")

    at(beeran).post(page("ask", club), {"word": "Devaki knows me."})
    assert "1 person asks to join." in at(annamma).get(page("club", club)).content.decode()
    assert "Devaki knows me." in at(annamma).get(page("requests", club)).content.decode()
    request = JoinRequest.objects.get()
    assert at(beeran).post(page("request_answer", club, request.pk), {"answer": "yes"}).status_code == 403
    at(annamma).post(page("request_answer", club, request.pk), {"answer": "yes"})

    assert find_role(club=club, player=beeran) == "player"


def test_the_suspended_member_reads_why_and_other_members_do_not(club, annamma, at, put):
    beeran, devaki = put("Beeran"), put("Devaki")
    at(annamma).post(page("member_suspend", club, beeran.pk), {"reason": "Left a match.", "until": "2999-01-31"})

    own = at(beeran).get(page("club", club)).content.decode()
    assert "Reason: Left a match." in own
    assert "31 January 2999" in own
    for name in ("club", "members"):
        assert "Left a match." not in at(devaki).get(page(name, club)).content.decode()
    assert "suspended</span>" not in at(devaki).get(page("members", club)).content.decode()
    assert "suspended</span>" in at(annamma).get(page("members", club), {"role": "suspended"}).content.decode()


def test_a_refusal_on_a_members_page_stands_beside_its_field(club, annamma, at, put):
    beeran = put("Beeran")

    answer = at(annamma).post(page("member_suspend", club, beeran.pk), {"reason": "", "until": ""})

    assert answer.status_code == 422
    assert answer.context["suspend_form"].errors == {"reason": ["This field is required."]}
    answer = at(annamma).post(page("member_role", club, annamma.pk), {"role": "player"})
    assert "A club needs an owner" in answer.content.decode()


def test_a_secretary_sees_no_form_that_gives_roles_and_cannot_send_it(club, at, put):
    secretary, beeran = put("Kuriakose", "secretary"), put("Beeran")
    client = at(secretary)

    assert "Give this role" not in client.get(page("member", club, beeran.pk)).content.decode()
    assert client.post(page("member_role", club, secretary.pk), {"role": "owner"}).status_code == 403
    assert client.post(page("invitations", club), {"role": "director", "places": 1, "days": 1}).status_code == 422
    assert find_role(club=club, player=secretary) == "secretary"


def test_an_invitation_is_shown_to_officers_and_a_dead_one_without_its_link(club, annamma, at):
    client = at(annamma)
    client.post(page("invitations", club), {"role": "player", "places": 3, "days": 7})
    invitation = selectors.invitations(club).get()
    token = selectors.invitation_token(invitation)

    assert token in client.get(page("invitations", club)).content.decode()
    client.post(page("invitation_revoke", club, invitation.pk))
    assert token not in client.get(page("invitations", club)).content.decode()
    assert "has been withdrawn" in at(None).get(reverse("clubs:invitation", args=[token])).content.decode()


def test_a_visitor_who_presses_join_signs_in_first_and_comes_back(club, annamma, at, person):
    token = selectors.invitation_token(make_invitation(club=club, by=annamma))
    address = reverse("clubs:invitation", args=[token])
    visitor = at(None)
    person("Beeran", "Kottayam-to-Pala-7")

    sent = visitor.post(address)
    assert sent["Location"] == f"{reverse('account_login')}?next={address}"
    back = visitor.post(sent["Location"], {"login": "beeran@example.org", "password": "Kottayam-to-Pala-7"})

    assert back["Location"] == address


def test_wrong_codes_from_one_address_are_soon_not_looked_at(at):
    visitor = at(None)
    for _number in range(10):
        assert visitor.post(reverse("clubs:code"), {"code": "000 000 0000"}).status_code == 422

    assert visitor.post(reverse("clubs:code"), {"code": "000 000 0000"}).status_code == 429


def test_a_player_who_was_a_guest_is_found_under_the_old_address(club, annamma, at, person):
    guest = make_guest(club=club, by=annamma, name="Thomas")
    claim = offer_claim(club=club, by=annamma, guest=guest)
    ravi = person("Ravi")

    at(ravi).post(reverse("clubs:claim", args=[selectors.claim_token(claim)]))

    answer = at(None).get(reverse("clubs:player", args=[guest.pk]))
    assert answer["Location"] == reverse("clubs:player", args=[ravi.pk])
    assert "Disconnect" in at(annamma).get(page("member", club, ravi.pk)).content.decode()


def crowd(club: Club, officer: Player, count: int) -> None:
    """Put so many players into the club, with as many invitations, lines of the log, and others who ask to join."""
    players = Player.objects.bulk_create(Player(name=f"Member {number:04}") for number in range(2 * count))
    Membership.objects.bulk_create(Membership(club=club, player=player) for player in players[:count])
    for player in players[:count]:
        note_act(club=club, actor=officer, action="office.given", subject=player, details={"role": "player"})
        invitation = make_invitation(club=club, by=officer, places=2)
        InvitationUse.objects.create(invitation=invitation, player=player)
    JoinRequest.objects.bulk_create(JoinRequest(club=club, player=player) for player in players[count:])


# The club's first page shows eight parts, each of which looks up the club and its reader for itself.
@pytest.mark.parametrize(
    ("name", "most"), [("club", 60), ("members", 30), ("log", 30), ("requests", 30), ("invitations", 30)]
)
def test_a_page_of_a_large_club_takes_as_many_queries_as_that_of_a_small_one(
    club, annamma, at, name, most, django_assert_max_num_queries
):
    client = at(annamma)
    counts = []
    for size in (2, 30):
        crowd(club, annamma, size)
        with django_assert_max_num_queries(most) as taken:
            assert client.get(page(name, club)).status_code == 200
        counts.append(len(taken))

    assert counts[0] == counts[1]


def test_a_link_survives_confirming_the_address_by_a_code(club, annamma, at, settings, mailoutbox):
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    settings.ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
    address = reverse(
        "clubs:invitation",
        args=[selectors.invitation_token(make_invitation(club=club, by=annamma))],
    )
    visitor = at(None)
    form = {"name": "Beeran", "email": "beeran@example.org", "password1": "Kottayam-to-Pala-7", "next": address}

    asked = visitor.post(reverse("account_signup"), form)
    code = re.search(r"^([A-Z0-9-]{6,})$", mailoutbox[0].body, re.MULTILINE)
    assert code is not None
    confirmed = visitor.post(asked["Location"], {"code": code[1]})

    assert confirmed["Location"] == address
