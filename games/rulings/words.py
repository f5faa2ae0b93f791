"""What irregularities and their remedies are called, who chooses, and what follows: in words for people.

The rows themselves are data of the engine (`engine.fiftysix.irregularities`); a test holds that each of them, and
each remedy, has its words here.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engine
from engine.fiftysix import rulings
from engine.fiftysix.irregularities import Chooser, Irregularity, Phase
from engine.fiftysix.rulings import Ruling
from engine.fiftysix.sheet import Sheet
from games.words import events as words

PHASES = {
    Phase.DEAL: gettext_lazy("The deal"),
    Phase.AUCTION: gettext_lazy("The auction"),
    Phase.PLAY: gettext_lazy("The play"),
    Phase.ANY: gettext_lazy("At any time"),
}

HAPPENED = {
    "56-IRR-1": gettext_lazy("The deal went wrong: the wrong dealer, a wrong number of cards, or a card exposed."),
    "56-IRR-2": gettext_lazy("A card was exposed during the auction."),
    "56-IRR-3": gettext_lazy("A player called out of turn, and the next player has already called."),
    "56-IRR-4": gettext_lazy("A team-mate of the opener passed before the opener had called."),
    "56-IRR-5": gettext_lazy("The dealer's side passed before the opener had called."),
    "56-IRR-6": gettext_lazy("A team-mate of the opener bid before the opener had called."),
    "56-IRR-7": gettext_lazy("The dealer's side bid before the opener had called."),
    "56-IRR-8": gettext_lazy("A later pass out of turn."),
    "56-IRR-9": gettext_lazy("A later contract bid out of turn."),
    "56-IRR-10": gettext_lazy("A double or redouble out of turn."),
    "56-IRR-11": gettext_lazy("A call in a wrong form."),
    "56-IRR-12": gettext_lazy("A slip of the tongue in a contract bid."),
    "56-IRR-13": gettext_lazy("A bid that is not high enough."),
    "56-IRR-14": gettext_lazy("A call that the rules forbid."),
    "56-IRR-15": gettext_lazy("A card was exposed during the play."),
    "56-IRR-16": gettext_lazy("A team-mate of the opener made the opening lead."),
    "56-IRR-17": gettext_lazy("The dealer's side made the opening lead."),
    "56-IRR-18": gettext_lazy("A later lead out of turn, or a card exposed after the opening lead."),
    "56-IRR-19": gettext_lazy("A player played to a trick out of turn, without leading."),
    "56-IRR-20": gettext_lazy("A claim is disputed."),
    "56-IRR-21": gettext_lazy("An illegal bid was found during the play."),
    "56-IRR-22": gettext_lazy("A revoke that the player corrected before the next card."),
    "56-IRR-23": gettext_lazy("A revoke that the offender's side noticed before the trick was closed."),
    "56-IRR-24": gettext_lazy("A revoke that the offender's side noticed after the trick was closed."),
    "56-IRR-25": gettext_lazy("A revoke that the opponents found before the result was agreed."),
    "56-IRR-26": gettext_lazy("A closed trick was reopened, and no revoke was found."),
    "56-IRR-27": gettext_lazy("Prompting by word or gesture."),
    "56-IRR-28": gettext_lazy("A hand with too few or too many cards, found in the play."),
    "56-IRR-29": gettext_lazy("False trumping or discarding."),
    "56-IRR-30": gettext_lazy("A player concedes the hand for the side."),
}
"""What happened, by row."""

_ACCEPT = gettext_lazy("Accept it; the opener still has the opening lead.")
_ACCEPT_AS_LEADER = gettext_lazy("Accept it; the offender makes the opening lead.")
_OPENER_CALLS = gettext_lazy("The opener calls first after all.")
_OPENER_CALLS_LIMITED = gettext_lazy(
    "The opener calls first after all; the offender's first call may then only be a pass or a legal bid in the same "
    "denomination."
)
_BACK_LIMITED = gettext_lazy(
    "Back to the right player; the offender's next call may only be a pass or a legal bid in the same denomination."
)
_BACK_IN_HAND = gettext_lazy("The card goes back into the hand.")
_PENALTY_CARD = gettext_lazy("It becomes a penalty card: it lies open and goes at the first legal chance.")
_DEMAND = gettext_lazy("The leader of the next trick must lead that suit; the card lies open and need not go first.")
_FORBID = gettext_lazy("The leader of the next trick may not lead that suit; the card lies open and need not go first.")
_LOSE = gettext_lazy("The offenders lose the hand.")

REMEDIES = {
    ("56-IRR-1", "redeal"): gettext_lazy("The cards are dealt again, by the same dealer. There is no penalty."),
    ("56-IRR-2", "back"): _BACK_IN_HAND,
    ("56-IRR-2", "penalty-card"): _PENALTY_CARD,
    ("56-IRR-2", "demand"): _DEMAND,
    ("56-IRR-2", "forbid"): _FORBID,
    ("56-IRR-3", "accept"): gettext_lazy("The call stands; the opening lead stays with the opener."),
    ("56-IRR-4", "accept"): _ACCEPT_AS_LEADER,
    ("56-IRR-4", "opener-calls"): _OPENER_CALLS,
    ("56-IRR-5", "accept"): _ACCEPT,
    ("56-IRR-5", "opener-calls"): _OPENER_CALLS,
    ("56-IRR-6", "accept"): _ACCEPT_AS_LEADER,
    ("56-IRR-6", "limit"): _OPENER_CALLS_LIMITED,
    ("56-IRR-7", "accept"): _ACCEPT,
    ("56-IRR-7", "limit"): _OPENER_CALLS_LIMITED,
    ("56-IRR-8", "right-player"): gettext_lazy("The pass does not count; the right player calls."),
    ("56-IRR-9", "accept"): gettext_lazy("Accept it."),
    ("56-IRR-9", "limit"): _BACK_LIMITED,
    ("56-IRR-10", "accept"): gettext_lazy("Accept it."),
    ("56-IRR-10", "limit"): _BACK_LIMITED,
    ("56-IRR-11", "accept"): gettext_lazy("Accept it, by calling on."),
    ("56-IRR-11", "right-form"): gettext_lazy("Ask for the call in the right form."),
    ("56-IRR-12", "correct"): gettext_lazy(
        "Before the next call, the player corrects it to another contract bid; not to a pass, double or redouble."
    ),
    ("56-IRR-13", "accept"): gettext_lazy("Accept it."),
    ("56-IRR-13", "sufficient"): gettext_lazy("The player makes a sufficient bid in the same denomination."),
    ("56-IRR-14", "redeal"): gettext_lazy("The hand is cancelled and dealt again; 1 stake point to the offended side."),
    ("56-IRR-14", "complete"): gettext_lazy(
        "The hand counts as complete, and nothing else is scored in it; 1 stake point to the offended side."
    ),
    ("56-IRR-14", "go-on"): gettext_lazy(
        "The offender makes a legal call, and the offended side passes at its next turns; 1 stake point to it."
    ),
    ("56-IRR-15", "back"): _BACK_IN_HAND,
    ("56-IRR-15", "penalty-card"): _PENALTY_CARD,
    ("56-IRR-15", "demand"): _DEMAND,
    ("56-IRR-15", "forbid"): _FORBID,
    ("56-IRR-15", "accept"): gettext_lazy("It was exposed before a lead: it is accepted as the lead."),
    ("56-IRR-16", "accept"): gettext_lazy("Accept the lead."),
    ("56-IRR-16", "demand"): gettext_lazy("The opener must lead that suit; the card goes back."),
    ("56-IRR-16", "forbid"): gettext_lazy("The opener may not lead that suit; the card goes back."),
    ("56-IRR-16", "free-lead"): gettext_lazy("The opener leads freely; the card becomes a penalty card."),
    ("56-IRR-17", "accept"): gettext_lazy("Accept the lead."),
    ("56-IRR-17", "free-lead"): gettext_lazy("The opener leads freely; the card becomes a penalty card."),
    ("56-IRR-18", "free-lead"): gettext_lazy("The right player leads freely; the card becomes a penalty card."),
    ("56-IRR-18", "demand"): gettext_lazy("The right player must lead that suit; the card becomes a penalty card."),
    ("56-IRR-18", "forbid"): gettext_lazy("The right player may not lead that suit; the card becomes a penalty card."),
    ("56-IRR-19", "nothing"): gettext_lazy("That is no infraction: play goes on."),
    ("56-IRR-20", "stands"): gettext_lazy("The claim stands: enter the hand as it was claimed."),
    ("56-IRR-20", "counts"): gettext_lazy(
        "The claim fails, and the hand is counted as the cards were then played: enter it so."
    ),
    ("56-IRR-20", "lose"): gettext_lazy("The claim fails, and the claimer's side loses the hand."),
    ("56-IRR-21", "lose"): _LOSE,
    ("56-IRR-22", "back"): _BACK_IN_HAND,
    ("56-IRR-22", "penalty-card"): _PENALTY_CARD,
    ("56-IRR-22", "demand"): _DEMAND,
    ("56-IRR-22", "forbid"): _FORBID,
    ("56-IRR-23", "lowest"): gettext_lazy(
        "A legal card is played instead, and ranks lowest in that trick; the offender's partners may not change their "
        "cards, the opponents may."
    ),
    ("56-IRR-24", "lose"): gettext_lazy("The offenders lose the hand at its normal stake points."),
    ("56-IRR-25", "lose"): gettext_lazy("The offenders lose the hand at twice its stake points."),
    ("56-IRR-25", "match"): gettext_lazy(
        "It is their second in this match: the offenders lose the hand at twice its stake points, and the match."
    ),
    ("56-IRR-26", "lose"): gettext_lazy("The side that asked loses the hand."),
    ("56-IRR-27", "warn"): gettext_lazy("The player is warned. It counts for the player and for the team."),
    ("56-IRR-27", "lose"): _LOSE,
    ("56-IRR-27", "match"): gettext_lazy(
        "It is the player's second time or the team's third in this match: they lose the hand, and the match."
    ),
    ("56-IRR-28", "lose"): gettext_lazy("The side with the wrong number of cards loses the hand."),
    ("56-IRR-28", "redeal"): gettext_lazy("Both sides are at fault: the hand is cancelled and dealt again."),
    ("56-IRR-29", "false-ruff"): gettext_lazy(
        "False ruff: the offenders lose the hand, and up to 3 stake points more."
    ),
    ("56-IRR-29", "false-discard"): gettext_lazy("False discard: the offenders lose the hand."),
    ("56-IRR-30", "lose"): gettext_lazy("The hand is scored as lost by the side that concedes."),
}
"""What each remedy says, by row and key."""

WHO = {
    Chooser.NOBODY: gettext_lazy("Nobody chooses: this follows by itself."),
    Chooser.NEXT: gettext_lazy("The next opponent chooses, who is next in turn after the offender."),
    Chooser.OFFENDED: gettext_lazy("The offended side chooses."),
    Chooser.OFFENDER: gettext_lazy("The offender may do it, before the next call."),
    Chooser.DEALER: gettext_lazy("The dealer chooses."),
    Chooser.OPENER: gettext_lazy("The opener chooses."),
    Chooser.OTHER: gettext_lazy("The other side may name legal cards that break the claim; the director decides."),
    Chooser.DIRECTOR: gettext_lazy("The director chooses."),
    Chooser.ANYBODY: gettext_lazy("Any player may, for the side."),
}
"""Who chooses, before it is known who did it."""


def seat_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return who sits where: a name, or the seat's number."""
    return tuple(name or _("Seat {number}").format(number=seat) for seat, name in enumerate(names, start=1))


def choosing(sheet: Sheet, row: Irregularity, offender: int | None, names: Sequence[str]) -> str:
    """Say who chooses the remedy, by name where it is known."""
    seats = rulings.choosers(sheet, row, offender)
    if not seats or row.chooser in (Chooser.OFFENDER, Chooser.ANYBODY, Chooser.OTHER):
        return str(WHO[row.chooser])
    if len(seats) > 1:
        return _("{names} choose: the offended side.").format(names=words.listed([names[seat] for seat in seats]))
    if row.chooser == Chooser.DEALER:
        return _("{name} chooses: the dealer.").format(name=names[seats[0]])
    if row.chooser == Chooser.OPENER:
        return _("{name} chooses: the opener.").format(name=names[seats[0]])
    return _("{name} chooses: the opponent next in turn.").format(name=names[seats[0]])


def effects(happened: Sequence[Any], names: Sequence[str], rules: engine.RuleSet) -> tuple[str, ...]:
    """Say what follows from a ruling, a sentence an event; at least one."""
    said = []
    for event in happened:
        if isinstance(event, engine.IrregularityRuled):
            continue
        if isinstance(event, engine.HandScored):
            if event.outcome == "cancelled":
                said.append(_("The same dealer deals again."))
            said.append(standing_words(event.score or (), names, rules))
        else:
            said.append(words.sentence(event, names, rules))
    return tuple(said) or (_("Nothing changes on the sheet."),)


def preview(ruling: Ruling, follows: Sequence[Any], names: Sequence[str], rules: engine.RuleSet) -> dict[str, Any]:
    """Return what is shown of a ruling before it is given: the offender, the remedy, what follows, and what is lost."""
    ends_match = any(isinstance(event, engine.MatchForfeited) for event in follows)
    return {
        "follows": effects(follows, names, rules),
        "remedy": REMEDIES[ruling.rule, ruling.remedy],
        "offender": "" if ruling.offender is None else names[ruling.offender],
        "loses": ends_match or any(isinstance(event, engine.HandAdjusted) for event in follows),
        "ends_match": ends_match,
    }


def standing_words(score: Sequence[int], names: Sequence[str], rules: engine.RuleSet) -> str:
    """Say how the match stands."""
    first, second = (words.listed([names[seat] for seat in seats]) for seats in rules.sides)
    return _("The score is now {one} for {first} and {other} for {second}.").format(
        first=first, one=score[0], second=second, other=score[1]
    )


def warned_before(sheet: Sheet, row: Irregularity, names: Sequence[str]) -> tuple[str, ...]:
    """Say against whom there were rulings by this row in this match, where repeating it loses the match."""
    if row.repeats is None:
        return ()
    return past_words([ruled for ruled in sheet.rulings if ruled.rule == row.id], names)


def past_words(rulings: Iterable[engine.IrregularityRuled], names: Sequence[str]) -> tuple[str, ...]:
    """Say against whom rulings were given, and in which hands."""
    return tuple(
        _("{name} in hand {hand}").format(name=names[ruled.offender], hand=ruled.hand)
        for ruled in rulings
        if ruled.offender is not None
    )
