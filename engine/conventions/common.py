"""Conventions that the three traditions share, and rows that differ in a word or two only.

Source: 56-CNV-2, the tables of conventions in the ledger.
"""

from engine.conventions.model import (
    ALL,
    BEFORE,
    LAST,
    NAMED,
    THEIRS,
    Convention,
    Count,
    Note,
    Pattern,
    Shape,
    all_ranks,
)
from engine.fiftysix.calls import NUMBER_NO_TRUMP, NUMBER_NOS, NUMBER_SUIT
from engine.phrases import phrase as _

FIRST = ("first",)
FIRST_OR_MIDDLE = ("first", "middle")
LAST_ONE = ("last",)

NOS = {
    "opening": "opening",
    "void": "partner's suit, one higher",
    "earlier void": "same, after one or two other suits in between",
    "single": "second round, after own raise, one higher",
    "feature": "trump agreed, no void to show",
    "play": "to play no trump",
    "theirs over ours": "after an opponent's suit over ours, one higher",
    "two over theirs": "same, two higher",
    "doubled": "after their double of our suit",
    "their lead": "theirs to lead, after their suit",
    "plus": "1NS plus (`+1NS`)",
}
"""The rows of the table of what NOS says, by a short word."""


def opening(name: str, row: str, call: Pattern, says: str, *shows: tuple, **more: object) -> Convention:  # type: ignore[type-arg]
    """Return a row of the opening table: for the first and the middle position, unless `more` says otherwise."""
    members: dict[str, object] = {"positions": FIRST_OR_MIDDLE, "situations": ("opening",), **more}
    return Convention(name=name, table="opening", row=row, call=call, says=says, shows=shows or ((),), **members)  # type: ignore[arg-type]


def over_partner(name: str, row: str, call: Pattern, says: str, *shows: tuple, **more: object) -> Convention:  # type: ignore[type-arg]
    """Return a row of the calls over a partner: over a suit, unless `more` says otherwise."""
    members: dict[str, object] = {"situations": ("over suit", "over suits"), **more}
    return Convention(name=name, table="over partner", row=row, call=call, says=says, shows=shows or ((),), **members)  # type: ignore[arg-type]


_BOTH_JACKS = {
    4: (
        _("Four cards or more of {suit}, with both its jacks."),
        _("Four cards or more of {suit}, with both its jacks and a nine."),
        _("Four cards or more of {suit}, with both its jacks and both its nines."),
    ),
    3: (
        _("Three cards or more of {suit}, with both its jacks."),
        _("Three cards or more of {suit}, with both its jacks and a nine."),
        _("Three cards or more of {suit}, with both its jacks and both its nines."),
    ),
}
"""By the length shown, then by the nines."""


NOTES = (
    Note("56-CNV-1", _("A convention binds nobody: any legal call may be made with any hand.")),
    Note(
        "56-CNV-2",
        _("Support partner's suit first, show a feature second, bring a new suit last. Of two suits bid in one round "
          "support the first."),
    ),
    Note("56-CNV-2", _("A player who bid three suits and then says NS is void in the fourth.")),
    Note(
        "56-CNV-2",
        _("Past a playable 40, partners look for 48 or 56: an extra jack, trump, void or ruff is shown by one number."),
    ),
    Note(
        "56-CNV-2",
        _("With the opening lead, NS on a void is said only with more to say in the next round; without the lead, NS "
          "asks partners to bid, unless it sets the contract."),
    ),
    Note(
        "56-CNV-3",
        _("Five sure tricks are worth about 35, six about 40, seven about 48 with six jacks, eight are 56. Ten trumps "
          "of a side usually draw the opponents' in one round, nine in two, seven in three."),
    ),
    Note(
        "56-CNV-4",
        _("The lowest number worth the same stake is enough when nobody competes. Double only with a sure defeat, and "
          "when no better contract is open to them."),
    ),
)  # fmt: skip
"""What holds for every card and is about no single call."""


def both_jacks(row: str, situations: tuple[str, ...], positions: tuple[str, ...], length: int) -> list[Convention]:
    """Return the bids on both jacks of a suit, and one or both of its nines with them: each a number higher.

    They rise by two, three and four: 29, 30 and 31 where nothing has been bid.
    """
    return [
        Convention(
            name=f"{situations[0]}-{positions[0]}-both-jacks-{nines}",
            table="opening",
            row=row,
            situations=situations,
            positions=positions,
            call=Pattern(form=NUMBER_SUIT, rises=(nines + 2, nines + 2)),
            shows=((all_ranks(NAMED, length), Count(NAMED, "J", 2), Count(NAMED, "9", nines, nines)),),
            says=_BOTH_JACKS[length][nines],
        )
        for nines in (2, 1, 0)
    ]


GOOD_WITHOUT_JACK = (all_ranks(NAMED, 5), Count(NAMED, "J", 0, 0), Count(NAMED, "9AT", 2))
"""Five good cards or more without the jack: two of the cards below it at least."""


def suit_with_jack(row: str, row_without: str) -> list[Convention]:
    """Return the bid of 28 in a suit: of four with a jack, or for the first to speak of five without."""
    return [
        Convention(
            name="opening-suit",
            table="opening",
            row=row,
            situations=("opening",),
            positions=FIRST_OR_MIDDLE,
            call=Pattern(form=NUMBER_SUIT, rises=(1, 1)),
            shows=((all_ranks(NAMED, 4), Count(NAMED, "J", 1, 1)),),
            says=_("Four cards or more of {suit}, with one jack of it."),
        ),
        Convention(
            name="opening-suit-without-jack",
            table="opening",
            row=row_without,
            situations=("opening",),
            positions=FIRST,
            call=Pattern(form=NUMBER_SUIT, rises=(1, 1)),
            shows=(GOOD_WITHOUT_JACK,),
            says=_("Five good cards or more of {suit} without the jack; NOS in the next round tells."),
        ),
    ]


def nos_in_every_tradition() -> list[Convention]:
    """Return the meanings of NOS that are the same in all three. Source: 56-CNV-2, what NOS says."""
    table = "what NOS says"
    return [
        Convention(
            name="nos-single-card",
            table=table,
            row=NOS["single"],
            nos=NOS["single"],
            situations=("after own raise",),
            call=Pattern(form=NUMBER_NOS, rises=(1, 1)),
            shows=((all_ranks(LAST, 1, 1),),),
            says=_("The raise of {last} was on a single card."),
        ),
        Convention(
            name="nos-feature",
            table=table,
            row=NOS["feature"],
            nos=NOS["feature"],
            situations=("agreed",),
            call=Pattern(form=NUMBER_NOS),
            says=_("Asks partners for a feature not yet shown, a jack or another trump; {last} is agreed on."),
        ),
        Convention(
            name="nos-earlier-void",
            table=table,
            row=NOS["earlier void"],
            nos=NOS["earlier void"],
            situations=("over suits",),
            call=Pattern(form=NUMBER_NOS, rises=(2, 3)),
            shows=((all_ranks(BEFORE, 0, 0),),),
            says=_("Void in {before}, which the side bid before {last}."),
        ),
        Convention(
            name="nos-over-theirs",
            table=table,
            row=NOS["theirs over ours"],
            nos=NOS["theirs over ours"],
            situations=("after their suit",),
            call=Pattern(form=NUMBER_NOS, rises=(1, 1)),
            shows=((all_ranks(THEIRS, 0, 0), all_ranks(LAST, 2, 2)),),
            says=_("Void in {theirs}, with the other two suits and two cards of {last}."),
        ),
        Convention(
            name="nos-two-over-theirs",
            table=table,
            row=NOS["two over theirs"],
            nos=NOS["two over theirs"],
            situations=("after their suit",),
            call=Pattern(form=NUMBER_NOS, rises=(2, 2)),
            shows=((all_ranks(LAST, 0, 0),), (all_ranks(LAST, 4),)),
            says=_("Void in {last} with the other two suits; or four cards of {last}, which the next round tells."),
        ),
        Convention(
            name="nos-after-double",
            table=table,
            row=NOS["doubled"],
            nos=NOS["doubled"],
            situations=("after their double",),
            call=Pattern(form=NUMBER_NOS),
            shows=((all_ranks(LAST, 0, 0),),),
            says=_("Void in {last}, which they doubled, with three cards each in two other suits."),
        ),
        Convention(
            name="nos-their-lead",
            table=table,
            row=NOS["their lead"],
            nos=NOS["their lead"],
            situations=("theirs, they bid",),
            call=Pattern(form=NUMBER_NOS),
            shows=((all_ranks(THEIRS, 0, 0), Shape("very good hand")), (all_ranks(THEIRS, 0, 1), Shape("good hand"))),
            says=_("The three suits beside {theirs}; partners name one."),
        ),
    ]


def void_shown(good: bool) -> tuple[Count | Shape, ...]:
    """Return the first meaning of a NOS one over a partner's suit: a void, with a good hand if required."""
    void = all_ranks(LAST, 0, 0)
    return (void, Shape("good hand")) if good else (void,)


def natural() -> list[Convention]:
    """Return the default meaning of a suit bid: a long suit with a jack, the last choice of all.

    Source: 56-CNV-2, 56-CNV-3.
    """
    suit = Pattern(form=NUMBER_SUIT, suit="new")
    return [
        Convention(
            name="jump-in-the-agreed-suit",
            table="general",
            row="a later jump in the agreed suit",
            situations=("agreed", "after own raise"),
            call=Pattern(form=NUMBER_SUIT, suit="last", rises=(2, 28)),
            says=_(
                "A jump in the agreed suit: as many further cards of {last} as it jumps, or the strength to play it."
            ),
        ),
        Convention(
            name="raise-by-one",
            table="general",
            row="an extra jack, trump, void or ruff by one number",
            situations=("agreed", "after own raise"),
            call=Pattern(form=NUMBER_SUIT, suit="last", rises=(1, 1)),
            says=_("One more feature for {last}: a jack, a trump, a void or a ruff."),
        ),
        Convention(
            name="new-suit",
            table="general",
            row="a new suit last",
            situations=("over suit", "over suits", "agreed", "overcalled", "after their suit", "again"),
            call=suit,
            shows=((all_ranks(NAMED, 4), Count(NAMED, "J", 1)),),
            says=_("A suit of its own: four cards or more of {suit}, with a jack."),
        ),
        Convention(
            name="back-to-the-suit",
            table="general",
            row="partner's suit first",
            situations=("again", "over suit", "over suits"),
            call=Pattern(form=NUMBER_SUIT, suit="last"),
            says=_("Back to {last}, to play it."),
        ),
        Convention(
            name="support-over-theirs",
            table="general",
            row="partner's suit first",
            situations=("after their suit", "after their double"),
            call=Pattern(form=NUMBER_SUIT, suit="last"),
            shows=((all_ranks(LAST, 2),),),
            says=_("Support for {last}."),
        ),
    ]


def jacks(low: int, high: int) -> Count:
    """Return the fact of a number of jacks in all."""
    return Count(ALL, "J", low, high)


def no_trump_to_play() -> Convention:
    """Return the meaning of NT without a row of its own: to play no trump."""
    return Convention(
        name="no-trump-to-play",
        table="what NOS says",
        row=NOS["play"],
        nos=NOS["play"],
        situations=(
            "over suit",
            "over suits",
            "agreed",
            "after own raise",
            "after their suit",
            "again",
            "over no trump",
        ),
        call=Pattern(form=NUMBER_NO_TRUMP),
        says=_("To play no trump. NOS never says so here."),
    )
