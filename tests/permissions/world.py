"""Two clubs with everything there is to do something with; ours with one person of each role."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import time as clock
from datetime import timedelta
from time import time
from typing import Any
from uuid import uuid4

from django.test import Client
from django.urls import reverse
from django.utils import timezone

import engine
from clubs.accounts.visiting import KEY
from clubs.accounts.visitors import make_visiting_player
from clubs.exchange.services import take_in, work
from clubs.ledger.services import grant
from clubs.members.doors import ask_to_join, make_invitation
from clubs.members.guests import claim_guest, offer_claim
from clubs.members.selectors import claim_token, invitation_code, invitation_token
from clubs.members.societies import join_club
from clubs.models import (
    AccessToken,
    Club,
    GuestClaim,
    HouseRules,
    ImportRun,
    Invitation,
    JoinRequest,
    Meeting,
    Membership,
    Notice,
    Picture,
    Player,
    PushDevice,
    Season,
    Team,
)
from clubs.notices.kinds import DIGEST
from clubs.notices.links import stop_path
from clubs.notices.services.telling import notify
from clubs.pictures.kinds import Access
from clubs.pictures.services import add_picture
from engine.fiftysix.rulings import Ruling
from games.conventions.changes import Changes, StoredPattern
from games.conventions.services import invite_partner, join_card, make_card, publish_card, put_treatment
from games.conventions.words import POSITIONS, SITUATIONS
from games.hands.checks import audit_check, check_hand, check_sheet_hand
from games.models import (
    Case,
    HandCheck,
    PartnershipCard,
    PollInvitation,
    Practice,
    Sheet,
    SheetPass,
    Table,
    WrittenResult,
)
from games.practice.services import begin_practice
from games.results.services import enter_result
from games.sheets.authors import Author
from games.sheets.passes import issue_pass, keep_pass, revoke_pass
from games.sheets.services import enter_hand, give_ruling, note_contract, open_sheet
from games.store import projector
from games.tables import fair
from games.tables.selectors.states import load_state
from games.tables.services.play import act, commit_entropy
from games.tables.services.seats import take_seat
from games.tables.state.questions import calls_open
from tests.clubs.pictures.samples import photograph
from tests.factories import (
    ONE_HAND,
    TWO_HANDS,
    ClubFactory,
    GuestFactory,
    HouseRulesFactory,
    MeetingFactory,
    PlayerFactory,
    TableFactory,
    TeamFactory,
    TokenFactory,
    TournamentFactory,
)
from tests.games.helpers.tables import due, play_on
from tests.permissions.world_cases import furnish_cases
from tests.permissions.world_polls import furnish_polls
from tournaments.deeds.entering import NoteFee
from tournaments.deeds.lots import DrawLot, PromiseLot
from tournaments.deeds.staging import BeginStage, PairRound, ReleaseRound
from tournaments.directing.acting import act as direct
from tournaments.directing.entering import enter
from tournaments.directing.opening import open_tournament as open_logged
from tournaments.directing.passes import issue_passes
from tournaments.directing.passes import revoke_pass as revoke_entrant_pass
from tournaments.events.settings import MatchPlan, Settings, StagePlan
from tournaments.models import Tournament
from tournaments.selectors.passes import pass_token as entrant_token

OF_28, OF_56 = "28-kerala-4", "56-international-4"
NUMBER = "ab" * 32
"""What the holder has committed to for the deal of the mixing table."""
RULED = "56-IRR-22"
PENALTY = Ruling(rule=RULED, remedy="penalty-card", offender=1, card="SJ")
P256DH = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
"""The keys of a browser's subscription, from RFC 8291."""
MEMBERS_FILE = b"name,role\nKuttappan,guest\n"
PASSES = ("with a pass", "with another's pass", "with a revoked pass")
"""Phones that nobody is signed in to: with a pass to the sheet, to another sheet of the club, with one revoked."""
OFFICES = tuple(role for role in Membership.Role)


def account(name: str) -> Player:
    """Make a player with an account."""
    return PlayerFactory(name=name)


@dataclass
class Side:
    """A club and what belongs to it, and what belongs to `holder`, who plays there.

    Attributes:
        owner: Owns the club.
        holder: A player of the club: sits at its tables, has cards, practices, a team.
        mate: The holder's partner, another player of the club.
        subject: A member on whom officers act; plays in no team.
        params: What stands in addresses, by the name of the parameter.
    """

    club: Club
    owner: Player
    holder: Player
    mate: Player
    subject: Player
    params: dict[str, Any] = field(default_factory=dict)
    team: Team = field(init=False)
    spare_team: Team = field(init=False)
    house: HouseRules = field(init=False)
    season: Season = field(init=False)
    cup: Tournament = field(init=False)
    running_cup: Tournament = field(init=False)
    waiting: Table = field(init=False)
    private: Table = field(init=False)
    playing: Table = field(init=False)
    auction: Table = field(init=False)
    cards: Table = field(init=False)
    claimed: Table = field(init=False)
    pausing: Table = field(init=False)
    mixing: Table = field(init=False)
    finished: Table = field(init=False)
    directed: Table = field(init=False)
    open_to_all: Table = field(init=False)
    visited: Table = field(init=False)
    visited_over: Table = field(init=False)
    visited_practice: Practice = field(init=False)
    check: HandCheck = field(init=False)
    sheet: Sheet = field(init=False)
    sheet_check: HandCheck = field(init=False)
    ruled_sheet: Sheet = field(init=False)
    sheet_pass: SheetPass = field(init=False)
    other_pass: SheetPass = field(init=False)
    revoked_pass: SheetPass = field(init=False)
    own_sheet: Sheet = field(init=False)
    picture: Picture = field(init=False)
    case: Case = field(init=False)
    polled: Case = field(init=False)
    poll_invitation: PollInvitation = field(init=False)
    disputable: Sheet = field(init=False)
    card: PartnershipCard = field(init=False)
    draft: PartnershipCard = field(init=False)
    free: Player = field(init=False)
    others: list[Player] = field(default_factory=list)
    treatment: str = ""
    request: JoinRequest = field(init=False)
    invitation: Invitation = field(init=False)
    invitation_token: str = ""
    code: str = ""
    guest: Player = field(init=False)
    claim_token: str = ""
    taken: GuestClaim = field(init=False)
    claimer: Player = field(init=False)
    notice: Notice = field(init=False)
    device: PushDevice = field(init=False)
    stop_token: str = ""
    result: WrittenResult = field(init=False)
    run: ImportRun = field(init=False)
    entry: int = 0
    entry_of_one: int = 0
    meeting: Meeting = field(init=False)
    practice: Practice = field(init=False)
    token: AccessToken = field(init=False)


@dataclass
class World:
    """Our club, another one, and who asks.

    Attributes:
        ours: The club that is asked about.
        theirs: Another club, owned by the stranger.
        people: The personas with an account, by name.
        tokens: Their access tokens.
        cookies: The cookies of their sessions.
        client: Sends the requests.
        digest: What stands in all tables.
        seen: What pages answered to a persona before.
    """

    ours: Side
    theirs: Side
    people: dict[str, Player]
    tokens: dict[str, str] = field(default_factory=dict)
    cookies: dict[str, dict[str, str]] = field(default_factory=dict)
    client: Client = field(default_factory=lambda: Client(raise_request_exception=False))
    digest: dict[str, Any] = field(default_factory=dict)
    seen: dict[tuple[str, str], tuple[int, str]] = field(default_factory=dict)
    shown: dict[str, Any] = field(default_factory=dict)


def build() -> World:
    """Make it all."""
    asking = {role: account(f"The {role}") for role in OFFICES}
    asking |= {"suspended": account("The suspended"), "stranger": account("The stranger")}
    ours = _club(asking["owner"], asking["player"], "Meenachil")
    for role in OFFICES:
        if role not in ("owner", "player"):
            _enter(ours.club, asking[role], role)
    _enter(ours.club, asking["suspended"], "owner")
    theirs = _club(asking["stranger"], account("Their player"), "Periyar")
    visiting = make_visiting_player(name="The visiting")
    for side in (ours, theirs):
        _furnish(side)
        _visit(side, visiting)
    place = Membership.objects.get(club=ours.club, player=asking["suspended"])
    place.suspended_at = timezone.now()
    place.save()
    world = World(ours, theirs, asking)
    for name, player in asking.items():
        _, world.tokens[name] = TokenFactory(user=player.user, name="matrix")
        client = Client()
        client.force_login(player.user)
        session = client.session
        session["account_authentication_methods"] = [{"method": "password", "at": time()}]
        session.save()
        world.cookies[name] = {key: one.value for key, one in client.cookies.items()}
    client = Client()
    session = client.session
    session[KEY] = str(visiting.pk)
    session.save()
    world.cookies["visiting"] = {key: one.value for key, one in client.cookies.items()}
    for persona, held in zip(PASSES, (ours.sheet_pass, ours.other_pass, ours.revoked_pass), strict=True):
        client = Client()
        session = client.session
        keep_pass(session, held)
        session.save()
        world.cookies[persona] = {key: one.value for key, one in client.cookies.items()}
    return world


def _enter(club: Club, player: Player, role: str) -> None:
    join_club(club=club, player=player)
    Membership.objects.filter(club=club, player=player).update(role=role)


def _club(owner: Player, holder: Player, name: str) -> Side:
    club = ClubFactory(founder=owner, name=name, place="Pala")
    side = Side(club, owner, holder, account(f"{name} mate"), account(f"{name} subject"))
    for one in (holder, side.mate, side.subject):
        _enter(club, one, "player")
    return side


def _furnish(side: Side) -> None:
    _societies(side)
    _tables(side)
    _tournaments(side)
    _papers(side)
    _people(side)
    furnish_cases(side)
    furnish_polls(side)
    side.params |= {
        "slug": side.club.slug,
        "player_id": side.subject.pk,
        "team_id": side.team.pk,
        "house_id": side.house.pk,
        "table_id": side.waiting.pk,
        "check_id": side.check.pk,
        "sheet_id": side.sheet.pk,
        "card_id": side.card.pk,
        "practice_id": side.practice.pk,
        "token_id": side.token.id,
        "rules_id": OF_56,
        "request_id": side.request.pk,
        "invitation_id": side.invitation.pk,
        "notice_id": side.notice.pk,
        "device_id": side.device.pk,
        "result_id": side.result.pk,
        "run_id": side.run.pk,
        "entry_id": side.entry,
        "season_id": side.season.pk,
        "meeting_id": side.meeting.pk,
        "day": side.meeting.day.isoformat(),
        "number": 1,
        "seat": 1,
    }


def _societies(side: Side) -> None:
    club, owner = side.club, side.owner
    side.team = TeamFactory(club=club, by=owner, name="Vembanad", players=[side.holder, side.mate])
    bots = [PlayerFactory(bot=True, name=f"Bot {number} of {club.name}") for number in range(8)]
    side.spare_team, *others = (
        TeamFactory(club=club, by=owner, name=name, players=bots[2 * at : 2 * at + 2])
        for at, name in enumerate(("Pamba", "Kabani", "Nila", "Achankovil"))
    )
    side.params["bot_teams"] = others
    side.season = Season.objects.create(
        club=club, name="Monsoon", begins=timezone.localdate(), ends=timezone.localdate() + timedelta(days=90)
    )
    side.house = HouseRulesFactory(club=club, by=owner, name="Ours", rules="28-house-4", options={"cot": True})


def _people(side: Side) -> None:
    """Who asks to join, an invitation, and guests without an account."""
    club, owner = side.club, side.owner
    Club.objects.filter(pk=club.pk).update(door=Club.Door.REQUEST)
    club.refresh_from_db()
    side.request = ask_to_join(club=club, player=account(f"{club.name} asker"), word="Let me in.")
    Club.objects.filter(pk=club.pk).update(door=Club.Door.OPEN)
    club.refresh_from_db()
    side.invitation = make_invitation(club=club, by=owner, places=20)
    side.invitation_token = invitation_token(side.invitation)
    side.code = invitation_code(side.invitation)
    side.guest = GuestFactory(club=club, by=owner, name=f"Kuttan of {club.name}")
    side.claim_token = claim_token(offer_claim(club=club, by=owner, guest=side.guest))
    taken = GuestFactory(club=club, by=owner, name=f"Pappan of {club.name}")
    side.taken = offer_claim(club=club, by=owner, guest=taken)
    side.claimer = account(f"{club.name} claimer")
    claim_guest(claim_id=side.taken.pk, player=side.claimer)
    notify(
        players=[side.holder], kind="team-changed", path=reverse("clubs:team", args=[club.slug, side.team.pk]),
        key="matrix", details={"team": str(side.team.pk), "what": "joined"},
    )  # fmt: skip
    side.notice = Notice.objects.get(player=side.holder, key="matrix")
    side.device = PushDevice.objects.create(
        player=side.holder, endpoint=f"https://push.example/{club.slug}", p256dh=P256DH, auth=AUTH, name="A telephone"
    )
    side.result = enter_result(
        club=club,
        player=owner,
        rules=OF_28,
        players=[side.holder, side.others[0], side.mate, side.others[1]],
        points=[2, -2],
        played_on=timezone.localdate(),
    )
    side.entry_of_one = grant(club=club, by=owner, units=3, players=[side.subject], reason="The prize of the evening.")
    side.entry = grant(club=club, by=owner, units=10, reason="To begin with.")
    tomorrow = timezone.localdate() + timedelta(days=1)
    side.meeting = MeetingFactory(
        club=club, by=owner, title="Friday cards", day=tomorrow, at=clock(18), repeats_until=tomorrow + timedelta(28)
    )
    side.run = take_in(club=club, by=owner, subject="members", data=MEMBERS_FILE, file_name="members.csv")
    assert work(run_id=side.run.pk)
    side.stop_token = stop_path(side.holder, DIGEST).rstrip("/").rpartition("/")[2]


def quiet(actions: list[engine.Action]) -> engine.Action:
    """Choose a pass, a kept trump or a card before all else; never what gives the hand up."""
    for kind in (engine.Pass, engine.Keep, engine.Play, engine.Fold, engine.Bid, engine.Call):
        for action in actions:
            if isinstance(action, kind):
                return action
    return actions[0]


def calling(actions: list[engine.Action]) -> engine.Action:
    """Call where anything can be called, else be quiet."""
    return next((action for action in actions if isinstance(action, engine.Call)), quiet(actions))


def askable(state: Any) -> set[int]:
    """The seats whose calls can be asked about now."""
    game = engine.view(state.game, None)
    return {game.auction[call].seat for call in calls_open(game, state.rules)}


def _tables(side: Side) -> None:
    """Tables of the club, at which the holder sits in seat 0 and the mate in seat 2."""
    side.others = [account(f"{side.club.name} {name}") for name in ("east", "west")]
    for one in side.others:
        _enter(side.club, one, "player")
    side.free = side.others[0]
    four = [side.holder, side.others[0], side.mate, side.others[1]]

    def opened(rules: str, **terms: Any) -> Table:
        wanted = {"options": ONE_HAND, "club": side.club, "seat": 0, "command": uuid4(), **terms}
        return TableFactory(player=side.holder, rules=rules, **wanted)

    def full(rules: str, until: Callable[[Any], bool], choose: Any = quiet, **terms: Any) -> Table:
        made = opened(rules, **terms)
        for seat, player in enumerate(four[1:], start=1):
            take_seat(table_id=made.pk, player=player, seat=seat, invitation=made.invitation, command=uuid4())
        play_on(made, four, choose, until)
        made.refresh_from_db()
        return made

    def mine(phase: str) -> Callable[[Any], bool]:
        return lambda state: state.turn == 0 and engine.view(state.game, None).phase == phase

    side.waiting = opened(OF_28)
    side.private = opened(OF_28, invitation=True)
    side.playing = opened(OF_28, bots=(1, 2, 3))
    due(side.playing.pk)
    side.auction = full(OF_56, lambda state: mine("auction")(state) and {1, 2} <= askable(state), calling)
    side.cards = full(OF_56, mine("play"))
    side.claimed = full(OF_56, lambda state: state.turn == 1 and len(engine.view(state.game, None).tricks) >= 5)
    act(
        table_id=side.claimed.pk, player=four[1], action=engine.Claim(1), expected_version=None, command=uuid4(),
        now=load_state(side.claimed.pk).since + timedelta(seconds=1),
    )  # fmt: skip
    side.pausing = full(OF_28, lambda state: state.hand == 2 and state.awaiting_deal, options=TWO_HANDS)
    side.mixing = opened(OF_28, bots=(1, 2, 3))
    fingerprint = fair.number_commitment(NUMBER, side.mixing.pk, 1, 0)
    commit_entropy(table_id=side.mixing.pk, player=side.holder, hand=1, commitment=fingerprint)
    side.finished = full(OF_56, lambda state: state.ended_at is not None, invitation=True)
    side.directed = opened(OF_56, bots=(1, 2, 3))
    due(side.directed.pk)
    projector.run_all()
    side.check = check_hand(table_id=side.finished.pk, hand=1, player=side.holder, question="A revoke?")
    audit_check(check_id=side.check.pk)


def _visit(side: Side, visiting: Player) -> None:
    """Tables of no club, at two of which somebody without an account sits; and a practice of theirs."""

    def opened(**terms: Any) -> Table:
        return TableFactory(player=side.holder, rules=OF_28, options=ONE_HAND, command=uuid4(), **terms)

    side.open_to_all = opened(seat=0)
    side.visited = opened(seat=None, bots=(1, 2, 3))
    side.visited_over = opened(seat=None, bots=(1, 2, 3), invitation=True)
    for table in (side.visited, side.visited_over):
        take_seat(table_id=table.pk, player=visiting, seat=0, invitation=table.invitation, command=uuid4())
        due(table.pk)
    play_on(side.visited_over, [visiting], quiet, lambda state: state.ended_at is not None)
    projector.run_all()
    side.visited_practice = begin_practice(player=visiting, rules=OF_28, options=ONE_HAND)


def _swiss(side: Side) -> Tournament:
    """A Swiss whose first round is released, and after that the fee of the first entrant was noted."""
    swiss = open_logged(
        club=side.club,
        by=side.owner,
        name=f"{side.club.name} Swiss",
        settings=Settings(rules="28-kerala-4", options={}, engine=1, kind="pair"),
        plans=[StagePlan(type="swiss", rounds=2, match=MatchPlan(hands=24, place="desk"))],
        command=uuid4(),
    )
    for team in side.params["bot_teams"]:
        enter(swiss, by=side.owner, team=team, command=uuid4())
    for deed in (
        BeginStage(stage=1),
        PairRound(stage=1),
        ReleaseRound(stage=1, round=1),
        NoteFee(entrant=1, paid=True),
    ):
        direct(swiss, deed, by=side.owner, command=uuid4())
    swiss.refresh_from_db()
    return swiss


def _drafted(side: Side) -> Tournament:
    """A Swiss by lot with a draft of its first round."""
    drafted = open_logged(
        club=side.club,
        by=side.owner,
        name=f"{side.club.name} Draft",
        settings=Settings(rules="28-kerala-4", options={}, engine=1, kind="pair"),
        plans=[StagePlan(type="swiss", rounds=2, by_lot=True, match=MatchPlan(hands=24, place="desk"))],
        command=uuid4(),
    )
    for team in side.params["bot_teams"]:
        enter(drafted, by=side.owner, team=team, command=uuid4())
    for deed in (PromiseLot(), DrawLot(lot=1), BeginStage(stage=1), PairRound(stage=1)):
        direct(drafted, deed, by=side.owner, command=uuid4())
    drafted.refresh_from_db()
    return drafted


def _tournaments(side: Side) -> None:
    side.params["swiss"] = _swiss(side)
    side.params["drafted"] = _drafted(side)
    held, revoked = issue_passes(tournament=side.params["swiss"], by=side.owner, entrants=(1, 2))
    revoke_entrant_pass(tournament=side.params["swiss"], pass_id=revoked.pk, by=side.owner)
    side.params |= {"entrant_pass": held.pk, "entrant_token": entrant_token(held), "no_token": entrant_token(revoked)}
    for name in ("Monsoon Cup", "Onam Cup"):
        cup = TournamentFactory(
            club=side.club, director=side.owner, name=f"{side.club.name} {name}", hands=2,
            teams=side.params["bot_teams"], started=name == "Onam Cup",
        )  # fmt: skip
        if name == "Onam Cup":
            side.running_cup = cup
        else:
            side.cup = cup


def _papers(side: Side) -> None:
    contract = (0, 34, "S", 0)

    def sheet(**terms: Any) -> Sheet:
        made = open_sheet(player=side.owner, rules="56-kerala-4", options=TWO_HANDS, **terms)
        enter_hand(sheet_id=made.pk, player=made.opened_by, outcome="made", contract=contract, points=40)
        return made

    side.sheet = sheet(club=side.club)
    side.sheet_check = check_sheet_hand(
        sheet_id=side.sheet.pk, hand=1, author=Author(side.owner), question="Was it made?"
    )
    audit_check(check_id=side.sheet_check.pk)
    side.picture = add_picture(
        kind="sheet",
        about=side.sheet.pk,
        data=photograph(),
        access=Access(side.owner, may_see=True, may_add=True, club=side.club),
    )
    side.own_sheet = open_sheet(player=side.holder, rules="56-kerala-4", options=TWO_HANDS)
    note_contract(sheet_id=side.own_sheet.pk, player=side.holder, contract=contract)
    side.ruled_sheet = sheet(club=side.club)
    give_ruling(sheet_id=side.ruled_sheet.pk, player=side.owner, ruling=PENALTY)
    side.sheet_pass = issue_pass(sheet_id=side.sheet.pk, player=side.owner, sides=(0, 1))
    side.other_pass = issue_pass(sheet_id=side.ruled_sheet.pk, player=side.owner, sides=(0, 1))
    side.revoked_pass = issue_pass(sheet_id=side.sheet.pk, player=side.owner, sides=(0, 1))
    revoke_pass(sheet_id=side.sheet.pk, pass_id=side.revoked_pass.pk, player=side.owner)

    def card(name: str, partner: Player) -> PartnershipCard:
        made = make_card(player=side.holder, rules="56-kerala-4", name=name)
        invite_partner(card_id=made.pk, player=side.holder, partner=partner)
        join_card(card_id=made.pk, player=partner, invitation="")
        return made

    side.card = card("Ponnani", side.mate)
    side.draft = card("Tirur", side.others[0])
    put_treatment(
        card_id=side.card.pk,
        player=side.holder,
        situations=(next(iter(SITUATIONS)),),
        positions=tuple(POSITIONS),
        call=StoredPattern(word="pass"),
        says="nothing at all",
    )
    publish_card(card_id=side.card.pk, player=side.holder)
    side.card.refresh_from_db()
    side.treatment = Changes.from_json(side.card.changes).treatments[0].id
    side.practice = begin_practice(player=side.holder, rules=OF_56, options=ONE_HAND)
    side.token, _ = TokenFactory(user=side.holder.user, name="a program")
