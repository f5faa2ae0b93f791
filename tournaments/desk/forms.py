"""Forms of the director's pages that are more than one deed: opening a tournament, and entering."""

from collections.abc import Mapping, Sequence
from typing import Any, Final
from uuid import UUID, uuid4

from django import forms
from django.db.models import Case, Q, QuerySet, When
from django.forms.boundfield import BoundField
from django.utils.translation import gettext, gettext_lazy
from msgspec.structs import replace

import engine
from clubs.errors import ClubError
from clubs.house.forms import rule_names
from clubs.house.selectors import house_rules_of, rules_of
from clubs.members.guests import namesakes
from clubs.models import Club, Membership, Player, Team
from clubs.names import clean_name, skeleton
from clubs.people.services import NAME_LENGTH
from games.tables.services.seats import LIMITS
from games.words.phrases import translated
from tournaments.deeds.planning import MAX_WAIT
from tournaments.desk.refused import RefusedForm
from tournaments.events.settings import Settings, StagePlan
from tournaments.log import door, states
from tournaments.models import MAX_NAME, Tournament
from tournaments.plans.copying import as_before
from tournaments.plans.presets import PRESETS, Preset
from tournaments.state.tournament import EntrantState, TournamentState

MAX_EXPECTED = 1_024
MAX_EARLIER = 12
"""The earlier tournaments whose plans are offered."""
MAX_TEAMS = 300
"""The teams that are offered; those of the own club come first."""
SIDES = 2
"""Of the games that the plans are for."""


PLACES: Final = (
    ("table", gettext_lazy("at live tables here; each player needs an account")),
    ("desk", gettext_lazy("with real cards; results are entered")),
    ("sheet", gettext_lazy("with real cards, on score sheets")),
)
"""Where matches are played, as the first form asks for it."""


class OpenForm(RefusedForm):
    """Open a tournament after one of the usual plans; its stages can be changed afterwards."""

    command = forms.UUIDField(initial=uuid4, widget=forms.HiddenInput)
    name = forms.CharField(label=gettext_lazy("Name"), max_length=MAX_NAME)
    preset = forms.ChoiceField(label=gettext_lazy("Plan"), widget=forms.RadioSelect)
    expected = forms.IntegerField(
        label=gettext_lazy("Entrants expected"),
        min_value=2,
        max_value=MAX_EXPECTED,
        initial=8,
        help_text=gettext_lazy("Rounds, groups and qualifying places are planned for this number."),
    )
    rules = forms.ChoiceField(label=gettext_lazy("Game"), required=False)
    starts_at = forms.DateTimeField(
        label=gettext_lazy("Begins at"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        help_text=gettext_lazy("No match is called before this time."),
    )
    place = forms.ChoiceField(
        label=gettext_lazy("Place of the matches"),
        choices=PLACES,
        required=False,
        initial="table",
        widget=forms.RadioSelect,
        help_text=gettext_lazy("A plan copied from an earlier tournament keeps its setting."),
    )
    action_seconds = forms.IntegerField(
        label=gettext_lazy("Seconds for a bid or a card"),
        required=False,
        min_value=LIMITS["action_seconds"][0],
        max_value=LIMITS["action_seconds"][1],
        initial=30,
        help_text=gettext_lazy("Each seat also has two minutes in reserve."),
    )
    line_up_minutes = forms.IntegerField(
        label=gettext_lazy("Minutes for line-ups"),
        required=False,
        min_value=0,
        max_value=MAX_WAIT,
        initial=0,
        help_text=gettext_lazy(
            "The longest wait for the captains; the match begins earlier if both have named their line-ups."
        ),
    )
    automatic = forms.BooleanField(
        label=gettext_lazy("Run rounds automatically"),
        required=False,
        initial=True,
        help_text=gettext_lazy("The server pairs and calls each round when all results are in. You close the stages."),
    )
    bots = forms.BooleanField(label=gettext_lazy("Bots fill empty seats"), required=False)

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.houses = {
            f"house:{house.pk}": house for house in house_rules_of([club]) if len(rules_of(house).sides) == SIDES
        }
        self.earlier = {f"as:{one.pk}": one for one in Tournament.objects.filter(club=club, hidden=False)[:MAX_EARLIER]}
        presets = [
            *((one.id, f"{translated(one.title)}: {translated(one.text)}") for one in PRESETS),
            *((value, gettext("Like {tournament}").format(tournament=one.name)) for value, one in self.earlier.items()),
        ]
        self.fields["preset"].choices = presets  # type: ignore[attr-defined]
        self.fields["preset"].initial = "friday-pairs"
        self.fields["rules"].choices = [  # type: ignore[attr-defined]
            ("", gettext("as usual for the plan")),
            *((value, house.name) for value, house in self.houses.items()),
            *rule_names(sides=SIDES),
        ]

    def _rules(self, said: Mapping[str, Any], preset: Preset) -> engine.RuleSet:
        """Return the rules that were chosen, or those that the plan is usually played by."""
        house = self.houses.get(said["rules"])
        return engine.load_rules(said["rules"] or preset.rules) if house is None else rules_of(house)

    def planned(self) -> tuple[Settings, tuple[StagePlan, ...]]:
        """Return the settings and the stages that the form asks for."""
        said: Mapping[str, Any] = self.cleaned_data
        if (earlier := self.earlier.get(said["preset"])) is not None:
            return self._as_earlier(said, earlier)
        preset = _preset(said["preset"])
        assert preset is not None  # else the choice had been refused
        house = self.houses.get(said["rules"])
        rules = self._rules(said, preset)
        side = len(rules.sides[0])
        starts_at = said["starts_at"]
        place = said["place"] or "table"
        live = place == "table"
        seconds = said["action_seconds"] if live else None
        settings = Settings(
            **{
                "rules": rules.id,
                "options": {} if house is None else house.options,
                "engine": rules.version,
                "house": None if house is None else str(house.pk),
                "side": side,
                **preset.settings,
                "squad": max(side, int(preset.settings.get("squad", side))),
                "starts_at": None if starts_at is None else int(starts_at.timestamp()),
                "automatic": said["automatic"],
                "bots": said["bots"] and live,
                "line_up_minutes": said["line_up_minutes"] or 0,
                "terms": {} if seconds is None else {"action_seconds": seconds},
            }
        )
        return settings, tuple(_placed(plan, place) for plan in preset.stages(said["expected"]))

    def _as_earlier(self, said: Mapping[str, Any], earlier: Tournament) -> tuple[Settings, tuple[StagePlan, ...]]:
        """Return the settings and stages of an earlier tournament, with what the form says in its place."""
        settings, plans = as_before(states.current(earlier.pk))
        house = self.houses.get(said["rules"])
        if house is not None or said["rules"]:
            rules = engine.load_rules(said["rules"]) if house is None else rules_of(house)
            settings = replace(
                settings,
                rules=rules.id,
                options={} if house is None else house.options,
                engine=rules.version,
                house=None if house is None else str(house.pk),
                side=len(rules.sides[0]) if settings.kind != "player" else settings.side,
            )
        at = said["starts_at"]
        return replace(settings, starts_at=None if at is None else int(at.timestamp())), plans


def _preset(preset_id: str) -> Preset | None:
    """Return a usual plan; None for the plan of an earlier tournament."""
    return next((preset for preset in PRESETS if preset.id == preset_id), None)


def _placed(plan: StagePlan, place: str) -> StagePlan:
    """Return the plan of a stage with all of its matches played in one kind of place."""
    return replace(
        plan,
        match=replace(plan.match, place=place),
        rounds_from_last=tuple(replace(match, place=place) for match in plan.rounds_from_last),
    )


class _GuestsForm(RefusedForm):
    """A form with rows of a player of a club beside the name of a guest; it refuses a wrong row beside its field."""

    def check_guests(self, tournament: Tournament, rows: Sequence[tuple[str, str]]) -> None:
        """Refuse rows that name two players, or a guest whose name cannot be used or is another's.

        Args:
            tournament: The tournament, whose club the guests come into.
            rows: The names of the two fields of each row.
        """
        command = self.cleaned_data.get("command")
        if command is not None and door.answered(tournament.pk, command) is not None:
            # A form that is sent twice finds the guests that it has made, and is answered as it was.
            return
        typed: set[str] = set()
        for player, guest in rows:
            name = self.cleaned_data.get(guest, "").strip()
            if not name:
                continue
            if self.cleaned_data.get(player):
                self.add_error(guest, gettext("Choose a player or enter the name of a guest, not both."))
                continue
            try:
                name = clean_name(name, longest=NAME_LENGTH)
            except ClubError as refused:
                self.add_error(guest, refused.message)
                continue
            if skeleton(name) in typed:
                self.add_error(guest, gettext("Two guests have this name. Add a surname, a place or an initial."))
            elif text := self._namesake(tournament.club, player, name):
                self.add_error(guest, text)
            typed.add(skeleton(name))

    def _namesake(self, club: Club, player: str, name: str) -> str:
        """Return what is to be done about somebody in the club who has the name of a guest; empty if nobody has."""
        ids = namesakes(club, name, people_only=True).values_list("player", flat=True)
        if not ids:
            return ""
        listed = self.fields[player].queryset.filter(pk__in=ids).exists()  # type: ignore[attr-defined]
        text = (
            gettext("{name} is already in {club}: choose the name from the list, or add a surname for another person.")
            if listed
            else gettext("{club} already has a member called {name}. Add a surname, a place or an initial.")
        )
        return text.format(name=name, club=club.name)


class _SeatsForm(_GuestsForm):
    """A form with the players of a squad: members of clubs, or guests by name. The first is the captain."""

    tournament: Tournament

    def add_seats(self, known: Any, seats: Sequence[Player | None], side: int) -> None:
        """Add two fields for each seat, filled with who is there; those beyond `side` are substitutes."""
        offered = [("", gettext("nobody")), *((str(player.pk), player.name) for player in known)]
        self.seats = len(seats)
        for seat, player in enumerate(seats, 1):
            text = gettext("Player {number}") if seat <= side else gettext("Player {number}, a substitute")
            field = forms.ModelChoiceField(
                label=text.format(number=seat),
                queryset=known,
                required=False,
                initial=None if player is None else player.pk,
            )
            # One list for all seats: each would read its own.
            field.choices = offered
            self.fields[f"player_{seat}"] = field
            self.fields[f"guest_{seat}"] = forms.CharField(
                label=gettext("or a guest without an account"), max_length=MAX_NAME, required=False
            )

    def seat_rows(self) -> list[tuple[BoundField, BoundField]]:
        """Return the two fields of each seat."""
        return [(self[f"player_{seat}"], self[f"guest_{seat}"]) for seat in range(1, self.seats + 1)]

    def clean(self) -> dict[str, Any]:
        """Refuse what is wrong in a row, unless a team is entered."""
        if self.cleaned_data.get("team") is None:
            rows = [(f"player_{seat}", f"guest_{seat}") for seat in range(1, self.seats + 1)]
            self.check_guests(self.tournament, rows)
        return self.cleaned_data

    def first_fields(self) -> list[BoundField]:
        """Return the fields above the seats."""
        return [self[name] for name in ("team", "name") if name in self.fields]

    def squad(self) -> list[Player | str]:
        """Return the players and the names of guests, in the order of the seats."""
        said = self.cleaned_data
        seats = range(1, self.seats + 1)
        named = [said[f"player_{seat}"] or said[f"guest_{seat}"].strip() for seat in seats]
        return [member for member in named if member]


class EnterForm(_SeatsForm):
    """Enter a team, or players and guests for this tournament alone: the staff any, others their own."""

    command = forms.UUIDField(initial=uuid4, widget=forms.HiddenInput)
    team = forms.ModelChoiceField(label=gettext_lazy("Team"), queryset=Team.objects.none(), required=False)

    def __init__(
        self, *args: Any, tournament: Tournament, state: TournamentState, player: Player, staff: bool, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.tournament = tournament
        club, side = tournament.club, state.settings.side
        entered = [entrant.team for entrant in state.entrants.values() if entrant.team and not entrant.withdrawn]
        teams = Team.objects.filter(size=side).exclude(pk__in=entered)
        if not staff:
            teams = teams.filter(captain=player)
        if state.settings.kind == "team" or teams.exists():
            self.fields["team"].queryset = teams  # type: ignore[attr-defined]
            self.fields["team"].choices = team_choices(teams, club)  # type: ignore[attr-defined]
            if not teams.exists():
                self.fields["team"].help_text = no_team_words(side, staff=staff)
        else:
            del self.fields["team"]
        seats = max(side, state.settings.squad)
        known = known_players(club, player, directs=staff)
        self.add_seats(known, [None if staff else player, *[None] * (seats - 1)], side)
        self.fields["name"] = forms.CharField(
            label=gettext("Name of the entrant"),
            max_length=MAX_NAME,
            required=False,
            help_text=gettext("Empty: the name of the team or of the players."),
        )

    def entry(self) -> dict[str, Any]:
        """Return the arguments of `tournaments.directing.entering.enter`."""
        said = self.cleaned_data
        if said.get("team") is not None:
            return {"team": said["team"], "name": said["name"]}
        return {"squad": self.squad(), "name": said["name"]}


class AgentForm(_GuestsForm):
    """Enter a single player, to be put into a team by lot: the staff anybody, others themselves."""

    command = forms.UUIDField(initial=uuid4, widget=forms.HiddenInput)

    def __init__(self, *args: Any, tournament: Tournament, player: Player, staff: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournament, self.player = tournament, player
        if staff:
            known = known_players(tournament.club, player, directs=True)
            self.fields["player"] = forms.ModelChoiceField(
                label=gettext("Player"), queryset=known, required=False, empty_label=gettext("nobody")
            )
            self.fields["guest"] = forms.CharField(
                label=gettext("or a guest without an account"), max_length=MAX_NAME, required=False
            )

    def seat_rows(self) -> list[tuple[BoundField, BoundField]]:
        """Return the two fields of the player, for the staff."""
        return [(self["player"], self["guest"])] if "player" in self.fields else []

    def clean(self) -> dict[str, Any]:
        """Refuse a form that names nobody."""
        said = self.cleaned_data
        self.check_guests(self.tournament, [("player", "guest")] if "player" in self.fields else [])
        if "player" in self.fields and not self.errors and not said.get("player") and not said.get("guest", "").strip():
            raise forms.ValidationError(gettext("Choose a player, or enter the name of a guest."))
        return said

    def entry(self) -> dict[str, Any]:
        """Return the arguments of `tournaments.directing.entering.enter`."""
        said = self.cleaned_data
        member = (said["player"] or said["guest"].strip()) if "player" in self.fields else self.player
        return {"squad": [member], "free_agent": True}


class SquadForm(_SeatsForm):
    """Change the squad of an entrant and its name."""

    command = forms.UUIDField(initial=uuid4, widget=forms.HiddenInput)
    version = forms.IntegerField(min_value=1, widget=forms.HiddenInput)

    def __init__(
        self,
        *args: Any,
        tournament: Tournament,
        state: TournamentState,
        entrant: EntrantState,
        player: Player,
        staff: bool,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.tournament = tournament
        self.fields["version"].initial = state.version
        settings = state.settings
        present = Player.objects.in_bulk(map(UUID, entrant.squad))
        own = [present[pk] for pk in map(UUID, entrant.squad) if pk in present]
        known = known_players(tournament.club, player, directs=staff, also=[member.pk for member in own])
        free = max(settings.side, settings.squad) - len(own)
        self.add_seats(known, [*own, *[None] * max(0, free)], settings.side)
        self.fields["name"] = forms.CharField(
            label=gettext("Name of the entrant"),
            max_length=MAX_NAME,
            required=False,
            initial=tournament.entrants.filter(number=entrant.number).values_list("name", flat=True).first(),
            help_text=gettext("Empty: the names of its players."),
        )


def no_team_words(side: int, *, staff: bool) -> str:
    """Return why there is no team to choose."""
    if staff:
        text = gettext("All teams with sides of {count} players are already entered. Name the players below.")
    else:
        text = gettext("You are not captain of a team with sides of {count} players. Name the players below.")
    return text.format(count=side)


def team_choices(teams: QuerySet[Team], club: Club) -> list[tuple[Any, Any]]:
    """Return the choices of a team, by club where there are others than the given one, whose teams come first."""
    listed = teams.select_related("club").order_by(Case(When(club=club, then=0), default=1), "club__name", "name")
    clubs: dict[str, list[tuple[str, str]]] = {}
    for team in listed[:MAX_TEAMS]:
        clubs.setdefault(team.club.name, []).append((str(team.pk), team.name))
    groups = list(clubs.items())
    return [("", gettext("no team")), *(clubs[club.name] if list(clubs) == [club.name] else groups)]


def known_players(club: Club, player: Player, *, directs: bool, also: Sequence[UUID] = ()) -> Any:
    """Return the players whom a person may enter, by name, and some more who are entered already."""
    known = Q(pk__in=_acquainted(club, player, directs=directs), is_bot=False) | Q(pk__in=also)
    return Player.objects.filter(known).order_by("name")


def _acquainted(club: Club, player: Player, *, directs: bool) -> Any:
    """Return the players whom a person may enter: the members of the own clubs, for directors those of theirs too."""
    clubs = set(Membership.objects.filter(player=player).values_list("club", flat=True))
    return Membership.objects.filter(club__in=clubs | ({club.pk} if directs else set())).values("player")
