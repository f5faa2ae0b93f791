"""What the bot makes of the forms of 28 outside Kerala: raises, thani, cot, surrender, threes, sides of every size."""

import engine
from engine.views import AuctionStep, Played, TrickTaken
from games.bots import steady
from games.bots.bidding import takes_all
from games.bots.greedy import choose as greedy
from games.bots.knowledge import allies, beats
from tests.games.helpers.bot_views import plays, raising, view


def test_the_declarer_raises_with_a_hand_worth_it_and_passes_with_another() -> None:
    """28-PAG-3."""
    strong = raising(("S7", "SJ", "S9", "SA", "ST", "HJ", "DJ", "CJ"))
    weak = raising(("S7", "SJ", "S9", "H7", "H8", "D7", "DQ", "C8"))

    assert isinstance(raised := steady.choose(strong), engine.Bid)
    assert raised.value >= 24
    assert steady.choose(weak) == engine.Pass(0)


def test_the_declarers_partner_leaves_the_bid() -> None:
    """28-PAG-3: it does not know the trump."""
    bids = tuple(engine.Bid(0, value) for value in range(24, 29))
    seen = view(
        "28-pagat-4", phase="raise", declarer=2, bidder=2, hand=("SJ", "HJ", "DJ", "CJ", "S9", "H9", "D9", "C9"),
        indicator_at=2, legal=(*bids, engine.Pass(0)),
    )  # fmt: skip

    assert steady.choose(seen) == engine.Pass(0)


def test_thani_is_said_when_nothing_can_go_wrong_and_not_otherwise() -> None:
    """28-THANI-1, 28-THANI-3."""
    sure = raising(("S7", "SJ", "S9", "SA", "ST", "SK", "SQ", "HJ"), engine.Thani(0))
    ruffed = raising(("S7", "SJ", "S9", "SA", "ST", "HJ", "DJ", "CJ"), engine.Thani(0))
    beaten = raising(("S7", "SJ", "S9", "SA", "ST", "SK", "SQ", "H9"), engine.Thani(0))
    outranked = raising(("S7", "S9", "SA", "ST", "SK", "SQ", "S8", "HJ"), engine.Thani(0))

    assert steady.choose(sure) == engine.Thani(0)
    assert not takes_all(ruffed)
    assert not takes_all(beaten)
    assert not takes_all(outranked)


def test_four_cards_that_take_every_trick_are_a_cot() -> None:
    """28-HSE-6, 28-HSE-8."""
    legal = (engine.Bid(0, 14), engine.Cot(0))
    sure = view("28-house-4", phase="auction", declarer=None, hand=("SJ", "S9", "SA", "HJ"), legal=legal)
    open_to_the_nine = view("28-house-4", phase="auction", declarer=None, hand=("SJ", "SA", "ST", "HJ"), legal=legal)

    assert steady.choose(sure) == engine.Cot(0)
    assert steady.choose(open_to_the_nine) == engine.Bid(0, 14)


def test_an_offered_surrender_is_accepted_and_offered_only_once_all_is_lost() -> None:
    """28-HSE-2 to 28-HSE-5."""
    offer = engine.SurrenderOffer(0)
    answer = view(
        "28-house-4", phase="surrender", hand=("S7",), legal=(engine.SurrenderAccept(0), engine.SurrenderRefuse(0))
    )
    lost = view("28-house-4", hand=("S7", "H7"), points=(0, 16), legal=(*plays("S7", "H7"), offer))
    open_yet = view("28-house-4", hand=("S7", "H7"), points=(0, 15), legal=(*plays("S7", "H7"), offer))
    declaring = view(
        "28-house-4", hand=("S7", "H7"), declarer=0, bidder=0, points=(0, 13), legal=(*plays("S7", "H7"), offer)
    )

    assert steady.choose(answer) == engine.SurrenderAccept(0)
    assert steady.choose(lost) == offer
    assert isinstance(steady.choose(open_yet), engine.Play)
    assert steady.choose(declaring) == offer


def test_a_late_thani_needs_the_two_highest_trumps() -> None:
    """28-HSE-9."""
    last = TrickTaken(6, 0, tuple(Played(seat, card) for seat, card in enumerate(("SJ", "S7", "S8", "SQ"))), 0, 3, "")
    thani = engine.Thani(0)
    sure = view("28-house-4", hand=("S9", "SA"), trump="S", last_trick=last, legal=(*plays("S9", "SA"), thani))
    risky = view("28-house-4", hand=("S9", "HJ"), trump="S", last_trick=last, legal=(*plays("S9", "HJ"), thani))

    assert steady.choose(sure) == thani
    assert isinstance(steady.choose(risky), engine.Play)


def test_against_a_thani_the_others_win_what_they_can_and_the_partner_wins_nothing() -> None:
    """28-THANI-3."""
    led = (Played(3, "ST"),)
    opponent = view("28-pagat-4", trick=led, winning=3, thani=3, declarer=3, hand=("SJ", "S7"), legal=plays("SJ", "S7"))
    partner = view(
        "28-pagat-4", trick=(Played(2, "ST"), Played(3, "S8")), winning=2, thani=2, declarer=2, hand=("SJ", "S7"),
        legal=plays("SJ", "S7"),
    )  # fmt: skip

    assert steady.choose(opponent) == engine.Play(0, "SJ")
    assert steady.choose(partner) == engine.Play(0, "S7")


def test_of_jack_and_three_the_first_played_is_the_higher() -> None:
    """28-W8-2."""
    assert not beats("SJ", "S3", None)
    assert not beats("S3", "SJ", None)
    assert beats("S3", "S9", None)


def test_no_point_is_given_to_a_three_that_leads_and_the_jack_is_kept() -> None:
    """28-W8-2."""
    seen = view(
        "28-wikipedia-8", trick=(Played(7, "S3"),), winning=7, declarer=1, hand=("SJ", "S7"), legal=plays("SJ", "S7")
    )

    assert steady.choose(seen) == engine.Play(0, "S7")


def test_sides_that_do_not_declare_play_together() -> None:
    """28-PAG-9, 28-CK6-1, 28-W8-1, 28-SEAT-2."""
    assert allies(view("28-pagat-6", declarer=1)) == {2, 3, 5}
    assert allies(view("28-pagat-6", declarer=3)) == {3}
    assert allies(view("28-pagat-6", declarer=None)) == {3}
    assert allies(view("28-central-kerala-6", declarer=1)) == {2, 4}
    assert allies(view("28-wikipedia-8", declarer=1)) == {2, 4, 6}
    assert allies(view("28-pagat-3", declarer=1)) == {2}


def test_who_goes_alone_has_nobody() -> None:
    """28-THANI-3."""
    assert allies(view("28-pagat-4", declarer=0, thani=0)) == set()
    assert allies(view("28-pagat-4", declarer=2, thani=2)) == {2}
    assert allies(view("28-pagat-4", declarer=1, thani=1)) == {2}


def test_a_weak_opener_passes_where_nobody_must_bid() -> None:
    """28-WIK-6."""
    bids = tuple(engine.Bid(0, value) for value in range(12, 29))
    members = {"phase": "auction", "declarer": None, "bid": None, "bidder": None, "legal": (*bids, engine.Pass(0))}
    weak = view("28-wikipedia-3", hand=("SQ", "HK", "DQ", "CK"), **members)
    strong = view("28-wikipedia-3", hand=("SJ", "S9", "SA", "HJ"), **members)

    assert steady.choose(weak) == engine.Pass(0)
    assert steady.choose(strong) == engine.Bid(0, 12)


def test_what_a_trump_played_too_early_leads_is_the_views_business() -> None:
    """28-BOOK-3: the view says who wins the trick, and the bot believes it."""
    early = (Played(1, "SJ"), Played(2, "H9"), Played(3, "S7"))
    seen = view(
        "28-book-4", trick=early, winning=1, trump="H", trump_card="H8", must_play="trump", hand=("H7", "C8"),
        auction=(AuctionStep(1, 1, "bid", 16),), declarer=3, legal=plays("H7"),
    )  # fmt: skip

    assert steady.choose(seen) == engine.Play(0, "H7")
    assert greedy(seen) == engine.Play(0, "H7")


def test_the_greedy_bot_takes_high_what_it_can_take_and_throws_its_lowest_card() -> None:
    winning = view("28-pagat-4", trick=(Played(3, "SA"),), winning=3, hand=("SJ", "S9"), legal=plays("SJ", "S9"))
    losing = view("28-pagat-4", trick=(Played(3, "SJ"),), winning=3, hand=("SA", "S7"), legal=plays("SA", "S7"))
    bids = (engine.Bid(0, 17), engine.Pass(0))
    bidding = view("28-pagat-4", phase="auction", hand=("SJ", "S9", "SA", "ST"), legal=bids)

    assert greedy(winning) == engine.Play(0, "SJ")
    assert greedy(losing) == engine.Play(0, "S7")
    assert greedy(bidding) == engine.Pass(0)
