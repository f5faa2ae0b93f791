"""The director's page of a live table: what can be ruled on now, and what follows from it."""

from typing import Any
from uuid import UUID

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

import engine
from engine.fiftysix import rulings
from engine.fiftysix.irregularities import Irregularity, find_irregularity
from engine.fiftysix.rulings import Ruling
from games import selectors, services
from games.errors import TableError
from games.pages import for_people, invitation_of, player_of
from games.selectors.directing import directs, is_open_to_rulings, not_the_director, open_rows
from games.selectors.live import names_of
from games.sheets import said
from games.table import TableState
from games.words.phrases import said as in_words


class TableRulingForm(forms.Form):
    """A ruling on the running hand: shown first, and then given."""

    hand = forms.IntegerField(widget=forms.HiddenInput)
    offender = forms.TypedChoiceField(label=gettext_lazy("Who did it?"), coerce=int, widget=forms.RadioSelect)
    remedy = forms.ChoiceField(label=gettext_lazy("What is done"), widget=forms.RadioSelect)
    shown = forms.BooleanField(required=False, widget=forms.HiddenInput)
    sure = forms.BooleanField(label=gettext_lazy("Yes, I am sure."), required=False)

    def __init__(self, *args: Any, row: Irregularity, offenders: dict[int, str], **more: Any) -> None:
        super().__init__(*args, **more)
        # That a claim stands, or is counted as played, is the other side's answer to it and needs no ruling.
        keys = ("lose",) if row.needs_contract else tuple(remedy.key for remedy in row.remedies)
        self.fields["remedy"].choices = [(key, said.REMEDIES[row.id, key]) for key in keys]  # type: ignore[attr-defined]
        self.fields["offender"].choices = list(offenders.items())  # type: ignore[attr-defined]
        if len(keys) == 1:
            self.initial["remedy"] = keys[0]


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
@for_people
def direct(request: HttpRequest, table_id: UUID) -> HttpResponse:
    """Rule on what went wrong at a live table of 56."""
    player, code = player_of(request), invitation_of(request, table_id)
    table = selectors.visible_table(table_id, player, code)
    state = selectors.load_state(table_id)
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
            data, row=row, offenders={seat: names[seat] for seat in offenders}, initial={"hand": state.hand},
            auto_id=f"{rule}_%s",
        )  # fmt: skip
        entry: dict[str, Any] = {
            "row": row,
            "happened": said.HAPPENED[rule],
            "who": said.WHO[row.chooser],
            "form": form,
        }
        if data is not None and form.is_valid():
            ruled = _rule(request, table_id, state, names, row, form, entry)
            if ruled is not None:
                return ruled
        rows.append(entry)
    sheet = rulings.sheet_of(state.game, state.rulings) if is_open_to_rulings(state) else None  # type: ignore[arg-type]
    before = () if sheet is None else [
        _("{name} in hand {hand}").format(name=names[ruled.offender], hand=ruled.hand)
        for ruled in state.rulings
        if ruled.offender is not None
    ]  # fmt: skip
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
    try:
        follows = rulings.rule(rulings.sheet_of(state.game, state.rulings), ruling)  # type: ignore[arg-type]
    except engine.SheetError as fault:
        form.add_error(fault.field if fault.field in form.fields else None, in_words(fault.text, fault.members))
        return None
    loses = any(isinstance(event, engine.HandAdjusted) for event in follows)
    if chosen["shown"] and (chosen["sure"] or not loses):
        try:
            services.give_ruling(
                table_id=table_id, player=player_of(request), rule=row.id, remedy=chosen["remedy"], offender=offender,
                hand=chosen["hand"], invitation=invitation_of(request, table_id),
            )  # fmt: skip
        except TableError as refused:
            form.add_error(None, str(refused))
            return None
        return redirect("games:table", table_id)
    if chosen["shown"]:
        form.add_error("sure", _("Say that you are sure."))
    entry |= {
        "follows": said.effects(follows, names, state.rules),
        "loses": loses,
        "ends_match": any(isinstance(event, engine.MatchForfeited) for event in follows),
        "offender": names[offender],
        "remedy": said.REMEDIES[row.id, chosen["remedy"]],
    }
    return None
