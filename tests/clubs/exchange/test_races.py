"""Several at one file at once, in real transactions: nothing is made twice, nothing is half done."""

from functools import partial

import pytest

from clubs.base import jobs
from clubs.exchange.services import carry_out, report_of, take_in, work
from clubs.members.societies import join_club
from clubs.models import DataExport, ImportRun, Membership
from clubs.privacy.services.copies import ask_copy, make_copy
from tests.clubs.exchange.conftest import Desk, account
from tests.races import at_once

pytestmark = pytest.mark.django_db(transaction=True)

MANY = "name\n" + "".join(f"Member {number}\n" for number in range(60))


def test_of_two_workers_one_carries_a_file_out(desk, club):
    run = desk.look("members", MANY)
    carry_out(run_id=run.pk, by=desk.by)

    assert sorted(at_once(*[partial(work, run_id=run.pk)] * 3)) == [False, False, True]
    assert Membership.objects.filter(club=club).count() == 61


def test_a_file_that_two_workers_hold_after_all_is_still_carried_out_once(desk, club):
    """One that was taken for dead goes on while another has taken its file up."""
    run = desk.look("members", MANY)
    carry_out(run_id=run.pk, by=desk.by)
    held = [ImportRun.objects.get(pk=run.pk) for _ in range(2)]
    ImportRun.objects.update(status="running", begun_at=run.asked_at)
    for one in held:
        one.begun_at = run.asked_at

    from clubs.exchange.services import _work, find_subject

    came = at_once(*[partial(_work, one, find_subject("members")) for one in held])

    assert came == [None, None]
    assert Membership.objects.filter(club=club).count() == 61


def test_two_officers_who_send_files_at_the_same_moment_come_one_after_the_other(club, owner, secretary):
    data = MANY.encode()
    came = at_once(
        *[partial(take_in, club=club, by=by, subject="members", data=data) for by in (owner, secretary, owner)]
    )

    assert sum(isinstance(one, ImportRun) for one in came) == 1
    assert {getattr(one, "code", "") for one in came if not isinstance(one, ImportRun)} == {"import-running"}


def test_who_joins_while_a_file_is_carried_out_is_kept(desk, club):
    run = desk.look("members", MANY)
    carry_out(run_id=run.pk, by=desk.by)
    chacko = account("Chacko")

    at_once(partial(work, run_id=run.pk), partial(join_club, club=club, player=chacko))

    assert Membership.objects.filter(club=club).count() == 62
    run.refresh_from_db()
    assert report_of(run).made == 60


def test_who_asks_twice_at_the_same_moment_has_one_copy_made(owner):
    came = at_once(*[partial(ask_copy, player=owner)] * 3)

    assert len({one.pk for one in came}) == 1
    export = came[0]
    assert sorted(at_once(*[partial(make_copy, export_id=export.pk)] * 2)) == [False, True]
    assert DataExport.objects.filter(status="done").count() == 1
    assert jobs.left(DataExport) == []


def test_the_same_results_sent_by_two_workers_are_written_down_once(club, owner):
    from games.models import WrittenResult
    from games.results.exchange import plan_results

    desk = Desk(club, owner)
    desk.send("members", "name\nAmmini\nChacko\nDevaki\nEliamma\n")
    from clubs.exchange.reading import parse_file
    from clubs.exchange.subjects import subjects

    subject = subjects()["results"]
    head = "date,rules,player_1,player_2,player_3,player_4,points_1,points_2\n"
    lines = "".join(f"2026-05-{day:02},28-kerala-4,Ammini,Chacko,Devaki,Eliamma,3,-1\n" for day in range(1, 11))
    found = parse_file((head + lines).encode(), subject.names, subject.required)
    plans = [plan_results(club, owner, found.lines) for _ in range(2)]

    assert at_once(*[partial(plan.carry, lambda done: None) for plan in plans]) == [[], []]
    assert WrittenResult.objects.count() == 10
