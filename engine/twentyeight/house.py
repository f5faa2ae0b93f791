"""The forms that the sources only report, as options of one rule set: `28-house-4`.

As `engine.twentyeight.pagat` but for:

| rule | where |
| --- | --- |
| 28-HSE-1, 28-HSE-14 | `TRADITION`, `DECLARED` |
| 28-COT-2: 28-HSE-2 to 28-HSE-4 | `judge_offer`, `judge_accept`, `judge_refuse` |
| 28-HSE-5 | `score_played_out` |
| 28-COT-3: 28-HSE-6 to 28-HSE-8 | `judge_cot`, `apply_cot`; the score as of every player alone |
| 28-THANI-4: 28-HSE-9, 28-HSE-10 | `judge_late_thani`, `apply_late_thani` |
| 28-THANI-5: 28-HSE-11 | `four_handed`: a thani wins no points; `settle` |
| 28-HSE-12, 28-HSE-13 | `settle`, `HouseRules.opening_tally` |
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from msgspec.structs import replace

from engine.actions import Action, Cot, Play, SurrenderAccept, SurrenderOffer, SurrenderRefuse, Thani
from engine.errors import IllegalAction
from engine.events import (
    CardPlayed,
    CotCalled,
    Event,
    HandScored,
    KunukkuRemoved,
    SurrenderAccepted,
    SurrenderOffered,
    SurrenderRefused,
    ThaniCalled,
)
from engine.options import Flag, Number, read_options
from engine.phrases import phrase
from engine.rules import whose_turn
from engine.twentyeight import auction, pagat, play, score
from engine.twentyeight.refusals import not_chosen, not_now, not_your_turn
from engine.twentyeight.ruleset import RESULT_MEMBERS, Settled, TwentyEight
from engine.twentyeight.state import Auction, Contract, CotPlaying, Deal, Game, Offered, Playing, Solo, Tally
from engine.twentyeight.trump import begin_play
from engine.views import AuctionStep

LATE = 6
"""Tricks behind a late thani. Source: 28-HSE-9."""


class HouseRules(TwentyEight, frozen=True, kw_only=True):
    """`28-house-4`. Each member is the option of its name in docs/rules/28-house.md."""

    four_card_cot: bool
    four_card_cot_won: int
    four_card_cot_lost: int
    late_thani: bool
    late_thani_won: int
    late_thani_lost: int
    thani_kunukku: bool
    salaams: bool

    @property
    def undertakings(self) -> Mapping[str, tuple[int, int]]:
        """The undertakings of one player alone. Source: 28-THANI-3, 28-HSE-8, 28-HSE-10."""
        cot = {"cot": (self.four_card_cot_won, self.four_card_cot_lost)} if self.four_card_cot else {}
        late = {"late_thani": (self.late_thani_won, self.late_thani_lost)} if self.late_thani else {}
        return {**super().undertakings, **cot, **late}

    def opening_tally(self) -> Tally:
        """Return the standing before the first hand. Source: 28-HSE-12, 28-HSE-13."""
        nobody = (0,) * self.players
        return replace(super().opening_tally(), salaams=nobody if self.salaams else None)


def judge_cot(state: Auction, action: Cot) -> list[Event]:
    """Judge a four-card cot. Source: 28-HSE-6."""
    if not _house(state).four_card_cot:
        raise not_chosen(action)
    if action.seat != state.turn:
        raise not_your_turn()
    return [CotCalled(action.seat)]


def apply_cot(state: Auction, event: CotCalled) -> Game:
    """Return the state at the player's lead, with the first batch only. Source: 28-HSE-6, 28-HSE-7."""
    rules = _house(state)
    first = state.deal.first
    solo = Solo(event.seat, *rules.undertakings["cot"])
    said = (*state.said, AuctionStep(event.seat, 1, "cot"))
    cut = replace(state, said=said, deal=Deal(first, first, state.deal.opener, rules.batches[0]))
    return CotPlaying(**_members(begin_play(cut, Contract(event.seat, 0, 1, 0, 0, solo))))


def may_offer(state: Playing) -> bool:
    """Return whether one side could offer to surrender now. Source: 28-HSE-2."""
    rules = state.rules
    if not rules.surrender or state.offered or state.must or state.contract.solo is not None:
        return False
    return len({rules.side_of(trick.winner) for trick in state.tricks}) == 1


def judge_offer(state: Playing, action: SurrenderOffer) -> list[Event]:
    """Judge an offer to surrender. Source: 28-HSE-2."""
    if not state.rules.surrender:
        raise not_chosen(action)
    if not may_offer(state):
        raise not_now("A surrender is offered once a hand, before asking or playing, while one side has every trick.")
    if action.seat != state.turn:
        raise not_your_turn()
    rules = state.rules
    if rules.side_of(action.seat) == rules.side_of(state.tricks[0].winner):
        raise IllegalAction(
            "call-not-allowed", "28-HSE-2", "Your side has taken every trick, so only the others can surrender."
        )
    return [SurrenderOffered(action.seat)]


def judge_accept(state: Offered, action: SurrenderAccept) -> list[Event]:
    """Judge accepting the surrender: the hand ends at the single amount. Source: 28-HSE-3, 28-HSE-4."""
    if action.seat not in answering(state):
        raise not_your_turn()
    rules = state.rules
    took_all = rules.side_of(state.tricks[0].winner)
    points = tuple(rules.deck_points if side == took_all else 0 for side in range(len(rules.sides)))
    made = took_all == rules.side_of(state.contract.declarer)
    return [
        SurrenderAccepted(action.seat),
        *score.score_contract(rules, state.tally, state.contract, points, made=made),
    ]


def judge_refuse(state: Offered, action: SurrenderRefuse) -> list[Event]:
    """Judge refusing the surrender. Source: 28-HSE-3, 28-HSE-5."""
    if action.seat not in answering(state):
        raise not_your_turn()
    return [SurrenderRefused(action.seat)]


def apply_offered(state: Playing, event: SurrenderOffered) -> Game:
    """Return the state that waits for the answer."""
    return Offered(**_members(replace(state, offered=True)))


def apply_answered(state: Offered, event: SurrenderAccepted | SurrenderRefused) -> Game:
    """Return the state after the answer: the hand is about to be scored, or play goes on for every trick."""
    return Playing(**_members(state))


def may_call_late_thani(state: Playing) -> bool:
    """Return whether the seat in turn may undertake the last two tricks too. Source: 28-HSE-9."""
    tricks = state.tricks
    return (
        _house(state).late_thani
        and len(tricks) == LATE
        and not state.trick
        and not state.offered
        and state.contract.solo is None
        and len({trick.winner for trick in tricks}) == 1
    )


def judge_late_thani(state: Playing, action: Thani) -> list[Event]:
    """Judge a late thani. Source: 28-HSE-9."""
    if not _house(state).late_thani:
        raise not_chosen(action)
    if not may_call_late_thani(state):
        raise not_now("A late thani is said before leading to the seventh trick, by who took the first six.")
    if action.seat != state.turn:
        raise not_your_turn()
    return [ThaniCalled(action.seat)]


def apply_late_thani(state: Playing, event: ThaniCalled) -> Game:
    """Return the state in which one player goes for all. Source: 28-HSE-10."""
    solo = Solo(event.seat, *state.rules.undertakings["late_thani"])
    return replace(state, contract=replace(state.contract, solo=solo))


def answering(state: Offered) -> frozenset[int]:
    """Return the seat that answers an offer. Source: 28-HSE-3."""
    return frozenset((state.rules.next_seat(state.turn),))


def legal_auction(state: Auction, seat: int) -> list[Action]:
    """Return what a seat may say, the four-card cot included. Source: 28-HSE-6."""
    actions = auction.legal(state, seat)
    return [*actions, Cot(seat)] if actions and _house(state).four_card_cot else actions


def legal_play(state: Playing, seat: int) -> list[Action]:
    """Return what a seat may do in play, offers and late thani included. Source: 28-HSE-2, 28-HSE-9."""
    actions = play.legal(state, seat)
    if actions and may_call_late_thani(state):
        actions.append(Thani(seat))
    rules = state.rules
    if actions and may_offer(state) and rules.side_of(seat) != rules.side_of(state.tricks[0].winner):
        actions.append(SurrenderOffer(seat))
    return actions


def legal_cot(state: CotPlaying, seat: int) -> list[Action]:
    """Return the cards a seat may play. Source: 28-HSE-7."""
    return [action for action in play.legal(state, seat) if isinstance(action, Play)]


def legal_answer(state: Offered, seat: int) -> list[Action]:
    """Return the two answers to an offer. Source: 28-HSE-3."""
    return [SurrenderAccept(seat), SurrenderRefuse(seat)] if seat in answering(state) else []


def score_played_out(state: Playing) -> list[Event]:
    """Return the outcome of a hand whose last card is played. Source: 28-HSE-5."""
    if not state.offered or score.one_camp_took_all(state):
        return score.score_played_out(state)
    # The side that had taken every trick when the other gave in has refused, and then lost one.
    refused = state.rules.side_of(state.tricks[0].winner)
    made = refused != state.rules.side_of(state.contract.declarer)
    return score.score_contract(state.rules, state.tally, state.contract, state.points, made=made, times=2)


def settle(rules: TwentyEight, tally: Tally, declarer: int, change: int, made: bool) -> Settled:
    """Return the kunukku taken off and put on, or the salaams made; only a thani is worth nothing when made.

    Source: 28-HSE-11, 28-HSE-12, 28-HSE-13.
    """
    off = score.kunukku_off(rules, tally, declarer) if made else ()
    side = rules.side_of(declarer)
    losers = tuple(seat for seat in range(rules.players) if rules.side_of(seat) != side)
    on = losers if made and not change else ()
    return Settled(off=off, salaams=on) if tally.salaams else Settled(off=off, on=on)


def _house(state: Game) -> HouseRules:
    """Return the state's rules as what they are here."""
    return cast(HouseRules, state.rules)


def _members(state: Playing) -> dict[str, Any]:
    """Return the members of a state, for another type of state with the same."""
    return {name: getattr(state, name) for name in state.__struct_fields__}


TRADITION = replace(
    pagat.TRADITION,
    judges={
        **pagat.TRADITION.judges,
        Auction: {**pagat.TRADITION.judges[Auction], Cot: judge_cot},
        Playing: {
            **pagat.TRADITION.judges[Playing],
            SurrenderOffer: judge_offer,
            Thani: judge_late_thani,
        },
        Offered: {SurrenderAccept: judge_accept, SurrenderRefuse: judge_refuse},
        CotPlaying: {Play: play.judge_play},
    },
    appliers={
        **pagat.TRADITION.appliers,
        Auction: {**pagat.TRADITION.appliers[Auction], CotCalled: apply_cot},
        Playing: {
            **pagat.TRADITION.appliers[Playing],
            SurrenderOffered: apply_offered,
            ThaniCalled: apply_late_thani,
        },
        Offered: {SurrenderAccepted: apply_answered, SurrenderRefused: apply_answered},
        CotPlaying: {
            CardPlayed: play.apply_played,
            KunukkuRemoved: score.apply_kunukku_off,
            HandScored: score.apply_scored,
        },
    },
    legal={
        **pagat.TRADITION.legal,
        Auction: legal_auction,
        Playing: legal_play,
        Offered: legal_answer,
        CotPlaying: legal_cot,
    },
    turn={**pagat.TRADITION.turn, Offered: answering, CotPlaying: whose_turn},
)

DECLARED = (
    *pagat.DECLARED,
    Flag("surrender", False, "cot", rule="28-HSE-2"),
    Flag("four_card_cot", False, rule="28-HSE-6"),
    Number("four_card_cot_won", 4, 1, 100, "four_card_cot", rule="28-HSE-8"),
    Number("four_card_cot_lost", 5, 1, 100, "four_card_cot", rule="28-HSE-8"),
    Flag("late_thani", False, rule="28-HSE-9"),
    Number("late_thani_won", 4, 1, 100, "late_thani", rule="28-HSE-10"),
    Number("late_thani_lost", 5, 1, 100, "late_thani", rule="28-HSE-10"),
    Flag("thani_kunukku", False, "thani", rule="28-HSE-11"),
    Flag("salaams", False, "thani_kunukku", rule="28-HSE-13"),
)
HOUSE: Mapping[str, Any] = {
    "id": "28-house-4",
    "name": phrase("28 by house rules, four players"),
    "about": phrase("The common game with forms of which clubs differ: surrender, four-card cot, late thani, salaams."),
    "tradition": TRADITION,
    "declared": DECLARED,
    "result_members": (*RESULT_MEMBERS, "salaams"),
    "settle": settle,
    "score_played_out": score_played_out,
}


LEDGER = (*pagat.OPTIONS_LEDGER, "28-COT-2", "28-COT-3", "28-THANI-4", "28-THANI-5", "28-HSE-")
REPLACED = (
    ("28-COT-2", "28-HSE-2"),
    ("28-COT-3", "28-HSE-6"),
    ("28-THANI-4", "28-HSE-9"),
    ("28-THANI-5", "28-HSE-11"),
)
"""The forms as reported, each with where the house rules spell it out."""


def four_handed(options: Mapping[str, object]) -> HouseRules:
    """Return `28-house-4`.

    Raises:
        RulesError: There is no such option or value, or one is chosen without the one it needs.
    """
    chosen = read_options(DECLARED, options)
    differing = {
        **pagat.FOUR_HANDED,
        **HOUSE,
        "keeps_kunukku": chosen["thani_kunukku"] and not chosen["salaams"],
    }
    if chosen["thani_kunukku"]:
        differing["thani_won"] = 0
    return HouseRules(**pagat.members(differing, LEDGER, REPLACED), **chosen)


RULE_SETS = {"28-house-4": four_handed}
"""The rule set of this module, by id."""
