"""The form that enters several entrants at once, one a line."""

from collections.abc import Iterator
from typing import Any, Final
from uuid import UUID, uuid4, uuid5

from django import forms
from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.errors import ClubError
from clubs.members.guests import namesakes
from clubs.models import Player
from clubs.names import skeleton
from tournaments.desk.forms import known_players
from tournaments.desk.refused import RefusedForm
from tournaments.directing.entering import enter
from tournaments.directing.refusals import in_words
from tournaments.models import Tournament

MAX_ENTRIES: Final = 64
"""The entrants that are entered at once."""
LONGEST: Final = 400
"""Of a line, in characters."""


class SeveralForm(RefusedForm):
    """Enter several entrants at once, for the staff: a line each, of a name and the players."""

    command = forms.UUIDField(initial=uuid4, widget=forms.HiddenInput)
    lines = forms.CharField(
        label=gettext_lazy("One entrant on each line"),
        max_length=MAX_ENTRIES * LONGEST,
        widget=forms.Textarea(attrs={"rows": 8, "placeholder": "Pamba: Kunjali, Pathu"}),
        help_text=gettext_lazy(
            "A name, a colon, and the players with commas between them. Names that are in the club mean those "
            "people; others come as guests. A line without a name and a colon lists only the players."
        ),
    )

    def clean_lines(self) -> str:
        """Refuse more lines than are entered at once."""
        lines = [line for line in self.cleaned_data["lines"].splitlines() if line.strip()]
        if len(lines) > MAX_ENTRIES:
            raise forms.ValidationError(_("Enter at most {count} at once.").format(count=MAX_ENTRIES))
        return "\n".join(lines)


def enter_several(request: HttpRequest, tournament: Tournament, player: Player, form: SeveralForm) -> bool:
    """Enter the lines of a form one by one, and tell whether all are entered.

    The first line that is refused, and those after it, stay in the form.
    """
    if not form.is_valid():
        return False
    people: dict[str, list[Player]] = {}
    for person in known_players(tournament.club, player, directs=True):
        people.setdefault(skeleton(person.name), []).append(person)
    command: UUID = form.cleaned_data["command"]
    lines = form.cleaned_data["lines"].split("\n")
    done, guests = 0, list[str]()
    try:
        for line in lines:
            name, colon, players = line.partition(":")
            squad = list(_squad(tournament, people, players if colon else line))
            with in_words(conflicts=True):
                enter(
                    tournament, by=player, squad=squad, name=name.strip() if colon else "", command=uuid5(command, line)
                )
            done += 1
            guests += [one for one in squad if isinstance(one, str)]
    except ClubError as refused:
        form.add_error("lines", _("“{line}”: {reason}").format(line=lines[done][:60], reason=refused.message))
        form.data = {**request.POST.dict(), form.add_prefix("lines"): "\n".join(lines[done:])}
    if done:
        text = ngettext("{count} entry is made.", "{count} entries are made.", done)
        # A name that is written wrongly makes a guest: it is told at once.
        made = [
            text.format(count=done),
            *([_("New guests: {names}.").format(names=", ".join(guests))] if guests else []),
        ]
        messages.success(request, " ".join(made))
    return done == len(lines)


def _squad(tournament: Tournament, people: dict[str, list[Player]], names: str) -> Iterator[Any]:
    """Yield the players of a line: those whom the staff may enter by that name, else names of guests.

    Raises:
        ClubError: Several people have the name, or one whom the staff may not enter.
    """
    for name in filter(None, map(str.strip, names.split(","))):
        known = people.get(skeleton(name), [])
        if len(known) > 1 or (not known and namesakes(tournament.club, name, people_only=True).exists()):
            text = _("{name} can mean more than one person. Enter this entrant with the form for one.")
            raise ClubError("ambiguous-name", text.format(name=name), "lines")
        yield known[0] if known else name
