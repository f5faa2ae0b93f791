"""The practice room: played through, taken back, dealt again; stale and double requests; what may not be asked."""

import json
from uuid import uuid4

import pytest

import engine
from engine.conventions import default_card, meanings_of
from games.conventions.words import meaning_words
from games.errors import BadTerms, UnknownTable, WrongMoment
from games.models import Practice
from games.practice import selectors, services
from games.practice.hints import advise
from games.practice.state import room_of, table_of
from games.tables.services.recording import ConflictError
from tests.games.helpers.tables import person
from tests.lanes import in_lanes

pytestmark = pytest.mark.django_db


def begun(player, rules: str = "28-kerala-4", **terms) -> Practice:
    return services.begin_practice(player=player, rules=rules, options={}, **terms)


def room_at(practice: Practice, player):
    return selectors.room_in(selectors.practice_of(practice.pk, player))


def first_choice(view: engine.View) -> engine.Action:
    """What somebody does who plays anything but a concession or a claim."""
    return next(action for action in view.legal if not isinstance(action, engine.Concede | engine.Claim))


def seen(practice: Practice, player):
    row = selectors.practice_of(practice.pk, player)
    return selectors.view_of_practice(row, selectors.room_in(row), player)


def act(practice: Practice, player, action: engine.Action | None = None):
    """Do something, by default the first thing that may be done."""
    row = selectors.practice_of(practice.pk, player)
    room = selectors.room_in(row)
    chosen = action or first_choice(engine.view(room.game, room.kept.seat))
    return services.act(practice_id=row.pk, player=player, version=row.version, action=chosen)


def play_out(practice: Practice, player):
    """Play the hand to its end."""
    while not room_at(practice, player).is_over:
        done = act(practice, player)
    return done


@pytest.mark.parametrize("rules", in_lanes(engine.rule_set_ids()))
def test_a_hand_of_every_rule_set_is_played_through_and_the_next_one_dealt(rules):
    player = person("Ammini")
    practice = begun(player, rules)
    play_out(practice, player)
    view = seen(practice, player)
    assert view.result is not None
    assert view.game is not None
    assert view.game.phase in ("scored", "finished")

    version = selectors.practice_of(practice.pk, player).version
    services.next_hand(practice_id=practice.pk, player=player, version=version)
    room = room_at(practice, player)
    assert not room.is_over
    assert room.kept.seat in engine.to_act(room.game)


def test_what_is_taken_back_leaves_the_very_view_from_before():
    player = person("Ammini")
    practice = begun(player)
    views = []
    while not room_at(practice, player).is_over:
        views.append(seen(practice, player))
        act(practice, player)
    assert len(views) > 4
    for before in reversed(views):
        row = selectors.practice_of(practice.pk, player)
        services.take_back(practice_id=row.pk, player=player, version=row.version)
        now = seen(practice, player)
        assert now.version > before.version
        assert now.game == before.game
        assert (now.seats, now.sides, now.legal, now.happenings) == (
            before.seats, before.sides, before.legal, before.happenings,
        )  # fmt: skip
    version = selectors.practice_of(practice.pk, player).version
    with pytest.raises(WrongMoment, match="not decided anything in this hand"):
        services.take_back(practice_id=practice.pk, player=player, version=version)


def test_the_same_cards_are_dealt_again_and_new_ones_are_others():
    player = person("Ammini")
    practice = begun(player)
    before = room_at(practice, player)
    act(practice, player)
    again = services.deal_again(practice_id=practice.pk, player=player, version=2).room
    assert again.cards == before.cards
    assert (again.hand.dealer, again.kept.seat) == (before.hand.dealer, before.kept.seat)
    assert again.game == before.game
    other = services.deal_new(practice_id=practice.pk, player=player, version=3).room
    assert other.cards != before.cards
    assert other.hand.dealer == before.hand.dealer
    assert sorted(card for hand in other.cards for card in hand) == sorted(before.rules.deck)


def test_another_seat_is_given_only_when_its_cards_have_been_played():
    player = person("Ammini")
    practice = begun(player)
    with pytest.raises(WrongMoment, match="to its end first"):
        services.deal_again(practice_id=practice.pk, player=player, version=1, seat=2)
    version = play_out(practice, player).practice.version
    with pytest.raises(BadTerms):
        services.deal_again(practice_id=practice.pk, player=player, version=version, seat=4)
    room = services.deal_again(practice_id=practice.pk, player=player, version=version, seat=2).room
    assert room.kept.seat == 2
    view = seen(practice, player)
    assert view.viewer == 2
    assert view.game is not None
    assert set(view.game.hand) <= set(room.cards[2])
    # With other cards nothing is known of them.
    version = services.deal_new(practice_id=practice.pk, player=player, version=version + 1).practice.version
    with pytest.raises(WrongMoment):
        services.deal_again(practice_id=practice.pk, player=player, version=version, seat=1)


def test_a_stale_request_is_refused_and_the_same_sent_twice_is_done_once():
    player = person("Ammini")
    practice = begun(player)
    room = room_at(practice, player)
    first, second = [one for one in engine.legal_actions(room.game, 0) if not isinstance(one, engine.Concede)][:2]
    once = services.act(practice_id=practice.pk, player=player, version=1, action=first)
    twice = services.act(practice_id=practice.pk, player=player, version=1, action=first)
    assert (twice.practice.version, twice.room.kept) == (once.practice.version, once.room.kept) == (2, once.room.kept)
    with pytest.raises(ConflictError) as refused:
        services.act(practice_id=practice.pk, player=player, version=1, action=second)
    assert (refused.value.expected, refused.value.actual) == (1, 2)
    assert room_at(practice, player).kept == once.room.kept


def test_what_the_rules_refuse_changes_nothing():
    """28-AUC-2."""
    player = person("Ammini")
    practice = begun(player, place=1)
    with pytest.raises(engine.IllegalAction) as refused:
        services.act(practice_id=practice.pk, player=player, version=1, action=engine.Pass(0))
    assert refused.value.rule == "28-AUC-2"
    assert selectors.practice_of(practice.pk, player).version == 1


@pytest.mark.parametrize("place", [1, 2, 3, 4])
def test_one_speaks_when_one_asked_to(place):
    """28-DEAL-3: the opener sits after the dealer."""
    room = room_at(begun(player := person("Ammini"), place=place), player)
    opener = engine.view(room.game, 0).opener
    assert opener is not None
    assert (0 - opener) % 4 == place - 1


@pytest.mark.parametrize(
    ("terms", "field"),
    [
        ({"rules": "28-nowhere"}, "rules"),
        ({"place": 5}, "place"),
        ({"place": 0}, "place"),
        ({"level": "wild"}, "level"),
    ],
)
def test_terms_that_make_no_sense_are_refused_beside_their_field(terms, field):
    player = person("Ammini")
    with pytest.raises(BadTerms) as refused:
        begun(player, **{"rules": "28-kerala-4", **terms})
    assert refused.value.field == field
    assert not Practice.objects.exists()


def test_nobody_has_another_players_practice():
    practice = begun(person("Ammini"))
    with pytest.raises(UnknownTable):
        services.take_back(practice_id=practice.pk, player=person("Beeran"), version=1)
    with pytest.raises(UnknownTable):
        selectors.practice_of(uuid4(), person("Chacko"))


def test_the_longest_untouched_practices_are_let_go():
    player = person("Ammini")
    made = [begun(player).pk for _ in range(services.MOST + 2)]
    kept = {practice.pk for practice in selectors.practices_of(player)}
    assert kept == set(made[2:])


def test_a_game_that_is_over_is_followed_by_a_new_one():
    """28-END-2: with one stake each the first hand decides the game."""
    player = person("Ammini")
    practice = services.begin_practice(player=player, rules="28-kerala-4", options={"starting_stakes": 1})
    done = play_out(practice, player)
    assert done.room.is_finished
    after = services.next_hand(practice_id=practice.pk, player=player, version=done.practice.version).room
    assert len(after.kept.hands) == 1
    assert engine.view(after.game, None).stakes == (1, 1)


def test_the_standing_is_carried_from_hand_to_hand():
    """28-SCO-1."""
    player = person("Ammini")
    practice = begun(player)
    done = play_out(practice, player)
    stakes = engine.view(done.room.game, None).stakes
    after = services.next_hand(practice_id=practice.pk, player=player, version=done.practice.version).room
    assert engine.view(after.game, None).stakes == stakes
    assert len(after.kept.hands) == 2
    assert room_of(after.rules, after.kept) == after


@pytest.mark.parametrize("rules", ["28-kerala-4", "56-standard-4"])
def test_strong_bots_play_a_hand_with_somebody(rules, settings):
    settings.LELAM_STRONG_SECONDS = 0.01
    player = person("Ammini")
    practice = begun(player, rules, level="strong")
    assert play_out(practice, player).room.kept.level == "strong"


def test_whoever_takes_something_back_and_does_it_again_meets_the_same_answer():
    player = person("Ammini")
    practice = begun(player)
    once = act(practice, player)
    services.take_back(practice_id=practice.pk, player=player, version=2)
    action = once.room.hand.done[once.seen - 1].action
    again = services.act(practice_id=practice.pk, player=player, version=3, action=action)
    assert again.room.hand == once.room.hand


def test_a_claim_is_agreed_to_only_if_it_is_certain():
    """56-PLAY-6: the bots of the other side object to what they cannot be sure of."""
    player = person("Ammini")
    practice = begun(player, "56-kerala-4")
    while "claim" not in seen(practice, player).may:
        if room_at(practice, player).is_over:
            version = selectors.practice_of(practice.pk, player).version
            services.next_hand(practice_id=practice.pk, player=player, version=version)
        else:
            act(practice, player)
    version = selectors.practice_of(practice.pk, player).version
    room = room_at(practice, player)
    if len(engine.view(room.game, 0).hand) > 6:
        with pytest.raises(WrongMoment, match="objects"):
            services.act(practice_id=practice.pk, player=player, version=version, action=engine.Claim(0))
        assert selectors.practice_of(practice.pk, player).version == version


def test_no_card_of_a_practice_lies_readable_in_the_database():
    player = person("Ammini")
    practice = begun(player)
    act(practice, player)
    row = Practice.objects.get(pk=practice.pk)
    room = room_at(practice, player)
    clear = json.dumps({"rules": row.rules, "options": row.options, "version": row.version}) + str(row) + repr(room)
    sealed = bytes(row.sealed)
    for card in room.rules.deck:
        assert card not in clear
        assert card.encode() + b'"' not in sealed
    for text in (repr(room.kept), repr(room.hand), repr(room.hand.done)):
        assert not any(card in text for card in room.rules.deck)


def test_a_sealed_practice_opens_only_in_its_place_and_with_its_key(settings):
    player = person("Ammini")
    practice, other = begun(player), begun(player)
    Practice.objects.filter(pk=other.pk).update(sealed=bytes(practice.sealed))
    with pytest.raises(WrongMoment, match="begin a new one"):
        room_at(other, player)
    settings.LELAM_SEAL_KEY = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
    with pytest.raises(WrongMoment, match="begin a new one"):
        room_at(practice, player)


@pytest.mark.parametrize("rules", ["28-kerala-4", "28-wikipedia-3", "56-international-6"])
def test_the_page_knows_no_more_than_the_engines_view_of_the_seat(rules):
    """Whatever lies in the other hands, the person is shown the same until a card of them is played."""
    player = person("Ammini")
    practice = begun(player, rules)
    row = selectors.practice_of(practice.pk, player)
    room = selectors.room_in(row)
    view = selectors.view_of_practice(row, room, player)
    assert view.game is not None
    assert view.game.hand == engine.view(room.game, 0).hand
    mine = set(room.cards[0])
    others = {card for seat, hand in enumerate(room.cards) if seat for card in hand} - mine
    shown = str(view.game.hand) + str(view.seats) + str(view.happenings) + str(view.sides) + str(view.legal)
    assert not [card for card in others if f"'{card}'" in shown]
    assert selectors.hands_of(room, player) == ()


def test_an_earlier_moment_shows_only_what_was_known_then():
    player = person("Ammini")
    practice = begun(player)
    while len((room := room_at(practice, player)).hand.done) < 16:
        act(practice, player)
    row = selectors.practice_of(practice.pk, player)
    for upto in range(len(room.hand.done)):
        view = selectors.view_of_practice(row, room, player, upto)
        state = table_of(room, row.pk, ("a", "b", "c", "d"), upto)
        assert view.game is not None
        assert view.game.auction == engine.view(state.game, 0).auction
        assert view.game.trick == engine.view(state.game, 0).trick
        assert view.game.hand == engine.view(state.game, 0).hand


@pytest.mark.parametrize("rules", ["56-international-6", "56-kerala-6"])
def test_what_a_call_tells_follows_from_all_that_was_said_before_it(rules):
    """56-CNV-2, 56-SHOW-10: earlier calls are not shown any more, but what was said by then still counts."""
    player = person("Ammini")
    again = 0
    for place in [*range(1, 7)] * 3:
        practice = begun(player, rules, place=place)
        while (room := room_at(practice, player)) and engine.view(room.game, None).phase == "auction":
            auction = engine.view(room.game, None).auction
            told = meanings_of(default_card(room.rules), auction, room.rules)
            latest = {
                step.seat: meaning_words(meaning) if meaning else ""
                for step, meaning in zip(auction, told, strict=True)
            }
            again += len(latest) < len(auction)
            explained = selectors.calls_explained(seen(practice, player), room)
            names = selectors.names_in(room, player)
            assert {one.name: one.text for one in explained} == {names[seat]: text for seat, text in latest.items()}
            act(practice, player, advise(engine.view(room.game, room.kept.seat)).action)
    assert again


def test_what_the_calls_tell_is_told_as_of_the_deed_that_is_shown():
    """56-CNV-2: while the bots' deeds are shown one by one nothing of what comes after is told."""
    player = person("Ammini")
    practice = begun(player, "56-international-6", place=6)
    row, room = selectors.practice_of(practice.pk, player), room_at(practice, player)
    for upto in range(len(room.hand.done) + 1):
        view = selectors.view_of_practice(row, room, player, upto)
        assert len(selectors.calls_explained(view, room, upto)) == upto
