"""Kunukku: what goes on and comes off in a game and over all games of a club, salaams, and the rebuild of it."""

import random
from datetime import timedelta
from uuid import uuid4

import pytest

import engine
from clubs.models import Notice, Player
from games.events import tables as events
from games.events.results import KunukkuLifted
from games.models import Kunukku
from games.projections import Kunukkus
from games.store import projector, rebuilding
from tests.factories import PlayerFactory
from tests.games.helpers.kunukku import WIKIPEDIA, lost, made
from tests.games.helpers.played import begun, club_of, hand, happens, later
from tests.games.helpers.projections import assert_rebuild_equals
from tests.games.helpers.tables import people, person
from tests.lanes import in_lanes

pytestmark = pytest.mark.django_db(transaction=True)


def followed() -> None:
    """Let the projection follow the log, and fail if it stopped."""
    projector.run_once(Kunukkus)
    assert projector.stopped_lanes() == []


def all_rows():
    return Kunukku.objects.filter(projection_version=projector.serving("kunukku"))


def worn(player: Player) -> int:
    return all_rows().filter(player=player, salaam=False, removed_at=None).count()


@pytest.mark.parametrize(
    "rules_id",
    in_lanes(
        (name for name in engine.rule_set_ids() if getattr(engine.load_rules(name), "keeps_kunukku", False)),
        ["28-wikipedia-4"],
    ),
)
def test_in_a_game_the_players_wear_what_the_rules_say(rules_id):
    """28-WIK-3, 28-WIK-4: twenty hands, and after each the rows count what the engine counts."""
    chance = random.Random(1)
    rules = engine.load_rules(rules_id)
    players = [person(f"Player {seat}") for seat in range(rules.players)]
    stream = begun(players, rules_id, club=club_of(*players))
    state, at = engine.new_game(rules), later(0)
    seen = 0
    for number in range(1, 21):
        pack = list(rules.deck)
        chance.shuffle(pack)
        happened = list(engine.deal(state, tuple(pack), dealer=0 if number == 1 else None))
        for event in happened:
            state = engine.evolve(state, event)
        while turn := engine.to_act(state):
            (seat,) = turn
            for event in engine.decide(state, chance.choice(engine.view(state, seat).legal)):
                state = engine.evolve(state, event)
                happened.append(event)
        at += timedelta(minutes=5)
        told = (engine.HandScored, engine.KunukkuPlaced, engine.KunukkuRemoved)
        happens(stream, *(event for event in happened if isinstance(event, told)), at=at)
        followed()
        wearing = engine.view(state, None).kunukku
        assert [worn(player) for player in players] == list(wearing)
        seen += sum(wearing)
    assert seen, "no hand of this test puts a kunukku on"
    assert_rebuild_equals(Kunukkus)


def test_what_put_it_on_and_what_took_it_off_is_told():
    """28-WIK-3, 28-WIK-4."""
    players = ammini, _, chacko, _ = people()
    club = club_of(*players)
    stream = begun(players, WIKIPEDIA, club=club)
    happens(stream, *lost(1, (0, 2), declarer=2), at=later(0))
    happens(stream, engine.KunukkuRemoved((0, 2)), made(2, 0), at=later(0.1))
    followed()

    one = all_rows().get(player=ammini)
    assert (one.club, one.stream, one.hand, one.placed_at) == (club, stream, 1, later(0))
    assert one.why == {"outcome": "failed", "declarer": str(chacko.pk), "number": 17, "denomination": None}
    assert (one.removed_stream, one.removed_hand, one.how, one.removed_at) == (stream, 2, "made", later(0.1))


def test_what_is_still_worn_at_the_end_comes_off_in_a_later_game_the_oldest_first_and_one_a_contract():
    """28-WIK-4."""
    players = ammini, *_ = people()
    club = club_of(*players)
    first, second = begun(players, WIKIPEDIA, club=club), begun(players, WIKIPEDIA, club=club)
    happens(first, *lost(1, (0, 2)), *lost(2, (0, 2), (2, 0, 2, 0)), engine.GameFinished((1,)), at=later(0))
    happens(second, made(1, 1), made(2, 2), at=later(1))
    followed()
    assert worn(ammini) == 2

    happens(second, made(3, 0), at=later(1.1))
    followed()
    assert worn(ammini) == 1
    gone = all_rows().get(player=ammini, removed_at__isnull=False)
    assert (gone.hand, gone.removed_stream, gone.removed_hand, gone.how) == (1, second, 3, "declared")

    happens(second, made(4, 0), made(5, 0), at=later(1.2))
    followed()
    assert worn(ammini) == 0
    assert_rebuild_equals(Kunukkus)


def test_one_of_an_older_game_goes_before_one_of_the_game_that_is_played():
    """28-WIK-4."""
    players = ammini, *_ = people()
    club = club_of(*players)
    first, second = begun(players, WIKIPEDIA, club=club), begun(players, WIKIPEDIA, club=club)
    happens(first, *lost(1, (0, 2)), at=later(0))
    happens(second, *lost(1, (0, 2)), engine.KunukkuRemoved((0, 2)), made(2, 0), at=later(1))
    followed()

    assert {one.stream: one.how for one in all_rows().filter(player=ammini)} == {first: "made", second: ""}


@pytest.mark.parametrize("rules_id", ["28-kerala-4", "28-house-4"])
def test_a_contract_by_rules_without_kunukku_takes_none_off(rules_id):
    """28-WIK-4."""
    players = ammini, *_ = people()
    club = club_of(*players)
    first, second = begun(players, WIKIPEDIA, club=club), begun(players, rules_id, club=club)
    happens(first, *lost(1, (0, 2)), at=later(0))
    happens(second, hand(1, (1, 0), 0), at=later(1))
    followed()
    assert worn(ammini) == 1


def test_a_game_of_another_club_or_of_none_or_a_friendly_one_takes_none_off_and_puts_none_on():
    players = ammini, *_ = people()
    club, other = club_of(*players), club_of(*players, name="Ponnani Library")
    first = begun(players, WIKIPEDIA, club=club)
    happens(first, *lost(1, (0, 2)), at=later(0))
    for more in ({"club": other}, {}, {"club": club, "friendly": True}):
        stream = begun(players, WIKIPEDIA, **more)
        happens(stream, made(1, 0), at=later(1))
    happens(begun(players, WIKIPEDIA, club=club, friendly=True), *lost(1, (0, 2)), at=later(2))
    happens(begun(players, WIKIPEDIA), *lost(1, (0, 2)), at=later(2))
    followed()

    assert worn(ammini) == 1
    assert all_rows().filter(player=ammini).count() == 1


def test_who_takes_a_seat_over_does_not_take_the_earring_over():
    ammini, beeran, chacko, devaki = people()
    eapen = person("Eapen")
    club = club_of(ammini, beeran, chacko, devaki, eapen)
    stream = begun([ammini, beeran, chacko, devaki], WIKIPEDIA, club=club)
    happens(stream, *lost(1, (0, 2)), at=later(0))
    happens(stream, events.PlayerSubstituted(0, str(eapen.pk), str(ammini.pk)), at=later(0.01))
    happens(stream, engine.KunukkuRemoved((0, 2)), made(2, 0), *lost(3, (0, 2)), at=later(0.02))
    followed()

    assert (worn(ammini), worn(chacko), worn(eapen)) == (1, 1, 1)


def test_an_officer_lifts_the_oldest():
    players = ammini, _, chacko, _ = people()
    club = club_of(*players)
    stream = begun(players, WIKIPEDIA, club=club)
    happens(stream, *lost(1, (0, 2)), *lost(2, (0, 2), (2, 0, 2, 0)), at=later(0))
    lifting = uuid4()
    happens(lifting, KunukkuLifted(str(club.pk), str(ammini.pk), str(chacko.pk)), at=later(1))
    followed()

    gone = all_rows().get(player=ammini, removed_at__isnull=False)
    assert (gone.hand, gone.how, gone.removed_stream, gone.removed_hand) == (1, "lifted", lifting, None)
    assert (worn(ammini), worn(chacko)) == (1, 2)
    assert_rebuild_equals(Kunukkus)


def test_where_the_club_has_salaams_they_are_counted_and_nothing_is_worn():
    players = ammini, *_ = people()
    stream = begun(players, WIKIPEDIA, club=club_of(*players), salaams=True)
    happens(stream, *lost(1, (0, 2)), *lost(2, (0, 2), (2, 0, 2, 0)), at=later(0))
    followed()

    assert worn(ammini) == 0
    assert all_rows().filter(player=ammini, salaam=True).count() == 2
    assert_rebuild_equals(Kunukkus)


def test_where_salaams_are_made_a_contract_takes_nothing_off_that_is_worn_from_before():
    players = ammini, *_ = people()
    club = club_of(*players)
    happens(begun(players, WIKIPEDIA, club=club), *lost(1, (0, 2)), at=later(0))
    happens(begun(players, WIKIPEDIA, club=club, salaams=True), made(1, 0), at=later(1))
    followed()

    assert worn(ammini) == 1


def test_salaams_by_the_rules_are_counted_by_what_each_hand_adds():
    """28-HSE-11, 28-HSE-13."""
    players = _, beeran, _, devaki = people()
    options = {"thani": True, "thani_kunukku": True, "salaams": True}
    stream = begun(players, "28-house-4", club=club_of(*players), options=options)
    happens(stream, hand(1, (0, 0), 0, score=(0, 0), salaams=(0, 1, 0, 1)))
    happens(stream, hand(2, (0, 0), 0, score=(0, 0), salaams=(0, 1, 0, 1)))
    happens(stream, hand(3, (0, 0), 0, score=(0, 0), salaams=(0, 2, 0, 2)))
    followed()

    assert [one.hand for one in all_rows().filter(player=beeran, salaam=True).order_by("hand")] == [1, 3]
    assert all_rows().filter(player=devaki).count() == 2
    assert_rebuild_equals(Kunukkus)


def test_a_thani_by_kunukku_puts_one_on_each_opponent():
    """28-HSE-11, 28-HSE-12."""
    players = _, beeran, *_ = people()
    stream = begun(players, "28-house-4", club=club_of(*players), options={"thani": True, "thani_kunukku": True})
    happens(stream, engine.KunukkuPlaced((1, 3)), hand(1, (0, 0), 0, score=(0, 0), kunukku=(0, 1, 0, 1)))
    happens(stream, engine.KunukkuRemoved((1,)), hand(2, (0, 1), 1, score=(0, 1), kunukku=(0, 0, 0, 1)))
    followed()

    one = all_rows().get(player=beeran)
    assert (one.why["outcome"], one.how, one.removed_hand) == ("made", "made", 2)


@pytest.mark.parametrize("seed", in_lanes(range(6), range(2)))
def test_what_comes_off_is_the_same_in_whatever_order_the_games_come(seed):
    """28-WIK-4: games at once, told in any order, come to what they come to one after the other."""
    chance = random.Random(seed)
    players = ammini, *_ = people()
    club = club_of(*players)
    streams = [begun(players, WIKIPEDIA, club=club, at=later(-1)) for _ in range(5)]
    told, hands, wearing, expected = [], [0] * 5, [], {}
    for step in range(40):
        game, at = chance.randrange(5), later(step)
        hands[game] += 1
        number = hands[game]
        if chance.random() < 0.5:
            told.append((game, lost(number, (0, 2)), at))
            wearing.append((game, number))
            expected[game, number] = None
        else:
            told.append((game, [made(number, 0)], at))
            if wearing:
                expected[wearing.pop(0)] = (game, number)
    # Within a game the order is that of its stream; between games any.
    waiting = {game: [one for one in told if one[0] == game] for game in range(5)}
    while any(waiting.values()):
        game = chance.choice([game for game, left in waiting.items() if left])
        _, happened, at = waiting[game].pop(0)
        happens(streams[game], *happened, at=at)
        if chance.random() < 0.3:
            followed()
    followed()

    found = {
        (streams.index(one.stream), one.hand): one.removed_stream
        and (streams.index(one.removed_stream), one.removed_hand)
        for one in all_rows().filter(player=ammini)
    }
    assert found == expected
    assert_rebuild_equals(Kunukkus)


def test_who_puts_one_on_or_takes_it_off_is_told_once_and_not_of_long_ago():
    account = PlayerFactory(name="Govindan", password=uuid4().hex)
    players = [account, *people()[1:]]
    club = club_of(*players)
    happens(begun(players, WIKIPEDIA, club=club, at=later(0)), *lost(1, (0, 2)), at=later(0))
    followed()
    assert not Notice.objects.exists()

    stream = begun(players, WIKIPEDIA, club=club)
    happens(stream, *lost(1, (0, 2)))
    happens(stream, engine.KunukkuRemoved((0, 2)), made(2, 0))
    followed()
    rebuilding.rebuild(Kunukkus)

    told = Notice.objects.filter(player=account, kind="kunukku")
    assert sorted(one.details.get("what", "") for one in told) == ["", "off"]
