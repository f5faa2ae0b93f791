"""Reviews of players' own play: whose they are, what they rest on, and when there are none."""

from itertools import islice
from random import Random

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

import engine
from games import bots, errors
from games.bots import weighing
from games.bots.strong import outcomes
from games.hands.history import hand_history
from games.models import Case, PlayReview
from games.reviews import selectors, services
from games.reviews.decisions import Decision
from games.reviews.grading import report_on
from games.tables.selectors import withheld
from games.tables.selectors.states import load_state
from tests.factories import PlayerFactory
from tests.games.helpers.polled import disputed_table
from tests.games.helpers.tables import TWO_HANDS, due, play_on, table_of
from tests.strategies import lively


def pack_of(rules_id, seed):
    pack = list(engine.load_rules(rules_id).deck)
    Random(seed).shuffle(pack)
    return tuple(pack)


def moments(rules_id, seed):
    """Yield each decision of a hand that four bots play: the game, its seat, and the bot's choice."""
    game = engine.new_game(engine.load_rules(rules_id))
    for event in engine.deal(game, pack_of(rules_id, seed)):
        game = engine.evolve(game, event)
    while turn := engine.to_act(game):
        choice = bots.decide(engine.view(game, min(turn)))
        yield game, min(turn), choice
        for event in engine.decide(game, choice.action):
            game = engine.evolve(game, event)


def blunders():
    """Yield decisions in which a jack is thrown away under a card that cannot be beaten, though a low card is there."""
    for seed in range(60):
        for game, seat, choice in moments("28-kerala-4", seed):
            if choice.why != "cannot-win" or choice.action.card[1] not in "78QK":
                continue
            seen = engine.view(game, seat)
            jacks = [one for one in seen.legal if isinstance(one, engine.Play) and one.card[1] == "J"]
            if jacks and len(seen.hand) > 2 and seen.trick:
                yield Decision(9, jacks[0], game, seat)


def test_a_jack_thrown_away_is_named_and_so_is_the_better_card():
    grades = []
    for planted in islice(blunders(), 4):
        (found,) = report_on([planted], "seed").findings
        assert (found.step, found.done) == (9, planted.action)
        assert found.best != planted.action
        assert found.cost > 0
        grades.append(found.grade)
    assert len(grades) == 4
    assert "mistake" in grades


def test_the_grade_is_the_same_by_other_samples():
    planted = list(islice(blunders(), 5))
    told = [[report_on([one], seed).findings[0].grade for one in planted] for seed in ("seed", "other")]
    assert sum(mine == theirs for mine, theirs in zip(*told, strict=True)) >= 4


def test_samples_are_drawn_until_the_cost_is_clear_of_the_limits(monkeypatch):
    """The same decision takes more of them for a limit at its cost."""
    drawn = []

    def counted(*given, rounds, **named):
        drawn.append(len(rounds))
        return outcomes(*given, rounds=rounds, **named)

    monkeypatch.setattr(weighing, "outcomes", counted)
    one = next(blunders())
    counts, costs = [], []
    for limit in (5.0, 0.2):
        drawn.clear()
        found = weighing.weigh(one.view, one.action, chance=Random(1), limits=(limit,), samples=256, tricks=one.tricks)
        counts.append(sum(drawn))
        costs.append(found.cost)
    assert counts == [64, 256]
    assert costs[1] == pytest.approx(0.2, abs=0.1)


def test_a_review_is_the_same_each_time():
    planted = next(blunders())
    assert report_on([planted], "seed") == report_on([planted], "seed")


def test_a_decision_is_reviewed_by_what_the_seat_could_see_and_nothing_else():
    """The cards of the others are exchanged where the seat cannot tell: the review is the same."""
    rules, pack = engine.load_rules("28-kerala-4"), pack_of("28-kerala-4", 3)
    played = []
    for game, seat, choice in moments("28-kerala-4", 3):
        seen = engine.view(game, seat)
        if seen.phase == "play":
            break
        played.append(choice.action)
    hands = engine.packets(rules, pack, seen.dealer)
    one, two = (hands[(seat + place) % 4] for place in (1, 3))
    folded = {action.card for action in played if isinstance(action, engine.Fold)}
    reports, compared = [], 0
    for mine, theirs in zip(one, two, strict=True):
        if folded & {mine, theirs}:
            continue
        swapped = [theirs if card == mine else mine if card == theirs else card for card in pack]
        other = engine.new_game(rules)
        for event in engine.deal(other, tuple(swapped), dealer=seen.dealer):
            other = engine.evolve(other, event)
        for action in played:
            for event in engine.decide(other, action):
                other = engine.evolve(other, event)
        assert engine.view(other, seat) == seen
        compared += 1
        worst = next(one for one in seen.legal if isinstance(one, engine.Play))
        reports.append(report_on([Decision(1, worst, other, seat)], "s"))
    reports.append(report_on([Decision(1, worst, game, seat)], "s"))
    assert compared > 2
    assert all(report == reports[0] for report in reports)


@pytest.fixture
def played(db):
    """Four people, and a table whose first hand they have played."""
    four = [PlayerFactory(name=name) for name in ("Ammini", "Beeran", "Chacko", "Devaki")]
    table = table_of(four, options=TWO_HANDS)
    due(table.pk)
    play_on(table, four, lively(Random(1), concede=0), lambda state: state.hand == 2)
    return four, table


def ask(played, who=0):
    four, table = played
    review = services.ask_for_review(table_id=table.pk, hand=1, player=four[who])
    services.make_open_reviews()
    review.refresh_from_db()
    return review


def test_a_player_gets_a_review_of_the_own_decisions_only_and_once(played):
    four, table = played
    review = ask(played)
    assert review.status == PlayReview.Status.MADE
    report = selectors.report_of(review)
    steps = hand_history(table.pk, 1, four[0]).steps
    assert report.weighed > 0
    assert {steps[one.step].seat for one in report.findings} <= {0}
    assert ask(played) == review
    assert PlayReview.objects.count() == 1


def test_a_page_that_waits_for_its_review_does_not_replay_the_game(played, monkeypatch):
    four, table = played
    services.ask_for_review(table_id=table.pk, hand=1, player=four[0])
    monkeypatch.setattr(selectors, "at_table", lambda *_given: pytest.fail("replayed"))

    assert selectors.hand_reviewed(table.pk, 1, four[0]).review.status == PlayReview.Status.OPEN


def test_nobody_else_sees_a_review(played):
    four, table = played
    ask(played)
    stranger = PlayerFactory(name="Stranger")
    address = reverse("games:play_review", args=[table.pk, 1])
    for client in (Client(), signed_in(stranger)):
        assert client.get(address).status_code == 404
        assert client.post(address).status_code == 404
    other = signed_in(four[1])
    assert selectors.hand_reviewed(table.pk, 1, four[1]).review is None
    assert "Review my play" in other.get(address).content.decode()


def test_a_running_hand_is_not_reviewed(played):
    four, table = played
    with pytest.raises(errors.UnknownTable):
        services.ask_for_review(table_id=table.pk, hand=2, player=four[0])


def test_the_page_of_the_hand_has_the_review_for_its_player_alone(played):
    four, table = played
    ask(played)
    address = reverse("games:hand", args=[table.pk, 1])
    assert 'id="my-play"' in signed_in(four[0]).get(address).content.decode()
    assert 'id="my-play"' not in Client().get(address).content.decode()
    shown = signed_in(four[0]).get(reverse("games:play_review", args=[table.pk, 1]))
    assert shown.status_code == 200
    assert "only you see it" in shown.content.decode()


def test_a_hand_of_a_running_event_is_not_reviewed(played, monkeypatch):
    four, table = played
    ask(played)
    monkeypatch.setattr(selectors, "belongs_to_running", lambda game: game == table.pk)
    with pytest.raises(errors.WrongMoment, match="still running"):
        services.ask_for_review(table_id=table.pk, hand=1, player=four[0])
    found = selectors.hand_reviewed(table.pk, 1, four[0])
    assert (found.review, found.report) == (None, None)
    page = signed_in(four[0]).get(reverse("games:play_review", args=[table.pk, 1])).content.decode()
    assert "still running" in page
    assert "The bot</dt>" not in page


def test_a_hand_whose_results_are_withheld_is_not_reviewed(played, monkeypatch):
    four, table = played
    ask(played)
    monkeypatch.setattr(withheld, "_sources", [lambda: [(timezone.now(), table.pk)]])
    with pytest.raises(errors.WrongMoment, match="withheld") as refused:
        services.ask_for_review(table_id=table.pk, hand=1, player=four[0])
    assert refused.value.code == "review-off"
    assert selectors.hand_reviewed(table.pk, 1, four[0]).report is None


def test_a_disputed_hand_is_reviewed_when_its_case_is_closed(db):
    there = disputed_table()
    player, table = there.players[0], there.table
    with pytest.raises(errors.WrongMoment, match="disputed"):
        services.ask_for_review(table_id=table.pk, hand=1, player=player)
    Case.objects.filter(game=table.pk).update(closed_at=timezone.now())
    services.ask_for_review(table_id=table.pk, hand=1, player=player)
    # A review that was asked for in time is not made either, if the hand was disputed meanwhile.
    Case.objects.filter(game=table.pk).update(closed_at=None)
    services.make_open_reviews()
    assert PlayReview.objects.get().report is None


def test_what_the_clock_did_is_not_the_players_own(db):
    four = [PlayerFactory(name=name) for name in ("Ammini", "Beeran", "Chacko", "Devaki")]
    table = table_of(four, options=TWO_HANDS, action_seconds=5)
    due(table.pk)
    while hand_of(table) < 2:
        assert due(table.pk)
    with pytest.raises(errors.UnknownTable):
        services.ask_for_review(table_id=table.pk, hand=1, player=four[0])


def hand_of(table):
    return load_state(table.pk).hand


def signed_in(player):
    client = Client()
    client.force_login(player.user)
    return client
