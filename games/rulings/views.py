"""The director's page of a live table: what can be ruled on now, and what follows from it."""

from typing import Any
from uuid import UUID

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from clubs.web.pages import current_player
from clubs.web.refusals import refusals_beside
from engine.fiftysix.irregularities import Irregularity, find_irregularity
from engine.fiftysix.rulings import Ruling
from games.pages import edits, invitation_of
from games.rulings import words
from games.rulings.forms import RulingForm
from games.rulings.selectors import directs, is_open_to_rulings, not_the_director, open_rows
from games.rulings.services import give_ruling, what_follows
from games.tables.selectors.access import visible_table
from games.tables.selectors.states import load_state
from games.tables.selectors.told import names_of
from games.tables.state.table import TableState


class TableRulingForm(RulingForm):
    """A ruling on the running hand."""

    hand = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, row: Irregularity, **more: Any) -> None:
        # That a claim stands, or is counted as played, is the other side's answer to it and needs no ruling.
        remedies = ("lose",) if row.needs_contract else tuple(remedy.key for remedy in row.remedies)
        super().__init__(*args, row=row, remedies=remedies, **more)


@never_cache
@edits
def direct(request: HttpRequest, table_id: UUID) -> HttpResponse:
    """Rule on what went wrong at a live table of 56."""
    player, code = current_player(request), invitation_of(request, table_id)
    table = visible_table(table_id, player, code)
    state = load_state(table_id)
    if not directs(table, state, player):
        raise not_the_director()
    names = names_of(table, state)
    asked = request.POST.get("rule", "")
    rows: list[dict[str, Any]] = []
    for rule, offenders in open_rows(state).items():
        row = find_irregularity(rule)
        assert row is not None, "a row of the ledger"
        data = request.POST if rule == asked else None
        form = TableRulingForm(
            data, row=row, offenders=[(seat, names[seat]) for seat in offenders], initial={"hand": state.hand},
            auto_id=f"{rule}_%s",
        )  # fmt: skip
        entry: dict[str, Any] = {
            "row": row,
            "happened": words.HAPPENED[rule],
            "who": words.WHO[row.chooser],
            "form": form,
        }
        if data is not None and form.is_valid():
            ruled = _rule(request, table_id, state, names, row, form, entry)
            if ruled is not None:
                return ruled
        rows.append(entry)
    before = words.past_words(state.rulings, names) if is_open_to_rulings(state) else ()
    context = {"table": table, "state": state, "rows": rows, "before": before, "rules": state.rules.id}
    failed = any(entry["form"].errors for entry in rows)
    return render(request, "games/direct.html", context, status=422 if failed else 200)


def _rule(
    request: HttpRequest,
    table_id: UUID,
    state: TableState,
    names: tuple[str, ...],
    row: Irregularity,
    form: TableRulingForm,
    entry: dict[str, Any],
) -> HttpResponse | None:
    """Give a ruling that was seen and is sure; else put what follows, or what is wrong, beside its form."""
    chosen = form.cleaned_data
    offender = chosen["offender"]
    ruling = Ruling(rule=row.id, remedy=chosen["remedy"], offender=offender, player=state.seats[offender].player)
    with refusals_beside(form):
        shown = words.preview(ruling, what_follows(state, ruling), names, state.rules)
        if form.is_confirmed(loses=shown["loses"]):
            give_ruling(
                table_id=table_id, player=current_player(request), rule=row.id, remedy=ruling.remedy, offender=offender,
                hand=chosen["hand"], invitation=invitation_of(request, table_id),
            )  # fmt: skip
            return redirect("games:table", table_id)
        entry |= shown
    return None
