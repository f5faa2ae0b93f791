"""What a decision would change, in words and figures, for a person who is about to decide; nothing is written."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from clubs.models import Player
from engine.adjusting import Counted
from games.adjusting.previews import Foreseen, GameChange, HandChange, foresee
from games.cases.decisions import check_decision
from games.cases.hosts import Impact
from games.cases.outcomes import check_applicable
from games.cases.ruling.in_club import InClub, in_club
from games.cases.ruling.page import CasePage
from games.cases.ruling.words import IMPACTS, decision_sentence
from games.events.cases import Decision
from games.sheets.words import contract_by
from games.words.events import listed, sentence
from games.words.numbers import figure, signed
from games.words.outcomes import outcome_word

BESIDE: Final = (engine.PenaltyAwarded, engine.HandAdjusted, engine.MatchForfeited)
"""The events of a hand that are told beside its contract and outcome."""


@dataclass(frozen=True, slots=True)
class SideLine:
    """A side, and the points that it has in the game."""

    number: int
    names: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class HandLine:
    """A hand that counts otherwise: what it brings, and the total after it, each in figures by side."""

    number: int
    was: str
    was_total: str
    after: str
    total: str


@dataclass(frozen=True, slots=True)
class ForeseenPage:
    """What a decision would change.

    Attributes:
        seal: Stands for what is shown here: of the case, the game and the tournament. It differs once they do.
        sentence: The decision.
        waits: The game still runs.
        was: The hand as it counts now; empty where it is not known.
        after: The hand as it would count; empty where nothing changes.
        beside: What else follows from the hand, a sentence each.
        sides: The points of the game by side; empty where they stay as they are.
        unit: What they are counted in.
        game: What becomes of the game, a sentence each.
        hands: The hands that count otherwise.
        club: What changes in the club; None where nothing does.
        impact: The changes in the tournament by kind: heading and changes.
        host: The name of the tournament; empty without.
        refusal: Why the tournament asks what becomes of later matches; empty: it does not.
        withheld: The viewer may not see all that changes in the tournament.
        asks_follow_up: Whether the decision has to say what becomes of later matches.
    """

    seal: str
    sentence: str
    waits: bool
    was: str
    after: str
    beside: tuple[str, ...]
    sides: tuple[SideLine, ...]
    unit: str
    game: tuple[str, ...]
    hands: tuple[HandLine, ...]
    club: InClub | None
    impact: tuple[tuple[str, tuple[Any, ...]], ...]
    host: str
    refusal: str
    withheld: bool
    asks_follow_up: bool

    @property
    def hands_heading(self) -> str:
        """The heading of the hands that count otherwise."""
        return ngettext("{count} hand counts differently", "{count} hands count differently", len(self.hands)).format(
            count=len(self.hands)
        )


def foreseen_page(page: CasePage, decision: Decision, viewer: Player | None) -> ForeseenPage:
    """Return what a decision would change, in place of the decision that is in effect now.

    Args:
        page: The case.
        decision: The decision.
        viewer: The person who is about to decide.

    Raises:
        BadTerms: The hand cannot have come out so, the row cannot be applied to it, or no ruling can decide this.
    """
    state = page.state
    check_decision(state, decision)
    check_applicable(page.case, decision)
    applied = state.applied.adjustment if state.applied is not None else 0
    foreseen = foresee(
        page.case.game,
        state.hand,
        told=decision.told,
        row=decision.row if decision.kind == "row" else None,
        replaces=applied or None,
    )
    host = page.seen.host
    impact = Impact() if host is None else host.preview(decision, state.hand, viewer)
    change, rules = foreseen.change, page.rules
    own = next((hand for hand in change.hands if hand.number == state.hand), None)
    before = foreseen.change.before.hand(state.hand)
    return ForeseenPage(
        seal=_sealed(page, foreseen, decision, impact),
        sentence=decision_sentence(decision, page.names, page.sides),
        waits=foreseen.waits and decision.kind in ("row", "adjusted"),
        was=hand_line(before, page.names, rules),
        after="" if own is None else hand_line(own.after, page.names, rules),
        beside=() if own is None else _beside(own, page.names, rules),
        sides=tuple(_sides(page, change)),
        unit=_("Stake points") if rules.family == "56" else _("Game points"),
        game=tuple(_game(page, change)),
        hands=tuple(_hand(hand) for hand in change.hands),
        club=None if change.is_nothing or foreseen.waits else in_club(foreseen, viewer),
        impact=_by_kind(impact),
        host="" if host is None else host.name,
        refusal=impact.message,
        withheld=impact.withheld,
        asks_follow_up=bool(impact.refusal) or impact.later,
    )


def hand_line(counted: Counted | None, names: Sequence[str], rules: engine.RuleSet) -> str:
    """Return a hand as it counts in one line: "34♠ by Ammini, made, 40 card points"; empty for none."""
    scored = None if counted is None else counted.scored
    if scored is None:
        return ""
    parts = []
    if scored.declarer is not None:
        parts.append(contract_by(names[scored.declarer], scored.bid, scored.denomination, scored.doubled))
    parts.append(outcome_word(scored.outcome))
    if scored.declarer is not None and scored.points is not None:
        points = scored.points[rules.side_of(scored.declarer)]
        parts.append(ngettext("{count} card point", "{count} card points", points).format(count=points))
    return ", ".join(parts)


def _beside(hand: HandChange, names: Sequence[str], rules: engine.RuleSet) -> tuple[str, ...]:
    had = () if hand.before is None else hand.before.events
    will = () if hand.after is None else hand.after.events
    return tuple(sentence(event, names, rules) for event in will if isinstance(event, BESIDE) and event not in had)


def _sides(page: CasePage, change: GameChange) -> Iterator[SideLine]:
    if change.is_nothing:
        return
    for number, names in enumerate(page.sides):
        yield SideLine(number, names, change.before.points[number], change.after.points[number])


def _game(page: CasePage, change: GameChange) -> Iterator[str]:
    """Say what becomes of the game."""
    if change.is_nothing:
        yield _("Nothing changes in the game.")
        return
    was, then = change.before, change.after
    if then.forfeited is not None and was.forfeited is None:
        yield _("{names} lose the match by the ruling.").format(names=page.sides[then.forfeited])
    if change.winners_change and len(then.winners) == 1:
        yield _("{names} win the game instead.").format(names=page.sides[then.winners[0]])
    elif change.winners_change:
        yield _("The game ends level instead.")
    elif len(then.winners) == 1:
        yield _("{names} win the game as before.").format(names=page.sides[then.winners[0]])
    else:
        yield _("The game stays level.")
    if was.finished and not then.finished:
        yield _("The game no longer reaches its end: it ends at the score.")
    if change.dropped:
        text = ngettext(
            "Hand {hands} no longer counts: the game is over before it.",
            "Hands {hands} no longer count: the game is over before them.",
            len(change.dropped),
        )
        yield text.format(hands=listed([str(number) for number in change.dropped]))
    if change.regained:
        text = ngettext("Hand {hands} counts again.", "Hands {hands} count again.", len(change.regained))
        yield text.format(hands=listed([str(number) for number in change.regained]))


def _hand(hand: HandChange) -> HandLine:
    return HandLine(hand.number, _won(hand.before), _total(hand.before), _won(hand.after), _total(hand.after))


def _won(counted: Counted | None) -> str:
    return "" if counted is None else " : ".join(map(signed, counted.points))


def _total(counted: Counted | None) -> str:
    scored = None if counted is None else counted.scored
    return "" if scored is None else " : ".join(map(figure, scored.stakes or scored.score or ()))


def _by_kind(impact: Impact) -> tuple[tuple[str, tuple[Any, ...]], ...]:
    return tuple(
        (str(heading), changes)
        for kind, heading in IMPACTS.items()
        if (changes := tuple(change for change in impact.changes if change.kind == kind))
    )


def _sealed(page: CasePage, foreseen: Foreseen, decision: Decision, impact: Impact) -> str:
    """Return what stands for the case, the game and the tournament as they were looked at.

    The standings of a tournament move with every result: with them a director would have to look again for ever.
    """
    moved = [change for change in impact.changes if change.kind != "standing"]
    parts = [page.state.version, foreseen.version, decision, moved, impact.refusal]
    return hashlib.sha256(msgspec.json.encode(parts, order="sorted")).hexdigest()
