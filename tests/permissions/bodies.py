"""What is sent with a deed, right in all but who sends it."""

import json
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode
from uuid import UUID, uuid4, uuid5

import msgspec
from django import forms
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

import engine
from clubs.calendar.services import call_off_day
from clubs.house.forms import FreezeForm, HouseRulesForm
from clubs.members.doors import ask_to_join
from clubs.members.forms import SettingsForm
from clubs.models import Club, JoinRequest, Membership, Player, TeamPlace, Upload
from clubs.notices.forms import ChoicesForm
from clubs.notices.selectors import choices_of
from clubs.privacy.services.copies import ask_copy, make_copy
from clubs.privacy.services.erasing import ask_erasure
from clubs.privacy.words import MATTERS
from clubs.web.parts import sign_paths
from engine.fiftysix.irregularities import find_irregularity
from engine.written import SheetHand
from games import bots
from games.conventions.forms import TreatmentForm
from games.conventions.services import change_row
from games.hands.study import studies
from games.lessons.lesson import Lesson
from games.lessons.selectors import ALL as LESSONS
from games.models import Kunukku, Sheet, Table
from games.practice.forms import PracticeForm
from games.practice.selectors import room_in
from games.practice.services import act
from games.results.forms import ResultForm
from games.screen.forms import OpenTableForm
from games.sheets.authors import Author
from games.sheets.forms import OpenSheetForm
from games.sheets.reporting import report_hand, transcribe_hand
from games.sheets.selectors import load_state
from games.store import projector
from games.tables.selectors import states
from games.tables.services.meanings import ask_meaning
from games.tables.state.questions import calls_open
from tests.clubs.pictures.samples import drawn, encoded
from tests.factories import PlayerFactory, TournamentFactory
from tests.permissions.world import AUTH, MEMBERS_FILE, OF_28, OF_56, P256DH, PENALTY, Side
from tournaments.deeds.opening import AbandonTournament, NameStaff
from tournaments.deeds.staging import PairRound, ReleaseRound
from tournaments.desk.forms import SquadForm
from tournaments.desk.plans import StageForm
from tournaments.directing.acting import act as direct
from tournaments.floor.selectors import floor_of
from tournaments.floor.services import announce, call_director, claim_call
from tournaments.log.states import current
from tournaments.models import ArchiveFile, ArchivePiece, Delivery, MatchGame, Tournament, Webhook

LEAGUE = "Karkidakam League"


def filled(form: forms.Form, **said: Any) -> dict[str, Any]:
    """What a browser sends of a form as it stands, with some fields filled in otherwise."""
    values = {name: form[name].value() for name in form.fields} | said
    kept = {name: value for name, value in values.items() if value is not None and value is not False and value != ""}
    return {name: "on" if value is True else value for name, value in kept.items()}


def first_deed(table: Table) -> engine.Action:
    """Something that may be done at a table by the seat on turn: a pass or the like, if it is possible."""
    state = states.load_state(table.pk)
    assert state.turn is not None
    return _mildest(engine.legal_actions(state.game, state.turn))


def _mildest(actions: list[engine.Action]) -> engine.Action:
    for kind in (engine.Pass, engine.Play, engine.Call, engine.Bid):
        for action in actions:
            if isinstance(action, kind):
                return action
    return actions[0]


def page_deed(table: Table) -> dict[str, Any]:
    """The same, as the page of a table sends it."""
    action = first_deed(table)
    do = str(action.__struct_config__.tag)
    what = {"play": f"play:{getattr(action, 'card', '')}", "pass": "pass"}.get(do, do)
    return {"do": what, "version": states.load_state(table.pk).version, "value": getattr(action, "value", "")}


def deed(action: engine.Action) -> dict[str, Any]:
    """The same, as a program sends it."""
    said: dict[str, Any] = msgspec.to_builtins(action)
    del said["seat"]
    return said


def practice_deed(side: Side) -> dict[str, Any]:
    """An action of a practice."""
    room = room_in(side.practice)
    return deed(_mildest(engine.legal_actions(room.game, room.kept.seat)))


def page_practice_deed(side: Side) -> dict[str, Any]:
    """The same, as the page sends it."""
    said = practice_deed(side)
    do = said["type"] if "card" not in said else f"{said['type']}:{said['card']}"
    return {"do": do, "value": said.get("value", ""), "version": side.practice.version, "call": said.get("call", "")}


def new_house(side: Side) -> dict[str, Any]:
    """The form of house rules."""
    return filled(HouseRulesForm(), name="Friday", rules="28-house-4")


def changed_house(side: Side) -> dict[str, Any]:
    """The same, for rules that are there."""
    return filled(HouseRulesForm(house=side.house), name="Others")


def frozen_house(side: Side) -> dict[str, Any]:
    """The form that freezes house rules for a season that is there."""
    return filled(FreezeForm(club=side.club), season=side.season.pk, sure="on")


def freeze_anew(side: Side) -> dict[str, Any]:
    """The same, for a new season."""
    return filled(FreezeForm(club=side.club), **next_season(), sure="on")


def new_table(side: Side) -> dict[str, Any]:
    """The form that opens a table of the club."""
    return filled(OpenTableForm(clubs=_club(side)), rules=OF_28, club=side.club.pk, command=uuid4(), bots=[1, 2])


def free_table(side: Side) -> dict[str, Any]:
    """The same, of no club."""
    return {name: value for name, value in new_table(side).items() if name != "club"}


def _club(side: Side) -> Any:
    return Club.objects.filter(pk=side.club.pk)


def new_practice(side: Side) -> dict[str, Any]:
    """The form that begins a practice."""
    return filled(PracticeForm(), rules=OF_56)


def new_sheet(side: Side) -> dict[str, Any]:
    """The form that opens a sheet of the club."""
    return filled(OpenSheetForm(clubs=_club(side)), club=side.club.pk, rules="56-kerala-4", dealer=0, command=uuid4())


def photograph_sent(side: Side) -> dict[str, Any]:
    """The form with a photograph."""
    return {"picture": SimpleUploadedFile("IMG_1.png", encoded(drawn((50, 40)), "PNG"), content_type="image/png")}


def own_sheet(side: Side) -> dict[str, Any]:
    """The same, of no club."""
    return {name: value for name, value in new_sheet(side).items() if name != "club"}


def _version(sheet: Sheet) -> int:
    return load_state(sheet.pk).version


def last_entry(sheet: Sheet) -> int:
    """The version of the last entry of a sheet."""
    last = load_state(sheet.pk).last
    assert last is not None
    return last.version


def hand_on_sheet(sheet: Sheet) -> dict[str, Any]:
    """The form of a hand's result."""
    return {"seen": _version(sheet), "outcome": "cancelled", "doubled": 0, "command": uuid4()}


RECORD_OF_56 = {"dealer": 0, "cards": [[], [], [], []], "actions": []}
"""A hand of which nothing was written down but its dealer."""


def settlement(side: Side) -> dict[str, Any]:
    """The form that corrects the first hand of a sheet, when it has shown what follows."""
    said = {"choice": "otherwise", "outcome": "cancelled", "reason": "slip", "note": "", "shown": "on"}
    return {**said, "seen": _version(side.sheet), "command": uuid4()}


def report(side: Side) -> dict[str, Any]:
    """A report of the next hand of a sheet, for its first side."""
    return {"sides": [0], "hand": 2, "edit": 1, "told": {"outcome": "cancelled"}}


def settled(side: Side) -> dict[str, Any]:
    """A correction of the first hand of a sheet."""
    return {"told": {"outcome": "cancelled"}, "reason": "slip"}


def transcript(side: Side) -> dict[str, Any]:
    """The first hand of a sheet as it is written down: nothing is known but who dealt."""
    return {"record": RECORD_OF_56}


def transcribe(side: Side) -> None:
    """Write the first hand of a sheet down."""
    transcribe_hand(sheet_id=side.sheet.pk, author=Author(side.owner), hand=1, record=RECORD_OF_56)


def differ(side: Side) -> None:
    """Report the second hand of a sheet in two ways."""
    for at, outcome in enumerate(("cancelled", "made")):
        told = SheetHand(outcome) if at == 0 else SheetHand(outcome, 0, 30, "S", 0)
        report_hand(
            sheet_id=side.sheet.pk, author=Author(sheet_pass=side.sheet_pass), sides=[at], hand=2, edit=1, told=told
        )


def contract_on_sheet(sheet: Sheet) -> dict[str, Any]:
    """The form of a contract."""
    said = {"seen": _version(sheet), "declarer": 1, "bid": 30, "denomination": "H", "doubled": 0, "command": uuid4()}
    return {f"c-{name}": value for name, value in said.items()}


def ruling_on_sheet(side: Side) -> dict[str, Any]:
    """The form of a ruling that was seen and is sure."""
    said = {"remedy": PENALTY.remedy, "offender": PENALTY.offender, "card": PENALTY.card, "extra": 0}
    return {**said, "seen": _version(side.sheet), "command": uuid4(), "shown": "on", "sure": "on"}


def open_card(side: Side) -> dict[str, Any]:
    """The penalty card that lies open."""
    lying = load_state(side.ruled_sheet.pk).standing.cards[0]
    return {"seat": lying.seat, "card": lying.card}


def change_card(side: Side) -> None:
    """Change a card, so that there is something to publish."""
    change_row(card_id=side.card.pk, player=side.holder, row="opening-three-jacks", off=True)


def call_of_others(side: Side) -> int:
    """The number of a call of the other side that may be asked about."""
    state = states.load_state(side.auction.pk)
    game = engine.view(state.game, None)
    return next(call for call in calls_open(game, state.rules) if game.auction[call].seat == 1)


def call_of_mate(side: Side) -> int:
    """The number of a call of the holder's partner."""
    state = states.load_state(side.auction.pk)
    game = engine.view(state.game, None)
    return next(call for call in calls_open(game, state.rules) if game.auction[call].seat == 2)


def let_others_ask(side: Side) -> None:
    """Let the seat after the holder ask what the partner's call means."""
    ask_meaning(table_id=side.auction.pk, player=side.others[0], call=call_of_mate(side))


def remedy_of(rule: str) -> str:
    """The first remedy of an irregularity."""
    row = find_irregularity(rule)
    assert row is not None
    return row.remedies[0].key


def practise(side: Side) -> None:
    """Do something in a practice."""
    room = room_in(side.practice)
    action = _mildest(engine.legal_actions(room.game, room.kept.seat))
    act(practice_id=side.practice.pk, player=side.holder, version=side.practice.version, action=action)


def a_lesson() -> Lesson:
    """A lesson; the first, to which the list leads."""
    return LESSONS[0]


def practise_to_the_end(side: Side) -> None:
    """Play the hand of a practice to its end."""
    room = room_in(side.practice)
    while not room.is_over:
        action = bots.choose(engine.view(room.game, room.kept.seat))
        room = act(practice_id=side.practice.pk, player=side.holder, version=None, action=action).room


def a_study() -> str:
    """A hand to study."""
    return min(studies())


def row_of_card(side: Side) -> dict[str, Any]:
    """The form of a row of a card."""
    return {"off": "on", "call": "pass", "revision": side.card.revision}


def treatment(side: Side) -> dict[str, Any]:
    """The form of a treatment."""
    from games.conventions.force import rules_of

    form = TreatmentForm(rules=rules_of(side.card.rules), initial={"revision": side.card.revision})
    situations = [form.fields["situations"].choices[0][0]]
    return filled(form, situations=situations, call="pass", says="nothing at all")


def suspend(side: Side) -> None:
    """Suspend the subject."""
    _place(side).update(suspended_at=timezone.now())


def second_owner(side: Side) -> None:
    """Make the subject an owner: so that another may leave, and to try what is done with owners."""
    _place(side).update(role="owner")


def second_owners(side: Side) -> None:
    """Let nobody be the last owner of a club."""
    Membership.objects.filter(player__user__isnull=False).exclude(role="owner").filter(
        player__name__endswith="subject"
    ).update(role="owner")


def suspend_owner(side: Side) -> None:
    """Make the subject an owner who is suspended."""
    _place(side).update(role="owner", suspended_at=timezone.now())


def _place(side: Side) -> Any:
    return Membership.objects.filter(club=side.club, player=side.subject)


def shut(side: Side) -> None:
    """Let people in by request only."""
    Club.objects.filter(pk=side.club.pk).update(door=Club.Door.REQUEST)


def asks(side: Side, player: Player) -> None:
    """Let a persona ask to join, where that can be asked."""
    if not Membership.objects.filter(club=side.club, player=player).exists():
        shut(side)
        ask_to_join(club=Club.objects.get(pk=side.club.pk), player=player)


def own_request(side: Side) -> UUID:
    """The request of whoever asked last, else one of somebody's."""
    mine = JoinRequest.objects.filter(club=side.club, answered_at=None).order_by("-asked_at").first()
    return side.request.pk if mine is None else mine.pk


def file() -> SimpleUploadedFile:
    """A file of members."""
    return SimpleUploadedFile("members.csv", MEMBERS_FILE, content_type="text/csv")


def settings(side: Side) -> dict[str, Any]:
    """The form of a club's settings."""
    club = side.club
    return filled(SettingsForm(initial={"name": club.name, "place": club.place, "door": club.door}), place="Kottayam")


def seen_by_clubs(side: Side) -> dict[str, Any]:
    """Choices of what others see."""
    return dict.fromkeys(MATTERS, "clubs")


def copy_made(side: Side, player: Player) -> None:
    """Have a copy of a persona's data ready."""
    assert make_copy(export_id=ask_copy(player=player).pk)


def goes(side: Side, player: Player) -> None:
    """Let a persona ask to be erased."""
    ask_erasure(player=player, name=player.name)


def notice_choices(player: Player) -> dict[str, Any]:
    """The form of what one is told."""
    return filled(ChoicesForm(chosen=choices_of(player)), digest="weekly", quiet_from="22:00", quiet_until="06:00")


def device(endpoint: str) -> dict[str, Any]:
    """What a browser says of its subscription."""
    return {"endpoint": endpoint, "p256dh": P256DH, "auth": AUTH}


def soon() -> str:
    """A time tomorrow, as a form has it."""
    return f"{timezone.localtime() + timedelta(days=1):%Y-%m-%dT%H:%M}"


def no_team(side: Side) -> None:
    """Let the players of the team be free for another."""
    TeamPlace.objects.filter(team=side.team).update(left_on=timezone.localdate())


def team_of_yesterday(side: Side) -> None:
    """Let the team be older than today, and another one have a place to give."""
    TeamPlace.objects.update(joined_on=timezone.localdate() - timedelta(days=9))


def next_season() -> dict[str, Any]:
    """A season after the present one."""
    return {"name": "Summer", "begins": days(100), "ends": days(150)}


def season(side: Side) -> dict[str, Any]:
    """The present season by another name."""
    return {"name": "Rains", "begins": str(side.season.begins), "ends": str(side.season.ends)}


def meeting() -> dict[str, Any]:
    """A meeting."""
    return {"title": "Friday cards", "day": days(3), "at": "18:30", "minutes": 120}


def day_off(side: Side) -> None:
    """Call one meeting of a series off."""
    call_off_day(meeting_id=side.meeting.pk, day=side.meeting.day, by=side.owner)


def wears_kunukku(side: Side) -> None:
    """Put a kunukku on the holder."""
    Kunukku.objects.create(
        projection_version=projector.serving("kunukku"), player=side.holder, club=side.club, stream=side.finished.pk,
        rules="28-pagat-kunukku-4", hand=1, placed_at=timezone.now(),
    )  # fmt: skip


def result(side: Side) -> dict[str, Any]:
    """The form of a result at a real table."""
    seats = [side.holder, side.others[0], side.mate, side.others[1]]
    said = {f"player_{seat}": player.pk for seat, player in enumerate(seats)} | {"points_0": 3, "points_1": -3}
    return filled(ResultForm(club=side.club), rules=OF_28, hands=8, **said)


def evening_game(side: Side) -> dict[str, Any]:
    """The row of a game on the page of an evening."""
    seats = [side.holder, side.others[0], side.mate, side.others[1]]
    said = {f"player_{seat}": player.pk for seat, player in enumerate(seats)} | {"points_0": 3, "points_1": 1}
    return said | {"rules": OF_28, "command": uuid4()}


def result_said(side: Side) -> dict[str, Any]:
    """The same, as a program sends it."""
    seats = [side.holder, side.others[0], side.mate, side.others[1]]
    return {"rules": OF_28, "players": [str(one.pk) for one in seats], "points": [3, -3], "played_on": days(0)}


def league(side: Side) -> None:
    """Pair a round robin in which the holder's team plays."""
    teams = (side.team, side.params["bot_teams"][0])
    cup = TournamentFactory(
        club=side.club, director=side.owner, name=LEAGUE, teams=teams, automatic=False, started=True
    )
    for deed in (PairRound(stage=1), ReleaseRound(stage=1, round=1)):
        direct(cup, deed, by=side.owner, command=uuid4())


def slug_of_league(side: Side) -> dict[str, Any]:
    """The address of that round robin."""
    return {"slug": Tournament.objects.get(club=side.club, name=LEAGUE).slug}


def called_league(side: Side) -> None:
    """Begin a game of its first match."""
    league(side)
    MatchGame.objects.create(stream=uuid4(), tournament=side.club.tournaments.get(name=LEAGUE), match=1, game=1)


def game_of_league(side: Side) -> dict[str, Any]:
    """The address of the table of its first match."""
    return {"stream": MatchGame.objects.get(tournament__club=side.club, tournament__name=LEAGUE).pk}


def call_to_swiss(side: Side) -> None:
    """Let the owner call the director to a match of the Swiss."""
    call_director(tournament=side.params["swiss"], match=1, by=Author(side.owner), reason="score", command=uuid4())


def call_claimed(side: Side) -> None:
    """Let the owner claim that call, too."""
    call_to_swiss(side)
    claim_call(tournament=side.params["swiss"], call=1, by=side.owner, command=uuid4())


def announcement(side: Side) -> None:
    """Announce something in the Swiss."""
    announce(tournament=side.params["swiss"], by=side.owner, phrase="take-seats", command=uuid4())


def own_arrival(side: Side) -> dict[str, Any]:
    """The side of the holder's team in its first match."""
    return {key: value for key, value in line_up(side)["deed"].items() if key in ("match", "entrant")}


def line_up(side: Side) -> dict[str, Any]:
    """The deed that names the line-up of the holder's team in its first match."""
    state = current(Tournament.objects.get(club=side.club, name=LEAGUE).pk)
    match = next(one.number for one in state.matches.values() if 1 in one.entrants)
    players = [str(side.mate.pk), str(side.holder.pk)]
    return {"deed": {"do": "NameLineUp", "match": match, "entrant": 1, "players": players}}


def line_up_of_form(side: Side) -> dict[str, Any]:
    """The form that does it."""
    return {"deed": json.dumps(line_up(side)["deed"]), "command": str(uuid4())}


SWISS_SETTINGS = {"rules": "28-kerala-4", "options": {}, "engine": 1, "kind": "pair"}
"""The settings of a tournament."""


def fee_of_the_second(side: Side) -> dict[str, Any]:
    """The deed that notes a fee."""
    return {"deed": {"do": "NoteFee", "entrant": 2, "paid": True}}


def last_deed(side: Side) -> dict[str, Any]:
    """The version of the deed that was done last."""
    return {"version": side.params["swiss"].version}


def one_more_pair(side: Side) -> dict[str, Any]:
    """An entry of two guests."""
    return {"guests": ["Kunjali", "Pathu"]}


def guests_of_form(side: Side) -> dict[str, Any]:
    """The form of an entry of two guests."""
    return {"command": str(uuid4()), "guest_1": "Kunjali", "guest_2": "Pathu", "name": "The visitors"}


def squad_of_form(side: Side) -> dict[str, Any]:
    """The form of the squad of the first entrant of the Swiss, with another name."""
    swiss = side.params["swiss"]
    state = current(swiss.pk)
    form = SquadForm(tournament=swiss, state=state, entrant=state.entrants[1], player=side.owner, staff=True)
    return filled(form, name="The early ones")


def deed_of_form(side: Side) -> dict[str, Any]:
    """The form of a button that does a deed."""
    return {"deed": '{"do":"NoteFee","entrant":2,"paid":true}', "version": side.params["swiss"].version}


def hooked(side: Side) -> None:
    """Have a webhook of the club, with a message that it has."""
    named = hook_of_club(side)
    hook = Webhook.objects.create(id=named["webhook_id"], club=side.club, url="https://hooks.example.com/")
    Delivery.objects.create(
        webhook=hook, message=named["message"], kind="ping", body={}, next_at=timezone.now(), status="delivered"
    )


def off_hook(side: Side) -> None:
    """Have a webhook of the club that is disabled."""
    hooked(side)
    Webhook.objects.filter(pk=hook_of_club(side)["webhook_id"]).update(disabled_at=timezone.now())


def hook_of_club(side: Side) -> dict[str, Any]:
    """The address of that webhook, and of the message."""
    club = side.club
    return {"slug": club.slug, "webhook_id": uuid5(club.pk, "webhook"), "message": uuid5(club.pk, "message")}


def abandoned(side: Side) -> None:
    """Abandon the Swiss, so that it can be archived."""
    direct(side.params["swiss"], AbandonTournament(reason="other"), by=side.owner, command=uuid4())


def archived(side: Side) -> None:
    """Have an archive of the Swiss."""
    archive = ArchiveFile.objects.create(
        id=archive_of_swiss(side)["archive_id"], tournament=side.params["swiss"], status=ArchiveFile.Status.DONE, size=3
    )
    ArchivePiece.objects.create(archive=archive, number=0, data=b"{}\n")


def archive_of_swiss(side: Side) -> dict[str, Any]:
    """The address of that archive."""
    cup = side.params["swiss"]
    return {"slug": cup.slug, "archive_id": uuid5(cup.pk, "archive")}


def rehearsal(side: Side) -> dict[str, Any]:
    """The form that lets a tournament be rehearsed."""
    return {"entrants": 8, "seconds": 100, "between": 10, "rest": 5, "runs": 3}


def called(side: Side) -> None:
    """A call from the first match of the Swiss."""
    by = Author(player=side.owner)
    # The matrix calls more often than the desk lets one person do.
    cache.delete(f"tournaments.floor.call.{side.owner.pk}")
    call_director(tournament=side.params["swiss"], match=1, by=by, reason="slow", command=uuid4())


def left_claimed(side: Side) -> None:
    """A call that an assistant is on the way to."""
    called(side)
    eapen, swiss = PlayerFactory(name=f"Eapen {side.club.slug}"), side.params["swiss"]
    direct(swiss, NameStaff(player=str(eapen.pk), role="assistant"), by=side.owner, command=uuid4())
    claim_call(tournament=swiss, call=1, by=eapen, command=uuid4())


def claimant(side: Side) -> dict[str, Any]:
    """The form that takes the calls of that assistant over."""
    return {"of": floor_of(side.params["swiss"].pk).open_calls[0].claimed_by}


def arrival(side: Side) -> dict[str, Any]:
    """The form that notes that the first side of the first match is there."""
    return {"match": 1, "entrant": current(side.params["swiss"].pk).matches[1].entrants[0]}


def result_in_a_line(side: Side) -> dict[str, Any]:
    """The form of a result of the first match."""
    return {"desk": side.params["swiss"].slug, "table": "1", "points": "3 1", "command": uuid4()}


def announcement_of_form(side: Side) -> dict[str, Any]:
    """The form of an announcement to everybody."""
    return {"desk": side.params["swiss"].slug, "audience": "all", "phrase": "take-seats", "command": uuid4()}


def differ_in_a_match(side: Side) -> None:
    """Two reports that differ on a sheet of the Swiss."""
    differ(side)
    MatchGame.objects.create(stream=side.sheet.pk, tournament=side.params["swiss"], match=1, game=1)


def pairing_by_hand(side: Side) -> dict[str, Any]:
    """The form that keeps a pairing by hand: the sides of the first match change places."""
    state = current(side.params["drafted"].pk)
    boards = [[str(entrant) for entrant in match.entrants] for match in state.matches_of(1)]
    pairing = " ".join("-".join(board) for board in (boards[0][::-1], *boards[1:]))
    return {"act": "keep", "pairing": pairing, "version": state.version, "command": str(uuid4())}


def further_stage(side: Side) -> dict[str, Any]:
    """The form that plans a further stage."""
    form = StageForm(state=current(side.params["swiss"].pk), prefix="new")
    return {"what": "new", **{form.add_prefix(name): value for name, value in filled(form).items()}}


def new_swiss(side: Side) -> dict[str, Any]:
    """The form of a new tournament after a usual plan."""
    return {"command": str(uuid4()), "name": "Karkidakam Swiss", "preset": "friday-pairs", "expected": "8"}


def days(count: int) -> str:
    """A day so many days from now."""
    return str(timezone.localdate() + timedelta(days=count))


def live_parts() -> str:
    """Return the query that asks for the live parts of the lobby."""
    return "?" + urlencode({"parts": sign_paths(["/tables/mine/", "/tables/list/"])})


def records() -> SimpleUploadedFile:
    """A file of records with an error."""
    return SimpleUploadedFile("games.jsonl", b"{}\n", "application/jsonl")


def upload_id(side: Side) -> UUID:
    """The id of the upload in a side's club."""
    return uuid5(side.club.pk, "upload")


def own_upload(side: Side, player: Player) -> None:
    """An upload of whoever asks."""
    ends = timezone.now() + timedelta(hours=1)
    Upload.objects.create(pk=upload_id(side), club=side.club, by=player, length=10, expires_at=ends)


def arrival_by_pass(side: Side) -> dict[str, Any]:
    """That the first entrant of the Swiss is at its table, as its pass says it."""
    state = current(side.params["swiss"].pk)
    return {"match": next(one.number for one in state.matches.values() if 1 in one.entrants)}
