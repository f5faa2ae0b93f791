"""The check of brackets: by who met whom with how many losses, whatever the layout of the draw.

Losses tell the parts of a double elimination apart: two entrants without a loss meet in the winners' bracket, two with
one in the losers' bracket, and one of each in the final alone.
"""

from collections import Counter
from collections.abc import Sequence

from tournaments.checking.findings import (
    LEFT_OUT,
    LOSER_PLAYS_ON,
    PLACE_NOT_FILLED,
    SEEDS_MEET_EARLY,
    WRONG_WINNER,
    Finding,
    UncheckableError,
)
from tournaments.checking.rounds import by_round, is_sound, judge_field, judge_twice, sides
from tournaments.checking.standing import counts, winner
from tournaments.stages.stage import BYE, DOUBLE_ELIMINATION, DOUBLE_FORFEIT, PLAYED, Match, Stage


def judge_bracket(stage: Stage) -> list[Finding]:
    """Return what is wrong with a knock-out or a double elimination as far as it is written.

    A fault in a bracket has others in its train: of the faults in who meets whom only those of the first round with one
    are named, and seeds are judged only where nothing else is wrong.
    """
    # After an entrant has left it may still stand in a match that is forfeited, or that it has yet to forfeit.
    left = judge_field(stage, (match for match in stage.matches if match.outcome == PLAYED and counts(match)))
    return left + (_judge_places(stage) if len(stage.entrants) > 1 and is_sound(stage, stage.matches) else [])


def _judge_places(stage: Stage) -> list[Finding]:
    """Return the faults in who meets whom."""
    rounds = by_round(stage.matches)
    walk = _Walk(stage)
    twice = [finding for matches in rounds.values() for finding in judge_twice(matches)]
    if not twice and (found := _judge_first_round(stage, rounds.get(1, ()))):
        return found
    found = twice or _judge_numbers(stage.matches)
    for matches in rounds.values():
        walk.play(matches)
    if walk.faults:
        # The first round with a fault explains the faults of later ones, and an entrant that stands twice in a round
        # explains the place that another is missed in.
        first = [fault for fault in walk.faults if fault.round == walk.faults[0].round]
        return found + [fault for fault in first if not twice or fault.code != PLACE_NOT_FILLED]
    return found or walk.third_missing() or walk.seeds or _judge_byes(stage, rounds.get(1, ()))


def losers(match: Match) -> tuple[str, ...]:
    """Return the entrants that lost a match: one, both of a double forfeit, or nobody."""
    if match.away is None:
        return ()
    if match.outcome == DOUBLE_FORFEIT:
        return sides(match)
    won = winner(match)
    return () if won is None else tuple(name for name in sides(match) if name != won)


def _judge_first_round(stage: Stage, matches: Sequence[Match]) -> list[Finding]:
    """The first round depends on no result, so it is whole: as many matches as leave a power of two."""
    size = 1 << (len(stage.entrants) - 1).bit_length()
    expected = len(stage.entrants) - size // 2
    written = [match for match in matches if match.outcome != BYE]
    if not stage.matches or len(written) == expected:
        return []
    standing = {name for match in stage.matches for name in sides(match)}
    absent = sorted(entrant.id for entrant in stage.entrants if entrant.id not in standing)
    if len(written) > expected and absent:
        return [Finding(LEFT_OUT, [name], 1) for name in absent]
    return [Finding(PLACE_NOT_FILLED, absent, 1)]


def _judge_byes(stage: Stage, matches: Sequence[Match]) -> list[Finding]:
    """The byes go to the first seeds: nobody else rests in the first round, which is whole."""
    playing = {name for match in matches if match.outcome != BYE for name in sides(match)}
    if not playing:
        return []
    by_seed = [entrant.id for entrant in sorted(stage.entrants, key=lambda entrant: entrant.seed)]
    resting = len(by_seed) - len(playing)
    wrong = [name for place, name in enumerate(by_seed) if (name in playing) == (place < resting)]
    # An entrant that rests in the place of a higher seed meets the seeds of its part of the bracket too early.
    return [Finding(SEEDS_MEET_EARLY, wrong, 1)] if wrong else []


def _judge_numbers(matches: Sequence[Match]) -> list[Finding]:
    """A match whose number is missing below others is missing itself, if all before it are decided."""
    written = {match.number: match for match in matches if match.number is not None}
    if len(written) < len(matches):
        return []
    first, last = min(written, default=1), max(written, default=0)
    if last - first > 3 * len(matches):
        # Numbers that do not count the matches of this bracket.
        return []
    gap = next((number for number in range(first, last) if number not in written), None)
    if gap is None:
        return []
    before = [match for number, match in written.items() if number < gap]
    if all(len(losers(match)) == 1 for match in before):
        return [Finding(PLACE_NOT_FILLED, [], match=gap)]
    return []


def _flag(stage: Stage, name: str) -> bool:
    value = stage.options.get(name, False)
    if not isinstance(value, bool):
        raise UncheckableError(f"the option {name} is true or false")
    return value


class _Walk:
    """A walk through the rounds of a bracket.

    Attributes:
        faults: Matches of entrants that cannot meet there, in the order of the rounds: an entrant plays on after its
            last loss, stands in the place of a winner, or has passed over a match.
        seeds: Seeds that meet too early.
    """

    def __init__(self, stage: Stage) -> None:
        self.faults: list[Finding] = []
        self.seeds: list[Finding] = []
        self._levels = (len(stage.entrants) - 1).bit_length()
        self._is_double = stage.type == DOUBLE_ELIMINATION
        self._has_third = _flag(stage, "third_place")
        self._has_second_final = _flag(stage, "reset")
        self._lost: Counter[str] = Counter()
        self._level = {entrant.id: 0 for entrant in stage.entrants}
        by_seed = sorted(stage.entrants, key=lambda entrant: entrant.seed)
        self._below = {entrant.id: {(place, entrant.id)} for place, entrant in enumerate(by_seed, start=1)}
        self._early: set[frozenset[str]] = set()
        self._undecided: set[str] = set()
        self._holes = False
        self._final: Match | None = None
        self._third: Match | None = None
        self._has_numbers = all(match.number is not None for match in stage.matches)

    def play(self, matches: Sequence[Match]) -> None:
        """Judge the matches of a round by the losses before it, then enter their results."""
        for match in matches:
            self._judge(match)
        for match in matches:
            self._lost.update(losers(match))
            self._holes = self._holes or match.outcome == DOUBLE_FORFEIT
            if match.away is not None and not losers(match):
                self._undecided.update(sides(match))

    def third_missing(self) -> list[Finding]:
        """Return the match for third, or the final, if only the other of the two is written."""
        if self._is_double or not self._has_third or len(self._level) < 4 or self._holes:
            return []
        if (self._final is None) == (self._third is None):
            return []
        out = [name for name, level in self._level.items() if level == self._levels - 1 and self._lost[name]]
        return [Finding(PLACE_NOT_FILLED, out, self._levels)] if len(out) == 2 else []

    def _judge(self, match: Match) -> None:
        undecided = [name for name in sides(match) if name in self._undecided]
        if undecided:
            # Nobody has won the match before, so nobody can stand in the place of its winner, or of its loser.
            self.faults.append(Finding(WRONG_WINNER, undecided, match.round, match.number))
            return
        losses = [self._lost[name] for name in sides(match)]
        if match.away is None or losses == [0, 0]:
            self._judge_winners(match)
        elif not self._is_double:
            self._judge_knocked_out(match)
        elif max(losses) > 1 or self._is_over(match):
            out = [name for name in sides(match) if self._lost[name] > 1] or list(sides(match))
            self.faults.append(Finding(LOSER_PLAYS_ON, out, match.round, match.number))
        elif losses != [1, 1]:
            self._judge_final(match)

    def _judge_winners(self, match: Match) -> None:
        """A match of entrants that have not lost: both come from the level below, or have a bye in the first round."""
        levels = [self._level[name] for name in sides(match)]
        level = max(levels) + 1
        if level == 1 and match.round > 1:
            level = 2
        for name, own in zip(sides(match), levels, strict=True):
            has_bye = own == 0 and level == 2
            if own != level - 1 and not has_bye and not self._holes:
                self.faults.append(Finding(PLACE_NOT_FILLED, [name], match.round, match.number))
        if level == self._levels and not self._is_double:
            self._final = match
        together = set().union(*(self._below[name] for name in sides(match)))
        if not self._holes:
            self._judge_seeds(match, level, together)
        for name in sides(match):
            self._level[name] = level
            self._below[name] = together

    def _judge_seeds(self, match: Match, level: int, together: set[tuple[int, str]]) -> None:
        """The first 2ᵏ seeds cannot meet before 2ᵏ entrants are left, so of each part of the bracket there is one."""
        apart = 1 << max(0, self._levels - level)
        early = [name for place, name in sorted(together) if place <= apart]
        pair = frozenset(early[:2])
        if len(early) > 1 and pair not in self._early:
            self._early.add(pair)
            self.seeds.append(Finding(SEEDS_MEET_EARLY, early, match.round, match.number))

    def _judge_knocked_out(self, match: Match) -> None:
        """A match in a knock-out with an entrant that has lost: the match for third, or a fault."""
        # After a double forfeit entrants go on without a match, so their matches do not tell how far they have come.
        from_semi_finals = all(
            self._lost[name] == 1 and (self._holes or self._level[name] == self._levels - 1) for name in sides(match)
        )
        if self._has_third and from_semi_finals and self._third is None:
            self._third = match
            return
        out = [name for name in sides(match) if self._lost[name]]
        self.faults.append(Finding(LOSER_PLAYS_ON, out, match.round, match.number))

    def _is_over(self, match: Match) -> bool:
        """Tell whether a match comes after the final without being the second one."""
        if self._final is None:
            return False
        return not self._has_second_final or set(sides(match)) != set(sides(self._final))

    def _judge_final(self, match: Match) -> None:
        """One side has lost and the other has not: all others have lost twice, or one of the two is wrong here."""
        others = [name for name in self._level if name not in sides(match) and self._lost[name] < 2]
        if not others:
            self._final = match
        elif not self._holes:
            # Either the side that has lost is wrong here, or the other in the losers' bracket.
            lost = [name for name in sides(match) if self._lost[name]]
            self.faults.append(Finding(WRONG_WINNER, list(sides(match)), match.round, match.number))
            if not self._has_numbers:
                # Without numbers it may as well be that the match which the other side lost is missing.
                self.faults.append(Finding(PLACE_NOT_FILLED, lost, match.round))
