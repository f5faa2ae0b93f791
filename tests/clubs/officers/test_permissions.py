"""The table of permissions: its words, the document that prints it, and the page that shows it."""

import re
from pathlib import Path

import pytest
from django.urls import reverse
from django.utils import timezone

from clubs.errors import NotAllowed
from clubs.members.societies import join_club
from clubs.models import Club, Membership, Player
from clubs.officers.permissions import GROUPS, PERMISSIONS, SAID, allowed, clubs_where, may, require
from tests.factories import ClubFactory, PlayerFactory

DOC = Path(__file__).resolve().parents[3] / "docs" / "reference" / "clubs.md"
ROLES = list(Membership.Role)


def rows_of(text: str) -> tuple[list[str], dict[str, list[bool]]]:
    """The heads and the rows of the table of roles in the document."""
    lines = text.partition("## Roles\n")[2].splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")]
    rows = [line for line in cells[2:] if not line[0].startswith("**")]
    return cells[0][1:], {line[0]: [cell == "✓" for cell in line[1:]] for line in rows}


def test_every_permission_has_its_words_and_its_place_under_a_heading():
    listed = [name for _heading, names in GROUPS for name in names]

    assert sorted(listed) == sorted(PERMISSIONS)
    assert len(set(listed)) == len(listed)
    assert set(SAID) == set(PERMISSIONS)
    assert len({str(words) for words in SAID.values()}) == len(SAID)


def test_the_document_prints_the_table_of_permissions():
    heads, rows = rows_of(DOC.read_text())

    assert heads == [str(role.label).lower() for role in ROLES]
    assert list(rows) == [str(SAID[name]) for _heading, names in GROUPS for name in names]
    for name, roles in PERMISSIONS.items():
        assert rows[str(SAID[name])] == [role in roles for role in ROLES], name


def test_every_permission_is_asked_for_somewhere():
    root = DOC.parents[2]
    code = "\n".join(
        path.read_text()
        for folder in ("clubs", "games", "tournaments", "templates")
        for path in (root / folder).rglob("*.*")
        if path.suffix in (".py", ".html") and path.name != "permissions.py"
    )

    assert [name for name in PERMISSIONS if not re.search(rf"[\"']{name}[\"']", code)] == []


def test_nobody_asks_for_a_role_beside_the_table():
    """A role is compared where roles themselves are given, and nowhere else."""
    root = DOC.parents[2]
    found = [
        f"{path.relative_to(root)}: {line.strip()}"
        for folder in ("clubs", "games", "tournaments")
        for path in sorted((root / folder).rglob("*.py"))
        if not {"migrations", "models"} & set(path.parts) and path.name != "permissions.py"
        for line in path.read_text().splitlines()
        if re.search(
            r"is_officer|selectors\.OFFICES|find_role\([^)]*\) (?:==|!=|in|not in) |if (?:not )?(?:\w+\.)?find_role",
            line,
        )
    ]

    assert found == []


@pytest.fixture
def club(db) -> Club:
    return ClubFactory(founder=PlayerFactory(name="Annamma", user=None), name="Meenachil")


def member(club: Club, role: str) -> Player:
    player = PlayerFactory(name=f"The {role}", password="x")
    join_club(club=club, player=player)
    Membership.objects.filter(club=club, player=player).update(role=role)
    return player


@pytest.mark.parametrize("role", ROLES)
def test_who_is_suspended_may_do_nothing_until_it_is_over(club, role):
    player = member(club, role)
    before = allowed(player, club)
    place = Membership.objects.filter(club=club, player=player)
    today = timezone.localdate()

    assert before
    place.update(suspended_at=timezone.now(), suspended_until=today)
    assert allowed(player, club) == frozenset()
    assert not any(clubs_where(player, name).exists() for name in PERMISSIONS)
    with pytest.raises(NotAllowed, match="suspended in Meenachil"):
        require(player, "open_tables", club)
    place.update(suspended_until=today - timezone.timedelta(days=1))
    assert allowed(player, club) == before


@pytest.mark.parametrize("name", sorted(PERMISSIONS))
def test_one_answer_by_four_ways_of_asking(club, name):
    for role in ROLES:
        player = member(club, role)
        granted = role in PERMISSIONS[name]

        assert may(player, name, club) == granted
        assert (name in allowed(player, club)) == granted
        assert clubs_where(player, name).filter(pk=club.pk).exists() == granted
        if granted:
            require(player, name, club)
        else:
            with pytest.raises(NotAllowed, match="only these can do this"):
                require(player, name, club)


def test_a_visitor_and_a_stranger_may_do_nothing(club):
    stranger = PlayerFactory(name="Chacko", user=None)

    for who in (None, stranger):
        assert allowed(who, club) == frozenset()
        assert not any(clubs_where(who, name).exists() for name in PERMISSIONS)
        with pytest.raises(NotAllowed, match="not a member of Meenachil"):
            require(who, "open_tables", club)


@pytest.mark.parametrize(
    "ask", [lambda player, club, name: may(player, name, club), lambda player, club, name: clubs_where(player, name)]
)
def test_what_is_no_permission_is_refused_as_a_fault(club, ask):
    with pytest.raises(KeyError):
        ask(PlayerFactory(name="Chacko", user=None), club, "fly")


def test_the_page_shows_the_table_and_marks_the_own_role(client, club):
    page = reverse("clubs:roles", args=[club.slug])
    scorer = member(club, "scorer")

    said = client.get(page).content.decode()
    assert all(str(words).replace("'", "&#x27;") in said for words in SAID.values())
    assert said.count("✓") == sum(map(len, PERMISSIONS.values()))
    assert 'class="own"' not in said
    client.force_login(scorer.user)
    assert client.get(page).content.decode().count('class="own"') == len(PERMISSIONS) + 1
    Membership.objects.filter(player=scorer).update(suspended_at=timezone.now())
    assert "You are suspended" in client.get(page).content.decode()
