"""The page of the sweep: for operators all of it, for directors their club's findings; nobody is named."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from games.models import SweepFinding, SweepRun, Table
from games.sweep.working import lanes
from tests.factories import ClubFactory, MembershipFactory, PlayerFactory

pytestmark = pytest.mark.django_db
NOW = timezone.now()


def run(**members):
    return SweepRun.objects.create(
        **{"engine": 1, "begins": lanes(), "ends": lanes(9), "begun_at": NOW, "chunks": 4} | members
    )


@pytest.fixture
def club():
    return ClubFactory(name="Meenachil")


@pytest.fixture
def finding(club):
    table = Table.objects.create(number=1, club=club, rules="28-kerala-4", options={}, status=Table.Status.FINISHED)
    return SweepFinding.objects.create(
        run=run(
            chunks_done=4, hands=1234, status=SweepRun.Status.DONE, begun_at=NOW - timedelta(days=1), ended_at=NOW
        ), stream=table.pk, table=table,
        club=club, hand=3, subject="play", code="must-follow", rule="28-PLAY-4", action=11, members={"seat": 2},
        found_at=NOW, seen_at=NOW,
    )  # fmt: skip


def signed_in(client, player):
    client.force_login(player.user)
    return client


def test_operators_see_how_far_it_is_and_what_it_found_with_a_link_to_the_step(client, finding):
    operator = PlayerFactory()
    operator.user.is_staff = True
    operator.user.save()
    run(chunks_done=1, hands=2_000)

    text = signed_in(client, operator).get(reverse("games:sweep")).content.decode()

    assert 'value="25"' in text
    assert "8,000" in text
    assert "Seat 3 acted against the rules: must-follow." in text
    assert f"{reverse('games:hand', args=[finding.table_id, 3])}?step=12" in text
    assert f"Hand 3 of {finding.table}</a>" in text
    assert "1,234" in text, "the night before"
    assert "Meenachil" in text


def test_a_clubs_findings_are_for_its_directors(client, club, finding):
    player, director = PlayerFactory(), PlayerFactory()
    MembershipFactory(club=club, player=player)
    MembershipFactory(club=club, player=director, role="director")
    other = ClubFactory(founder=director)
    address = reverse("games:club_sweep", args=[club.slug])

    assert client.get(address).status_code in (302, 403)
    assert signed_in(client, player).get(address).status_code == 403
    assert signed_in(client, player).get(reverse("games:sweep")).status_code == 403
    assert "must-follow" in signed_in(client, director).get(address).content.decode()
    assert "must-follow" not in client.get(reverse("games:club_sweep", args=[other.slug])).content.decode()


def test_the_page_fetches_itself_as_a_fragment(client, club, finding):
    address = reverse("games:club_sweep", args=[club.slug])
    signed_in(client, club.memberships.get(role="owner").player)
    part = client.get(address, headers={"HX-Request": "true", "HX-Target": "sweep"}).content.decode()

    assert " ".join(part.split()).startswith('<div id="sweep"')
    assert "must-follow" in part


def test_a_finding_that_is_cleared_stands_there_no_more(client, club, finding):
    SweepFinding.objects.update(cleared_at=NOW)
    signed_in(client, club.memberships.get(role="owner").player)

    assert "must-follow" not in client.get(reverse("games:club_sweep", args=[club.slug])).content.decode()


def test_before_the_first_sweep_nothing_counts_as_looked_at(client, club):
    signed_in(client, club.memberships.get(role="owner").player)
    text = client.get(reverse("games:club_sweep", args=[club.slug])).content.decode()

    assert "No sweep yet" in text
    assert "Nothing has been audited yet." in text
    assert "Nothing found" not in text


@pytest.mark.parametrize(
    ("members", "words", "asks"),
    [
        ({"chunks_done": 2}, ("Running", "Running", "At this rate it ends"), "every 10s"),
        ({"chunks_done": 4, "status": "done", "ended_at": NOW}, ("The last sweep", "✓ Done", "Nothing found"), "60s"),
        ({"status": "failed", "ended_at": NOW}, ("▲ Stopped", "the next night begins there again"), "60s"),
    ],
)
def test_the_page_says_where_the_sweep_stands(client, club, members, words, asks):
    run(**({"begun_at": NOW - timedelta(minutes=5)} | members))
    signed_in(client, club.memberships.get(role="owner").player)
    text = client.get(reverse("games:club_sweep", args=[club.slug])).content.decode()

    assert [word for word in words if word not in text] == []
    assert asks in text


def test_the_page_is_linked_where_those_are_who_may_see_it(client, club):
    operator, player = PlayerFactory(), PlayerFactory()
    operator.user.is_staff = True
    operator.user.save()
    MembershipFactory(club=club, player=player)
    of_all, of_club = (f'href="{address}"' for address in (reverse("games:sweep"), f"/clubs/{club.slug}/sweep/"))
    cases, log = reverse("games:club_cases", args=[club.slug]), reverse("clubs:log", args=[club.slug])

    signed_in(client, club.memberships.get(role="owner").player)
    assert [of_club in client.get(page).content.decode() for page in (cases, log)] == [True, True]
    assert of_all not in client.get(cases).content.decode()
    assert of_club not in signed_in(client, player).get(cases).content.decode()
    assert of_all in signed_in(client, operator).get(cases).content.decode()


def test_findings_of_a_code_in_a_hand_are_one_line_with_their_number(client, club, finding):
    for version in (5, 6, 7):
        SweepFinding.objects.create(
            run=finding.run, stream=finding.stream, table=finding.table, club=club, subject="log", code="log-hash",
            version=version, found_at=NOW, seen_at=NOW,
        )  # fmt: skip
    signed_in(client, club.memberships.get(role="owner").player)
    text = " ".join(client.get(reverse("games:club_sweep", args=[club.slug])).content.decode().split())

    assert text.count("An event of the log is not as it was written.") == 1
    assert "· event 5 · 2 more like it" in text
    assert "▲ 4 findings" in text


def test_a_club_is_not_told_of_the_sweep_of_another(client, club):
    run(status="done", ended_at=NOW, club=ClubFactory())
    signed_in(client, club.memberships.get(role="owner").player)

    assert "No sweep yet" in client.get(reverse("games:club_sweep", args=[club.slug])).content.decode()
