"""Why entrants are paired or rest, what a pairing by hand breaks, and where seeds come from."""

from fractions import Fraction

import pytest

from tests.tournaments.helpers.play import Play
from tournaments.deeds import entering, opening, playing, staging
from tournaments.deeds.base import Refused
from tournaments.deeds.lots import DrawLot, PromiseLot
from tournaments.deeds.staging import EditPairings
from tournaments.events.settings import Qualifiers, StagePlan
from tournaments.formats.swiss import COST_PARTS
from tournaments.state.tournament import Side
from tournaments.summaries.pairings import comparison, notes_of
from tournaments.summaries.rounds import is_by_hand, points_before, round_of
from tournaments.summaries.seeding import origins

SWISS = StagePlan(type="swiss", rounds=4, tie_breaks=("points", "seed"))
Sides = tuple[tuple[Side, ...], ...]


def second_round(entrants: int, **plan: object) -> Play:
    """Return a Swiss whose first round was won by the home sides, with a draft of the second."""
    play = Play()
    play.enter(entrants)
    play.begin(StagePlan(type="swiss", rounds=4, tie_breaks=("points", "seed"), **plan))
    play.pair(1)
    for match in play.state.matches_of(1):
        if not match.is_bye:
            play.report(match.number, 9, 2)
    play.do(staging.PairRound(stage=1))
    return play


def drafted(play: Play, number: int = 2) -> Sides:
    paired = play.state.stages[1].round_of(number)
    return tuple(play.state.matches[match].sides for match in paired.matches)


def by_hand(play: Play, *matches: tuple[int, ...], number: int = 2) -> EditPairings:
    """Return the deed of a pairing by hand; a single entrant rests."""
    sides = tuple(tuple((entrant,) for entrant in match) for match in matches)
    return EditPairings(stage=1, round=number, matches=sides)


def test_the_pairing_of_the_engine_is_as_good_as_itself():
    play = second_round(8)
    compared = comparison(play.state, EditPairings(stage=1, round=2, matches=drafted(play)))
    assert [one.name for one in compared.criteria] == list(COST_PARTS)
    assert (compared.is_as_good, compared.changed, compared.notes) == (True, 0, ())


def test_a_pairing_by_hand_is_told_which_pairs_meet_again_and_in_which_round():
    play = second_round(4)
    ((one,), (other,)), ((three,), (four,)) = drafted(play, 1)
    compared = comparison(play.state, by_hand(play, (one, other), (three, four)))
    worse = {criterion.name: (criterion.had, criterion.least) for criterion in compared.criteria if criterion.is_worse}
    assert worse["rematches"] == (2, 0)
    assert worse["difference"] == (8, 0)
    told = {(note.code, note.entrants, note.rounds) for note in compared.notes if note.code == "met"}
    assert told == {("met", (one, other), (1,)), ("met", (three, four), (1,))}
    floats = {(note.entrants, note.points, note.others) for note in compared.notes if note.code == "float"}
    assert floats == {((one, other), Fraction(2), Fraction(0)), ((three, four), Fraction(2), Fraction(0))}


def test_pairs_that_are_kept_apart_are_told_from_pairs_of_one_club():
    play = Play()
    play.enter(6, clubs=("Pala", "Kochi"))
    play.begin(StagePlan(type="swiss", rounds=2, apart=1))
    play.do(entering.ForbidMeeting(entrants=(1, 2)))
    play.do(staging.PairRound(stage=1))
    compared = comparison(play.state, by_hand(play, (1, 2), (3, 5), (4, 6), number=1))
    told = [(note.code, note.entrants) for note in compared.notes if note.code in ("kept_apart", "one_club")]
    assert told == [("kept_apart", (1, 2)), ("one_club", (3, 5)), ("one_club", (4, 6))]


def test_a_second_bye_is_told_with_its_round():
    play = second_round(5)
    (rested,) = [sides[0][0] for sides in drafted(play, 1) if len(sides) == 1]
    others = [entrant for entrant in range(1, 6) if entrant != rested]
    compared = comparison(play.state, by_hand(play, tuple(others[:2]), tuple(others[2:]), (rested,)))
    assert "byes" in [one.name for one in compared.criteria if one.is_worse]
    assert ("rested", (rested,), (1,)) in [(note.code, note.entrants, note.rounds) for note in compared.notes]


def test_entrants_that_float_twice_running_are_named():
    play = second_round(6)
    told = [note for notes in notes_of(play.state, 1, 0, 2, drafted(play)).values() for note in notes]
    (floated,) = [note for note in told if note.code == "float"]
    upper, lower = floated.entrants
    assert (floated.points, floated.others) == (2, 0)
    play.do(staging.ReleaseRound(stage=1, round=2))
    for match in play.state.matches_of(1):
        if match.round == 2:
            wins = 0 if match.side_of(upper) is None else match.side_of(upper)
            play.report(match.number, *((9, 2) if wins == 0 else (2, 9)))
    play.do(staging.PairRound(stage=1))
    # The one that floated down is on 4 points and meets a third one on 0 or 2; the one that floated up is on 0.
    last = [entrant for entrant in range(1, 7) if entrant not in (upper, lower)]
    below = min(last, key=lambda entrant: points_before(play.state, 1, 0, 3)[entrant])
    rest = [entrant for entrant in last if entrant != below]
    deed = by_hand(play, (upper, below), (lower, rest[0]), (rest[1], rest[2]), number=3)
    compared = comparison(play.state, deed)
    assert "floats" in [one.name for one in compared.criteria if one.is_worse]
    again = [(note.code, note.entrants) for note in compared.notes if note.code in ("down_again", "up_again")]
    assert ("down_again", (upper,)) in again


def test_entrants_far_from_the_ideal_opponent_are_named_with_their_distance():
    play = Play()
    play.enter(8)
    play.begin(SWISS)
    play.do(staging.PairRound(stage=1))
    compared = comparison(play.state, by_hand(play, (1, 2), (3, 7), (4, 8), (5, 6), number=1))
    assert [one.name for one in compared.criteria if one.is_worse] == ["distance"]
    assert {(note.entrants, note.points) for note in compared.notes} == {((1, 2), 3), ((5, 6), 3)}


def test_more_byes_than_have_to_be_are_said_without_a_comparison():
    play = second_round(4)
    compared = comparison(play.state, by_hand(play, (1, 2), (3,), (4,)))
    assert (compared.more_rest, compared.criteria) == (True, ())
    play.do(by_hand(play, (1, 2), (3,), (4,)))
    assert play.state.stages[1].round_of(2).broken == ("byes",)


def test_a_round_is_by_hand_only_as_long_as_it_differs_from_the_engines():
    play = second_round(4)
    engine = drafted(play)
    ((one,), (other,)), ((three,), (four,)) = engine
    play.do(by_hand(play, (one, three), (other, four)))
    view = round_of(play.state, 1, 0, 2)
    assert view.by_hand
    assert view.broken == play.state.stages[1].round_of(2).broken
    play.do(EditPairings(stage=1, round=2, matches=engine))
    assert not is_by_hand(play.state, play.state.stages[1].round_of(2))


def test_in_a_points_race_repeated_meetings_and_byes_are_compared():
    play = Play(rules="28-kerala-3", kind="player", side=1, squad=2)
    play.enter(7)
    play.begin(StagePlan(type="points_race", rounds=3))
    play.pair(1)
    for match in play.state.matches_of(1):
        if not match.is_bye:
            play.do(playing.ReportGame(match=match.number, points=(9, 5, 1)))
    play.do(staging.PairRound(stage=1))
    first = [tuple(side[0] for side in match.sides) for match in play.state.matches_of(1) if match.round == 1]
    play_again = EditPairings(stage=1, round=2, matches=tuple(tuple((one,) for one in board) for board in first))
    compared = comparison(play.state, play_again)
    worse = {one.name: one.had for one in compared.criteria if one.is_worse}
    assert worse == {"rematches": 6, "byes": 1}
    assert {note.code for note in compared.notes} == {"met", "rested"}
    play.do(play_again)
    assert play.state.stages[1].round_of(2).broken == ("rematches", "byes")
    assert round_of(play.state, 1, 0, 2).by_hand


def test_a_bye_says_whether_it_was_wished_or_who_was_first_in_line():
    play = Play()
    play.enter(6)
    play.begin(SWISS)
    play.do(entering.WishBye(entrant=2, stage=1, round=1))
    play.do(staging.PairRound(stage=1))
    notes = notes_of(play.state, 1, 0, 1, drafted(play, 1))
    assert [note.code for note in notes[((2,),)]] == ["wished"]
    (line,) = [sides for sides in drafted(play, 1) if len(sides) == 1 and sides != ((2,),)]
    assert [note.code for note in notes[line]] == ["first_in_line"]


def test_a_forced_repeated_meeting_is_said_of_the_engines_pairing():
    play = Play()
    play.enter(2)
    play.begin(StagePlan(type="swiss", rounds=2))
    play.pair(1)
    play.report(1, 5, 3)
    play.do(staging.PairRound(stage=1))
    (notes,) = notes_of(play.state, 1, 0, 2, drafted(play)).values()
    assert ("met", (1,)) in [(note.code, note.rounds) for note in notes]


def test_a_round_is_paired_anyway_with_a_match_that_is_missing():
    play = Play()
    play.enter(4)
    play.begin(SWISS)
    play.pair(1)
    play.report(1, 9, 2)
    with pytest.raises(Refused):
        play.do(staging.PairRound(stage=1))
    play.do(staging.PairRound(stage=1, anyway=True))
    assert play.state.stages[1].last_round() == 2
    assert round_of(play.state, 1, 0, 2).count == 2


def test_seeds_come_from_places_wild_cards_lots_and_entries():
    play = Play()
    play.enter(6)
    play.begin(StagePlan(type="round_robin", groups=2, tie_breaks=("points", "seed")))
    play.pair(1)
    play.play_round(1)
    play.do(opening.PlanStage(plan=StagePlan(type="knock_out", source=(Qualifiers(stage=1, last=1),))))
    third = play.state.stages[1].groups[0][-1]
    play.do(staging.CloseStage(stage=1))
    last = play.state.stages[1].places[0][-1][0]
    play.do(staging.GiveWildCard(stage=2, entrant=last))
    play.do(staging.BeginStage(stage=2))
    assert [(one.kind, one.place, one.stage) for one in origins(play.state, 2)] == [
        ("place", 1, 1),
        ("place", 1, 1),
        ("wild", 0, 0),
    ]
    assert {one.group for one in origins(play.state, 2)[:2]} == {0, 1}
    assert third in play.state.stages[1].groups[0]
    assert {one.kind for one in origins(play.state, 1)} == {"entry"}


def test_a_bracket_by_lot_names_the_lot():
    play = Play()
    play.enter(4)
    play.do(PromiseLot())
    play.do(DrawLot(lot=1))
    play.begin(StagePlan(type="knock_out", by_lot=True))
    order = play.state.lots[1].order
    assert [(one.entrant, one.kind, one.place, one.lot) for one in origins(play.state, 1)] == [
        (entrant, "lot", place, 1) for place, entrant in enumerate(order, start=1)
    ]
