"""The page of a club's evening, for those who enter results: people, a row a game, the standing beside it.

Each row is a request of its own. htmx gets the evening without its frame; without scripts each form loads the page.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple
from urllib.parse import urlencode
from uuid import UUID, uuid4

from django import forms
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

import engine
from clubs.base.asked import id_in, number_in
from clubs.base.days import today_in
from clubs.calendar.services import answer_for
from clubs.members.guests import make_guest
from clubs.models import Club, Player
from clubs.web.htmx import fragment_asked
from clubs.web.pages import club_at, club_frame, current_player, require_page
from clubs.web.refusals import denials, refusals_beside
from games.errors import BadTerms
from games.evenings import selectors
from games.evenings.forms import DayForm, GameForm, GuestForm, MemberForm
from games.evenings.pairs import PARTNERS, SAME, WAYS, WINNERS, Seats, next_seats, pairings
from games.models import WrittenResult
from games.pages import reads, writes
from games.results import services
from games.results.errors import UnknownResult
from games.results.forms import DayField

_SESSION = "evening_notes"
_MOST_KEPT = 4
_MOST_NOTES = 100


class _Asked(NamedTuple):
    """The subject of a request, and its sender.

    Attributes:
        rules: `?rules=`, the id of the rule set that is played.
        way: `?next=`, how the players of the next game are proposed: one of `WAYS`.
        change: `?change=`, the id of the game to be corrected.
        pairs: `?pairs=`, the number of the earlier pairs that play the next game.
    """

    club: Club
    player: Player
    day: date
    rules: str
    way: str
    change: UUID | None
    pairs: int | None

    @property
    def query(self) -> dict[str, str]:
        return {"rules": self.rules, "next": self.way}


def _asked(request: HttpRequest, slug: str, said: str) -> _Asked:
    """Read what the request is about.

    Raises:
        PermissionDenied: The player enters no results in the club.
        Http404: There is no such club, or the day cannot be read or is still to come.
    """
    club = club_at(request, slug)
    player = current_player(request)
    require_page(player, "enter_results", club)
    try:
        day = date.fromisoformat(said) if said else selectors.day_of_evening(club, player)
    except ValueError:
        raise Http404(_("There is no such day.")) from None
    if day.year < 1900 or day > today_in(club):
        raise Http404(_("That day is in the future."))
    data = request.POST if request.method == "POST" else request.GET
    rules, way = data.get("rules", ""), data.get("next", "")
    known = rules in engine.rule_set_ids()
    rules = rules if known else selectors.usual_rules(club)
    change, pairs = id_in(data.get("change", "")), number_in(request.GET.get("pairs", ""))
    return _Asked(club, player, day, rules, way if way in WAYS else SAME, change, pairs)


@reads
def evening(request: HttpRequest, slug: str, day: str = "") -> HttpResponse:
    """The evening of a day; by default of the running meeting, or of today."""
    chosen = DayForm(request.GET, club=club_at(request, slug))
    day = chosen.cleaned_data["day"].isoformat() if chosen.is_valid() else day
    return _page(request, _asked(request, slug, day))


@writes
def enter(request: HttpRequest, slug: str, day: str) -> HttpResponse:
    """Save a game of the evening; the same row sent twice saves one."""
    asked = _asked(request, slug, day)
    form = GameForm(request.POST, club=asked.club)
    try:
        DayField(club=asked.club).clean(asked.day)
    except ValidationError as refused:
        form.add_error(None, refused)
    if form.is_valid():
        with refusals_beside(form):
            services.enter_result(
                club=asked.club,
                player=asked.player,
                rules=asked.rules,
                players=form.players(),
                points=form.points(),
                played_on=asked.day,
                command=form.cleaned_data["command"],
            )
            return _done(request, asked, _("Game saved."), focus=True)
    return _page(request, asked, form=form)


@writes
def correct(request: HttpRequest, slug: str, day: str, result_id: UUID) -> HttpResponse:
    """Correct a game of the evening: it is withdrawn and entered again."""
    asked = _asked(request, slug, day)
    result = _result(asked, result_id)
    data = request.POST.copy()
    data["rules"] = result.rules
    form = GameForm(data, club=asked.club)
    if form.is_valid():
        with refusals_beside(form):
            services.correct_result(
                result_id=result_id,
                player=asked.player,
                players=form.players(),
                points=form.points(),
                command=form.cleaned_data["command"] or uuid4(),
            )
            return _done(request, asked._replace(change=None), _("Game corrected."), focus=True)
    return _page(request, asked._replace(change=result_id), corrected=form)


@writes
def undo(request: HttpRequest, slug: str, day: str, result_id: UUID) -> HttpResponse:
    """Take a game of the evening out again: it is withdrawn, and its players and points are back in the form.

    With `typed` the browser has a row that is typed into, and keeps that.
    """
    asked = _asked(request, slug, day)
    result = _result(asked, result_id)
    try:
        with denials():
            services.withdraw_result(
                result_id=result_id, player=asked.player, reason=_("undone on the page of the evening")
            )
    except BadTerms as refused:
        return _page(request, asked, said=refused.message)
    if request.POST.get("typed"):
        return _done(request, asked, _("Game removed. The row that you are typing is kept."), focus=True)
    said = _("Game removed. Its players and points are in the form again.")
    if fragment_asked(request):
        return _page(request, asked, again=result, said=said, focus=True)
    return _done(request, asked, said)


@writes
def note_here(request: HttpRequest, slug: str, day: str) -> HttpResponse:
    """Note that the player `here` is there, or that `gone` is not: on the calendar if it has a meeting, else here."""
    asked = _asked(request, slug, day)
    wanted = id_in(request.POST.get("here") or request.POST.get("gone", ""))
    player = Player.objects.filter(pk=wanted, memberships__club=asked.club).first() if wanted else None
    if player is None:
        raise Http404(_("There is no such player."))
    _note(request, asked, player, here="here" in request.POST)
    return _done(request, asked, "")


@writes
def add_person(request: HttpRequest, slug: str, day: str) -> HttpResponse:
    """Note by name that a member is there, or add a guest who is."""
    asked = _asked(request, slug, day)
    guest = request.POST.get("as") == "guest"
    form: forms.Form = GuestForm(request.POST) if guest else MemberForm(request.POST, club=asked.club)
    if form.is_valid():
        with refusals_beside(form):
            name = form.cleaned_data["name"]
            player = make_guest(club=asked.club, by=asked.player, name=name) if guest else name
            _note(request, asked, player, here=True)
            return _done(request, asked, _("{name} is here.").format(name=player.name), of_people=True)
    return _page(request, asked, person=form)


def _note(request: HttpRequest, asked: _Asked, player: Player, *, here: bool) -> None:
    meeting = selectors.meeting_on(asked.club, asked.day, asked.player)
    if meeting is not None:
        with denials():
            answer_for(meeting_id=meeting.meeting.pk, day=meeting.day, by=asked.player, player=player, coming=here)
    # With a meeting too: the calendar does not name those who are in no list, and this person noted one of them.
    kept = dict(request.session.get(_SESSION, {}))
    key = _key(asked)
    notes = [one for one in kept.pop(key, {}).items() if one[0] != str(player.pk)]
    latest = dict(list(kept.items())[1 - _MOST_KEPT :])
    request.session[_SESSION] = latest | {key: dict([*notes, (str(player.pk), here)][-_MOST_NOTES:])}


def _key(asked: _Asked) -> str:
    return f"{asked.club.pk}:{asked.day.isoformat()}"


def _result(asked: _Asked, result_id: UUID) -> WrittenResult:
    found = WrittenResult.objects.filter(pk=result_id, club=asked.club, played_on=asked.day).first()
    if found is None:
        raise UnknownResult
    return found


def _done(
    request: HttpRequest, asked: _Asked, said: str, *, focus: bool = False, of_people: bool = False
) -> HttpResponse:
    if fragment_asked(request):
        return _page(request, asked, said=said, focus=focus, of_people=of_people)
    address = reverse("games:evening_of", args=[asked.club.slug, asked.day.isoformat()])
    return redirect(f"{address}?{urlencode(asked.query)}")


def _page(
    request: HttpRequest,
    asked: _Asked,
    *,
    form: GameForm | None = None,
    corrected: GameForm | None = None,
    person: forms.Form | None = None,
    again: WrittenResult | None = None,
    said: str = "",
    focus: bool = False,
    of_people: bool = False,
) -> HttpResponse:
    """Return the evening, or its page.

    Args:
        request: The request.
        asked: What it is about.
        form: The next game, as it was refused.
        corrected: The game that is being corrected, as it was refused.
        person: A person who is there, as it was refused.
        again: The game that was taken out, which is entered anew.
        said: What has been done.
        focus: The row of the next game is to be typed into.
        of_people: What has been done is told at the people, where it was done, and not at the next game.
    """
    status = 422 if form or corrected or person else 200
    notes = request.session.get(_SESSION, {}).get(_key(asked), {})
    found = selectors.evening(club=asked.club, day=asked.day, rules=asked.rules, viewer=asked.player, notes=notes)
    changing = next((game for game in found.games if game.id == asked.change), None)
    earlier = pairings(found.played, found.rules.sides)
    wanted = earlier[asked.pairs] if asked.pairs is not None and asked.pairs < len(earlier) else None
    seats, points = _proposed(found, asked.way, again, wanted)
    context: dict[str, Any] = {
        "evening": found,
        "asked": asked,
        "row": _row(found, found.rules, seats, points, form),
        "others": [
            (number, selectors.names_of_sides(one, found.rules.sides, found.people))
            for number, one in enumerate(earlier[:6])
            if one != seats
        ],
        "changing": changing,
        "ways": _ways(found),
        "query": urlencode(asked.query),
        "ways_query": urlencode(asked.query | ({} if changing is None else {"change": str(changing.id)})),
        "games": reversed(found.games),
        "pressable": selectors.pressable(found, notes),
        "person": person or MemberForm(club=asked.club),
        "part": fragment_asked(request),
        "said": said,
        "of_people": of_people,
        "focus": focus or asked.pairs is not None,
        "text": selectors.text_for_chat(found),
    }
    if changing is not None:
        rules = engine.load_rules(changing.rules)
        points = [one.points for one in changing.sides]
        context["change_row"] = _row(found, rules, changing.seats, points, corrected)
    frame = club_frame(request, asked.club, "results") | context
    if context["part"]:
        return render(request, "games/_evening.html", frame, status=status)
    chooser = DayForm(request.GET if "day" in request.GET else None, club=asked.club, initial={"day": asked.day})
    frame |= {"choices": selectors.rules_choices(asked.club), "chooser": chooser}
    return render(request, "games/evening.html", frame, status=status)


def _proposed(
    found: selectors.Evening, way: str, again: WrittenResult | None, wanted: Seats | None
) -> tuple[Seats, Sequence[object]]:
    """Return the players and points with which the row of the next game begins.

    Args:
        found: The evening.
        way: Who plays next, one of `WAYS`.
        again: The game that was taken out, whose players and points are entered anew.
        wanted: The earlier pairs that are asked for, by seat; None for those of the chosen way.
    """
    sides = found.rules.sides
    if again is not None and engine.load_rules(again.rules).sides == sides:
        claimed = selectors.accounts_of(again.players)
        return tuple(claimed.get(player, player) for player in again.players), again.points
    if wanted is not None:
        return wanted, ()
    return next_seats(found.played, sides, way, [one.id for one in found.here]), ()


def _ways(found: selectors.Evening) -> tuple[tuple[str, str, bool], ...]:
    """Return the ways in which the next players are proposed: each with its label, and whether it is possible."""
    return (
        (SAME, _("Same pairs"), True),
        (PARTNERS, _("Change partners"), True),
        (WINNERS, _("Winners stay"), len(found.here) > found.rules.players),
    )


def _row(
    found: selectors.Evening,
    rules: engine.RuleSet,
    seats: Sequence[str],
    points: Sequence[object],
    form: GameForm | None,
) -> dict[str, Any]:
    """Return the fields of a row by side, with what was typed and what is wrong with it."""
    if form is not None:
        seats = [form.data.get(f"player_{seat}", "") for seat in range(rules.players)]
        points = [form.data.get(f"points_{side}", "") for side in range(len(rules.sides))]
    errors: Mapping[str, Any] = form.errors if form is not None else {}
    names = selectors.names_of_sides(seats, rules.sides, found.people)
    known = {one.id for one in found.people}
    sides = [
        {
            "side": side,
            "names": names[side],
            "points": points[side] if points else "",
            "errors": errors.get(f"points_{side}", ()),
            "seats": [(seat, seats[seat], errors.get(f"player_{seat}", ())) for seat in own],
        }
        for side, own in enumerate(rules.sides)
    ]
    whole = all(seats[seat] in known for seat in range(rules.players))
    wrong = any(name.startswith("player_") for name in errors)
    return {
        "sides": sides,
        "command": uuid4() if form is None or "command" in errors else form.data.get("command") or uuid4(),
        "open": wrong or not whole,
        # No field of the page has the game and the number of the row: what is wrong with them is said above it.
        "errors": [said for name in ("__all__", "rules", "command") for said in errors.get(name, ())],
    }
