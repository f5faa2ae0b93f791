"""The International card: calls of every form, many with a meaning of their own.

Source: the International tables of the ledger (004 App. B, E, I, L).
"""

from engine.conventions.common import (
    FIRST,
    FIRST_OR_MIDDLE,
    GOOD_WITHOUT_JACK,
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
    void_shown,
)
from engine.conventions.model import (
    ALL,
    BEFORE,
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
from engine.fiftysix.calls import (
    NUMBER_NO_TRUMP,
    NUMBER_NOS,
    NUMBER_PASS,
    NUMBER_SUIT,
    PLUS_NOS,
    PLUS_SUIT,
    REVERSE,
    REVERSE_PLUS,
)
from engine.phrases import phrase as _

_STRONG = "strong suit with one jack, good for 40 with help; or 4 cards with a jack and two other jacks"
_OPENING = [
    *both_jacks("4+ cards with both jacks; and a nine; and both nines", ("opening",), FIRST_OR_MIDDLE, 4),
    opening(
        "opening-three-cards-both-jacks-nine", "3 cards, both jacks, no other; and a nine",
        Pattern(form=PLUS_SUIT, digit=True, rises=(3, 3)),
        _("Just three cards of {suit}: both jacks and a nine, and no other jack."),
        (all_ranks(NAMED, 3, 3), Count(NAMED, "J", 2), Count(NAMED, "9", 1), jacks(2, 2)),
    ),
    opening(
        "opening-three-cards-both-jacks", "3 cards, both jacks, no other; and a nine",
        Pattern(form=PLUS_SUIT, digit=True, rises=(2, 2)),
        _("Just three cards of {suit} with both jacks, and no other jack."),
        (all_ranks(NAMED, 3, 3), Count(NAMED, "J", 2), Count(NAMED, "9", 0, 0), jacks(2, 2)),
    ),
    opening(
        "opening-four-jacks", "four jacks or more", Pattern(form=NUMBER_NO_TRUMP, rises=(2, 2)),
        _("Four jacks or more."), (jacks(4, 8),),
    ),
    opening(
        "opening-strong-suit", _STRONG, Pattern(form=PLUS_SUIT, digit=True, rises=(1, 1)),
        _(
            "A strong suit of {suit} with one jack, good for 40 with help; or four cards of it with a jack, and two "
            "jacks beside. Nobody brings a new suit in this round; the next tells which."
        ),
        (Shape("strong suit", NAMED),), by_agreement=True,
    ),
    opening(
        "opening-three-jacks", "three jacks", Pattern(form=NUMBER_NO_TRUMP, rises=(1, 1)),
        _("Three jacks."), (jacks(3, 3),),
    ),
    opening(
        "opening-two-suits", "two suits (4-4 or 5-3), one jack heading each",
        Pattern(form=NUMBER_NOS, rises=(2, 2)),
        _("Two suits, four cards each or five and three, a jack heading each. Partners name a suit of two or more "
        "with a jack."),
        (Shape("two suits"), jacks(2, 2)), by_agreement=True,
    ),
    opening(
        "opening-suit", "4+ cards with a jack and another jack; 5+ cards with a jack",
        Pattern(form=NUMBER_SUIT, rises=(1, 1)),
        _("Five cards or more of {suit} with a jack; or four with a jack, and another jack beside."),
        (all_ranks(NAMED, 5), Count(NAMED, "J", 1, 1)),
        (all_ranks(NAMED, 4, 4), Count(NAMED, "J", 1, 1), jacks(2, 8)),
    ),
    opening(
        "opening-four-with-jack", "4 cards with a jack, no other jack",
        Pattern(form=PLUS_SUIT, digit=False, rises=(1, 1)),
        _("Four cards of {suit} with a jack, and no other jack."),
        (all_ranks(NAMED, 4, 4), Count(NAMED, "J", 1, 1), jacks(1, 1)),
    ),
    opening(
        "opening-two-jacks", "two jacks in different suits, no four cards with a jack",
        Pattern(form=NUMBER_NOS, rises=(1, 1)),
        _("Two jacks in different suits, and no suit of four with a jack."),
        (jacks(2, 2), Shape("jacks apart"), Shape("no four with a jack")), nos=NOS["opening"],
    ),
    opening(
        "opening-without-jack", "5+ good cards without the jack", Pattern(form=REVERSE, rises=(1, 1)),
        _("Five good cards or more of {suit} without the jack."), GOOD_WITHOUT_JACK,
    ),
    opening(
        "opening-nothing", "anything else", Pattern(form=NUMBER_PASS, rises=(1, 1)),
        _("Nothing to say; the opener must bid."), positions=FIRST,
    ),
    opening(
        "opening-nothing-either", "as position 1, one number higher (two-suited: 30NS); nothing",
        Pattern(word="pass"), _("Nothing to say."), positions=("middle",),
    ),
]  # fmt: skip

_THIRD_ROW = (
    "in this order: +1 suit; 29NT three jacks; 30 suit both jacks in four; 30NS two suits; +2 suit; +suit (3 with a "
    "jack); suit 29 (4 without a jack); suit+; 29NS (two jacks, no three with a jack); 29P all else"
)


def _third(name: str, call: Pattern, says: str, *shows: tuple, **more: object) -> Convention:  # type: ignore[type-arg]
    """Return a call of the last player of the side, after 28P and passes."""
    return opening(name, _THIRD_ROW, call, says, *shows, positions=LAST_ONE, **more)


_THIRD = [
    _third(
        "third-strong-suit", Pattern(form=PLUS_SUIT, digit=True, rises=(1, 1)),
        _("A strong suit of {suit} with one jack; or four cards of it with a jack, and two jacks beside."),
        (Shape("strong suit", NAMED),), by_agreement=True,
    ),
    _third("third-three-jacks", Pattern(form=NUMBER_NO_TRUMP, rises=(1, 1)), _("Three jacks."), (jacks(3, 8),)),
    _third(
        "third-both-jacks", Pattern(form=NUMBER_SUIT, rises=(2, 2)),
        _("Four cards or more of {suit} with both jacks."), (all_ranks(NAMED, 4), Count(NAMED, "J", 2)),
    ),
    _third(
        "third-two-suits", Pattern(form=NUMBER_NOS, rises=(2, 2)),
        _("Two suits, four cards each or five and three, a jack heading each."), (Shape("two suits"),),
        by_agreement=True,
    ),
    _third(
        "third-three-both-jacks", Pattern(form=PLUS_SUIT, digit=True, rises=(2, 2)),
        _("Just three cards of {suit}, with both jacks."), (all_ranks(NAMED, 3, 3), Count(NAMED, "J", 2)),
    ),
    _third(
        "third-suit", Pattern(form=PLUS_SUIT, digit=False, rises=(1, 1)),
        _("Three cards or more of {suit}, with a jack."), (all_ranks(NAMED, 3), Count(NAMED, "J", 1)),
    ),
    _third(
        "third-without-jack", Pattern(form=REVERSE, rises=(1, 1)),
        _("Four cards or more of {suit}, without a jack."),
        (all_ranks(NAMED, 4), Count(NAMED, "J", 0, 0), Count(NAMED, "9AT", 1)),
    ),
    _third(
        "third-three-without-jack", Pattern(form=REVERSE_PLUS, digit=False, rises=(1, 1)),
        _("Three cards of {suit} without the jack, and a good hand."),
        (all_ranks(NAMED, 3, 3), Count(NAMED, "J", 0, 0), Count(NAMED, "9", 1), Shape("good hand")),
    ),
    _third(
        "third-two-jacks", Pattern(form=NUMBER_NOS, rises=(1, 1)),
        _("Two jacks, and no suit of three with a jack."), (jacks(2, 2), Shape("no three with a jack")),
    ),
    _third("third-nothing", Pattern(form=NUMBER_PASS, rises=(1, 1)), _("Nothing to say; better than a plain pass.")),
]  # fmt: skip

_OVER_SUIT = [
    over_partner(
        "raise", "suit, number raised by k", Pattern(form=NUMBER_SUIT, suit="last", rises=(1, 7)),
        _("Three cards or more of {last}, with the next tops in sequence: {tops}."), (all_ranks(LAST, 3), Tops(LAST)),
    ),
    over_partner(
        "raise-exactly", "+k suit", Pattern(form=PLUS_SUIT, digit=True, suit="last", rises=(1, 7)),
        _("Just the next tops of {last}, and no card more: {tops}."), (Tops(LAST), CountByRise(LAST, "J9ATKQ")),
    ),
    over_partner(
        "raise-top-and-one", "+suit", Pattern(form=PLUS_SUIT, digit=False, suit="last", rises=(1, 1)),
        _("The next top of {last} ({tops}) and one card more."), (all_ranks(LAST, 2, 2), Tops(LAST, number=1)),
    ),
    over_partner(
        "raise-without-top", "reverse (suit number)", Pattern(form=REVERSE, suit="last", rises=(1, 1)),
        _("Four cards or more of {last}, without the next top."), (all_ranks(LAST, 4), NoTop(LAST)),
    ),
    over_partner(
        "raise-three-without-top", "suit+", Pattern(form=REVERSE_PLUS, digit=False, suit="last", rises=(1, 1)),
        _("Three cards of {last} without the next top, and a good hand."),
        (all_ranks(LAST, 3, 3), NoTop(LAST), Shape("good hand")),
    ),
    over_partner(
        "raise-short", "suit+1, suit+2", Pattern(form=REVERSE_PLUS, digit=True, suit="last", rises=(1, 2)),
        _("Number of cards of {last}: {rise}; not the next top, but good side suits."),
        (CountByRise(LAST, "J9ATKQ"), NoTop(LAST), Shape("good hand")),
    ),
    over_partner(
        "void", "NOS one higher", Pattern(form=NUMBER_NOS, rises=(1, 1)),
        _("Void in {last}, and a good hand."), void_shown(good=True), nos=NOS["void"],
    ),
    over_partner(
        "void-before", "+1NS", Pattern(form=PLUS_NOS, rises=(1, 1)),
        _("Void in {before}, the suit bid before the last."), (all_ranks(BEFORE, 0, 0),),
        nos=NOS["plus"], situations=("over suits",),
    ),
    over_partner(
        "bump", "NOS raised by 2 or more (*bump*)", Pattern(form=NUMBER_NOS, rises=(2, 7)),
        _("Jacks beside {last}: {rise}; and not its next top."),
        (CountByRise(BESIDE, "J"), NoTop(LAST)), situations=("over suit",),
    ),
    over_partner(
        "three-jacks-over-suit", "NT one higher", Pattern(form=NUMBER_NO_TRUMP, rises=(1, 1)),
        _("Three jacks."), (jacks(3, 8),),
    ),
]  # fmt: skip


def _reply(name: str, row: str, call: Pattern, says: str, *shows: tuple, **more: object) -> Convention:  # type: ignore[type-arg]
    """Return a row of the calls over a partner's 28NS or 28NT."""
    members: dict[str, object] = {"situations": ("over no trump",), **more}
    return Convention(name=name, table="over no trump", row=row, call=call, says=says, shows=shows or ((),), **members)  # type: ignore[arg-type]


_OVER_NO_TRUMP = [
    _reply(
        "reply-suit", "suit, one higher", Pattern(form=NUMBER_SUIT, rises=(1, 2)),
        _("Four cards or more of {suit} with a jack; with both, where it goes up by two."),
        (all_ranks(NAMED, 4), CountByRise(NAMED, "J")),
    ),
    _reply(
        "reply-three-jacks", "NT one higher", Pattern(form=NUMBER_NO_TRUMP, rises=(1, 1)),
        _("Three jacks."), (jacks(3, 8),),
    ),
    _reply(
        "reply-jacks", "NOS raised by k", Pattern(form=NUMBER_NOS, rises=(1, 7)),
        _("Jacks: {rise}; and no suit of four with one."), (CountByRise(ALL, "J"), Shape("no four with a jack")),
    ),
    _reply(
        "reply-three-with-jack", "+suit", Pattern(form=PLUS_SUIT, digit=False, rises=(1, 1)),
        _("Three cards of {suit} with a jack."), (all_ranks(NAMED, 3, 3), Count(NAMED, "J", 1)),
    ),
    _reply(
        "reply-reverse", "reverse, suit+", Pattern(form=REVERSE, rises=(1, 1)),
        _("Four good cards or more of {suit} without the jack."),
        (all_ranks(NAMED, 4), Count(NAMED, "J", 0, 0), Count(NAMED, "9AT", 2)),
    ),
    _reply(
        "reply-reverse-plus", "reverse, suit+", Pattern(form=REVERSE_PLUS, digit=False, rises=(1, 1)),
        _("Four good cards of {suit} without the jack."),
        (all_ranks(NAMED, 4, 4), Count(NAMED, "J", 0, 0), Count(NAMED, "9AT", 2)),
    ),
    _reply(
        "reply-nothing", "29P (position 3)", Pattern(form=NUMBER_PASS, rises=(1, 1)),
        _("Nothing to say; the opener names a suit of three with a jack or of four, cheaply."), positions=LAST_ONE,
    ),
    _reply(
        "reply-to-two-suits", "Over 29NS", Pattern(form=NUMBER_SUIT, rises=(1, 1)),
        _("Two cards or more of {suit} with a jack, over a partner with two suits."),
        (all_ranks(NAMED, 2), Count(NAMED, "J", 1)), situations=("over two suits",),
    ),
    _reply(
        "reply-to-two-suits-nothing", "Over 29NS", Pattern(form=NUMBER_NOS, rises=(1, 1)),
        _("No suit with a jack; the partner with two suits names the better."), (jacks(0, 0),),
        situations=("over two suits",), positions=LAST_ONE,
    ),
]  # fmt: skip

_THEIRS = [
    Convention(
        name="theirs-suit", table="theirs", row="call only with a very good hand, up to 40",
        situations=("theirs", "theirs, they bid", "overcalled"),
        call=Pattern(form=NUMBER_SUIT, numbers=(28, 40)),
        shows=((all_ranks(NAMED, 4), Count(NAMED, "J", 1), Shape("very good hand", NAMED)),),
        says=_("A very good hand with {suit}, without the opening lead."),
    ),
    Convention(
        name="theirs-double", table="theirs", row="double of 28P shows three guarded jacks",
        situations=("theirs, over nothing",), call=Pattern(word="double"),
        shows=((jacks(3, 8), Shape("guarded jacks")),),
        says=_("Three guarded jacks; every contract of theirs is doubled or outbid from here on."),
    ),
]  # fmt: skip

CARD = ConventionCard(
    name=_("International"),
    tradition="International",
    notes=(
        Note(
            "56-CNV-2",
            _("Over +1 suit nobody brings a new suit in the first round; then the opener repeats the suit, which is "
              "the strong one, or names another, which shows three jacks."),
        ),
        *NOTES,
    ),
    conventions=(
        *_OPENING, *_THIRD, *_OVER_SUIT, *_OVER_NO_TRUMP, *nos_in_every_tradition(), *_THEIRS, *natural(),
        no_trump_to_play(),
    ),
)  # fmt: skip
"""The default card. Over 28-level calls after 28P it follows Appendices B, E and I, by the ledger's ruling."""
