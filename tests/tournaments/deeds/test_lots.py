"""Lots of a tournament by deeds: promise, captains' numbers, the draw, and the stage that begins by it."""

import json
from itertools import count

import pytest

from tests.games.helpers.scripts import run_script
from tests.tournaments.helpers.play import DIRECTOR, STREAM, Play
from tournaments.deeds import entering, lots, opening, staging
from tournaments.deeds.base import SERVER, Deed, Doer, Refused, Role
from tournaments.deeds.deciding import decide
from tournaments.drafting.drafts import draft_of
from tournaments.drafting.lots import draft_lot
from tournaments.drafting.rounds import draft_round
from tournaments.events.entering import LotDrawn, LotDropped, LotPromised
from tournaments.events.opening import DeedUndone
from tournaments.events.settings import StagePlan
from tournaments.lots.check import check_lot
from tournaments.lots.construction import number_commitment
from tournaments.lots.lot import written
from tournaments.previews.supposing import supposing
from tournaments.state.stages import stage_of
from tournaments.state.undoing import deed_of, live, standing_on

ONE, TWO = "a1" * 16, "b2" * 64


def captain(number: int) -> Doer:
    """Return the captain of an entrant, as `Play.enter` names the squads."""
    return Doer(f"p{number}a", frozenset({Role.CAPTAIN}))


def refusal(play: Play, deed: Deed, doer: Doer = DIRECTOR) -> tuple[str, str]:
    before = len(play.kept)
    with pytest.raises(Refused) as refused:
        play.do(deed, doer)
    assert len(play.kept) == before
    return refused.value.code, refused.value.field


def commit(play: Play, entrant: int, number: str, lot: int = 1) -> lots.PromiseNumber:
    """Return a captain's commitment to a number."""
    promised = play.state.lots[lot]
    text = number_commitment(number, promised.place, promised.commitment, entrant)
    return lots.PromiseNumber(lot=lot, entrant=entrant, commitment=text)


@pytest.fixture
def play() -> Play:
    """Six pairs, and a lot promised among them."""
    made = Play()
    made.enter(6)
    made.do(lots.PromiseLot())
    return made


@pytest.fixture
def closed(play: Play) -> Play:
    """The captains of 2 and 5 have committed to numbers, and the list is closed."""
    play.do(commit(play, 5, ONE), captain(5))
    play.do(commit(play, 2, TWO), captain(2))
    play.do(lots.CloseLot(lot=1))
    return play


@pytest.fixture
def drawn(closed: Play) -> Play:
    """The lot is drawn with the numbers of both."""
    closed.do(lots.OpenNumber(lot=1, entrant=2, number=TWO), captain(2))
    closed.do(lots.OpenNumber(lot=1, entrant=5, number=ONE), captain(5))
    closed.do(lots.DrawLot(lot=1))
    return closed


def test_a_lot_by_deeds_is_the_lot_that_anybody_can_check(drawn):
    lot = drawn.state.lots[1]

    assert sorted(lot.order) == [1, 2, 3, 4, 5, 6]
    assert dict(lot.opened) == {2: TWO, 5: ONE}
    assert check_lot(written(lot)) == []
    assert run_script("-", given=json.dumps(written(lot)))[0] == 0
    assert drawn.folded() == drawn.state


def test_the_secret_is_sealed_until_the_lot_is_drawn(play):
    promised = next(one.event for one in play.kept if isinstance(one.event, LotPromised))
    secret = play.state.lots[1].secret

    assert promised.sealed_fields == ("secret",)
    other = Play()
    other.enter(2)
    draft = draft_lot(other.state, lots.PromiseLot(), secret)
    assert secret not in repr([play.state, play.state.lots, play.kept, draft])
    assert "secret" not in written(play.state.lots[1])
    assert play.do(lots.DrawLot(lot=1))[0].secret == secret


def test_a_lot_is_among_all_that_are_entered_or_those_that_are_named():
    play = Play(capacity=4)
    play.enter(6)
    play.do(entering.Withdraw(entrant=2))
    play.do(lots.PromiseLot())
    assert play.state.lots[1].entrants == (1, 3, 4, 5)
    play.do(lots.DropLot(lot=1, reason="mistake"))
    play.do(lots.PromiseLot(entrants=(6, 3)))
    assert play.state.lots[2].entrants == (3, 6)


@pytest.mark.parametrize(
    ("entrants", "code"), [((1,), "too-few-entrants"), ((1, 2, 1), "entrant-twice"), ((1, 9), "unknown-entrant")]
)
def test_a_lot_needs_two_entrants_each_once(entrants, code):
    play = Play()
    play.enter(3)
    assert refusal(play, lots.PromiseLot(entrants=entrants)) == (code, "entrants")


def test_one_lot_is_open_at_a_time_and_each_has_a_number_of_its_own(play):
    assert refusal(play, lots.PromiseLot()) == ("lot-open", "")
    play.do(lots.DrawLot(lot=1))
    play.do(lots.PromiseLot())
    play.do(lots.DropLot(lot=2, reason="late-entry"))
    play.do(lots.PromiseLot())
    assert sorted(play.state.lots) == [1, 2, 3]
    assert len({lot.commitment for lot in play.state.lots.values()}) == 3


def test_a_promise_drafted_on_another_state_is_stale(play):
    deed = lots.PromiseLot()
    play.do(lots.DrawLot(lot=1))
    draft = draft_lot(play.state, deed, "00" * 32)
    play.do(deed)
    play.do(lots.DropLot(lot=2, reason="mistake"))

    with pytest.raises(staging.StaleDraft):
        decide(play.state, deed, DIRECTOR, draft)


def test_the_secret_comes_with_the_draft_and_from_nobody_who_gives_the_command():
    play = Play()
    play.enter(2)
    assert "secret" not in lots.PromiseLot.__struct_fields__
    (promised,) = draft_lot(play.state, lots.PromiseLot(), "AB" * 32).events
    assert (promised.lot, promised.entrants, promised.secret) == (1, (1, 2), "ab" * 32)


def test_a_number_comes_from_the_captain_alone(play):
    for doer in (DIRECTOR, SERVER, captain(3), Doer("p2b", frozenset({Role.PLAYER}))):
        assert refusal(play, commit(play, 2, ONE), doer) == ("not-your-entrant", "entrant")
    play.do(commit(play, 2, ONE), captain(2))
    play.do(lots.CloseLot(lot=1))
    for doer in (DIRECTOR, SERVER, captain(3)):
        assert refusal(play, lots.OpenNumber(lot=1, entrant=2, number=ONE), doer) == ("not-your-entrant", "entrant")


def test_only_directors_promise_close_draw_and_drop(play):
    others = (captain(1), Doer("assistant", frozenset({Role.ASSISTANT})))
    for deed in (lots.CloseLot(lot=1), lots.DrawLot(lot=1), lots.DropLot(lot=1, reason="mistake")):
        for doer in others:
            assert refusal(play, deed, doer) == ("not-allowed", "")
    play.do(lots.DrawLot(lot=1))
    for doer in others:
        assert refusal(play, lots.PromiseLot(), doer) == ("not-allowed", "")


def test_a_captain_gives_one_number_and_before_the_list_is_closed(play):
    play.do(commit(play, 2, ONE), captain(2))

    assert refusal(play, commit(play, 2, TWO), captain(2)) == ("number-twice", "entrant")
    malformed = lots.PromiseNumber(lot=1, entrant=3, commitment="00")
    assert refusal(play, malformed, captain(3)) == ("malformed-commitment", "commitment")
    play.do(lots.CloseLot(lot=1))
    assert refusal(play, commit(play, 3, ONE), captain(3)) == ("list-closed", "")
    assert refusal(play, lots.CloseLot(lot=1)) == ("list-closed", "")


def test_only_those_of_the_lot_give_numbers(play):
    play.enter(1)
    deed = lots.PromiseNumber(lot=1, entrant=7, commitment="00" * 32)
    assert refusal(play, deed, captain(7)) == ("not-in-lot", "entrant")
    deed = lots.PromiseNumber(lot=2, entrant=1, commitment="00" * 32)
    assert refusal(play, deed, captain(1)) == ("unknown-lot", "lot")


def test_numbers_are_opened_after_the_list_is_closed_and_fit_their_fingerprints(play):
    play.do(commit(play, 2, ONE), captain(2))
    opened = lots.OpenNumber(lot=1, entrant=2, number=ONE)
    assert refusal(play, opened, captain(2)) == ("list-open", "")
    play.do(lots.CloseLot(lot=1))
    other = lots.OpenNumber(lot=1, entrant=2, number=TWO)
    assert refusal(play, other, captain(2)) == ("other-number", "number")
    assert refusal(play, lots.OpenNumber(lot=1, entrant=3, number=ONE), captain(3)) == ("not-promised", "entrant")
    play.do(opened, captain(2))
    assert refusal(play, opened, captain(2)) == ("number-twice", "entrant")


def test_the_captain_of_a_withdrawn_entrant_may_still_open_its_number(closed):
    closed.do(entering.Withdraw(entrant=5))
    closed.do(lots.OpenNumber(lot=1, entrant=5, number=ONE), captain(5))
    assert closed.state.lots[1].opened == ((5, ONE),)


def test_a_draw_waits_for_the_numbers_unless_a_director_goes_on_without_them(closed):
    closed.do(lots.OpenNumber(lot=1, entrant=5, number=ONE), captain(5))
    assert refusal(closed, lots.DrawLot(lot=1)) == ("numbers-missing", "lot")
    closed.do(lots.DrawLot(lot=1, anyway=True))

    lot = closed.state.lots[1]
    assert (lot.is_drawn, lot.unopened) == (True, (2,))
    assert check_lot(written(lot)) == []


def test_an_open_list_is_not_drawn_anyway(play):
    assert refusal(play, lots.CloseLot(lot=1)) == ("no-numbers", "")
    play.do(commit(play, 2, ONE), captain(2))
    assert refusal(play, lots.DrawLot(lot=1, anyway=True)) == ("list-open", "")


def test_nothing_comes_after_the_draw(drawn):
    again = lots.OpenNumber(lot=1, entrant=2, number=TWO)
    assert refusal(drawn, again, captain(2)) == ("lot-drawn", "")
    for deed in (lots.DrawLot(lot=1), lots.CloseLot(lot=1), lots.DropLot(lot=1, reason="mistake")):
        assert refusal(drawn, deed) == ("lot-drawn", "")


def test_a_dropped_lot_opens_its_secret_and_is_never_drawn(closed):
    secret = closed.state.lots[1].secret
    assert closed.do(lots.DropLot(lot=1, reason="late-entry")) == [LotDropped(1, secret, "late-entry")]
    assert refusal(closed, lots.DrawLot(lot=1, anyway=True)) == ("lot-dropped", "")
    number = lots.OpenNumber(lot=1, entrant=2, number=TWO)
    assert refusal(closed, number, captain(2)) == ("lot-dropped", "")


def test_no_step_of_a_lot_is_undone(drawn):
    """A number that could be taken back once the order is known would choose the order."""
    counted = live(drawn.kept)
    steps = [one for one in counted if type(one.event).__name__.startswith("Lot")]

    assert len(steps) == 7
    for step in steps:
        assert standing_on(drawn.state, counted, deed_of(counted, step.version)) != ()


def test_a_step_of_a_lot_counts_even_if_the_log_says_that_it_was_undone(closed):
    """Such an event is decided nowhere; a server that writes one by hand must not choose an order by it."""
    last = closed.kept[-2]
    forged = [*closed.kept, closed.kept[-1]._replace(version=99, event=DeedUndone(last.version, last.version))]

    assert last in live(forged)


def test_an_entry_that_a_lot_stands_on_is_not_undone(play):
    entry = next(one for one in play.kept if getattr(one.event, "entrant", 0) == 3)
    assert [type(one.event) for one in standing_on(play.state, play.kept, (entry,))] == [LotPromised]


def test_a_stage_by_lot_begins_in_the_order_drawn(drawn):
    number = drawn.begin(StagePlan(type="round_robin", groups=2, by_lot=True))
    order = drawn.state.lots[1].order
    assert drawn.state.stages[number].groups == (
        (order[0], order[3], order[4]),
        (order[1], order[2], order[5]),
    )


def test_a_stage_by_lot_waits_for_a_lot_among_all_its_entrants(play):
    play.do(opening.PlanStage(plan=StagePlan(type="round_robin", by_lot=True)))
    assert refusal(play, staging.BeginStage(stage=1)) == ("no-lot", "stage")
    play.do(lots.DropLot(lot=1, reason="mistake"))
    play.do(lots.PromiseLot(entrants=(1, 2)))
    play.do(lots.DrawLot(lot=2))
    assert refusal(play, staging.BeginStage(stage=1)) == ("no-lot", "stage")


def test_a_lot_between_two_does_not_hide_the_one_for_the_groups(drawn):
    order = drawn.state.lots[1].order
    drawn.do(lots.PromiseLot(entrants=order[:2]))
    drawn.do(lots.DrawLot(lot=2))
    number = drawn.begin(StagePlan(type="round_robin", by_lot=True))
    assert drawn.state.stages[number].field == order


def test_an_entrant_that_withdraws_after_the_draw_is_passed_over(drawn):
    order = drawn.state.lots[1].order
    drawn.do(entering.Withdraw(entrant=4))
    number = drawn.begin(StagePlan(type="round_robin", by_lot=True))
    assert drawn.state.stages[number].field == tuple(entrant for entrant in order if entrant != 4)


def test_the_order_drawn_is_the_criterion_lot_of_the_standings(drawn):
    number = drawn.begin(StagePlan(type="round_robin", tie_breaks=("points", "lot")))
    lot = {int(entrant.id): entrant.lot for entrant in stage_of(drawn.state, number).entrants}
    assert lot == dict(zip(drawn.state.lots[1].order, count(1), strict=False))


def test_numbers_make_no_draft_of_a_round_stale(play):
    """Only a draw changes standings: pairings need not be computed again for each captain's number."""
    number = play.begin(StagePlan(type="swiss", rounds=3))
    draft = draft_round(play.state, staging.PairRound(stage=number))
    play.do(commit(play, 2, ONE), captain(2))
    play.do(lots.CloseLot(lot=1))
    play.do(lots.OpenNumber(lot=1, entrant=2, number=ONE), captain(2))
    assert decide(play.state, staging.PairRound(stage=number), DIRECTOR, draft)
    play.do(lots.DrawLot(lot=1))
    with pytest.raises(staging.StaleDraft):
        decide(play.state, staging.PairRound(stage=number), DIRECTOR, draft)


@pytest.mark.parametrize(
    "deed", [lots.DrawLot(lot=1, anyway=True), lots.DropLot(lot=1, reason="mistake"), lots.PromiseLot()]
)
def test_nobody_sees_the_outcome_of_a_lot_in_a_preview(closed, deed):
    """A director who saw it could draw, wait, or drop the lot as it suits."""
    with pytest.raises(Refused) as refused:
        supposing(closed.state, [deed], DIRECTOR)
    assert refused.value.code == "not-foreseen"
    opened = lots.OpenNumber(lot=1, entrant=2, number=TWO)
    assert supposing(closed.state, [opened], captain(2)).lots[1].unopened == (5,)


def test_a_lot_is_never_promised_without_a_secret(drawn):
    with pytest.raises(TypeError):
        draft_of(drawn.state, lots.PromiseLot())


def test_the_lot_is_bound_to_this_tournament(drawn):
    document = written(drawn.state.lots[1])
    assert document["tournament"] == str(STREAM)
    assert isinstance(drawn.kept[-1].event, LotDrawn)
    assert check_lot(document | {"tournament": "00000000-0000-0000-0000-000000000000"})
