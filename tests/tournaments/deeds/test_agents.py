"""Free agents: single players, their lot, and the teams that follow from it; entrants that are held out."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from games.replaying.refused import Refused as NotReplayed
from tests.tournaments.helpers.play import DIRECTOR, Kept, Play, settings
from tests.tournaments.helpers.random_play import RandomPlay
from tournaments.deeds import agents, entering, lots, opening, presence, staging
from tournaments.deeds.base import Deed, Doer, Role
from tournaments.deeds.entering import waiting_list
from tournaments.deeds.presence import absent, check_in_window, is_check_in_open
from tournaments.events import entering as events
from tournaments.events.opening import TournamentChanged
from tournaments.events.settings import StagePlan
from tournaments.log.replaying import replay_tournament
from tournaments.plans.presets import PRESETS

BY_LOT = StagePlan(type="knock_out", by_lot=True)


def alone(count: int, **changes: object) -> Play:
    """Return a tournament of teams of three that single players have entered."""
    play = Play(
        **{"rules": "28-central-kerala-6", "kind": "team", "side": 3, "squad": 4, "free_agents": True, **changes}
    )
    for number in range(1, count + 1):
        play.do(agents.EnterFreeAgent(player=f"f{number}", club=f"club{number % 2}"))
    return play


def drawn(play: Play) -> tuple[int, ...]:
    """Draw a lot among the single players and return its order."""
    number = max(play.state.lots, default=0) + 1
    play.do(lots.PromiseLot(free_agents=True))
    play.do(lots.DrawLot(lot=number))
    return play.state.lots[number].order


def replayed(play: Play) -> None:
    """Replay the log command by command, as `verify_events --replay` does."""
    commands: dict[object, list[Kept]] = {}
    for one in play.kept:
        commands.setdefault(one.command, []).append(one)
    replay_tournament(iter([[_Stored(one) for one in together] for together in commands.values()]))


class _Stored:
    def __init__(self, one: Kept) -> None:
        self.stream, self.version, self.command, self.event = one.stream, one.version, one.command, one.event
        self.recorded_at, self.type = one.recorded_at, type(one.event).__name__


def test_teams_are_made_in_the_order_of_the_lot_and_one_is_left_over() -> None:
    play = alone(7)
    order = drawn(play)
    assert sorted(order) == list(range(1, 8))
    (made,) = play.do(agents.MakeTeams())
    assert made == events.TeamsMade(1, 8, (order[:3], order[3:6]))
    state = play.state
    assert state.entered() == (8, 9)
    assert [state.entrants[number].squad for number in (8, 9)] == [
        tuple(f"f{agent}" for agent in order[:3]),
        tuple(f"f{agent}" for agent in order[3:6]),
    ]
    assert state.free_agents() == order[6:]
    assert play.refusal(agents.MakeTeams()) == "too-few-free-agents"
    replayed(play)


def test_both_lots_of_kerala_club_28_work_one_after_the_other() -> None:
    preset = next(preset for preset in PRESETS if preset.id == "kerala-club-28")
    play = alone(12, **preset.settings)
    (plan,) = preset.stages(4)
    play.do(opening.PlanStage(plan=plan))
    drawn(play)
    play.do(agents.MakeTeams())
    assert play.refusal(staging.BeginStage(stage=1)) == "no-lot", "the lot of the players is none of the teams"
    play.do(lots.PromiseLot())
    play.do(lots.DrawLot(lot=2))
    play.do(staging.BeginStage(stage=1))
    order = play.state.lots[2].order
    assert sorted(order) == [13, 14, 15, 16]
    assert play.state.stages[1].groups == (order,)
    while not play.all_paired(1):
        play.pair(1)
        while play.open_matches(1):
            play.play_round(1)
    play.do(staging.CloseStage(stage=1))
    play.do(opening.CloseTournament())
    assert {entrant for place in play.state.places for entrant in place} == {13, 14, 15, 16}
    replayed(play)


def test_single_players_come_into_no_field() -> None:
    play = alone(3)
    for number in range(2):
        play.do(entering.Enter(squad=tuple(f"t{number}{seat}" for seat in range(3))))
    play.begin(StagePlan(type="swiss", rounds=2))
    assert play.state.stages[1].field == (4, 5)
    assert play.refusal(entering.Join(entrant=1, stage=1)) == "free-agent"


def test_a_single_player_that_is_gone_since_the_draw_is_passed_over() -> None:
    play = alone(7)
    order = drawn(play)
    captain = Doer(f"f{order[1]}", frozenset({Role.PLAYER}))
    play.do(entering.Withdraw(entrant=order[1]), captain)
    (made,) = play.do(agents.MakeTeams())
    assert made.teams == ((order[0], order[2], order[3]), order[4:7])
    assert play.standing(play.version_of(events.EntrantWithdrew)) == ["TeamsMade"]
    replayed(play)


def test_teams_beyond_the_room_wait_and_move_up() -> None:
    play = alone(9, capacity=2)
    drawn(play)
    (made,) = play.do(agents.MakeTeams())
    assert made.waiting == 1
    assert (play.state.entered(), waiting_list(play.state)) == ((10, 11), [12])
    assert [type(one).__name__ for one in play.do(entering.Withdraw(entrant=10))] == [
        "EntrantWithdrew",
        "EntrantMovedUp",
    ]
    assert play.state.entered() == (11, 12)


def test_a_player_taken_into_a_squad_is_no_single_player_any_more() -> None:
    play = alone(4)
    happened = play.do(entering.Enter(squad=("f2", "x", "y")))
    assert [type(one).__name__ for one in happened] == ["EntrantWithdrew", "EntrantEntered"]
    play.do(entering.ChangeSquad(entrant=5, squad=("f2", "x", "y", "f4")))
    assert play.state.free_agents() == (1, 3)
    play.undo(play.version_of(events.SquadChanged))
    assert play.state.free_agents() == (1, 3, 4)
    assert play.refusal(agents.EnterFreeAgent(player="f2")) == "player-entered"


def test_making_teams_is_undone_until_something_stands_on_it() -> None:
    play = alone(6)
    drawn(play)
    before = play.state
    play.do(agents.MakeTeams())
    version = play.state.version
    play.undo(version)
    aside = {"version": 0, "at": before.at, "moved": 0, "timed": 0}
    assert replace(play.state, **aside) == replace(before, **aside)
    play.do(agents.MakeTeams())
    play.do(opening.PlanStage(plan=StagePlan(type="swiss", rounds=1)))
    play.do(staging.BeginStage(stage=1))
    assert play.standing(play.version_of(events.TeamsMade)) == ["StageBegun"]
    assert play.standing(play.version_of(events.FreeAgentEntered)) == ["LotPromised", "TeamsMade"]
    replayed(play)


def test_a_team_of_one_club_is_of_that_club_and_is_here_when_all_of_it_are() -> None:
    play = Play(free_agents=True, check_in=True)
    for player, club in (("a", "pala"), ("b", "pala"), ("c", "kochi"), ("d", None), ("e", "pala")):
        play.do(agents.EnterFreeAgent(player=player, club=club))
    for number in (1, 2, 3, 4):
        play.do(entering.CheckIn(entrant=number))
        play.do(entering.NoteFee(entrant=number, paid=number != 4))
    order = drawn(play)
    assert sorted(order) == [1, 2, 3, 4], "5 has not checked in"
    play.do(agents.MakeTeams())
    for number in (6, 7):
        team = play.state.entrants[number]
        assert team.present
        assert team.club == ("pala" if set(team.squad) == {"a", "b"} else None)
        assert team.fee_paid == ("d" not in team.squad)


def test_a_log_whose_teams_do_not_follow_from_the_lot_is_found_out() -> None:
    play = alone(6)
    order = drawn(play)
    play.do(agents.MakeTeams())
    replayed(play)
    last = play.kept[-1]
    for teams in ((order[3:6], order[:3]), (order[1:4],), ((order[0], order[2], order[1]),), ()):
        play.kept[-1] = last._replace(event=events.TeamsMade(1, 7, teams))
        with pytest.raises(NotReplayed):
            replayed(play)
    for wrong in (replace(last.event, lot=2), replace(last.event, first=6)):
        play.kept[-1] = last._replace(event=wrong)
        with pytest.raises(NotReplayed):
            replayed(play)


class Alone(RandomPlay):
    """Single players who enter, are drawn, made into teams, withdraw, and are undone, in any order."""

    def __init__(self, random: Random) -> None:
        super().__init__("swiss", random)
        self.attempt(opening.ChangeTournament(settings=replace(self.state.settings, free_agents=True)), DIRECTOR)

    def _doer(self) -> Doer:
        return DIRECTOR

    def _likely(self) -> Iterator[Callable[[], Deed]]:
        random, state = self.random, self.state
        number, lot = random.randint(1, len(state.entrants) + 1), max(state.lots, default=1)
        for _ in range(3):
            yield lambda: agents.EnterFreeAgent(player=f"f{random.randint(1, 12)}")
        yield lambda: lots.PromiseLot(entrants=state.free_agents() or (1, 2))
        yield lambda: lots.DrawLot(lot=lot)
        yield lambda: lots.DropLot(lot=lot, reason="mistake") if random.random() < 0.3 else lots.DrawLot(lot=lot)
        yield agents.MakeTeams
        yield lambda: entering.Withdraw(entrant=number)
        yield lambda: entering.Enter(squad=(f"f{random.randint(1, 12)}", f"x{number}"))
        yield lambda: entering.ChangeSquad(
            entrant=number, squad=(f"f{random.randint(1, 12)}", f"f{random.randint(1, 12)}")
        )
        yield lambda: entering.GiveSeed(entrant=number, seed=random.randint(1, 6))
        yield self.undoes

    def undoes(self) -> Deed:
        self.undo_one()
        return agents.MakeTeams()

    def check(self) -> None:
        super().check()
        present = [entrant for entrant in self.state.entrants.values() if not entrant.is_gone]
        places = Counter(player for entrant in present for player in entrant.squad)
        assert set(places.values()) <= {1}, "a player is entered twice"
        for entrant in self.state.entrants.values():
            if entrant.made_into:
                assert entrant.free
                assert entrant.made_into in self.state.entrants
        assert not {number for number in self.state.entered() if self.state.entrants[number].free}


@pytest.mark.parametrize("seed", range(12))
def test_whatever_single_players_do_everything_that_nothing_stands_on_could_be_missing(seed: int) -> None:
    play = Alone(Random(seed))
    for _ in range(60):
        play.step()
    replayed(play)


@given(st.lists(st.sampled_from(("enter", "withdraw", "draw", "make")), max_size=30), st.integers(2, 4), st.randoms())
def test_every_player_stands_exactly_once(steps: Sequence[str], side: int, random: Random) -> None:
    rules = {2: "28-kerala-4", 3: "28-central-kerala-6", 4: "56-kerala-8"}[side]
    play = Play(rules=rules, engine=2, kind="team", side=side, squad=side, free_agents=True)
    there: set[str] = set()
    for number, step in enumerate(steps):
        free = play.state.free_agents()
        if step == "enter":
            play.do(agents.EnterFreeAgent(player=f"f{number}"))
            there.add(f"f{number}")
        elif step == "withdraw" and free:
            agent = random.choice(free)
            there -= set(play.state.entrants[agent].squad)
            play.do(entering.Withdraw(entrant=agent))
        elif step == "draw" and len(free) >= 2:
            drawn(play)
        elif step == "make":
            able = agents.lot_of_agents(play.state)
            if able is not None and sum(play.state.entrants[one].is_free for one in able.order) >= side:
                play.do(agents.MakeTeams())
        standing = [entrant for entrant in play.state.entrants.values() if not entrant.is_gone]
        assert Counter(player for entrant in standing for player in entrant.squad) == Counter(there)
        assert all(len(play.state.entrants[one].squad) == side for one in play.state.entered())
    replayed(play)


# Check-in.


def waiting_play(**changes: object) -> Play:
    play = Play(check_in=True, capacity=3, **changes)
    play.enter(6)
    play.do(opening.PlanStage(plan=StagePlan(type="swiss", rounds=2)))
    return play


def test_entrants_that_are_absent_are_held_out_by_a_director_only() -> None:
    play = waiting_play()
    for entrant in (1, 5, 6):
        play.do(entering.CheckIn(entrant=entrant))
    assert absent(play.state) == (2, 3)
    assert play.refusal(staging.BeginStage(stage=1)) == "entrants-absent"
    (held,) = play.do(presence.GoOnWithout())
    assert held == events.EntrantsHeldOut((2, 3), (5, 6)), "4 is absent as well, and stays on the waiting list"
    assert play.state.entered() == (1, 5, 6)
    play.do(staging.BeginStage(stage=1))
    assert play.state.stages[1].field == (1, 5, 6)
    assert play.standing(play.version_of(events.EntrantsHeldOut)) == ["StageBegun"]
    replayed(play)


def test_some_are_waited_for_and_some_let_in_again() -> None:
    play = waiting_play()
    for entrant in (1, 5):
        play.do(entering.CheckIn(entrant=entrant))
    play.do(presence.GoOnWithout(entrants=(2,)))
    assert (play.state.entered(), waiting_list(play.state)) == ((1, 3, 5), [4, 6])
    play.do(presence.Readmit(entrant=2))
    assert (play.state.entered(), waiting_list(play.state)) == ((1, 3, 5), [2, 4, 6]), "there is no room: it waits"
    play.do(entering.Withdraw(entrant=3))
    assert play.state.entered() == (1, 2, 5)
    assert play.standing(play.version_of(events.EntrantReadmitted)) == ["EntrantMovedUp"]
    assert absent(play.state) == ()
    play.do(staging.BeginStage(stage=1))
    replayed(play)


def test_one_that_was_held_out_and_has_gone_since_is_not_put_back_into_the_field() -> None:
    play = waiting_play()
    play.do(presence.GoOnWithout(entrants=(2,)))
    play.do(entering.Withdraw(entrant=2))
    assert play.standing(play.version_of(events.EntrantsHeldOut)) == ["EntrantWithdrew"]


def test_the_settings_by_which_entrants_were_held_out_stay() -> None:
    play = Play()
    play.enter(3)
    play.do(opening.ChangeTournament(settings=settings(check_in=True)))
    play.do(presence.GoOnWithout())
    assert play.standing(play.version_of(TournamentChanged)) == ["EntrantsHeldOut"]


def test_one_that_was_held_out_may_join_late() -> None:
    play = Play(check_in=True)
    play.enter(3)
    for entrant in (1, 2):
        play.do(entering.CheckIn(entrant=entrant))
    play.do(presence.GoOnWithout())
    play.begin(StagePlan(type="swiss", rounds=2))
    happened = play.do(entering.Join(entrant=3, stage=1))
    assert [type(one).__name__ for one in happened] == ["EntrantReadmitted", "EntrantJoined"]
    assert play.state.entered() == (1, 2, 3)


def test_captains_check_in_while_it_is_open_and_the_staff_always() -> None:
    play = Play(check_in=True, starts_at=100_000, check_in_opens=60, check_in_closes=10)
    play.enter(2)
    assert check_in_window(play.state.settings) == (96_400, 99_400)
    captain = Doer("p1a", frozenset({Role.PLAYER}), at=96_399)
    deed = entering.CheckIn(entrant=1)
    assert play.refusal(deed, captain) == "check-in-early"
    assert play.refusal(deed, replace(captain, at=99_400)) == "check-in-over"
    assert not is_check_in_open(play.state.settings, 99_400)
    assert play.do(deed, replace(captain, at=96_400))
    assert play.do(entering.CheckIn(entrant=2), replace(DIRECTOR, at=99_999))


def test_an_extension_counts_from_now_once_check_in_is_over() -> None:
    play = Play(check_in=True, starts_at=100_000, check_in_closes=10)
    play.enter(1)
    play.do(opening.ExtendCheckIn(minutes=5), replace(DIRECTOR, at=99_000))
    assert check_in_window(play.state.settings)[1] == 99_400 + 300
    play.do(opening.ExtendCheckIn(minutes=20), replace(DIRECTOR, at=100_030))
    closes = check_in_window(play.state.settings)[1]
    assert closes is not None
    assert 0 <= closes - (100_030 + 1_200) < 60


def test_without_a_start_check_in_has_no_window() -> None:
    play = Play(check_in=True, check_in_opens=60, check_in_closes=10)
    play.enter(1)
    assert check_in_window(play.state.settings) == (None, None)
    assert play.do(entering.CheckIn(entrant=1), Doer("p1a", frozenset({Role.PLAYER}), at=5))
