"""The page of a case: what is awaited, what was told, what happened, and what its reader may do.

The parts of other rooms stand in it by their addresses: `games:case_audit` (what the audit says),
`games:case_polls`, `games:case_ruling` (ruling, appeal, committee and votes), and `games:case_similar` (the case book).
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec import Struct
from msgspec.structs import replace

from clubs.models import Picture, Player
from games.adjusting.words import result_line
from games.cases import words
from games.cases.selectors import SeenCase
from games.cases.services.answering import PICTURES
from games.cases.state import CaseState
from games.errors import TableError
from games.hands.history import hand_history, names_by_id
from games.hands.on_sheets import sheet_hand
from games.models import Case, Sheet, SheetPass, Table
from games.sheets.authors import Author
from games.sheets.page import title_of

Step = tuple[int, str]
"""A step of a hand's history and its sentence."""


class HandShown(Struct, frozen=True):
    """A hand as pages of cases name it.

    Attributes:
        game: The id of the table or the sheet.
        number: The number of the hand.
        title: The name of the table or the sheet.
        place_path: The page of the game.
        path: The page of the hand.
        is_sheet: It was written on a score sheet.
        steps: The steps of its history; none where nothing of it is written down, or the viewer may not see it.
        sentence: How it came out; after a ruling how it counts, and then how it was played. Empty where it is not
            known.
        rules: The id of the rule set.
    """

    game: UUID
    number: int
    title: str
    place_path: str
    path: str
    is_sheet: bool
    steps: tuple[Step, ...] = ()
    sentence: str = ""
    rules: str = ""

    def step_path(self, step: int | None) -> str:
        """Return the page of the hand at a step."""
        return self.path if step is None else f"{self.path}?step={step}"

    def said_at(self, step: int | None) -> str:
        """Return the sentence of a step; empty for none."""
        return next((sentence for number, sentence in self.steps if number == step), "")


def named_hand(place: Table | Sheet, number: int) -> HandShown:
    """Return a hand without its history."""
    is_sheet = isinstance(place, Sheet)
    title = title_of(place) if isinstance(place, Sheet) else str(place)
    return HandShown(
        place.pk, number, title, reverse("games:sheet" if is_sheet else "games:table", args=[place.pk]),
        reverse("games:hand_of_sheet" if is_sheet else "games:hand", args=[place.pk, number]), is_sheet,
        rules=place.rules,
    )  # fmt: skip


def shown_hand(
    place: Table | Sheet, number: int, player: Player | None, invitation: str = "", held: SheetPass | None = None
) -> HandShown:
    """Return a hand with the steps of its history.

    Raises:
        UnknownTable, UnknownSheet: There is no such hand, or the viewer may not see it.
    """
    hand = named_hand(place, number)
    if isinstance(place, Sheet):
        told = sheet_hand(place.pk, number, Author(player, held))
        history: Any = told.history
        sentence, players = told.result.sentence, told.players
    else:
        history = hand_history(place.pk, number, player, invitation=invitation)
        sentence, players = history.result.sentence if history.result is not None else "", history.players
    line = result_line(place.pk, number, players) if sentence else None
    if line is not None:
        played = _("As played: {result}").format(result=sentence)
        sentence = f"{line.text} {played}"
    steps = tuple((step.index, step.text) for step in history.steps) if history is not None else ()
    return replace(hand, steps=steps, sentence=sentence)


def hand_of(case: Case, player: Player | None, invitation: str = "", held: SheetPass | None = None) -> HandShown:
    """Return the hand of a case, without its history where the viewer may not see it."""
    with suppress(TableError):
        return shown_hand(case.place, case.hand, player, invitation, held)
    return named_hand(case.place, case.hand)


class Told(Struct, frozen=True):
    """Something that a person said in a case, or put forward.

    Attributes:
        head: What it is, in a sentence.
        at: When.
        words: The person's words; empty where there are none, or they are erased.
        erased: There were words, and they are not there any more.
        evidence: The number of the evidence; 0 for none.
        withdrawn: It was taken back.
        mine: The reader may take it back.
        step: The step that it points to; None for none.
        sentence: The sentence of the step.
        picture: The id of a picture that is there.
    """

    head: str
    at: datetime
    words: str = ""
    erased: bool = False
    evidence: int = 0
    withdrawn: bool = False
    mine: bool = False
    step: int | None = None
    sentence: str = ""
    picture: UUID | None = None


class Event(Struct, frozen=True):
    """A line of the timeline."""

    at: datetime
    sentence: str


class SideOfCase(Struct, frozen=True):
    """A side of the hand with its players.

    Attributes:
        number: Its number.
        players: Their ids and names.
        raised: It raised the dispute.
        answered: It has answered.
        awaited: Its answer is awaited.
        without_account: Its answer is not awaited: nobody of it had an account when the dispute was raised.
    """

    number: int
    players: tuple[tuple[str, str], ...]
    raised: bool
    answered: bool
    awaited: bool
    without_account: bool


def names_in(*states: CaseState) -> Mapping[str, str]:
    """Return the names of all people of some cases by id."""
    people: set[str] = set()
    for state in states:
        people |= {*state.parties, state.director, *state.committee} | {ruling.by for ruling in state.rulings}
        people |= {happened.actor for happened in state.timeline}
        people |= {member for happened in state.timeline for member in getattr(happened.event, "members", ())}
    return names_by_id(player for player in people if player)


def timeline(state: CaseState, names: Mapping[str, str]) -> tuple[Event, ...]:
    """Return everything that the reader may know of, in sentences, the latest first."""
    lines = (Event(words.moment(each.at), words.happened(each, state, names)) for each in state.timeline)
    return tuple(line for line in lines if line.sentence)[::-1]


def told(seen: SeenCase, hand: HandShown, names: Mapping[str, str]) -> tuple[Told, ...]:
    """Return the dispute, the answers and the evidence with their words; nothing for readers without a part."""
    if not seen.insider:
        return ()
    state, said = seen.state, seen.words
    opened = state.timeline[0]
    lines = [
        Told(
            words.happened(opened, state, names), words.moment(opened.at), said.get(opened.version, ""),
            opened.version not in said, step=state.step, sentence=hand.said_at(state.step),
        ),
        *(
            Told(
                words.answered(answer, state, names), words.moment(answer.at), said.get(answer.version, ""),
            )
            for answer in state.answers.values()
        ),
    ]  # fmt: skip
    pictures = set(
        Picture.objects.filter(kind=PICTURES, about=seen.case.pk).values_list("pk", flat=True)
        if any(piece.kind == "picture" for piece in state.evidence)
        else ()
    )
    ids = frozenset() if seen.actor is None else seen.actor.ids
    for piece in state.evidence:
        picture = UUID(piece.item) if piece.kind == "picture" else None
        lines.append(
            Told(
                words.evidence_head(piece, names), words.moment(piece.at), said.get(piece.version, ""),
                piece.kind == "text" and not piece.withdrawn and piece.version not in said,
                piece.number, piece.withdrawn,
                not piece.withdrawn and piece.by in ids and "withdraw-evidence" in seen.may, piece.step,
                hand.said_at(piece.step), picture if picture in pictures else None,
            )
        )  # fmt: skip
    return tuple(sorted(lines, key=lambda line: line.at))


def sides_of(state: CaseState, names: Mapping[str, str]) -> tuple[SideOfCase, ...]:
    """Return the sides of the hand."""
    return tuple(
        SideOfCase(
            number, tuple((player, words.name_of(player, names)) for player in side), number == state.side,
            number in state.answers,
            state.status == "open" and number in state.unanswered,
            bool(side) and number in state.without_account,
        )
        for number, side in enumerate(state.sides)
    )  # fmt: skip


_PLACES: Final = {"open": 0, "review": 1, "ruled": 2, "appealed": 3, "voting": 3}


def course(state: CaseState) -> Sequence[tuple[str, str]]:
    """Return the steps of a case up to its end, each with `done`, `now` or nothing."""
    appealed = state.status in ("appealed", "voting") or state.outcome in ("upheld", "changed")
    names = words.COURSE if appealed else (*words.COURSE[:3], words.COURSE[4])
    at = _PLACES.get(state.status, len(names))
    return [(str(name), "done" if place < at else "now" if place == at else "") for place, name in enumerate(names)]


def now_in(seen: SeenCase, names: Mapping[str, str]) -> dict[str, Any]:
    """Return what stands at the top of the page: what is awaited from whom, until when, and how much time is left."""
    move, state = seen.move, seen.state
    left = None if move.until is None else move.until - int(timezone.now().timestamp())
    return {
        "seen": seen,
        "case": seen.case,
        "state": state,
        "status": Case.Status(state.status).label,
        "outcome": words.OUTCOMES.get(state.outcome, ""),
        "awaited": words.awaited(move, state, names),
        "until": move.until,
        "until_words": "" if move.until is None else words.when(move.until),
        "left": "" if left is None else words.left(left),
        "over": left is not None and left <= 0,
        "course": course(state),
    }
