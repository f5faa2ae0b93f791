"""Tournaments that are invented from a seed: stages with everything that can happen in them."""

from random import Random
from typing import Any

Written = dict[str, Any]

CRITERIA = (
    "points", "wins", "head_to_head", "difference", "quotient", "scored", "buchholz", "buchholz_cut_1",
    "median_buchholz", "sonneborn_berger", "progressive", "lot", "seed",
)  # fmt: skip
SCORINGS = (
    {},
    {"win": 3},
    {"win": "1", "draw": "1/2", "bye": "1/2", "forfeit_win": "1"},
    {"win": "5/2", "draw": "4/3", "loss": "1/3", "bye": "7/6", "forfeit_win": "2", "forfeit_loss": "-1/3"},
)
OUTCOMES = ("played",) * 12 + ("open", "forfeit", "double_forfeit", "awarded", "void")


def invented(seed: int, *, kind: str = "swiss", most: int = 7, rounds: int = 5) -> Written:
    """Return a tournament of one stage, in which everybody plays once a round at most."""
    chance = Random(seed)
    names = [f"T{number}" for number in range(1, chance.randint(2, most) + 1)]
    written = {
        "format": "lelam-tournament/1",
        "id": f"invented-{seed}",
        "entrants": _entrants(names, rounds, chance),
        "stages": [{"id": "stage", "type": kind, "scoring": chance.choice(SCORINGS)}],
    }
    stage = written["stages"][0]
    if chance.random() < 0.3:
        stage["entrants"] = names = chance.sample(names, chance.randint(2, len(names)))
    stage["tie_breaks"] = chance.sample(CRITERIA, chance.randint(0, 6))
    if chance.random() < 0.7:
        stage["tie_breaks"] = ["points", *(one for one in stage["tie_breaks"] if one != "points")]
    stage["matches"] = [
        match
        for number in range(1, chance.randint(0, rounds) + 1)
        for match in _round(number, written["entrants"], names, chance)
    ]
    return written


def _entrants(names: list[str], rounds: int, chance: Random) -> list[Written]:
    seeds = chance.sample(range(1, 2 * len(names) + 1), len(names))
    found = []
    for name, seed in zip(names, seeds, strict=True):
        entrant: Written = {"id": name, "seed": seed}
        if chance.random() < 0.6:
            entrant["lot"] = chance.randint(-2, 4)
        if chance.random() < 0.15:
            entrant["from_round"] = chance.randint(1, rounds)
        if chance.random() < 0.15:
            entrant["until_round"] = chance.randint(0, rounds)
        found.append(entrant)
    return found


def _round(number: int, entrants: list[Written], names: list[str], chance: Random) -> list[Written]:
    """Return the matches of a round; sometimes somebody who is not in the field plays, or somebody in it does not."""
    field = [
        entrant["id"]
        for entrant in entrants
        if entrant["id"] in names
        and (entrant.get("from_round", 1) <= number <= entrant.get("until_round", number) or chance.random() < 0.1)
        and chance.random() < 0.95
    ]
    chance.shuffle(field)
    matches = [_match(number, home, away, chance) for home, away in zip(field[::2], field[1::2], strict=False)]
    if len(field) % 2 and chance.random() < 0.9:
        matches.append({"round": number, "home": field[-1], "outcome": "bye"})
    chance.shuffle(matches)
    return matches


def _match(number: int, home: str, away: str, chance: Random) -> Written:
    outcome = chance.choice(OUTCOMES)
    match: Written = {"round": number, "home": home, "away": away}
    if outcome not in ("played", "open") or chance.random() < 0.2:
        match["outcome"] = "played" if outcome == "open" else outcome
    if outcome == "played" or (outcome != "open" and chance.random() < 0.4):
        least = -2 if chance.random() < 0.1 else 0
        match["home_points"], match["away_points"] = chance.randint(least, 3), chance.randint(least, 3)
    if outcome == "forfeit":
        match["winner"] = chance.choice((home, away))
    elif chance.random() < 0.15:
        match["winner"] = chance.choice((home, away, None))
    if outcome == "awarded":
        match["match_points"] = {"home": chance.choice((0, 1, "6/5")), "away": chance.choice((0, 1, "4/5"))}
    return match
