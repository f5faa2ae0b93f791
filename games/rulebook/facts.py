"""A rule set at a glance: its own data as a table of facts, of cards, of contracts, of options.

What only one family has is added by a function on that family's rule set type, never by a rule set's id.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import singledispatch
from typing import Any

import msgspec
from msgspec import inspect

import engine
from engine.cards import RANK_POINTS
from engine.fiftysix.ruleset import FiftySix
from engine.options import EndingOption
from engine.twentyeight.ruleset import TwentyEight
from games.rulebook.pages import holding
from games.words import listed

RANKS = {"T": "10"}


@dataclass(frozen=True, slots=True)
class RankShown:
    """A rank with its card points."""

    rank: str
    points: int


@dataclass(frozen=True, slots=True)
class OptionShown:
    """An option: its name in a record, its values as JSON, the default, and the rule that says what it does.

    `needs` is the option without which it cannot be chosen, or empty.
    """

    name: str
    values: tuple[str, ...]
    default: str
    rule: str
    needs: str


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """What contracts are worth: a head, and a row a range of contracts."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Facts:
    """What a rule set's page shows at a glance.

    Attributes:
        facts: Labels with what there is to say.
        ranks: The ranks of each suit, high to low.
        points: The card points in the deck.
        score: What contracts are worth.
        options: The options.
    """

    facts: tuple[tuple[str, str], ...]
    ranks: tuple[RankShown, ...]
    points: int
    score: ScoreTable | None
    options: tuple[OptionShown, ...]


def summary_of(rules: engine.RuleSet) -> str:
    """Return a rule set in one line: "4 players, 32 cards; bids from 14; a second auction from 24"."""
    said = [f"{rules.players} players, {_sides(rules)}", f"{len(rules.deck)} cards", *_in_short(rules)]
    return "; ".join(said)


def facts_of(rules: engine.RuleSet) -> Facts:
    """Return what the page of a rule set shows at a glance."""
    common = [
        ("Players", f"{rules.players}, {_sides(rules)}"),
        ("Turn", f"{rules.direction}, seat after seat"),
        ("Cards", _cards(rules)),
        ("Deal", _deal(rules)),
    ]
    return Facts(
        facts=(*common, *more_facts(rules)),
        ranks=_ranks(rules),
        points=rules.deck_points,
        score=score_table(rules),
        options=tuple(map(_option, rules.declared)),
    )


def _sides(rules: engine.RuleSet) -> str:
    size = len(rules.sides[0])
    if size == 1:
        return "everyone a side"
    several = {2: "pairs"}.get(size, f"teams of {size}")
    if len(rules.sides) == 2:
        return f"two {several}, in alternate seats"
    return f"{len(rules.sides)} {several}, partners opposite"


def _cards(rules: engine.RuleSet) -> str:
    copies = Counter(rules.deck)
    said = f"{len(rules.deck)}: {len(rules.ranks)} ranks in {len(rules.suits)} suits"
    return f"{said}, each card twice" if max(copies.values()) > 1 else said


def _deal(rules: engine.RuleSet) -> str:
    said = f"{rules.hand_size} cards each"
    if len(rules.batches) > 1:
        said += f", {listed([str(batch) for batch in rules.batches])} at a time, with the first fold between"
    return said if rules.packet in rules.batches else f"{said}, in packets of {rules.packet}"


def _ranks(rules: engine.RuleSet) -> tuple[RankShown, ...]:
    return tuple(RankShown(RANKS.get(rank, rank), RANK_POINTS.get(rank, 0)) for rank in rules.ranks)


def _option(option: Any) -> OptionShown:
    values = tuple(map(_ending_words, option.kinds)) if isinstance(option, EndingOption) else (option.admits,)
    default = msgspec.json.encode(option.default).decode()
    needs = getattr(option, "needs", None) or ""
    return OptionShown(option.name, values, default, option.rule, needs)


def _ending_words(kind: type[msgspec.Struct]) -> str:
    """Return a kind of ending as it stands in a record, each number with its range."""
    parts = [f'"type":"{kind.__struct_config__.tag}"']
    described = inspect.type_info(kind)
    assert isinstance(described, inspect.StructType)
    for one in described.fields:
        number, odd = one.type, ""
        if isinstance(number, inspect.Metadata):
            # Beside its range there is only one thing that is said of a number: that it is no multiple of two.
            odd = " odd" if "not" in (number.extra_json_schema or {}) else ""
            number = number.type
        assert isinstance(number, inspect.IntType)
        parts.append(f'"{one.encode_name}":{number.ge} to {number.le}{odd}')
    return "{" + ",".join(parts) + "}"


@singledispatch
def more_facts(rules: engine.RuleSet) -> Sequence[tuple[str, str]]:
    """Return the facts that only this family has."""
    return ()


@singledispatch
def _in_short(rules: engine.RuleSet) -> Sequence[str]:
    """Return what tells a rule set from the others of its family, in few words."""
    return ()


@singledispatch
def score_table(rules: engine.RuleSet) -> ScoreTable | None:
    """Return what contracts are worth."""
    return None


@more_facts.register
def _(rules: TwentyEight) -> Sequence[tuple[str, str]]:
    bids = f"{rules.lowest_bid} to {rules.highest_bid}"
    if rules.lowest_bid_of_dealer:
        bids += f"; the dealer from {rules.lowest_bid_of_dealer} while nobody has bid"
    bids += "; the opener must bid" if rules.opener_bids else "; nobody must bid"
    if rules.over_partner > rules.lowest_bid:
        bids += f"; over one's partner from {rules.over_partner}"
    facts = [("Bids", bids)]
    if rules.second_lowest_bid:
        facts.append(("With all cards dealt", f"a second auction, from {rules.second_lowest_bid}"))
    elif rules.raisers:
        who = "the bidder, then the partner," if rules.raisers > 1 else "the bidder alone"
        facts.append(("With all cards dealt", f"{who} may raise once, to {rules.lowest_raise} or more"))
    kept = "stakes of each side" if rules.keeps_stakes else "game points of each side"
    if rules.keeps_kunukku:
        kept = f"{rules.starting_stakes} base cards a side, and kunukku"
    elif rules.keeps_stakes:
        kept += f", {rules.starting_stakes} to begin with"
    return [*facts, ("Kept", kept)]


@_in_short.register
def _(rules: TwentyEight) -> Sequence[str]:
    said = [f"bids from {rules.lowest_bid} to {rules.highest_bid}"]
    if rules.second_lowest_bid:
        said.append(f"a second auction from {rules.second_lowest_bid}")
    elif rules.lowest_raise:
        said.append(f"a raise to {rules.lowest_raise} or more")
    else:
        said.append("one auction")
    if rules.keeps_kunukku:
        return [*said, "base cards and kunukku"]
    return [*said, "stakes" if rules.keeps_stakes else "game points"]


@score_table.register
def _(rules: TwentyEight) -> ScoreTable:
    rows = []
    for number, band in enumerate(rules.bands):
        lowest = max(band.lowest, rules.lowest_bid)
        beyond = rules.bands[number + 1 : number + 2]
        highest = beyond[0].lowest - 1 if beyond and beyond[0].auction == band.auction else rules.highest_bid
        span = f"{lowest} to {highest}" if lowest < highest else str(lowest)
        when = ", bid in the second auction" if band.auction > 1 else ""
        rows.append((f"{span}{when}", f"+{band.made}", f"\N{MINUS SIGN}{band.failed}"))
    cited = [rule for rule in holding(rules) if rule not in dict(rules.replaced) and rule in _SCORE_RULES]
    return ScoreTable(("Contract", "Made", "Failed"), tuple(rows), tuple(cited))


@more_facts.register
def _(rules: FiftySix) -> Sequence[tuple[str, str]]:
    forms = listed([f"{form.name} ({', '.join(form.examples)})" for form in rules.forms])
    return [
        ("Calls", f"28 to 56, each higher than the last: {forms}"),
        ("Who must bid", _compulsory(rules)),
        ("After a redouble", "any higher bid" if rules.bids_over_redouble else "no further bid"),
        ("Kept", "stake points of each side, which never fall"),
    ]


def _compulsory(rules: FiftySix) -> str:
    place = rules.compulsory_bidder
    if place is None:
        return "nobody; if all pass, the hand is passed out"
    who = "the opener" if place == 1 else f"position {place}, the last of the opener's side, if all before passed"
    return f"{who}; a pass there bids 28 no-trump" if rules.pass_bids else who


@_in_short.register
def _(rules: FiftySix) -> Sequence[str]:
    double = "a double multiplies" if rules.doubling == "multiply" else "a double adds one"
    return [f"{rules.hand_size} each", f"{len(rules.forms)} forms of call", double]


@score_table.register
def _(rules: FiftySix) -> ScoreTable:
    rows = []
    for band, beyond in zip(rules.bands, (*rules.bands[1:], None), strict=True):
        highest = beyond.lowest - 1 if beyond else band.lowest
        span = f"{band.lowest} to {highest}" if band.lowest < highest else str(band.lowest)
        worth = (
            f"{rules.stake(band.lowest, doubled, made=True)} / {rules.stake(band.lowest, doubled, made=False)}"
            for doubled in range(3)
        )
        rows.append((span, *worth))
    head = ("Contract", "made / defeated", "doubled", "redoubled")
    return ScoreTable(head, tuple(rows), ("56-SCORE-3",))


_SCORE_RULES = ("28-SCO-2", "28-SCO-3", "28-PAG-6", "28-WIK-1", "28-W8-3", "28-BOOK-1")
