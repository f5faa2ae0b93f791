"""The page on which a hand at a real table is written down by tapping."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRedirect

import engine
from clubs.base.asked import number_in
from clubs.web.htmx import fragment_asked
from games.pages import for_people
from games.sheets.authors import Author
from games.sheets.errors import BadEntry
from games.sheets.phone_views import author_of
from games.sheets.selectors import load_state, visible_sheets
from games.transcripts import offers, services
from games.transcripts.page import transcript_page

MAX_CHARS = 12
"""The characters that are read of a number, a card or a call."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_people
def transcript(request: HttpRequest, sheet_id: UUID, number: int) -> HttpResponse:
    """Write down the calls and cards of a hand; a tap is answered with the part of the page that changes."""
    author = author_of(request, sheet_id)
    # Refuses an author who may not write here, before anything is read.
    services.Writing(sheet_id, number, author)
    problem, part = "", fragment_asked(request)
    if request.method == "POST":
        try:
            is_done = _carry_out(request, sheet_id, number, author)
        except BadEntry as refused:
            problem = str(refused)
        else:
            if is_done and visible_sheets(author.player).filter(pk=sheet_id).exists():
                address = _written_page(sheet_id, number)
                return HttpResponseClientRedirect(address) if part else redirect(address)
            if not part:
                return redirect(f"{reverse('games:transcript', args=[sheet_id, number])}?{_noting_query(request)}")
    page = transcript_page(services.Writing(sheet_id, number, author), _noting(request))
    template = "games/_transcript.html" if part else "games/transcript.html"
    # htmx puts nothing in place that came with an error.
    return render(request, template, {"page": page, "problem": problem}, status=422 if problem and not part else 200)


def _written_page(sheet_id: UUID, number: int) -> str:
    """Return the address of the page on which a hand is seen as it was written down, or of its sheet before."""
    if number in load_state(sheet_id).hands:
        return reverse("games:hand_of_sheet", args=[sheet_id, number])
    return reverse("games:sheet", args=[sheet_id])


def _carry_out(request: HttpRequest, sheet_id: UUID, number: int, author: Author) -> bool:
    """Do what was tapped; return whether the page is done with.

    Raises:
        BadEntry: It cannot be done.
    """
    about = {"sheet_id": sheet_id, "number": number, "author": author}
    does = _sent(request, "do")
    if does in ("save", "discard"):
        if does == "save":
            services.save(**about)  # type: ignore[arg-type]
        else:
            services.discard(**about)  # type: ignore[arg-type]
        return True
    if card := _sent(request, "card"):
        services.note_card(**about, seat=_number(request, "noting"), card=card)  # type: ignore[arg-type]
    elif does == "back":
        services.take_back(**about, seen=_number(request, "seen"))  # type: ignore[arg-type]
    else:
        is_irregular = does == "happened"
        writing = services.Writing(sheet_id, number, author)
        action = _happened(request) if is_irregular else _tapped(request, writing)
        write = services.write_as_happened if is_irregular else services.write_action
        write(**about, seen=_number(request, "seen"), action=action)  # type: ignore[arg-type]
    return False


def _tapped(request: HttpRequest, writing: services.Writing) -> engine.Action:
    """Return the action of a key.

    Raises:
        BadEntry: There is none like it.
    """
    word, *rest = _sent(request, "deed", 24).split() or [""]
    seat = _number(request, "seat")
    if word == "say" and rest:
        # A number and a form were chosen before the suit was tapped.
        form = offers.form_at(_sent(request, "said_as") if rest[0] == "-" else rest[0])
        if form is not None:
            bid = offers.moment_of(writing.state.rules, writing.hand).seen.bid or 0
            return _sent_action(
                seat, ["call", offers.text_of(form, "".join(rest[1:]), _number(request, "number"), bid)]
            )
    if word == "claim" and rest and rest[0].isdecimal():
        return engine.Claim(int(rest[0]))
    return _sent_action(seat, [word, *rest])


def _happened(request: HttpRequest) -> engine.Action:
    """Return the action that was chosen though no key offered it.

    Raises:
        BadEntry: There is none like it.
    """
    what = _sent(request, "what").split()
    if what in (["bid"], ["call"]):
        what.append(_sent(request, "value").strip().upper())
    return _sent_action(_number(request, "who"), what)


def _sent_action(seat: int, words: list[str]) -> engine.Action:
    action = offers.action_of_key(seat, words)
    if action is None:
        text = _("Choose the player's action. Enter a bid as a number, a call as 29H.")
        raise BadEntry("no-such-deed", text, "deed")
    return action


def _sent(request: HttpRequest, name: str, longest: int = MAX_CHARS) -> str:
    return request.POST.get(name, "")[:longest].replace("\x00", "")


def _number(request: HttpRequest, name: str) -> int:
    """Return a number that was sent; -1 for none."""
    number = number_in((request.POST.get(name) or request.GET.get(name, ""))[:4])
    return -1 if number is None else number


def _noting(request: HttpRequest) -> int | None:
    """Return the seat whose cards are noted, or None."""
    seat = _number(request, "noting")
    return None if seat < 0 else seat


def _noting_query(request: HttpRequest) -> str:
    seat = _noting(request)
    return "" if seat is None else f"noting={seat}"
