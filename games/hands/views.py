"""Finished and running hands: the history page, records, proofs."""

import json
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

import engine
from clubs.people.selectors import ids_of
from clubs.web.htmx import fragment_asked
from clubs.web.pages import paged
from games.errors import UnknownTable
from games.hands import history as history_selectors
from games.hands.deals import deal_proof
from games.hands.forms import VerifyForm
from games.hands.history import hand_history
from games.hands.lists import recent_hands
from games.hands.replay import replay_of
from games.models import Table
from games.pages import for_people, invitation_of, list_filters, playing, search_of, shows, viewer, without_page
from games.tables import fair
from games.words.phrases import translated


def step_of(request: HttpRequest) -> int | None:
    """Return the step that the address asks for: the deal if it names none, None for the last if it names it badly."""
    said = request.GET.get("step", "0")
    return int(said) if said.isascii() and said.isdigit() and len(said) < 6 else None


def download(text: str | bytes, name: str) -> HttpResponse:
    """Return a text as a file to be saved."""
    answer = HttpResponse(text, content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


@shows
def hand(request: HttpRequest, table_id: UUID, number: int) -> HttpResponse:
    """A hand with all its steps, opened at the deal; of a running one only what the viewer may know."""
    player = playing(request)
    history = hand_history(table_id, number, player, invitation=invitation_of(request, table_id))
    ids = ids_of(player) if player is not None else ()
    own = next((seat for seat, one in enumerate(history.player_ids) if one in ids), 0)
    replay = replay_of(history, step=step_of(request), bottom=own)
    ended = Table.objects.filter(pk=table_id, finished_at__isnull=False).exists()
    broken_off = ended and history.result is None
    return render(request, "games/hand.html", {"replay": replay, "history": history, "broken_off": broken_off})


@require_safe
@for_people
def hand_record(request: HttpRequest, table_id: UUID, number: int) -> HttpResponse:
    """The record of the game up to and with this hand, which `audit_records` and other programs read."""
    record = history_selectors.record(
        table_id, playing(request), invitation=invitation_of(request, table_id), upto=number
    )
    return download(engine.encode_record(record), f"lelam-{table_id}-hand-{number}.json")


@require_safe
@for_people
def game_record(request: HttpRequest, table_id: UUID) -> HttpResponse:
    """The record of all finished hands of the game."""
    record = history_selectors.record(table_id, playing(request), invitation=invitation_of(request, table_id))
    return download(engine.encode_record(record), f"lelam-{table_id}.json")


@require_safe
@for_people
def hand_proof(request: HttpRequest, table_id: UUID, number: int) -> HttpResponse:
    """How the deal of a hand can be checked, and what came of checking it here."""
    history = hand_history(table_id, number, playing(request), invitation=invitation_of(request, table_id))
    checked = history.proof
    if checked is None:
        raise UnknownTable(_("This hand is not over; its secret is opened afterwards."))
    given, promised = dict(checked.numbers), dict(checked.promised)
    context = {
        "history": history,
        "faults": [translated(fault) for fault in checked.faults],
        "document": checked.document,
        "numbers": [
            {"name": history.players[seat], "fingerprint": promised.get(seat, ""), "number": given.get(seat, "")}
            for seat in sorted({*given, *promised})
        ],
    }
    return render(request, "games/hand_proof.html", context)


@require_safe
@for_people
def hand_proof_file(request: HttpRequest, table_id: UUID, number: int) -> HttpResponse:
    """The proof of a hand as a file, for the script that checks it without this site."""
    proof = deal_proof(table_id, number, playing(request), invitation=invitation_of(request, table_id))
    answer = download(json.dumps(proof.document, indent=1), f"deal-{table_id}-{number}.json")
    # It never changes, and each browser at the table asks for it when the hand is over.
    answer["Cache-Control"] = "private, max-age=86400"
    return answer


def faults(document: dict[str, Any]) -> list[str]:
    """Return what is wrong with a proof; nothing if the deal was as promised."""
    try:
        rules = engine.load_rules(str(document.get("rules", "")))
    except engine.RulesError:
        return [_("It names no rule set known here.")]
    found = fair.faults_of(document, deck=rules.deck, players=rules.players, packet=rules.packet)
    return [translated(fault) for fault in found]


@require_http_methods(["GET", "POST"])
def verify(request: HttpRequest) -> HttpResponse:
    """Check the proof of a deal that somebody pasted, and offer the script that does it elsewhere."""
    form = VerifyForm(request.POST or None)
    found: list[str] | None = None
    if request.method == "POST" and form.is_valid():
        try:
            document = json.loads(form.cleaned_data["proof"])
        except (ValueError, RecursionError):
            document = None
        if not isinstance(document, dict):
            form.add_error("proof", _("This is not a JSON object; paste the whole file."))
        elif document.get("format") not in fair.FORMATS.values():
            form.add_error(
                "proof", _("This is not a proof of a deal; paste the file deal-….json from the page of a proof.")
            )
        else:
            found = faults(document)
    told = fair.contents_of(document) if found == [] else None
    context = {"form": form, "faults": found, "checked": found is not None, "told": told}
    return render(request, "games/verify.html", context, status=422 if form.errors else 200)


HANDS = 8
"""How many tables and hands a page of their lists has."""


@shows
def recent(request: HttpRequest) -> HttpResponse:
    """The last finished hands, as a fragment of another page or all of them on a page of their own.

    `?people=1` leaves out hands that only bots played, and has a single page.
    """
    people = bool(request.GET.get("people"))
    found = recent_hands(viewer(request), people=people, **list_filters(request))
    page = paged(request, found[:HANDS] if people else found, HANDS)
    context = {"page": page, "query": without_page(request), "search": search_of(request)}
    return render(request, "games/_recent.html" if fragment_asked(request) else "games/hands.html", context)
