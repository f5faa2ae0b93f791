"""Reading `lelam-tournament/1`: one JSON object becomes a tournament, or is refused with the place of the fault.

Source: `docs/reference/tournament-format.md`.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

import msgspec
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from tournaments.stages.stage import (
    AWARDED,
    BYE,
    FORFEIT,
    OUTCOMES,
    PLAYED,
    STAGE_TYPES,
    Entrant,
    Match,
    Scoring,
    Stage,
    Tournament,
)

FORMAT: Final = "lelam-tournament/1"
MAX_NUMBER: Final = 10**30
"""Of seeds, lots and points, and of both parts of a fraction: more than anybody writes."""
MAX_MATCH: Final = 10**12
MAX_ROUND: Final = 10_000
MAX_ID_CHARS: Final = 200
MAX_ENTRANTS: Final = 10_000
CRITERIA: Final = (
    "points", "wins", "head_to_head", "difference", "quotient", "scored", "buchholz", "buchholz_cut_1",
    "median_buchholz", "sonneborn_berger", "progressive", "lot", "seed",
)  # fmt: skip
_SCORE = re.compile(r"-?[0-9]{1,30}(/(?=0*[1-9])[0-9]{1,30})?")


class MalformedTournament(ValueError):  # noqa: N818  # says what it is
    """A line is not a tournament.

    Attributes:
        at: The place of the fault, such as `stages[0].matches[3].winner`; empty for the whole line.
    """

    def __init__(self, message: str, at: str = "") -> None:
        super().__init__(f"{at}: {message}" if at else message)
        self.at = at


class _Entrant(Struct):
    id: str
    seed: int
    lot: int | None = None
    from_round: int = 1
    until_round: int | None = None


class _Match(Struct):
    round: int
    home: str
    away: str | None = None
    outcome: str = PLAYED
    home_points: int | None = None
    away_points: int | None = None
    winner: str | UnsetType | None = UNSET
    match_points: dict[str, int | str] | None = None
    match: int | None = None


class _Stage(Struct):
    id: str
    type: str
    entrants: list[str] | None = None
    options: dict[str, Any] = {}
    scoring: dict[str, int | str] = {}
    tie_breaks: tuple[str, ...] = ("points", "seed")
    matches: list[_Match] = []


class _Tournament(Struct):
    format: str
    id: str
    entrants: list[_Entrant]
    stages: list[_Stage]


class _Named(Struct):
    id: Any = None


_decoder: Final = msgspec.json.Decoder(_Tournament)


def read_tournament(line: bytes | str, *, lenient: bool = False) -> Tournament:
    """Return the tournament of a line.

    Args:
        line: One JSON object.
        lenient: Matches may name unknown entrants or winners, and one entrant twice: a check reports them as findings.

    Raises:
        MalformedTournament: It is none; the text says what is wrong, where, and what would be right.
    """
    try:
        raw = _decoder.decode(line)
    except (msgspec.MsgspecError, RecursionError, ValueError) as fault:
        raise MalformedTournament(*_text_and_place(fault)) from None
    if raw.format != FORMAT:
        raise MalformedTournament(f"this is not {FORMAT}", "format")
    entrants = _entrants(raw.entrants)
    _check_unique([stage.id for stage in raw.stages], "stages", "id")
    stages = tuple(_stage(stage, f"stages[{place}]", entrants, lenient) for place, stage in enumerate(raw.stages))
    return Tournament(raw.id, tuple(sorted(entrants.values(), key=lambda entrant: entrant.seed)), stages)


def id_of(line: bytes | str) -> str | None:
    """Return the id that a line gives itself, if it can be read at all."""
    try:
        found = msgspec.json.decode(line, type=_Named).id
    except (msgspec.MsgspecError, RecursionError, ValueError):
        return None
    return found if isinstance(found, str) else None


def _text_and_place(fault: Exception) -> tuple[str, str]:
    """Return what is wrong and where; msgspec ends its text with the path, as in "… - at `$.entrants[0].seed`"."""
    if isinstance(fault, UnicodeDecodeError):
        return "it is not UTF-8", ""
    if not isinstance(fault, msgspec.MsgspecError):
        return "it is nested too deep, or a number is too long", ""
    text, _, path = str(fault).partition(" - at `$")
    return text, path.strip(".`")


def _entrants(raw: Sequence[_Entrant]) -> dict[str, Entrant]:
    if len(raw) > MAX_ENTRANTS:
        raise MalformedTournament(f"a tournament has {MAX_ENTRANTS} entrants at most", "entrants")
    _check_unique([entrant.id for entrant in raw], "entrants", "id")
    _check_unique([entrant.seed for entrant in raw], "entrants", "seed")
    for place, entrant in enumerate(raw):
        at = f"entrants[{place}]"
        if not 0 < len(entrant.id) <= MAX_ID_CHARS:
            raise MalformedTournament(f"an id has 1 to {MAX_ID_CHARS} characters", f"{at}.id")
        _check_range(entrant.seed, 1, MAX_NUMBER, f"{at}.seed")
        _check_range(entrant.from_round, 1, MAX_NUMBER, f"{at}.from_round")
        if entrant.until_round is not None:
            _check_range(entrant.until_round, 0, MAX_NUMBER, f"{at}.until_round")
        if entrant.lot is not None:
            _check_range(entrant.lot, -MAX_NUMBER, MAX_NUMBER, f"{at}.lot")
    return {
        one.id: Entrant(one.id, one.seed, one.lot, one.from_round, one.until_round)
        for one in sorted(raw, key=lambda entrant: entrant.seed)
    }


def _stage(raw: _Stage, at: str, known: Mapping[str, Entrant], lenient: bool) -> Stage:
    if raw.type not in STAGE_TYPES:
        raise MalformedTournament(f"a stage is one of {', '.join(STAGE_TYPES)}", f"{at}.type")
    entrants = tuple(known.values())
    if raw.entrants is not None:
        _check_unique(raw.entrants, f"{at}.entrants")
        for place, name in enumerate(raw.entrants):
            if name not in known:
                raise MalformedTournament(f"there is no entrant {name!r}", f"{at}.entrants[{place}]")
        entrants = tuple(replace(known[name], seed=seed) for seed, name in enumerate(raw.entrants, start=1))
    for place, name in enumerate(raw.tie_breaks):
        if name not in CRITERIA:
            raise MalformedTournament(f"a tie-break is one of {', '.join(CRITERIA)}", f"{at}.tie_breaks[{place}]")
    _check_unique(raw.tie_breaks, f"{at}.tie_breaks")
    field = {entrant.id for entrant in entrants}
    return Stage(
        id=raw.id,
        type=raw.type,
        entrants=entrants,
        options=raw.options,
        scoring=_scoring(raw.scoring, f"{at}.scoring"),
        tie_breaks=raw.tie_breaks,
        matches=tuple(
            _match(match, f"{at}.matches[{place}]", field, lenient) for place, match in enumerate(raw.matches)
        ),
    )


def _scoring(raw: Mapping[str, int | str], at: str) -> Scoring:
    names = Scoring.__struct_fields__
    for name in raw:
        if name not in names:
            raise MalformedTournament(f"what is scored is one of {', '.join(names)}", f"{at}.{name}")
    return Scoring(**{name: _score(value, f"{at}.{name}") for name, value in raw.items()})


def _score(value: int | str, at: str) -> Fraction:
    if isinstance(value, str) and not _SCORE.fullmatch(value):
        raise MalformedTournament('match points are an integer or a fraction such as "1/2"', at)
    if isinstance(value, int):
        _check_range(value, -MAX_NUMBER, MAX_NUMBER, at)
    return Fraction(value)


def _match(raw: _Match, at: str, field: set[str], lenient: bool) -> Match:
    _check_range(raw.round, 1, MAX_ROUND, f"{at}.round")
    if raw.outcome not in OUTCOMES:
        raise MalformedTournament(f"an outcome is one of {', '.join(OUTCOMES)}", f"{at}.outcome")
    _check_sides(raw, at, field, lenient)
    if (raw.home_points is None) != (raw.away_points is None):
        raise MalformedTournament("give the points of both sides, or of neither", f"{at}.home_points")
    for name in ("home_points", "away_points"):
        if (points := getattr(raw, name)) is not None:
            _check_range(points, -MAX_NUMBER, MAX_NUMBER, f"{at}.{name}")
    if raw.match is not None:
        _check_range(raw.match, 1, MAX_MATCH, f"{at}.match")
    points = None
    if raw.outcome == AWARDED:
        if raw.match_points is None or raw.match_points.keys() != {"home", "away"}:
            raise MalformedTournament("an awarded match has match points of home and away", f"{at}.match_points")
        points = (
            _score(raw.match_points["home"], f"{at}.match_points.home"),
            _score(raw.match_points["away"], f"{at}.match_points.away"),
        )
    return Match(
        round=raw.round,
        home=raw.home,
        away=raw.away,
        outcome=raw.outcome,
        home_points=raw.home_points,
        away_points=raw.away_points,
        winner=raw.winner,
        match_points=points,
        number=raw.match,
    )


def _check_sides(raw: _Match, at: str, field: set[str], lenient: bool) -> None:
    if raw.outcome == BYE and raw.away is not None:
        raise MalformedTournament("a bye has no away side", f"{at}.away")
    if raw.outcome != BYE and raw.away is None:
        raise MalformedTournament("a match has an away side", f"{at}.away")
    if not lenient:
        for name, entrant in (("home", raw.home), ("away", raw.away)):
            if entrant is not None and entrant not in field:
                raise MalformedTournament(f"{entrant!r} is no entrant of this stage", f"{at}.{name}")
        if raw.home == raw.away:
            raise MalformedTournament("an entrant does not play against itself", f"{at}.away")
    if raw.outcome == FORFEIT and (raw.winner is UNSET or raw.winner is None):
        raise MalformedTournament("a forfeit names its winner", f"{at}.winner")
    if not lenient and isinstance(raw.winner, str) and raw.winner not in (raw.home, raw.away):
        raise MalformedTournament("the winner is home, away, or null for a draw", f"{at}.winner")


def _check_range(value: int, least: int, most: int, at: str) -> None:
    if not least <= value <= most:
        raise MalformedTournament(f"a whole number from {least} to {most}", at)


def _check_unique(values: Iterable[Any], at: str, member: str = "") -> None:
    seen: set[Any] = set()
    for place, value in enumerate(values):
        if value in seen:
            raise MalformedTournament(f"{value!r} stands there twice", f"{at}[{place}]{member and '.' + member}")
        seen.add(value)
