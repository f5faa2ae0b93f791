"""Convention cards: the default ones, those of partnerships as they were published, and one's own to change."""

from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

import engine
from clubs.models import Player, TeamPlace
from clubs.web.pages import current_player
from clubs.web.refusals import done, refusals_beside
from engine.conventions import Convention
from engine.conventions import default_card as default_of
from engine.fiftysix.ruleset import FiftySix
from games.conventions.changes import Changes, RowChange, Treatment, changed_row
from games.conventions.force import rules_of
from games.conventions.forms import NameForm, NewCardForm, PartnerForm, RowForm, TreatmentForm
from games.conventions.page import differences, parts_of, row_of
from games.conventions.selectors import (
    cards_among,
    cards_held,
    cards_offered,
    editions_of,
    find_edition,
    held_card,
    offered_card,
    partners_of,
    published_cards,
)
from games.conventions.services import (
    FEWEST_PARTNERS,
    MOST_PARTNERS,
    change_row,
    drop_treatment,
    invite_partner,
    join_card,
    leave_card,
    make_card,
    publish_card,
    put_treatment,
    rename_card,
)
from games.errors import UnknownCard
from games.models import PartnershipCard
from games.pages import edits, for_people, invitation_sent, reads, writes
from games.words.events import listed
from games.words.phrases import translated

TRADITIONS = {
    "International": pgettext_lazy("tradition of 56", "International"),
    "Kerala": pgettext_lazy("tradition of 56", "Kerala"),
    "Standard": pgettext_lazy("tradition of 56", "Standard"),
}


@require_safe
def default_card(request: HttpRequest, rules_id: str) -> HttpResponse:
    """The default card of a rule set of 56."""
    rules = _rules(rules_id)
    base = default_of(rules)
    context = {"rules": rules, "parts": parts_of(base, Changes()), "notes": base.notes}
    return render(request, "games/card_default.html", context)


@require_safe
@for_people
def card_edition(request: HttpRequest, card_id: UUID, number: int) -> HttpResponse:
    """A card as it was published, for whoever has the link."""
    edition = find_edition(card_id, number)
    rules = rules_of(edition.rules)
    base = default_of(rules)
    context = {
        "rules": rules,
        "edition": edition,
        "newest": editions_of(edition.card)[0],
        "parts": parts_of(base, Changes.from_json(edition.changes)),
        "notes": base.notes,
    }
    return render(request, "games/card_edition.html", context)


@require_safe
@for_people
def card_editions(request: HttpRequest, card_id: UUID) -> HttpResponse:
    """Every edition of a card, each with what it changed of the one before."""
    newest = find_edition(card_id, 1)
    base = default_of(rules_of(newest.rules))
    editions = list(editions_of(newest.card))
    before = [Changes.from_json(one.changes) for one in editions[1:]] + [Changes()]
    told = [
        (one, differences(base, was, Changes.from_json(one.changes))) for one, was in zip(editions, before, strict=True)
    ]
    context = {"rules": rules_of(newest.rules), "editions": told, "newest": editions[0]}
    return render(request, "games/card_editions.html", context)


@require_safe
def cards_of_player(request: HttpRequest, player_id: UUID) -> HttpResponse:
    """The published cards of a player: a fragment of the player's page."""
    player = Player.objects.filter(pk=player_id).first()
    found = published_cards(player) if player is not None else []
    context = {"editions": [(one, translated(rules_of(one.rules).name)) for one in found]}
    return render(request, "games/_cards_of.html", context)


@require_safe
def cards_of_team(request: HttpRequest, team_id: UUID) -> HttpResponse:
    """The published cards of partnerships within a team: a fragment of the team's page."""
    players = TeamPlace.objects.filter(team=team_id, left_on=None).values_list("player_id", flat=True)
    found = cards_among(list(players))
    context = {"cards": [(edition, translated(rules_of(edition.rules).name), partners) for edition, partners in found]}
    return render(request, "games/_cards_of_team.html", context)


@reads
def cards(request: HttpRequest) -> HttpResponse:
    """One's own cards, the cards one is asked to hold, and the default ones."""
    player = current_player(request)
    sets = [one for one in map(engine.load_rules, engine.rule_set_ids()) if isinstance(one, FiftySix)]
    context = {
        "held": [(one, translated(rules_of(one.rules).name)) for one in cards_held(player)],
        "offered": [(one, translated(rules_of(one.rules).name)) for one in cards_offered(player)],
        "sets": {str(TRADITIONS[name]): [one for one in sets if one.conventions == name] for name in _traditions(sets)},
    }
    return render(request, "games/cards.html", context)


def _traditions(sets: list[FiftySix]) -> list[str]:
    return list(dict.fromkeys(one.conventions for one in sets))


@edits
def new_card(request: HttpRequest) -> HttpResponse:
    """Make a card."""
    form = NewCardForm(request.POST or None, initial={"rules": request.GET.get("rules", "")})
    if request.method == "POST" and form.is_valid():
        with refusals_beside(form):
            card = make_card(player=current_player(request), **form.cleaned_data)
            return redirect("games:card", card.pk)
    return render(request, "games/card_new.html", {"form": form}, status=422 if form.errors else 200)


@reads
def card(request: HttpRequest, card_id: UUID) -> HttpResponse:
    """A card as its partnership is changing it; others come to what was published."""
    player = current_player(request)
    try:
        held = held_card(card_id, player)
    except UnknownCard:
        found = find_edition(card_id, 1)
        return redirect("games:card_edition", card_id, editions_of(found.card)[0].number)
    return _draft(request, held, player)


def _draft(
    request: HttpRequest,
    held: PartnershipCard,
    player: Player,
    *,
    partner: forms.Form | None = None,
    name: forms.Form | None = None,
) -> HttpResponse:
    """Show a card to who holds it, with its forms."""
    rules = rules_of(held.rules)
    base = default_of(rules)
    changes = Changes.from_json(held.changes)
    editions = list(editions_of(held))
    last = Changes.from_json(editions[0].changes) if editions else Changes()
    partners = partners_of(player, held)
    link = request.build_absolute_uri(reverse("games:card_join", args=[held.pk]))
    context = {
        "card": held,
        "rules": rules,
        "parts": parts_of(base, changes),
        "notes": base.notes,
        "editions": editions,
        "differs": differences(base, last, changes),
        "renamed": bool(editions) and editions[0].name != held.name,
        "link": f"{link}?invitation={held.invitation}",
        "together": sum(holder.accepted_at is not None for holder in held.now) >= FEWEST_PARTNERS,  # type: ignore[attr-defined]
        "full": len(held.now) >= MOST_PARTNERS,  # type: ignore[attr-defined]
        "partner_form": partner or (PartnerForm(partners=partners) if partners else None),
        "name_form": name or NameForm(initial={"name": held.name}),
    }
    refused = any(form is not None and form.errors for form in (partner, name))
    return render(request, "games/card.html", context, status=422 if refused else 200)


@writes
def card_name(request: HttpRequest, card_id: UUID) -> HttpResponse:
    """Call a card otherwise."""
    player = current_player(request)
    form = NameForm(request.POST)
    if form.is_valid():
        with refusals_beside(form):
            rename_card(card_id=card_id, player=player, name=form.cleaned_data["name"])
            return redirect("games:card", card_id)
    return _draft(request, held_card(card_id, player), player, name=form)


@writes
def card_partner(request: HttpRequest, card_id: UUID) -> HttpResponse:
    """Ask a partner by name."""
    player = current_player(request)
    held = held_card(card_id, player)
    form = PartnerForm(request.POST, partners=partners_of(player, held))
    if form.is_valid():
        with refusals_beside(form):
            invite_partner(card_id=card_id, player=player, partner=form.cleaned_data["partner"])
            return redirect("games:card", card_id)
    return _draft(request, held, player, partner=form)


@writes
def card_publish(request: HttpRequest, card_id: UUID) -> HttpResponse:
    """Publish a card as it stands."""

    def publish() -> None:
        edition = publish_card(card_id=card_id, player=current_player(request))
        said = _("Edition %(number)s is published, and in force from the next deal.")
        messages.success(request, said % {"number": edition.number})

    done(request, publish)
    return redirect("games:card", card_id)


@writes
def card_leave(request: HttpRequest, card_id: UUID) -> HttpResponse:
    """Hold a card no longer, or decline to."""
    leave_card(card_id=card_id, player=current_player(request))
    return redirect("games:cards")


@never_cache
@edits
def card_join(request: HttpRequest, card_id: UUID) -> HttpResponse:
    """What a link of an invitation leads to: hold this card too, or not."""
    player = current_player(request)
    invitation = invitation_sent(request)
    offered = offered_card(card_id, player, invitation)
    if any(holder.player_id == player.pk and holder.accepted_at for holder in offered.now):  # type: ignore[attr-defined]
        return redirect("games:card", card_id)
    if request.method == "POST" and done(
        request, lambda: join_card(card_id=card_id, player=player, invitation=invitation)
    ):
        return redirect("games:card", card_id)
    rules = rules_of(offered.rules)
    base = default_of(rules)
    context = {
        "card": offered,
        "rules": rules,
        "names": listed([holder.player.name for holder in offered.now if holder.accepted_at]),  # type: ignore[attr-defined]
        "invitation": invitation,
        "parts": parts_of(base, Changes.from_json(offered.changes)),
        "notes": base.notes,
    }
    return render(request, "games/card_join.html", context)


@never_cache
@edits
def card_row(request: HttpRequest, card_id: UUID, row: str) -> HttpResponse:
    """Play a row of the default card otherwise, or not at all."""
    player = current_player(request)
    held = held_card(card_id, player)
    rules = rules_of(held.rules)
    convention = _row_of(rules, row)
    change = Changes.from_json(held.changes).rows.get(row, RowChange())
    form = RowForm(
        request.POST or None, rules=rules, row=convention, shown=changed_row(convention, change),
        initial={"off": change.off, "revision": held.revision},
    )  # fmt: skip
    if request.method == "POST":
        terms: dict[str, Any] | None = {} if "usual" in request.POST else None
        if terms is None and form.is_valid():
            off = form.cleaned_data["off"]
            terms = {"off": True} if off else {"call": form.changed_call(), "says": form.changed_words()}
            terms["revision"] = form.cleaned_data["revision"]
        if terms is not None:
            with refusals_beside(form):
                change_row(card_id=card_id, player=player, row=row, **terms)
                return redirect(f"{reverse('games:card', args=[card_id])}#row-{row}")
    changed = change != RowChange()
    context = {"card": held, "rules": rules, "form": form, "row": row_of(convention), "changed": changed}
    return render(request, "games/card_row.html", context, status=422 if form.errors else 200)


@never_cache
@edits
def card_treatment(request: HttpRequest, card_id: UUID, treatment: str = "") -> HttpResponse:
    """Add a treatment, change one, or take it off."""
    player = current_player(request)
    held = held_card(card_id, player)
    rules = rules_of(held.rules)
    one = _treatment_of(held, treatment)
    form = TreatmentForm(request.POST or None, rules=rules, treatment=one, initial={"revision": held.revision})
    if request.method == "POST" and "drop" in request.POST and one is not None:
        drop_treatment(card_id=card_id, player=player, treatment=treatment)
        return redirect("games:card", card_id)
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        with refusals_beside(form):
            put_treatment(
                card_id=card_id,
                player=player,
                situations=tuple(said["situations"]),
                positions=tuple(said["positions"]),
                call=form.said(),
                says=said["says"],
                treatment=treatment,
                revision=said["revision"],
            )
            return redirect(f"{reverse('games:card', args=[card_id])}#part-treatment")
    context = {"card": held, "rules": rules, "form": form, "treatment": one}
    return render(request, "games/card_treatment.html", context, status=422 if form.errors else 200)


def _rules(rules_id: str) -> FiftySix:
    try:
        return rules_of(rules_id)
    except (engine.RulesError, TypeError):
        raise Http404(_("There is no such rule set of 56.")) from None


def _row_of(rules: FiftySix, row: str) -> Convention:
    found = next((one for one in default_of(rules).conventions if one.name == row), None)
    if found is None:
        raise Http404(_("The card has no such row."))
    return found


def _treatment_of(held: PartnershipCard, treatment: str) -> Treatment | None:
    """Return a treatment of a card by its id; None for one that is to be added."""
    if not treatment:
        return None
    found = next((one for one in Changes.from_json(held.changes).treatments if one.id == treatment), None)
    if found is None:
        raise UnknownCard()
    return found
