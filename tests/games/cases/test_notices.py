"""Notices of cases: news, what a case waits for, and a result that is changed."""

from collections.abc import Iterable
from uuid import uuid4

import pytest

from clubs.models import Notice, Player
from clubs.notices.holding import still_holds
from clubs.notices.kinds import KINDS
from games.cases.services import answering, appealing, deadlines, directing, effects, polling, raising, ruling
from games.events.cases import Decision
from games.models import Case
from tests.factories import PlayerFactory
from tests.games.helpers.cases import STANDS, World, at, disputed, do
from tests.games.helpers.sheets import FAILED

ADJUSTED = Decision("adjusted", "miscounted", told=FAILED)


def told(there: World, kind: str, what: str) -> set[str]:
    """Return the parts that have a notice of a kind with a sentence."""
    assert what in KINDS[kind].says
    rows = Notice.objects.filter(kind=kind)
    players = {row.player_id for row in rows if row.details.get("what", "") == what}
    return {name for name, player in there.everybody.items() if player.pk in players}


def due(there: World) -> dict[str, set[str]]:
    """Return the parts for whom a case waits, by what it waits for."""
    rows = Notice.objects.filter(kind="case-due")
    return {what: told(there, "case-due", what) for what in {row.details.get("what", "") for row in rows}}


DIRECTORS = {"director", "other", "owner"}


def test_a_dispute_asks_the_other_side_and_tells_the_partner_and_the_directors(there, case):
    assert due(there) == {"answer": {"opponent", "second"}, "opened": DIRECTORS}
    assert told(there, "case", "") == {"partner"}
    assert Notice.objects.filter(kind="case-due").first().path == f"/cases/{case.pk}/"


def test_an_answer_ends_the_question_and_directors_are_asked_for_a_ruling(there, case):
    do(answering.answer, case, there.players[1], at(hours=1), stance="agree")

    assert due(there) == {"ruling": DIRECTORS, "opened": DIRECTORS}
    assert told(there, "case", "answered") == {"raiser", "partner", "second"}
    do(directing.take, case, there.other, at(hours=2))
    assert due(there) == {}


def test_a_ruling_is_told_to_both_sides_with_the_time_to_appeal(there, case):
    do(directing.take, case, there.other, at(days=2))
    do(ruling.rule, case, there.other, at(days=2), decision=STANDS, words="So.")

    assert told(there, "case", "ruled") == {"raiser", "partner", "opponent", "second"}
    notice = Notice.objects.filter(kind="case", details__what="ruled").first()
    assert notice.details["at"] == at(days=5).isoformat()
    assert due(there) == {}
    do(ruling.withdraw_ruling, case, there.other, at(days=3))
    assert told(there, "case", "ruling-withdrawn") == {"raiser", "partner", "opponent", "second"}
    do(ruling.rule, case, there.other, at(days=3), decision=STANDS, words="After all.")
    deadlines.tend_cases(at(days=6))
    assert told(there, "case", "ruling-final") == {"raiser", "partner", "opponent", "second", "other"}


def test_an_appeal_asks_officers_who_did_not_rule_and_then_the_committee(there, case):
    do(directing.take, case, there.other, at(days=2))
    do(ruling.rule, case, there.other, at(days=2), decision=STANDS, words="So.")
    do(appealing.appeal, case, there.players[0], at(days=3), words="No.")
    assert due(there) == {"committee": {"director", "owner"}}
    assert told(there, "case", "appealed") == {"partner", "opponent", "second", "other"}
    deadlines.tend_cases(at(days=6))
    assert due(there) == {"committee-late": {"director", "owner"}}
    do(appealing.name_committee, case, there.owner, at(days=7), members=there.members[:3])
    assert due(there) == {"vote": {"member"}}
    do(appealing.vote, case, there.members[0], at(days=8), proposal=0)
    assert due(there) == {"vote": set()}
    do(appealing.vote, case, there.members[1], at(days=8), proposal=0)
    assert (due(there), told(there, "case", "upheld")) == ({}, {"raiser", "partner", "opponent", "second", "other"})


def test_directors_and_the_owner_are_told_that_nobody_ruled_in_time(there, case):
    do(directing.take, case, there.other, at(days=2))
    deadlines.tend_cases(at(days=9))

    assert due(there) == {"ruling-late": DIRECTORS}


def test_nobody_of_the_committee_voted(there, case):
    do(directing.take, case, there.other, at(days=2))
    do(ruling.rule, case, there.other, at(days=2), decision=STANDS, words="So.")
    do(appealing.appeal, case, there.players[0], at(days=3), words="No.")
    do(appealing.name_committee, case, there.owner, at(days=3), members=there.members[:3])
    deadlines.tend_cases(at(days=10))

    assert due(there) == {"vote-late": {"director", "owner"}}


def test_the_voters_of_a_poll_are_told_nothing_of_the_case(there, case):
    do(answering.answer, case, there.players[1], at(hours=1), stance="agree")
    do(directing.take, case, there.other, at(hours=2))
    do(polling.open_poll, case, there.other, at(hours=3), seat=0, step=2, voters=there.members[:1])

    assert not Notice.objects.filter(player=there.members[0]).exists()
    assert due(there) == {}
    do(polling.close_poll, case, there.other, at(hours=4), poll=1)
    assert due(there) == {}


def test_a_withdrawn_dispute_takes_its_questions_back(there, case):
    do(raising.withdraw_case, case, there.players[0], at(hours=1))

    assert due(there) == {}
    assert told(there, "case", "withdrawn") == {"partner", "opponent", "second"}


def test_everybody_whose_result_changes_is_told_reserves_included(there, host):
    reserve = PlayerFactory()
    host.squads = (frozenset({str(reserve.pk)}), frozenset())
    case = disputed(there)
    do(directing.take, case, there.director, at(minutes=10))
    do(ruling.rule, case, there.director, at(minutes=11), decision=ADJUSTED, words="12 points.")
    effects.follow(case.pk, now=at(minutes=11))

    def players(what: Iterable[str]) -> set[Player]:
        rows = Notice.objects.filter(kind="result-changed").select_related("player")
        return {row.player for row in rows if row.details.get("what", "") in what}

    assert players([""]) == {*there.players, reserve}
    do(ruling.withdraw_ruling, case, there.director, at(minutes=12))
    effects.follow(case.pk, now=at(minutes=12))
    assert players(["back"]) == {*there.players, reserve}


def test_a_director_of_the_tournament_is_asked_and_one_of_a_squad_is_not(there, host):
    host.squads = (frozenset({str(there.other.pk)}), frozenset())
    disputed(there)

    assert due(there)["opened"] == {"director", "owner"}
    assert Notice.objects.filter(player=host.director, kind="case-due").exists()


def test_a_notice_that_waits_is_not_sent_when_it_is_true_no_more(there, case):
    notice = Notice.objects.filter(kind="case-due", details__what="answer").first()
    opened = Notice.objects.filter(kind="case-due", details__what="opened").first()
    assert (still_holds(notice), still_holds(opened)) == (True, True)
    do(answering.answer, case, there.players[1], at(hours=1), stance="agree")
    assert (still_holds(notice), still_holds(opened)) == (False, True)
    do(raising.withdraw_case, case, there.players[0], at(hours=2))
    assert not still_holds(opened)


@pytest.mark.parametrize("kind", ["case", "case-due", "result-changed"])
def test_every_sentence_names_its_club_and_case(kind):
    for what, sentence in KINDS[kind].says.items():
        filled = str(sentence).format_map({"club": "Pamba", "number": 7, "hand": 3, "at": "5 May"})
        assert ("Pamba" in filled, "7" in filled) == (True, True), what


def test_a_repeated_command_tells_nobody_twice(there):
    command = uuid4()
    case = disputed(there, command=command)
    count = Notice.objects.count()

    disputed(there, command=command)

    assert Notice.objects.count() == count
    assert isinstance(case, Case)
