"""A request that arrives twice is done once, and an action is done on what was seen or not at all."""

import json
import threading
from datetime import timedelta

import pytest
from django.conf import LazySettings as Settings
from django.db import connection
from django.utils import timezone

from clubs.answers.services import prune_answers
from clubs.answers.tasks import prune
from clubs.models import AnsweredRequest
from games import store
from games.models import Table
from tests.api.calls import Caller, caller, problem
from tests.api.playing import body_of, deal, full_table, open_table, view

pytestmark = pytest.mark.django_db


@pytest.fixture
def four() -> list[Caller]:
    return [caller(name) for name in ("Ammini", "Beeran", "Chacko", "Devaki")]


@pytest.fixture
def table(four: list[Caller]) -> str:
    """A table with a hand just dealt."""
    table = full_table(four)
    deal(four, table)
    return table


def actor(four: list[Caller], table: str) -> tuple[Caller, dict]:
    """Return who is to act, with the view."""
    seat = view(four[0], table)["game"]["to_act"][0]
    return four[seat], view(four[seat], table)


def bid_of(seen: dict) -> dict:
    return body_of(next(action for action in seen["legal"] if action["type"] == "bid"))


def test_the_same_request_twice_opens_one_table(ammini: Caller):
    wish = {"rules": "28-kerala-4"}

    first = ammini.post("tables/", wish, key="one")
    second = ammini.post("tables/", {"rules": "28-kerala-4"}, key="one")

    assert (first.status_code, second.status_code) == (201, 201)
    assert second.content == first.content
    assert second["Location"] == first["Location"]
    assert "Idempotency-Replayed" not in first
    assert second["Idempotency-Replayed"] == "true"
    assert Table.objects.count() == 1


def test_the_same_action_twice_is_one_event(four: list[Caller], table: str):
    who, seen = actor(four, table)

    first = who.post(f"tables/{table}/actions/", bid_of(seen), if_match=seen["etag"], key="bid")
    events = len(store.load(Table.objects.get(pk=table).pk))
    second = who.post(f"tables/{table}/actions/", bid_of(seen), if_match=seen["etag"], key="bid")

    assert (first.status_code, second.status_code) == (200, 200)
    assert second.content == first.content
    assert second["ETag"] == first["ETag"]
    assert len(store.load(Table.objects.get(pk=table).pk)) == events


def test_a_key_of_another_request_is_refused(ammini: Caller):
    assert ammini.post("tables/", {"rules": "28-kerala-4"}, key="one").status_code == 201

    assert problem(ammini.post("tables/", {"rules": "28-kerala-3"}, key="one")) == (422, "key-reused")
    assert Table.objects.count() == 1


def test_keys_of_different_players_are_different_keys(ammini: Caller, beeran: Caller):
    assert ammini.post("tables/", {"rules": "28-kerala-4"}, key="one").status_code == 201
    assert beeran.post("tables/", {"rules": "28-kerala-3"}, key="one").status_code == 201
    assert Table.objects.count() == 2


def test_a_request_that_was_refused_may_try_again_under_its_key(ammini: Caller, beeran: Caller):
    table = open_table(ammini)

    assert problem(beeran.post(f"tables/{table}/leave/", {}, key="one"))[0] == 403
    assert AnsweredRequest.objects.filter(player=beeran.player).count() == 0
    assert beeran.post(f"tables/{table}/seats/1/take/", {}, key="one").status_code == 200


def test_an_answer_counts_for_a_day(ammini: Caller):
    ammini.post("tables/", {"rules": "28-kerala-4"}, key="one")
    AnsweredRequest.objects.update(answered_at=timezone.now() - timedelta(hours=24, seconds=1))

    assert ammini.post("tables/", {"rules": "28-kerala-3"}, key="one").status_code == 201
    assert AnsweredRequest.objects.count() == 1


def test_the_worker_forgets_old_answers_whoever_asked(ammini: Caller, beeran: Caller, settings: Settings):
    """Nobody has to write again for that."""
    settings.LELAM_ANSWER_HOURS = 2
    for who, hours in ((ammini, 1.9), (beeran, 2.1)):
        who.post("tables/", {"rules": "28-kerala-4"}, key="one")
        old = timezone.now() - timedelta(hours=hours)
        AnsweredRequest.objects.filter(player=who.player).update(answered_at=old)

    assert prune.name in {one["task"] for one in settings.CELERY_BEAT_SCHEDULE.values()}
    assert prune() == 1
    assert [one.player for one in AnsweredRequest.objects.all()] == [ammini.player]
    assert prune_answers(now=timezone.now() + timedelta(hours=1)) == 1


@pytest.mark.parametrize("key", ["", "x" * 256, "a b", "naïve", "tab\tbed"])
def test_a_key_has_to_be_one(ammini: Caller, key: str):
    headers = {"key": key} if key else {"key": ""}
    assert problem(ammini.post("tables/", {"rules": "28-kerala-4"}, **headers)) == (400, "invalid-input")
    assert Table.objects.count() == 0


def test_what_is_kept_of_a_request_names_no_card(four: list[Caller], table: str):
    for _ in range(40):
        who, seen = actor(four, table)
        if seen["game"]["phase"] == "fold":
            break
        passing = next((one for one in seen["legal"] if one["type"] == "pass"), None)
        said = body_of(passing) if passing else bid_of(seen)
        assert who.post(f"tables/{table}/actions/", said, if_match="*").status_code == 200
    fold = body_of(next(action for action in seen["legal"] if action["type"] == "fold"))
    assert who.post(f"tables/{table}/actions/", fold, if_match="*").status_code == 200

    with connection.cursor() as cursor:
        cursor.execute("SELECT row_to_json(r)::text FROM clubs_answeredrequest r")
        kept = " ".join(row for (row,) in cursor.fetchall())
    assert f'"{fold["card"]}"' not in kept
    import hashlib

    body = json.dumps(fold).encode()
    assert hashlib.sha256(body).hexdigest() not in kept


def test_an_action_on_an_old_view_is_refused_and_says_where_the_table_is(four: list[Caller], table: str):
    who, seen = actor(four, table)
    assert who.post(f"tables/{table}/actions/", bid_of(seen), if_match=seen["etag"]).status_code == 200
    other, now = actor(four, table)

    response = other.post(f"tables/{table}/actions/", bid_of(now), if_match=seen["etag"])

    assert problem(response)[0] == 412
    assert json.loads(response.content)["version"] == now["version"]
    assert view(other, table)["version"] == now["version"]


def test_a_version_alone_is_enough_and_a_star_acts_whatever_it_is(four: list[Caller], table: str):
    who, seen = actor(four, table)
    response = who.post(f"tables/{table}/actions/", bid_of(seen), if_match=f'"{seen["version"]}"')
    assert response.status_code == 200
    assert response["ETag"] == f'"{json.loads(response.content)["version"]}"'

    other, now = actor(four, table)
    assert other.post(f"tables/{table}/actions/", bid_of(now), if_match="*").status_code == 200


def test_an_action_says_which_view_it_was_decided_on(four: list[Caller], table: str):
    who, seen = actor(four, table)
    assert problem(who.post(f"tables/{table}/actions/", bid_of(seen))) == (428, "version-required")
    for wrong in ("17", '"seventeen"', 'W/"17"', '"1", "2"', f'"{"9" * 30}"'):
        assert problem(who.post(f"tables/{table}/actions/", bid_of(seen), if_match=wrong)) == (400, "invalid-input")


def test_an_illegal_action_names_the_rule_it_breaks(four: list[Caller], table: str):
    who, seen = actor(four, table)

    response = who.post(f"tables/{table}/actions/", {"type": "pass"}, if_match=seen["etag"])

    assert problem(response) == (422, "must-bid")
    said = json.loads(response.content)
    assert said["rule"] == "28-AUC-2"
    assert said["rule_url"] == "/rules/28-kerala-4/#28-AUC-2"
    assert view(who, table)["version"] == seen["version"]


def test_an_action_out_of_turn_is_refused(four: list[Caller], table: str):
    who, seen = actor(four, table)
    other = next(one for one in four if one is not who)
    assert problem(other.post(f"tables/{table}/actions/", bid_of(seen), if_match="*")) == (422, "not-your-turn")


def test_who_does_not_sit_at_the_table_does_not_act_there(four: list[Caller], table: str):
    assert problem(caller("Eapen").post(f"tables/{table}/actions/", {"type": "pass"}, if_match="*")) == (
        403,
        "not-seated",
    )
    assert problem(Caller().post(f"tables/{table}/actions/", {"type": "pass"}, if_match="*"))[0] == 401


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"type": "sing"},
        {"type": "bid"},
        {"type": "bid", "value": "16"},
        {"type": "bid", "value": 10**30},
        {"type": "play", "card": "XX"},
        {"type": "play", "card": "SJ", "seat": 2},
        {"type": "pass", "value": 1},
        [],
        "pass",
        {"type": "bid", "value": 16.5},
        {"type": "bid", "value": True},
    ],
)
def test_what_is_no_action_is_refused(four: list[Caller], table: str, body: object):
    who, _ = actor(four, table)
    assert problem(who.post(f"tables/{table}/actions/", body, if_match="*")) == (400, "invalid-input")


def test_a_number_without_a_fraction_is_a_whole_number(four: list[Caller], table: str):
    """JSON Schema does not tell 16.0 from 16."""
    who, seen = actor(four, table)
    bid = bid_of(seen)
    response = who.post(f"tables/{table}/actions/", bid | {"value": float(bid["value"])}, if_match=seen["etag"])

    assert response.status_code == 200, response.content


def test_a_view_that_has_not_changed_is_not_sent_again(four: list[Caller], table: str):
    who, seen = actor(four, table)

    again = who.get(f"tables/{table}/view/", if_none_match=seen["etag"])
    assert (again.status_code, again.content) == (304, b"")
    assert again["ETag"] == seen["etag"]
    other = next(one for one in four if one is not who)
    assert other.get(f"tables/{table}/view/", if_none_match=seen["etag"]).status_code == 200

    who.post(f"tables/{table}/actions/", bid_of(seen), if_match=seen["etag"])
    assert who.get(f"tables/{table}/view/", if_none_match=seen["etag"]).status_code == 200


@pytest.mark.django_db(transaction=True)
def test_the_same_request_four_times_at_once_opens_one_table():
    ammini = caller("Ammini")
    gate, answers = threading.Barrier(4), []

    def ask() -> None:
        try:
            gate.wait(20)
            one = Caller(ammini.player, ammini.token)
            answers.append(one.post("tables/", {"rules": "28-kerala-4"}, key="one"))
        finally:
            connection.close()

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert [answer.status_code for answer in answers] == [201] * 4
    assert len({answer.content for answer in answers}) == 1
    assert Table.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_of_two_actions_on_the_same_view_one_is_done():
    four = [caller(name) for name in ("Ammini", "Beeran", "Chacko", "Devaki")]
    table = full_table(four)
    deal(four, table)
    who, seen = actor(four, table)
    gate, answers = threading.Barrier(2), []

    def act(said: dict) -> None:
        try:
            one = Caller(who.player, who.token)
            gate.wait(20)
            answers.append(one.post(f"tables/{table}/actions/", said, if_match=seen["etag"]))
        finally:
            connection.close()

    bids = [body_of(action) for action in seen["legal"] if action["type"] == "bid"][:2]
    threads = [threading.Thread(target=act, args=(bid,)) for bid in bids]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(answer.status_code for answer in answers) == [200, 412]
    assert len(view(four[0], table)["game"]["auction"]) == 1
