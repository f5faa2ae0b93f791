"""Faults written into made-up tournaments, each with what a check has to say of it."""

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final

from msgspec import Struct

from tournaments.generating.making import tournament
from tournaments.generating.options import GeneratorOptions
from tournaments.generating.playing import winner_in

Line = dict[str, Any]
_RESULT: Final = ("winner", "home_points", "away_points", "match_points", "outcome")
_ON: Final = {"loser-plays-on", "wrong-winner"}


class Spoilt(Struct):
    """What a check has to find.

    Attributes:
        codes: Of these one at least.
        round: The round of that finding; None: any, or none.
        entrants: Those that it names among others.
        may: Codes that the fault can have in its train.
    """

    codes: set[str]
    round: int | None = None
    entrants: set[str] = set()
    may: set[str] = set()


class Stage:
    """A made-up tournament of one stage that has been played.

    Attributes:
        line: The tournament.
        stage: Its stage.
        matches: The matches of the stage.
        names: Its entrants in seeding order.
    """

    def __init__(self, kind: str, number: int, sizes: tuple[int, int]) -> None:
        options = GeneratorOptions(kind, *sizes, played=1.0)
        self.line = tournament(14, number, options)
        del self.line["stages"][1:]
        self.stage = self.line["stages"][0]
        self.matches: list[Line] = self.stage["matches"]
        by_seed = sorted(self.line["entrants"], key=lambda entrant: int(entrant["seed"]))
        self.names: list[str] = self.stage.get("entrants") or [entrant["id"] for entrant in by_seed]

    @property
    def is_regular(self) -> bool:
        """Whether nobody came late or left, and both sides never forfeited."""
        field = any({"from_round", "until_round"} & entrant.keys() for entrant in self.line["entrants"])
        return not field and all(match.get("outcome") != "double_forfeit" for match in self.matches)

    def entrant(self, name: str) -> Line:
        """Return an entrant as it is written."""
        return next(entrant for entrant in self.line["entrants"] if entrant["id"] == name)

    def of_round(self, number: int) -> list[Line]:
        """Return the matches of two sides of a round."""
        return [match for match in self.matches if match["round"] == number and "away" in match]

    def after(self, match: Line, name: str) -> Line | None:
        """Return the next match of an entrant."""
        later = [each for each in self.matches if each["round"] > match["round"] and name in sides(each)]
        return min(later, key=lambda each: int(each["round"]), default=None)

    def rename(self, names: dict[str, str]) -> None:
        """Write other entrants in the places of some, wherever they stand."""
        for match in self.matches:
            for member in ("home", "away", "winner"):
                if match.get(member) in names:
                    match[member] = names[match[member]]


def sides(match: Line) -> tuple[str, ...]:
    """Return the sides of a match."""
    return tuple(match[side] for side in ("home", "away") if side in match)


def loser_in(match: Line) -> str | None:
    """Return the loser of a match."""
    won = winner_in(match)
    return next(name for name in sides(match) if name != won) if won is not None and "away" in match else None


def put(match: Line, old: str, new: str) -> None:
    """Write one entrant in the place of another."""
    for member in ("home", "away", "winner"):
        if match.get(member) == old:
            match[member] = new


def clear(match: Line) -> None:
    """Take the result out of a match."""
    for member in _RESULT:
        match.pop(member, None)


Spoil = Callable[[Stage, Random], Spoilt | None]
SPOILING: Final[dict[str, tuple[tuple[str, ...], Spoil]]] = {}
"""By its name: the types of stage it is written into, and the function, None where the stage has no place for it."""
BRACKETS: Final = ("knock_out", "double_elimination")
EVERY: Final = ("swiss", "round_robin", "cross_group", *BRACKETS)


def _in(*kinds: str) -> Callable[[Spoil], Spoil]:
    def add(spoil: Spoil) -> Spoil:
        SPOILING[spoil.__name__] = kinds, spoil
        return spoil

    return add


def _last(stage: Stage, random: Random) -> Line | None:
    """Return a match of two sides of the last round: what is spoilt there spoils nothing after it."""
    last = max((match["round"] for match in stage.matches), default=0)
    return random.choice(stage.of_round(last)) if stage.of_round(last) else None


@_in(*EVERY)
def unknown_entrant(stage: Stage, random: Random) -> Spoilt | None:
    if (match := _last(stage, random)) is None:
        return None
    put(match, random.choice(sides(match)), "Nobody")
    return Spoilt({"unknown-entrant"}, match["round"], {"Nobody"}, {"missing-pair"})


@_in(*EVERY)
def plays_itself(stage: Stage, random: Random) -> Spoilt | None:
    if (match := _last(stage, random)) is None:
        return None
    put(match, match["home"], match["away"])
    return Spoilt({"plays-itself"}, match["round"], {match["away"]}, {"missing-pair", "left-out"})


@_in(*EVERY)
def twice_in_a_round(stage: Stage, random: Random) -> Spoilt | None:
    full = [match["round"] for match in stage.matches if len(stage.of_round(match["round"])) > 1]
    if not full or not stage.is_regular:
        return None
    last = max(full)
    match, other = random.sample(stage.of_round(last), 2)
    name = random.choice(sides(other))
    put(match, match["home"], name)
    return Spoilt({"twice-in-a-round"}, last, {name}, {"missing-pair", "pair-too-often", "wrong-half", *_ON})


@_in(*EVERY)
def winner_of_another_match(stage: Stage, random: Random) -> Spoilt | None:
    match = _last(stage, random)
    others = [name for name in stage.names if match is not None and name not in sides(match)]
    if match is None or not others:
        return None
    clear(match)
    match.update(outcome="forfeit", winner=random.choice(others))
    return Spoilt({"wrong-winner"}, match["round"], {match["winner"]}, {"not-in-the-field"})


@_in(*EVERY, "individual")
def plays_after_leaving(stage: Stage, random: Random) -> Spoilt | None:
    if stage.stage["type"] == "individual":
        stage.matches.append(
            {"round": 2, "home": stage.names[0], "away": stage.names[1], "home_points": 1, "away_points": 0}
        )
    played = [match for match in stage.matches if "home_points" in match and "outcome" not in match]
    if not played or not stage.is_regular:
        return None
    match = random.choice(played)
    name = random.choice(sides(match))
    stage.entrant(name)["until_round"] = match["round"] - 1
    return Spoilt({"not-in-the-field"}, match["round"], {name})


@_in("swiss", "round_robin")
def plays_before_coming(stage: Stage, random: Random) -> Spoilt | None:
    if (match := _last(stage, random)) is None or match.get("outcome", "played") != "played":
        return None
    entrant = stage.entrant(match["home"])
    entrant["from_round"] = match["round"] + 1
    entrant.pop("until_round", None)
    return Spoilt({"not-in-the-field"}, match["round"], {entrant["id"]}, {"not-optimal", "left-out"})


@_in("swiss", "cross_group")
def match_left_out(stage: Stage, random: Random) -> Spoilt | None:
    match = _last(stage, random)
    if match is None or len(stage.of_round(match["round"])) < 2:
        return None
    stage.matches.remove(match)
    present = {name for name in sides(match) if stage.entrant(name).get("until_round", 99) >= match["round"]}
    return Spoilt({"left-out"}, match["round"], present) if len(present) == 2 else None


@_in("cross_group")
def round_left_out(stage: Stage, random: Random) -> Spoilt | None:
    numbers = sorted({match["round"] for match in stage.matches})
    if len(numbers) < 2 or not stage.is_regular:
        return None
    number = random.choice(numbers[:-1])
    stage.matches[:] = [match for match in stage.matches if match["round"] != number]
    return Spoilt({"left-out"}, number)


@_in("cross_group")
def halves_mixed(stage: Stage, random: Random) -> Spoilt | None:
    match = _last(stage, random)
    others = [other for other in stage.of_round(match["round"]) if other is not match] if match else []
    if match is None or not others or not stage.is_regular:
        return None
    other = random.choice(others)
    upper = set(stage.stage["options"]["halves"][0])
    mine = next(name for name in sides(match) if name not in upper)
    theirs = next(name for name in sides(other) if name in upper)
    for each in (match, other):
        clear(each)
    put(match, mine, theirs)
    put(other, theirs, mine)
    return Spoilt({"wrong-half"}, match["round"], {theirs}, {"pair-too-often"})


@_in("round_robin", "cross_group")
def pair_again(stage: Stage, random: Random) -> Spoilt | None:
    if (match := _last(stage, random)) is None or not stage.is_regular:
        return None
    stage.matches.append({**match, "round": match["round"] + 1})
    return Spoilt({"pair-too-often"}, None, set(sides(match)), {"left-out"})


@_in("round_robin")
def pair_missing(stage: Stage, random: Random) -> Spoilt | None:
    if not stage.is_regular:
        return None
    match = random.choice(stage.matches)
    stage.matches.remove(match)
    return Spoilt({"missing-pair"}, None, set(sides(match)))


@_in("round_robin")
def match_in_a_round_of_its_own(stage: Stage, random: Random) -> Spoilt | None:
    if not stage.is_regular or len(stage.names) < 4:
        return None
    match = random.choice(stage.of_round(1))
    match["round"] = max(each["round"] for each in stage.matches) + 1
    return Spoilt({"left-out"}, 1, set(sides(match)), {"homes-unbalanced"})


@_in("round_robin")
def always_at_home(stage: Stage, random: Random) -> Spoilt | None:
    if not stage.is_regular or len(stage.names) < 4:
        return None
    name = random.choice(stage.names)
    for match in stage.matches:
        if match["away"] == name:
            clear(match)
            match["home"], match["away"] = match["away"], match["home"]
    return Spoilt({"homes-unbalanced"}, None, {name})


@_in("round_robin")
def always_at_home_until_it_is_broken_off(stage: Stage, random: Random) -> Spoilt | None:
    if len(stage.names) < 6 or (spoilt := always_at_home(stage, random)) is None:
        return None
    stage.matches[:] = [match for match in stage.matches if match["round"] <= 4]
    return Spoilt({"homes-unbalanced"}, None, spoilt.entrants, {"missing-pair"})


@_in(*BRACKETS)
def loser_goes_on(stage: Stage, random: Random) -> Spoilt | None:
    matches = [match for match in stage.matches if loser_in(match) is not None and _goes_on(stage, match)]
    if not matches or not stage.is_regular:
        return None
    match = random.choice(matches)
    won, lost = winner_in(match), loser_in(match)
    assert won is not None
    assert lost is not None
    later = stage.after(match, won)
    assert later is not None
    if any(lost in sides(each) for each in stage.of_round(later["round"])):
        return None
    put(later, won, lost)
    return Spoilt(_ON, later["round"], {lost})


def _goes_on(stage: Stage, match: Line) -> bool:
    return stage.after(match, winner_in(match) or "") is not None


@_in(*BRACKETS)
def another_has_won(stage: Stage, random: Random) -> Spoilt | None:
    matches = [match for match in stage.matches if loser_in(match) is not None and _goes_on(stage, match)]
    if not matches or not stage.is_regular:
        return None
    match = random.choice(matches)
    lost = loser_in(match)
    clear(match)
    match.update(outcome="forfeit", winner=lost)
    return Spoilt(_ON)


@_in(*BRACKETS)
def nobody_has_won(stage: Stage, random: Random) -> Spoilt | None:
    matches = [match for match in stage.matches if loser_in(match) is not None and _goes_on(stage, match)]
    if not matches or not stage.is_regular:
        return None
    match = random.choice(matches)
    clear(match)
    results: Sequence[Line] = ({}, {"outcome": "void"}, {"home_points": 3, "away_points": 3})
    match.update(random.choice(results))
    return Spoilt({"wrong-winner"})


@_in(*BRACKETS)
def match_missing(stage: Stage, random: Random) -> Spoilt | None:
    matches = stage.matches[:-1]
    if not matches or not stage.is_regular:
        return None
    stage.matches.remove(random.choice(matches))
    return Spoilt({"place-not-filled"}, may=_ON)


@_in(*BRACKETS)
def first_seeds_in_one_half(stage: Stage, random: Random) -> Spoilt | None:
    if len(stage.names) < 4 or not stage.is_regular:
        return None
    first, second, _third, fourth = stage.names[:4]
    stage.rename({second: fourth, fourth: second})
    return Spoilt({"seeds-meet-early"}, None, {first, second} if len(stage.names) in (4, 8, 16, 32, 64) else set())


@_in(*BRACKETS)
def bye_of_another(stage: Stage, random: Random) -> Spoilt | None:
    size = 1 << (len(stage.names) - 1).bit_length()
    if (byes := size - len(stage.names)) == 0 or not stage.is_regular:
        return None
    seeded, other = random.choice(stage.names[:byes]), random.choice(stage.names[byes:])
    stage.rename({seeded: other, other: seeded})
    return Spoilt({"seeds-meet-early"})


@_in(*BRACKETS)
def entrant_without_a_place(stage: Stage, random: Random) -> Spoilt | None:
    if not stage.matches:
        return None
    seed = 1 + max(entrant["seed"] for entrant in stage.line["entrants"])
    stage.line["entrants"].append({"id": "Extra", "seed": seed})
    if "entrants" in stage.stage:
        stage.stage["entrants"].append("Extra")
    return Spoilt({"left-out", "place-not-filled"}, 1, {"Extra"})


@_in(*BRACKETS)
def out_and_in_again(stage: Stage, random: Random) -> Spoilt | None:
    allowed = 1 if stage.stage["type"] == "knock_out" else 2
    lost: Counter[str | None] = Counter()
    places = []
    for match in stage.matches:
        lost[loser_in(match)] += 1
        if (name := loser_in(match)) is not None and lost[name] == allowed:
            places += [(name, later) for later in stage.matches if later["round"] > match["round"]]
    places = [(name, later) for name, later in places if name not in sides(later)]
    if not places or not stage.is_regular:
        return None
    name, later = random.choice(places)
    put(later, random.choice(sides(later)), name)
    return Spoilt({"loser-plays-on"}, later["round"], {name}, {"wrong-winner", "twice-in-a-round"})


@_in("double_elimination")
def final_again(stage: Stage, random: Random) -> Spoilt | None:
    lost = Counter(loser_in(match) for match in stage.matches)
    if not stage.is_regular or sum(lost[name] < 2 for name in stage.names) != 1:
        return None
    last = stage.matches[-1]
    again = {"round": last["round"] + 1, "match": last["match"] + 1, "home": last["home"], "away": last["away"]}
    stage.matches.append({**again, **random.choice(({}, {"home_points": 1, "away_points": 0}))})
    return Spoilt({"loser-plays-on"}, again["round"])


@_in("double_elimination")
def winner_in_the_losers_bracket(stage: Stage, random: Random) -> Spoilt | None:
    for match in random.sample(stage.matches, len(stage.matches)):
        won, lost = winner_in(match), loser_in(match)
        later = stage.after(match, lost) if won is not None and lost is not None else None
        following = stage.after(match, won or "")
        if later is None or following is None or following["round"] <= later["round"] or not stage.is_regular:
            continue
        put(later, lost or "", won or "")
        return Spoilt({"wrong-winner"}, None, {won or ""}, {"place-not-filled"})
    return None


@_in("knock_out")
def another_plays_for_third(stage: Stage, random: Random) -> Spoilt | None:
    last = max((match["round"] for match in stage.matches), default=0)
    early = [loser_in(match) for match in stage.matches if match["round"] < last - 1]
    third = [match for match in stage.of_round(last) if all(_has_lost(stage, last, name) for name in sides(match))]
    if not stage.is_regular or not third or not early:
        return None
    name = random.choice(early)
    assert name is not None
    put(third[0], random.choice(sides(third[0])), name)
    return Spoilt(_ON, last, {name})


def _has_lost(stage: Stage, before: int, name: str) -> bool:
    return any(match["round"] < before and loser_in(match) == name for match in stage.matches)


@_in("knock_out")
def finalist_plays_for_third(stage: Stage, random: Random) -> Spoilt | None:
    last = max((match["round"] for match in stage.matches), default=0)
    if not stage.is_regular or len(stage.of_round(last)) != 2 or len(stage.names) < 4:
        return None
    one, other = stage.of_round(last)
    for match in (one, other):
        clear(match)
    one["home"], other["home"] = other["home"], one["home"]
    return Spoilt(_ON, last)
