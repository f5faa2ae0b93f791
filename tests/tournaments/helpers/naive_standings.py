"""The standings once more, slow and plain, from `docs/reference/tournament-format.md` alone, not from the code.

Everything is looked up in the written matches again and again; nothing is kept.
"""

from fractions import Fraction
from typing import Any

Written = dict[str, Any]
Value = Fraction | None

SCORING = {"win": "2", "draw": "1", "loss": "0", "bye": "2", "forfeit_win": "2", "forfeit_loss": "0"}


class NaiveStage:
    """A written stage and what the contract says about its entrants."""

    def __init__(self, tournament: Written, place: int = -1) -> None:
        self.stage = tournament["stages"][place]
        known = {entrant["id"]: entrant for entrant in tournament["entrants"]}
        self.members = known
        names = self.stage.get("entrants")
        if names is None:
            self.seeds = {name: entrant["seed"] for name, entrant in known.items()}
        else:
            self.seeds = {name: at for at, name in enumerate(names, start=1)}
        self.names = sorted(self.seeds, key=lambda name: self.seeds[name])
        self.matches: list[Written] = self.stage.get("matches", [])
        scoring = {**SCORING, **self.stage.get("scoring", {})}
        self.scoring = {name: Fraction(value) for name, value in scoring.items()}
        self.criteria: list[str] = self.stage.get("tie_breaks", ["points", "seed"])

    # Of a match

    @staticmethod
    def outcome(match: Written) -> str:
        return match.get("outcome", "played")

    def counted(self, match: Written) -> bool:
        if self.outcome(match) == "played":
            return match.get("home_points") is not None
        return self.outcome(match) in ("forfeit", "double_forfeit", "awarded")

    def winner(self, match: Written) -> str | None:
        """Return the winner of a counted match."""
        outcome = self.outcome(match)
        if outcome == "double_forfeit":
            return None
        if outcome == "forfeit" or (outcome == "played" and "winner" in match):
            return match["winner"]
        if outcome == "awarded":
            home, away = (Fraction(match["match_points"][side]) for side in ("home", "away"))
        else:
            home, away = match["home_points"], match["away_points"]
        return match["home"] if home > away else match["away"] if away > home else None

    def match_points(self, match: Written, name: str) -> Fraction:
        """Return the match points of one of its sides."""
        outcome = self.outcome(match)
        if outcome == "bye":
            return self.scoring["bye"]
        if not self.counted(match):
            return Fraction(0)
        if outcome == "awarded":
            return Fraction(match["match_points"]["home" if match["home"] == name else "away"])
        if outcome == "double_forfeit":
            return self.scoring["forfeit_loss"]
        winner = self.winner(match)
        if outcome == "forfeit":
            return self.scoring["forfeit_win" if winner == name else "forfeit_loss"]
        return self.scoring["draw" if winner is None else "win" if winner == name else "loss"]

    # Of an entrant

    def played_by(self, name: str) -> list[Written]:
        return [match for match in self.matches if name in (match["home"], match.get("away"))]

    def opponent(self, match: Written, name: str) -> str | None:
        return match.get("away") if match["home"] == name else match["home"]

    def rounds_in(self, name: str) -> list[int]:
        """Return the rounds, up to the last one begun, in which an entrant was in the field."""
        begun = [match["round"] for match in self.matches if self.counted(match) or self.outcome(match) == "bye"]
        first, last = self.members[name].get("from_round", 1), self.members[name].get("until_round")
        return [
            number
            for number in range(1, max(begun, default=0) + 1)
            if first <= number and (last is None or number <= last)
        ]

    def game_points(self, name: str) -> tuple[int, int]:
        """Return points for and points against."""
        won = lost = 0
        for match in self.played_by(name):
            if self.counted(match) and match.get("home_points") is not None:
                home, away = match["home_points"], match["away_points"]
                won += home if match["home"] == name else away
                lost += away if match["home"] == name else home
        return won, lost

    def contributions(self, name: str) -> list[tuple[Fraction, Fraction]]:
        """Return for each round in the field the contribution and the match points won in it."""
        found = []
        for number in self.rounds_in(name):
            here = [match for match in self.played_by(name) if match["round"] == number]
            assert len(here) <= 1
            contribution, won = self.points(name), Fraction(0)
            for match in here:
                if self.counted(match) or self.outcome(match) == "bye":
                    won = self.match_points(match, name)
                if self.counted(match) and self.outcome(match) in ("played", "awarded"):
                    contribution = self.points(self.opponent(match, name))
            found.append((contribution, won))
        return found

    # The criteria

    def points(self, name: str) -> Fraction:
        return sum((self.match_points(match, name) for match in self.played_by(name)), Fraction(0))

    def wins(self, name: str) -> Fraction:
        return Fraction(sum(self.counted(match) and self.winner(match) == name for match in self.played_by(name)))

    def difference(self, name: str) -> Fraction:
        won, lost = self.game_points(name)
        return Fraction(won - lost)

    def scored(self, name: str) -> Fraction:
        return Fraction(self.game_points(name)[0])

    def buchholz(self, name: str) -> Fraction:
        return sum((one for one, _ in self.contributions(name)), Fraction(0))

    def buchholz_cut_1(self, name: str) -> Fraction:
        return sum(sorted(one for one, _ in self.contributions(name))[1:], Fraction(0))

    def median_buchholz(self, name: str) -> Fraction:
        values = sorted(one for one, _ in self.contributions(name))
        return sum(values[1:-1], Fraction(0)) if len(values) >= 3 else Fraction(0)

    def sonneborn_berger(self, name: str) -> Fraction:
        return sum((one * won / self.scoring["win"] for one, won in self.contributions(name)), Fraction(0))

    def progressive(self, name: str) -> Fraction:
        return sum(
            (
                self.match_points(match, name)
                for number in self.rounds_in(name)
                for match in self.played_by(name)
                if match["round"] <= number
            ),
            Fraction(0),
        )

    def lot(self, name: str) -> Value:
        lot = self.members[name].get("lot")
        return None if lot is None else Fraction(lot)

    def seed(self, name: str) -> Fraction:
        return Fraction(self.seeds[name])

    def head_to_head(self, level: list[str]) -> dict[str, Value]:
        among = [
            match
            for match in self.matches
            if self.counted(match) and match["home"] in level and match.get("away") in level
        ]
        pairs = {frozenset((match["home"], match["away"])) for match in among}
        if any(frozenset((one, other)) not in pairs for one in level for other in level if one != other):
            return dict.fromkeys(level)
        return {
            name: sum(
                (self.match_points(match, name) for match in among if name in (match["home"], match["away"])),
                Fraction(0),
            )
            for name in level
        }

    def quotient(self, level: list[str]) -> dict[str, Value]:
        sums = {name: self.game_points(name) for name in level}
        if min(min(pair) for pair in sums.values()) <= 0:
            return dict.fromkeys(level)
        return {name: Fraction(*pair) for name, pair in sums.items()}

    def values(self, criterion: str, level: list[str]) -> dict[str, Value]:
        """Return the value of a criterion for entrants that are level on all before it."""
        if criterion in ("head_to_head", "quotient"):
            return getattr(self, criterion)(level)
        return {name: getattr(self, criterion)(name) for name in level}

    # The order

    def rows(self) -> list[tuple[str, int, dict[str, Value], str]]:
        """Return entrant, rank, values and what decided, in order. Not for brackets."""
        values: dict[str, dict[str, Value]] = {name: {} for name in self.names}
        rows: list[tuple[str, int, dict[str, Value], str]] = []
        for name in self._ordered(self.names, self.criteria, values):
            if not rows:
                rows.append((name, 1, values[name], ""))
                continue
            above = rows[-1]
            different = [
                criterion for criterion in self.criteria if above[2].get(criterion) != values[name].get(criterion)
            ]
            if different:
                rows.append((name, len(rows) + 1, values[name], different[0]))
            else:
                rows.append((name, above[1], values[name], "level"))
        return rows

    def _ordered(self, level: list[str], criteria: list[str], values: dict[str, dict[str, Value]]) -> list[str]:
        if not criteria:
            return level
        criterion, *rest = criteria
        found = self.values(criterion, level)
        for name in level:
            values[name][criterion] = found[name]
        best_first = sorted({value for value in found.values() if value is not None}, reverse=True)
        if criterion in ("lot", "seed"):
            best_first.reverse()
        ordered = []
        for value in (*best_first, None):
            alike = [name for name in level if found[name] == value]
            if alike:
                ordered += self._ordered(alike, rest, values)
        return ordered
