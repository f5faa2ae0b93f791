"""A page and its parts look the viewer, the club and the role up once; a deed looks them up anew."""

import pytest
from django.test import RequestFactory
from django.urls import reverse

from clubs.web.once import once, share

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
