"""The settings page: the settings, the stages, the staff, and what a director decides about the field."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.models import Membership, Player
from tournaments.deeds.opening import DropStage, ReleaseStaff, RunRounds
from tournaments.deeds.publishing import ReleaseResults
from tournaments.desk.asking import Ask, Field, ask
from tournaments.desk.plans import NameForm, SettingsForm, StageForm
from tournaments.models import Tournament
from tournaments.overview.heads import embargo_words
from tournaments.overview.wording import FORMATS, said
from tournaments.plans.words import stage_in_words
from tournaments.selectors.naming import Names
from tournaments.state.embargoes import embargo_at
from tournaments.state.tournament import StageState, TournamentState


@dataclass(frozen=True, slots=True)
class StageShown:
    """A stage with its plan in words, and what can be changed about it.

    Attributes:
        form: The form of its plan; None once it has begun.
    """

    number: int
    name: str
    words: tuple[str, ...]
    form: StageForm | None
    drop: Ask | None
    rulings: tuple[Ask, ...]


@dataclass(frozen=True, slots=True)
class StaffShown:
    """A member of the staff, with the button that ends the office."""

    name: str
    office: str
    release: Ask


@dataclass(frozen=True, slots=True)
class SettingsPage:
    """What a director settles.

    Attributes:
        form: The form of the settings; None once the first stage has begun.
        rounds: From then on the button that lets the server run the rounds, or the staff.
        new: The form of a further stage.
        name_staff: The form that gives an office.
        abandon: The form that ends the tournament without places.
        name: The form of its name.
        embargo: The forms that put results under embargo, or release them.
        embargo_words: That an embargo is in force, in a sentence; empty without.
    """

    form: SettingsForm | None
    rounds: Ask | None
    stages: tuple[StageShown, ...]
    new: StageForm | None
    staff: tuple[StaffShown, ...]
    name_staff: Ask
    abandon: Ask | None
    name: NameForm
    embargo: tuple[Ask, ...] = ()
    embargo_words: str = ""


def settings_page(
    tournament: Tournament,
    state: TournamentState,
    names: Names,
    *,
    form: SettingsForm | None = None,
    stage_form: StageForm | None = None,
    name_form: NameForm | None = None,
) -> SettingsPage:
    """Return the page.

    Args:
        form: The settings as they were sent, where they were refused.
        stage_form: The plan of a stage as it was sent, where it was refused.
        name_form: The name as it was sent, where it was refused.
    """
    begun = any(stage.status != "planned" for stage in state.stages.values())
    new = None
    if not state.is_over:
        new = (
            stage_form if stage_form is not None and stage_form.stage is None else StageForm(state=state, prefix="new")
        )
    return SettingsPage(
        form=None if begun or state.is_over else form or SettingsForm(state=state),
        rounds=_rounds(state) if begun and not state.is_over else None,
        stages=tuple(_stage(state, stage, names, stage_form) for stage in state.stages.values()),
        new=new,
        staff=tuple(_staff(state)),
        name_staff=_name_staff(tournament),
        abandon=None if state.is_over else _abandon(),
        name=name_form or NameForm(initial={"name": tournament.name}, prefix="tournament"),
        embargo=tuple(_embargo(state)),
        embargo_words=embargo_words(state, timezone.now()),
    )


def _stage(state: TournamentState, stage: StageState, names: Names, sent: StageForm | None) -> StageShown:
    planned = stage.status == "planned" and not state.is_over
    form = None
    if planned:
        known = sent is not None and sent.stage is not None and sent.stage.number == stage.number
        form = sent if known else StageForm(state=state, stage=stage, prefix=f"stage-{stage.number}")
    return StageShown(
        stage.number,
        _("Stage {number}: {format}").format(number=stage.number, format=FORMATS[stage.plan.type]),
        tuple(map(said, stage_in_words(stage.plan))),
        form,
        ask(DropStage(stage=stage.number), _("Drop the stage"), look="bare") if planned else None,
        () if state.is_over else tuple(_rulings(state, stage, names)),
    )


def _rulings(state: TournamentState, stage: StageState, names: Names) -> Iterator[Ask]:
    """Yield what a director decides about the field of a stage to come, or the points of one that is played."""
    words = Field("words", _("Reason (for the staff)"), "words", longest=200, optional=True)
    if stage.status == "planned" and stage.plan.source:
        everybody = _choices(state.entered(), names)
        entrant = Field("entrant", _("Entrant"), "choice", "", everybody)
        yield ask(
            {"do": "GiveWildCard", "stage": stage.number},
            _("Give a wild card"),
            _("A wild card: it plays in this stage without having qualified"),
            [entrant, words],
        )
        yield ask(
            {"do": "DeclineQualification", "stage": stage.number},
            _("It declines"),
            _("It has qualified but does not play: the next in line does"),
            [entrant, words],
            previews=True,
        )
    if stage.status == "running":
        yield ask(
            {"do": "AdjustPoints", "stage": stage.number, "reason": "director"},
            _("Give or deduct"),
            _("Give match points, or deduct them with a minus"),
            [
                Field("entrant", _("Entrant"), "choice", "", _choices(stage.field, names)),
                Field("points", _("Match points"), "text", "-1", longest=12),
                words,
            ],
            previews=True,
        )


def _choices(entrants: Iterable[int], names: Names) -> tuple[tuple[str, str], ...]:
    return (("", _("choose")), *((str(number), names.of.get(number, "")) for number in entrants))


def _rounds(state: TournamentState) -> Ask:
    if state.settings.automatic:
        text = _("The server pairs, releases and calls the rounds.")
        return ask(RunRounds(automatic=False), _("Run rounds by hand"), text)
    text = _("The staff pairs, releases and calls the rounds.")
    return ask(RunRounds(automatic=True), _("Run rounds automatically"), text)


def _staff(state: TournamentState) -> Iterator[StaffShown]:
    offices = {"director": _("director"), "assistant": _("assistant"), "scorer": _("scorer")}
    players = Player.objects.in_bulk([UUID(player) for player in state.staff])
    for player, role in state.staff.items():
        name = players[UUID(player)].name
        yield StaffShown(name, offices[role], ask(ReleaseStaff(player=player), _("Remove"), look="bare"))


def _name_staff(tournament: Tournament) -> Ask:
    members = Membership.objects.filter(club=tournament.club, player__is_bot=False).select_related("player")
    known = (("", _("choose")), *((str(one.player_id), one.player.name) for one in members.order_by("player__name")))
    offices = (
        ("scorer", _("scorer: reports and confirms results")),
        ("assistant", _("assistant: also enters, releases and calls")),
        ("director", _("director: decides everything")),
    )
    return ask(
        {"do": "NameStaff"},
        _("Give the office"),
        _("Give an office"),
        [
            Field("player", _("Member of the club"), "choice", "", known),
            Field("role", _("Office"), "choice", "", offices),
        ],
    )


def _embargo(state: TournamentState) -> Iterator[Ask]:
    """Yield the form of an embargo, and while there is one the button that releases the results."""
    embargo = embargo_at(state, timezone.now())
    in_force = embargo is not None
    if in_force:
        yield ask(ReleaseResults(), _("Release the results"), _("Everybody sees the results at once"), look="go")
    if in_force or not state.is_over:
        until = "" if embargo is None or embargo.until is None else _written(embargo.until)
        yield ask(
            {"do": "SetEmbargo"},
            _("Change the time") if in_force else _("Put results under embargo"),
            _("The embargo ends at another time")
            if in_force
            else _(
                "From now on, only the staff and the players of a match see its result, until a set time or "
                "until you release the results"
            ),
            [Field("until", _("Until (empty: until they are released)"), "time", until, optional=True)],
        )


def _written(at: int) -> str:
    """Return a time as its field has it, by the present time zone."""
    return timezone.localtime(datetime.fromtimestamp(at, UTC)).strftime("%Y-%m-%dT%H:%M")


def _abandon() -> Ask:
    words = Field("words", _("Reason (for the staff)"), "words", longest=200, optional=True)
    return ask(
        {"do": "AbandonTournament", "reason": "abandoned"},
        _("Abandon the tournament"),
        _("End the tournament without places"),
        [words],
        look="danger",
    )
