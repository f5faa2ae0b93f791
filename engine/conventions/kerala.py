"""The Kerala card: numbers with a suit or with NOS, and a compulsory bidder.

Source: the Kerala tables of the ledger (004 App. C, F, J, M).
"""

from engine.conventions.common import (
    FIRST,
    FIRST_OR_MIDDLE,
    LAST_ONE,
    NOS,
    NOTES,
    both_jacks,
    jacks,
    natural,
    nos_in_every_tradition,
    opening,
    over_partner,
    suit_with_jack,
    void_shown,
)
from engine.conventions.model import (
    ALL,
    BESIDE,
    LAST,
    NAMED,
    Convention,
    ConventionCard,
    Count,
    CountByRise,
    Note,
    NoTop,
    Pattern,
    Shape,
    Tops,
    all_ranks,
)
from engine.fiftysix.calls import NUMBER_NOS, NUMBER_SUIT
from engine.phrases import phrase as _


def _nos(rise: int) -> Pattern:
    """Return the pattern of a NOS that rises by the given number."""
    return Pattern(form=NUMBER_NOS, rises=(rise, rise))


def _compulsory(name: str, row: str, call: Pattern, says: str, *shows: tuple, **more: object) -> Convention:  # type: ignore[type-arg]
    """Return a row for the compulsory bidder, the last of the opener's side."""
    return opening(name, row, call, says, *shows, situations=("compulsory",), positions=LAST_ONE, **more)


_WITHOUT_JACK = "5+ good cards without a jack, clarified by NOS next round"
_OPENING = [
    opening(
        "opening-five-tricks", "five tricks with four jacks", _nos(3), _("Five sure tricks, with four jacks."),
        (jacks(4, 8), Shape("five tricks")), positions=FIRST, nos=NOS["opening"],
    ),
    opening("opening-four-jacks", "four jacks", _nos(2), _("Four jacks."), (jacks(4, 8),), nos=NOS["opening"]),
    *both_jacks("4+ cards with both jacks; and a nine; and both nines", ("opening",), FIRST_OR_MIDDLE, 4),
    opening("opening-three-jacks", "three jacks", _nos(1), _("Three jacks."), (jacks(3, 3),), nos=NOS["opening"]),
    *suit_with_jack("4+ cards with a jack", _WITHOUT_JACK),
    opening("opening-nothing", "anything else", Pattern(word="pass"), _("Nothing to say.")),
    _compulsory(
        "compulsory-four-jacks", "three jacks; four", _nos(3), _("Four jacks."), (jacks(4, 8),), nos=NOS["opening"]
    ),
    *both_jacks("3+ cards with both jacks; and nines", ("compulsory",), LAST_ONE, 3),
    _compulsory(
        "compulsory-three-jacks", "three jacks; four", _nos(2), _("Three jacks."), (jacks(3, 3),), nos=NOS["opening"]
    ),
    _compulsory(
        "compulsory-suit", "3+ cards with a jack, or 4+ without", Pattern(form=NUMBER_SUIT, rises=(1, 1)),
        _("Three cards or more of {suit} with a jack, or four or more without: it had to bid."),
        (all_ranks(NAMED, 3), Count(NAMED, "J", 1, 1)),
        (all_ranks(NAMED, 4), Count(NAMED, "J", 0, 0), Count(NAMED, "9AT", 1)),
        doubtful=True,
    ),
    _compulsory(
        "compulsory-nothing", "anything else", _nos(1), _("Nothing to say; it had to bid."), nos=NOS["opening"]
    ),
]  # fmt: skip

_OVER_28NS = "suit over 28NS"
_OVER_NOS = "NOS raised by k over 28NS"
_OVER_PARTNER = [
    over_partner(
        "raise", "suit raised by k", Pattern(form=NUMBER_SUIT, suit="last", rises=(1, 7)),
        _("The next tops of {last}: {tops}."), (Tops(LAST),),
    ),
    over_partner(
        "void", "NOS one higher over a suit", _nos(1),
        _("Void in {last}; or three or four cards of it without the next top, and the suit next round; or another good "
        "hand."),
        void_shown(good=False), (all_ranks(LAST, 3, 4), NoTop(LAST)), (Shape("very good hand"),),
        nos=NOS["void"],
    ),
    over_partner(
        "single-raise", "NOS again after a raise", _nos(1), _("The raise of {last} was on a single card."),
        (all_ranks(LAST, 1, 1),), situations=("after own raise",), nos=NOS["single"],
    ),
    over_partner(
        "bump", "NOS raised by 2 or more", Pattern(form=NUMBER_NOS, rises=(2, 7)),
        _("Jacks beside {last}: {rise}; and not void in it."),
        (CountByRise(BESIDE, "J"), all_ranks(LAST, 1)), situations=("over suit",),
    ),
    over_partner(
        "bump-over-theirs", "NOS raised by 2 or more", _nos(2), _("Void in {last}, after a bid of theirs."),
        (all_ranks(LAST, 0, 0),), situations=("after their suit",), nos=NOS["two over theirs"],
    ),
    over_partner(
        "reply-suit", _OVER_28NS, Pattern(form=NUMBER_SUIT, rises=(1, 7)),
        _("Four cards or more of {suit} with a jack."), (all_ranks(NAMED, 4), Count(NAMED, "J", 1)),
        situations=("over no trump", "over nothing"), positions=FIRST_OR_MIDDLE,
    ),
    over_partner(
        "forced-suit", _OVER_28NS, Pattern(form=NUMBER_SUIT, rises=(1, 7)),
        _("Three cards or more of {suit} with a jack, or four without: it is the last to speak."),
        (all_ranks(NAMED, 3), Count(NAMED, "J", 1)), (all_ranks(NAMED, 4), Count(NAMED, "9AT", 1)),
        situations=("over no trump",), positions=LAST_ONE, doubtful=True,
    ),
    over_partner(
        "forced-nothing", _OVER_NOS, Pattern(form=NUMBER_NOS, numbers=(29, 29)),
        _("Nothing to say; it is the last to speak."),
        (jacks(0, 1),), situations=("over no trump",), positions=LAST_ONE,
    ),
    over_partner(
        "reply-jacks", _OVER_NOS, Pattern(form=NUMBER_NOS, rises=(1, 7)),
        _("Jacks: {rise}; and no suit of four with one."), (CountByRise(ALL, "J"), Shape("no four with a jack")),
        situations=("over no trump",),
    ),
    over_partner(
        "strategic-pass", "28 suit after one's own first pass", Pattern(form=NUMBER_SUIT, rises=(1, 1)),
        _("A hand that explores 40, passed at first on purpose; {suit} is its suit."),
        (all_ranks(NAMED, 4), Count(NAMED, "J", 1), Shape("very good hand", NAMED)),
        situations=("over nothing",), by_agreement=True,
    ),
]  # fmt: skip


_ARRESTS = (
    (40, 2, _("Five cards or more of {suit} and a void, with both jacks; partners show the other jacks.")),
    (39, 1, _("Five cards or more of {suit} and a void, with one jack; partners show the other jacks.")),
    (38, 0, _("Five cards or more of {suit} and a void, with no jack; partners show the other jacks.")),
)
"""The number said, how many jacks of the suit are held, and what it tells."""


def arrest_bids(row: str, doubling: str, situations: tuple[str, ...]) -> list[Convention]:
    """Return the calls of the side without the opening lead: it doubles, or arrests with a long suit.

    Args:
        row: The name of the row.
        doubling: The situation in which a double shows guarded jacks.
        situations: The situations in which it bids.
    """
    return [
        *(
            Convention(
                name=f"arrest-{number}", table="theirs", row=row, situations=situations,
                call=Pattern(form=NUMBER_SUIT, numbers=(number, number)),
                shows=((all_ranks(NAMED, 5), Count(NAMED, "J", held, held), Shape("some void")),),
                says=says,
            )
            for number, held, says in _ARRESTS
        ),
        Convention(
            name="theirs-double", table="theirs", row=row, situations=(doubling,), call=Pattern(word="double"),
            shows=((jacks(3, 8), Shape("guarded jacks")),), says=_("Three guarded jacks."),
        ),
        Convention(
            name="theirs-suit", table="theirs", row=row,
            situations=(*situations, "overcalled"),
            call=Pattern(form=NUMBER_SUIT, numbers=(28, 37)),
            shows=((all_ranks(NAMED, 4), Count(NAMED, "J", 1), Shape("very good hand", NAMED)),),
            says=_("A very good hand with {suit}, without the opening lead."),
        ),
    ]  # fmt: skip


_TO_PLAY = Convention(
    name="no-trump-to-play", table="what NOS says", row=NOS["play"], nos=NOS["play"],
    situations=("over suit", "over suits", "agreed", "after own raise", "after their suit", "again"),
    call=Pattern(form=NUMBER_NOS), says=_("To play no trump, as no other meaning fits."),
)  # fmt: skip

CARD = ConventionCard(
    name=_("Kerala"),
    tradition="Kerala",
    notes=(
        Note(
            "56-CNV-2",
            _("Over a suit that had to be bid, which may lack the jack, jack and nine raise by one only."),
        ),
        Note("56-CNV-2", _("Without the lead, the side waits for the bid that the others must make.")),
        *NOTES,
    ),
    conventions=(
        *_OPENING, *_OVER_PARTNER, *nos_in_every_tradition(),
        *arrest_bids("wait; double; arrest bids", "theirs, over nothing", ("theirs, they bid", "theirs, over nothing")),
        *natural(), _TO_PLAY,
    ),
)  # fmt: skip
"""The default card."""
