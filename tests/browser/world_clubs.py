"""A club of the member: its people, teams, meetings, imports and rules."""

from datetime import time, timedelta
from typing import TYPE_CHECKING
from uuid import uuid4

from django.utils import timezone

from clubs.calendar.services import answer_meeting, call_off_day, move_day
from clubs.exchange.services import take_in, work
from clubs.members.doors import accept_invitation, ask_to_join, make_invitation, revoke_invitation
from clubs.members.guests import claim_guest, offer_claim
from clubs.members.offices import remove_member, suspend_member
from clubs.members.selectors import claim_token, invitation_token
from clubs.members.societies import change_club, join_club
from clubs.models import Club, Player, Team
from clubs.notices.links import stop_path
from clubs.notices.services.reading import mark_read
from clubs.notices.services.telling import notify
from clubs.teams.services import transfer_player
from games.players.ratings.services import update_ratings
from tests.browser import world_tournaments
from tests.browser.world_tables import RULES
from tests.clubs.notices.devices import Phone
from tests.factories import (
    ONE_HAND,
    ClubFactory,
    GuestFactory,
    HouseRulesFactory,
    MeetingFactory,
    PlayerFactory,
    TableFactory,
    TeamFactory,
    TournamentFactory,
)
from tests.games.helpers.tables import due
from tests.games.records.files import games, lines
from tests.tournaments.helpers.directed import called, do, state_of
from tournaments.deeds.playing import NameLineUp
from tournaments.deeds.staging import ReleaseRound

if TYPE_CHECKING:
    from tests.browser.world import World


def account(name: str) -> Player:
    """Make a player with an account."""
    return PlayerFactory(name=name, password=uuid4().hex)


def notices(player: Player) -> None:
    """Tell somebody some things, one of them read, and add a device."""
    for number, kind in enumerate(("your-turn", "ruling", "request-answered", "ledger-entry", "season-settled")):
        notify(players=[player], kind=kind, path="/clubs/", key=str(number), details={"amount": -3})
    mark_read(player=player, notice_id=player.notices.get(kind="ruling").pk)
    Phone().added_for(player)


def furnish(world: "World") -> None:
    """Let the member found a club with people, teams, house rules, imports, a directed table and tournaments."""
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
    world.page("clubs:my_settings")
    world.page("clubs:tokens")
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
    world_tournaments.furnish(world, club)


def _squads(world: "World", club: Club) -> None:
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


def _people(world: "World", club: Club) -> None:
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
