"""The stake points of 56, and the account of a whole match."""

from typing import Any

from tests.engine.naive56.story import kind_of

UNDOUBLED = [(28, 39, 1, 2), (40, 47, 2, 3), (48, 55, 3, 4), (56, 56, 4, 5)]


def stake(number: int, made: bool, times: int, doubling: str) -> int:
    """Return what a contract is worth to the side that scores it."""
    for lowest, highest, if_made, if_defeated in UNDOUBLED:
        if lowest <= number <= highest:
            plain = if_made if made else if_defeated
            return plain * (1 + times) if doubling == "multiply" else plain + times
    raise ValueError(f"no contract has the number {number}")


class Account:
    """The score of a match and whether it is over."""

    def __init__(self, rules: str, options: dict[str, Any]) -> None:
        usual = "add" if kind_of(rules)[0] == "international" else "multiply"
        self.doubling = options.get("doubling", usual)
        self.ending = options.get("ending", {"type": "hands", "count": 12})
        self.score = [0, 0]
        self.games = [0, 0]
        self.counted = 0
        self.game_won = False
        self.finished = False
        self.winners: list[int] = []

    def enter(self, outcome: dict[str, Any]) -> dict[str, Any]:
        """Enter a decided hand; return its result as a record has it."""
        if self.game_won:
            self.score, self.game_won = [0, 0], False
        if outcome["outcome"] != "cancelled":
            self.counted += 1
        if "points" in outcome:
            side = outcome["declarer"] % 2
            made = outcome["points"][side] >= outcome["bid"]
            winner = side if made else 1 - side
            self.score[winner] += stake(outcome["bid"], made, outcome["doubled"], self.doubling)
        self.close()
        return outcome | {"score": list(self.score)}

    def close(self) -> None:
        """See whether the last hand decided a game or the match."""
        best = max(self.score)
        if self.ending["type"] == "hands" and self.counted == self.ending["count"]:
            self.finished = True
            self.winners = [side for side in (0, 1) if self.score[side] == best]
        if self.ending["type"] == "games":
            lead = best - min(self.score)
            if best >= self.ending["target"] and lead >= self.ending["lead"]:
                side = self.score.index(best)
                self.games[side] += 1
                self.game_won = True
                if self.games[side] * 2 > self.ending["best_of"]:
                    self.finished, self.winners = True, [side]

    def standing(self) -> dict[str, Any]:
        """Return where the match stands."""
        where = {"score": list(self.score), "finished": self.finished, "winners": list(self.winners)}
        if self.ending["type"] == "games":
            where["games"] = list(self.games)
        return where
