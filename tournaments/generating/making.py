"""Made-up tournaments: entrants, one stage after another, and how far they are played."""

from collections.abc import Sequence
from random import Random
from typing import Final

import msgspec

from tournaments.formats.drawing import draw
from tournaments.generating.options import GeneratorOptions, check_options, sizes_possible, types_possible
from tournaments.generating.playing import (
    Fixture,
    Line,
    last_stage,
    play_bracket,
    play_schedule,
    play_swiss,
)
from tournaments.generating.results import Result, Results
from tournaments.stages.reading import CRITERIA, FORMAT
from tournaments.stages.stage import (
    BYE,
    CROSS_GROUP,
    DOUBLE_ELIMINATION,
    INDIVIDUAL,
    KNOCK_OUT,
    ROUND_ROBIN,
    SWISS,
    Stage,
)
from tournaments.tiebreaks.ranking import standings

_LEAGUES: Final = (SWISS, ROUND_ROBIN, CROSS_GROUP)
"""The types that another stage may follow."""
_FOLLOWING: Final = (KNOCK_OUT, KNOCK_OUT, DOUBLE_ELIMINATION, SWISS, ROUND_ROBIN, CROSS_GROUP)
_MAX_STAGES: Final = 3
_MAX_SWISS_ROUNDS: Final = 9
_SCORINGS: Final[tuple[dict[str, int | str] | None, ...]] = (
    None,
    {"win": "3", "draw": "1", "loss": "0", "bye": "3", "forfeit_win": "3", "forfeit_loss": "0"},
    {"win": 3, "draw": 1, "loss": 0, "bye": 1, "forfeit_win": 3, "forfeit_loss": -1},
    {"win": "1", "draw": "1/2", "loss": "0", "bye": "1", "forfeit_win": "1", "forfeit_loss": "0"},
    {"win": "1", "draw": "1/2", "bye": "1/2", "forfeit_win": "1"},
    {"win": "6/5", "draw": "3/5", "loss": "1/5", "bye": "4/5", "forfeit_win": "6/5"},
    {"bye": "3/2", "forfeit_loss": "-1/2"},
)
_UNITS: Final = (1, 2, 4, 5, 10)
_PLACES: Final = (
    "Alappuzha", "Aluva", "Attingal", "Chalakudy", "Changanassery", "Cherthala", "Chittur", "Guruvayur", "Idukki",
    "Irinjalakuda", "Kannur", "Karunagappally", "Kasaragod", "Kattappana", "Kayamkulam", "Kochi", "Kodungallur",
    "Kollam", "Kothamangalam", "Kottayam", "Kozhikode", "Malappuram", "Manjeri", "Mavelikkara", "Munnar",
    "Muvattupuzha", "Neyyattinkara", "Nilambur", "Ottapalam", "Palakkad", "Pathanamthitta", "Payyannur", "Perumbavoor",
    "Ponnani", "Punalur", "Thalassery", "Thiruvalla", "Thrissur", "Vadakara", "Varkala",
)  # fmt: skip
_PLACES_IN_MALAYALAM: Final = (
    "ആലപ്പുഴ", "ആലുവ", "ഇടുക്കി", "എറണാകുളം", "കണ്ണൂർ", "കാസർഗോഡ്", "കൊച്ചി", "കൊല്ലം", "കോട്ടയം", "കോഴിക്കോട്",
    "തൃശ്ശൂർ", "തിരുവനന്തപുരം", "പത്തനംതിട്ട", "പാലക്കാട്", "മലപ്പുറം", "വയനാട്",
)  # fmt: skip


def tournament_line(seed: int, number: int, options: GeneratorOptions) -> bytes:
    """Return a made-up tournament as a line of JSON with its line feed; see `tournament`."""
    return msgspec.json.encode(tournament(seed, number, options)) + b"\n"


def tournament(seed: int, number: int, options: GeneratorOptions) -> Line:
    """Return a made-up tournament; it depends on nothing but the three arguments.

    `tournaments check` finds nothing in it, since its rounds are those of `pair_next` and `draw`.

    Args:
        seed: Of all the tournaments that are made together.
        number: Of this one among them.

    Raises:
        OptionsError: No tournament can be made by the options.

    Source: `docs/reference/tournament-format.md`.
    """
    check_options(options)
    # A text as the seed is hashed alike by every process, and gives every number its own sequence.
    return _Maker(Random(f"{seed}:{number}"), options).tournament(f"made-up-{seed}-{number}")  # noqa: S311  # no secret


class _Maker:
    """Makes up one tournament."""

    def __init__(self, random: Random, options: GeneratorOptions) -> None:
        self._random = random
        self._options = options
        self._irregular = random.choice((0.0, 0.05, 0.15, 0.4))
        self._unit = random.choice(_UNITS)

    def tournament(self, name: str) -> Line:
        """Return it: its entrants, and its stages as far as they are played."""
        first, *later = self._types()
        size = self._random.choice(sizes_possible(first, self._options))
        entrants = self._entrants(size)
        line: Line = {"format": FORMAT, "id": name, "entrants": entrants, "stages": []}
        self._strengths = {entrant["id"]: self._random.gauss(0, 1) for entrant in entrants}
        played = self._share_played() * (1 + len(later))
        self._add_stage(line, first, self._first_entrants(entrants))
        self._change_field(line)
        self._play(line, played)
        for place, kind in enumerate(later, start=1):
            names = self._qualified(line, kind) if played >= place else []
            if len(names) < 2:
                break
            self._add_stage(line, kind, names)
            self._play(line, played - place)
        return line

    def _types(self) -> list[str]:
        """Return the types of the stages."""
        types = [self._random.choice(types_possible(self._options))]
        while types[-1] in _LEAGUES and len(types) < _MAX_STAGES and self._random.random() < 0.3:
            types.append(self._random.choice(_FOLLOWING) if self._options.type is None else types[0])
        return types

    def _share_played(self) -> float:
        if self._options.played is not None:
            return self._options.played
        return 1.0 if self._random.random() < 0.7 else self._random.random()

    def _entrants(self, size: int) -> list[Line]:
        """Return the entrants as they are written, in no order; the seeds may have gaps."""
        names = self._names(size)
        seeds: Sequence[int] = range(1, size + 1)
        if self._random.random() < 0.2:
            seeds = self._random.sample(range(1, 3 * size), size)
        entrants: list[Line] = [{"id": name, "seed": seed} for name, seed in zip(names, seeds, strict=True)]
        lots = self._random.choice((0.0, 0.8, 1.0))
        numbers = self._random.sample(range(-9, 4 * size), size)
        for entrant, lot in zip(entrants, numbers, strict=True):
            if self._random.random() < lots:
                entrant["lot"] = lot
        if self._random.random() < 0.3:
            self._random.shuffle(entrants)
        return entrants

    def _names(self, size: int) -> list[str]:
        style = self._random.choice(("number", "place", "place", "malayalam"))
        if style == "number":
            return [f"T{number:02}" for number in range(1, size + 1)]
        places = _PLACES if style == "place" else _PLACES_IN_MALAYALAM
        rows = -(-size // len(places))
        names = [f"{place} {row}" if row > 1 else place for row in range(1, rows + 1) for place in places]
        return self._random.sample(names, size)

    def _first_entrants(self, entrants: Sequence[Line]) -> list[str] | None:
        """Return the list of a first stage that has one, in another order than that of the seeds; mostly None."""
        if self._random.random() < 0.85:
            return None
        return self._random.sample([entrant["id"] for entrant in entrants], len(entrants))

    def _add_stage(self, line: Line, kind: str, entrants: list[str] | None) -> None:
        names = entrants or [entrant["id"] for entrant in line["entrants"]]
        stage: Line = {"id": f"{len(line['stages']) + 1}-{kind}", "type": kind}
        if entrants is not None:
            stage["entrants"] = entrants
        if settings := self._settings(kind, names):
            stage["options"] = settings
        if (scoring := self._random.choice(_SCORINGS)) is not None:
            stage["scoring"] = scoring
        if tie_breaks := self._tie_breaks():
            stage["tie_breaks"] = tie_breaks
        line["stages"].append({**stage, "matches": []})

    def _settings(self, kind: str, names: Sequence[str]) -> Line:
        """Return the options of a stage, as the format names them."""
        size, rounds = len(names), self._options.rounds
        if kind == SWISS:
            settings: Line = {"rounds": rounds or self._random.randint(2, _MAX_SWISS_ROUNDS)}
            if self._random.random() < 0.5:
                count = self._random.randint(0, 1 + size // 3)
                settings["forbidden"] = [self._random.sample(names, 2) for _ in range(count)]
            return settings
        if kind == CROSS_GROUP:
            drawn = self._random.sample(names, size)
            halves = [drawn[: size // 2], drawn[size // 2 :]]
            return {"halves": halves, "rounds": rounds or self._random.randint(1, size // 2)}
        if kind == INDIVIDUAL:
            seats = self._random.choice((4, 6) if size >= 6 else (4,))
            return {"seats": seats, "rounds": rounds or self._random.randint(1, size)}
        values = {ROUND_ROBIN: ("legs", (1, 2)), KNOCK_OUT: ("third_place", (True, False))}
        option, choices = values.get(kind, ("reset", (True, False)))
        return {option: self._random.choice(choices)} if self._random.random() < 0.8 else {}

    def _tie_breaks(self) -> list[str]:
        """Return an order of criteria; as a rule points come first. Empty: the usual two."""
        how = self._random.random()
        if how < 0.1:
            return []
        criteria = self._random.sample(CRITERIA, self._random.randint(1, 7))
        return criteria if how < 0.3 else ["points", *(name for name in criteria if name != "points")]

    def _change_field(self, line: Line) -> None:
        """Let some entrants of the first stage come late or leave."""
        kind = line["stages"][0]["type"]
        if kind == INDIVIDUAL or self._random.random() < 0.5:
            return
        rounds = self._round_count(last_stage(line))
        for entrant in line["entrants"]:
            if self._random.random() > 0.12:
                continue
            is_late = kind in _LEAGUES and self._random.random() < 0.5
            if is_late:
                entrant["from_round"] = self._random.randint(2, max(2, rounds // 2))
            if not is_late or self._random.random() < 0.1:
                entrant["until_round"] = self._random.randint(entrant.get("from_round", 0), max(2, rounds - 1))

    def _round_count(self, stage: Stage) -> int:
        if stage.type in (SWISS, INDIVIDUAL):
            return int(stage.options["rounds"])
        drawn: Line = draw(stage)
        if stage.type in _LEAGUES:
            return len(drawn["rounds"])
        return int(drawn["matches"][-1]["round"])

    def _play(self, line: Line, share: float) -> None:
        """Play the last stage, or a share of it.

        An individual is not played: the format has no place for what happens at its tables.
        """
        stage = last_stage(line)
        if stage.type == INDIVIDUAL:
            return
        rounds = self._round_count(stage)
        results = Results(
            self._random, self._strengths, unit=self._unit, win=stage.scoring.win, irregular=self._irregular
        )
        stage_play = _StagePlay(self._random, stage, results, min(share, 1.0) * rounds)
        if stage.type == SWISS:
            play_swiss(line, rounds, stage_play.play)
        elif stage.type in _LEAGUES:
            play_schedule(line, stage_play.play)
        else:
            play_bracket(line, stage_play.play)

    def _qualified(self, line: Line, kind: str) -> list[str]:
        """Return the first of the last stage, in their order there, who are there from beginning to end.

        Rounds of entry and withdrawal hold for all stages of a tournament, so the next in the standings take the places
        of those who have left and, since they could not play a first round, of those who came late.
        """
        there = {entrant["id"] for entrant in line["entrants"] if not entrant.keys() & {"from_round", "until_round"}}
        names = [row.entrant for row in standings(last_stage(line)) if row.entrant in there]
        least = max(2, 2 * (self._options.rounds or 1) if kind == CROSS_GROUP else 2)
        if len(names) < least:
            return []
        count = self._random.randint(least, len(names))
        if kind in (KNOCK_OUT, DOUBLE_ELIMINATION) and self._random.random() < 0.6:
            count = 1 << (count.bit_length() - 1)
        return names[: count - count % 2 if kind == CROSS_GROUP else count]


class _StagePlay:
    """Plays the rounds of a stage as far as they are played.

    Args:
        until: The rounds that are played; 2.5: half of the matches of the third, and none after it.
    """

    def __init__(self, random: Random, stage: Stage, results: Results, until: float) -> None:
        self._random = random
        self._stage = stage
        self._results = results
        self._whole = int(until)
        self._part = until - self._whole
        self._entrants = {entrant.id: entrant for entrant in stage.entrants}

    def play(self, fixtures: Sequence[Fixture]) -> list[Line | None]:
        """Return the matches of a round as they are written; None for one that is left out."""
        chosen = set(self._random.sample(range(len(fixtures)), self._count(fixtures)))
        return [
            self._played(fixture) if place in chosen else self._match(fixture, {})
            for place, fixture in enumerate(fixtures)
        ]

    def _count(self, fixtures: Sequence[Fixture]) -> int:
        """Return how many matches of a round are played."""
        count = len(fixtures)
        if not count or fixtures[0].round <= self._whole:
            return count
        if fixtures[0].round > self._whole + 1 or not self._part or count == 1:
            return 0
        return min(count - 1, max(1, round(self._part * count)))

    def _played(self, fixture: Fixture) -> Line | None:
        return self._match(
            fixture,
            self._results.result(
                fixture.home, fixture.away, decisive=fixture.decisive, both_may_lose=fixture.both_may_lose
            ),
        )

    def _match(self, fixture: Fixture, result: Result) -> Line | None:
        """Return a match with its result, unless a side is not in the field of its round."""
        sides = (fixture.home, fixture.away)
        absent = [name for name in sides if not self._entrants[name].is_in(fixture.round)]
        if not absent:
            return fixture.written(result)
        if self._stage.type == ROUND_ROBIN:
            # The other side rests, by a bye or without one; or the match is written as forfeited or void.
            how = self._random.choice(("nothing", "bye", "result"))
            present = [name for name in sides if name not in absent]
            if how == "nothing" or (how == "bye" and not present):
                return None
            if how == "bye":
                return {"round": fixture.round, "home": present[0], "outcome": BYE}
        absence = self._results.absence(*sides, absent, decisive=fixture.decisive, both_may_lose=fixture.both_may_lose)
        return fixture.written(absence)
