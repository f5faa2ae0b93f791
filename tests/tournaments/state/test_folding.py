"""The fold: the tournament after each kind of event."""

import inspect
from types import ModuleType
from typing import Any

import pytest

from tests.tournaments.helpers.play import BEGAN, DIRECTOR, STREAM, Kept, Play, settings
from tournaments.deeds import entering, opening, playing, staging
from tournaments.events import entering as entering_events
from tournaments.events import opening as opening_events
from tournaments.events import playing as playing_events
from tournaments.events import staging as staging_events
from tournaments.events.base import TournamentEvent
from tournaments.events.playing import Report
from tournaments.events.settings import MatchPlan, Qualifiers, StagePlan
from tournaments.state import folding
from tournaments.state.folding import fold_all
from tournaments.state.tournament import NOBODY, OPEN, GameState

SWISS = StagePlan(type="swiss", rounds=3, tie_breaks=("points", "seed"))
KNOCK_OUT = StagePlan(type="knock_out")


def swiss(entrants: int = 4) -> Play:
    """Return a Swiss with its first round called."""
    play = Play(squad=3)
    play.enter(entrants)
    play.pair(play.begin(SWISS))
    return play


def knock_out(entrants: int = 4, **plan: Any) -> Play:
    play = Play()
    play.enter(entrants)
    play.pair(play.begin(StagePlan(type="knock_out", **plan)))
    return play


def event_types(module: ModuleType) -> list[type[Any]]:
    return [
        kind
        for _name, kind in inspect.getmembers(module, inspect.isclass)
        if issubclass(kind, TournamentEvent) and kind is not TournamentEvent
    ]


@pytest.mark.parametrize("module", [opening_events, entering_events, staging_events, playing_events])
def test_every_event_but_the_first_changes_the_tournament(module: ModuleType) -> None:
    known = {*folding._APPLY, opening_events.TournamentOpened}
    assert [kind.__name__ for kind in event_types(module) if kind not in known] == []


def test_the_first_event_opens_a_tournament_without_anybody() -> None:
    state = Play(capacity=8).state
    assert (state.stream, state.version, state.at, state.club) == (STREAM, 1, BEGAN, "club")
    assert state.settings == settings(capacity=8)
    assert (state.status, state.entrants, state.stages, state.matches) == ("open", {}, {}, {})


def test_nothing_but_an_opening_can_be_the_first_event() -> None:
    with pytest.raises(TypeError, match="EntriesClosed cannot be the first event"):
        fold_all(None, [Kept(STREAM, 1, STREAM, opening_events.EntriesClosed(), BEGAN)])


def test_no_events_leave_no_tournament() -> None:
    assert fold_all(None, []) is None


def test_a_fold_leaves_the_state_before_as_it_was() -> None:
    play = swiss()
    before, copy = play.state, play.state.copied()
    play.play_round(1)
    play.do(entering.Leave(entrant=1))
    assert before == copy
    assert before != play.state


def test_the_version_and_the_time_are_those_of_the_last_event() -> None:
    play = swiss()
    assert (play.state.version, play.state.at) == (play.kept[-1].version, play.kept[-1].recorded_at)


@pytest.mark.parametrize(
    "deed",
    [
        opening.NameStaff(player="s", role="scorer"),
        entering.NoteFee(entrant=1, paid=True),
        entering.ChangeSquad(entrant=1, squad=("p1a", "p1c")),
        playing.PlaceMatch(match=1, table="7"),
        playing.NameLineUp(match=1, entrant=1, players=("p1a", "p1b")),
        playing.CallMatch(match=1),
    ],
)
def test_what_no_pairing_depends_on_does_not_move_the_tournament(deed: Any) -> None:
    play = swiss()
    moved = play.state.moved
    assert play.do(deed)
    assert play.state.moved == moved


@pytest.mark.parametrize(
    "deed",
    [
        entering.WishBye(entrant=1, stage=1, round=2),
        entering.Leave(entrant=1),
        entering.ForbidMeeting(entrants=(1, 2)),
        staging.AdjustPoints(stage=1, entrant=1, points="1", reason="late"),
        playing.ReportGame(match=1, points=(1, 0)),
        playing.DecideMatch(match=1, decision="void"),
    ],
)
def test_what_a_pairing_may_depend_on_moves_the_tournament(deed: Any) -> None:
    play = swiss()
    play.do(deed)
    assert play.state.moved == play.state.version


def test_changed_settings_are_those_that_hold() -> None:
    play = Play()
    play.do(opening.ChangeTournament(settings=settings(capacity=4)))
    assert play.state.settings.capacity == 4


def test_a_stage_is_planned_planned_anew_and_dropped() -> None:
    play = Play()
    play.do(opening.PlanStage(plan=SWISS))
    play.do(opening.PlanStage(plan=KNOCK_OUT))
    play.do(opening.PlanStage(stage=1, plan=KNOCK_OUT))
    assert {number: stage.plan for number, stage in play.state.stages.items()} == {1: KNOCK_OUT, 2: KNOCK_OUT}
    play.do(opening.DropStage(stage=1))
    assert list(play.state.stages) == [2]


def test_a_plan_that_is_replaced_keeps_its_wild_cards() -> None:
    play = Play()
    play.enter(3)
    play.begin(SWISS)
    play.do(opening.PlanStage(plan=StagePlan(type="knock_out", source=(Qualifiers(stage=1),))))
    play.do(staging.GiveWildCard(stage=2, entrant=3))
    play.do(opening.PlanStage(stage=2, plan=StagePlan(type="knock_out", source=(Qualifiers(stage=1, last=2),))))
    assert play.state.stages[2].wild == (3,)
    assert play.state.stages[2].plan.source[0].last == 2


def test_staff_get_and_lose_their_offices() -> None:
    play = Play()
    play.do(opening.NameStaff(player="a", role="scorer"))
    play.do(opening.NameStaff(player="b", role="assistant"))
    play.do(opening.NameStaff(player="a", role="director"))
    assert play.state.staff == {"a": "director", "b": "assistant"}
    play.do(opening.ReleaseStaff(player="a"))
    assert play.state.staff == {"b": "assistant"}


def test_the_status_follows_entries_stages_and_the_end() -> None:
    play = Play()
    seen = [play.state.status]
    for deed in (opening.CloseEntries(), opening.OpenEntries(), opening.AbandonTournament(reason="rain")):
        play.do(deed)
        seen.append(play.state.status)
    assert seen == ["open", "closed_entries", "open", "abandoned"]


def test_an_abandoned_tournament_that_had_not_begun_does_not_play_when_it_is_reopened() -> None:
    play = Play()
    play.do(opening.AbandonTournament(reason="rain"))
    play.do(opening.ReopenTournament(reason="sun"))
    assert play.state.status == "closed_entries"
    play.do(opening.OpenEntries())
    assert play.state.status == "open"


def test_a_closed_tournament_has_places_until_it_is_reopened() -> None:
    play = Play()
    play.enter(3)
    play.begin(StagePlan(type="round_robin"))
    play.pair(1)
    play.play_round(1)
    play.do(staging.CloseStage(stage=1))
    assert play.state.stages[1].status == "closed"
    assert play.state.stages[1].places == (((1,), (2,), (3,)),)
    play.do(opening.CloseTournament())
    assert (play.state.status, play.state.places) == ("closed", ((1,), (2,), (3,)))
    play.do(opening.ReopenTournament(reason="mistake"))
    assert (play.state.status, play.state.places) == ("playing", ())
    play.do(staging.ReopenStage(stage=1, reason="mistake"))
    assert (play.state.stages[1].status, play.state.stages[1].places) == ("running", ())


def test_entrants_come_in_the_order_of_entry_until_seeds_are_set() -> None:
    play = Play(capacity=2)
    play.enter(3)
    assert play.state.order == (1, 2, 3)
    assert play.state.entered() == (1, 2)
    assert play.state.entrants[3].waiting
    play.do(entering.SetSeeds(order=(3, 2, 1)))
    assert play.state.entered() == (2, 1)


def test_an_entry_that_is_withdrawn_leaves_its_place_to_the_first_that_waits() -> None:
    play = Play(capacity=2)
    play.enter(4)
    play.do(entering.Withdraw(entrant=1))
    assert play.state.entered() == (2, 3)
    assert play.state.entrants[1].withdrawn
    play.do(entering.Withdraw(entrant=4))
    assert play.state.entered() == (2, 3)


def test_squads_fees_and_presence_are_noted() -> None:
    play = Play()
    play.enter(1)
    play.do(entering.ChangeSquad(entrant=1, squad=("x", "y")))
    play.do(entering.NoteFee(entrant=1, paid=True))
    play.do(entering.CheckIn(entrant=1))
    entrant = play.state.entrants[1]
    assert (entrant.squad, entrant.fee_paid, entrant.present) == (("x", "y"), True, True)
    play.do(entering.CheckIn(entrant=1, present=False))
    assert not play.state.entrants[1].present


def test_a_bye_is_wished_for_a_round_of_a_stage_and_taken_back() -> None:
    play = swiss()
    play.do(entering.WishBye(entrant=1, stage=1, round=2))
    play.do(entering.WishBye(entrant=1, stage=1, round=3))
    assert play.state.entrants[1].byes == ((1, 2), (1, 3))
    play.do(entering.WishBye(entrant=1, stage=1, round=2, wished=False))
    assert play.state.entrants[1].byes == ((1, 3),)


def test_an_entrant_that_leaves_plays_no_more_until_it_returns() -> None:
    play = swiss(5)
    play.play_round(1)
    play.do(entering.Leave(entrant=1))
    assert play.state.entrants[1].is_away
    assert [play.state.entrants[1].plays_in(1, number) for number in (1, 2, 3)] == [True, False, False]
    play.pair(1)
    play.do(entering.Return(entrant=1))
    assert not play.state.entrants[1].is_away
    assert [play.state.entrants[1].plays_in(1, number) for number in (1, 2, 3)] == [True, False, True]


def test_a_return_before_the_round_it_left_for_leaves_nothing() -> None:
    play = swiss()
    play.play_round(1)
    play.do(entering.Leave(entrant=1))
    play.do(entering.Return(entrant=1))
    assert play.state.entrants[1].absences == ()


def test_an_entrant_that_has_left_a_stage_is_in_no_later_one() -> None:
    play = swiss()
    play.play_round(1)
    play.do(entering.Disqualify(entrant=2, reason="conduct"))
    assert play.state.entrants[2].is_disqualified
    assert not play.state.entrants[2].plays_in(2, 1)
    assert play.state.entrants[1].plays_in(2, 1)


def test_a_late_entrant_is_the_last_of_its_group_from_the_next_round_on() -> None:
    play = swiss()
    play.play_round(1)
    play.enter(1)
    play.do(entering.Join(entrant=5, stage=1))
    assert play.state.stages[1].groups == ((1, 2, 3, 4, 5),)
    assert play.state.stages[1].joined == ((5, 2),)


def test_meetings_are_forbidden_and_allowed_whichever_is_named_first() -> None:
    play = swiss()
    play.do(entering.ForbidMeeting(entrants=(3, 1)))
    assert play.state.forbidden == {(1, 3)}
    play.do(entering.AllowMeeting(entrants=(3, 1)))
    assert play.state.forbidden == frozenset()


def test_a_lot_has_its_fingerprint_its_numbers_and_in_the_end_its_order() -> None:
    play = Play()
    play.enter(2)
    play._keep(
        [
            entering_events.LotPromised(1, (1, 2), "f", "s"),
            entering_events.LotNumberPromised(1, 2, "17"),
            entering_events.LotNumberPromised(1, 1, "4"),
            entering_events.LotClosed(1),
            entering_events.LotNumberOpened(1, 1, "four"),
            entering_events.LotDrawn(1, "s", (2, 1)),
        ]
    )
    lot = play.folded().lots[1]
    assert (lot.commitment, lot.promised, lot.closed) == ("f", ((2, "17"), (1, "4")), True)
    assert (lot.opened, lot.secret, lot.order) == (((1, "four"),), "s", (2, 1))


def test_a_round_is_a_draft_then_released_then_called() -> None:
    play = Play()
    play.enter(5)
    play.begin(SWISS)
    play.do(staging.PairRound(stage=1))
    draft = play.state.stages[1].rounds[0]
    assert (draft.number, draft.matches, draft.released, draft.called) == (1, (1, 2, 3), False, False)
    assert [match.is_bye for match in play.state.matches.values()] == [False, False, True]
    play.do(staging.ReleaseRound(stage=1, round=1))
    assert play.state.stages[1].rounds[0].released
    play.do(staging.CallRound(stage=1, round=1))
    assert play.state.stages[1].rounds[0].called


def test_a_draft_that_is_thrown_away_takes_its_matches_with_it_but_not_their_numbers() -> None:
    play = Play()
    play.enter(4)
    play.begin(SWISS)
    play.do(staging.PairRound(stage=1))
    play.do(staging.UnpairRound(stage=1, round=1))
    assert (play.state.matches, play.state.stages[1].rounds, play.state.last_match) == ({}, (), 2)
    play.do(staging.PairRound(stage=1))
    assert list(play.state.matches) == [3, 4]


def test_a_draw_that_is_undone_takes_its_matches_with_it_but_not_their_numbers() -> None:
    play = Play()
    play.enter(4)
    play.begin(KNOCK_OUT)
    play.do(staging.PairRound(stage=1))
    play.undo(play.state.version)
    assert (play.state.matches, play.state.followers, play.state.last_match) == ({}, {}, 3)
    play.do(staging.PairRound(stage=1))
    assert list(play.state.matches) == [4, 5, 6]
    assert play.state.followers == {4: (6,), 5: (6,)}


def test_an_edit_keeps_the_numbers_of_the_matches_as_far_as_they_go() -> None:
    play = Play()
    play.enter(4)
    play.begin(SWISS)
    play.do(staging.PairRound(stage=1))
    play.do(staging.EditPairings(stage=1, round=1, matches=(((1,), (2,)), ((3,),), ((4,),))))
    assert {number: match.sides for number, match in play.state.matches.items()} == {
        1: ((1,), (2,)),
        2: ((3,),),
        3: ((4,),),
    }
    assert play.state.last_match == 3
    play.do(staging.EditPairings(stage=1, round=1, matches=(((1,), (3,)), ((2,), (4,)))))
    assert list(play.state.matches) == [1, 2]
    assert play.state.last_match == 3


def test_a_bracket_that_comes_in_parts_is_the_bracket_that_comes_whole() -> None:
    whole = knock_out(8)
    parts = Play()
    for one in whole.kept[1:]:
        event = one.event
        if not isinstance(event, staging_events.BracketDrawn):
            parts._keep([event])
            continue
        for start in (0, 3, 6):
            slots = event.slots[start : start + 3]
            parts._keep([staging_events.BracketDrawn(event.stage, event.group, event.first + start, slots)])
    # The parts come one minute after the other, the whole at once.
    in_parts, at_once = (
        fold_all(None, [one._replace(recorded_at=BEGAN) for one in kept]) for kept in (parts.kept, whole.kept)
    )
    assert in_parts is not None
    assert at_once is not None
    assert (in_parts.matches, in_parts.stages, in_parts.followers, in_parts.last_match) == (
        at_once.matches,
        at_once.stages,
        at_once.followers,
        at_once.last_match,
    )


def test_the_places_of_a_bracket_fill_from_the_seeds_and_then_from_the_results() -> None:
    play = knock_out(4, options={"third_place": True})
    assert [match.sides for match in play.state.matches.values()] == [
        ((1,), (4,)),
        ((2,), (3,)),
        (OPEN, OPEN),
        (OPEN, OPEN),
    ]
    play.report(1, 1, 5)
    assert [play.state.matches[number].sides for number in (3, 4)] == [((1,), OPEN), ((4,), OPEN)]
    play.report(2, 5, 1)
    assert [play.state.matches[number].sides for number in (3, 4)] == [((1,), (3,)), ((4,), (2,))]


def test_nobody_goes_on_from_a_double_forfeit_and_the_next_opponent_has_a_walkover() -> None:
    play = knock_out(8)
    play.do(playing.DecideMatch(match=1, decision="double_forfeit"))
    play.report(2, 5, 1)
    semi_final = play.state.matches[5]
    assert semi_final.sides[0] == NOBODY
    assert play.state.matches[7].sides[0] == semi_final.sides[1]


def test_a_void_or_level_match_decides_no_place() -> None:
    play = knock_out(4)
    play.report(1, 3, 3)
    play.do(playing.DecideMatch(match=2, decision="void"))
    assert play.state.matches[3].sides == (OPEN, OPEN)


def test_the_opponent_of_an_entrant_that_leaves_goes_on() -> None:
    play = knock_out(4)
    play.report(1, 5, 1)
    play.do(entering.Leave(entrant=1))
    assert play.state.matches[3].sides == ((1,), OPEN)
    play.report(2, 5, 1)
    play.do(staging.CloseStage(stage=1))
    assert play.state.stages[1].places[0][0] == (2,)


def test_lists_of_a_stage_grow_in_order() -> None:
    play = swiss()
    play.do(staging.AdjustPoints(stage=1, entrant=2, points="-1/2", reason="late"))
    play.do(staging.AdjustPoints(stage=1, entrant=2, points="1", reason="late"))
    stage = play.state.stages[1]
    assert stage.adjustments == ((2, "-1/2"), (2, "1"))
    level = Play()
    level.enter(3)
    level.begin(StagePlan(type="swiss", rounds=1, tie_breaks=("points",)))
    for order in ((3, 1, 2), (2, 3, 1)):
        level.do(staging.DecideTie(stage=1, order=order, by="play"))
    assert level.state.stages[1].ties == ((3, 1, 2), (2, 3, 1))


def test_an_entrant_that_declines_gives_its_wild_card_back() -> None:
    play = Play()
    play.enter(4)
    play.begin(SWISS)
    play.do(opening.PlanStage(plan=StagePlan(type="knock_out", source=(Qualifiers(stage=1),))))
    play.do(staging.GiveWildCard(stage=2, entrant=3))
    play.do(staging.DeclineQualification(stage=2, entrant=3))
    assert (play.state.stages[2].wild, play.state.stages[2].declined) == ((), (3,))


def test_a_match_has_its_table_its_room_and_its_time() -> None:
    play = swiss()
    play.do(playing.PlaceMatch(match=1, table="7", room="hall", at=1_800_000_000))
    match = play.state.matches[1]
    assert (match.table, match.room, match.at) == ("7", "hall", 1_800_000_000)


def test_a_line_up_that_is_named_again_replaces_the_first() -> None:
    play = swiss()
    play.do(playing.NameLineUp(match=1, entrant=1, players=("p1a", "p1b")))
    play.do(playing.NameLineUp(match=1, entrant=1, players=("p1b", "p1a")))
    assert play.state.matches[1].line_ups == ((1, ("p1b", "p1a")),)


def test_a_call_seats_the_players_that_were_named_else_the_first_of_each_squad() -> None:
    play = swiss()
    home, away = (side[0] for side in play.state.matches[1].sides)
    play.do(playing.NameLineUp(match=1, entrant=away, players=(f"p{away}b", f"p{away}a")))
    play.do(playing.CallMatch(match=1))
    assert play.state.matches[1].seated == ((f"p{home}a", f"p{home}b"), (f"p{away}b", f"p{away}a"))
    assert play.state.matches[1].games[0].stream


def test_a_substitute_takes_the_seat_of_the_replaced() -> None:
    play = Play(squad=3)
    for number in (1, 2):
        play.do(entering.Enter(squad=(f"p{number}a", f"p{number}b", f"p{number}c")))
    play.pair(play.begin(SWISS))
    play.do(playing.CallMatch(match=1))
    play.do(playing.Substitute(match=1, entrant=2, player="p2c", replaced="p2a"))
    assert play.state.matches[1].seated == (("p1a", "p1b"), ("p2c", "p2b"))


def test_a_report_of_a_side_waits_and_one_of_the_desk_or_the_game_does_not() -> None:
    play = Play()
    play.enter(2)
    play.pair(play.begin(StagePlan(type="swiss", rounds=1, match=MatchPlan(place="sheet"))))
    event = playing_events.MatchReported(1, 1, Report((5, 3), (0,)), "side", side=1)
    play._keep([event])
    match = play.folded().matches[1]
    reported = GameState(1, report=event.report, by="side", side=1, reported_at=play.kept[-1].recorded_at)
    assert (match.games, match.confirmed) == ((reported,), False)
    play._keep([playing_events.MatchConfirmed(1, (1,))])
    assert play.folded().matches[1].confirmed


def test_a_match_that_is_extended_has_a_further_game_of_so_many_hands() -> None:
    play = knock_out(2)
    play.report(1, 4, 4)
    play.do(playing.ExtendMatch(match=1, hands=6))
    assert [(game.number, game.hands) for game in play.state.matches[1].games] == [(1, 0), (2, 6)]


def test_a_match_that_is_reopened_loses_its_decision_and_in_a_replay_its_games() -> None:
    play = swiss()
    play.report(1, 4, 1)
    play.do(playing.DecideMatch(match=1, decision="walkover", winner=1))
    play.do(playing.ReopenMatch(match=1, reason="appeal"))
    match = play.state.matches[1]
    assert (match.decision, len(match.games), match.confirmed) == (None, 1, True)
    play.do(playing.ReopenMatch(match=1, reason="appeal", replay=True))
    match = play.state.matches[1]
    assert (match.games, match.confirmed, match.seated) == ((), False, ())


def test_a_correction_is_the_desks_and_certain() -> None:
    play = swiss()
    play.report(1, 4, 1)
    play.do(playing.CorrectResult(match=1, points=(1, 4), reason="misread"))
    match = play.state.matches[1]
    assert match.games[0].report == Report((1, 4), (1,))
    assert (match.games[0].by, match.confirmed, match.follow_up) == ("desk", True, "keep")


def test_the_state_as_of_a_version_forgets_what_was_undone_later() -> None:
    play = swiss()
    play.report(1, 4, 1)
    with_report = play.state
    play.undo(play.state.version)
    assert play.state.matches[1].games == ()
    assert play.folded(with_report.version) == with_report


def test_two_tournaments_that_begin_alike_share_nothing() -> None:
    one, other = Play(), Play()
    one.do(opening.NameStaff(player="a", role="scorer"), DIRECTOR)
    assert other.state.staff == {}
