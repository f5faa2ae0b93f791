"""The bots see what their seat sees, do what is legal, and play sensibly."""

import random

import pytest

import engine
from benchmarks.bench_bots import match
from benchmarks.fit_bids import play_hand
from engine.views import Played
from games.bots import random_legal, steady
from games.bots.bidding import best_trump, fold_card
from games.bots.knowledge import beats

RULES = ("28-kerala-4", "28-kerala-3")


def view(**members: object) -> engine.View:
    """A view in play of `28-kerala-4`, from seat 0."""
    plain: dict[str, object] = {
        "rules": "28-kerala-4", "seat": 0, "phase": "play", "hand_number": 1, "dealer": 3, "opener": 0, "to_act": (0,),
        "counts": (8, 8, 8, 8), "points": (0, 0), "taken": (0, 0, 0, 0), "declarer": 1, "bid": 16, "bidder": 1,
    }  # fmt: skip
    members = plain | members
    return engine.View(**members, winning=ahead(members.get("trick", ()), members.get("trump")))  # type: ignore[arg-type]


def ahead(cards: tuple[Played, ...], trump: str | None) -> int | None:
    """The seat whose card wins a trick as it lies."""
    best = cards[0] if cards else None
    for played in cards[1:]:
        if beats(played.card, best.card, trump):
            best = played
    return best and best.seat


def plays(*cards: str) -> tuple[engine.Action, ...]:
    return tuple(engine.Play(0, card) for card in cards)


def trick(leader: int, *cards: str) -> tuple[Played, ...]:
    return tuple(Played((leader + number) % 4, card) for number, card in enumerate(cards))


@pytest.mark.parametrize("rules_id", RULES)
def test_a_bot_plays_legal_hands_to_the_end(rules_id: str) -> None:
    rules = engine.load_rules(rules_id)
    chance = random.Random(1)
    for number in range(60):
        pack = list(rules.deck)
        chance.shuffle(pack)

        end = play_hand(rules, pack, number % rules.players, [steady.choose] * rules.players)

        assert end.result is not None
        assert end.result.outcome in ("made", "failed")


def test_a_bot_does_the_same_for_the_same_view() -> None:
    seen = view(hand=("S7", "S8"), trick=trick(3, "SK"), legal=plays("S8", "S7"))

    assert {steady.choose(seen) for _ in range(5)} == {engine.Play(0, "S7")}


def test_a_bot_gives_points_to_its_partners_sure_trick() -> None:
    seen = view(hand=("SA", "S7"), trick=trick(2, "SJ", "SQ"), legal=plays("SA", "S7"))

    assert steady.choose(seen) == engine.Play(0, "SA")


def test_a_bot_gives_the_others_nothing() -> None:
    seen = view(hand=("SA", "S7"), trick=trick(3, "SJ"), legal=plays("SA", "S7"))

    assert steady.choose(seen) == engine.Play(0, "S7")


def test_a_bot_does_not_ruff_its_partners_winner() -> None:
    seen = view(
        hand=("H7", "C8"), trick=trick(1, "SQ", "SJ", "S8"), trump="H", trump_card="H9", legal=plays("H7", "C8")
    )

    assert steady.choose(seen) == engine.Play(0, "C8")


def test_a_bot_ruffs_the_others_points_with_its_lowest_trump() -> None:
    seen = view(
        hand=("HJ", "H7", "C8"), trick=trick(1, "SJ", "SQ", "S8"), trump="H", trump_card="H9",
        legal=plays("HJ", "H7", "C8"),
    )  # fmt: skip

    assert steady.choose(seen) == engine.Play(0, "H7")


def test_a_bot_asks_for_the_trump_when_points_are_lost_otherwise() -> None:
    ask = engine.Ask(0)
    losing = view(hand=("C8",), trick=trick(1, "SJ", "SQ", "S8"), indicator_at=1, legal=(*plays("C8"), ask))
    partners = view(hand=("C8",), trick=trick(2, "SJ", "SQ"), indicator_at=1, legal=(*plays("C8"), ask))
    worthless = view(hand=("C8",), trick=trick(1, "SK", "SQ", "S8"), indicator_at=1, legal=(*plays("C8"), ask))

    assert steady.choose(losing) == ask
    assert steady.choose(partners) == engine.Play(0, "C8")
    assert steady.choose(worthless) == engine.Play(0, "C8")


def test_a_bot_leaves_its_partners_bid_alone() -> None:
    bids = tuple(engine.Bid(0, value) for value in range(17, 29))
    seen = view(
        phase="auction", hand=("SJ", "S9", "SA", "HJ"), bid=16, bidder=2, declarer=None, legal=(*bids, engine.Pass(0))
    )

    assert steady.choose(seen) == engine.Pass(0)


def test_a_bot_outbids_the_others_with_a_strong_hand_only() -> None:
    bids = tuple(engine.Bid(0, value) for value in range(16, 29))
    strong = view(phase="auction", hand=("SJ", "S9", "SA", "HJ"), bid=15, declarer=None, legal=(*bids, engine.Pass(0)))
    weak = view(phase="auction", hand=("S7", "H8", "DK", "CQ"), bid=15, declarer=None, legal=(*bids, engine.Pass(0)))

    assert steady.choose(strong) == engine.Bid(0, 16)
    assert steady.choose(weak) == engine.Pass(0)


def test_a_bot_folds_the_lowest_card_of_its_best_suit() -> None:
    hand = ("SJ", "S7", "HA", "C8")

    assert best_trump(hand) == "S"
    assert fold_card(hand, "S") == "S7"


def test_a_seat_with_nothing_to_do_is_refused() -> None:
    waiting = view(to_act=(1,))

    with pytest.raises(ValueError, match="nothing to do"):
        steady.choose(waiting)
    with pytest.raises(ValueError, match="nothing to do"):
        random_legal.choose(waiting, random.Random(1))


def test_the_steady_bot_beats_the_random_one_over_the_same_cards() -> None:
    rules = engine.load_rules("28-kerala-4", {"ending": {"type": "hands", "count": 1}})

    outcomes, differences = match(rules, 100, play_only=True)

    assert outcomes["steady made"] > outcomes["random made"]
    assert sum(differences) > 0
