"""A ladder as the page of a tournament shows it: its order, the open challenges, and the last matches."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.translation import gettext as _

from tournaments.overview.disputes import disputed_in, disputed_words
from tournaments.overview.matches import MatchShown, match_shown
from tournaments.overview.wording import moment_text
from tournaments.selectors.naming import Names
from tournaments.state.tournament import StageState, TournamentState
from tournaments.summaries.ladders import OpenChallenge, Rung, open_challenges, rungs_of
from tournaments.summaries.matches import match_view

MAX_PLAYED: Final = 10
"""The last matches that a ladder shows."""


@dataclass(frozen=True, slots=True)
class RungShown:
    """A place on the ladder, and how it came about; `mark` says that a challenge is open.

    `disputed`: the result by which it came there is, and may change.
    """

    rung: Rung
    name: str
    below: str
    how: str
    mark: str
    disputed: bool = False


@dataclass(frozen=True, slots=True)
class ChallengeShown:
    """An open challenge.

    Attributes:
        answer_by: The end of the time to answer it; None once it is accepted.
        at: The time of its match, in words; empty while none is settled.
        match: The number of its match, once it is accepted.
    """

    number: int
    entrants: tuple[int, int]
    challenger: str
    challenged: str
    answer_by: datetime | None
    at: str
    match: int | None


@dataclass(frozen=True, slots=True)
class LadderShown:
    """A ladder; `disputed` says how many results may change, in a sentence."""

    rungs: tuple[RungShown, ...]
    challenges: tuple[ChallengeShown, ...]
    played: tuple[MatchShown, ...]
    disputed: str = ""


def ladder_shown(state: TournamentState, stage: StageState, names: Names) -> LadderShown:
    """Return a ladder with its open challenges and the matches that were decided last."""
    pending = open_challenges(state, stage) if stage.status == "running" else ()
    marks = {entrant: _mark(waiting, entrant, names) for waiting in pending for entrant in waiting.challenge.entrants}
    decided = [
        challenge.match
        for step in reversed(stage.steps)
        if step.kind == "challenge" and (challenge := stage.challenge(step.number)).match is not None
    ]
    views = [match_view(state, state.matches[number]) for number in decided if number is not None]
    open_ones = disputed_in(state, stage.number)
    disputing = {match.number for match in open_ones}
    return LadderShown(
        tuple(
            RungShown(
                rung, names.of.get(rung.entrant, ""), names.below(rung.entrant), how_text(rung, names),
                marks.get(rung.entrant, ""), rung.match in disputing,
            )
            for rung in rungs_of(state, stage)
        ),
        tuple(challenge_shown(state, challenge, names) for challenge in pending),
        tuple(match_shown(view, names) for view in views if view.status == "over")[:MAX_PLAYED],
        disputed_words(open_ones),
    )  # fmt: skip


def challenge_shown(state: TournamentState, pending: OpenChallenge, names: Names) -> ChallengeShown:
    """Return an open challenge with its names and its time."""
    challenge = pending.challenge
    at = None if challenge.match is None else state.matches[challenge.match].at
    return ChallengeShown(
        challenge.number,
        challenge.entrants,
        names.of.get(challenge.challenger, ""),
        names.of.get(challenge.challenged, ""),
        pending.answer_by if challenge.match is None else None,
        "" if at is None else moment_text(at),
        challenge.match,
    )


def _mark(pending: OpenChallenge, entrant: int, names: Names) -> str:
    challenge = pending.challenge
    if challenge.match is not None:
        other = challenge.challenged if entrant == challenge.challenger else challenge.challenger
        return _("plays {name}").format(name=names.of.get(other, ""))
    if entrant == challenge.challenger:
        return _("challenges {name}").format(name=names.of.get(challenge.challenged, ""))
    return _("challenged by {name}").format(name=names.of.get(challenge.challenger, ""))


def how_text(rung: Rung, names: Names) -> str:
    """Return how an entrant came to its place, in a few words."""
    texts = {
        "began": _("since the beginning"),
        "won": _("beat {name}, from place {before}"),
        "given": _("{name} did not take up the challenge, from place {before}"),
        "passed": _("{name} moved past, from place {before}"),
        "down": _("had not played for a long time, from place {before}"),
        "up": _("{name} left or moved down, from place {before}"),
        "joined": _("joined at the bottom"),
        "returned": _("came back at the bottom"),
        "left": _("has left"),
    }
    text = texts[rung.how].format(name=names.of.get(rung.other or 0, ""), before=rung.before)
    if rung.at is None:
        return text
    return _("{what}, {at}").format(what=text, at=moment_text(rung.at))
