"""What an entrant needs to go on from a stage, in sentences. Only match points count; tie-breaks are left open."""

from collections.abc import Iterator
from typing import Final

from engine.phrases import Member, phrase
from tournaments.outlook.needs import needs_of
from tournaments.outlook.values import LIVE, OUT, SAFE, Needs, OutlookError
from tournaments.plans.words import Sentence
from tournaments.state.published import as_published
from tournaments.state.stages import stage_of
from tournaments.state.tournament import TournamentState
from tournaments.summaries.outlooks import goal_of, has_outlook, passed_over

MAX_POSITIONS: Final = 300
"""The positions that a page's search looks at."""


def needs_in_words(
    state: TournamentState, number: int, group: int, entrant: int, name: str = ""
) -> tuple[Sentence, ...]:
    """Return what an entrant needs for the places that go on, or the first of a last stage; empty where none counts.

    Args:
        state: The tournament.
        number: The number of a stage that is being played.
        group: The group of the entrant, from 0.
        entrant: The entrant.
        name: Its name, to speak of it; empty: the sentences are for its own players.
    """
    state = as_published(state)
    goal = goal_of(state, number)
    if goal is None or not has_outlook(state, number, group):
        return ()
    left = passed_over(state, number, group)
    stage = stage_of(state, number, group)
    try:
        needs = needs_of(stage, str(entrant), goal.places, passed_over=left, limit=MAX_POSITIONS)
    except OutlookError:
        return ()
    return tuple(_sentences(needs, name, last=goal.is_last))


def _sentences(needs: Needs, name: str, *, last: bool) -> Iterator[Sentence]:
    about: dict[str, Member] = {"name": name} if name else {}
    texts = _TEXTS[bool(name), last]
    if needs.outlook.verdict == SAFE:
        yield Sentence(texts["safe"], about)
        return
    if needs.outlook.verdict == OUT:
        yield Sentence(texts["out"])
        return
    assert needs.outlook.verdict == LIVE
    if needs.safe_points is not None:
        members: dict[str, Member] = {"points": str(needs.safe_points), "now": str(needs.points)}
        yield Sentence(texts["points"], {**about, **members})
    if needs.wins_suffice is False:
        yield Sentence(texts["wins may not do"], about)
    elif needs.wins_suffice:
        yield Sentence(texts["wins do"], about)
    following = needs.next_match
    if following is not None and following.win.verdict == SAFE:
        yield Sentence(texts["next win"], about)
    if following is not None and following.loss.verdict == OUT:
        yield Sentence(texts["next loss"], about)
    if not needs.outlook.exact:
        yield Sentence(phrase("There are too many ways to go on to say more for certain."))


_OWN: Final = {
    "wins may not do": phrase("Winning all your matches may not be enough: results of others, or a tie-break, decide."),
    "next win": phrase("A win in your next match is enough."),
    "next loss": phrase("If you lose your next match, you are out."),
}
_OTHER: Final = {
    "wins may not do": phrase("Winning all its matches may not be enough: results of others, or a tie-break, decide."),
    "next win": phrase("A win of {name} in its next match is enough."),
    "next loss": phrase("If {name} loses its next match, it is out."),
}
_TEXTS: Final[dict[tuple[bool, bool], dict[str, str]]] = {
    (False, False): {
        "safe": phrase("You go on, whatever happens."),
        "out": phrase("The places that go on are out of reach."),
        "points": phrase("With {points} match points at the end you certainly go on; you have {now}."),
        "wins do": phrase("If you win all your matches, you certainly go on."),
        **_OWN,
    },
    (False, True): {
        "safe": phrase("You come first, whatever happens."),
        "out": phrase("The first place is out of reach."),
        "points": phrase("With {points} match points at the end you certainly come first; you have {now}."),
        "wins do": phrase("If you win all your matches, you certainly come first."),
        **_OWN,
    },
    (True, False): {
        "safe": phrase("{name} goes on, whatever happens."),
        "out": phrase("The places that go on are out of reach."),
        "points": phrase("With {points} match points at the end {name} certainly goes on; it has {now}."),
        "wins do": phrase("If {name} wins all its matches, it certainly goes on."),
        **_OTHER,
    },
    (True, True): {
        "safe": phrase("{name} comes first, whatever happens."),
        "out": phrase("The first place is out of reach."),
        "points": phrase("With {points} match points at the end {name} certainly comes first; it has {now}."),
        "wins do": phrase("If {name} wins all its matches, it certainly comes first."),
        **_OTHER,
    },
}
"""By whether another's entrant is spoken of, and whether the first place of a last stage counts."""
