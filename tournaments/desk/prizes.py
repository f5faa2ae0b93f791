"""The page of the prizes: who gets them as it stands or at the end, the categories, and the best player."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import F, Max
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from clubs.models import Player
from clubs.web.pages import current_player, edits, shows, viewer_of
from clubs.web.refusals import fulfilled
from tournaments.deeds.base import DIRECTORS
from tournaments.desk.moments import frame, get_tournament, present, reading_of
from tournaments.directing import awards
from tournaments.directing.refusals import in_words
from tournaments.models import Award, Category, Entrant, Prize, Tournament
from tournaments.overview.heads import embargo_words
from tournaments.overview.views import clocks_of
from tournaments.selectors.best import BestPlayer, best_players
from tournaments.selectors.naming import Names, names_in
from tournaments.state.tournament import TournamentState
from tournaments.summaries.prizes import places_so_far

MAX_MEMBERS = 12
"""The entrants of a category that the page names, the first of them."""


@dataclass(frozen=True, slots=True)
class PrizeShown:
    """A prize with the entrants who get it; `shared` says that several do."""

    id: int
    place: int
    words: str
    amount: str
    winners: tuple[tuple[int, str], ...]

    @property
    def shared(self) -> bool:
        """Whether several entrants share it."""
        return len(self.winners) > 1


@dataclass(frozen=True, slots=True)
class CategoryShown:
    """A category, or all entrants (`id` 0), with its prizes and how its entrants stand."""

    id: int
    name: str
    prizes: tuple[PrizeShown, ...]
    members: tuple[tuple[int, str], ...]
    count: int


@dataclass(frozen=True, slots=True)
class BestShown:
    """A player in the table of the best, with what the measure counts."""

    row: BestPlayer
    average: str


def shown_prizes(tournament: Tournament, state: TournamentState, names: Names) -> Iterator[CategoryShown]:
    """Yield the prizes overall, then those of each category, as a reader may know the tournament."""
    if state.status == "closed" and not state.withheld:
        won: dict[int, tuple[int, ...]] = {}
        rows = Award.objects.filter(prize__tournament=tournament).values_list("prize", "entrant__number")
        for prize, number in rows:
            won[prize] = (*won.get(prize, ()), number)
    else:
        won = awards.winners(tournament, state) if _has_begun(state) else {}
    order = {entrant: place for place, level in enumerate(places_so_far(state)) for entrant in level}
    prizes = list(tournament.prizes.all())
    overall = [one for one in prizes if one.category_id is None]
    if overall:
        yield CategoryShown(0, _("All entrants"), tuple(_prizes(overall, won, names)), (), 0)
    for category in tournament.categories.prefetch_related("entrants"):
        numbers = sorted(
            (one.number for one in category.entrants.all()), key=lambda one: (order.get(one, len(order)), one)
        )
        yield CategoryShown(
            category.pk,
            str(category),
            tuple(_prizes([one for one in prizes if one.category_id == category.pk], won, names)),
            tuple((number, names.of.get(number, "")) for number in numbers[:MAX_MEMBERS]),
            len(numbers),
        )


def _has_begun(state: TournamentState) -> bool:
    return any(game.report is not None for match in state.matches.values() for game in match.games) or any(
        match.decision is not None for match in state.matches.values()
    )


def _prizes(prizes: list[Prize], won: Mapping[int, tuple[int, ...]], names: Names) -> Iterator[PrizeShown]:
    for one in sorted(prizes, key=lambda one: (one.place, one.pk)):
        winners = tuple((entrant, names.of.get(entrant, "")) for entrant in won.get(one.pk, ()))
        yield PrizeShown(one.pk, one.place, str(one), one.amount, winners)


@shows
def prizes(request: HttpRequest, slug: str) -> HttpResponse:
    """The prizes with those who get them, the categories, and the best player by the hands that were played."""
    tournament, player = get_tournament(slug), viewer_of(request)
    with clocks_of(tournament.club):
        reading = reading_of(request, tournament, player)
        state = reading.state
        context = frame(tournament, "prizes", reading) | {
            "categories": list(shown_prizes(tournament, state, names_in(tournament))),
            "best": [
                BestShown(one, f"{float(one.tally.average):+.2f}".replace("-", "\N{MINUS SIGN}"))
                for one in best_players(state)
            ],
            "is_final": state.status == "closed" and not state.withheld,
            "embargo": embargo_words(state) if state.withheld else "",
        }
        return render(request, "tournaments/desk/prizes.html", context)


class CategoryForm(forms.Form):
    """A category: its name in one language or both, and its entrants."""

    english = forms.CharField(label=gettext_lazy("Name in English"), max_length=40, required=False)
    malayalam = forms.CharField(label=gettext_lazy("Name in Malayalam"), max_length=40, required=False)
    entrants = forms.ModelMultipleChoiceField(
        label=gettext_lazy("Entrants"), queryset=Entrant.objects.none(), required=False,
        widget=forms.CheckboxSelectMultiple,
    )  # fmt: skip

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["entrants"]
        assert isinstance(field, forms.ModelMultipleChoiceField)
        field.queryset = tournament.entrants.filter(status=Entrant.Status.ENTERED).order_by("number")
        names = names_in(tournament)
        field.label_from_instance = lambda obj: names.of.get(obj.number, "")  # type: ignore[method-assign]


class PrizeForm(forms.Form):
    """A prize: for which place, overall or in a category, what it is, and how much."""

    category = forms.ModelChoiceField(
        label=gettext_lazy("Category"), queryset=Category.objects.none(), required=False,
        empty_label=gettext_lazy("all entrants"),
    )  # fmt: skip
    place = forms.IntegerField(label=pgettext_lazy("a prize", "Place"), min_value=1, max_value=awards.MAX_PLACE)
    english = forms.CharField(label=gettext_lazy("Prize, in English"), max_length=80, required=False)
    malayalam = forms.CharField(label=gettext_lazy("Prize, in Malayalam"), max_length=80, required=False)
    amount = forms.CharField(
        label=gettext_lazy("Amount"), max_length=40, required=False,
        help_text=gettext_lazy("As text, such as ₹ 5,000: Lelam moves no money."),
    )  # fmt: skip

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["category"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = tournament.categories.all()
        last = tournament.prizes.filter(category=None).aggregate(last=Max("place"))["last"] or 0
        self.fields["place"].initial = min(last + 1, awards.MAX_PLACE)


class MembersForm(CategoryForm):
    """The entrants of a category that is there."""

    field_order = ("entrants",)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["english"], self.fields["malayalam"]


@edits
def edit_prizes(request: HttpRequest, slug: str) -> HttpResponse:
    """The categories and prizes of a tournament, for its directors to set until it is over."""
    tournament, player = get_tournament(slug), current_player(request)
    reading = present(tournament, player)
    if not reading.doer.is_one_of(DIRECTORS):
        raise PermissionDenied(_("Only the directors of the tournament can change the settings."))
    sent: dict[str, forms.Form] = {}
    if request.method == "POST":
        what = request.POST.get("what", "")
        form = _form(request, tournament, what)
        if form.is_valid() and fulfilled(form, lambda: _do(request, tournament, player, what, form)):
            messages.success(request, _("Saved."))
            page = reverse("tournaments:edit_prizes", args=[slug])
            return redirect(f"{page}#add-prize" if what == "prize" else page)
        sent = {what: form}
    names = names_in(tournament)
    categories = list(tournament.categories.prefetch_related("entrants"))
    context = frame(tournament, "settings", reading) | {
        "categories": [
            (
                one,
                sent.get(f"members-{one.pk}")
                or MembersForm(
                    tournament=tournament, initial={"entrants": one.entrants.all()}, prefix=f"members-{one.pk}"
                ),
            )
            for one in categories
        ],
        "prizes": [
            (one, str(one.category) if one.category else pgettext("prizes", "all entrants"))
            for one in tournament.prizes.select_related("category").order_by(
                F("category").asc(nulls_first=True), "place", "pk"
            )
        ],
        "category_form": sent.get("category") or CategoryForm(tournament=tournament, prefix="category"),
        "prize_form": sent.get("prize") or PrizeForm(tournament=tournament, prefix="prize"),
        "several": tournament.several_prizes,
        "is_over": reading.state.is_over,
        "names": names,
    }
    return render(request, "tournaments/desk/edit_prizes.html", context, status=422 if sent else 200)


def _form(request: HttpRequest, tournament: Tournament, what: str) -> forms.Form:
    """Return the form that was sent; of a button one without fields."""
    if what == "category":
        return CategoryForm(request.POST, tournament=tournament, prefix="category")
    if what == "prize":
        return PrizeForm(request.POST, tournament=tournament, prefix="prize")
    if what.startswith("members-"):
        return MembersForm(request.POST, tournament=tournament, prefix=what)
    return forms.Form(request.POST)


def _do(request: HttpRequest, tournament: Tournament, player: Player, what: str, form: forms.Form) -> None:
    cleaned = form.cleaned_data
    name, _dash, number = what.partition("-")
    with in_words():
        match name:
            case "category":
                awards.add_category(tournament, by=player, **cleaned)
            case "prize":
                awards.add_prize(tournament, by=player, **cleaned)
            case "members":
                category = _row(tournament.categories, number)
                awards.set_members(tournament, category, by=player, entrants=cleaned["entrants"])
            case "drop_category":
                awards.drop_category(tournament, _row(tournament.categories, number), by=player)
            case "drop_prize":
                awards.drop_prize(tournament, _row(tournament.prizes, number), by=player)
            case "several":
                awards.allow_several(tournament, by=player, several="several" in request.POST)
            case _:
                raise Http404(_("There is no such form."))


def _row(rows: Any, number: str) -> Any:
    row = rows.filter(pk=int(number)).first() if number.isascii() and number.isdecimal() and len(number) < 10 else None
    if row is None:
        raise Http404(_("There is no such form."))
    return row
