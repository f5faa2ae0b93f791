"""Forms of a tournament's settings and of the plans of its stages. What they do not show stays as it is."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final
from uuid import uuid4

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext, gettext_lazy, pgettext_lazy
from msgspec.structs import asdict, replace

from games.events.base import BOOKS
from games.tables.services.seats import LIMITS, USUAL_TERMS
from tournaments.deeds.entering import MAX_SQUAD
from tournaments.deeds.planning import (
    MAX_AHEAD,
    MAX_GAMES,
    MAX_GROUPS,
    MAX_MINUTES,
    MAX_PLACE,
    MAX_ROOMS,
    MAX_ROUNDS,
    MAX_WAIT,
)
from tournaments.desk.refused import RefusedForm
from tournaments.desk.windows import read, window_fields, written
from tournaments.directing.acting import SWITCHES
from tournaments.events.settings import MAX_HANDS, Counting, MatchPlan, Qualifiers, Settings, StagePlan
from tournaments.formats.ladder import MAX_DAYS, rules_of
from tournaments.models import MAX_NAME
from tournaments.overview.wording import FORMATS, criterion_words
from tournaments.plans.words import CRITERIA
from tournaments.stages.stage import (
    CROSS_GROUP,
    DOUBLE_ELIMINATION,
    INDIVIDUAL,
    KNOCK_OUT,
    LADDER,
    POINTS_RACE,
    ROUND_ROBIN,
    SWISS,
    Stage,
)
from tournaments.state.tournament import StageState, TournamentState

_OF_MATCH: Final = ("hands", "games", "rooms", "best_of", "minutes", "place")
"""The members of a match's plan that the form shows as they are."""
MAX_TIE_BREAKS: Final = 5
"""The criteria that the form asks for, one after the other."""
_COUNTED_ROUNDS: Final = (SWISS, POINTS_RACE)
_ROUNDS_AS_OPTION: Final = (CROSS_GROUP, INDIVIDUAL)


class _OfVersion(RefusedForm):
    """A form of a version of the tournament, with a command of its own."""

    command = forms.UUIDField(initial=uuid4, widget=forms.HiddenInput)
    version = forms.IntegerField(min_value=1, widget=forms.HiddenInput)


class NameForm(RefusedForm):
    """The name of a tournament."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=MAX_NAME)


class SettingsForm(_OfVersion):
    """The settings, until the first stage begins."""

    capacity = forms.IntegerField(
        label=gettext_lazy("Room for"),
        required=False,
        min_value=2,
        max_value=1_024,
        help_text=gettext_lazy("More entries wait. Empty: no limit."),
    )
    squad = forms.IntegerField(label=gettext_lazy("Players in a squad"), min_value=1, max_value=MAX_SQUAD)
    open_to = forms.ChoiceField(
        label=gettext_lazy("Entries come from"),
        choices=(("players", gettext_lazy("players themselves")), ("director", gettext_lazy("the director only"))),
    )
    free_agents = forms.BooleanField(
        label=gettext_lazy("Single players may enter"),
        required=False,
        help_text=gettext_lazy("Teams are drawn from them by lot."),
    )
    check_in = forms.BooleanField(label=gettext_lazy("Entrants check in before the first round"), required=False)
    check_in_opens = forms.IntegerField(
        label=gettext_lazy("Captains check in from"),
        required=False,
        min_value=0,
        max_value=MAX_AHEAD,
        help_text=gettext_lazy("Minutes before the start. Empty: at any time."),
    )
    check_in_closes = forms.IntegerField(
        label=gettext_lazy("Captains check in until"),
        required=False,
        min_value=-MAX_WAIT,
        max_value=MAX_AHEAD,
        help_text=gettext_lazy(
            "Minutes before the start; with a minus, after it. Empty: until the first stage begins."
        ),
    )
    starts_at = forms.DateTimeField(
        label=gettext_lazy("Begins at"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        help_text=gettext_lazy("No match is called before this time."),
    )
    line_up_minutes = forms.IntegerField(
        label=gettext_lazy("Minutes for line-ups"), required=False, min_value=0, max_value=MAX_WAIT
    )
    no_show_minutes = forms.IntegerField(
        label=gettext_lazy("Minutes until a side counts as missing"),
        required=False,
        min_value=1,
        max_value=MAX_WAIT,
        help_text=gettext_lazy(
            "From the call of its match. The desk then proposes a walkover; a director decides. Empty: never."
        ),
    )
    action_seconds = forms.IntegerField(
        label=gettext_lazy("Seconds for a bid or a card"),
        required=False,
        min_value=LIMITS["action_seconds"][0],
        max_value=LIMITS["action_seconds"][1],
    )
    automatic = forms.BooleanField(label=gettext_lazy("Run rounds automatically"), required=False)
    bots = forms.BooleanField(label=gettext_lazy("Bots fill empty seats"), required=False)
    reserve_seconds = forms.IntegerField(
        label=gettext_lazy("Seconds in reserve for a game"),
        required=False,
        min_value=LIMITS["reserve_seconds"][0],
        max_value=LIMITS["reserve_seconds"][1],
        help_text=gettext_lazy("For each seat, in addition to the time for each bid or card. Empty: two minutes."),
    )
    pause_seconds = forms.IntegerField(
        label=gettext_lazy("Seconds between two hands"),
        required=False,
        min_value=LIMITS["pause_seconds"][0],
        max_value=LIMITS["pause_seconds"][1],
        help_text=gettext_lazy("Empty: five."),
    )
    running_count = forms.BooleanField(label=gettext_lazy("Show card points during a hand"), required=False)
    chat = forms.BooleanField(label=gettext_lazy("Allow chat at the tables"), required=False)
    stakes = forms.BooleanField(label=gettext_lazy("Games move stakes in the club's ledger"), required=False)
    ratings = forms.BooleanField(label=gettext_lazy("Games move ratings"), required=False)
    kunukku = forms.BooleanField(
        label=gettext_lazy("Games give and take kunukku"),
        required=False,
        help_text=gettext_lazy(
            "Games that move nothing at all are friendly: they do not count in the club's standings."
        ),
    )

    def __init__(self, *args: Any, state: TournamentState, **kwargs: Any) -> None:
        settings = state.settings
        at = None if settings.starts_at is None else datetime.fromtimestamp(settings.starts_at, UTC)
        kwargs["initial"] = {
            "version": state.version,
            **{name: getattr(settings, name) for name in _SAME},
            "starts_at": at,
            **{name: settings.terms.get(name) for name in _SECONDS},
            **{name: settings.terms.get(name, getattr(USUAL_TERMS, name)) for name in SWITCHES},
            **asdict(settings.counting),
            **written(settings.disputes),
        }
        super().__init__(*args, **kwargs)
        self.fields.update(window_fields())
        self.settings = settings

    def clean_squad(self) -> int:
        """Refuse squads that cannot fill the seats of a side."""
        squad: int = self.cleaned_data["squad"]
        if squad < self.settings.side:
            text = gettext("{side} players of an entrant sit at a table, so a squad has at least as many.")
            raise forms.ValidationError(text.format(side=self.settings.side))
        return squad

    def changed(self) -> Settings:
        """Return the settings as the form has them."""
        said = self.cleaned_data
        at = said["starts_at"]
        seconds = {name: said[name] for name in _SECONDS if said[name] is not None}
        switches = {name: said[name] for name in SWITCHES if said[name] != getattr(USUAL_TERMS, name)}
        kept = {name: value for name, value in self.settings.terms.items() if name not in (*_SECONDS, *SWITCHES)}
        same = {name: said[name] for name in _SAME}
        return replace(
            self.settings,
            **{**same, "line_up_minutes": said["line_up_minutes"] or 0},
            starts_at=None if at is None else int(at.timestamp()),
            terms={**kept, **seconds, **switches},
            counting=Counting(**{book: said[book] for book in BOOKS}),
            disputes=read(said),
        )


_SAME: Final = (
    "capacity",
    "squad",
    "open_to",
    "free_agents",
    "check_in",
    "check_in_opens",
    "check_in_closes",
    "line_up_minutes",
    "no_show_minutes",
    "automatic",
    "bots",
)
"""The settings that the form shows as they are."""
_SECONDS: Final = ("action_seconds", "reserve_seconds", "pause_seconds")
"""The terms of play of a table that are times; empty: as usual."""


_SUBJECTS: Final = (
    ("", ("type", "place", "rounds", "legs", "third_place", "reset")),
    (
        gettext_lazy("Challenges"),
        ("reach", "answer_days", "refusals", "unanswered", "inactive_days", "inactive_places"),
    ),
    (gettext_lazy("Games and times of a match"), ("hands", "games", "rooms", "best_of", "extra", "minutes", "days")),
    (gettext_lazy("Field and groups"), ("source", "first", "last", "best", "carry", "groups", "by_lot", "apart")),
    (gettext_lazy("Order of the standings"), tuple(f"tie_break_{place}" for place in range(MAX_TIE_BREAKS))),
)
"""The fields of a stage's plan by subject; those of the first stand above the others, which are folds."""


@dataclass(frozen=True, slots=True)
class Subject:
    """Fields of a form about one thing, and whether their fold is open."""

    title: str
    fields: tuple[BoundField, ...]
    is_open: bool


class StageForm(_OfVersion):
    """The plan of a stage: its format, its field, its matches and the order of its criteria."""

    type = forms.ChoiceField(label=gettext_lazy("Format"), choices=tuple(FORMATS.items()))
    source = forms.TypedChoiceField(label=gettext_lazy("Entrants of the stage"), coerce=int)
    first = forms.IntegerField(label=gettext_lazy("From place"), min_value=1, max_value=MAX_PLACE, required=False)
    last = forms.IntegerField(label=gettext_lazy("To place"), min_value=1, max_value=MAX_PLACE, required=False)
    best = forms.IntegerField(
        label=gettext_lazy("And the best of the next place"),
        min_value=0,
        max_value=MAX_GROUPS,
        required=False,
        help_text=gettext_lazy("This number, from all groups together."),
    )
    carry = forms.BooleanField(label=gettext_lazy("Match points are kept"), required=False)
    rounds = forms.IntegerField(
        label=gettext_lazy("Rounds"),
        min_value=0,
        max_value=MAX_ROUNDS,
        required=False,
        help_text=gettext_lazy("In a Swiss, in halves, for single players or in a points race."),
    )
    groups = forms.IntegerField(label=gettext_lazy("Groups"), min_value=1, max_value=MAX_GROUPS)
    by_lot = forms.BooleanField(label=gettext_lazy("Groups and seeds by lot"), required=False)
    apart = forms.IntegerField(
        label=gettext_lazy("Rounds in which players of a club do not meet"),
        min_value=0,
        max_value=MAX_ROUNDS,
        required=False,
    )
    legs = forms.TypedChoiceField(
        label=gettext_lazy("Entrants meet"),
        choices=((1, gettext_lazy("once")), (2, gettext_lazy("twice"))),
        coerce=int,
        required=False,
        empty_value="1",
        help_text=gettext_lazy("In a round robin."),
    )
    third_place = forms.BooleanField(label=gettext_lazy("A match for the third place"), required=False)
    reset = forms.BooleanField(label=gettext_lazy("A second final if the unbeaten side loses"), required=False)
    reach = forms.IntegerField(
        label=gettext_lazy("Reach of a challenge, in places"),
        min_value=1,
        max_value=MAX_PLACE,
        required=False,
        help_text=gettext_lazy("In a ladder; for example 5."),
    )
    answer_days = forms.IntegerField(
        label=gettext_lazy("Days to answer a challenge"), min_value=1, max_value=MAX_DAYS, required=False
    )
    refusals = forms.IntegerField(
        label=gettext_lazy("Challenges that may be refused in a row"),
        min_value=0,
        max_value=MAX_PLACE,
        required=False,
        help_text=gettext_lazy("The next refusal counts as a lost match. 0: every refusal does."),
    )
    unanswered = forms.ChoiceField(
        label=gettext_lazy("An unanswered challenge counts as"),
        choices=(("loss", gettext_lazy("a lost match")), ("refusal", gettext_lazy("a refusal"))),
        required=False,
    )
    inactive_days = forms.IntegerField(
        label=gettext_lazy("Days without a match until an entrant moves down"),
        min_value=0,
        max_value=MAX_DAYS,
        required=False,
        help_text=gettext_lazy("0: no entrant moves down for not playing."),
    )
    inactive_places = forms.IntegerField(
        label=gettext_lazy("Places to move down"), min_value=1, max_value=MAX_PLACE, required=False
    )
    hands = forms.IntegerField(
        label=gettext_lazy("Hands of a game"),
        min_value=0,
        max_value=MAX_HANDS,
        help_text=gettext_lazy("0: until the game ends by its rules."),
    )
    games = forms.IntegerField(label=gettext_lazy("Games of a match"), min_value=1, max_value=MAX_GAMES)
    rooms = forms.IntegerField(
        label=gettext_lazy("Rooms of a match"),
        min_value=1,
        max_value=MAX_ROOMS,
        required=False,
        help_text=gettext_lazy(
            "More than 1: the match is played at several tables at the same time, with other players of a squad "
            "at each; the points are added."
        ),
    )
    best_of = forms.BooleanField(
        label=gettext_lazy("First to win more than half of the games"),
        required=False,
        help_text=gettext_lazy("Otherwise all are played and their points added."),
    )
    extra = forms.CharField(
        label=gettext_lazy("More hands if the match is level"),
        required=False,
        max_length=40,
        help_text=gettext_lazy("For example 6, 1: six more hands, then one by one. Empty: a match may be drawn."),
    )
    minutes = forms.IntegerField(
        label=gettext_lazy("Minutes of a game"),
        min_value=1,
        max_value=MAX_MINUTES,
        required=False,
        help_text=gettext_lazy("No hand begins after that."),
    )
    place = forms.ChoiceField(
        label=gettext_lazy("Place of play"),
        choices=(
            ("table", gettext_lazy("at live tables")),
            ("sheet", gettext_lazy("with real cards, on score sheets")),
            ("desk", gettext_lazy("with real cards; the desk enters results")),
        ),
    )
    days = forms.IntegerField(
        label=gettext_lazy("Days of a round"),
        min_value=0,
        max_value=365,
        required=False,
        help_text=gettext_lazy("Time for the two sides to agree on a time. 0: a round is played at once."),
    )

    def __init__(self, *args: Any, state: TournamentState, stage: StageState | None = None, **kwargs: Any) -> None:
        self.stage = stage
        self.plan = StagePlan(type=ROUND_ROBIN, match=MatchPlan(hands=8)) if stage is None else stage.plan
        kwargs["initial"] = {"version": state.version, **_initial(self.plan), **kwargs.get("initial", {})}
        super().__init__(*args, **kwargs)
        earlier = [number for number in state.stages if stage is None or number < stage.number]
        self.fields["source"].choices = [  # type: ignore[attr-defined]
            (0, gettext("all entrants")),
            *((number, gettext("from stage {stage}").format(stage=number)) for number in earlier),
        ]
        criteria = [(name, criterion_words(name)) for name in CRITERIA]
        for place in range(MAX_TIE_BREAKS):
            label = gettext("Order by") if not place else gettext("then by")
            self.fields[f"tie_break_{place}"] = forms.ChoiceField(
                label=label,
                choices=criteria if not place else [("", pgettext_lazy("a criterion", "nothing more")), *criteria],
                required=not place,
                initial=self.plan.tie_breaks[place] if place < len(self.plan.tie_breaks) else "",
            )
        self.order_fields([name for _title, names in _SUBJECTS for name in names])

    def subjects(self) -> list[Subject]:
        """Return the fields by subject; where one is wrong, its fold is open."""
        return [
            Subject(str(title), fields, any(field.errors for field in fields))
            for title, names in _SUBJECTS
            for fields in [tuple(self[name] for name in names)]
        ]

    def clean_extra(self) -> tuple[int, ...]:
        """Return the hands of each further game."""
        parts = [part.strip() for part in self.cleaned_data["extra"].split(",") if part.strip()]
        if not all(part.isascii() and part.isdecimal() and 0 < int(part[:4]) <= MAX_HANDS for part in parts):
            raise forms.ValidationError(gettext("Enter whole numbers with commas between them, such as 6, 1."))
        return tuple(map(int, parts))

    def planned(self) -> StagePlan:
        """Return the plan as the form has it; the rest of the plan stays as it was.

        A single game of a match in several rooms is one in each of them.
        """
        said: dict[str, Any] = {**self.cleaned_data, "rooms": self.cleaned_data["rooms"] or 1}
        if said["games"] == 1:
            said["games"] = said["rooms"]
        rounds = said["rounds"] or 0
        options = {name: value for name, value in self.plan.options.items() if self.plan.type == said["type"]}
        options |= _options(said, rounds)
        tie_breaks = dict.fromkeys(said[f"tie_break_{place}"] for place in range(MAX_TIE_BREAKS))
        return replace(
            self.plan,
            type=said["type"],
            options={name: value for name, value in options.items() if value is not None},
            tie_breaks=tuple(name for name in tie_breaks if name),
            rounds=rounds if said["type"] in _COUNTED_ROUNDS else 0,
            groups=said["groups"],
            by_lot=said["by_lot"],
            apart=said["apart"] or 0,
            source=self._source(said),
            carry=said["carry"],
            days=said["days"] or 0,
            match=replace(
                self.plan.match,
                **{name: said[name] for name in (*_OF_MATCH, "extra")},
            ),
        )

    def _source(self, said: Mapping[str, Any]) -> tuple[Qualifiers, ...]:
        if not said["source"]:
            return ()
        first = said["first"] or 1
        taken = Qualifiers(stage=said["source"], first=first, last=said["last"] or first, best=said["best"] or 0)
        return (taken, *self.plan.source[1:])


def _options(said: Mapping[str, Any], rounds: int) -> dict[str, Any]:
    """Return the options of the format that the form knows; None takes an option out."""
    kind = said["type"]
    if kind == ROUND_ROBIN:
        return {"legs": int(said["legs"])}
    if kind in _ROUNDS_AS_OPTION:
        return {"rounds": rounds or None}
    if kind == KNOCK_OUT:
        return {"third_place": said["third_place"] or None}
    if kind == DOUBLE_ELIMINATION:
        return {"reset": said["reset"] or None}
    if kind == LADDER:
        return {
            **{name: said[name] for name in ("reach", "refusals", "inactive_places")},
            "days": said["answer_days"],
            "unanswered": said["unanswered"] or None,
            "inactive_days": said["inactive_days"] or None,
        }
    return {}


def _of_ladder(plan: StagePlan) -> dict[str, Any]:
    """Return the options of a ladder; of another format those that a ladder has if nothing is said."""
    options = plan.options if plan.type == LADDER else {}
    rules = rules_of(Stage("", LADDER, (), options))
    names = ("reach", "refusals", "unanswered", "inactive_days", "inactive_places")
    return {**{name: getattr(rules, name) for name in names}, "answer_days": rules.days}


def _initial(plan: StagePlan) -> dict[str, Any]:
    source = plan.source[0] if plan.source else None
    return {
        "type": plan.type,
        "source": source.stage if source is not None else 0,
        "first": source.first if source is not None else None,
        "last": source.last if source is not None else None,
        "best": source.best if source is not None else None,
        "rounds": plan.options.get("rounds", plan.rounds),
        "legs": plan.options.get("legs", 1),
        "third_place": plan.options.get("third_place", False),
        "reset": plan.options.get("reset", False),
        "extra": ", ".join(map(str, plan.match.extra)),
        **_of_ladder(plan),
        **{name: getattr(plan, name) for name in ("carry", "groups", "by_lot", "apart", "days")},
        **{name: getattr(plan.match, name) for name in _OF_MATCH},
    }
