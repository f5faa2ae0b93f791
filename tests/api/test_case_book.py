"""What is read beside a case over the API: audit, preview, similar cases, the case book, polls, the sweep."""

import json
from datetime import UTC, datetime, timedelta

import pytest
from django.core.cache import cache

from games.adjusting.selectors import adjusted
from games.audits.services import audit_cases
from games.cases import log
from games.cases.services.audits import record_audit
from games.models import Case, SweepFinding
from games.sweep.services import begin
from tests.api.calls import Caller, problem, program_of
from tests.games.helpers.booked import decided
from tests.games.helpers.polled import MEMBERS, NAMES, TITLE, Disputed, disputed_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def there() -> Disputed:
    cache.clear()
    log.forget_all()
    return disputed_table()


def test_a_neutral_director_has_the_hand_audited_anew(there: Disputed):
    audit_cases(record=record_audit, case_id=there.case.pk)

    assert problem(program_of(there.members[4]).get(f"cases/{there.case.pk}/audit/")) == (404, "unknown-case")
    assert problem(program_of(there.players[0]).post(f"cases/{there.case.pk}/audit/")) == (403, "not-a-director")
    asked = program_of(there.director).post(f"cases/{there.case.pk}/audit/")
    assert (asked.status_code, asked.json()["number"]) == (201, 2)


def test_a_preview_says_what_would_change_and_changes_nothing(there: Disputed):
    before = Case.objects.values_list("version", flat=True).get(pk=there.case.pk)
    hand = adjusted(there.table.pk).before.hand(1)
    assert hand is not None
    played = hand.scored
    other = "failed" if played.outcome == "made" else "made"
    told = {"outcome": other, "declarer": played.declarer, "number": played.bid, "auction": 1}
    wish = {"kind": "adjusted", "reason": "revoke", "words": "A revoke.", "told": told}
    answer = program_of(there.director).post(f"cases/{there.case.pk}/ruling/preview/", wish)

    assert answer.status_code == 200, answer.content
    assert answer.json()["after"]
    assert answer.json()["was"] != answer.json()["after"]
    assert Case.objects.values_list("version", flat=True).get(pk=there.case.pk) == before
    assert problem(program_of(there.players[0]).post(f"cases/{there.case.pk}/ruling/preview/", wish)) == (
        403,
        "not-a-director",
    )


def test_a_voter_sees_the_position_of_a_seat_and_answers_it(there: Disputed):
    choice, voter = there.choice(), there.members[0]
    voters = [str(member.pk) for member in there.members[:2]]
    wish = {"seat": choice.seat, "step": choice.step, "voters": voters}
    assert program_of(there.director).post(f"cases/{there.case.pk}/polls/", wish).status_code == 201

    caller = program_of(voter)
    (asked,) = caller.get("polls/").json()["polls"]
    position = caller.get(f"polls/{asked['id']}/").json()
    reply = {"action": position["answers"][0], "sure": 2, "words": "It is safe."}
    assert caller.post(f"polls/{asked['id']}/", reply).json()["action"] == position["answers"][0]
    closing = program_of(there.director).post(f"cases/{there.case.pk}/polls/1/close/")
    (poll,) = program_of(there.players[0]).get(f"cases/{there.case.pk}/").json()["polls"]

    assert closing.json() == {"case": str(there.case.pk), "poll": 1, "version": None}
    assert (poll["asked"], poll["answers"][0]["action"]) == (2, position["answers"][0])
    assert poll["answers"][0]["voter"] is None
    assert len(position["view"]["hand"]) == position["view"]["counts"][choice.seat]
    secret = (*NAMES, *MEMBERS, TITLE, str(there.table.pk), str(there.case.pk))
    assert [word for word in secret if word in "".join(caller.heard)] == []
    assert problem(program_of(there.members[2]).get(f"polls/{asked['id']}/")) == (404, "unknown-table")
    assert problem(caller.post(f"polls/{asked['id']}/", {"action": "play:XX", "sure": 1}))[0] == 422


def test_the_book_has_decided_cases_and_says_which_are_alike():
    case = decided(disputed_table(ago=timedelta(days=20)))
    caller = Caller()
    listed = caller.get(f"casebook/?rule=28-PLAY-4&family=28&club={case.club.slug}").json()
    shown = caller.get(listed["results"][0]["address"].removeprefix("/api/")).json()
    similar = caller.get(f"cases/{case.pk}/similar/").json()

    assert [(line["number"], line["outcome"]) for line in listed["results"]] == [(case.number, "ruled")]
    assert shown["ruling"]["rule"] == "28-PLAY-4"
    assert similar == {"cases": []}
    assert caller.get("casebook/?family=56").json()["results"] == []
    assert problem(caller.get("casebook/?family=29")) == (400, "invalid-input")
    assert problem(caller.get(f"clubs/{case.club.slug}/casebook/99/")) == (404, "unknown-case")


def test_directors_read_what_the_sweep_found_in_their_club(there: Disputed):
    now = datetime.now(UTC)
    run = begin(now=now)
    SweepFinding.objects.create(
        stream=there.table.pk, table=there.table, club=there.club, hand=1, subject="result", code="mismatch", run=run,
        members={"differs": ["points"]}, found_at=now, seen_at=now,
    )  # fmt: skip
    (line,) = program_of(there.director).get(f"clubs/{there.club.slug}/sweep/").json()["results"]

    assert (line["game"], line["hand"], line["code"]) == (str(there.table.pk), 1, "mismatch")
    assert line["text"]
    assert problem(program_of(there.members[0]).get(f"clubs/{there.club.slug}/sweep/"))[0] == 403
    assert "mismatch" not in json.dumps(program_of(there.players[0]).get(f"cases/{there.case.pk}/").json())
