"""The accounts of a game: what a hand is worth, who pays whom, who wears a kunukku, and who has won."""

from typing import Any

from tests.engine.naive.tables import table

DEFAULTS = {
    "kerala": {"type": "elimination"},
    "book": {"type": "target", "game_points": 15},
}


class Books:
    """The accounts of one game, hand by hand."""

    def __init__(self, rules: str, options: dict[str, Any] | None = None) -> None:
        chosen = options or {}
        self.table = table(rules, chosen)
        self.ending = chosen.get("ending", DEFAULTS.get(self.table.kind, {"type": "open"}))
        sides = self.table.sides
        self.stakes: list[int] | None = None
        self.score: list[int] | None = None
        self.kunukku: list[int] | None = None
        self.salaams: list[int] | None = None
        if self.table.kind == "wikipedia":
            self.stakes, self.kunukku = [6] * sides, [0] * self.table.players
        elif self.ending["type"] == "elimination":
            self.stakes = [chosen.get("starting_stakes", 20)] * sides
        else:
            self.score = [0] * sides
        if self.table.has("salaams"):
            self.salaams = [0] * self.table.players
        elif self.table.has("thani_kunukku"):
            self.kunukku = [0] * self.table.players
        self.newly: list[int] = []
        self.took_off: list[int] = []
        self.put_on: list[int] = []
        self.counted = 0
        self.finished = False
        self.winners: list[int] = []

    def enter(self, tale: dict[str, Any]) -> dict[str, Any]:
        """Enter a hand; return its result as a record has it."""
        change = [0] * self.table.sides
        result: dict[str, Any] = {"outcome": tale["outcome"]}
        self.took_off, self.put_on = [], []
        if tale["outcome"] == "passed_out":
            self.newly = []
        else:
            amount = self.amount(tale)
            declarer = tale.get("player", tale["declarer"])
            result["declarer"] = tale["declarer"]
            if tale["bid"] is not None:
                result["bid"] = tale["bid"]
            if tale["outcome"] != "conceded":
                result["points"] = list(tale["points"])
            self.counted += 1
            if self.kunukku is not None and tale["outcome"] == "made":
                self.take_kunukku_off(declarer)
            if self.table.has("thani_kunukku") and tale.get("alone") == "thani" and amount > 0:
                self.shame(1 - self.table.side(declarer))
                amount = 0
            elif self.table.kind == "wikipedia":
                self.move_base_cards(declarer, amount)
            else:
                self.newly = []
            change[self.table.side(declarer)] = amount
            if self.score is not None:
                self.score = [old + new for old, new in zip(self.score, change, strict=True)]
            elif self.kunukku is None:
                self.move_stakes(declarer, amount)
            self.look_for_the_end()
        result["game_points"] = change
        return result | self.accounts()

    def accounts(self) -> dict[str, list[int]]:
        """Return what is kept."""
        kept = {"stakes": self.stakes, "score": self.score, "kunukku": self.kunukku, "salaams": self.salaams}
        return {name: list(value) for name, value in kept.items() if value is not None}

    def standing(self) -> dict[str, Any]:
        return self.accounts() | {"finished": self.finished, "winners": list(self.winners)}

    def amount(self, tale: dict[str, Any]) -> int:
        """Return the game points won or, below zero, lost by the side of the declarer or who goes alone."""
        made, bid = tale["outcome"] == "made", tale["bid"]
        at = self.table
        if "alone" in tale:
            form = {"cot": "four_card_cot", "late thani": "late_thani", "thani": ""}[tale["alone"]]
            won, lost = (at.options.get(f"{form}_{end}", usual) for end, usual in (("won", 4), ("lost", 5)))
            return won if made else -lost
        if at.kind == "kerala":
            if tale["again"]:
                return 2 if made else -4 if at.players == 3 else -3
            size = 2 if bid > (18 if at.players == 3 else 20) else 1
            return size if made else -size
        if at.players == 8:
            band = 1 if bid < 30 else 2
        elif at.kind == "wikipedia":
            band = 1 if bid <= 19 else 2 if bid <= 23 else 3
        else:
            band = 1 if bid <= 19 else 2 if bid <= 24 else 3
        amount = band if made else -(band + 1)
        if "refused" in tale:
            return amount * 2
        if at.has("cot"):
            ours = [at.side(taker) == at.side(tale["declarer"]) for taker in tale["takers"]]
            if len(ours) == at.each and (all(ours) or not any(ours)):
                amount *= 2
        return amount

    def move_stakes(self, declarer: int, amount: int) -> None:
        """Let the stakes of the Kerala game change hands, unit by unit as far as they go."""
        if self.table.players == 4:
            others, units = [1 - declarer % 2], abs(amount)
        else:
            others, units = [(declarer + 1) % 3, (declarer + 2) % 3], min(abs(amount), 2)
        own = self.table.side(declarer)
        for other in others:
            payer, payee = (other, own) if amount > 0 else (own, other)
            for _ in range(units):
                if self.stakes[payer] > 0:
                    self.stakes[payer] -= 1
                    self.stakes[payee] += 1

    def take_kunukku_off(self, declarer: int) -> None:
        """Take kunukku off after a contract that was made."""
        own = self.table.side(declarer)
        wearing = self.table.members(own) if own in self.newly else [declarer]
        self.took_off = [seat for seat in wearing if self.kunukku[seat] > 0]
        for seat in self.took_off:
            self.kunukku[seat] -= 1

    def put_kunukku_on(self, sides: list[int]) -> None:
        """Let every member of some sides put on a kunukku."""
        self.newly = sides
        self.put_on = sorted(seat for side in sides for seat in self.table.members(side))
        for seat in self.put_on:
            self.kunukku[seat] += 1

    def shame(self, side: int) -> None:
        """Let the losers of a thani put on kunukku or make salaams, by the house rules."""
        if self.kunukku is not None:
            self.put_kunukku_on([side])
        else:
            for seat in self.table.members(side):
                self.salaams[seat] += 1

    def move_base_cards(self, declarer: int, amount: int) -> None:
        """Let base cards change hands, and who falls short put on kunukku."""
        at, own = self.table, self.table.side(declarer)
        others = [side for side in range(at.sides) if side != own]
        owed = {own: -amount * len(others)} if amount < 0 else dict.fromkeys(others, amount)
        self.put_kunukku_on([side for side, units in owed.items() if self.stakes[side] < units])
        if self.newly:
            self.stakes = [6] * at.sides
            return
        for other in others:
            self.stakes[own] += amount
            self.stakes[other] -= amount

    def look_for_the_end(self) -> None:
        """See whether the game is decided, and for whom."""
        sides = range(self.table.sides)
        if self.ending["type"] == "elimination":
            self.winners = [side for side in sides if self.stakes[side] > 0] if 0 in self.stakes else []
            self.finished = bool(self.winners)
        elif self.ending["type"] == "target":
            self.winners = [side for side in sides if self.score[side] >= self.ending["game_points"]]
            self.finished = bool(self.winners)
        elif self.ending["type"] == "hands" and self.counted == self.ending["count"]:
            if self.table.kind == "wikipedia":
                worth = [
                    (-sum(self.kunukku[seat] for seat in self.table.members(side)), self.stakes[side]) for side in sides
                ]
            else:
                worth = [(points, 0) for points in self.score]
            self.winners = [side for side in sides if worth[side] == max(worth)]
            self.finished = True
