"""Playing the last stage of a tournament that is written down: our own pairings and draws, and results made up.

The functions add to the matches of the stage. How matches end is said by a function that gets the fixtures of a round
and returns the matches as they are written, None for one that is left out.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from tournaments.formats.drawing import draw
from tournaments.formats.swiss import pair_next
from tournaments.pairing.bracket import LOSERS
from tournaments.stages.reading import read_tournament
from tournaments.stages.stage import BYE, KNOCK_OUT, Stage

Line: TypeAlias = dict[str, Any]
"""A tournament, or a part of one, as it is written."""


class Fixture(Struct, frozen=True):
    """A match before it is played.

    Attributes:
        match: Its number in a bracket.
        decisive: One side goes on, so there is no draw.
        both_may_lose: It may be forfeited by both sides without leaving the stage without a winner.
    """

    round: int
    home: str
    away: str
    match: int | None = None
    decisive: bool = False
    both_may_lose: bool = True

    def written(self, result: Mapping[str, Any]) -> Line:
        """Return the match with its result; with none it is still to be played."""
        number = {} if self.match is None else {"match": self.match}
        return {"round": self.round, **number, "home": self.home, "away": self.away, **result}


PlayRound: TypeAlias = Callable[[Sequence[Fixture]], Sequence[Line | None]]


def last_stage(line: Line) -> Stage:
    """Return the last stage of a tournament as a value."""
    return read_tournament(msgspec.json.encode(line)).stages[-1]


def play_swiss(line: Line, rounds: int, play: PlayRound) -> None:
    """Pair and play rounds of a Swiss until it is over, nobody is left to be paired, or a round is not played out."""
    matches = line["stages"][-1]["matches"]
    for _ in range(rounds):
        stage = last_stage(line)
        number = max((match.round for match in stage.matches), default=0) + 1
        if sum(entrant.is_in(number) for entrant in stage.entrants) < 2:
            return
        paired = pair_next(stage)
        played = _kept(play([Fixture(paired.round, home, away) for home, away in paired.pairs]))
        matches += played
        if paired.bye is not None:
            matches.append({"round": paired.round, "home": paired.bye, "outcome": BYE})
        if not all(map(is_over, played)):
            return


def play_schedule(line: Line, play: PlayRound) -> None:
    """Draw the schedule of a round robin or a cross-group and play it."""
    matches = line["stages"][-1]["matches"]
    for number, pairs in enumerate(draw(last_stage(line))["rounds"], start=1):
        matches += _kept(play([Fixture(number, home, away) for home, away in pairs]))


def play_bracket(line: Line, play: PlayRound) -> None:
    """Draw a bracket and play it as far as its places are filled.

    Nobody goes on from a match that both sides forfeit; an entrant without an opponent goes on without a match.
    """
    stage = last_stage(line)
    bracket = _Bracket(stage, draw(stage)["matches"])
    for _number, drawn in groupby(bracket.drawn, key=lambda match: match["round"]):
        fixtures = bracket.fixtures(list(drawn))
        line["stages"][-1]["matches"] += bracket.enter(play(fixtures))


def is_over(match: Line) -> bool:
    """Tell whether a written match is not still to be played."""
    return "home_points" in match or match.get("outcome", "played") != "played"


def winner_in(match: Line) -> str | None:
    """Return the winner of a written match; None of a draw, or of a match that nobody has won."""
    home, away = match["home"], match.get("away")
    if match.get("outcome") == "awarded":
        points = match["match_points"]
        return _more(home, away, Fraction(points["home"]), Fraction(points["away"]))
    if "winner" in match:
        named: str | None = match["winner"]
        return named
    if match.get("outcome", "played") != "played" or "home_points" not in match:
        return None
    return _more(home, away, match["home_points"], match["away_points"])


def _more(home: str, away: str | None, of_home: Fraction | int, of_away: Fraction | int) -> str | None:
    return home if of_home > of_away else away if of_away > of_home else None


def _kept(matches: Sequence[Line | None]) -> list[Line]:
    return [match for match in matches if match is not None]


class _Bracket:
    """A bracket while it is played.

    Attributes:
        drawn: Its matches as the draw has them.
    """

    def __init__(self, stage: Stage, drawn: Sequence[Line]) -> None:
        self.drawn = drawn
        # Seeds may have gaps; a draw counts the entrants in their order.
        self._seeds = {place: entrant.id for place, entrant in enumerate(stage.entrants, start=1)}
        self._is_knock_out = stage.type == KNOCK_OUT
        # By match: its home side, and who has left it as winner and as loser; None: nobody.
        self._left: dict[int, tuple[str | None, str | None, str | None]] = {}

    def fixtures(self, drawn: Sequence[Line]) -> list[Fixture]:
        """Return the fixtures of the matches whose two sides are known; a side without an opponent goes on."""
        fixtures = []
        for match in drawn:
            if any(self._is_open(match[side]) for side in ("home", "away")):
                continue
            home, away = self._from(match["home"]), self._from(match["away"])
            if match.get("if_needed") and self._is_decided(match):
                continue
            if home is None or away is None:
                self._left[match["match"]] = home, home or away, None
                continue
            fixtures.append(Fixture(match["round"], home, away, match["match"], True, self._both_may_lose(match)))
        return fixtures

    def enter(self, matches: Sequence[Line | None]) -> list[Line]:
        """Enter the results of a round; return its matches."""
        for match in (played := _kept(matches)):
            if is_over(match):
                won = winner_in(match)
                lost = None if won is None else match["away"] if won == match["home"] else match["home"]
                self._left[match["match"]] = match["home"], won, lost
        return played

    def _from(self, source: Mapping[str, int]) -> str | None:
        ((kind, number),) = source.items()
        return self._seeds[number] if kind == "seed" else self._left[number][1 if kind == "winner" else 2]

    def _is_open(self, source: Mapping[str, int]) -> bool:
        ((kind, number),) = source.items()
        return kind != "seed" and number not in self._left

    def _is_decided(self, second: Line) -> bool:
        """Tell whether a second final is not needed: the side that had not lost, at home, won the first."""
        home, won, _lost = self._left[second["home"]["winner"]]
        return won == home

    def _both_may_lose(self, match: Line) -> bool:
        """Somebody has to win the final; in a double elimination an entrant goes out with its second loss only."""
        if self._is_knock_out:
            return bool(match["match"] != self.drawn[-1]["match"])
        return bool(match["bracket"] == LOSERS)
