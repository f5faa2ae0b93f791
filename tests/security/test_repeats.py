"""Requests sent again and again under one key: a grant is entered once, and no answer can be read where it is kept."""

import json

import pytest
from django.db import connection

from clubs.models import AnsweredRequest, LedgerEntry, Player
from tests.api.calls import Caller, caller, problem
from tests.factories import ClubFactory
from tests.races import at_once

GRANT = {"units": 20, "reason": "For the feast of Kunjappan."}


@pytest.fixture
def owner(db: None) -> Caller:
    """The owner of a club, with a token."""
    one = caller("Mariamma")
    ClubFactory(founder=one.player, name="Meenachil")
    return one


def grants() -> int:
    return LedgerEntry.objects.filter(kind="grant").count()


def test_twenty_grants_under_one_key_are_one(owner: Caller):
    """Each of the twenty was entered: the header was read at tables only."""
    answers = [owner.post("clubs/meenachil/ledger/grants/", GRANT, key="one") for _ in range(20)]

    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.content for answer in answers}) == 1
    assert [answer.get("Idempotency-Replayed") for answer in answers] == [None] + 19 * ["true"]
    assert grants() == 1

    assert problem(owner.post("clubs/meenachil/ledger/grants/", GRANT | {"units": 21}, key="one")) == (
        422,
        "key-reused",
    )
    assert grants() == 1
    assert owner.post("clubs/meenachil/ledger/grants/", GRANT, key="two").status_code == 201
    assert owner.post("clubs/meenachil/ledger/grants/", GRANT, key="").status_code == 201
    assert grants() == 3


@pytest.mark.django_db(transaction=True)
def test_grants_at_once_under_one_key_are_one():
    owner = caller("Mariamma")
    ClubFactory(founder=owner.player, name="Meenachil")

    def ask() -> bytes:
        answer = Caller(owner.player, owner.token).post("clubs/meenachil/ledger/grants/", GRANT, key="one")
        assert answer.status_code == 201, answer.content
        return answer.content

    assert len(set(at_once(*[ask] * 4))) == 1
    assert grants() == 1


def test_a_grant_that_was_refused_may_be_sent_again_under_its_key(owner: Caller):
    refused = owner.post("clubs/meenachil/ledger/grants/", GRANT | {"players": [str(Player().pk)]}, key="one")

    assert refused.status_code == 404
    assert owner.post("clubs/meenachil/ledger/grants/", GRANT, key="one").status_code == 201
    assert grants() == 1


def test_no_answer_can_be_read_in_the_database(owner: Caller):
    """Nor the key, which opens it: a dump holds no code of an invitation and no name."""
    invited = json.loads(owner.post("clubs/meenachil/invitations/", {"places": 3}, key="the-key").content)
    owner.post("clubs/meenachil/ledger/grants/", GRANT, key="the-other-key")

    assert AnsweredRequest.objects.count() == 2
    with connection.cursor() as cursor:
        cursor.execute("SELECT row_to_json(r)::text, answer FROM clubs_answeredrequest r")
        kept = b"".join(text.encode() + bytes(answer) for text, answer in cursor.fetchall())
    for secret in (invited["code"], invited["page"], "Mariamma", "Kunjappan", "the-key", "the-other-key"):
        assert secret.encode() not in kept


def test_an_access_token_is_never_kept_to_be_shown_again(owner: Caller):
    owner.client.force_login(owner.player.user)
    in_browser = Caller(owner.player, client=owner.client)

    assert problem(in_browser.post("tokens/", {"name": "my bot"}, key="one")) == (400, "key-refused")
    assert AnsweredRequest.objects.count() == 0
    assert in_browser.post("tokens/", {"name": "my bot"}, key="").status_code == 201
    assert AnsweredRequest.objects.count() == 0


@pytest.mark.parametrize("key", ["", "x" * 256, "a b"])
def test_a_key_that_is_none_is_refused_and_not_passed_over(owner: Caller, key: str):
    answer = owner.call("POST", "clubs/meenachil/ledger/grants/", GRANT, **{"idempotency-key": key})

    assert problem(answer) == (400, "invalid-input")
    assert grants() == 0


@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "application/json", ""])
def test_a_request_without_a_body_has_a_key_whatever_it_says_of_its_kind(owner: Caller, kind: str):
    answer = [owner.post("me/copy/", key="one", **{"content-type": kind}) for _ in range(2)]

    assert [one.status_code for one in answer] == [202, 202]
    assert answer[1]["Idempotency-Replayed"] == "true"
