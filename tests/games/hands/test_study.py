"""The hands to study: told, judged, and every finding at its action and linked to its rule."""

import json
import re

import pytest
from django.urls import reverse

import engine
from games.hands import study
from games.hands.told import VIOLATION
from tests.games.helpers.rulebooks import anchors, page_text

STUDIES = study.studies()

MAX_PAGE_CHARS = 120_000
"""A page with all steps of a hand stays below this."""


@pytest.fixture(params=STUDIES, name="studied")
def _studied(request):
    return STUDIES[request.param]


def body(client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_four_deals_of_the_book_are_there_in_three_traditions_each():
    """56-AUD-7."""
    found = {(one.deal, one.tradition) for one in STUDIES.values()}

    assert len(STUDIES) == 15
    assert {deal for deal, _ in found} == {1, 2, 3, 4}
    assert len(found) == 12


def test_the_auditor_finds_what_is_wrong_with_the_books_own_hands():
    """56-AUD-3, 56-AUD-5, 56-PLAY-3."""
    found = {name: (one.verdict.verdict, one.rule) for name, one in STUDIES.items() if one.verdict.verdict != "clean"}

    assert found == {
        "deal-1-international": ("violation", "56-AUD-3"),
        "deal-1-international-mended": ("violation", "56-PLAY-3"),
        "deal-1-kerala": ("mismatch", "56-AUD-5"),
        "deal-1-standard": ("violation", "56-AUD-3"),
        "deal-2-international": ("violation", "56-PLAY-3"),
        "deal-3-international": ("mismatch", "56-AUD-5"),
        "deal-3-kerala": ("violation", "56-AUD-3"),
        "deal-4-kerala": ("mismatch", "56-AUD-5"),
    }


def test_a_hand_is_told_up_to_its_end_or_to_the_action_that_breaks_a_rule(studied):
    record = engine.decode_record(studied.record)
    actions = record.hands[0].actions
    steps = [step for step in studied.told.steps if step.action is not None]

    assert [step.action for step in steps] == list(range(len(steps)))
    assert [step.index for step in studied.told.steps] == list(range(len(studied.told.steps)))
    if studied.verdict.verdict == "violation":
        last = studied.told.steps[-1]
        assert (last.kind, last.seat, last.action) == (VIOLATION, studied.verdict.seat, studied.verdict.action)
        assert len(steps) + len(studied.rest) == len(actions)
        assert studied.told.result is None
    else:
        assert len(steps) == len(actions)
        assert studied.rest == ()
        assert studied.told.result is not None


def test_of_two_copies_of_a_card_the_one_not_played_stays_in_the_hand(studied):
    """56-DECK-1."""
    for step in studied.told.steps:
        played = [one.card for one in studied.told.steps[: step.index + 1] if one.kind == "play"]
        left = [card for hand in step.hands for card in hand]
        assert sorted(left + played) == sorted(engine.load_rules(studied.told.rules).deck)


def test_the_record_of_a_hand_is_judged_as_its_page_says(client, studied):
    text = body(client, reverse("games:study_record", args=[studied.name]))
    verdict = engine.audit_text(text).hands[0]

    assert verdict == studied.verdict


def test_every_page_shows_the_finding_with_its_rule_at_the_very_action(client, studied):
    text = body(client, reverse("games:study", args=[studied.name]))

    links = re.findall(r'href="/rules/([^/"]+)/#([^"]+)"', text)
    assert (studied.told.rules, studied.rule) in links
    for rules_id, rule in set(links):
        assert rule in anchors(page_text(client, rules_id))
    assert studied.finding.replace("'", "&#x27;") in text
    assert text.count("≠ differs") == sum(row.differs for row in studied.claim)
    if studied.verdict.verdict == "violation":
        assert f'data-step="{len(studied.told.steps) - 1}"' in text
        assert 'data-kind="violation"' in text
        assert re.search(r'class="[^"]*\b(wrong|violation)\b', text)


def test_every_step_is_a_page_of_its_own_and_the_first_is_the_deal(client, studied):
    path = reverse("games:study", args=[studied.name])
    for query, index in (("", 0), *((f"?step={step.index}", step.index) for step in studied.told.steps[::7])):
        text = body(client, path + query)
        assert f'id="replay" data-step="{index}" data-last="{len(studied.told.steps) - 1}"' in text
        assert len(text) < MAX_PAGE_CHARS


def test_the_list_names_every_hand_with_what_the_auditor_says(client):
    text = body(client, reverse("games:studies"))

    for one in STUDIES.values():
        assert f'href="{reverse("games:study", args=[one.name])}"' in text
        assert one.finding.replace("'", "&#x27;") in text
    assert reverse("games:studies") in body(client, reverse("games:rule_sets"))


def test_a_printed_total_stands_beside_the_one_worked_out():
    """56-AUD-5."""
    rows = {row.label: row for row in STUDIES["deal-1-kerala"].claim}

    assert (rows["Number"].printed, rows["Number"].found, rows["Number"].differs) == ("34", "37", True)
    assert (rows["Card points"].printed, rows["Card points"].found) == ("A 7, B 49", "A 7, B 49")
    assert [label for label, row in rows.items() if row.differs] == ["Number"]


def test_the_collection_keeps_no_verdict():
    for line in study.BOOK.read_text().splitlines():
        raw = json.loads(line)
        assert "expected" not in raw
        assert engine.read_record(raw).rules.id.startswith("56-")


def test_there_is_no_page_of_an_unknown_hand(client):
    assert client.get("/study/deal-9-kerala/").status_code == 404
