"""The settings page, previews, and opening a tournament as an earlier one was."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from msgspec.structs import replace

from clubs.members.societies import join_club
from clubs.models import Club, OfficerAct, Player
from tests.factories import PlayerFactory, TournamentFactory
from tests.tournaments.helpers.directed import ROUND_ROBIN, bot_pairs, called, do, opened, state_of
from tournaments.deeds.base import Refused
from tournaments.deeds.entering import CheckIn
from tournaments.deeds.playing import ReportGame
from tournaments.desk.plans import SettingsForm, StageForm
from tournaments.directing.opening import rename_tournament
from tournaments.events.settings import Counting, DisputeWindows, MatchPlan, Qualifiers, StagePlan
from tournaments.log import states
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def cup(club: Club, director: Player) -> Tournament:
    return opened(club, director, ROUND_ROBIN, StagePlan(type="knock_out", source=(Qualifiers(stage=1, last=2),)))


def sent(form, **changes) -> dict[str, object]:
    """Return what a browser sends of a form, with some fields filled in otherwise."""
    values = {name: form[name].value() for name in form.fields} | changes
    kept = {name: value for name, value in values.items() if value not in (None, False, "")}
    return {form.add_prefix(name): "on" if value is True else value for name, value in kept.items()}


def at(cup: Tournament) -> str:
    return reverse("tournaments:settings", args=[cup.slug])


def test_the_settings_are_changed_until_a_stage_begins(officer: Client, cup: Tournament, director: Player):
    form = SettingsForm(state=state_of(cup))
    books = {"stakes": False, "ratings": True, "kunukku": False}
    terms = {"action_seconds": 45, "reserve_seconds": 60, "pause_seconds": 10, "chat": False}
    body = sent(form, capacity=8, check_in=True, starts_at="2030-05-01T10:30", disputes_answer=25, **terms, **books)
    assert officer.post(at(cup), {"what": "settings", **body}).status_code == 302

    settings = state_of(cup).settings
    assert (settings.capacity, settings.check_in, settings.terms) == (8, True, terms)
    assert settings.counting == Counting(**books)
    assert settings.disputes == DisputeWindows(answer=25)
    again = sent(SettingsForm(state=state_of(cup)))
    assert officer.post(at(cup), {"what": "settings", **again}).status_code == 302
    assert state_of(cup).settings == settings, "what is sent as it was shown changes nothing"

    bot_pairs(cup, director, 2)
    do(cup, director, CheckIn(entrant=1), CheckIn(entrant=2))
    called(cup, director)
    assert "Save the settings" not in officer.get(at(cup)).content.decode()


def test_an_older_form_overwrites_nothing(officer: Client, cup: Tournament):
    body = sent(SettingsForm(state=state_of(cup)), capacity=8)
    officer.post(at(cup), {"what": "settings", **body})
    late = officer.post(at(cup), {"what": "settings", **body, "capacity": 4, "command": str(uuid4())})
    assert late.status_code == 422
    assert "has changed in the meantime" in late.content.decode()
    assert state_of(cup).settings.capacity == 8


def test_stages_are_planned_changed_and_dropped(officer: Client, cup: Tournament):
    state = state_of(cup)
    new = StageForm(state=state, prefix="new")
    plan = {
        "type": "swiss",
        "rounds": 4,
        "source": 1,
        "first": 1,
        "last": 6,
        "hands": 12,
        "extra": "6, 1",
        "minutes": 40,
    }
    body = sent(new, **plan, tie_break_1="buchholz", tie_break_2="seed", tie_break_3="")
    assert officer.post(at(cup), {"what": "new", **body}).status_code == 302
    made = state_of(cup).stages[3].plan
    assert (made.type, made.rounds, made.source) == ("swiss", 4, (Qualifiers(stage=1, first=1, last=6),))
    assert made.match == MatchPlan(hands=12, extra=(6, 1), minutes=40)
    assert made.tie_breaks == ("points", "buchholz", "seed")

    form = StageForm(state=state_of(cup), stage=state_of(cup).stages[3], prefix="stage-3")
    assert officer.post(at(cup), {"what": "stage-3", **sent(form, best_of=True, games=3)}).status_code == 302
    changed = state_of(cup).stages[3].plan
    assert (changed.match.games, changed.match.best_of, changed.match.extra) == (3, True, (6, 1))

    wrong = officer.post(at(cup), {"what": "stage-3", **sent(form, extra="six")})
    assert wrong.status_code == 422
    assert "Enter whole numbers with commas" in wrong.content.decode()
    refused = officer.post(at(cup), {"what": "new", **sent(new, type="swiss", rounds="")})
    assert refused.status_code == 422
    assert officer.post(at(cup), {"what": "stage-9"}).status_code == 404

    drop = {"deed": '{"do":"DropStage","stage":3}', "back": "settings"}
    assert officer.post(reverse("tournaments:do", args=[cup.slug]), drop).status_code == 302
    assert list(state_of(cup).stages) == [1, 2]


def test_what_a_form_shows_and_sends_back_is_the_plan_as_it_was(cup: Tournament):
    rich = StagePlan(
        type="round_robin", options={"legs": 2}, scoring={"win": "3"}, groups=2, carry=True, apart=1, days=7,
        source=(Qualifiers(stage=1, last=4, best=1),), match=MatchPlan(hands=16, games=2, place="desk"),
        rounds_from_last=(MatchPlan(hands=18),),
    )  # fmt: skip
    state = states.current(cup.pk).copied()
    stage = state.stages[2]
    shown = StageForm(state=state, stage=replace(stage, plan=rich))
    form = StageForm(sent(shown), state=state, stage=replace(stage, plan=rich))
    assert form.is_valid(), form.errors
    assert form.planned() == rich


def test_staff_is_named_and_released(officer: Client, cup: Tournament, club: Club):
    beeran = PlayerFactory(name="Beeran", password="x")
    join_club(club=club, player=beeran)
    deeds = reverse("tournaments:do", args=[cup.slug])
    named = {"deed": '{"do":"NameStaff"}', "player": str(beeran.pk), "role": "scorer", "back": "settings"}
    assert officer.post(deeds, named, follow=True).status_code == 200
    page = officer.get(at(cup)).content.decode()
    assert "Beeran" in page
    theirs = Client()
    theirs.force_login(beeran.user)
    assert theirs.get(reverse("tournaments:desk", args=[cup.slug])).status_code == 200
    assert theirs.get(at(cup)).status_code == 403
    officer.post(deeds, {"deed": f'{{"do":"ReleaseStaff","player":"{beeran.pk}"}}', "back": "settings"})
    assert state_of(cup).staff == {}


def test_a_ruling_is_previewed_and_nothing_is_done(officer: Client, cup: Tournament, director: Player):
    bot_pairs(cup, director, 4)
    called(cup, director)
    do(cup, director, ReportGame(match=1, points=(4, 1)))
    version = state_of(cup).version
    deeds = reverse("tournaments:do", args=[cup.slug])
    deed = {"deed": '{"do":"AdjustPoints","stage":1,"entrant":1,"points":"3","reason":"director"}', "version": version}
    shown = officer.post(deeds, {**deed, "preview": "1", "back": "settings"})
    page = shown.content.decode()
    assert shown.status_code == 200
    assert "of stage 1" in page
    assert "match points" in page
    assert state_of(cup).version == version
    assert officer.post(deeds, deed).status_code == 302
    assert state_of(cup).version == version + 1
    stranger = Client()
    stranger.force_login(PlayerFactory(name="Fathima").user)
    assert stranger.post(deeds, {**deed, "preview": "1"}).status_code == 403


def test_a_tournament_is_opened_as_an_earlier_one_was(officer: Client, club: Club, director: Player, teams):
    TournamentFactory(club=club, director=director, name="Last year", hands=5, teams=teams[:2], line_up_minutes=7)
    earlier = Tournament.objects.get()
    body = {"command": str(uuid4()), "name": "This year", "preset": f"as:{earlier.pk}", "expected": 4, "rules": ""}
    assert officer.post(reverse("tournaments:open", args=[club.slug]), body).status_code == 302
    made = state_of(Tournament.objects.get(name="This year"))
    assert made.settings == state_of(earlier).settings
    assert [stage.plan for stage in made.stages.values()] == [stage.plan for stage in state_of(earlier).stages.values()]
    assert made.entrants == {}


def opening(**changes: object) -> dict[str, object]:
    return {"command": str(uuid4()), "name": "Monsoon Cup", "expected": 8, "rules": "", "automatic": "on", **changes}


def test_the_first_form_asks_where_matches_are_played_and_all_rounds_are_there(officer: Client, club: Club):
    address = reverse("tournaments:open", args=[club.slug])
    said = opening(preset="book-56", place="desk", bots="on", action_seconds=20)
    assert officer.post(address, said).status_code == 302
    state = state_of(Tournament.objects.get(name="Monsoon Cup"))
    plans = [stage.plan for stage in state.stages.values()]
    assert {match.place for plan in plans for match in (plan.match, *plan.rounds_from_last)} == {"desk"}
    assert (state.settings.bots, state.settings.terms) == (False, {}), "only live tables have bots and seconds"


def test_matches_of_either_game_are_kept_on_score_sheets(officer: Client, club: Club):
    address = reverse("tournaments:open", args=[club.slug])
    for name, rules in (("Cup of 28", ""), ("Cup of 56", "56-kerala-6")):
        said = {**opening(preset="friday-pairs", place="sheet", rules=rules), "name": name}
        assert officer.post(address, said).status_code == 302
        assert state_of(Tournament.objects.get(name=name)).stages[1].plan.match.place == "sheet"


def test_a_ladder_is_one_of_the_usual_plans(officer: Client, club: Club):
    address = reverse("tournaments:open", args=[club.slug])
    assert officer.post(address, opening(preset="ladder", place="desk")).status_code == 302
    plan = state_of(Tournament.objects.get()).stages[1].plan
    assert (plan.type, plan.options["reach"], plan.match.place) == ("ladder", 3, "desk")


def test_the_plan_of_a_stage_is_asked_for_by_subject_and_each_field_once(cup: Tournament):
    form = StageForm(state=state_of(cup), prefix="new")
    shown = [field.name for subject in form.subjects() for field in subject.fields]
    assert sorted(shown) == sorted(name for name in form.fields if name not in ("command", "version"))
    assert shown[:2] == ["type", "place"], "where it is played is no matter for a fold"
    wrong = StageForm({**sent(form, groups=900), "new-source": "0"}, state=state_of(cup), prefix="new")
    assert [subject.title for subject in wrong.subjects() if subject.is_open] == ["Field and groups"]


def test_a_refused_form_names_its_faults_at_the_top_and_the_first_has_the_focus(officer: Client, cup: Tournament):
    form = StageForm(state=state_of(cup), prefix="new")
    page = officer.post(
        at(cup), {"what": "new", **sent(form, extra="six", groups=900), "new-source": "0"}
    ).content.decode()
    top = page[: page.index("<form class")]
    assert '<a href="#id_new-extra">More hands if the match is level: Enter whole numbers' in top
    assert '<a href="#id_new-groups">Groups: ' in top
    focused = [tag for tag in page.split("<") if "autofocus" in tag]
    assert len(focused) == 1
    assert 'id="id_new-extra"' in focused[0]
    opening = officer.post(reverse("tournaments:open", args=[cup.club.slug]), {"name": "", "preset": "cup"})
    assert '<a href="#id_name">Name: ' in opening.content.decode()


def test_a_tournament_is_renamed_on_settings_and_the_officers_log_says_so(officer: Client, cup: Tournament):
    assert officer.post(at(cup), {"what": "name", "tournament-name": "Vishu Cup"}).status_code == 302
    cup.refresh_from_db()
    assert cup.name == "Vishu Cup"
    act = OfficerAct.objects.get(action="tournament.renamed")
    assert act.details == {"tournament": str(cup.pk)}
    empty = officer.post(at(cup), {"what": "name", "tournament-name": " "})
    assert empty.status_code == 422


def test_only_directors_rename_a_tournament(cup: Tournament):
    with pytest.raises(Refused) as refused:
        rename_tournament(cup, by=PlayerFactory(name="Fathima"), name="Mine")
    assert refused.value.code == "not-allowed"


def test_a_squad_smaller_than_a_side_is_refused_beside_its_field(officer: Client, cup: Tournament):
    body = sent(SettingsForm(state=state_of(cup)), squad=1)
    answer = officer.post(at(cup), {"what": "settings", **body})
    assert answer.status_code == 422
    assert "so a squad has at least as many" in str(answer.context["page"].form.errors["squad"])


def test_the_entry_form_says_why_there_is_no_team_to_choose(officer: Client, club: Club, director: Player):
    cup = opened(club, director, ROUND_ROBIN, rules="56-kerala-6", side=3, squad=3, kind="team")
    page = officer.get(reverse("tournaments:entries", args=[cup.slug])).content.decode()
    assert "All teams with sides of 3 players are already entered" in page
