"""A rule set at a glance: its own data as a table of facts, of cards, of contracts, of options.

Facts of one family only are added by a function on that family's rule set type, never by a rule set's id.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import singledispatch
from typing import Any

import msgspec
from django.utils.translation import gettext, ngettext, pgettext
from msgspec import inspect

import engine
from engine.cards import RANK_POINTS
from engine.fiftysix.ruleset import FiftySix
from engine.options import Choice, EndingOption, Flag, Number
from engine.twentyeight.ruleset import TwentyEight
from games.rulebook.pages import holding
from games.words.events import listed
from games.words.phrases import one_of, translated

RANKS = {"T": "10"}


@dataclass(frozen=True, slots=True)
class RankShown:
    """A rank with its card points."""

    rank: str
    points: int


@dataclass(frozen=True, slots=True)
class OptionShown:
    """An option: its name in a record, its values as JSON, the default, the value in force, and the rule for it.

    `needs` is the option without which it cannot be chosen, or empty.
    """

    name: str
    values: tuple[str, ...]
    default: str
    value: str
    rule: str
    needs: str


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """The scoring table of contracts: a head, and one row per range of contracts."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Facts:
    """A rule set at a glance, for its page.

    Attributes:
        facts: Labels with their texts.
        ranks: The ranks of each suit, high to low.
        points: The card points in the deck.
        score: The scoring table of contracts.
        options: The options.
    """

    facts: tuple[tuple[str, str], ...]
    ranks: tuple[RankShown, ...]
    points: int
    score: ScoreTable | None
    options: tuple[OptionShown, ...]


def summary_of(rules: engine.RuleSet) -> str:
    """Return a rule set in one line: "4 players, 32 cards; bids from 14; a second auction from 24"."""
    players = gettext("{count} players, {sides}").format(count=rules.players, sides=_sides(rules))
    cards = gettext("{count} cards").format(count=len(rules.deck))
    return "; ".join([players, cards, *_in_short(rules)])


def facts_of(rules: engine.RuleSet) -> Facts:
    """Return a rule set at a glance, for its page."""
    clockwise = rules.direction == "clockwise"
    turn = gettext("clockwise, seat after seat") if clockwise else gettext("counter-clockwise, seat after seat")
    common = [
        (gettext("Players"), f"{rules.players}, {_sides(rules)}"),
        (pgettext("the order of play", "Turn"), turn),
        (gettext("Cards"), _cards(rules)),
        (pgettext("how cards are dealt", "Deal"), _deal(rules)),
    ]
    return Facts(
        facts=(*common, *more_facts(rules)),
        ranks=_ranks(rules),
        points=rules.deck_points,
        score=score_table(rules),
        options=tuple(_option(rules, option) for option in rules.declared),
    )


def _sides(rules: engine.RuleSet) -> str:
    size = len(rules.sides[0])
    if size == 1:
        return gettext("every player alone")
    if len(rules.sides) == 2:
        if size == 2:
            return gettext("two pairs, in alternate seats")
        return gettext("two teams of {size}, in alternate seats").format(size=size)
    if size == 2:
        return gettext("{count} pairs, partners opposite").format(count=len(rules.sides))
    return gettext("{count} teams of {size}, partners opposite").format(count=len(rules.sides), size=size)


def _cards(rules: engine.RuleSet) -> str:
    copies = Counter(rules.deck)
    twice = max(copies.values()) > 1
    text = (
        gettext("{count}: {ranks} ranks in {suits} suits, each card twice")
        if twice
        else gettext("{count}: {ranks} ranks in {suits} suits")
    )
    return text.format(count=len(rules.deck), ranks=len(rules.ranks), suits=len(rules.suits))


def _deal(rules: engine.RuleSet) -> str:
    if len(rules.batches) > 1:
        text = gettext("{count} cards each, {batches} at a time, with the first fold between")
    elif rules.packet in rules.batches:
        text = gettext("{count} cards each")
    else:
        text = gettext("{count} cards each, in packets of {packet}")
    batches = listed([str(batch) for batch in rules.batches])
    return text.format(count=rules.hand_size, batches=batches, packet=rules.packet)


def _ranks(rules: engine.RuleSet) -> tuple[RankShown, ...]:
    return tuple(RankShown(RANKS.get(rank, rank), RANK_POINTS.get(rank, 0)) for rank in rules.ranks)


def _option(rules: engine.RuleSet, option: Any) -> OptionShown:
    default = msgspec.json.encode(option.default).decode()
    value = msgspec.json.encode(getattr(rules, option.name)).decode()
    needs = getattr(option, "needs", None) or ""
    return OptionShown(option.name, _values(option), default, value, option.rule, needs)


def _values(option: engine.Option) -> tuple[str, ...]:
    """Return the possible values of an option, as in a record."""
    match option:
        case EndingOption():
            return tuple(map(_ending_words, option.kinds))
        case Flag():
            return (one_of(["true", "false"]),)
        case Choice():
            return (one_of([f'"{value}"' for value in option.values]),)
        case Number():
            return (gettext("a whole number from {low} to {high}").format(low=option.low, high=option.high),)


def _ending_words(kind: type[msgspec.Struct]) -> str:
    """Return a kind of ending as in a record, each number with its range."""
    parts = [f'"type":"{kind.__struct_config__.tag}"']
    described = inspect.type_info(kind)
    assert isinstance(described, inspect.StructType)
    for one in described.fields:
        number, odd = one.type, False
        if isinstance(number, inspect.Metadata):
            # The only constraint on a number beside its range: it is not a multiple of two.
            odd = bool("not" in (number.extra_json_schema or {}))
            number = number.type
        assert isinstance(number, inspect.IntType)
        span = gettext("{low} to {high} odd") if odd else gettext("{low} to {high}")
        parts.append(f'"{one.encode_name}":{span.format(low=number.ge, high=number.le)}')
    return "{" + ",".join(parts) + "}"


@singledispatch
def more_facts(rules: engine.RuleSet) -> Sequence[tuple[str, str]]:
    """Return the facts of this family only."""
    return ()


@singledispatch
def _in_short(rules: engine.RuleSet) -> Sequence[str]:
    """Return the difference between a rule set and the others of its family, in a few words."""
    return ()


@singledispatch
def score_table(rules: engine.RuleSet) -> ScoreTable | None:
    """Return the scoring table of contracts."""
    return None


@more_facts.register
def _(rules: TwentyEight) -> Sequence[tuple[str, str]]:
    bids = [gettext("{low} to {high}").format(low=rules.lowest_bid, high=rules.highest_bid)]
    if rules.lowest_bid_of_dealer:
        text = gettext("the dealer from {least} while nobody has bid")
        bids.append(text.format(least=rules.lowest_bid_of_dealer))
    bids.append(gettext("the opener must bid") if rules.opener_bids else gettext("nobody has to bid"))
    if rules.over_partner > rules.lowest_bid:
        bids.append(gettext("over the partner from {least}").format(least=rules.over_partner))
    facts = [(gettext("Bids"), "; ".join(bids))]
    later = gettext("With all cards dealt")
    if rules.second_lowest_bid:
        facts.append((later, gettext("a second auction, from {least}").format(least=rules.second_lowest_bid)))
    elif rules.raisers:
        both = gettext("the bidder, then the partner, may raise once, to {least} or more")
        alone = gettext("the bidder alone may raise once, to {least} or more")
        facts.append((later, (both if rules.raisers > 1 else alone).format(least=rules.lowest_raise)))
    return [*facts, (pgettext("an account", "Kept"), _account_text(rules))]


def _account_text(rules: TwentyEight) -> str:
    if rules.keeps_kunukku:
        return gettext("{count} base cards a side, and kunukku").format(count=rules.starting_stakes)
    if rules.keeps_stakes:
        return gettext("stakes of each side, {count} to begin with").format(count=rules.starting_stakes)
    return gettext("game points of each side")


@_in_short.register
def _(rules: TwentyEight) -> Sequence[str]:
    short = [gettext("bids from {low} to {high}").format(low=rules.lowest_bid, high=rules.highest_bid)]
    if rules.second_lowest_bid:
        short.append(gettext("a second auction from {least}").format(least=rules.second_lowest_bid))
    elif rules.lowest_raise:
        short.append(gettext("a raise to {least} or more").format(least=rules.lowest_raise))
    else:
        short.append(gettext("one auction"))
    if rules.keeps_kunukku:
        return [*short, gettext("base cards and kunukku")]
    return [*short, gettext("stakes") if rules.keeps_stakes else gettext("game points")]


@score_table.register
def _(rules: TwentyEight) -> ScoreTable:
    rows = []
    for number, band in enumerate(rules.bands):
        lowest = max(band.lowest, rules.lowest_bid)
        beyond = rules.bands[number + 1 : number + 2]
        highest = beyond[0].lowest - 1 if beyond and beyond[0].auction == band.auction else rules.highest_bid
        span = _span(lowest, highest)
        if band.auction > 1:
            span = gettext("{contracts}, bid in the second auction").format(contracts=span)
        rows.append((span, f"+{band.made}", f"\N{MINUS SIGN}{band.failed}"))
    cited = [rule for rule in holding(rules) if rule not in dict(rules.replaced) and rule in _SCORE_RULES]
    head = (gettext("Contract"), pgettext("a contract", "Made"), pgettext("a contract", "Failed"))
    return ScoreTable(head, tuple(rows), tuple(cited))


def _span(low: int, high: int) -> str:
    return gettext("{low} to {high}").format(low=low, high=high) if low < high else str(low)


@more_facts.register
def _(rules: FiftySix) -> Sequence[tuple[str, str]]:
    forms = listed([f"{translated(form.name)} ({', '.join(form.examples)})" for form in rules.forms])
    after = gettext("any higher bid") if rules.bids_over_redouble else gettext("no further bid")
    return [
        (pgettext("of 56", "Calls"), gettext("28 to 56, each higher than the last: {forms}").format(forms=forms)),
        (gettext("Who must bid"), _compulsory(rules)),
        (gettext("After a redouble"), after),
        (pgettext("an account", "Kept"), gettext("stake points of each side, which never fall")),
    ]


def _compulsory(rules: FiftySix) -> str:
    place = rules.compulsory_bidder
    if place is None:
        return gettext("nobody; if all pass, the hand is passed out")
    if place == 1:
        return gettext("the opener")
    who = gettext("position {place}, the last of the opener's side, if all before passed").format(place=place)
    return gettext("{who}; a pass there bids 28 no-trump").format(who=who) if rules.pass_bids else who


@_in_short.register
def _(rules: FiftySix) -> Sequence[str]:
    double = gettext("a double multiplies") if rules.doubling == "multiply" else gettext("a double adds one")
    forms = ngettext("{count} form of call", "{count} forms of call", len(rules.forms))
    return [
        gettext("{count} each").format(count=rules.hand_size),
        forms.format(count=len(rules.forms)),
        double,
    ]


@score_table.register
def _(rules: FiftySix) -> ScoreTable:
    rows = []
    for band, beyond in zip(rules.bands, (*rules.bands[1:], None), strict=True):
        highest = beyond.lowest - 1 if beyond else band.lowest
        span = _span(band.lowest, highest)
        worth = (
            f"{rules.stake(band.lowest, doubled, made=True)} / {rules.stake(band.lowest, doubled, made=False)}"
            for doubled in range(3)
        )
        rows.append((span, *worth))
    head = (gettext("Contract"), gettext("made / defeated"), gettext("doubled"), gettext("redoubled"))
    return ScoreTable(head, tuple(rows), ("56-SCORE-3",))


_SCORE_RULES = ("28-SCO-2", "28-SCO-3", "28-PAG-6", "28-WIK-1", "28-W8-3", "28-BOOK-1")
