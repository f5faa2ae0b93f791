"""Suppositions of the page *What if*, as its address carries them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, get_args
from urllib.parse import urlencode

from django.http import QueryDict
from django.utils.translation import gettext as _

from clubs.base.asked import number_in
from tournaments.deeds.base import POINTS
from tournaments.events.entering import Leaving
from tournaments.plans.words import CRITERIA
from tournaments.previews.results import MAX_RESULTS, SupposedResult, Winner
from tournaments.previews.whatif import Supposition
from tournaments.state.tournament import TournamentState

MAX_TIE_BREAKS: Final = 5
SCORING: Final = ("win", "draw", "loss")
_RESULT: Final = re.compile(r"(-?[0-9]{1,4})_(-?[0-9]{1,4})")
_FIELD: Final = re.compile(r"([mwab])([0-9]{1,6})")
_WINNERS: Final = get_args(Winner)


@dataclass(frozen=True, slots=True)
class WhatIfQuery:
    """A supposition, and the stage and group that it is about.

    Attributes:
        stage: The number of a stage; 0: the last that is being played.
        group: From 1; 0: the first.
        what: What is supposed.
        problems: What could not be read, by the number of a match; 0: not of a match.
        given: Of those matches what was written.
        raw: It comes from the fields of the form, and has a shorter address.
    """

    stage: int
    group: int
    what: Supposition
    problems: Mapping[int, str]
    given: Mapping[int, Mapping[str, str]]
    raw: bool

    def address(self, *, stage: int = 0, group: int = 0) -> str:
        """Return the query of the address that supposes it, with its question mark."""
        what = self.what
        members: list[tuple[str, object]] = [("stage", stage or self.stage), ("group", group or self.group)]
        members += [(f"m{result.match}", "_".join(map(str, result.points)) or result.winner) for result in what.results]
        members += [(name, points) for name, points in what.scoring.items()]
        members += [(f"t{place}", name) for place, name in enumerate(what.tie_breaks)]
        members += [("leave", what.leaves), ("how", what.matches if what.leaves else "")]
        return "?" + urlencode([(name, value) for name, value in members if value])


def supposed_in(query: QueryDict) -> WhatIfQuery:
    """Return what an address supposes; what cannot be read is a problem beside."""
    problems: dict[int, str] = {}
    fields: dict[int, dict[str, str]] = {}
    for name in query:
        if (field := _FIELD.fullmatch(name)) is not None and (text := str(query[name]).strip()):
            fields.setdefault(int(field[2]), {})[field[1]] = text
    results = []
    for number, given in sorted(fields.items()):
        try:
            if (result := _result(number, given)) is not None:
                results.append(result)
        except ValueError as why:
            problems[number] = str(why)
    if len(results) > MAX_RESULTS:
        problems[0] = _too_many()
    scoring = {name: str(query[name]).strip() for name in SCORING if query.get(name, "").strip()}
    if not all(POINTS.fullmatch(points) for points in scoring.values()):
        problems[0] = _("Enter the points as 1, 3/2 or 0.")
        scoring = {name: points for name, points in scoring.items() if POINTS.fullmatch(points)}
    tie_breaks = tuple(
        dict.fromkeys(
            name for place in range(MAX_TIE_BREAKS) if (name := query.get(f"t{place}", "")) and name in CRITERIA
        )
    )
    how = query.get("how", "")
    what = Supposition(
        results=tuple(results),
        leaves=number_in(query.get("leave", "")) or 0,
        matches=how if how in get_args(Leaving) else "keep",  # type: ignore[arg-type]
        scoring=scoring,
        tie_breaks=tie_breaks,
    )
    written = {number: fields[number] for number in problems if number}
    raw = "go" in query
    stage, group = (number_in(query.get(name, "")) or 0 for name in ("stage", "group"))
    return WhatIfQuery(stage, group, what, problems, written, raw)


def _too_many() -> str:
    return _("Suppose at most {most} results.").format(most=MAX_RESULTS)


def _result(number: int, given: Mapping[str, str]) -> SupposedResult | None:
    """Return the result that the members of an address give to a match; None for none.

    Raises:
        ValueError: They give none that can be, with the reason in words.
    """
    text = given.get("m", "")
    if {"a", "b"} & given.keys():
        text = f"{given.get('a', '')}_{given.get('b', '')}"
    elif "w" in given:
        text = given["w"]
    if (points := _RESULT.fullmatch(text)) is not None:
        return SupposedResult(number, (int(points[1]), int(points[2])))
    if text in _WINNERS:
        return SupposedResult(number, winner=text)  # type: ignore[arg-type]
    raise ValueError(_("Give the points of both sides as whole numbers, or choose a winner."))


def simplified(state: TournamentState, query: WhatIfQuery) -> WhatIfQuery:
    """Return the question without what is so anyway: match points and criteria that the plan of the stage has."""
    stage = state.stages.get(query.stage)
    if stage is None:
        return query
    usual = {name: str(getattr(stage.scoring, name)) for name in SCORING}
    what = query.what
    scoring = {name: points for name, points in what.scoring.items() if points != usual[name]}
    tie_breaks = () if what.tie_breaks == stage.plan.tie_breaks else what.tie_breaks
    changed = Supposition(what.results, what.leaves, what.matches, scoring, tie_breaks)
    return replace(query, what=changed)
