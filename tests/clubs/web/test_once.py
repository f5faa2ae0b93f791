"""A page and its parts look the viewer, the club and the role up once; a deed looks them up anew."""

import pytest
from django.db import connection
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.models import Player
from clubs.people.selectors import ids_of
from clubs.web.once import once, share
from clubs.web.pages import current_player, viewer_of

pytestmark = pytest.mark.django_db


def test_what_was_found_is_kept_for_a_question_and_not_for_a_deed():
    answers = iter([None, "first", "second", "third"])
    asked, sent = RequestFactory().get("/"), RequestFactory().post("/")
    share(asked)

    assert [once(asked, "role", lambda: next(answers)) for _ in range(3)] == [None, "first", "first"]
    assert [once(sent, "role", lambda: next(answers)) for _ in range(2)] == ["second", "third"]


def test_the_page_of_a_club_asks_once_for_the_viewer_and_the_club(client, club, annamma, django_assert_max_num_queries):
    client.force_login(annamma.user)
    with django_assert_max_num_queries(60) as taken:
        client.get(reverse("clubs:club", args=[club.slug]))

    asked = [query["sql"] for query in taken.captured_queries]
    assert sum('WHERE "clubs_player"."user_id"' in sql for sql in asked) <= 2, "the second is the name in the head"
    assert sum('WHERE "clubs_club"."slug"' in sql for sql in asked) == 1


def guest_of(player: Player) -> Player:
    return Player.objects.create(name="Guest of the player", merged_into=player)


def test_the_ids_of_a_player_are_looked_up_once_for_a_question_and_anew_for_a_deed(annamma):
    asked, sent = RequestFactory().get("/"), RequestFactory().post("/")
    asked.user = sent.user = annamma.user

    assert [ids_of(viewer_of(request)) for request in (asked, sent)] == [(annamma.pk,)] * 2
    guest = guest_of(annamma)

    assert ids_of(current_player(asked)) == (annamma.pk,)
    assert ids_of(current_player(sent)) == ids_of(annamma) == (annamma.pk, guest.pk)


@pytest.mark.parametrize(("name", "most"), [("home", 1), ("me", 2)])
def test_a_page_asks_once_for_the_guests_that_a_player_has_claimed(client, club, annamma, name, most):
    guest_of(annamma)
    client.force_login(annamma.user)
    with CaptureQueriesContext(connection) as taken:
        assert client.get(reverse(f"clubs:{name}")).status_code == 200

    asked = [query["sql"] for query in taken.captured_queries]
    assert sum('WHERE "clubs_player"."merged_into_id"' in sql for sql in asked) == most, "Me: the viewer, the player"
    assert sum('WHERE "clubs_player"."user_id"' in sql for sql in asked) <= 2, "the second is the name in the head"
