"""The Standard card: the book's proposal for all, between the two others.

Source: the Standard tables of the ledger (004 App. D, G, K, N).
"""

from engine.conventions.common import (
    FIRST_OR_MIDDLE,
    LAST_ONE,
    NOS,
    NOTES,
    both_jacks,
    jacks,
    natural,
    no_trump_to_play,
    nos_in_every_tradition,
    opening,
    over_partner,
    suit_with_jack,
    void_shown,
)
from engine.conventions.kerala import arrest_bids
from engine.conventions.model import (
    ALL,
    BESIDE,
    LAST,
    NAMED,
    Convention,
    ConventionCard,
    Count,
    CountByRise,
    NoTop,
    Pattern,
    Shape,
    Tops,
    all_ranks,
)
from engine.fiftysix.calls import NUMBER_NO_TRUMP, NUMBER_NOS, NUMBER_SUIT
from engine.phrases import phrase as _

_JACKS = "three jacks; four"
_BOTH = "4+ cards with both jacks; and a nine; and both nines"
_THIRD = "as 1; a long strong suit without the jack too; weak hands pass"
_FOUR_JACKS = Pattern(form=NUMBER_NO_TRUMP, rises=(2, 2))
_THREE_JACKS = Pattern(form=NUMBER_NO_TRUMP, rises=(1, 1))
_TWO_JACKS = Pattern(form=NUMBER_NOS, rises=(1, 1))
_TWO_SUITS = Pattern(form=NUMBER_NOS, rises=(2, 2))
_SUIT = Pattern(form=NUMBER_SUIT, rises=(1, 1))


def _third(name: str, call: Pattern, says: str, *shows: tuple, **more: object) -> Convention:  # type: ignore[type-arg]
    """Return a call of the last player of the side, all before having passed."""
    return opening(f"third-{name}", _THIRD, call, says, *shows, positions=LAST_ONE, **more)


_OPENING = [
    *both_jacks(_BOTH, ("opening",), FIRST_OR_MIDDLE, 4),
    opening("opening-four-jacks", _JACKS, _FOUR_JACKS, _("Four jacks or more."), (jacks(4, 8),)),
    opening("opening-three-jacks", _JACKS, _THREE_JACKS, _("Three jacks."), (jacks(3, 3),)),
    opening(
        "opening-two-suits", "two suits, a jack heading each", _TWO_SUITS,
        _("Two suits, a jack heading each. Partners name their best suit with a jack."),
        (Shape("two suits"), jacks(2, 2)), by_agreement=True,
    ),
    *suit_with_jack("4+ cards with a jack", "5+ good cards without a jack, clarified by NOS next round"),
    opening(
        "opening-two-jacks", "two jacks", _TWO_JACKS, _("Two jacks, and no suit of four with a jack."),
        (jacks(2, 2), Shape("no four with a jack")), nos=NOS["opening"],
    ),
    *both_jacks(_THIRD, ("opening",), LAST_ONE, 4),
    _third("four-jacks", _FOUR_JACKS, _("Four jacks or more."), (jacks(4, 8),)),
    _third("three-jacks", _THREE_JACKS, _("Three jacks."), (jacks(3, 3),)),
    _third(
        "two-suits", _TWO_SUITS, _("Two suits, a jack heading each."), (Shape("two suits"), jacks(2, 2)),
        by_agreement=True,
    ),
    _third(
        "suit", _SUIT, _("Four cards or more of {suit}, with a jack."), (all_ranks(NAMED, 4), Count(NAMED, "J", 1, 1))
    ),
    _third("two-jacks", _TWO_JACKS, _("Two jacks, and no suit of four with a jack."),
           (jacks(2, 2), Shape("no four with a jack"))),
    _third(
        "long-suit", _SUIT, _("Five strong cards or more of {suit}, without the jack."),
        (all_ranks(NAMED, 5), Count(NAMED, "J", 0, 0), Count(NAMED, "9", 1)),
    ),
    _third("weak", Pattern(word="pass"), _("A weak hand.")),
]  # fmt: skip

_VOID = "NOS one higher over a suit"
_WITH_JACK = "suit over 28NS, 28NT"
_RAISED = "NOS raised by k over 28NS, 28NT"
_TWO = "suit over 29NS"
_OVER_PARTNER = [
    over_partner(
        "raise", "suit raised by k", Pattern(form=NUMBER_SUIT, suit="last", rises=(1, 7)),
        _("The next tops of {last}: {tops}."), (Tops(LAST),),
    ),
    over_partner(
        "void", _VOID, _TWO_JACKS,
        _("Void in {last}; or support for it without the next top."),
        void_shown(good=False), (all_ranks(LAST, 3, 4), NoTop(LAST)), positions=FIRST_OR_MIDDLE, nos=NOS["void"],
    ),
    over_partner(
        "void-last", _VOID, _TWO_JACKS,
        _("Void in {last}; or support for it without the next top; or two jacks and no good suit."),
        void_shown(good=False), (all_ranks(LAST, 3, 4), NoTop(LAST)),
        (jacks(2, 2), Shape("no four with a jack")), positions=LAST_ONE, nos=NOS["void"],
    ),
    over_partner(
        "bump", "NOS raised by 2 or more", Pattern(form=NUMBER_NOS, rises=(2, 7)),
        _("Jacks beside {last}: {rise}."), (CountByRise(BESIDE, "J"), all_ranks(LAST, 1)), situations=("over suit",),
    ),
    over_partner("three-jacks-over-suit", "NT one higher", _THREE_JACKS, _("Three jacks."), (jacks(3, 8),)),
    over_partner(
        "reply-suit", _WITH_JACK, Pattern(form=NUMBER_SUIT, rises=(1, 7)),
        _("Four cards or more of {suit} with a jack."), (all_ranks(NAMED, 4), Count(NAMED, "J", 1)),
        situations=("over no trump",), positions=FIRST_OR_MIDDLE,
    ),
    over_partner(
        "forced-suit", _WITH_JACK, Pattern(form=NUMBER_SUIT, rises=(1, 7)),
        _("Three cards or more of {suit}, with a jack or without: it is the last to speak."),
        (all_ranks(NAMED, 3), Count(NAMED, "J", 1)), (all_ranks(NAMED, 4),),
        situations=("over no trump",), positions=LAST_ONE, doubtful=True,
    ),
    over_partner(
        "forced-nothing", _RAISED, Pattern(form=NUMBER_NOS, numbers=(29, 29)),
        _("Nothing to say; it is the last to speak."), (jacks(0, 1),),
        situations=("over no trump",), positions=LAST_ONE,
    ),
    over_partner(
        "reply-jacks", _RAISED, Pattern(form=NUMBER_NOS, rises=(1, 7)),
        _("Jacks: {rise}; and no suit of four with one."), (CountByRise(ALL, "J"), Shape("no four with a jack")),
        situations=("over no trump",),
    ),
    over_partner(
        "reply-to-two-suits", _TWO, _SUIT, _("The best suit of two cards or more with a jack: {suit}."),
        (all_ranks(NAMED, 2), Count(NAMED, "J", 1)), situations=("over two suits",),
    ),
    over_partner(
        "reply-to-two-suits-nothing", _TWO, _TWO_JACKS, _("No suit with a jack."), (jacks(0, 0),),
        situations=("over two suits",), positions=LAST_ONE,
    ),
]  # fmt: skip

CARD = ConventionCard(
    name=_("Standard"),
    tradition="Standard",
    notes=NOTES,
    conventions=(
        *_OPENING, *_OVER_PARTNER, *nos_in_every_tradition(),
        *arrest_bids("double; arrest bids", "theirs, they bid NOS", ("theirs", "theirs, they bid")),
        *natural(), no_trump_to_play(),
    ),
)  # fmt: skip
"""The default card."""
