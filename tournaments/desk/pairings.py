"""Pairing by hand: a page on which a director lets entrants change places, compares, and keeps the pairing or not.

Nothing is saved before it is kept. The pairing that is being made travels in the form, as numbers of entrants:
`3-1 2-5 4` are two matches and a bye.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final
from uuid import uuid4

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.base.asked import number_in
from clubs.web.pages import current_player, edits
from clubs.web.refusals import done
from tournaments.deeds.base import DIRECTORS
from tournaments.deeds.staging import EditPairings, unpaired
from tournaments.desk.asking import command_in, version_in
from tournaments.desk.moments import Reading, frame, get_tournament, present
from tournaments.directing.acting import act
from tournaments.directing.refusals import in_words
from tournaments.drafting.by_hand import Pairings
from tournaments.formats.points_race import SIDES
from tournaments.models import Tournament
from tournaments.overview.heads import group_name
from tournaments.overview.matches import by_hand_words
from tournaments.overview.pairings import CRITERIA, note_words
from tournaments.overview.views import clocks_of
from tournaments.overview.wording import number_text, value_text
from tournaments.selectors.naming import Names, names_in
from tournaments.stages.stage import POINTS_RACE
from tournaments.state.tournament import RoundState, StageState, TournamentState
from tournaments.summaries.pairings import BY_HAND, Comparison, comparison
from tournaments.summaries.rounds import points_before, round_of

MAX_TEXT: Final = 40_000
"""The characters of a pairing in a form."""
MAX_NOTES: Final = 40
"""The sentences of a comparison."""
_ACTS: Final = ("swap", "find", "compare", "engine", "keep")


@dataclass(frozen=True, slots=True)
class SlotShown:
    """An entrant in its place: its name, and its points before the round."""

    entrant: int
    name: str
    points: str
    picked: bool


@dataclass(frozen=True, slots=True)
class BoardShown:
    """A match or a bye of the pairing.

    Attributes:
        changed: The engine's pairing does not have it.
        left_out: A search leaves it out.
    """

    number: int
    slots: tuple[SlotShown, ...]
    changed: bool
    left_out: bool


@dataclass(frozen=True, slots=True)
class CompareShown:
    """The comparison with the engine's pairing, in words.

    Attributes:
        lead: What it comes to.
        rows: Each criterion, its value here and in the engine's pairing, and whether that is worse.
        notes: What breaks the criteria, naming the entrants.
        left_out: How many notes more there are.
    """

    lead: str
    good: bool
    rows: tuple[tuple[str, str, str, bool], ...]
    notes: tuple[str, ...]
    left_out: int


@dataclass(frozen=True, slots=True)
class DraftShown:
    """A round that is a draft, on the desk: whether it is paired by hand, and the page for that."""

    title: str
    words: tuple[str, ...]
    link: str


def drafts_of(tournament: Tournament, state: TournamentState) -> Iterator[DraftShown]:
    """Yield the drafts that can be paired by hand."""
    for stage in state.running:
        for paired in stage.rounds:
            if paired.released or stage.plan.type not in BY_HAND:
                continue
            view = round_of(state, stage.number, paired.group, paired.number)
            words = by_hand_words(view) if view.by_hand else (_("As the engine paired it."),)
            yield DraftShown(_title(stage, paired), words, _address(tournament, stage, paired))


def _title(stage: StageState, paired: RoundState) -> str:
    if len(stage.groups) == 1:
        return _("Round {number}").format(number=paired.number)
    text = _("Round {number}, group {group}")
    return text.format(number=paired.number, group=group_name(paired.group))


def _address(tournament: Tournament, stage: StageState, paired: RoundState) -> str:
    path = reverse("tournaments:pairings", args=[tournament.slug, stage.number, paired.number])
    return f"{path}?group={paired.group + 1}" if paired.group else path


@edits
def pairings(request: HttpRequest, slug: str, stage: int, number: int) -> HttpResponse:
    """The draft of a round, and its pairing by hand. `?group=` chooses the group."""
    tournament = get_tournament(slug)
    reading = present(tournament, current_player(request))
    state = reading.state
    if not reading.doer.is_one_of(DIRECTORS):
        raise PermissionDenied(_("Only the directors of the tournament can pair by hand."))
    group = (number_in(request.GET.get("group", "")) or 1) - 1
    known = state.stages.get(stage)
    paired = None if known is None else known.round_of(number, group)
    if known is None or paired is None or known.plan.type not in BY_HAND:
        raise Http404(_("There is no such round."))
    if paired.released or known.status != "running":
        messages.info(request, _("This round is released: undo that first to pair it by hand."))
        return redirect("tournaments:desk", slug)
    late: Pairings = tuple(
        ((entrant,),) for entrant in unpaired(state, known, number) if entrant in known.groups[group]
    )
    saved = (*(state.matches[match].sides for match in paired.matches), *late)
    page = _Page(tournament, reading, known, paired, saved)
    if request.method == "POST":
        if _is_kept(request, page):
            return redirect("tournaments:desk", slug)
        if request.POST.get("act") == "engine" and page.current == saved:
            return redirect(page.address)
    with clocks_of(tournament.club):
        return render(request, "tournaments/desk/pairings.html", page.context())


class _Page:
    """The page as it is being made: the pairing in the form, and what is shown of it."""

    def __init__(
        self, tournament: Tournament, reading: Reading, stage: StageState, paired: RoundState, saved: Pairings
    ) -> None:
        self.tournament, self.reading, self.stage, self.paired, self.saved = tournament, reading, stage, paired, saved
        self.state = reading.state
        self.current = saved
        self.engine = paired.engine or saved
        self.version: int | None = self.state.version
        self.command = uuid4()
        self.search = ""
        self.picked: tuple[int, ...] = ()
        self.compared: Comparison | None = None
        self.address = _address(tournament, stage, paired)

    @property
    def sides(self) -> int:
        """The sides of a match."""
        return SIDES if self.stage.plan.type == POINTS_RACE else 2

    def deed(self) -> EditPairings:
        """Return the deed that keeps the pairing; a match or a bye of those that have left is left out."""
        number = self.paired.number
        kept = tuple(
            sides
            for sides in self.current
            if any(self.state.entrants[side[0]].plays_in(self.stage.number, number) for side in sides)
        )
        return EditPairings(stage=self.stage.number, round=number, matches=kept, group=self.paired.group)

    def compare(self) -> None:
        """Compare the pairing with the engine's.

        Raises:
            TournamentError: The round does not admit it.
        """
        with in_words(conflicts=True):
            self.compared = comparison(self.state, self.deed())

    def context(self) -> dict[str, object]:
        """Return what the template shows."""
        names = names_in(self.tournament)
        view = round_of(self.state, self.stage.number, self.paired.group, self.paired.number)
        return frame(self.tournament, "desk", self.reading) | {
            "title": _title(self.stage, self.paired),
            "address": self.address,
            "saved": by_hand_words(view) if view.by_hand else (),
            "boards": tuple(self._boards(names)),
            "pairing": written(self.current),
            "engine": written(self.engine),
            "is_saved": self.current == self.saved,
            "is_engines": set(self.current) == set(self.engine),
            "version": self.version,
            "command": self.command,
            "search": self.search,
            "compared": None if self.compared is None else _compared(self.compared, names),
        }

    def _boards(self, names: Names) -> Iterator[BoardShown]:
        number = self.paired.number
        before = points_before(self.state, self.stage.number, self.paired.group, number) if number > 1 else {}
        usual = set(map(frozenset, self.engine))
        wanted = self.search.casefold()
        for at, sides in enumerate(self.current, start=1):
            slots = tuple(
                SlotShown(
                    side[0],
                    names.of.get(side[0], ""),
                    value_text("points", before[side[0]]) if side[0] in before else "",
                    side[0] in self.picked,
                )
                for side in sides
            )
            fits = any(wanted in slot.name.casefold() or slot.picked for slot in slots)
            yield BoardShown(at, slots, frozenset(sides) not in usual, not fits)


def _is_kept(request: HttpRequest, page: _Page) -> bool:
    """Do what the form asks for; tell whether the pairing was kept."""
    post = request.POST
    page.version = version_in(post)
    page.search = " ".join(post.get("q", "").split())[:60]
    current = read_pairing(post.get("pairing", ""), page.saved, page.sides)
    wish = post.get("act", "")
    if current is None or wish not in _ACTS:
        messages.error(request, _("The input could not be read; nothing was done."))
        page.version = page.state.version
        return False
    page.current = current
    picked = [number for text in post.getlist("pick") if (number := number_in(text)) is not None]
    if wish == "swap":
        _swap(request, page, picked)
    elif wish == "engine":
        _take_engines(request, page)
    elif wish in ("compare", "find"):
        page.picked = tuple(picked) if wish == "find" else ()
        if wish == "compare":
            done(request, page.compare)
    elif wish == "keep":
        return _keep(request, page)
    return False


def _swap(request: HttpRequest, page: _Page, picked: Sequence[int]) -> None:
    known = {side[0] for sides in page.current for side in sides}
    if len(picked) != 2 or not set(picked) <= known:
        messages.error(request, _("Choose two entrants: they change places."))
        page.picked = tuple(picked)
        return
    page.current = swapped(page.current, picked[0], picked[1], page.sides)
    page.search = ""


def _take_engines(request: HttpRequest, page: _Page) -> None:
    if {side for sides in page.engine for side in sides} != {side for sides in page.saved for side in sides}:
        messages.error(request, _("Entrants have joined or left since the engine paired: discard the draft instead."))
        return
    page.current = page.engine
    if page.current != page.saved:
        done(request, page.compare)


def _keep(request: HttpRequest, page: _Page) -> bool:
    def do() -> None:
        with in_words(conflicts=True):
            act(
                page.tournament,
                page.deed(),
                by=current_player(request),
                command=command_in(request.POST),
                expected=page.version,
            )

    if done(request, do, _("The pairing is saved.")):
        return True
    # It is shown by the latest state: the director looks at it and decides again.
    page.version = page.state.version
    return False


def _compared(compared: Comparison, names: Names) -> CompareShown:
    notes = [note_words(note, names) for note in compared.notes]
    if compared.more_rest:
        lead = _("More entrants rest than necessary, or one plays that asked to rest.")
    elif not compared.criteria:
        lead = _("There is nothing to compare with: an entrant has left since the engine paired.")
    elif not compared.changed:
        lead = _("This is the engine's pairing.")
    elif compared.is_as_good:
        lead = _("It is as good as the engine's pairing by all criteria.")
    else:
        worse = [str(CRITERIA[one.name]) for one in compared.criteria if one.is_worse]
        lead = _("It is worse than the engine's pairing in: {criteria}.").format(criteria=", ".join(worse))
    rows = (
        (str(CRITERIA[one.name]), number_text(one.had), number_text(one.least), one.is_worse)
        for one in compared.criteria
        if one.had or one.least
    )
    left_out = max(0, len(notes) - MAX_NOTES)
    good = compared.is_as_good or (bool(compared.criteria) and not compared.changed)
    return CompareShown(lead, good, tuple(rows), tuple(notes[:MAX_NOTES]), left_out)


def written(pairing: Pairings) -> str:
    """Return a pairing as a form carries it.

    >>> written((((3,), (1,)), ((2,),)))
    '3-1 2'
    """
    return " ".join("-".join(str(side[0]) for side in sides) for sides in pairing)


def read_pairing(text: str, saved: Pairings, sides: int) -> Pairings | None:
    """Return the pairing that a form carries; None unless it has the entrants of the round, each once.

    Args:
        text: The pairing as `written` has it.
        saved: The pairing of the round.
        sides: How many sides a match has.
    """
    boards = [board.split("-") for board in text[:MAX_TEXT].split()]
    if not all(len(board) in (1, sides) and all(number_in(name) is not None for name in board) for board in boards):
        return None
    named = [int(name) for board in boards for name in board]
    if sorted(named) != sorted(side[0] for board in saved for side in board):
        return None
    return tuple(tuple((int(name),) for name in board) for board in boards)


def swapped(pairing: Pairings, one: int, other: int, sides: int) -> Pairings:
    """Return a pairing in which two entrants have changed places; two that rest in a format of two sides meet.

    >>> swapped((((1,), (2,)), ((3,), (4,))), 2, 3, 2)
    (((1,), (3,)), ((2,), (4,)))
    >>> swapped((((1,), (2,)), ((3,),), ((4,),)), 4, 3, 2)
    (((1,), (2,)), ((3,), (4,)))
    """
    resting = {board[0][0] for board in pairing if len(board) == 1}
    if sides == 2 and {one, other} <= resting:
        first, second = sorted((one, other))
        met = ((first,), (second,))
        kept = [board for board in pairing if board not in (((one,),), ((other,),))]
        at = sum(len(board) > 1 for board in kept)
        return (*kept[:at], met, *kept[at:])
    change = {one: other, other: one}
    return tuple(tuple((change.get(side[0], side[0]),) for side in board) for board in pairing)
