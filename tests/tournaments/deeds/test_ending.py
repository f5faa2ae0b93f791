"""The end of a tournament: its places, and that it can be opened again."""

from tests.tournaments.helpers.play import Play
from tournaments.deeds import entering, opening, playing, staging
from tournaments.events.settings import Qualifiers, StagePlan

TIE_BREAKS = ("points", "difference", "seed")
GROUPS = StagePlan(type="round_robin", groups=2, tie_breaks=TIE_BREAKS)


def played(play: Play, stage: int) -> None:
    """Play a stage to its end; the entrant with the smaller number wins."""
    play.pair(stage)
    while play.open_matches(stage):
        play.play_round(stage)
    play.do(staging.CloseStage(stage=stage))


def two_stages() -> Play:
    play = Play()
    play.enter(6)
    play.begin(GROUPS)
    play.do(opening.PlanStage(plan=StagePlan(type="knock_out", source=(Qualifiers(stage=1, last=1),))))
    played(play, 1)
    play.do(staging.BeginStage(stage=2))
    played(play, 2)
    return play


def test_the_last_stage_comes_first_and_then_the_places_of_the_groups_side_by_side() -> None:
    """Groups are (1, 4, 5) and (2, 3, 6)."""
    play = two_stages()
    play.do(opening.CloseTournament())
    assert play.state.places == ((1,), (2,), (4, 3), (5, 6))


def test_those_that_lost_in_the_same_round_of_a_knock_out_share_a_place() -> None:
    play = Play()
    play.enter(8)
    play.begin(StagePlan(type="knock_out"))
    played(play, 1)
    play.do(opening.CloseTournament())
    assert play.state.places == ((1,), (2,), (3, 4), (5, 6, 7, 8))


def test_a_correction_after_the_end_takes_the_way_back_stage_by_stage() -> None:
    play = two_stages()
    play.do(opening.CloseTournament())
    correction = playing.CorrectResult(match=play.state.last_match, points=(0, 9), reason="misread")
    assert play.refusal(correction) == "over"
    play.do(opening.ReopenTournament(reason="protest"))
    assert play.refusal(correction) == "stage-closed"
    assert play.refusal(staging.ReopenStage(stage=1, reason="protest")) == "stage-needed"
    play.do(staging.ReopenStage(stage=2, reason="protest"))
    play.do(correction)
    play.do(staging.CloseStage(stage=2))
    play.do(opening.CloseTournament())
    assert play.state.places[:2] == ((2,), (1,))


def test_a_stage_that_is_not_played_is_dropped_before_the_end() -> None:
    play = two_stages()
    play.do(opening.PlanStage(plan=GROUPS))
    assert play.refusal(opening.CloseTournament()) == "stages-open"
    play.do(opening.DropStage(stage=3))
    play.do(opening.CloseTournament())
    assert play.state.status == "closed"


def test_a_deed_that_changes_nothing_has_no_events() -> None:
    play = Play()
    play.enter(2)
    assert play.do(opening.ChangeTournament(settings=play.state.settings)) == []
    assert play.do(opening.OpenEntries()) == []
    assert play.do(opening.ReleaseStaff(player="x")) == []
    assert play.do(entering.ChangeSquad(entrant=1, squad=("p1a", "p1b"))) == []
    assert play.do(entering.NoteFee(entrant=1, paid=False)) == []
    assert play.do(entering.CheckIn(entrant=1, present=False)) == []
    assert play.do(entering.AllowMeeting(entrants=(1, 2))) == []
    assert play.do(entering.SetSeeds(order=(1, 2))) == []
    for deed in (
        opening.NameStaff(player="x", role="scorer"),
        opening.CloseEntries(),
        entering.ForbidMeeting(entrants=(2, 1)),
    ):
        assert play.do(deed)
        assert play.do(deed) == []
    play.pair(play.begin(StagePlan(type="swiss", rounds=2)))
    assert play.do(staging.ReleaseRound(stage=1, round=1)) == []
    assert play.do(staging.CallRound(stage=1, round=1)) == []
    assert play.do(entering.WishBye(entrant=1, stage=1, round=2, wished=False)) == []
    line_up = playing.NameLineUp(match=1, entrant=1, players=("p1a", "p1b"))
    assert play.do(line_up)
    assert play.do(line_up) == []
    assert play.do(playing.PlaceMatch(match=1)) == []
    play.report(1, 3, 1)
    assert play.do(playing.CorrectResult(match=1, points=(3, 1), reason="misread")) == []


def test_a_table_is_free_again_in_the_next_round_and_for_another_stage() -> None:
    play = Play()
    play.enter(4)
    play.pair(play.begin(StagePlan(type="round_robin")))
    play.pair(play.begin(StagePlan(type="round_robin")))
    for match in (1, 3, 7):
        assert play.do(playing.PlaceMatch(match=match, table="1"))
    assert play.refusal(playing.PlaceMatch(match=2, table="1")) == "table-taken"


def test_one_that_returns_after_the_end_of_a_stage_leaves_its_results_as_they_are() -> None:
    play = Play()
    play.enter(4)
    play.pair(play.begin(StagePlan(type="knock_out")))
    play.do(entering.Leave(entrant=1))
    play.report(2, 5, 3)
    play.report(3, 5, 3)
    play.do(staging.CloseStage(stage=1))
    before = play.state.matches
    play.do(entering.Return(entrant=1))
    assert play.state.matches == before
    assert play.state.entrants[1].plays_in(2, 1)


def test_the_last_of_a_larger_group_has_a_place_of_its_own() -> None:
    """Groups are (1, 4, 5) and (2, 3)."""
    play = Play()
    play.enter(5)
    play.begin(GROUPS)
    played(play, 1)
    play.do(opening.CloseTournament())
    assert play.state.places == ((1, 2), (4, 3), (5,))
