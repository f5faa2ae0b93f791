"""The officers' log: in words, searched, and changed by nobody, whoever they are to the database."""

import psycopg
import pytest
from django.db import connection

from clubs.members import selectors
from clubs.members.doors import make_invitation
from clubs.members.offices import give_office, suspend_member
from clubs.members.societies import join_club
from clubs.models import OfficerAct
from clubs.officers.acts import ACTIONS, WORDS, note_act
from clubs.officers.labels import GROUPS
from tests.database import app_connection, owner_connection

CHANGES = (
    "UPDATE clubs_officeract SET action = 'member.admitted'",
    "UPDATE clubs_officeract SET done_at = now() WHERE false",
    "DELETE FROM clubs_officeract",
    "TRUNCATE clubs_officeract CASCADE",
    "INSERT INTO clubs_officeract (id, club_id, actor_id, action, details, done_at)"
    " SELECT id, club_id, actor_id, 'club.changed', details, done_at FROM clubs_officeract"
    " ON CONFLICT (id) DO UPDATE SET action = excluded.action",
)


@pytest.fixture
def filled(club, annamma, person):
    """The club, with a member suspended, another made a scorer, and an invitation made."""
    beeran, chacko = person("Beeran"), person("Chacko")
    for player in (beeran, chacko):
        join_club(club=club, player=player)
    suspend_member(club=club, by=annamma, player=beeran, reason="Left a match.")
    give_office(club=club, by=annamma, player=chacko, role="secretary")
    make_invitation(club=club, by=chacko)
    return club


@pytest.mark.django_db
def test_the_log_says_who_did_what_to_whom(filled):
    lines = selectors.log_lines(selectors.acts(club=filled))

    assert [line.sentence for line in lines] == [
        "Chacko made an invitation. Role: player.",
        "Annamma gave Chacko another role: secretary.",
        "Annamma suspended Beeran.",
    ]
    assert lines[2].reason == "Left a match."
    assert "<a href=" in lines[2].html


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ({"officer": "annam"}, ["office.given", "member.suspended"]),
        ({"member": "beer"}, ["member.suspended"]),
        ({"action": "invitation.made"}, ["invitation.made"]),
        ({"officer": "chacko", "action": "member.suspended"}, []),
    ],
)
def test_the_log_is_searched_by_officer_member_and_action(filled, asked, expected):
    assert [act.action for act in selectors.acts(club=filled, **asked)] == expected


@pytest.mark.django_db
def test_a_folded_search_says_what_it_asks_for(filled, annamma, client):
    client.force_login(annamma.user)
    page = client.get(f"/clubs/{filled.slug}/log/?officer=annam&action=office.given").content.decode()

    assert '<span class="small soft" id="asked">Officer: annam, Action: Changed a role</span>' in page
    assert '<optgroup label="Results and ledger">' in page


@pytest.mark.django_db
def test_every_action_has_a_sentence_with_its_officer():
    for action, said in ACTIONS.items():
        assert "{actor}" in str(said), action


def test_every_action_has_one_label_in_the_groups_of_the_filter():
    labels = [(action, str(label)) for _group, of in GROUPS.values() for action, label in of.items()]

    assert sorted(action for action, _label in labels) == sorted(ACTIONS)
    assert len({label for _action, label in labels}) == len(labels), "two acts read alike"
    assert not [label for _action, label in labels if "{" in label or "…" in label]


@pytest.mark.django_db
def test_an_action_without_a_sentence_is_not_written(club, annamma):
    with pytest.raises(KeyError):
        note_act(club=club, actor=annamma, action="member.tickled")


@pytest.mark.django_db
def test_a_name_in_the_log_cannot_write_a_page(club, annamma, person):
    chacko = person("Chacko")
    chacko.name = "<b>Chacko</b>"
    chacko.save()
    note_act(club=club, actor=annamma, action="member.admitted", subject=chacko)

    assert "<b>" not in selectors.log_lines(selectors.acts(club=club))[0].html


@pytest.mark.django_db
def test_a_page_of_the_log_takes_as_many_queries_with_many_lines_as_with_few(
    club, annamma, person, django_assert_num_queries
):
    beeran = person("Beeran")
    for _number in range(25):
        note_act(club=club, actor=annamma, action="office.given", subject=beeran, details={"role": "player"})

    with django_assert_num_queries(1):
        assert len(selectors.log_lines(selectors.acts(club=club)[:25])) == 25
    assert set(WORDS) >= {"role"}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("statement", CHANGES, ids=["update", "update nothing", "delete", "truncate", "upsert"])
@pytest.mark.parametrize("role", [app_connection, owner_connection], ids=["program", "owner"])
def test_the_database_lets_nobody_change_or_remove_a_line(filled, statement, role):
    before = list(OfficerAct.objects.order_by("pk").values())
    connection.close()

    with role() as hand, pytest.raises(psycopg.errors.InsufficientPrivilege):
        hand.execute(statement)

    assert list(OfficerAct.objects.order_by("pk").values()) == before
