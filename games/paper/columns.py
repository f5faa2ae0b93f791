"""The columns of a score sheet on paper, chosen by the rule set: each as wide as what is written there by hand.

Columns of one family only are added by a function on that family's rule set type, never by a rule set's id.
"""

from functools import singledispatch

import msgspec
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

import engine
from engine.fiftysix.ruleset import FiftySix
from engine.options import Games, Hands
from engine.sheets import form_of
from engine.twentyeight.ruleset import TwentyEight
from games.rulebook.facts import score_table
from games.sheets.words import ALONE

SUITS = ("suit-s", "suit-h", "suit-d", "suit-c")
USUAL_HANDS = 15
"""The rows of a sheet whose game does not end after a number of hands: as many as a page has."""
MAX_HANDS = 60
"""Rows of a sheet."""


class Column(msgspec.Struct, frozen=True):
    """A column.

    Attributes:
        label: Its head.
        width: In millimetres.
        upright: The head is written upwards, over a narrow column.
        marks: Printed in each cell, one of them to be circled: the drawing of a suit, or a word.
        start: Printed in the row before the first hand.
    """

    label: str
    width: int
    upright: bool = False
    marks: tuple[str, ...] = ()
    start: str = ""


class Group(msgspec.Struct, frozen=True):
    """Columns under a common head; one without a head is a single column that needs none."""

    label: str
    columns: tuple[Column, ...]


def side_letter(side: int) -> str:
    """Return the letter of a side: A, B, C."""
    return chr(ord("A") + side)


def side_label(side: int) -> str:
    """Return what a side is called on paper."""
    return _("Side {letter}").format(letter=side_letter(side))


def usual_hands(rules: engine.RuleSet) -> int:
    """Return the number of rows that a sheet by these rules has, if no other is asked for."""
    ending = getattr(rules, "ending", None)
    return min(ending.count, MAX_HANDS) if isinstance(ending, Hands) else USUAL_HANDS


def groups_of(rules: engine.RuleSet) -> tuple[Group, ...]:
    """Return the columns of a sheet by these rules, from left to right."""
    first = Group("", (Column(_("Hand"), 11), Column(_("Dealer"), 13, upright=True)))
    return (first, *_more_groups(rules))


@singledispatch
def _more_groups(rules: engine.RuleSet) -> tuple[Group, ...]:
    """Return the columns after those that all games have."""
    return ()


@_more_groups.register
def _groups_of_56(rules: FiftySix) -> tuple[Group, ...]:
    contract = (
        Column(_("Declarer"), 13, upright=True),
        Column(pgettext("of a contract", "Number"), 13, upright=True),
        Column(_("Suit"), 38, marks=(*SUITS, "NT")),
        Column(_("Doubled"), 15, upright=True, marks=("D", "R")),
    )
    result = (
        Column(_("Points of the declarer's side"), 14, upright=True),
        Column(_("made"), 9, upright=True),
        Column(_("defeated"), 9, upright=True),
    )
    groups = [
        Group(_("Contract"), contract),
        Group(_("Result"), result),
        Group(_("Stake points"), _of_sides(rules, 10)),
        Group(pgettext("of stake points", "Total"), _of_sides(rules, 12)),
    ]
    if isinstance(rules.ending, Games):
        groups.append(Group(_("Games won"), _of_sides(rules, 9)))
    return tuple(groups)


@_more_groups.register
def _groups_of_28(rules: TwentyEight) -> tuple[Group, ...]:
    form = form_of(rules)
    bid = [Column(_("Declarer"), 13, upright=True), Column(_("Bid"), 15)]
    if form.later_lowest:
        second, raised = pgettext("phase of a hand", "Second auction"), pgettext("phase of a hand", "Raise")
        bid.append(Column(second if rules.second_lowest_bid else raised, 9, upright=True))
    bid += [Column(capfirst(str(ALONE[way])), 9, upright=True) for way in form.alone]
    result = [
        Column(_("Points of the declarer's side"), 14, upright=True),
        Column(_("made"), 9, upright=True),
        Column(_("failed"), 9, upright=True),
    ]
    if "conceded" in form.outcomes:
        result.append(Column(_("conceded"), 9, upright=True))
    if form.sweeps:
        result.append(Column(_("All tricks (cot)"), 9, upright=True))
    if form.surrenders:
        result.append(Column(_("Surrender"), 10, upright=True))
    result.append(Column(_("Game points, + or \N{MINUS SIGN}"), 15, upright=True))
    groups = [Group(_("Bid"), tuple(bid)), Group(_("Result"), tuple(result))]
    if rules.keeps_kunukku and rules.keeps_stakes:
        groups.append(Group(_("Base cards"), _of_sides(rules, 13, str(rules.starting_stakes))))
    elif rules.keeps_stakes:
        groups.append(Group(_("Stakes"), _of_sides(rules, 15, str(rules.starting_stakes))))
    else:
        groups.append(Group(pgettext("of game points", "Total"), _of_sides(rules, 15)))
    if rules.keeps_kunukku:
        groups.append(Group(_("Kunukku"), _of_seats(rules)))
    elif getattr(rules, "salaams", False):
        groups.append(Group(_("Salaams"), _of_seats(rules)))
    return tuple(groups)


def _of_sides(rules: engine.RuleSet, width: int, start: str = "") -> tuple[Column, ...]:
    return tuple(Column(side_letter(side), width, start=start) for side in range(len(rules.sides)))


def _of_seats(rules: engine.RuleSet) -> tuple[Column, ...]:
    return tuple(Column(str(seat + 1), 8) for seat in range(rules.players))


class Values(msgspec.Struct, frozen=True):
    """The worth of contracts, as the engine has it: a table, and sentences beside it."""

    head: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    notes: tuple[str, ...] = ()


def values_of(rules: engine.RuleSet) -> Values:
    """Return the worth of contracts by a rule set."""
    table = score_table(rules)
    if table is None:
        return Values()
    last = _("A hand passed out or dealt again: a line through its row.")
    return Values(table.head, table.rows, (*_notes(rules), last))


@singledispatch
def _notes(rules: engine.RuleSet) -> list[str]:
    """Return what else one has to know to score by these rules."""
    return []


@_notes.register
def _notes_of_56(rules: FiftySix) -> list[str]:
    text = _("Dealer and declarer: the number of the seat. D: doubled, R: redoubled.")
    notes = [text]
    match rules.ending:
        case Hands(count=count):
            text = ngettext("The match has {count} hand.", "The match has {count} hands.", count)
            notes.append(text.format(count=count))
        case Games(best_of=best_of, target=target, lead=lead):
            text = _(
                "A game is won with {target} stake points and a lead of {lead}; the match is the best of {best_of}."
            )
            notes.append(text.format(target=target, lead=lead, best_of=best_of))
    return notes


@_notes.register
def _notes_of_28(rules: TwentyEight) -> list[str]:
    notes = [_("Dealer and declarer: the number of the seat. Game points are those of the declarer's side.")]
    if rules.honours_above < rules.highest_bid:
        text = _("Honours: a bid over {bid} in the first auction.") if rules.second_lowest_bid else _(
            "Honours: a bid over {bid}."
        )  # fmt: skip
        notes.append(text.format(bid=rules.honours_above))
    if rules.thani and rules.thani_won:
        text = _("Thani, every trick alone: +{won}, or \N{MINUS SIGN}{lost}.")
        notes.append(text.format(won=rules.thani_won, lost=rules.thani_lost))
    elif rules.thani:
        salaam = _("Thani, every trick alone: a salaam from the other side, or \N{MINUS SIGN}{lost}.")
        kunukku = _("Thani, every trick alone: a kunukku for the other side, or \N{MINUS SIGN}{lost}.")
        text = salaam if getattr(rules, "salaams", False) else kunukku
        notes.append(text.format(lost=rules.thani_lost))
    worth = rules.undertakings
    if "late_thani" in worth:
        won, lost = worth["late_thani"]
        notes.append(_("Late thani: +{won}, or \N{MINUS SIGN}{lost}.").format(won=won, lost=lost))
    if "cot" in worth:
        won, lost = worth["cot"]
        notes.append(_("Four-card cot: +{won}, or \N{MINUS SIGN}{lost}.").format(won=won, lost=lost))
    if form_of(rules).sweeps:
        notes.append(_("All tricks to one side count double."))
    if form_of(rules).surrenders:
        notes.append(_("Surrender: write A if it was accepted, R if it was refused."))
    if rules.keeps_stakes:
        text = _("Base cards: {count} each to begin with.") if rules.keeps_kunukku else _(
            "Stakes: {count} each to begin with."
        )  # fmt: skip
        notes.append(text.format(count=rules.starting_stakes))
    return notes
