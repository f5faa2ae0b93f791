"""What games move in units: hand by hand where stakes are kept, at the end where they are not. Pure."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine import reckoning
from engine.reckoning import Game, Score, moved_by_hand
from games.events.base import BOOKS
from games.stakes import moves as stakes
from games.stakes.moves import Stream
from games.stakes.proof.lanes import opened_as_stored
from tests import strategies


def played(rules: engine.RuleSet, chance: Random, hands: int) -> list[engine.Event]:
    return [event for event in strategies.random_events(rules, chance, hands) if type(event).__name__ in stakes.EVENTS]


def seated(rules: engine.RuleSet) -> Game:
    game = Game(rules)
    for seat in range(rules.players):
        game.sit(seat, seat)
    return game


@pytest.mark.parametrize("rule_set", engine.rule_set_ids())
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_what_players_get_comes_to_nothing_and_the_hands_to_the_whole(rule_set, seed):
    """28-STK-2, 28-STK-3, 28-WIK-2, 28-WIK-3, 28-SCO-4, 56-SCORE-1: for every rule set with any options."""
    chance = Random(seed)
    rules = strategies.random_options(rule_set, chance, hands=4)
    if "starting_stakes" in rules.options and chance.random() < 0.7:
        rules = engine.load_rules(rule_set, {"starting_stakes": chance.randint(1, 6)})  # to elimination, soon
    game, total = seated(rules), dict.fromkeys(range(rules.players), 0)
    account = reckoning.Account()
    points, kept, resets = [0] * len(rules.sides), None, 0
    for event in played(rules, chance, 4):
        if isinstance(event, engine.HandScored):
            before, kept = kept, event.stakes
            got = game.scored(event)
            assert sum(got.values()) == 0
            for seat, units in got.items():
                total[seat] += units
            account, won = reckoning.scored_by(account, event, len(rules.sides))
            points = [old + new for old, new in zip(points, won, strict=True)]
            if event.score is not None and event.games is None:
                assert points == list(event.score), "the engine's own count"
            if kept is not None:
                held = before or (rules.starting_stakes,) * len(rules.sides)
                assert all(held[rules.side_of(seat)] + units >= 0 for seat, units in got.items())
                resets += tuple(held[side] + got.get(seats[0], 0) for side, seats in enumerate(rules.sides)) != kept
    final = game.finished()
    assert sum(final.values()) == 0
    for seat, units in final.items():
        total[seat] += units
    if kept is None:
        wanted = reckoning.differences(tuple(points))
    elif resets:
        return  # all had six again in between, which is no payment
    else:
        wanted = tuple(left - rules.starting_stakes for left in kept)
        assert not final
    assert total == {seat: wanted[rules.side_of(seat)] for seat in range(rules.players)}


@settings(max_examples=200, deadline=None)
@given(
    held=st.lists(st.integers(0, 12), min_size=2, max_size=3),
    side=st.integers(0, 2),
    change=st.integers(-10, 10),
)
def test_base_cards_are_paid_as_far_as_there_are_any(held, side, change):
    """28-WIK-2, 28-WIK-3: nobody pays more than it owes or has; who can pay all does."""
    side %= len(held)
    points = tuple(change if one == side else 0 for one in range(len(held)))
    owed = {one: change for one in range(len(held)) if one != side} if change > 0 else {side: -change * (len(held) - 1)}
    short = any(held[one] < units for one, units in owed.items())
    after = [have + (-change if one != side else change * (len(held) - 1)) for one, have in enumerate(held)]

    got = moved_by_hand(tuple(held), (6,) * len(held) if short else tuple(after), points, True)

    assert sum(got) == 0
    for one, units in owed.items():
        assert -got[one] == min(units, held[one])


def test_a_side_that_cannot_pay_two_pays_the_next_one_first():
    """28-WIK-3 with the order of 28-STK-4."""
    assert moved_by_hand((6, 4, 8), (6, 6, 6), (0, -3, 0), True) == (1, -4, 3)


def test_a_substitute_gets_what_was_won_since():
    """28-END-3: two sides, the substitute at seat 3 from the second hand on."""
    rules = engine.load_rules("28-kerala-4", {"ending": {"type": "hands", "count": 2}})
    game = Game(rules)
    for seat, player in enumerate("abcd"):
        game.sit(seat, player)
    game.scored(Score(1, game_points=(2, 0), score=(2, 0)))
    game.sit(3, "e")
    game.scored(Score(2, game_points=(0, 1), score=(2, 1)))

    assert game.finished() == {"a": 1, "b": -1, "c": 1, "d": -2, "e": 1}


def test_who_sat_on_both_sides_gets_what_is_left():
    rules = engine.load_rules("28-kerala-4", {"ending": {"type": "hands", "count": 2}})
    game = Game(rules)
    for seat, player in enumerate("abcd"):
        game.sit(seat, player)
    game.scored(Score(1, game_points=(2, 0), score=(2, 0)))
    game.sit(1, "a")
    game.scored(Score(2, game_points=(0, 2), score=(2, 2)))

    assert game.finished() == {"b": -2, "a": 2}


def test_a_new_game_of_a_match_begins_at_nothing_and_an_award_counts_at_once():
    """56-MATCH-2, 56-IRR-14."""
    game = seated(engine.load_rules("56-kerala-6"))
    game.scored(Score(1, score=(20, 0), games=(0, 0)))
    game.scored(Score(2, score=(22, 0), games=(1, 0)))
    game.awarded(engine.PenaltyAwarded(1, 3))
    game.scored(Score(3, score=(0, 5), games=(1, 0)))
    game.awarded(engine.PenaltyAwarded(1, 1))

    assert game.finished() == {0: 16, 2: 16, 4: 16, 1: -16, 3: -16, 5: -16}


class Opened:
    """What of a stream's first event matters."""

    rules, options, engine = "56-kerala-6", {"ending": {"type": "hands", "count": 2}}, 1
    club, counts = "club", BOOKS
    players = tuple("abcdef")
    points, played_on = (3, 1), None


def test_entries_of_a_sheet_taken_back_after_its_end_take_their_units_back():
    class Finished:
        winners = (0,)

    sheet = Stream(1, "SheetOpened", Opened, None)
    sheet.follow(2, "HandEntered", None)
    assert sheet.follow(3, "HandScored", Score(1, score=(2, 0), games=None)) is None
    sheet.follow(4, "MatchStopped", None)
    first = sheet.follow(5, "GameFinished", Finished)
    back = sheet.follow(6, "EntryWithdrawn", None)
    assert sheet.follow(7, "EntryWithdrawn", None) is None, "nothing had moved before the end"
    sheet.follow(8, "HandEntered", None)
    sheet.follow(9, "HandScored", Score(1, score=(0, 3), games=None))
    sheet.follow(10, "MatchStopped", None)
    again = sheet.follow(11, "GameFinished", Finished)

    assert (first.version, first.amounts["a"], first.amounts["b"]) == (5, 2, -2)
    assert (back.version, back.reverses, back.amounts["a"]) == (6, 5, -2)
    assert (again.version, again.reverses, again.amounts["a"]) == (11, None, -3)


OF_28 = [name for name in engine.rule_set_ids() if name.startswith("28-")]


@pytest.mark.parametrize("rule_set", OF_28)
@settings(max_examples=10, deadline=None)
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_a_game_of_28_moves_on_a_sheet_what_it_moves_at_a_table_and_nothing_once_taken_back(rule_set, data, seed):
    """28-STK-2, 28-WIK-2, 28-WIK-3: hand by hand; what was taken back and entered again counts once."""
    chance = Random(seed)
    rules = strategies.random_options(rule_set, chance, hands=4)
    if "starting_stakes" in rules.options and chance.random() < 0.7:
        rules = engine.load_rules(rule_set, {"starting_stakes": chance.randint(1, 6)})
    hands = by_hand(strategies.random_events(rules, chance, 4))
    table, sheet = (begun(kind, rules) for kind in ("TableOpened", "SheetOpened"))
    again = data.draw(st.integers(0, len(hands)))
    for hand in hands:
        at_table = [posting.amounts for posting in follow(table, hand)]
        assert [posting.amounts for posting in follow(sheet, [Entered(), *hand])] == at_table
    whole = dict(table.total)
    assert sheet.total == whole
    follow(sheet, [Withdrawn()] * again)
    for hand in hands[len(hands) - again :]:
        follow(sheet, [Entered(), *hand])
    assert sheet.total == whole
    back = follow(sheet, [Withdrawn()] * len(hands))
    assert not any(sheet.total.values())
    assert all(posting.reverses for posting in back)


class Entered:
    """What of an entry of a sheet matters."""

    name = "HandEntered"


class Withdrawn:
    """What of a withdrawal matters."""

    name = "EntryWithdrawn"


class Counted:
    """A stream with the number of its last event, and the units that each player got by all of them."""

    def __init__(self, stream: Stream, version: int) -> None:
        self.stream, self.version = stream, version
        self.total: dict[str, int] = {}


def begun(kind: str, rules: engine.RuleSet) -> Counted:
    """A game whose players have their seats."""
    members = {"rules": rules.id, "options": rules.options, "engine": rules.version, "players": tuple("abcdefgh")}
    members["players"] = members["players"][: rules.players]
    counted = Counted(Stream(1, kind, type("Begun", (Opened,), members), None), 1)
    if kind == "TableOpened":
        for seat, player in enumerate(members["players"]):
            counted.version += 1
            counted.stream.follow(counted.version, "SeatTaken", type("Taken", (), {"seat": seat, "player": player}))
    return counted


def follow(counted: Counted, events: list) -> list[stakes.Posting]:
    """The postings of some events."""
    postings = []
    for event in events:
        counted.version += 1
        posting = counted.stream.follow(counted.version, getattr(event, "name", type(event).__name__), event)
        if posting is not None:
            postings.append(posting)
            for player, units in posting.amounts.items():
                counted.total[player] = counted.total.get(player, 0) + units
    return postings


def by_hand(events: list[engine.Event]) -> list[list[engine.Event]]:
    """The events that move units, hand by hand."""
    hands: list[list[engine.Event]] = []
    for event in events:
        if isinstance(event, engine.HandDealt):
            hands.append([])
        elif type(event).__name__ in stakes.EVENTS:
            hands[-1].append(event)
    return hands


def test_a_result_counts_by_its_points_and_no_longer_when_it_is_withdrawn():
    stream = Stream(1, "ResultEntered", Opened, None)
    entered = stream.follow(1, "ResultEntered", Opened)
    back = stream.follow(2, "ResultWithdrawn", None)

    assert entered.amounts == dict(zip("abcdef", (2, -2) * 3, strict=True))
    assert (back.reverses, back.amounts["a"]) == (1, -2)


def test_a_friendly_table_of_an_older_schema_is_read_as_one_that_moves_nothing():
    read = [opened_as_stored(f'{{"rules":"28-kerala-4"{more}}}').counts for more in ("", ',"friendly":true')]
    assert read == [BOOKS, ()]
    assert opened_as_stored('{"rules":"28-kerala-4","counts":["ratings"]}').counts == ("ratings",)


def test_a_game_without_stakes_one_of_no_club_and_a_sheet_of_strangers_move_nothing():
    class Friendly(Opened):
        counts = ("ratings", "kunukku")

    class Nowhere(Opened):
        club = None

    class Strangers(Opened):
        players = ("a", "", "c", "d", "e", "f")

    for kind, terms in (("TableOpened", Friendly), ("TableOpened", Nowhere), ("SheetOpened", Strangers)):
        stream = Stream(1, kind, terms, None)
        for seat, player in enumerate("abcdef"):
            stream.follow(2 + seat, "SeatTaken", type("Taken", (), {"seat": seat, "player": player}))
        stream.follow(8, "HandScored", Score(1, score=(2, 0)))
        assert stream.club is None
        assert stream.follow(9, "GameFinished", None) is None
