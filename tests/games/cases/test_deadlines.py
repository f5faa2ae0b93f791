"""Deadlines: a second before, at the second itself, and after; twice, late, and by two workers at once."""

from collections.abc import Callable
from typing import Any, Final
from uuid import uuid4

import pytest
from django.urls import reverse

from clubs.models import Membership, Notice
from games import store
from games.cases import deciding, log
from games.cases.moves import whose_move
from games.cases.replay import replay_case
from games.cases.selectors import seen_case
from games.cases.services import answering, appealing, deadlines, directing, polling, ruling
from games.cases.services.raising import withdraw_case
from games.cases.state import CaseState
from games.cases.windows import CLUB
from games.models import Case
from games.replaying.streams import first_refused
from tests.games.helpers import stories
from tests.games.helpers.cases import STANDS, World, at, disputed, do, refusal, world
from tests.games.helpers.stories import DAY, STORIES, WARNING, Story
from tests.races import at_once


def tied() -> Story:
    story = stories.voting().do(deciding.propose, "member", stories.BEGAN + 9 * 3600, stories.WARNING)
    story.do(deciding.vote, "member", stories.BEGAN + 10 * 3600, 1)
    return story.do(deciding.vote, "second-member", stories.BEGAN + 11 * 3600, 0)


def carried() -> Story:
    story = stories.voting().do(deciding.propose, "member", stories.BEGAN + 9 * 3600, stories.WARNING)
    return story.do(deciding.vote, "member", stories.BEGAN + 10 * 3600, 1)


def two_polls() -> Story:
    asked = ["voter-3"]
    return stories.polled().do(
        deciding.open_poll, "director", stories.BEGAN + 5 * 3600, 0, 4, asked, stories.BEGAN + 9 * 3600
    )


def described(state: CaseState) -> tuple[Any, ...]:
    """Return where a case stands: the step, whose move it is, and how it ended."""
    move = whose_move(state)
    return state.status, move.who, move.step, state.outcome


AFTER: Final[dict[str, tuple[Callable[[], Story], list[str], tuple[Any, ...]]]] = {
    "answer": (stories.opened, ["DeadlinePassed"], ("review", "directors", "ruling", "")),
    "answer-taken": (stories.taken_early, ["DeadlinePassed"], ("review", "director", "ruling", "")),
    "poll": (stories.polled, ["DeadlinePassed", "PollClosed"], ("review", "director", "ruling", "")),
    "poll-of-two": (two_polls, ["DeadlinePassed", "PollClosed"], ("review", "voters", "poll", "")),
    "ruling": (stories.taken, ["DeadlinePassed"], ("review", "directors", "ruling", "")),
    "ruling-untaken": (stories.review, ["DeadlinePassed"], ("review", "directors", "ruling", "")),
    "appeal": (stories.ruled, ["DeadlinePassed", "CaseClosed"], ("closed", "nobody", None, "ruled")),
    "committee": (stories.appealed, ["DeadlinePassed"], ("appealed", "officers", "committee", "")),
    "vote-of-nobody": (stories.voting, ["DeadlinePassed"], ("appealed", "officers", "committee", "")),
    "vote-upheld": (
        stories.voted, ["DeadlinePassed", "AppealDecided", "CaseClosed"], ("closed", "nobody", None, "upheld"),
    ),
    "vote-tied": (tied, ["DeadlinePassed", "AppealDecided", "CaseClosed"], ("closed", "nobody", None, "upheld")),
    "vote-carried": (
        carried, ["DeadlinePassed", "AppealDecided", "CaseClosed"], ("closed", "nobody", None, "changed"),
    ),
}  # fmt: skip
"""Each deadline: a case before it, the events that follow from it, and where the case stands then."""


@pytest.mark.parametrize("name", AFTER)
def test_a_deadline_passes_at_its_second_and_not_before(name):
    make, happened, wanted = AFTER[name]
    story = make()
    until = whose_move(story.state).until
    assert until is not None

    assert list(deciding.pass_deadline(story.state, until - 1)) == []
    found = deciding.pass_deadline(story.state, until)
    assert [type(event).__name__ for event in found] == happened
    assert (found[0].step, found[0].until) == (name.split("-")[0], until)
    story.append(found, until)

    assert described(story.state) == wanted
    assert list(deciding.pass_deadline(story.state, until)) == []
    replay_case(iter(story.commands))


@pytest.mark.parametrize("name", STORIES)
def test_a_closed_case_has_no_deadline_and_every_other_has_one(name):
    state = STORIES[name]().state

    assert (whose_move(state).until is None) == state.is_closed
    assert bool(deciding.pass_deadline(state, 2**40)) != state.is_closed


@pytest.mark.parametrize(
    ("name", "window"), [("ruling", "ruling"), ("committee", "committee"), ("vote-of-nobody", "committee")]
)
def test_a_deadline_that_is_late_runs_anew_from_the_moment_when_it_passed(name, window):
    story = AFTER[name][0]()
    late = whose_move(story.state).until + 3 * DAY
    director = story.state.director

    story.pass_deadline(late)

    assert story.state.until == late + getattr(CLUB, window)
    # An appeal is never lost because officers are late; the director who does not rule loses the case.
    assert story.state.director == ("" if name == "ruling" else director)


def test_a_poll_stops_the_time_for_the_ruling():
    story = stories.polled()
    poll = story.state.polls[0]
    ruling_until = story.state.until

    story.do(deciding.move_deadline, "director", stories.BEGAN + 6 * 3600, "poll", ruling_until + DAY)
    assert list(deciding.pass_deadline(story.state, ruling_until)) == []
    story.pass_deadline(ruling_until + DAY)

    assert poll.until < ruling_until
    assert story.state.until == ruling_until + DAY + CLUB.ruling


def test_a_deadline_is_moved_to_a_later_time_only():
    story = stories.taken()
    until = story.state.until

    def moved(step: str, to: int) -> str:
        now = stories.BEGAN + 5 * 3600
        return refusal(deciding.move_deadline, story.state, stories.PEOPLE["director"], step, to, now)

    assert [moved("ruling", until), moved("ruling", until - 1), moved("vote", until + DAY)] == [
        "not-later", "not-later", "other-step",
    ]  # fmt: skip
    assert moved("ruling", stories.BEGAN + 100 * DAY) == "too-far"
    assert moved("ruling", until + 1) == ""


def test_what_comes_at_the_second_of_the_deadline_is_too_late():
    ruled, voting, polled = stories.ruled(), stories.voting(), stories.polled()
    raiser, member, voter = (stories.PEOPLE[name] for name in ("raiser", "member", "voter"))

    assert refusal(deciding.appeal, ruled.state, raiser, ruled.state.until - 1) == ""
    assert refusal(deciding.appeal, ruled.state, raiser, ruled.state.until) == "appeal-over"
    assert refusal(deciding.vote, voting.state, member, 0, voting.state.until) == "voting-over"
    until = polled.state.polls[0].until
    assert refusal(deciding.answer_poll, polled.state, voter, 1, "pass", 1, until) == "poll-closed"


def test_the_clock_passes_each_deadline_once_however_often_it_comes(case):
    until = log.moment_of(log.current(case.pk).until)

    assert [deadlines.tend_cases(moment) for moment in (at(hours=1), until, until, until)] == [0, 1, 0, 0]
    assert log.current(case.pk).status == "review"
    assert first_refused(store.load(case.pk)) is None


def test_a_clock_that_was_away_passes_what_is_due_and_a_command_finds_the_case_there(there, case):
    """The answer is late by a week, and the director takes the case before the worker comes."""
    state = do(directing.take, case, there.director, at(days=9))

    assert (state.status, state.until) == ("review", log.seconds_of(at(days=9)) + CLUB.ruling)
    assert deadlines.tend_cases(at(days=9)) == 0


def test_a_late_answer_counts_until_the_ruling(there, case):
    deadlines.tend_cases(at(days=2))

    state = do(answering.answer, case, there.players[3], at(days=3), stance="contest")

    assert (state.status, state.answers[1].stance) == ("review", "contest")


def test_an_appeal_in_the_second_of_the_deadline_finds_the_case_closed(there, case):
    do(directing.take, case, there.director, at(days=2))
    state = do(ruling.rule, case, there.director, at(days=2), decision=STANDS, words="So.")
    until = log.moment_of(state.until)

    assert refusal(do, appealing.appeal, case, there.players[0], until, words="No.") == "case-closed"
    assert log.current(case.pk).outcome == "ruled"


def test_a_failing_case_stops_no_other(there, case, monkeypatch):
    sound = deadlines.tend_case
    other = disputed(world())

    def failing(case_id: Any, **more: Any) -> int:
        if case_id == case.pk:
            raise RuntimeError
        return sound(case_id, **more)

    monkeypatch.setattr(deadlines, "tend_case", failing)

    assert deadlines.tend_cases(at(days=2)) == 1
    assert (log.current(case.pk).status, log.current(other.pk).status) == ("open", "review")


def test_people_are_reminded_once_and_not_of_what_is_done(there, case):
    until = log.current(case.pk).until
    early, soon = log.moment_of(until - CLUB.answer // 8 - 1), log.moment_of(until - CLUB.answer // 8)

    assert [deadlines.remind(moment) for moment in (early, soon, soon)] == [0, 2, 0]
    told = Notice.objects.filter(kind="case-due", details__what="answer-soon")
    assert set(told.values_list("player", flat=True)) == {there.players[1].pk, there.players[3].pk}
    do(answering.answer, case, there.players[1], soon, stance="contest")
    assert not told.exists()


def voting(there: World, case: Case) -> Case:
    """Return a case whose committee of three votes on its appeal."""
    do(directing.take, case, there.director, at(days=2))
    do(ruling.rule, case, there.director, at(days=2), decision=STANDS, words="So.")
    do(appealing.appeal, case, there.players[1], at(days=3), words="No.")
    do(appealing.name_committee, case, there.owner, at(days=3), members=there.members[:3])
    return case


@pytest.mark.parametrize("how", ["left", "suspended"])
def test_a_member_who_has_left_the_club_neither_votes_nor_proposes_and_is_not_awaited(client, there, case, how):
    one, two, three, _other = there.members
    voting(there, case)
    do(appealing.vote, case, one, at(days=4), proposal=0)
    if how == "left":
        Membership.objects.filter(player=three).delete()
    else:
        Membership.objects.filter(player=three).update(suspended_at=at(days=4))

    when = {"case": case, "player": three, "when": at(days=4)}
    assert refusal(do, appealing.vote, **when, proposal=0) == "member-left"
    assert refusal(do, appealing.propose, **when, decision=STANDS, words="So.") == "member-left"
    assert not seen_case(case.pk, three, now=at(days=4)).mine
    client.force_login(one.user)
    page = client.get(reverse("games:case", args=[case.pk])).content.decode()
    assert f"have left the club or are suspended, so their votes are not awaited: {three.name}" in page
    until = log.moment_of(log.current(case.pk).until - 60)
    Notice.objects.filter(kind="case-due").delete()
    assert deadlines.remind(until) == 1
    assert Notice.objects.get(kind="case-due").player == two

    state = do(appealing.vote, case, two, at(days=5), proposal=0)
    assert (state.outcome, state.verdict.votes) == ("upheld", 2)
    assert first_refused(store.load(case.pk)) is None


def test_of_a_committee_of_three_one_decides_when_the_others_are_gone_and_a_vote_given_before_counts(there, case):
    one, two, three, _other = there.members
    voting(there, case)
    do(appealing.propose, case, one, at(days=4), decision=WARNING, words="So.")
    do(appealing.vote, case, one, at(days=4), proposal=1)
    Membership.objects.filter(player=one).update(suspended_at=at(days=4))
    # Of three, one has voted and two can still.
    assert do(appealing.vote, case, two, at(days=5), proposal=0).status == "voting"
    Membership.objects.filter(player=three).delete()
    assert do(appealing.vote, case, two, at(days=6), proposal=1).outcome == "changed"
    assert first_refused(store.load(case.pk)) is None


def test_a_committee_that_has_lost_a_member_is_named_anew_before_the_first_vote(there, case):
    one, two, three, other = there.members
    voting(there, case)
    Membership.objects.filter(player=three).delete()

    state = do(appealing.name_committee, case, there.owner, at(days=4), members=[one, two, other])

    assert state.committee == tuple(str(member.pk) for member in (one, two, other))


@pytest.mark.django_db(transaction=True)
def test_two_workers_at_once_pass_a_deadline_once():
    there = world()
    case = disputed(there)
    do(directing.take, case, there.director, at(days=1))
    do(polling.open_poll, case, there.director, at(days=3), seat=0, step=1, voters=[there.members[0]])
    until = log.moment_of(log.current(case.pk).polls[0].until)

    came = at_once(*[lambda: deadlines.tend_cases(until)] * 3)

    assert sorted(came) == [0, 0, 1]
    types = [happened.event for happened in log.current(case.pk).timeline]
    assert sum(type(event).__name__ == "PollClosed" for event in types) == 1


@pytest.mark.django_db(transaction=True)
def test_of_commands_at_one_moment_each_finds_the_case_as_the_other_left_it():
    there = world()
    case = disputed(there)
    do(answering.answer, case, there.players[1], at(hours=1), stance="contest")

    def together(*calls: Callable[[], Any]) -> list[str]:
        return sorted(getattr(came, "code", "done") for came in at_once(*calls))

    def command(service: Any, player: Any, when: Any, **more: Any) -> Callable[[], Any]:
        return lambda: service(case_id=case.pk, player=player, command=uuid4(), now=when, **more)

    directors = [command(directing.take, player, at(hours=2)) for player in (there.director, there.other)]
    # Both take it: the second takes it over.
    assert together(*directors) == ["done", "done"]
    taker = there.director if log.current(case.pk).director == str(there.director.pk) else there.other
    given = command(ruling.rule, taker, at(hours=3), decision=STANDS, words="So.")
    once = together(given, command(withdraw_case, there.players[0], at(hours=3)))
    assert once in (["case-closed", "done"], ["done", "wrong-step"])
    assert first_refused(store.load(case.pk)) is None


@pytest.mark.django_db(transaction=True)
def test_two_votes_at_one_moment_decide_once():
    there = world()
    case = disputed(there)
    do(directing.take, case, there.director, at(days=2))
    do(ruling.rule, case, there.director, at(days=2), decision=STANDS, words="So.")
    do(appealing.appeal, case, there.players[0], at(days=3), words="No.")
    do(appealing.name_committee, case, there.owner, at(days=3), members=there.members[:3])

    at_once(*[
        lambda member=member: appealing.vote(
            case_id=case.pk, player=member, proposal=0, command=uuid4(), now=at(days=4)
        )
        for member in there.members[:3]
    ])  # fmt: skip

    state = log.current(case.pk)
    assert (state.outcome, state.verdict.votes, len(state.votes)) == ("upheld", 2, 2)
    assert first_refused(store.load(case.pk)) is None


@pytest.mark.django_db(transaction=True)
def test_disputes_at_one_moment_are_numbered_without_gaps_and_one_a_hand():
    there = world(hands=3)

    def dispute(hand: int, seat: int) -> Callable[[], Any]:
        return lambda: disputed(there, hand=hand, by=there.players[seat], command=uuid4())

    came = at_once(dispute(1, 0), dispute(1, 1), dispute(2, 2), dispute(3, 3))

    assert sorted(getattr(each, "number", 0) for each in came) == [0, 1, 2, 3]
    assert [each.code for each in came if isinstance(each, Exception)] == ["already-disputed"]
