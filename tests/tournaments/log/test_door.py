"""The one door to a tournament's stream, on a real PostgreSQL: two directors at once, repeated commands, undoing."""

import threading
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import transaction

from games import store
from games.replaying.streams import first_refused
from games.store.verify import Verification
from tests.games.helpers.logs import append, in_thread, stream_in_lane
from tests.tournaments.helpers.play import DIRECTOR, SERVER, settings
from tournaments.deeds import entering, opening, playing, staging
from tournaments.deeds.base import Deed, Doer, Refused, Role
from tournaments.drafting import drafts
from tournaments.drafting.rounds import draft_round
from tournaments.events.opening import DeedUndone, TournamentOpened
from tournaments.events.settings import MatchPlan, StagePlan
from tournaments.log import states
from tournaments.log.door import Done, open_tournament, perform, undo
from tournaments.log.errors import NotUndoable, UnknownTournament
from tournaments.state.outcomes import outcome_of

pytestmark = pytest.mark.django_db(transaction=True)

CLUB = str(uuid4())


@pytest.fixture
def stream() -> UUID:
    """A tournament of pairs that was just opened."""
    states.forget_all()
    stream = uuid4()
    open_tournament(stream, CLUB, settings(), DIRECTOR, command=uuid4())
    return stream


def do(stream: UUID, deed: Deed, doer: Doer = DIRECTOR, **more: Any) -> Done:
    return perform(stream, deed, doer, command=uuid4(), **more)


def enter(stream: UUID, count: int) -> None:
    for number in range(1, count + 1):
        do(stream, entering.Enter(squad=(f"p{number}a", f"p{number}b")))


def begin(stream: UUID, plan: StagePlan) -> None:
    do(stream, opening.PlanStage(plan=plan))
    do(stream, staging.BeginStage(stage=1))


def play(stream: UUID) -> None:
    """Pair a round, release and call it, and let the desk report every match that can be played."""
    do(stream, staging.PairRound(stage=1))
    state = states.current(stream)
    for one in [one for one in state.stages[1].rounds if not one.called]:
        do(stream, staging.ReleaseRound(stage=1, round=one.number))
        do(stream, staging.CallRound(stage=1, round=one.number))
    for match in states.current(stream).matches.values():
        if match.is_filled and not match.is_bye and outcome_of(states.current(stream), match) is None:
            do(stream, playing.ReportGame(match=match.number, points=(match.number, 0)))


def test_a_tournament_is_opened_once(stream: UUID):
    command = uuid4()
    again = uuid4()
    first = open_tournament(again, CLUB, settings(), DIRECTOR, command=command)
    second = open_tournament(again, CLUB, settings(), DIRECTOR, command=command)
    assert first == second
    assert [one.event for one in store.load(again)] == [TournamentOpened(CLUB, settings())]
    with pytest.raises(store.ConflictError):
        open_tournament(stream, CLUB, settings(), DIRECTOR, command=uuid4())


def test_a_deed_is_decided_and_appended_with_its_actor(stream: UUID):
    done = do(stream, entering.Enter(squad=("a", "b")))
    last = store.load(stream)[-1]
    assert (last.event, last.actor, last.version) == (done.events[0], "director", done.version)
    assert done.state == states.current(stream)
    assert done.state.entrants[1].squad == ("a", "b")


def test_a_refused_deed_leaves_nothing(stream: UUID):
    with pytest.raises(Refused) as refused:
        do(stream, opening.CloseEntries(), Doer("stranger", frozenset({Role.PLAYER})))
    assert refused.value.code == "not-allowed"
    assert states.current(stream).version == 1


def test_the_same_command_is_done_once_and_answered_alike(stream: UUID):
    command = uuid4()
    deed = entering.Enter(squad=("a", "b"))
    first = perform(stream, deed, DIRECTOR, command=command)
    do(stream, entering.Enter(squad=("c", "d")))
    second = perform(stream, deed, DIRECTOR, command=command, expected=1)
    assert (second.version, second.events) == (first.version, first.events)
    assert len(states.current(stream).entrants) == 2


@pytest.mark.parametrize("expected", [None, 1])
def test_the_same_command_twice_at_once_is_answered_alike(
    stream: UUID, monkeypatch: pytest.MonkeyPatch, expected: int | None
):
    """The other is first while this one waits for the lock, and its deed could not be done again."""
    command, deed, lock = uuid4(), entering.Enter(squad=("a", "b")), store.lock_streams

    def waits(streams: Any) -> None:
        monkeypatch.undo()
        perform(stream, deed, DIRECTOR, command=command, expected=expected)
        lock(streams)

    monkeypatch.setattr(store, "lock_streams", waits)
    done = perform(stream, deed, DIRECTOR, command=command, expected=expected)
    assert (done.version, len(done.events), len(done.state.entrants)) == (2, 1, 1)


def test_a_deed_on_an_old_version_is_refused(stream: UUID):
    do(stream, entering.Enter(squad=("a", "b")))
    with pytest.raises(store.ConflictError):
        do(stream, opening.CloseEntries(), expected=1)


def test_rows_beside_the_append_stand_or_fall_with_it(stream: UUID):
    seen = []

    def fails(state: Any, stored: Any) -> None:
        seen.append((state.version, [one.version for one in stored]))
        raise ArithmeticError

    with pytest.raises(ArithmeticError):
        do(stream, opening.CloseEntries(), beside=fails)
    assert seen == [(2, [2])]
    assert store.load(stream)[-1].version == 1
    assert states.current(stream).version == 1


def test_a_state_of_a_transaction_that_is_rolled_back_is_not_kept(stream: UUID):
    with transaction.atomic():
        do(stream, opening.CloseEntries())
        assert states.current(stream).status == "closed_entries"
        transaction.set_rollback(True)
    assert states.current(stream).status == "open"


def test_two_directors_at_once_lose_nothing_and_double_nothing(stream: UUID):
    ready = threading.Barrier(4)

    def work(name: str) -> None:
        ready.wait()
        for number in range(12):
            do(stream, entering.Enter(squad=(f"{name}{number}a", f"{name}{number}b")))

    workers = [in_thread(lambda name=name: work(name)) for name in "abcd"]  # type: ignore[misc]
    for worker in workers:
        worker.finish()
    states.forget_all()
    state = states.current(stream)
    assert sorted(state.entrants) == list(range(1, 49))
    assert len({entrant.squad for entrant in state.entrants.values()}) == 48
    assert state.version == 49


def test_two_directors_pair_a_round_once(stream: UUID):
    enter(stream, 40)
    begin(stream, StagePlan(type="swiss", rounds=3))
    ready = threading.Barrier(3)
    refusals: list[str] = []

    def work() -> None:
        ready.wait()
        try:
            do(stream, staging.PairRound(stage=1))
        except Refused as refused:
            refusals.append(refused.code)

    workers = [in_thread(work) for _ in range(3)]
    for worker in workers:
        worker.finish()
    assert refusals == ["results-missing", "results-missing"]
    assert states.current(stream).stages[1].last_round() == 1


def test_a_draft_is_computed_again_when_what_it_was_computed_from_has_changed(
    stream: UUID, monkeypatch: pytest.MonkeyPatch
):
    enter(stream, 6)
    begin(stream, StagePlan(type="swiss", rounds=3))
    seen = []

    def slow(state: Any, deed: Any) -> Any:
        if not seen:
            do(stream, entering.ForbidMeeting(entrants=(1, 4)))
        seen.append(state.version)
        return draft_round(state, deed)

    monkeypatch.setitem(drafts.DRAFTS, staging.PairRound, slow)
    do(stream, staging.PairRound(stage=1))
    assert len(seen) == 2
    paired = {frozenset(match.entrants) for match in states.current(stream).matches.values()}
    assert frozenset({1, 4}) not in paired


def test_a_draft_is_kept_when_what_changed_has_nothing_to_do_with_it(stream: UUID, monkeypatch: pytest.MonkeyPatch):
    enter(stream, 6)
    begin(stream, StagePlan(type="swiss", rounds=3))
    seen = []

    def slow(state: Any, deed: Any) -> Any:
        do(stream, entering.NoteFee(entrant=len(seen) + 1, paid=True))
        seen.append(state.version)
        return draft_round(state, deed)

    monkeypatch.setitem(drafts.DRAFTS, staging.PairRound, slow)
    do(stream, staging.PairRound(stage=1))
    assert len(seen) == 1
    assert states.current(stream).stages[1].last_round() == 1


def test_a_lane_is_free_while_a_draft_is_computed(stream: UUID, monkeypatch: pytest.MonkeyPatch):
    enter(stream, 6)
    begin(stream, StagePlan(type="swiss", rounds=3))
    other = stream_in_lane(store.lane_of(stream))
    appended = []

    def slow(state: Any, deed: Any) -> Any:
        worker = in_thread(lambda: appended.extend(append(other)))
        worker.finish()
        return draft_round(state, deed)

    monkeypatch.setitem(drafts.DRAFTS, staging.PairRound, slow)
    do(stream, staging.PairRound(stage=1))
    assert [one.stream for one in appended] == [other]


def test_what_was_kept_is_what_the_log_says(stream: UUID):
    enter(stream, 9)
    begin(stream, StagePlan(type="swiss", rounds=4))
    for _ in range(4):
        play(stream)
    do(stream, staging.CloseStage(stage=1))
    do(stream, opening.CloseTournament())
    kept = states.current(stream)
    states.forget_all()
    assert states.current(stream) == kept
    assert kept.status == "closed"
    assert list(Verification()) == []
    assert first_refused(store.load(stream)) is None


def test_any_version_and_any_minute_is_as_it_was_then(stream: UUID):
    enter(stream, 4)
    begin(stream, StagePlan(type="knock_out"))
    published = {}
    for number, deed in enumerate(
        [
            staging.PairRound(stage=1),
            staging.ReleaseRound(stage=1, round=1),
            staging.CallRound(stage=1, round=1),
            playing.ReportGame(match=1, points=(9, 4)),
            playing.CorrectResult(match=1, points=(4, 9), reason="mistake"),
        ]
    ):
        at = datetime.now(UTC) + timedelta(seconds=number)
        done = do(stream, deed, now=at)
        published[at, done.version] = done.state
    for (at, version), state in published.items():
        assert states.at_version(stream, version) == state
        assert states.at_time(stream, at) == state
    with pytest.raises(UnknownTournament):
        states.at_time(stream, datetime(2020, 1, 1, tzinfo=UTC))
    with pytest.raises(UnknownTournament):
        states.at_version(stream, 1_000)
    with pytest.raises(UnknownTournament):
        states.current(uuid4())


def test_a_deed_on_which_nothing_stands_is_undone_everywhere(stream: UUID):
    enter(stream, 4)
    begin(stream, StagePlan(type="swiss", rounds=2))
    before = states.current(stream)
    paired = do(stream, staging.PairRound(stage=1))
    done = undo(stream, paired.version, DIRECTOR, command=uuid4())
    assert done.events == (DeedUndone(paired.version, paired.version, last_match=2),)
    assert (done.state.matches, done.state.stages) == (before.matches, before.stages)
    states.forget_all()
    assert states.current(stream) == done.state
    do(stream, staging.PairRound(stage=1))
    assert first_refused(store.load(stream)) is None
    with pytest.raises(NotUndoable) as again:
        undo(stream, paired.version, DIRECTOR, command=uuid4())
    assert again.value.code == "undone-already"


def test_what_stands_on_a_deed_is_named(stream: UUID):
    enter(stream, 4)
    begin(stream, StagePlan(type="swiss", rounds=2))
    paired = do(stream, staging.PairRound(stage=1))
    released = do(stream, staging.ReleaseRound(stage=1, round=1))
    with pytest.raises(NotUndoable) as stands:
        undo(stream, paired.version, DIRECTOR, command=uuid4())
    assert (stands.value.code, stands.value.standing) == ("stands", (released.version,))
    for version, code in ((1, "first-event"), (99, "unknown-event")):
        with pytest.raises(NotUndoable) as none:
            undo(stream, version, DIRECTOR, command=uuid4())
        assert none.value.code == code


def go_on(stream: UUID, number: int, doer: Doer = SERVER) -> Done:
    """Pair, release and call a round, as the server does in an automatic tournament."""
    do(stream, staging.PairRound(stage=1), doer)
    do(stream, staging.ReleaseRound(stage=1, round=number), doer)
    return do(stream, staging.CallRound(stage=1, round=number), doer)


def first_round_reported(stream: UUID) -> Done:
    """Play the first round of a Swiss whose results the desk enters; return the last report."""
    enter(stream, 4)
    begin(stream, StagePlan(type="swiss", rounds=2, match=MatchPlan(hands=8, place="desk")))
    go_on(stream, 1)
    do(stream, playing.ReportGame(match=1, points=(9, 4)))
    return do(stream, playing.ReportGame(match=2, points=(3, 8)))


def test_the_last_result_of_a_round_is_undone_with_the_round_that_the_server_called_because_of_it(stream: UUID):
    reported = first_round_reported(stream)
    called = go_on(stream, 2)
    done = undo(stream, reported.version, DIRECTOR, command=uuid4())
    versions = [called.version, called.version - 1, called.version - 2, reported.version]
    assert done.events == tuple(DeedUndone(version, version, last_match=4) for version in versions)
    assert [one.number for one in done.state.stages[1].rounds] == [1]
    assert outcome_of(done.state, done.state.matches[2]) is None
    assert outcome_of(done.state, done.state.matches[1]) is not None
    do(stream, playing.ReportGame(match=2, points=(8, 3)))
    assert go_on(stream, 2).state.stages[1].rounds[1].matches == (5, 6)
    assert first_refused(store.load(stream)) is None


@pytest.mark.parametrize("doer", [SERVER, DIRECTOR])
def test_a_result_stands_while_the_next_round_has_begun_or_a_director_paired_it(stream: UUID, doer: Doer):
    reported = first_round_reported(stream)
    called = go_on(stream, 2, doer)
    begun = do(stream, playing.ReportGame(match=3, points=(7, 1))) if doer.is_server else called
    with pytest.raises(NotUndoable) as stands:
        undo(stream, reported.version, DIRECTOR, command=uuid4())
    assert stands.value.code == "stands"
    if doer.is_server:
        assert stands.value.standing == (begun.version,)


def test_a_forged_event_is_named_by_the_replay(stream: UUID):
    enter(stream, 4)
    begin(stream, StagePlan(type="swiss", rounds=2))
    do(stream, staging.PairRound(stage=1))
    stored = store.load(stream)
    state = states.current(stream)
    for forged, what in (
        (staging.events.RoundReleased(7, 1), "it names a stage"),
        (playing.events.MatchConfirmed(77, (1,)), "it names a match"),
        (entering.events.SeedsSet((1, 9)), "it names an entrant"),
        (DeedUndone(2, 3), "it undoes no deed"),
        (DeedUndone(2, 2), "it undoes a deed on which"),
        (TournamentOpened(CLUB, settings()), "has no place here"),
        (staging.events.RoundPaired(1, 0, 2, (staging.Pairing(9, ((1,), (1,))),), 1), "it pairs an entrant twice"),
        (staging.events.RoundPaired(1, 0, 1, (staging.Pairing(9, ((1,), (2,))),), 1), "its round is paired already"),
    ):
        with transaction.atomic():
            (last,) = store.append(stream, expected=state.version, events=[forged], command=uuid4())
            refused = first_refused([*stored, last])
            assert refused is not None, forged
            assert refused.version == last.version
            assert what in refused.what, forged
            transaction.set_rollback(True)
