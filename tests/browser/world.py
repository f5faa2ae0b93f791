"""A club with everything there is a page of: people, tables in every state, a tournament, sheets, cards, practice."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, time, timedelta
from uuid import uuid4

from django.urls import reverse
from django.utils import timezone

import engine
from clubs.calendar.services import answer_meeting, call_off_day, move_day
from clubs.exchange.services import take_in, work
from clubs.ledger.seasons import NextSeason, close_season
from clubs.ledger.services import correct, grant, settle
from clubs.members.doors import accept_invitation, ask_to_join, make_invitation, revoke_invitation
from clubs.members.guests import claim_guest, offer_claim
from clubs.members.offices import remove_member, suspend_member
from clubs.members.selectors import claim_token, invitation_token
from clubs.members.societies import change_club, join_club
from clubs.models import Club, LedgerEntry, Player, Season, Team
from clubs.notices.links import stop_path
from clubs.notices.services.reading import mark_read
from clubs.notices.services.telling import notify
from clubs.pictures.kinds import Access
from clubs.pictures.services import add_picture
from clubs.teams.services import transfer_player
from engine.written import SheetHand
from games.conventions.services import invite_partner, join_card, make_card, publish_card
from games.hands.checks import audit_check, check_hand
from games.hands.study import studies
from games.models import Table
from games.players.ratings.services import update_ratings
from games.practice.services import begin_practice
from games.results.services import enter_result, lift_kunukku, reckon_seasons, withdraw_result
from games.sheets.authors import Author
from games.sheets.passes import issue_pass
from games.sheets.reporting import report_hand
from games.sheets.services import enter_hand, open_sheet
from games.store import projector
from games.tables.selectors.states import load_state
from games.tables.services.chat import write_message
from games.tables.services.play import act
from tests.browser import world_cases, world_polls
from tests.clubs.notices.devices import Phone
from tests.clubs.pictures.samples import photograph
from tests.factories import (
    ONE_HAND,
    TWO_HANDS,
    ClubFactory,
    GuestFactory,
    HouseRulesFactory,
    MeetingFactory,
    PlayerFactory,
    SeasonFactory,
    TableFactory,
    TeamFactory,
    TournamentFactory,
)
from tests.games.helpers.kunukku import lost, made
from tests.games.helpers.played import begun, club_of, happens, later
from tests.games.helpers.tables import due, play_on, table_of
from tests.games.records.files import games, lines
from tests.tournaments.helpers.directed import bot_pairs, called, do, opened, state_of
from tournaments.deeds.agreeing import ProposeTime
from tournaments.deeds.ladder import AcceptChallenge, Challenge
from tournaments.deeds.lots import DrawLot, DropLot, PromiseLot
from tournaments.deeds.playing import NameLineUp, ReportGame
from tournaments.deeds.staging import BeginStage, CallRound, CloseStage, EditPairings, PairRound, ReleaseRound
from tournaments.directing.entering import enter
from tournaments.events.settings import MatchPlan, Qualifiers, StagePlan
from tournaments.webhooks.services import add_webhook

RULES = "56-international-4"


def quiet(actions: list[engine.Action]) -> engine.Action:
    """Choose a pass, a kept trump or a card before all else; never what gives the hand up."""
    for kind in (engine.Pass, engine.Keep, engine.Play, engine.Fold, engine.Bid, engine.Call):
        for action in actions:
            if isinstance(action, kind):
                return action
    return actions[0]


def eager(actions: list[engine.Action]) -> engine.Action:
    """Bid where seat 0 may, else be quiet."""
    bids = [action for action in actions if isinstance(action, engine.Bid) and action.seat == 0]
    return bids[0] if bids else quiet(actions)


def seen(state: object) -> engine.View:
    """Return what everybody sees of a game."""
    return engine.view(state.game, None)  # type: ignore[attr-defined]


@dataclass
class World:
    """People and what they have, by names.

    Attributes:
        member: Who looks at the pages: sits at every table first, and is an officer of the club.
        others: Three more players.
        paths: The pages of each route.
    """

    member: Player
    others: list[Player]
    paths: dict[str, list[str]] = field(default_factory=dict)

    def page(self, route: str, **named: object) -> None:
        """Note a page of a route, by the route's parameters; `query` is what follows the question mark."""
        query = str(named.pop("query", ""))
        self.paths.setdefault(route, []).append(reverse(route, kwargs=named) + query)


def notices(player: Player) -> None:
    """Tell somebody some things, one of them read, and add a device."""
    for number, kind in enumerate(("your-turn", "ruling", "request-answered", "ledger-entry", "season-settled")):
        notify(players=[player], kind=kind, path="/clubs/", key=str(number), details={"amount": -3})
    mark_read(player=player, notice_id=player.notices.get(kind="ruling").pk)
    Phone().added_for(player)


def account(name: str) -> Player:
    """Make a player with an account."""
    return PlayerFactory(name=name, password=uuid4().hex)


def build() -> World:
    """Make it all."""
    world = World(account("Devaki"), [account(name) for name in ("Ammini", "Beeran", "Chacko")])
    _tables(world)
    _club(world)
    _papers(world)
    _results(world)
    world_cases.furnish(world, eager)
    world_polls.furnish(world)
    return world


def _tables(world: World) -> None:
    four = [world.member, *world.others]

    def table(rules: str, until: Callable[[object], bool] | None = None, **terms: object) -> Table:
        made = table_of(four, rules=rules, **{"options": ONE_HAND, **terms})
        if until is not None:
            play_on(made, four, eager, lambda state: state.turn is not None and until(state))  # type: ignore[attr-defined]
        world.page("games:table", table_id=made.pk)
        return made

    def mine(phase: str) -> Callable[[object], bool]:
        return lambda state: seen(state).phase == phase and state.turn == 0  # type: ignore[attr-defined]

    def trick(state: object) -> bool:
        return len(seen(state).tricks) == 2 and len(seen(state).trick) == 2

    waiting = TableFactory(player=world.member, rules="28-pagat-6", options=TWO_HANDS, command=uuid4())
    world.page("games:table", table_id=waiting.pk)
    for phase in ("auction", "fold", "play"):
        table("28-kerala-4", mine(phase))
    table(RULES, mine("auction"))
    table(RULES, mine("play"))
    table(RULES, trick, running_count=False)
    claimed = table(RULES, lambda state: len(seen(state).tricks) == 8 and state.turn == 1)  # type: ignore[attr-defined]
    act(
        table_id=claimed.pk, player=four[1], action=engine.Claim(1), expected_version=None, command=uuid4(),
        now=load_state(claimed.pk).since + timedelta(seconds=1),
    )  # fmt: skip
    write_message(table_id=claimed.pk, player=four[1], text="The rest is mine.")
    eight = TableFactory(
        player=world.member, rules="28-wikipedia-8", options=TWO_HANDS, bots=tuple(range(1, 8)), command=uuid4()
    )
    due(eight.pk)
    world.page("games:table", table_id=eight.pk)
    done = table_of(four, rules=RULES, options=ONE_HAND)
    play_on(done, four, quiet, lambda state: state.ended_at is not None)  # type: ignore[attr-defined]
    projector.run_all()
    hand = {"table_id": done.pk, "number": 1}
    world.page("games:table", table_id=done.pk)
    world.page("games:hand", **hand)
    world.page("games:hand", **hand, query="?step=9")
    world.page("games:hand_proof", **hand)
    world.page("games:check_hand", **hand)
    check = check_hand(table_id=done.pk, hand=1, player=world.member, question="Was that a revoke?")
    audit_check(check_id=check.pk)
    world.page("games:check", check_id=check.pk)
    for route in ("lobby", "open", "recent", "cards", "new_card", "rule_sets", "studies", "verify"):
        world.page(f"games:{route}")
    world.page("games:rules", rules_id="28-kerala-4")
    world.page("games:study", name=min(studies()))


def _club(world: World) -> None:
    club = ClubFactory(founder=world.member, name="Meenachil Card Club", place="Pala")
    join_club(club=club, player=world.others[0])
    bots = [PlayerFactory(bot=True, name=f"Bot {number}") for number in range(8)]
    teams = [
        TeamFactory(club=club, by=world.member, name=name, players=bots[2 * place : 2 * place + 2])
        for place, name in enumerate(("Vembanad", "Pamba", "Kabani", "Nila"))
    ]
    house = HouseRulesFactory(club=club, by=world.member, name="Our 56", rules=RULES, options={"doubling": "multiply"})
    world.page("clubs:home")
    world.page("clubs:me")
    notices(world.member)
    world.page("clubs:notices")
    world.page("clubs:notices", query="?unread=1")
    world.page("clubs:notice_choices")
    world.page("clubs:notices_stop", token=stop_path(world.member, "digest").split("/")[-2])
    world.page("clubs:privacy")
    world.page("clubs:my_data")
    world.page("clubs:erase")
    world.page("clubs:list")
    world.page("clubs:new")
    world.page("clubs:player", player_id=world.member.pk)
    update_ratings()
    for part in ("figures", "standing", "games", "partners", "rating", "hands"):
        world.page(f"games:player_{part}", player_id=world.member.pk)
    world.page("games:club_form", slug=club.slug)
    world.page("clubs:exchange", slug=club.slug)
    for text in ("name,role\nAmmini K.,king\n", "name,role\nAmmini K.,player\nBeeran P.,owner\n"):
        run = take_in(club=club, by=world.member, subject="members", data=text.encode(), file_name="members.csv")
        work(run_id=run.pk)
        world.page("clubs:import", slug=club.slug, run_id=run.pk)
    sent = take_in(club=club, by=world.member, subject="records", data=lines(*games(2), b"{}"), file_name="games.jsonl")
    work(run_id=sent.pk)
    world.page("clubs:import", slug=club.slug, run_id=sent.pk)
    world.page("games:export_records", slug=club.slug)
    world.page("clubs:club", slug=club.slug)
    world.page("clubs:roles", slug=club.slug)
    _people(world, club)
    world.page("clubs:team_new", slug=club.slug)
    world.page("clubs:house_new", slug=club.slug)
    world.page("clubs:house", slug=club.slug, house_id=house.pk)
    world.page("clubs:house_change", slug=club.slug, house_id=house.pk)
    world.page("clubs:house_freeze", slug=club.slug, house_id=house.pk)
    world.page("tournaments:list")
    directed = TableFactory(
        player=world.others[0], rules=RULES, options=ONE_HAND, club=club, bots=(1, 2, 3), command=uuid4()
    )
    due(directed.pk)
    world.page("games:table", table_id=directed.pk)
    world.page("games:direct", table_id=directed.pk)
    for name in ("Monsoon Cup", "Onam Cup"):
        cup = TournamentFactory(
            club=club, director=world.member, name=name, teams=teams, started=name == "Onam Cup",
        )  # fmt: skip
        world.page("tournaments:tournament", slug=cup.slug)
    _squads(world, club)
    _swiss(world, club)
    _by_hand(world, club)


def _swiss(world: World, club: Club) -> None:
    """Make a Swiss that is over, and its knock-out half played, and note the pages that show them."""
    desk = MatchPlan(hands=1, place="desk")
    plans = (
        StagePlan(type="swiss", rounds=1, tie_breaks=("points", "buchholz", "difference", "seed"), match=desk),
        StagePlan(type="knock_out", source=(Qualifiers(stage=1, last=4),), match=desk),
    )
    cup = opened(club, world.member, *plans)
    bot_pairs(cup, world.member, 6)
    called(cup, world.member)
    for number in (1, 2, 3):
        do(cup, world.member, ReportGame(match=number, points=(5, number)))
    do(cup, world.member, CloseStage(stage=1))
    called(cup, world.member, stage=2)
    first = state_of(cup).matches_of(2)[0]
    do(cup, world.member, ReportGame(match=first.number, points=(9, 2)))
    for page in ("tournament", "entries", "desk", "history", "settings"):
        world.page(f"tournaments:{page}", slug=cup.slug)
    for page in (
        "screen",
        "schedule",
        "schedule_edit",
        "prizes",
        "edit_prizes",
        "paper",
        "rehearsal",
        "entrant_passes",
    ):
        world.page(f"tournaments:{page}", slug=cup.slug)
    world.page("tournaments:entrant_passes", slug=cup.slug)
    world.page("tournaments:way", slug=cup.slug, number=1)
    world.page("tournaments:hall", slug=club.slug)
    world.page("tournaments:webhooks", slug=club.slug)
    hook, _secret = add_webhook(club=club, by=world.member, url="https://example.org/hook")
    world.page("tournaments:webhook", slug=club.slug, webhook_id=hook.pk)
    world.page("tournaments:match", slug=cup.slug, number=first.number)
    world.page("tournaments:desks")
    world.page("tournaments:open", slug=club.slug)
    _ladder(world, club)
    _league(world, club)


def _ladder(world: World, club: Club) -> None:
    """Make a ladder in which challenges were played, are open and wait for their time, and note its page and desk."""
    cup = opened(club, world.member, StagePlan(type="ladder", match=MatchPlan(hands=1, place="desk")))
    bot_pairs(cup, world.member, 5)
    enter(cup, by=world.member, players=[world.member, PlayerFactory(bot=True)], name="Kuttanad", command=uuid4())
    do(cup, world.member, BeginStage(stage=1), Challenge(stage=1, challenger=4, challenged=2))
    do(cup, world.member, AcceptChallenge(stage=1, challenge=1), ReportGame(match=1, points=(3, 8)))
    do(
        cup,
        world.member,
        Challenge(stage=1, challenger=3, challenged=1),
        Challenge(stage=1, challenger=5, challenged=4),
    )
    do(cup, world.member, AcceptChallenge(stage=1, challenge=2))
    for page in ("tournament", "desk"):
        world.page(f"tournaments:{page}", slug=cup.slug)


def _league(world: World, club: Club) -> None:
    """Make a league whose sides agree on times, half played, and note the pages that show it and what would follow."""
    desk = MatchPlan(hands=1, place="desk")
    plans = (
        StagePlan(type="round_robin", tie_breaks=("points", "difference", "seed"), days=14, match=desk),
        StagePlan(type="knock_out", source=(Qualifiers(stage=1, last=2),), match=desk),
    )
    cup = opened(club, world.member, *plans)
    bot_pairs(cup, world.member, 5)
    enter(cup, by=world.member, players=[world.member, PlayerFactory(bot=True)], name="Kuttanad", command=uuid4())
    called(cup, world.member)
    for one in state_of(cup).stages[1].rounds[1:]:
        do(cup, world.member, ReleaseRound(stage=1, round=one.number), CallRound(stage=1, round=one.number))
    matches = state_of(cup).matches_of(1)
    for match in matches[:9]:
        do(cup, world.member, ReportGame(match=match.number, points=(match.number, 6)))
    own = next(match for match in matches[9:] if 6 in match.entrants)
    other = next(entrant for entrant in own.entrants if entrant != 6)
    soon = int(timezone.now().timestamp()) + 100_000
    do(cup, world.member, ProposeTime(match=own.number, entrant=other, at=soon))
    for page in ("tournament", "what_if"):
        world.page(f"tournaments:{page}", slug=cup.slug)
    world.page("tournaments:match", slug=cup.slug, number=own.number)


def _by_hand(world: World, club: Club) -> None:
    """Make a Swiss by lot with a draft that was paired by hand, and note the pages of its director."""
    desk = MatchPlan(hands=1, place="desk")
    cup = opened(club, world.member, StagePlan(type="swiss", rounds=3, by_lot=True, match=desk))
    enter(cup, by=world.member, players=[world.member, PlayerFactory(bot=True)], name="Kallada", command=uuid4())
    bot_pairs(cup, world.member, 4)
    do(cup, world.member, PromiseLot(), DropLot(lot=1, reason="entries"), PromiseLot(), DrawLot(lot=2))
    called(cup, world.member)
    for match in state_of(cup).matches_of(1):
        if not match.is_bye:
            do(cup, world.member, ReportGame(match=match.number, points=(5, 2)))
    do(cup, world.member, PairRound(stage=1))
    first = tuple(match.sides for match in state_of(cup).matches_of(1) if match.round == 1)
    do(cup, world.member, EditPairings(stage=1, round=2, matches=first), PromiseLot())
    for page in ("desk", "lots", "tournament"):
        world.page(f"tournaments:{page}", slug=cup.slug)
    world.page("tournaments:pairings", slug=cup.slug, stage=1, number=2)


def _squads(world: World, club: Club) -> None:
    """Make a team of people with a past, its next match and a meeting, and note the pages that show them."""
    people = [account(name) for name in ("Eapen", "Faisal", "Gouri")]
    for player in people:
        join_club(club=club, player=player)
    bots = [PlayerFactory(bot=True, name=f"Stand-in {number}") for number in range(4)]
    team = TeamFactory(club=club, by=world.member, name="Kallada", players=[world.member, *people, bots[0]])
    other = TeamFactory(club=club, by=world.member, name="Periyar", players=bots[1:3])
    transfer_player(source=team, team=other, by=world.member, player=people[2])
    cup = TournamentFactory(
        club=club, director=world.member, name="Evening Cup", line_up_minutes=60,
        starts_at=int(timezone.now().timestamp()) + 7200,
        teams=(team, other, Team.objects.get(club=club, name="Nila")), automatic=False,
    )  # fmt: skip
    called(cup, world.member)
    match = next(one for one in state_of(cup).matches.values() if 1 in one.entrants and not one.is_bye)
    if match.round > 1:
        do(cup, world.member, ReleaseRound(stage=1, round=match.round))
    players = (str(people[0].pk), str(world.member.pk))
    do(cup, world.member, NameLineUp(match=match.number, entrant=1, players=players))
    day = timezone.localdate() + timedelta(days=1)
    evening = MeetingFactory(
        club=club, by=world.member, title="Card evening", day=day, at=time(18, 30), place="Club house, Pala",
        note="Bring a pack.", repeats_until=day + timedelta(days=21),
    )  # fmt: skip
    for player in (world.member, people[0]):
        answer_meeting(meeting_id=evening.pk, day=day, player=player, coming=True)
    call_off_day(meeting_id=evening.pk, day=day + timedelta(days=7), by=world.member)
    move_day(
        meeting_id=evening.pk, day=day + timedelta(days=14), by=world.member, to=day + timedelta(days=15), at=time(17)
    )
    world.page("clubs:teams", slug=club.slug)
    world.page("clubs:team", slug=club.slug, team_id=team.pk)
    world.page("tournaments:tournament", slug=cup.slug)
    world.page("tournaments:match", slug=cup.slug, number=match.number)
    world.page("tournaments:entrant", slug=cup.slug, number=1)
    world.page("tournaments:settings", slug=TournamentFactory(club=club, director=world.member, name="Onam Pairs").slug)
    world.page("clubs:calendar", slug=club.slug)
    world.page("clubs:meeting_new", slug=club.slug)
    world.page("clubs:meeting_change", slug=club.slug, meeting_id=evening.pk)
    for after in (0, 7, 14):
        shown = (day + timedelta(days=after)).isoformat()
        world.page("clubs:meeting", slug=club.slug, meeting_id=evening.pk, day=shown)


def _people(world: World, club: Club) -> None:
    """Put guests, invitations, requests and a suspension into the club, and note the pages that show them."""
    beeran, chacko = world.others[1:]
    guest, claimed = (GuestFactory(club=club, by=world.member, name=name) for name in ("Thomas", "Mathai"))
    link = offer_claim(club=club, by=world.member, guest=guest)
    claim_guest(claim_id=offer_claim(club=club, by=world.member, guest=claimed).pk, player=world.others[0])
    invitation = make_invitation(club=club, by=world.member, role="scorer", places=3)
    revoke_invitation(invitation_id=make_invitation(club=club, by=world.member).pk, by=world.member)
    accept_invitation(invitation_id=invitation.pk, player=account("Kuriakose"))
    join_club(club=club, player=beeran)
    suspend_member(club=club, by=world.member, player=beeran, reason="Left a match before its end.")
    for number in range(4):
        join_club(club=club, player=account(f"Member {number}"))
    gone = account("Outis")
    join_club(club=club, player=gone)
    remove_member(club=club, by=world.member, player=gone, reason="Marked cards.", stay_out=True)
    change_club(club=club, by=world.member, door="request")
    ask_to_join(club=club, player=chacko, word="Beeran knows me from the Friday table.")
    change_club(club=club, by=world.member, door="open")
    other = ClubFactory(founder=chacko, name="Kabani Friends", place="Mananthavady")
    change_club(club=other, by=chacko, door="request")
    world.page("clubs:club", slug=other.slug)
    world.page("clubs:ask", slug=other.slug)
    world.page("clubs:members", slug=club.slug)
    world.page("clubs:members", slug=club.slug, query="?q=nobody")
    for player in (guest, beeran, world.others[0]):
        world.page("clubs:member", slug=club.slug, player_id=player.pk)
    for route in ("requests", "invitations", "kept_out", "guest_new", "log", "settings", "rules", "roles"):
        world.page(f"clubs:{route}", slug=club.slug)
    world.page("clubs:code")
    world.page("clubs:invitation", token=invitation_token(invitation))
    world.page("clubs:claim", token=claim_token(link))


def _papers(world: World) -> None:
    sheet = open_sheet(player=world.member, rules="56-kerala-6", options=TWO_HANDS, names=("Ammini", "Beeran"))
    enter_hand(sheet_id=sheet.pk, player=world.member, outcome="made", contract=(0, 34, "S", 0), points=40)
    add_picture(kind="sheet", about=sheet.pk, data=photograph(), access=Access(world.member, may_add=True))
    world.page("clubs:pictures", kind="sheet", about=sheet.pk)
    world.page("games:paper")
    world.page("games:sheet_print", sheet_id=sheet.pk)
    world.page("games:sheets")
    world.page("games:sheet_open")
    world.page("games:sheet", sheet_id=sheet.pk)
    world.page("games:hand_of_sheet", sheet_id=sheet.pk, number=1)
    world.page("games:check_hand_of_sheet", sheet_id=sheet.pk, number=1)
    world.page("games:transcript", sheet_id=sheet.pk, number=2)
    world.page("games:sheet_phone", sheet_id=sheet.pk)
    world.page("games:sheet_settle", sheet_id=sheet.pk, hand=1)
    issue_pass(sheet_id=sheet.pk, player=world.member, sides=[0])
    world.page("games:sheet_phones", sheet_id=sheet.pk)
    world.page("games:sheet_irregularities", sheet_id=sheet.pk)
    world.page("games:sheet_ruling", sheet_id=sheet.pk, rule="56-IRR-14")
    differing = open_sheet(player=world.member, rules="28-wikipedia-4", options={}, names=("Ammini", "Beeran"))
    for side, outcome in enumerate(("made", "failed")):
        told = SheetHand(outcome, declarer=0, number=20)
        report_hand(sheet_id=differing.pk, author=Author(world.member), sides=[side], hand=1, edit=1, told=told)
    world.page("games:sheet", sheet_id=differing.pk)
    world.page("games:sheet_settle", sheet_id=differing.pk, hand=1)
    card = make_card(player=world.member, rules="56-kerala-4", name="Ponnani")
    invite_partner(card_id=card.pk, player=world.member, partner=world.others[0])
    join_card(card_id=card.pk, player=world.others[0], invitation="")
    publish_card(card_id=card.pk, player=world.member)
    world.page("games:card_edition", card_id=card.pk, number=1)
    world.page("games:card", card_id=card.pk)
    world.page("games:card_editions", card_id=card.pk)
    world.page("games:card_row", card_id=card.pk, row="opening-three-jacks")
    world.page("games:new_treatment", card_id=card.pk)
    world.page("games:default_card", rules_id="56-kerala-4")
    practice = begin_practice(player=world.member, rules=RULES, options=ONE_HAND)
    world.page("games:practices")
    world.page("games:practice", practice_id=practice.pk)


def routes() -> dict[str, str]:
    """Return every named route of the site with its pattern; what lies under the API or the admin is left out."""
    from django.urls import URLPattern, URLResolver, get_resolver

    found: dict[str, str] = {}

    def walk(patterns: list[URLPattern | URLResolver], before: str, spaces: str) -> None:
        for one in patterns:
            path = before + str(one.pattern)
            if path.startswith(("api/", "admin/")):
                continue
            if isinstance(one, URLResolver):
                walk(one.url_patterns, path, f"{spaces}{one.namespace}:" if one.namespace else spaces)
            elif one.name:
                found[spaces + one.name] = path

    walk(get_resolver().url_patterns, "", "")
    return found


__all__ = ["World", "build", "routes"]


def _results(world: World) -> None:
    """Let a club have results, records, a season that is over, and kunukku worn and taken off."""
    four = [world.member, *world.others]
    club = club_of(*four, name="Vembanad Card Friends")
    kept, withdrawn = (
        enter_result(
            club=club, player=world.member, rules="28-kerala-4", players=four, points=points, hands=9,
            played_on=date(2026, 5, day), note="Final of the Onam evening",
        )
        for day, points in ((1, (7, 3)), (2, (-1, 4)))
    )  # fmt: skip
    withdraw_result(result_id=withdrawn.pk, player=world.member, reason="The pairs were mixed up.")
    stream = begun(four, "28-wikipedia-4", club=club, at=later(0))
    happens(
        stream, *lost(1, (0, 2)), *lost(2, (0, 2), (2, 0, 2, 0)), made(3, 0), engine.GameFinished((1,)), at=later(1)
    )
    Season.objects.create(club=club, name="Summer", begins=date(2026, 4, 1), ends=date(2026, 5, 31))
    projector.run_all()
    _ledger(world, club)
    lift_kunukku(club=club, player=world.member, wearer=world.others[1], reason="His wedding")
    reckon_seasons(club=club)
    projector.run_all()
    empty = club_of(world.others[0], name="Kabani Card Friends")
    for route in ("club_results", "club_games", "club_records", "club_hall", "club_kunukku"):
        world.page(f"games:{route}", slug=club.slug)
        world.page(f"games:{route}", slug=empty.slug)
    world.page("games:club_results", slug=club.slug, query="?season=all&family=56")
    world.page("games:result_new", slug=club.slug)
    for result in (kept, withdrawn):
        world.page("games:result", result_id=result.pk)
    world.page("games:kunukku_of_player", player_id=world.member.pk)
    world.page("games:kunukku_of_player", player_id=world.others[0].pk)


def _ledger(world: World, club: Club) -> None:
    """Let a club have entries of every kind, a season that is closed and one that runs."""
    by, today = world.member, timezone.localdate()
    summer = Season.objects.get(club=club, name="Summer")
    begins, ends = date(today.year, today.month, 1), today + timedelta(days=90)
    running = SeasonFactory(
        club=club, by=by, name="Winter", begins=max(begins, summer.ends + timedelta(days=1)), ends=ends
    )
    granted = grant(club=club, by=by, units=20, reason="To begin with")
    settle(club=club, by=by, player=world.others[0], units=5, pays=False)
    correct(club=club, by=by, entry=granted, giver=by, taker=None, units=1, reason="One was counted twice")
    game = LedgerEntry.objects.filter(club=club, kind="game").latest("pk")
    close_season(season=summer, by=by, carry=False, following=NextSeason(season=running.pk))
    for query in ("", "?kind=grant", "?kind=opening"):
        world.page("clubs:ledger", slug=club.slug, query=query)
    for query in ("", "?q=nobody", f"?season={summer.pk}"):
        world.page("clubs:ledger_balances", slug=club.slug, query=query)
    for route in ("ledger_grant", "ledger_settle", "seasons", "season_new"):
        world.page(f"clubs:{route}", slug=club.slug)
    for entry in (granted, game.pk):
        world.page("clubs:ledger_entry", slug=club.slug, entry_id=entry)
        world.page("clubs:ledger_correct", slug=club.slug, entry_id=entry)
    world.page("clubs:ledger_reverse", slug=club.slug, entry_id=granted)
    world.page("clubs:ledger_statement", slug=club.slug, player_id=by.pk)
    for season in (summer, running):
        world.page("clubs:season", slug=club.slug, season_id=season.pk)
    for route in ("season_change", "season_close"):
        world.page(f"clubs:{route}", slug=club.slug, season_id=running.pk)
