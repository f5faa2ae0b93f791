"""Cases: disputes about finished hands, from raising one to the decision of the committee."""

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID

import msgspec
from django.utils.translation import gettext as _
from msgspec import UNSET
from rest_framework.permissions import BasePermission, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.base import ApiView, described
from clubs.api.common import club_of, judged
from clubs.api.problems import Problem, invalid, unknown
from clubs.models import Player
from games.api.case_shapes import (
    CaseEntryPage,
    CaseQuery,
    CaseReceipt,
    CaseShown,
    PollReceipt,
    WindowShown,
    entries_of,
    shown,
)
from games.api.case_wishes import (
    MOST,
    CommitteeWish,
    DeadlineWish,
    DecisionWish,
    DisputeWish,
    EvidenceWish,
    NamesWish,
    PollWish,
    ReasonWish,
    StanceWish,
    VoteWish,
)
from games.api.etags import ETAG, SEEN_BEFORE, answer_if_changed
from games.api.writing import PublicWritingView, WritingView
from games.cases import selectors
from games.cases.log import Written
from games.cases.services import answering, appealing, directing, naming, raising, ruling
from games.errors import AlreadyDisputed
from games.models import Case
from games.polls.services import close_poll, open_poll
from games.sheets.authors import Author, read_by
from games.tables.selectors.access import visible_table

operation = partial(described, tag="cases")


class CaseView(WritingView):
    """An endpoint that does something in a case."""

    def act(self, service: Callable[..., Written], case_id: UUID, **terms: Any) -> Response:
        """Call a service of the case, and answer with the case's version after it."""
        written = judged(
            partial(service, case_id=case_id, player=self.require_player(), command=self.command, **terms), None
        )
        return self.receipt(CaseReceipt(case_id, written.state.version))


class MyCases(ApiView):
    """Your cases."""

    permission_classes: Sequence[type[BasePermission]] = (IsAuthenticated,)

    @operation("cases_list", CaseEntryPage, parameters=CaseQuery)
    def get(self, request: Request) -> Response:
        """List the cases in which you have a part: open ones first."""
        asked = self.asked(CaseQuery)
        cases = selectors.cases_for(self.require_player())
        if asked.status is not UNSET:
            cases = cases.filter(status=asked.status)
        return self.page(cases, CaseEntryPage, asked, entries_of)


class CasesOfClub(ApiView):
    """The queue of a club."""

    permission_classes: Sequence[type[BasePermission]] = (IsAuthenticated,)

    @operation("clubs_cases_list", CaseEntryPage, parameters=CaseQuery)
    def get(self, request: Request, slug: str) -> Response:
        """List the open cases of a club for its directors: the one whose deadline comes first at the top."""
        club, asked = club_of(slug), self.asked(CaseQuery)
        if not selectors.reads_queue(club, self.player()):
            raise Problem("not-allowed", _("Only directors of the club can read its cases."))
        queue = [case for case in selectors.queue(club) if asked.status in (UNSET, case.status)]
        return self.page(queue, CaseEntryPage, asked, entries_of)


class OneCase(ApiView):
    """A case."""

    @operation("cases_retrieve", {200: CaseShown, 304: None}, headers=[SEEN_BEFORE, ETAG])
    def get(self, request: Request, case_id: UUID) -> Response:
        """Show a case as you may know it: whose move it is and until when, and what was said and decided."""
        case = shown(selectors.seen_case(case_id, self.player()))
        return answer_if_changed(request, case, version=case.version)


class DisputesOfHand(PublicWritingView):
    """The disputes about a hand of a live table."""

    @operation("hands_window", WindowShown)
    def get(self, request: Request, table_id: UUID, number: int) -> Response:
        """Tell whether a finished hand can be disputed, and until when."""
        visible_table(table_id, self.player())
        return _window(table_id, number)

    @operation("disputes_create", {201: CaseReceipt}, body=DisputeWish)
    def post(self, request: Request, table_id: UUID, number: int) -> Response:
        """Dispute a finished hand that you played: the other side answers, and a director rules."""
        return self.receipt(_dispute(self, table_id, number), status=201)


class DisputesOfSheetHand(PublicWritingView):
    """The disputes about a hand of a score sheet."""

    @operation("sheets_hand_window", WindowShown)
    def get(self, request: Request, sheet_id: UUID, number: int) -> Response:
        """Tell whether a hand of a score sheet can be disputed, and until when."""
        read_by(sheet_id, Author(self.player()))
        return _window(sheet_id, number)

    @operation("sheets_disputes_create", {201: CaseReceipt}, body=DisputeWish)
    def post(self, request: Request, sheet_id: UUID, number: int) -> Response:
        """Dispute a hand of a score sheet that you played: the other side answers, and a director rules."""
        return self.receipt(_dispute(self, sheet_id, number), status=201)


def _window(game: UUID, number: int) -> Response:
    window = selectors.window_of(game, _hand(number))
    return Response(WindowShown(window.open, window.closes_at, window.reason, window.case_id))


def _hand(number: int) -> int:
    if not 1 <= number <= MOST:
        raise Problem("not-found", _("There is no such hand."))
    return number


def _dispute(view: WritingView, game: UUID, number: int) -> CaseReceipt:
    """Raise a dispute; one about a hand that is disputed already is refused with the address of that case."""
    player, wish, hand = view.require_player(), view.read(DisputeWish), _hand(number)
    terms = msgspec.structs.asdict(wish)
    try:
        case: Case = judged(
            partial(raising.dispute, game=game, hand=hand, player=player, command=view.command, **terms), None
        )
    except AlreadyDisputed as refusal:
        address = {"Location": f"/api/cases/{refusal.case_id}/"}
        raise Problem("conflict", refusal.message, code=refusal.code, headers=address) from None
    return CaseReceipt(case.pk, case.version)


class Answers(CaseView):
    """The answers of the sides."""

    @operation("cases_answer", CaseReceipt, body=StanceWish)
    def post(self, request: Request, case_id: UUID) -> Response:
        """Answer a dispute for your side."""
        wish = self.read(StanceWish)
        return self.act(answering.answer, case_id, stance=wish.stance, words=wish.words)


class EvidenceOfCase(CaseView):
    """The evidence."""

    @operation("cases_evidence_create", CaseReceipt, body=EvidenceWish)
    def post(self, request: Request, case_id: UUID) -> Response:
        """Add evidence: words, or a step of the hand's history; pictures are added on the page of the case."""
        wish = self.read(EvidenceWish)
        if wish.step is not None and not wish.words.strip():
            return self.act(answering.point_at_step, case_id, step=wish.step)
        return self.act(answering.add_text, case_id, words=wish.words, step=wish.step)


class EvidenceWithdrawn(CaseView):
    """A piece of evidence that is taken back."""

    @operation("cases_evidence_withdraw", CaseReceipt)
    def post(self, request: Request, case_id: UUID, number: int) -> Response:
        """Withdraw a piece of your own evidence: its words and its picture are deleted."""
        return self.act(answering.withdraw_evidence, case_id, evidence=min(number, MOST))


class Withdrawal(CaseView):
    """The end of a case by the player who raised it."""

    @operation("cases_withdraw", CaseReceipt)
    def post(self, request: Request, case_id: UUID) -> Response:
        """Withdraw the dispute that you raised, before the ruling."""
        player = self.require_player()
        case = judged(partial(raising.withdraw_case, case_id=case_id, player=player, command=self.command), None)
        return self.receipt(CaseReceipt(case_id, case.version))


class Taking(CaseView):
    """The director of a case."""

    @operation("cases_take", CaseReceipt)
    def post(self, request: Request, case_id: UUID) -> Response:
        """Take the case up as a director who belongs to neither side, or over from another one."""
        return self.act(directing.take, case_id)


class Release(CaseView):
    """A case that its director gives back."""

    @operation("cases_release", CaseReceipt)
    def post(self, request: Request, case_id: UUID) -> Response:
        """Give the case back: another director takes it up."""
        return self.act(directing.release, case_id)


class Deadlines(CaseView):
    """The deadlines of a case."""

    @operation("cases_deadline", CaseReceipt, body=DeadlineWish)
    def post(self, request: Request, case_id: UUID) -> Response:
        """Set a later deadline for the step at which the case is."""
        wish = self.read(DeadlineWish)
        return self.act(directing.move_deadline, case_id, step=wish.step, until=_aware("/until", wish.until))


class Polls(CaseView):
    """The blind polls of a case."""

    @operation("cases_polls_create", {201: PollReceipt}, body=PollWish)
    def post(self, request: Request, case_id: UUID) -> Response:
        """Put a position of the hand, as one seat saw it, before players who do not know whose it is."""
        wish, player = self.read(PollWish), self.require_player()
        until = None if wish.until is None else _aware("/until", wish.until)
        voters = _players(wish.voters, "voters")
        number = judged(
            partial(
                open_poll, case_id=case_id, player=player, seat=wish.seat, step=wish.step, voters=voters, until=until,
                clock=wish.clock, command=self.command,
            ),
            None,
        )  # fmt: skip
        return self.receipt(PollReceipt(case_id, number), status=201)


class PollClosing(CaseView):
    """The end of a poll."""

    @operation("cases_polls_close", PollReceipt)
    def post(self, request: Request, case_id: UUID, number: int) -> Response:
        """Close a poll before its deadline, with the answers that it has."""
        poll, player = min(number, MOST), self.require_player()
        judged(partial(close_poll, case_id=case_id, player=player, poll=poll, command=self.command), None)
        return self.receipt(PollReceipt(case_id, poll))


class Rulings(CaseView):
    """The rulings of a case."""

    @operation("cases_rule", CaseReceipt, body=DecisionWish)
    def post(self, request: Request, case_id: UUID) -> Response:
        """Rule as the director of the case: the decision takes effect at once, and can be appealed."""
        wish = self.read(DecisionWish)
        return self.act(ruling.rule, case_id, decision=wish.decision, words=wish.words)


class RulingWithdrawal(CaseView):
    """A ruling that is taken back."""

    @operation("cases_ruling_withdraw", CaseReceipt)
    def post(self, request: Request, case_id: UUID) -> Response:
        """Take your ruling back before anybody appeals: what it changed is changed back."""
        return self.act(ruling.withdraw_ruling, case_id)


class Appeals(CaseView):
    """The appeal of a side."""

    @operation("cases_appeal", CaseReceipt, body=ReasonWish)
    def post(self, request: Request, case_id: UUID) -> Response:
        """Appeal against the ruling for your side: a committee decides, and its decision is final."""
        return self.act(appealing.appeal, case_id, words=self.read(ReasonWish).words)


class AppealWithdrawal(CaseView):
    """An appeal that is taken back."""

    @operation("cases_appeal_withdraw", CaseReceipt)
    def post(self, request: Request, case_id: UUID) -> Response:
        """Withdraw the appeal of your side before the first vote: the ruling is final."""
        return self.act(appealing.withdraw_appeal, case_id)


class Committee(CaseView):
    """The committee of an appeal."""

    @operation("cases_committee", CaseReceipt, body=CommitteeWish)
    def post(self, request: Request, case_id: UUID) -> Response:
        """Name the committee as an officer who did not rule, or name it anew before its first vote."""
        members = _players(self.read(CommitteeWish).members, "members")
        return self.act(appealing.name_committee, case_id, members=members)


class Proposals(CaseView):
    """The proposals in a committee."""

    @operation("cases_propose", CaseReceipt, body=DecisionWish)
    def post(self, request: Request, case_id: UUID) -> Response:
        """Propose another decision to the committee."""
        wish = self.read(DecisionWish)
        return self.act(appealing.propose, case_id, decision=wish.decision, words=wish.words)


class Votes(CaseView):
    """The votes in a committee."""

    @operation("cases_vote", CaseReceipt, body=VoteWish)
    def post(self, request: Request, case_id: UUID) -> Response:
        """Vote for a proposal, or with 0 for the ruling; a later vote replaces it."""
        wish = self.read(VoteWish)
        return self.act(appealing.vote, case_id, proposal=wish.proposal, words=wish.words)


class NamesOfCase(CaseView):
    """The names in the case book."""

    @operation("cases_names", CaseReceipt, body=NamesWish)
    def post(self, request: Request, case_id: UUID) -> Response:
        """Ask that the case book name nobody, or take that back."""
        service = naming.withhold_names if self.read(NamesWish).withheld else naming.show_names
        return self.act(service, case_id)


def _aware(field: str, moment: datetime) -> datetime:
    """Return a moment with its zone.

    Raises:
        Problem: It has none.
    """
    if moment.tzinfo is None:
        raise invalid(field, _("Give the time with its zone, such as 2026-11-26T18:30:00+05:30."))
    return moment


def _players(ids: Sequence[UUID], field: str) -> list[Player]:
    """Return players by their ids.

    Raises:
        Problem: There is no such player.
    """
    known = Player.objects.in_bulk(list(ids))
    for place, player_id in enumerate(ids):
        if player_id not in known:
            raise unknown(f"/{field}/{place}", _("There is no such player."))
    return [known[player_id] for player_id in dict.fromkeys(ids)]
