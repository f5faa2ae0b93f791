"""What a reader wants to have on paper: the tournament as of a moment, a stage, a round, a group."""

import re
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from msgspec import Struct

from tournaments.models import Tournament
from tournaments.overview.asked import Asked
from tournaments.selectors.naming import Names, names_in
from tournaments.state.published import as_published
from tournaments.state.standing import Standing, standing_of
from tournaments.state.tournament import NOBODY, Side, StageState, TournamentState
from tournaments.summaries.matches import MatchView
from tournaments.summaries.rounds import current_round, round_numbers, round_of

_DIGITS = re.compile(r"(\d+)")


class NothingToPrintError(Exception):
    """There is nothing that the document could show; the text says why."""


class Wish(Struct, frozen=True):
    """What is to be printed.

    Attributes:
        state: The tournament as the reader may know it: nothing of it is a draft or held back.
        names: Those of now.
        stage: The number of a stage; 0: the tournament has none that has begun.
        round: The number of a round; 0: none is released.
        group: A group from 1; 0: all of them.
        at: The moment as of which all is printed; None: now.
        site: The address of the server, for codes, without a slash at its end.
        large: On A3 where the document has a choice.
        most: The last place that gets a certificate.
        count: So many tables from 1 are numbered; 0: those that matches have.
    """

    tournament: Tournament
    state: TournamentState
    names: Names
    stage: int = 0
    round: int = 0
    group: int = 0
    at: datetime | None = None
    site: str = ""
    large: bool = False
    most: int = 3
    count: int = 0

    @property
    def shown(self) -> StageState | None:
        """The stage, once it has begun."""
        stage = self.state.stages.get(self.stage)
        return stage if stage is not None and stage.groups else None

    def groups(self) -> tuple[int, ...]:
        """Return the groups that are wanted, from 0."""
        stage = self.shown
        if stage is None:
            return ()
        if self.group:
            return (self.group - 1,) if self.group <= len(stage.groups) else ()
        return tuple(range(len(stage.groups)))

    def matches(self) -> Iterator[MatchView]:
        """Yield the matches and byes of the round in the groups wanted, by table; nothing of a draft."""
        views = [
            view
            for group in self.groups()
            if self.round in round_numbers(self.state, self.stage, group)
            for view in round_of(self.state, self.stage, group, self.round).matches
        ]
        yield from sorted(views, key=table_order)

    def name_of(self, side: Side) -> str:
        """Return the name of a side; empty while it is open, or for nobody."""
        return self.names.side(side)


def released_rounds(state: TournamentState, number: int) -> tuple[int, ...]:
    """Return the rounds of a stage that are released in any of its groups, in order."""
    stage = state.stages[number]
    return tuple(
        sorted({one for group in range(len(stage.groups)) for one in round_numbers(state, number, group)}),
    )


def usual_stage(state: TournamentState) -> int:
    """Return the last stage that has begun; 0 without."""
    return max((stage.number for stage in state.stages.values() if stage.groups), default=0)


def usual_round(state: TournamentState, number: int) -> int:
    """Return the first released round that is not over in some group, else the last; 0 without."""
    stage = state.stages.get(number)
    groups = range(len(stage.groups)) if stage is not None else ()
    rounds = [current for group in groups if (current := current_round(state, number, group)) is not None]
    return min(rounds, default=0)


def standing_for(wish: Wish, group: int) -> Standing:
    """Return the standings of a group of the stage wanted."""
    return standing_of(wish.state, wish.stage, group)


def table_order(view: MatchView) -> tuple[bool, bool, tuple[tuple[int, str], ...], int]:
    """Return the key that sorts matches by table: 2 before 10, those without a table after them, byes last."""
    return view.status == "bye", not view.table, natural(view.table), view.number


def natural(text: str) -> tuple[tuple[int, str], ...]:
    """Return the key that sorts texts with numbers in them as people count.

    >>> sorted(["10", "2", "A 2"], key=natural)
    ['2', '10', 'A 2']
    """
    return tuple(
        (int(part), "") if part.isdecimal() else (1 << 62, part.casefold()) for part in _DIGITS.split(text) if part
    )


def players_of(side: Side) -> tuple[int, ...]:
    """Return the entrants of a side that are known."""
    return () if side == NOBODY else tuple(entrant for entrant in side if entrant > 0)


def made_wish(tournament: Tournament, state: TournamentState, asked: Asked, **more: Any) -> Wish:
    """Return a wish of what the tournament has: for a stage or round that it does not have, the usual one.

    Args:
        tournament: The tournament.
        state: As its log has it; what nobody but the staff may know is left out here.
        asked: The stage (0: the last that has begun), the round (0: the one that is played), the group (0: all).
        more: The other members of the wish.
    """
    known = as_published(state)
    begun = asked.stage in known.stages and bool(known.stages[asked.stage].groups)
    number = asked.stage if begun else usual_stage(known)
    rounds = released_rounds(known, number) if number else ()
    groups = len(known.stages[number].groups) if number else 0
    return Wish(
        tournament,
        known,
        names_in(tournament),
        number,
        asked.round if asked.round in rounds else usual_round(known, number),
        asked.group if asked.group <= groups else 0,
        asked.at,
        **more,
    )
