"""What each part reads of a case at each step: words, evidence, audits, answers to polls, votes, names."""

from typing import Final

import pytest

from games.cases import deciding, log
from games.cases.seen import seen_by
from games.cases.selectors import seen_case
from games.cases.services import answering, deadlines, directing, naming, polling, ruling
from games.cases.state import CaseState
from games.models import Sheet
from tests.factories import PlayerFactory
from tests.games.helpers.cases import STANDS, at, disputed, do, refusal
from tests.games.helpers.stories import PEOPLE, STORIES, person

INSIDERS: Final = {"raiser", "partner", "opponent", "second", "director", "other", "staff", "playing"}
MEMBERS: Final = {"member", "second-member", "third-member"}
DIRECTORS: Final = {"director", "other", "staff"}


def readers_of(state: CaseState) -> set[str]:
    """Return the parts that read what was written in a case."""
    return INSIDERS | (MEMBERS if state.committee else set())


def secrets(state: CaseState) -> list[object]:
    return [*state.answers, *state.evidence, *state.audits, *state.polls, *state.votes, *state.committee]


@pytest.mark.parametrize("step", STORIES)
def test_the_people_of_a_case_read_it_and_others_its_step_and_deadlines_alone(step):
    state = STORIES[step]().state

    for name, actor in PEOPLE.items():
        seen = seen_by(state, actor)
        assert (seen.status, seen.until, seen.subject, seen.outcome) == (
            state.status, state.until, state.subject, state.outcome,
        ), name  # fmt: skip
        if name in readers_of(state):
            assert (seen.answers, seen.evidence, seen.rulings) == (state.answers, state.evidence, state.rulings), name
        else:
            assert secrets(seen) == [], name
            assert state.is_closed or not (seen.rulings or seen.proposals or seen.decision), name
    assert secrets(seen_by(state, None)) == []


@pytest.mark.parametrize("step", STORIES)
def test_no_name_of_an_open_case_reaches_another_reader(step):
    state = STORIES[step]().state
    text = repr(seen_by(state, PEOPLE["reader"]))

    named = {name for name in ("raiser", "director", "member", "voter") if f"'{name}'" in text}

    known = {"raiser"} | ({"director"} if state.rulings else set()) | ({"member"} if state.committee else set())
    assert named == (known if state.is_closed else set())


def test_the_votes_are_secret_until_the_committee_has_decided():
    state = STORIES["voted"]().state
    raiser, voted, other = (seen_by(state, PEOPLE[name]) for name in ("raiser", "second-member", "member"))

    assert [set(seen.votes) for seen in (raiser, voted, other)] == [set(), {"second-member"}, set()]
    cast = [[type(each.event).__name__ for each in seen.timeline].count("VoteCast") for seen in (raiser, voted, other)]
    assert cast == [0, 1, 0]
    decided = seen_by(STORIES["upheld"]().state, PEOPLE["raiser"])
    assert set(decided.votes) == {"second-member", "member"}


def test_answers_to_a_poll_are_shown_when_it_is_closed_and_their_authors_to_directors_alone():
    story = STORIES["polled"]()
    story.do(deciding.answer_poll, "voter", story.state.opened_at + 5 * 3600, 1, "pass", 2)
    shown = {name: seen_by(story.state, PEOPLE[name]).polls[0] for name in ("director", "raiser")}
    assert [dict(poll.answers) for poll in shown.values()] == [{}, {}]
    story.do(deciding.close_poll, "director", story.state.opened_at + 6 * 3600, 1)

    for name in sorted(INSIDERS):
        poll = seen_by(story.state, PEOPLE[name]).polls[0]
        (answer,) = poll.answers.values()
        assert (answer.action, answer.sure) == ("pass", 2)
        assert ("voter" in poll.voters, answer.voter == "voter") == ((name in DIRECTORS),) * 2, name
    assert "'voter'" not in repr(seen_by(story.state, PEOPLE["raiser"]))


def test_nobody_is_shown_who_asked_that_names_be_withheld():
    story = STORIES["final"]()
    story.do(deciding.withhold_names, "opponent", story.state.closed_at + 60)

    assert "NamesWithheld" not in repr(seen_by(story.state, PEOPLE["raiser"]))
    assert seen_by(story.state, PEOPLE["opponent"]).withheld == {"opponent"}
    text = repr(seen_by(story.state, PEOPLE["reader"]))
    assert not [name for name in ("raiser", "opponent", "director") if f"'{name}'" in text]


def test_words_are_for_the_people_of_a_case(there, case):
    do(answering.answer, case, there.players[1], at(hours=1), stance="contest", words="It was 18.")
    do(answering.add_text, case, there.players[2], at(hours=2), words="I saw it.")
    everybody = {name: seen_case(case.pk, player, now=at(hours=3)) for name, player in there.everybody.items()}

    for name, seen in everybody.items():
        insider = name not in ("member", "reader")
        assert seen.insider == insider, name
        assert sorted(seen.words.values()) == (["I saw it.", "It was 17.", "It was 18."] if insider else []), name
        assert (seen.case.raised_by is not None) == insider, name
    assert (everybody["director"].mine, everybody["raiser"].mine) == (True, False)
    assert everybody["reader"].may == everybody["member"].may == frozenset()


def test_a_stranger_and_a_visitor_know_of_no_case_of_a_club(there, case):
    stranger = PlayerFactory()

    assert refusal(seen_case, case.pk, stranger) == "unknown-case"
    assert refusal(seen_case, case.pk, None) == "unknown-case"
    assert refusal(do, directing.take, case, stranger, at(hours=1)) == "unknown-case"


def test_a_reader_of_a_withheld_sheet_knows_of_no_case_and_its_people_do(there, case):
    Sheet.objects.filter(pk=there.sheet.pk).update(withheld=True)

    assert refusal(seen_case, case.pk, there.members[3]) == "unknown-case"
    assert seen_case(case.pk, there.players[1]).insider


def test_a_player_who_is_asked_in_a_poll_sees_no_case_until_it_is_closed(there, case):
    do(answering.answer, case, there.players[1], at(hours=1), stance="contest")
    do(directing.take, case, there.director, at(hours=2))
    voter = there.members[0]
    assert not seen_case(case.pk, voter).insider
    do(polling.open_poll, case, there.director, at(hours=3), seat=0, step=2, voters=[voter])

    assert refusal(seen_case, case.pk, voter) == "unknown-case"
    do(polling.answer_poll, case, voter, at(hours=4), poll=1, action="pass", sure=3, words="Never.")
    assert not seen_case(case.pk, voter).insider
    assert "Never." in seen_case(case.pk, there.players[0]).words.values()


def test_a_poll_of_another_is_no_poll_and_its_case_is_unknown(there, case):
    code = refusal(do, polling.answer_poll, case, there.members[0], at(hours=1), poll=1, action="pass", sure=1)

    assert code == "unknown-case"


def test_withdrawn_evidence_loses_its_words(there, case):
    do(answering.add_text, case, there.players[0], at(hours=1), words="A slip of the tongue.")
    code = refusal(do, answering.withdraw_evidence, case, there.players[1], at(hours=2), evidence=1)
    do(answering.withdraw_evidence, case, there.players[0], at(hours=2), evidence=1)

    assert code == "not-yours"
    assert "A slip of the tongue." not in seen_case(case.pk, there.director).words.values()
    assert log.current(case.pk).evidence[0].withdrawn


def test_other_readers_of_a_closed_case_read_the_decision_and_no_names_that_are_withheld(there, case):
    do(directing.take, case, there.director, at(days=2))
    do(ruling.rule, case, there.director, at(days=2), decision=STANDS, words="So it is.")
    reader = there.members[3]
    assert seen_case(case.pk, reader).case.decision == ""
    deadlines.tend_cases(at(days=5))
    seen = seen_case(case.pk, reader)
    assert (seen.case.decision, seen.state.rulings[0].by) == ("stands", str(there.director.pk))

    do(naming.withhold_names, case, there.players[3], at(days=6))
    nameless = seen_case(case.pk, reader)
    assert (nameless.case.director, nameless.case.raised_by, nameless.state.rulings[0].by) == (None, None, "")


def test_a_director_of_the_tournament_reads_and_one_of_a_squad_does_not(there, host):
    host.squads = (frozenset({str(there.other.pk)}), frozenset())
    case = disputed(there)

    assert seen_case(case.pk, host.director).insider
    assert not seen_case(case.pk, there.other).insider
    assert refusal(do, directing.take, case, there.other, at(minutes=1)) == "not-neutral"
    assert do(directing.take, case, host.director, at(minutes=1)).director == str(host.director.pk)


def test_a_claimed_guest_is_the_same_person():
    """Events keep the guest's id; the account that has claimed it is the party."""
    state = STORIES["open"]().state
    claimer = person("account")
    claimer = type(claimer)("account", frozenset({"account", "opponent"}))

    assert seen_by(state, claimer).raised_by == "raiser"
