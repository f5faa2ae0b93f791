"""Cases walked from the dispute to the last word, by the services."""

from uuid import uuid4

import pytest

from games import store
from games.cases import log
from games.cases.selectors import seen_case, window_of
from games.cases.services import answering, appealing, deadlines, directing, naming, polling, raising, ruling
from games.models import Case, CasePerson, CaseText
from games.replaying.streams import first_refused
from tests.games.helpers.cases import STANDS, World, at, disputed, do, refusal

pytestmark = pytest.mark.django_db


def clean(case: Case) -> None:
    """Hold that each command of a case would be decided again as it stands."""
    assert first_refused(store.load(case.pk)) is None


def test_a_case_is_answered_ruled_and_closed_when_nobody_appeals(there: World):
    case = disputed(there)

    assert (case.number, case.status, log.current(case.pk).answering) == (1, "open", (1,))
    state = do(answering.answer, case, there.players[1], at(hours=1), stance="contest", words="It was 18.")
    assert state.status == "review"
    do(directing.take, case, there.other, at(hours=2))
    state = do(ruling.rule, case, there.other, at(hours=3), decision=STANDS, words="The sheet is right.")
    assert state.status == "ruled"
    assert deadlines.tend_cases(at(hours=3, days=3)) == 1
    case.refresh_from_db()
    assert (case.status, case.outcome, case.due_at, case.decision) == ("closed", "ruled", None, "stands")
    texts = CaseText.objects.filter(case=case).values_list("text", flat=True)
    assert list(texts) == ["It was 17.", "It was 18.", "The sheet is right."]
    clean(case)


def test_a_committee_changes_a_ruling(there: World):
    case = disputed(there)
    do(answering.answer, case, there.players[3], at(hours=1), stance="agree")
    do(directing.take, case, there.other, at(hours=2))
    do(polling.open_poll, case, there.other, at(hours=2), seat=1, step=3, voters=there.members[:2])
    do(polling.answer_poll, case, there.members[0], at(hours=3), poll=1, action="pass", sure=3)
    state = do(
        polling.answer_poll, case, there.members[1], at(hours=4), poll=1, action="", sure=0, words="I was there."
    )
    assert not state.open_polls
    do(ruling.rule, case, there.other, at(hours=5), decision=STANDS, words="The sheet is right.")
    do(appealing.appeal, case, there.players[2], at(hours=6), words="It is not.")
    code = refusal(do, appealing.name_committee, case, there.other, at(hours=7), members=there.members[:3])
    assert code == "ruled-oneself"
    do(appealing.name_committee, case, there.owner, at(hours=7), members=there.members[:3])
    changed = STANDS.__class__("warning", "conduct", warned=1)
    do(appealing.propose, case, there.members[0], at(hours=8), decision=changed, words="A warning.")
    do(appealing.vote, case, there.members[0], at(hours=9), proposal=1)
    state = do(appealing.vote, case, there.members[2], at(hours=10), proposal=1)

    assert (state.status, state.outcome, state.decision) == ("closed", "changed", changed)
    do(naming.withhold_names, case, there.players[1], at(hours=11))
    clean(case)
    parts = CasePerson.objects.filter(case=case).values_list("part", flat=True)
    assert sorted(parts) == ["director", *["member"] * 3, *["party"] * 4, *["voter"] * 2]
    assert seen_case(case.pk, there.members[3]).words == {}


def test_a_dispute_is_withdrawn_and_the_hand_can_be_disputed_again(there: World):
    case = disputed(there)

    assert refusal(disputed, there, by=there.players[1]) == "already-disputed"
    assert window_of(there.sheet.pk, 1, now=at()).case_id == case.pk
    do(raising.withdraw_case, case, there.players[0], at(hours=1))
    again = disputed(there, by=there.players[1], now=at(days=6))
    assert again.number == 2
    assert refusal(disputed, there, now=at(days=7), command=uuid4()) == "window-closed"
    clean(case)
