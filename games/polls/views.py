"""The pages of a player who is asked what to do in a position."""

from typing import Any
from uuid import UUID, uuid4

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.translation import get_language
from django.utils.translation import gettext as _

import engine
from clubs.web.pages import current_player
from clubs.web.refusals import done, refusals_beside
from games.pages import reads, writes
from games.polls import services
from games.polls.answers import action_in, answer_of, pressed
from games.polls.forms import AnswerForm
from games.polls.position import Position
from games.polls.selectors import Asked, asked_by, invitations_of, position_asked
from games.polls.showing import render as render_position
from games.screen.inputs import Refusal
from games.words.phrases import refusal_words, translated


@reads
def polls(request: HttpRequest) -> HttpResponse:
    """The positions that wait for the reader's answer."""
    context = {"asked": invitations_of(current_player(request))}
    return render(request, "games/polls/polls.html", context)


@reads
def poll(request: HttpRequest, invitation_id: UUID) -> HttpResponse:
    """A position, with the answers that can be pressed; then how sure the player is, and why."""
    asked = asked_by(invitation_id, current_player(request))
    if not asked.is_open:
        return render(request, "games/polls/closed.html", {"asked": asked})
    position = position_asked(asked)
    chosen = pressed(request.GET, asked.seat) if "do" in request.GET else None
    refusal = _refusal(position, chosen) if chosen is not None else None
    if chosen is not None and refusal is None:
        initial = {"action": answer_of(chosen), "sure": asked.sure or None, "words": asked.words}
        return _page(request, asked, position, form=AnswerForm(initial=initial))
    return _page(request, asked, position, refusal=refusal)


def _refusal(position: Position, action: engine.Action) -> Refusal | None:
    """Return why an action that was pressed cannot be the answer; None if it can."""
    if action in position.legal:
        return None
    assert position.game is not None
    refused = engine.refusal(position.game, action)
    card = getattr(action, "card", "")
    if not isinstance(refused, engine.IllegalAction):
        return Refusal(_("That cannot be done here; choose something else."), "not-legal", card=card)
    return Refusal(refusal_words(refused), refused.code, refused.rule, card)


def _page(
    request: HttpRequest,
    asked: Asked,
    position: Position,
    *,
    form: AnswerForm | None = None,
    refusal: Refusal | None = None,
) -> HttpResponse:
    """Return the page of a position: to choose an answer, to send one, or with the one that was given."""
    again = "again" in request.GET or refusal is not None
    given = bool(asked.answer or asked.known)
    asks = form is None and (again or not given)
    context: dict[str, Any] = {
        "asked": asked,
        "form": form,
        "given": given and form is None and not again,
        "asks": asks,
        "rules": translated(engine.load_rules(position.view.rules).name),
    }
    language = get_language() or settings.LANGUAGE_CODE
    context["position"] = render_position(
        position,
        language,
        answer=render_to_string("games/polls/_answer.html", context, request),
        refusal=refusal,
        clock=asked.clock,
        asks=asks,
        top=render_to_string("games/polls/_top.html", context, request),
        below={"known": render_to_string("games/polls/_known.html", context, request)},
    )
    wrong = refusal is not None or (form is not None and bool(form.errors))
    return render(request, "games/polls/poll.html", context, status=422 if wrong else 200)


@writes
def give(request: HttpRequest, invitation_id: UUID) -> HttpResponse:
    """Take an answer."""
    player = current_player(request)
    asked = asked_by(invitation_id, player)
    if not asked.is_open:
        return redirect("games:poll_answer", invitation_id)
    position = position_asked(asked)
    if action_in(request.POST.get("action", ""), asked.seat, position.legal) is None:
        refusal = Refusal(_("That cannot be done here; choose something else."), "not-legal")
        return _page(request, asked, position, refusal=refusal)
    form = AnswerForm(request.POST)
    if form.is_valid():
        given = form.cleaned_data
        with refusals_beside(form):
            services.answer(
                invitation_id=invitation_id, player=player, action=given["action"], sure=given["sure"],
                words=given["words"], command=uuid4(),
            )  # fmt: skip
            return redirect("games:poll_answer", invitation_id)
    return _page(request, asked, position, form=form)


@writes
def known(request: HttpRequest, invitation_id: UUID) -> HttpResponse:
    """Take that the player knows the hand, so that nothing of the player's is counted."""
    player = current_player(request)
    done(
        request,
        lambda: services.answer(invitation_id=invitation_id, player=player, action="", sure=0, command=uuid4()),
        _("Thank you. You know this hand, so your answer is not counted."),
    )
    return redirect("games:poll_answer", invitation_id)
