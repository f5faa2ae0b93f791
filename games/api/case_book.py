"""What is read beside a case: what a ruling would change, similar cases, the case book, polls, the sweep."""

from collections.abc import Iterable
from datetime import datetime
from functools import partial
from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec
from django.utils import timezone
from msgspec import UNSET, UnsetType
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

import engine
from clubs.api.base import NO_NUL, ApiView, Paging, described, page_of, published
from clubs.api.common import club_of, judged
from clubs.officers.permissions import require
from games.api.case_shapes import CaseEntry, entry_members
from games.api.case_wishes import DecisionWish, Short, Words
from games.api.writing import WritingView
from games.casebook.data import as_data
from games.casebook.selectors import Filters, Similar, find_case, looked_for, similar_to
from games.casebook.showing import book_case
from games.cases import parts
from games.cases.log import seconds_of
from games.cases.ruling.foreseen import ForeseenPage, foreseen_page
from games.cases.ruling.page import case_page
from games.cases.selectors import seen_case
from games.errors import UnknownCase
from games.events.cases import Subject
from games.models import Case, SweepFinding
from games.polls.answers import answer_of
from games.polls.selectors import Asked, asked_by, invitations_of, position_asked
from games.polls.services import answer as answer_poll
from games.sweep.selectors import open_findings
from games.sweep.selectors import shown as findings_shown

operation = partial(described, tag="cases")


class SideForeseen(msgspec.Struct, frozen=True):
    """What a side would have won in the game, before and after."""

    side: int
    before: int
    after: int


class ChangeForeseen(msgspec.Struct, frozen=True):
    """A difference in the tournament: a place of the standings, a match, an entrant that goes on, in words."""

    kind: Literal["standing", "bracket", "advances", "replay"]
    what: str
    before: str
    after: str


class ForeseenShown(msgspec.Struct, frozen=True):
    """What a decision would change; nothing is done.

    Attributes:
        decision: The decision in a sentence.
        was: The hand as it counts now.
        after: The hand as it would count.
        sides: The points of the sides.
        game: What happens to the game, in sentences.
        tournament: The differences in the tournament.
        refusal: Why the tournament does not take it as it is; empty if it does.
        waits: It would take effect when the game is over.
        asks_follow_up: The decision has to say what becomes of later matches.
    """

    decision: str
    was: str
    after: str
    sides: tuple[SideForeseen, ...]
    game: tuple[str, ...]
    tournament: tuple[ChangeForeseen, ...]
    refusal: str
    waits: bool
    asks_follow_up: bool


class SimilarCase(msgspec.Struct, frozen=True):
    """A case of the book that is like another one, and what they have in common."""

    case: CaseEntry
    address: str
    reason: str


class SimilarCases(msgspec.Struct, frozen=True):
    """The cases of the book that are most like a case."""

    cases: tuple[SimilarCase, ...]


class BookQuery(Paging, forbid_unknown_fields=True):
    """What is looked for in the case book."""

    family: Literal["28", "56"] | UnsetType = UNSET
    rule: Short = ""
    subject: Subject | UnsetType = UNSET
    outcome: Literal["ruled", "upheld", "changed"] | UnsetType = UNSET
    club: Annotated[str, msgspec.Meta(max_length=60, pattern=NO_NUL)] = ""
    words: Annotated[str, msgspec.Meta(max_length=60, pattern=NO_NUL)] = ""


class BookLine(msgspec.Struct, frozen=True):
    """A case in a list of the book; `address` is the address of all that the book says of it."""

    club: str
    number: int
    rules: str
    subject: str
    rule: str
    decision: str
    outcome: str
    closed_at: datetime
    address: str


BookLinePage = page_of(BookLine)


class BookEntry(msgspec.Struct, frozen=True):
    """A case of the book: names only if nobody of the case withheld them."""

    format: str
    club: str
    number: int
    rules: str
    subject: str
    rule: str | None
    outcome: str
    names_withheld: bool
    closed: str
    sides: tuple[str, ...]
    question: dict[str, Any]
    hand: dict[str, Any] | None
    audit: str | None
    findings: tuple[str, ...]
    polls: tuple[dict[str, Any], ...]
    ruling: dict[str, Any] | None
    appeal: dict[str, Any] | None


class PollAsked(msgspec.Struct, frozen=True):
    """A question that was put to you.

    Attributes:
        id: The id of the question.
        until: Until when you can answer.
        open: It takes answers.
        known: You said that you know the hand.
        action: Your answer.
        sure: How sure you are, from 1 to 3.
    """

    id: UUID
    until: datetime
    open: bool
    known: bool
    action: str
    sure: int


class PollsAsked(msgspec.Struct, frozen=True):
    """The questions that you can answer."""

    polls: tuple[PollAsked, ...]


class PollPosition(PollAsked, frozen=True, kw_only=True):
    """A question with its position: what the seat could see, and nothing else.

    Attributes:
        view: The view of the seat; it has no number of a hand.
        tricks: The complete tricks with their cards.
        meanings: What each call of the auction tells by the card in force.
        answers: The answers there are: what the seat could do.
        seconds_left: The seconds that the seat had, where the director shows them.
    """

    view: engine.View
    tricks: tuple[engine.TrickTaken, ...]
    meanings: tuple[str, ...]
    answers: tuple[str, ...]
    seconds_left: int | None


class PollReply(msgspec.Struct, forbid_unknown_fields=True):
    """Your answer: an action of `answers` and how sure you are; an empty action: you know the hand."""

    action: Annotated[str, msgspec.Meta(max_length=40, pattern=NO_NUL)]
    sure: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0
    words: Words = ""


class SweepLine(msgspec.Struct, frozen=True):
    """A finding of the sweep.

    Attributes:
        game: The id of the stream.
        hand: The number of the hand; 0 for the whole game.
        code: What was found.
        rule: The rule that was broken.
        text: The same in words.
        found_at: When.
    """

    game: UUID
    hand: int
    code: str
    rule: str
    text: str
    found_at: datetime


SweepLinePage = page_of(SweepLine)


class RulingPreview(WritingView):
    """What a ruling would change."""

    key_required = False

    @operation("cases_preview", ForeseenShown, body=DecisionWish)
    def post(self, request: Request, case_id: UUID) -> Response:
        """Say what a decision would change, in the game and in the tournament; nothing is done."""
        wish, player = self.read(DecisionWish), self.require_player()
        page = case_page(case_id, player)
        assert page.seen.actor is not None, "somebody is signed in"
        act: parts.Act = "propose" if page.state.status == "voting" else "rule"
        parts.require_may(act, page.state, page.seen.actor, seconds_of(timezone.now()))
        return Response(_foreseen(judged(lambda: foreseen_page(page, wish.decision, player), None)))


def _foreseen(page: ForeseenPage) -> ForeseenShown:
    return ForeseenShown(
        decision=page.sentence,
        was=page.was,
        after=page.after,
        sides=tuple(SideForeseen(side.number, side.before, side.after) for side in page.sides),
        game=page.game,
        tournament=tuple(published(ChangeForeseen, change) for _heading, changes in page.impact for change in changes),
        refusal=page.refusal,
        waits=page.waits,
        asks_follow_up=page.asks_follow_up,
    )


class SimilarToCase(ApiView):
    """Cases like another one."""

    @operation("cases_similar", SimilarCases)
    def get(self, request: Request, case_id: UUID) -> Response:
        """List the cases of the book that are most like a case, with what they have in common."""
        player = self.player()
        return Response(SimilarCases(tuple(map(_similar, similar_to(seen_case(case_id, player).case, player)))))


def _similar(similar: Similar) -> SimilarCase:
    return SimilarCase(CaseEntry(**entry_members(similar.case)), _address(similar.case), similar.reason)


def _address(case: Case) -> str:
    return f"/api/clubs/{case.club.slug}/casebook/{case.number}/"


class CaseBook(ApiView):
    """The case book."""

    @operation("casebook_list", BookLinePage, parameters=BookQuery)
    def get(self, request: Request) -> Response:
        """List the decided cases whose hands you may see: the last one first."""
        asked = self.asked(BookQuery)
        filters = Filters(
            family=asked.family or "", rule=asked.rule, subject=asked.subject or "", outcome=asked.outcome or "",
            club=asked.club, text=asked.words,
        )  # fmt: skip
        return self.page(looked_for(self.player(), filters), BookLinePage, asked, _lines)


def _lines(cases: Iterable[Case]) -> list[BookLine]:
    return [published(BookLine, case, club=case.club.slug, address=_address(case)) for case in cases]


class OneOfBook(ApiView):
    """A case of the book."""

    @operation("casebook_retrieve", BookEntry)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Show a case of the book: the question, what was found, the ruling and its reasons, the appeal."""
        if not 1 <= number <= _MOST_CASES:
            raise UnknownCase
        case = find_case(club_of(slug), number, self.player())
        return Response(msgspec.convert(as_data(book_case(case)), BookEntry))


_MOST_CASES = 2**31 - 1


class Polls(ApiView):
    """The questions put to you."""

    permission_classes = (IsAuthenticated,)

    @operation("polls_list", PollsAsked)
    def get(self, request: Request) -> Response:
        """List the positions that directors put before you, as long as you can answer."""
        return Response(PollsAsked(tuple(_poll(asked) for asked in invitations_of(self.require_player()))))


class OnePoll(WritingView):
    """A question put to you."""

    reading_is_free = True

    @operation("polls_retrieve", PollPosition)
    def get(self, request: Request, invitation_id: UUID) -> Response:
        """Show a position as one seat saw it, and the answers there are."""
        asked = asked_by(invitation_id, self.require_player())
        position = position_asked(asked)
        return Response(
            PollPosition(
                **msgspec.structs.asdict(_poll(asked)),
                # The number of the hand would help to find it.
                view=msgspec.structs.replace(position.seen, hand_number=0),
                tricks=position.tricks,
                meanings=position.meanings,
                answers=tuple(answer_of(action) for action in position.legal),
                seconds_left=position.seconds_left if asked.clock else None,
            )
        )

    @operation("polls_answer", PollAsked, body=PollReply)
    def post(self, request: Request, invitation_id: UUID) -> Response:
        """Answer, or say that you know the hand; a later answer replaces it until the poll is closed."""
        reply, player = self.read(PollReply), self.require_player()
        terms = msgspec.structs.asdict(reply)
        judged(partial(answer_poll, invitation_id=invitation_id, player=player, command=self.command, **terms), None)
        return Response(_poll(asked_by(invitation_id, player)))


def _poll(asked: Asked) -> PollAsked:
    return PollAsked(asked.invitation.pk, asked.until, asked.is_open, asked.known, asked.answer, asked.sure)


class SweepOfClub(ApiView):
    """What the sweep found in a club."""

    permission_classes = (IsAuthenticated,)

    @operation("clubs_sweep", SweepLinePage, parameters=Paging)
    def get(self, request: Request, slug: str) -> Response:
        """List what the nightly audit found in a club's hands and still stands, for its directors."""
        club = club_of(slug)
        require(self.player(), "give_rulings", club)
        return self.page(open_findings(club), SweepLinePage, self.asked(Paging), _findings)


def _findings(rows: Iterable[SweepFinding]) -> list[SweepLine]:
    return [
        published(SweepLine, each.finding, game=each.finding.stream, text=each.text) for each in findings_shown(rows)
    ]
