"""What people do on the page of a case: one address for each act, which sends back to the page."""

from collections.abc import Callable
from typing import Any, Final
from uuid import UUID, uuid4

from django.contrib import messages
from django.db import transaction
from django.forms import BaseForm
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from msgspec import Struct

from clubs.base.asked import id_in, number_in
from clubs.models import Player
from clubs.pictures import services as pictures
from clubs.pictures.forms import PictureForm
from clubs.pictures.images import MAX_BYTES
from clubs.pictures.kinds import Access
from clubs.web.pages import current_player
from clubs.web.refusals import refusals_beside
from games.cases import log
from games.cases.forms import AnswerForm, DeadlineForm, PointForm, StatementForm
from games.cases.page import hand_of
from games.cases.selectors import SeenCase, seen_case
from games.cases.services import answering, directing, naming, raising
from games.cases.services.answering import MAX_PICTURES, PICTURES
from games.cases.views import case_page, pass_to
from games.errors import BadTerms, TableError
from games.pages import edits, invitation_of


class Sent(Struct, frozen=True):
    """An act that was sent: the case, the person, and the id by which it is done once."""

    request: HttpRequest
    seen: SeenCase
    player: Player
    command: UUID

    def named(self) -> dict[str, Any]:
        """Return the arguments that every command of a case takes."""
        return {"case_id": self.seen.case.pk, "player": self.player, "command": self.command}


class FormAct(Struct, frozen=True):
    """An act with a form: how it is made, what does it, and what the page says then."""

    form: Callable[[Sent], BaseForm]
    do: Callable[[Sent, Any], object]
    done: Any


class ButtonAct(Struct, frozen=True):
    """An act of a button alone."""

    do: Callable[[Sent], object]
    done: Any


@edits
def act(request: HttpRequest, case_id: UUID, act: str) -> HttpResponse:
    """Do an act in a case; a browser that opens the address is led to the case."""
    if request.method != "POST":
        return redirect("games:case", case_id)
    known = _ACTS.get(act)
    if known is None:
        raise Http404(_("There is no such action."))
    player = current_player(request)
    seen = seen_case(case_id, player)
    sent = Sent(request, seen, player, id_in(request.POST.get("command", "")) or uuid4())
    return _by_form(sent, act, known) if isinstance(known, FormAct) else _by_button(sent, known)


def _by_form(sent: Sent, act: str, known: FormAct) -> HttpResponse:
    form = known.form(sent)
    if form.is_valid():
        with refusals_beside(form):
            known.do(sent, form)
            messages.success(sent.request, known.done)
            return redirect("games:case", sent.seen.case.pk)
    return case_page(sent.request, sent.seen.case.pk, {act: form})


def _by_button(sent: Sent, known: ButtonAct) -> HttpResponse:
    try:
        known.do(sent)
    except TableError as refused:
        messages.error(sent.request, refused.message)
    else:
        messages.success(sent.request, known.done)
    return redirect("games:case", sent.seen.case.pk)


def _point_form(sent: Sent) -> PointForm:
    case = sent.seen.case
    hand = hand_of(case, sent.player, invitation_of(sent.request, case.game), pass_to(sent.request, case.game))
    return PointForm(sent.request.POST, steps=hand.steps)


def _point(sent: Sent, form: PointForm) -> object:
    if "step" not in form.cleaned_data:
        raise BadTerms("unknown-step", _("The steps of this hand are not known."))
    return answering.point_at_step(**sent.named(), step=form.cleaned_data["step"])


def _picture(sent: Sent, form: PictureForm) -> object:
    may_add = "add-evidence" in sent.seen.may
    case = sent.seen.case
    access = Access(sent.player, may_see=True, may_add=may_add, club=case.club)
    data = form.data_sent(MAX_BYTES)
    with transaction.atomic():  # a picture that is refused as evidence is not kept
        picture = pictures.add_picture(kind=PICTURES, about=case.pk, data=data, access=access, most=MAX_PICTURES)
        return answering.add_picture(**sent.named(), picture=picture.pk)


def _deadline(sent: Sent, form: DeadlineForm) -> object:
    step = sent.seen.move.step or ""
    return directing.move_deadline(**sent.named(), step=step, until=log.moment_of(form.seconds()))


def _withdraw_evidence(sent: Sent) -> object:
    number = number_in(sent.request.POST.get("evidence", ""), figures=3) or 0
    return answering.withdraw_evidence(**sent.named(), evidence=number)


_ACTS: Final[dict[str, FormAct | ButtonAct]] = {
    "answer": FormAct(
        lambda sent: AnswerForm(sent.request.POST),
        lambda sent, form: answering.answer(
            **sent.named(), stance=form.cleaned_data["stance"], words=form.cleaned_data["words"]
        ),
        gettext_lazy("Your answer is saved."),
    ),
    "statement": FormAct(
        lambda sent: StatementForm(sent.request.POST),
        lambda sent, form: answering.add_text(**sent.named(), words=form.cleaned_data["words"]),
        gettext_lazy("Your statement is saved."),
    ),
    "point": FormAct(_point_form, _point, gettext_lazy("The step is among the evidence.")),
    "picture": FormAct(
        lambda sent: PictureForm(sent.request.POST, sent.request.FILES), _picture,
        gettext_lazy("The picture is among the evidence."),
    ),
    "deadline": FormAct(
        lambda sent: DeadlineForm(sent.request.POST), _deadline, gettext_lazy("The deadline is moved.")
    ),
    "withdraw-evidence": ButtonAct(_withdraw_evidence, gettext_lazy("The evidence is withdrawn.")),
    "withdraw": ButtonAct(
        lambda sent: raising.withdraw_case(**sent.named()), gettext_lazy("The dispute is withdrawn: the result stands.")
    ),
    "take": ButtonAct(lambda sent: directing.take(**sent.named()), gettext_lazy("You have taken the case.")),
    "release": ButtonAct(lambda sent: directing.release(**sent.named()), gettext_lazy("You have given the case back.")),
    "withhold-names": ButtonAct(
        lambda sent: naming.withhold_names(**sent.named()), gettext_lazy("The case book will name nobody.")
    ),
    "show-names": ButtonAct(
        lambda sent: naming.show_names(**sent.named()), gettext_lazy("You no longer ask to withhold the names.")
    ),
}  # fmt: skip
