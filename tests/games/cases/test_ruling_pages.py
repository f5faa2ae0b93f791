"""The pages of a ruling, an appeal and a committee: what each reader may do, what is shown before, what is decided."""

import re
from datetime import datetime
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from games.cases import log
from games.cases.ruling.page import case_page
from games.cases.selectors import seen_case
from games.cases.services import answering, appealing, directing, ruling
from games.events.cases import Decision
from games.models import Case, CaseText, Sheet
from tests.games.helpers.cases import STANDS, World, at, disputed, do, world
from tests.games.helpers.sheets import FAILED

pytestmark = pytest.mark.django_db

TODAY = at(days=59, hours=12)
REASONS = {"reason": "miscounted", "words": "The tricks were counted again."}
FAILS = {"kind": "adjusted", "hand-choice": "failed-instead", **REASONS}


@pytest.fixture
def there() -> World:
    """A club in which a game ended this morning, so that nothing of the case is over by now."""
    there = world(hands=2)
    Sheet.objects.filter(pk=there.sheet.pk).update(finished_at=TODAY)
    return there


@pytest.fixture
def case(there: World) -> Case:
    """A case that both sides have spoken in and a director has taken."""
    case = disputed(there, now=soon(1))
    do(answering.answer, case, there.players[1], soon(2), stance="contest", words="It was 16.")
    do(directing.take, case, there.director, soon(3))
    return case


@pytest.fixture
def appealed(there: World, case: Case) -> Case:
    do(ruling.rule, case, there.director, soon(5), decision=STANDS, words="The cards were counted.")
    do(appealing.appeal, case, there.players[0], soon(6), words="They were not.")
    return case


@pytest.fixture
def voting(there: World, appealed: Case) -> Case:
    do(appealing.name_committee, appealed, there.owner, soon(7), members=there.members[:3])
    return appealed


def soon(hours: int) -> datetime:
    return at(days=59, hours=12 + hours)


def browser(player) -> Client:
    client = Client()
    client.force_login(player.user)
    return client


def address(case: Case, name: str = "case_rule") -> str:
    return reverse(f"games:{name}", args=[case.pk])


def text(answer) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


def seal(answer) -> str:
    return re.findall(r'name="seen" value="(\w+)"', answer.content.decode())[0]


def part(player, case: Case) -> str:
    return text(browser(player).get(address(case, "case_ruling"), headers={"HX-Request": "true"}))


def test_a_ruling_is_given_after_what_follows_was_seen(there, case):
    desk = browser(there.director)
    assert "The result stands" in text(desk.get(address(case)))

    shown = desk.post(address(case), FAILS | {"act": "look"})
    assert log.current(case.pk).ruling is None
    for words in (
        "The hand now counts: 16 by",
        "16 by " + there.players[0].name + ", made",
        "2 hands count differently",
        "The tricks were counted",
    ):
        assert words in text(shown)
    given = desk.post(address(case), FAILS | {"act": "give", "seen": seal(shown), "command": uuid4()})

    assert given.url == reverse("games:case", args=[case.pk])
    standing = log.current(case.pk).ruling
    assert (standing.by, standing.decision.told.outcome) == (str(there.director.pk), "failed")
    assert CaseText.objects.get(version=standing.version).text == "The tricks were counted again."


def test_something_new_in_the_case_is_shown_before_anything_is_decided(there, case):
    desk = browser(there.director)
    shown = desk.post(address(case), FAILS | {"act": "look"})
    do(answering.add_text, case, there.players[1], soon(4), words="Look at the last trick.")

    again = desk.post(address(case), FAILS | {"act": "give", "seen": seal(shown)})

    assert "Something changed in the meantime" in text(again)
    assert log.current(case.pk).ruling is None
    assert seal(again) != seal(shown)
    desk.post(address(case), FAILS | {"act": "give", "seen": seal(again)})
    assert log.current(case.pk).ruling is not None


def test_another_decision_than_the_one_that_was_shown_is_shown_first(there, case):
    desk = browser(there.director)
    shown = desk.post(address(case), FAILS | {"act": "look"})

    other = desk.post(address(case), FAILS | {"kind": "stands", "act": "give", "seen": seal(shown)})

    assert "Consequences" in text(other)
    assert log.current(case.pk).ruling is None


def test_what_was_filled_in_comes_back_to_be_changed(there, case):
    answer = browser(there.director).post(address(case), FAILS | {"act": "change", "seen": "x"})

    assert (answer.status_code, "Consequences" in text(answer)) == (200, False)
    assert re.search(r'value="failed-instead"[^>]*checked', answer.content.decode())
    assert "The tricks were counted again." in answer.content.decode()


def test_what_is_missing_stands_beside_the_field(there, case):
    answer = browser(there.director).post(address(case), {"kind": "warning", "reason": "conduct", "act": "look"})

    assert answer.status_code == 422
    assert "Choose the side that is warned." in text(answer)
    assert text(answer).count("see the marked fields below") == 1
    same = FAILS | {"hand-choice": "otherwise", "act": "look"}
    assert text(browser(there.director).post(address(case), same)).count("see the marked fields below") == 1


def test_who_may_not_rule_reads_why(there, case):
    for player, words in (
        (there.players[1], "for the directors"),
        (there.other, "Take the case first"),
        (there.members[0], "for the directors"),
    ):
        answer = browser(player).get(address(case))
        assert answer.status_code == 403
        assert words in text(answer)
    assert Client().get(address(case)).status_code == 302


def test_a_director_who_played_the_hand_does_not_rule(there):
    case = disputed(there, now=soon(1), by=there.players[1])
    there.club.memberships.filter(player=there.players[0]).update(role="director")

    answer = browser(there.players[0]).get(address(case))

    assert answer.status_code == 403
    assert "You belong to one of the sides" in text(answer)


def test_another_moment_is_told_on_the_page_of_the_case(there, appealed):
    answer = browser(there.director).get(address(appealed))

    assert answer.url == reverse("games:case", args=[appealed.pk])


def test_a_ruling_stands_on_the_page_of_its_case_until_it_is_withdrawn(there, case):
    do(ruling.rule, case, there.director, soon(5), decision=STANDS, words="Counted again.")

    shown = part(there.director, case)
    assert "The result stands." in shown
    assert "Counted again." in shown
    assert "A side can appeal until" in shown
    assert "Withdraw the ruling" in shown
    assert "Withdraw the ruling" not in part(there.players[0], case)
    # Of an open case readers without a part know only that it was ruled.
    assert "Counted again." not in part(there.members[3], case)
    browser(there.director).post(address(case, "case_withdraw_ruling"))

    assert log.current(case.pk).ruling is None
    assert "Rulings that were withdrawn" in part(there.director, case)


def test_a_side_appeals_in_words(there, case):
    do(ruling.rule, case, there.director, soon(5), decision=STANDS, words="Counted.")
    player = browser(there.players[0])
    assert "Counted." in text(player.get(address(case, "case_appeal")))

    assert player.post(address(case, "case_appeal"), {"words": " "}).status_code == 422
    player.post(address(case, "case_appeal"), {"words": "Count them again."})

    assert log.current(case.pk).status == "appealed"
    assert "Count them again." in part(there.players[1], case)
    player.post(address(case, "case_withdraw_appeal"))
    assert log.current(case.pk).outcome == "ruled"


def test_naming_a_committee_waits_for_the_officers_who_did_not_rule(there, appealed):
    waits = [seen_case(appealed.pk, player).mine for player in (there.director, there.other, there.owner)]
    assert waits == [False, True, True]

    there.club.memberships.filter(player__in=(there.other, there.owner)).update(role="player")
    assert seen_case(appealed.pk, there.director).mine  # nobody else could


def test_an_officer_gathers_the_committee_by_name_and_reads_why_others_cannot(there, appealed):
    desk = browser(there.owner)
    page = address(appealed, "case_committee")
    member, party, ruler = there.members[0], there.players[1], there.director

    assert "played the hand" in text(desk.get(page, {"q": party.name}))
    assert "gave the ruling" in text(desk.get(page, {"q": ruler.name}))
    offered = desk.get(page, {"q": member.name}).content.decode()
    assert f"?member={member.pk}" in offered
    two = [str(member.pk), str(there.members[1].pk)]
    assert "choose 1, 3 or 5 people" in text(desk.get(page, {"member": two}))
    refused = desk.post(page, {"member": two})
    assert refused.status_code == 422
    desk.post(page, {"member": [*two, str(there.members[2].pk)]})

    assert log.current(appealed.pk).committee == tuple(str(each.pk) for each in there.members[:3])


def test_a_committee_proposes_votes_in_secret_and_decides(there, voting):
    first, second = (browser(player) for player in there.members[:2])
    shown = first.post(address(voting, "case_propose"), FAILS | {"act": "look"})
    assert "The hand now counts" in text(shown)
    first.post(address(voting, "case_propose"), FAILS | {"act": "give", "seen": seal(shown)})
    ballot = text(second.get(address(voting, "case_board")))
    for words in ("They were not.", "Proposal 1 The hand now counts", "The ruling The result stands."):
        assert words in ballot

    first.post(address(voting, "case_board"), {"proposal": "1", "words": "I counted 17."})

    assert "I counted 17." not in part(there.members[1], voting)
    assert "See your vote" in part(there.members[0], voting)
    assert "Vote on the appeal" in part(there.members[1], voting)
    second.post(address(voting, "case_board"), {"proposal": "1"})

    decided = part(there.players[0], voting)
    assert "The committee decided otherwise, by 2 votes." in decided
    assert "I counted 17." in decided
    outside = part(there.members[3], voting)
    assert "The committee decided otherwise" in outside
    assert "I counted 17." not in outside


def test_names_of_a_closed_case_can_be_withheld_from_those_without_a_part(there, case):
    do(
        ruling.rule,
        case,
        there.director,
        soon(5),
        decision=Decision("adjusted", "miscounted", told=FAILED),
        words="So.",
    )
    Case.objects.filter(pk=case.pk).update(names_withheld=True)
    assert there.players[0].name in case_page(case.pk, there.players[1]).names
    assert case_page(case.pk, there.members[3]).names[0] == "Seat 1"
