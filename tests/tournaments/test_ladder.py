"""A ladder: challenges within reach, their answers, and the order that follows."""

import re
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import store
from tests.tournaments.helpers.play import DIRECTOR, SERVER, Play
from tournaments.deeds import entering, ladder, opening, playing, staging
from tournaments.deeds.base import Deed, Doer, Refused, Role
from tournaments.drafting.places import places_of
from tournaments.events import ladder as events
from tournaments.events.entering import EntrantEntered
from tournaments.events.opening import DeedUndone
from tournaments.events.settings import MatchPlan, StagePlan
from tournaments.events.staging import StageBegun
from tournaments.formats.ladder import Rules, after_win
from tournaments.state.ladder import expired, inactive, order_of, refusals_of
from tournaments.state.stages import stage_of
from tournaments.state.standing import standing_of
from tournaments.state.undoing import deed_of, live, standing_on
from tournaments.tiebreaks.ranking import standings


def begun(entrants: int = 6, **options: Any) -> Play:
    play = Play()
    play.enter(entrants)
    play.begin(StagePlan(type="ladder", options=options))
    return play


def order(play: Play) -> tuple[int, ...]:
    return order_of(play.state, play.state.stages[1])


def challenge(play: Play, challenger: int, challenged: int, doer: Doer = DIRECTOR) -> int:
    (made,) = play.do(ladder.Challenge(stage=1, challenger=challenger, challenged=challenged), doer)
    return int(made.challenge)


def accept(play: Play, number: int) -> int:
    (accepted,) = play.do(ladder.AcceptChallenge(stage=1, challenge=number))
    return int(accepted.match)


def match(play: Play, challenger: int, challenged: int, won: bool = True) -> int:
    """Let a challenge be accepted and played; return its match."""
    number = accept(play, challenge(play, challenger, challenged))
    play.report(number, *((0, 9) if won else (9, 0)))
    return number


def seconds(play: Play, **later: float) -> int:
    return int((play.state.at + timedelta(**later)).timestamp())


def captain(number: int) -> Doer:
    return Doer(f"p{number}a", frozenset({Role.CAPTAIN}))


def test_a_ladder_begins_in_seeding_order_and_stands_as_its_order():
    play = begun(4)
    assert order(play) == (1, 2, 3, 4)
    rows = standings(stage_of(play.state, 1))
    assert [(row.entrant, row.rank, row.decided_by) for row in rows] == [
        ("1", 1, ""),
        ("2", 2, "order"),
        ("3", 3, "order"),
        ("4", 4, "order"),
    ]


def test_a_challenger_that_wins_takes_the_place_and_those_between_move_down():
    play = begun()
    match(play, 5, 2)
    assert order(play) == (1, 5, 2, 3, 4, 6)
    assert play.state == play.folded()


def test_a_challenger_that_loses_or_draws_stays():
    play = begun()
    match(play, 5, 2, won=False)
    play.report(accept(play, challenge(play, 3, 1)), 7, 7)
    assert order(play) == (1, 2, 3, 4, 5, 6)


def test_two_matches_at_once_count_in_the_order_of_their_results():
    play = begun()
    first, second = accept(play, challenge(play, 3, 1)), accept(play, challenge(play, 4, 2))
    play.report(second, 0, 9)
    play.report(first, 0, 9)
    assert order(play) == (3, 1, 4, 2, 5, 6)


def test_a_challenger_that_has_passed_its_opponent_meanwhile_stays_above_it():
    assert after_win((3, 1, 2), 3, 1) == (3, 1, 2)


@pytest.mark.parametrize(
    ("challenger", "challenged", "code"),
    [
        (5, 1, "out-of-reach"),
        (2, 3, "out-of-reach"),
        (2, 2, "out-of-reach"),
        (9, 2, "unknown-entrant"),
        (4, 9, "unknown-entrant"),
    ],
)
def test_a_challenge_reaches_up_to_three_places(challenger: int, challenged: int, code: str):
    with pytest.raises(Refused) as refused:
        challenge(begun(), challenger, challenged)
    assert refused.value.code == code


def test_the_reach_is_a_setting():
    assert challenge(begun(reach=5), 6, 1) == 1
    with pytest.raises(Refused, match="1 to 1 places"):
        challenge(begun(reach=1), 3, 1)


def test_nobody_is_in_two_challenges_at_once():
    play = begun()
    made = challenge(play, 3, 2)
    for pair in ((4, 3), (3, 1), (4, 2)):
        with pytest.raises(Refused, match="number 1"):
            challenge(play, *pair)
    number = accept(play, made)
    with pytest.raises(Refused, match="number 1"):
        challenge(play, 4, 2)
    play.report(number, 9, 0)
    assert challenge(play, 4, 2) == 2


def test_captains_challenge_answer_and_withdraw_for_their_own_entrants():
    play = begun()
    with pytest.raises(Refused, match="captain"):
        challenge(play, 3, 2, captain(4))
    made = challenge(play, 3, 2, captain(3))
    for deed in (ladder.AcceptChallenge, ladder.RefuseChallenge):
        with pytest.raises(Refused, match="captain"):
            play.do(deed(stage=1, challenge=made), captain(3))
    with pytest.raises(Refused, match="captain"):
        play.do(ladder.WithdrawChallenge(stage=1, challenge=made), captain(2))
    play.do(ladder.WithdrawChallenge(stage=1, challenge=made), captain(3))
    with pytest.raises(Refused, match="no longer open"):
        play.do(ladder.AcceptChallenge(stage=1, challenge=made), captain(2))
    again = challenge(play, 3, 2, captain(3))
    (accepted,) = play.do(ladder.AcceptChallenge(stage=1, challenge=again, at=1_800_000_000), captain(2))
    assert play.state.matches[accepted.match].at == 1_800_000_000


def test_an_accepted_match_can_be_called_at_once():
    play = begun()
    number = accept(play, challenge(play, 3, 2))
    (called,) = play.do(playing.CallMatch(match=number))
    assert called.line_ups == (("p2a", "p2b"), ("p3a", "p3b"))


def test_a_refusal_counts_as_a_lost_match():
    play = begun()
    play.do(ladder.RefuseChallenge(stage=1, challenge=challenge(play, 4, 2)), captain(2))
    assert order(play) == (1, 4, 2, 3, 5, 6)


def test_refusals_are_free_up_to_the_number_of_the_settings_and_a_match_begins_the_count_again():
    play = begun(refusals=1)
    refuse = lambda: play.do(ladder.RefuseChallenge(stage=1, challenge=challenge(play, 3, 2)))  # noqa: E731
    assert refuse() == [events.ChallengeRefused(1, 1, lost=False)]
    assert refusals_of(play.state.stages[1], 2) == 1
    match(play, 3, 2, won=False)
    assert refuse() == [events.ChallengeRefused(1, 3, lost=False)]
    assert order(play) == (1, 2, 3, 4, 5, 6)
    assert refuse() == [events.ChallengeRefused(1, 4, lost=True)]
    assert order(play) == (1, 3, 2, 4, 5, 6)
    assert refusals_of(play.state.stages[1], 2) == 0


def test_a_clock_proposes_that_a_challenge_expires_and_a_deed_decides_it():
    play = begun(days=3)
    made = challenge(play, 3, 2)
    stage = play.state.stages[1]
    rules = Rules(days=3)
    early, late = seconds(play, days=2.9), seconds(play, days=3)
    assert not list(expired(play.state, stage, rules, play.state.at + timedelta(days=2.9)))
    assert [one.number for one in expired(play.state, stage, rules, play.state.at + timedelta(days=3))] == [made]
    with pytest.raises(Refused, match="3 days"):
        play.do(ladder.ExpireChallenge(stage=1, challenge=made, now=early), SERVER)
    with pytest.raises(Refused, match="directors"):
        play.do(ladder.ExpireChallenge(stage=1, challenge=made, now=late), captain(3))
    play.do(ladder.ExpireChallenge(stage=1, challenge=made, now=late), SERVER)
    assert order(play) == (1, 3, 2, 4, 5, 6)
    assert not list(expired(play.state, play.state.stages[1], rules, play.state.at + timedelta(days=9)))


def test_an_unanswered_challenge_may_count_as_a_refusal():
    play = begun(unanswered="refusal", refusals=1)
    for lost in (False, True):
        made = challenge(play, 3, 2)
        (happened,) = play.do(ladder.ExpireChallenge(stage=1, challenge=made, now=seconds(play, days=7)))
        assert happened.lost is lost
    assert order(play) == (1, 3, 2, 4, 5, 6)


def test_an_entrant_that_does_not_play_moves_down():
    play = begun(inactive_days=30, inactive_places=2)
    rules = Rules(inactive_days=30)
    match(play, 3, 2, won=False)
    now = play.state.at + timedelta(days=30)
    assert set(inactive(play.state, play.state.stages[1], rules, now - timedelta(minutes=1))) == {1, 4, 5, 6}
    play.do(ladder.MoveDown(stage=1, entrant=1, now=int(now.timestamp()) - 60), SERVER)
    assert order(play) == (2, 3, 1, 4, 5, 6)
    with pytest.raises(Refused, match="as the settings say"):
        play.do(ladder.MoveDown(stage=1, entrant=1, now=int(now.timestamp())), SERVER)
    challenge(play, 5, 4)
    assert set(inactive(play.state, play.state.stages[1], rules, now + timedelta(days=9))) == {1, 2, 3, 6}


def test_without_such_a_setting_nobody_moves_down():
    play = begun()
    with pytest.raises(Refused, match="as the settings say"):
        play.do(ladder.MoveDown(stage=1, entrant=1, now=seconds(play, days=900)))


def test_a_late_entrant_joins_at_the_bottom_and_challenges():
    play = begun(3)
    play.enter(1)
    play.do(entering.Join(entrant=4, stage=1))
    assert order(play) == (1, 2, 3, 4)
    match(play, 4, 1)
    assert order(play) == (4, 1, 2, 3)


def test_an_entrant_that_leaves_stands_last_and_comes_back_at_the_bottom():
    play = begun(5)
    made = challenge(play, 3, 2)
    play.do(entering.Leave(entrant=2))
    assert order(play) == (1, 3, 4, 5, 2)
    with pytest.raises(Refused, match="no longer open"):
        play.do(ladder.AcceptChallenge(stage=1, challenge=made))
    with pytest.raises(Refused, match="already left"):
        challenge(play, 2, 5)
    play.enter(1)
    play.do(entering.Join(entrant=6, stage=1))
    assert order(play) == (1, 3, 4, 5, 6, 2)
    play.do(entering.Return(entrant=2))
    match(play, 2, 5)
    assert order(play) == (1, 3, 4, 2, 5, 6)
    assert play.state == play.folded()


def test_an_entrant_that_leaves_loses_its_open_match_but_no_place_is_taken():
    play = begun(5)
    number = accept(play, challenge(play, 3, 1))
    play.do(entering.Leave(entrant=1))
    assert order(play) == (2, 3, 4, 5, 1)
    assert challenge(play, 3, 2) == 2
    with pytest.raises(Refused, match="decided"):
        play.do(playing.CallMatch(match=number))


def test_a_corrected_result_counts_in_its_old_turn():
    play = begun()
    first = match(play, 3, 2)
    match(play, 4, 3)
    assert order(play) == (1, 4, 3, 2, 5, 6)
    play.do(playing.CorrectResult(match=first, points=(9, 0), reason="slip"))
    assert order(play) == (1, 2, 4, 3, 5, 6)


def test_a_match_decided_by_the_staff_counts():
    play = begun()
    number = accept(play, challenge(play, 4, 2))
    play.do(playing.DecideMatch(match=number, decision="walkover", winner=1))
    assert order(play) == (1, 4, 2, 3, 5, 6)
    play.do(playing.ReopenMatch(match=number, reason="slip"))
    assert order(play) == (1, 2, 3, 4, 5, 6)


def test_undoing_an_answer_opens_the_challenge_again_and_nothing_stands_on_less():
    play = begun()
    made = challenge(play, 4, 2)
    play.do(ladder.RefuseChallenge(stage=1, challenge=made))
    refused = play.state.version
    counted = live(play.kept)
    challenge_deed = deed_of(counted, refused - 1)
    assert [one.version for one in standing_on(play.state, counted, challenge_deed)] == [refused]
    play.undo(refused)
    assert order(play) == (1, 2, 3, 4, 5, 6)
    number = accept(play, made)
    accepted = play.state.version
    play.report(number, 0, 9)
    assert standing_on(play.state, live(play.kept), deed_of(live(play.kept), accepted))
    play.undo(play.state.version)
    play.undo(accepted)
    play.do(ladder.WithdrawChallenge(stage=1, challenge=made))
    assert order(play) == (1, 2, 3, 4, 5, 6)


def test_a_late_entry_on_which_a_challenge_stands_is_not_undone():
    play = begun(3)
    play.enter(1)
    play.do(entering.Join(entrant=4, stage=1))
    joined = play.state.version
    challenge(play, 4, 2)
    assert standing_on(play.state, play.kept, deed_of(play.kept, joined))


def test_challenge_numbers_stay_after_an_earlier_one_is_undone():
    play = begun()
    first = challenge(play, 6, 4)
    version = play.state.version
    second = challenge(play, 3, 1)
    play.undo(version)
    assert (first, second, challenge(play, 6, 4)) == (1, 2, 3)
    play.report(accept(play, 2), 0, 9)
    assert order(play) == (3, 1, 2, 4, 5, 6)


def test_a_ladder_is_closed_with_its_order_and_the_first_go_on():
    play = begun()
    match(play, 3, 1)
    challenge(play, 6, 5)
    play.do(staging.CloseStage(stage=1))
    assert places_of(play.state, 1) == ((3,), (1,), (2,), (4,), (5,), (6,))
    assert play.state.stages[1].places == (places_of(play.state, 1),)


def test_a_ladder_is_not_closed_while_a_match_is_open():
    play = begun()
    accept(play, challenge(play, 3, 1))
    with pytest.raises(Refused, match="match 1"):
        play.do(staging.CloseStage(stage=1))


@pytest.mark.parametrize(
    ("deed", "code"),
    [
        (staging.PairRound(stage=1), "no-rounds"),
        (staging.UnpairRound(stage=1, round=1), "not-paired"),
        (entering.WishBye(entrant=1, stage=1, round=1), "no-byes"),
        (entering.Leave(entrant=1, matches="void"), "choice-of-format"),
        (ladder.AcceptChallenge(stage=1, challenge=4), "unknown-challenge"),
        (ladder.MoveDown(stage=1, entrant=9, now=0), "unknown-entrant"),
    ],
)
def test_other_deeds_are_refused_with_their_reasons(deed: Any, code: str):
    with pytest.raises(Refused) as refused:
        begun().do(deed)
    assert refused.value.code == code


def late() -> Play:
    """Return a ladder of four, and a fifth entrant that does not play in it; 3 has challenged 2."""
    play = begun(4)
    play.enter(1)
    challenge(play, 3, 2)
    return play


def away() -> Play:
    play = late()
    play.do(entering.Leave(entrant=1))
    return play


def answered() -> Play:
    play = late()
    play.do(ladder.RefuseChallenge(stage=1, challenge=1))
    return play


def swiss() -> Play:
    play = Play()
    play.enter(4)
    play.begin(StagePlan(type="swiss", rounds=2))
    return play


CASES = [
    ("no-ladder", swiss, ladder.Challenge(stage=1, challenger=2, challenged=1), DIRECTOR),
    ("not-your-entrant", late, ladder.Challenge(stage=1, challenger=4, challenged=1), captain(3)),
    ("not-in-stage", late, ladder.Challenge(stage=1, challenger=5, challenged=4), DIRECTOR),
    ("not-in-stage", late, ladder.Challenge(stage=1, challenger=4, challenged=5), DIRECTOR),
    ("already-left", away, ladder.Challenge(stage=1, challenger=4, challenged=1), DIRECTOR),
    ("out-of-reach", late, ladder.Challenge(stage=1, challenger=1, challenged=4), DIRECTOR),
    ("challenge-pending", late, ladder.Challenge(stage=1, challenger=4, challenged=2), DIRECTOR),
    ("no-ladder", swiss, ladder.AcceptChallenge(stage=1, challenge=1), DIRECTOR),
    ("unknown-challenge", late, ladder.AcceptChallenge(stage=1, challenge=2), DIRECTOR),
    ("answered", answered, ladder.AcceptChallenge(stage=1, challenge=1), DIRECTOR),
    ("not-your-entrant", late, ladder.AcceptChallenge(stage=1, challenge=1), captain(3)),
    ("no-ladder", swiss, ladder.RefuseChallenge(stage=1, challenge=1), DIRECTOR),
    ("unknown-challenge", late, ladder.RefuseChallenge(stage=1, challenge=2), DIRECTOR),
    ("answered", answered, ladder.RefuseChallenge(stage=1, challenge=1), DIRECTOR),
    ("not-your-entrant", late, ladder.RefuseChallenge(stage=1, challenge=1), captain(3)),
    ("unknown-challenge", late, ladder.WithdrawChallenge(stage=1, challenge=2), DIRECTOR),
    ("answered", answered, ladder.WithdrawChallenge(stage=1, challenge=1), DIRECTOR),
    ("not-your-entrant", late, ladder.WithdrawChallenge(stage=1, challenge=1), captain(2)),
    ("answered", answered, ladder.ExpireChallenge(stage=1, challenge=1, now=0), SERVER),
    ("not-due", late, ladder.ExpireChallenge(stage=1, challenge=1, now=0), SERVER),
    ("no-ladder", swiss, ladder.MoveDown(stage=1, entrant=1, now=0), SERVER),
    ("not-in-stage", late, ladder.MoveDown(stage=1, entrant=5, now=0), SERVER),
    ("not-due", late, ladder.MoveDown(stage=1, entrant=1, now=0), SERVER),
]


@pytest.mark.parametrize(("code", "play", "deed", "doer"), CASES)
def test_a_deed_of_a_ladder_is_refused_with_its_code(code: str, play: Callable[[], Play], deed: Any, doer: Doer):
    assert play().refusal(deed, doer) == code


def test_every_code_of_the_module_is_provoked():
    named = set(re.findall(r'Refused\(\s*"([a-z-]+)"', Path(ladder.__file__).read_text()))
    of_the_captains_check = {"not-your-entrant"}
    assert {code for code, *_ in CASES} == named | of_the_captains_check


def test_there_are_no_challenges_elsewhere():
    play = Play()
    play.enter(4)
    play.begin(StagePlan(type="swiss", rounds=2))
    with pytest.raises(Refused, match="not a ladder"):
        challenge(play, 2, 1)


@pytest.mark.parametrize(
    ("plan", "field"),
    [
        (StagePlan(type="ladder", groups=2), "groups"),
        (StagePlan(type="ladder", rounds_from_last=(MatchPlan(hands=13),)), "rounds_from_last"),
        (StagePlan(type="stairs"), "type"),
        (StagePlan(type="ladder", options={"reach": 0}), "options"),
        (StagePlan(type="ladder", options={"days": "7"}), "options"),
        (StagePlan(type="ladder", options={"unanswered": "draw"}), "options"),
    ],
)
def test_a_ladder_is_planned_with_settings_that_can_be(plan: StagePlan, field: str):
    with pytest.raises(Refused) as refused:
        Play().do(opening.PlanStage(plan=plan))
    assert (refused.value.code, refused.value.field) == ("plan-impossible", field)


@given(st.randoms(use_true_random=False))
def test_whatever_happens_the_order_holds_every_entrant_once_and_folds_alike(random: Random):
    play = begun(5, refusals=1, inactive_days=1)
    shown = standing_of(play.state, 1)
    for _ in range(30):
        _something(play, random)
        if random.random() < 0.1:
            _undo_one(play, random)
        assert sorted(order(play)) == sorted(play.state.stages[1].field)
        shown = standing_of(play.state, 1, 0, shown)
        assert shown.rows == standing_of(play.state, 1).rows == standings(stage_of(play.state, 1))
    assert play.state == play.folded()


def _undo_one(play: Play, random: Random) -> None:
    """Undo a random deed after the beginning on which nothing stands."""
    counted = live(play.kept)
    began = next(one.version for one in counted if isinstance(one.event, StageBegun))
    later = [one for one in counted if one.version > began and not isinstance(one.event, EntrantEntered | DeedUndone)]
    for one in random.sample(later, len(later)):
        if not standing_on(play.state, counted, deed_of(counted, one.version)):
            play.undo(one.version)
            return


def _something(play: Play, random: Random) -> None:
    """Try a random deed; most are refused."""
    one, other = random.choice(order(play)), random.choice(order(play))
    number = random.randint(1, len(play.state.stages[1].challenges) + 1)
    deeds: list[Any] = [
        ladder.Challenge(stage=1, challenger=one, challenged=other),
        ladder.AcceptChallenge(stage=1, challenge=number),
        ladder.AcceptChallenge(stage=1, challenge=number),
        ladder.RefuseChallenge(stage=1, challenge=number),
        ladder.ExpireChallenge(stage=1, challenge=number, now=seconds(play, days=8)),
        ladder.MoveDown(stage=1, entrant=one, now=seconds(play, days=8)),
        entering.Leave(entrant=one),
        entering.Return(entrant=one),
        *(playing.ReportGame(match=open_one.number, points=(1, random.randint(0, 2)))
          for open_one in play.open_matches(1)),
    ]  # fmt: skip
    if len(play.state.entrants) < 8:
        play.enter(1)
        deeds.append(entering.Join(entrant=len(play.state.entrants), stage=1))
    with suppress(Refused):
        play.do(random.choice(deeds))


def test_the_events_have_names_of_their_own():
    for name in ("ChallengeMade", "ChallengeAccepted", "ChallengeRefused", "ChallengeExpired", "ChallengeWithdrawn",
                 "EntrantMovedDown"):  # fmt: skip
        assert store.event_names()[name].__module__ == "tournaments.events.ladder"


def test_a_leave_on_which_a_return_stands_is_not_undone():
    play = begun(3)
    play.do(entering.Leave(entrant=2))
    left = play.state.version
    play.do(entering.Return(entrant=2))
    returned = play.state.version
    assert [one.version for one in standing_on(play.state, play.kept, deed_of(play.kept, left))] == [returned]
    play.do(entering.Leave(entrant=2))
    assert standing_on(play.state, play.kept, deed_of(play.kept, returned))


@pytest.mark.parametrize("answer", [ladder.RefuseChallenge, ladder.WithdrawChallenge])
def test_what_ended_a_challenge_is_not_undone_under_the_next_one(answer: Callable[..., Deed]):
    play = begun()
    play.do(answer(stage=1, challenge=challenge(play, 3, 2)))
    ended = play.kept[-1].version
    challenge(play, 6, 5)
    assert play.standing(ended) == []
    challenge(play, 4, 2)
    assert play.standing(ended) == ["ChallengeMade"], "one entrant would have two open challenges"


def test_a_result_is_not_undone_under_the_next_challenge_of_its_entrants():
    play = begun()
    match(play, 3, 2)
    reported = play.kept[-1].version
    challenge(play, 5, 4)
    assert play.standing(reported) == []
    challenge(play, 2, 1)
    assert play.standing(reported) == ["ChallengeMade"]
