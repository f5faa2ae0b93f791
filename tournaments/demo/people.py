"""The demo's club, its people and their teams."""

from dataclasses import dataclass

from allauth.account.models import EmailAddress
from django.db import transaction

from clubs.members.societies import found_club, join_club
from clubs.models import Club, Player, Team, User
from clubs.people.services import make_player
from clubs.teams.services import make_team

PASSWORD = "ponnani-2828"  # noqa: S105  # printed for everybody to see; these accounts exist only in the demo


@dataclass(frozen=True, slots=True)
class Login:
    """An account of the demo."""

    email: str
    name: str
    office: str


LOGINS = (
    Login("annamma@demo.example", "Annamma", "owner of the club, directs its tournaments"),
    Login("beeran@demo.example", "Beeran", "player, team Meenachil"),
    Login("devaki@demo.example", "Devaki", "director, team Meenachil"),
    Login("chacko@demo.example", "Chacko", "scorer, team Kallada"),
    Login("mariamma@demo.example", "Mariamma", "secretary, team Kallada"),
)

CLUB = "Meenachil Card Club"
PLACE = "Pala"
PEOPLE = {"Meenachil": ("Beeran", "Devaki"), "Kallada": ("Chacko", "Mariamma")}
BOTS = {
    "Vembanad": ("Unni", "Omana"),
    "Illikkal": ("Kuriakose", "Sheela"),
    "Pamba": ("Ammini", "Paulose"),
    "Kabani": ("Zainaba", "Velayudhan"),
}
"""Teams of bots; each bot has a name of its own, so that the tables read like tables."""

PAIRS = {
    "Ponnani": ("Appu", "Baby"),
    "Tirur": ("Cheriyan", "Damodaran"),
    "Kottayam": ("Eldho", "Faizal"),
    "Thodupuzha": ("Gracy", "Haridas"),
    "Aluva": ("Ibrahim", "Jolly"),
    "Chalakudy": ("Kamala", "Lonappan"),
    "Vaikom": ("Mathai", "Nandini"),
    "Cherthala": ("Ouseph", "Padmini"),
    "Alappuzha": ("Rahim", "Saraswathi"),
    "Ranni": ("Thankachan", "Usha"),
    "Manjeri": ("Varghese", "Waheeda"),
    "Palakkad": ("Yesudas", "Zubaida"),
    "Kollam": ("Anandan", "Bhargavi"),
    "Muvattupuzha": ("Chandran", "Devassy"),
    "Thalassery": ("Eliyamma", "Gangadharan"),
    "Kasaragod": ("Hassan", "Indira"),
}
"""Pairs of bots, by the places they come from."""


@transaction.atomic
def make_people() -> Club:
    """Create the club with its accounts, bots and teams, if they are missing."""
    by_name = {login.name: _account(login) for login in LOGINS}
    director = by_name["Annamma"]
    club = Club.objects.filter(name=CLUB, place=PLACE).first()
    if club is None:
        club = found_club(founder=director, name=CLUB, place=PLACE)
    for name in (name for names in BOTS.values() for name in names):
        by_name[name] = bot_named(name)
    for player in by_name.values():
        join_club(club=club, player=player)
    for team, names in {**PEOPLE, **BOTS}.items():
        if not Team.objects.filter(club=club, name=team).exists():
            make_team(club=club, by=director, name=team, players=[by_name[name] for name in names])
    return club


def bot_named(name: str) -> Player:
    """Return the bot of a name, made if it is missing."""
    return Player.objects.filter(name=name, is_bot=True).first() or make_player(name=name, is_bot=True)


def _account(login: Login) -> Player:
    """Return the player of a demo account, created if it is missing."""
    player = Player.objects.filter(user__email__iexact=login.email).first()
    if player is not None:
        return player
    user = User.objects.create_user(login.email, PASSWORD)
    EmailAddress.objects.create(user=user, email=login.email, verified=True, primary=True)
    return make_player(name=login.name, user=user)
