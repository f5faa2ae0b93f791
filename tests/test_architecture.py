"""The pictures of docs/architecture.md are those of the code: every room, and the arrows that follow from no other."""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
ON_TOP = {"urls", "api", "management", "tasks", "templatetags", "apps", "files", "projections", "admin"}
"""What Django and the other apps look for by name; it stands above all rooms and is not drawn."""
APART = {"migrations", "guards", "notice_models", "personal_data"}


@cache
def graph() -> grimp.ImportGraph:
    return grimp.build_graph("engine", "games", "clubs")


@cache
def imports(app: str) -> Mapping[str, frozenset[str]]:
    """Return the rooms of an app, each with those that it imports."""
    modules = [module for module in graph().modules if module.startswith(f"{app}.")]
    rooms = {module.split(".")[1] for module in modules} - ON_TOP - APART
    found: dict[str, set[str]] = {room: set() for room in rooms}
    for module in modules:
        room = module.split(".")[1]
        for other in graph().find_modules_directly_imported_by(module) if room in rooms else ():
            package, _dot, rest = other.partition(".")
            if package == app and rest.split(".")[0] in rooms - {room}:
                found[room].add(rest.split(".")[0])
    return {room: frozenset(others) for room, others in found.items()}


def below(app: str, room: str) -> frozenset[str]:
    """Return all rooms that a room comes to know, by others too."""
    others = imports(app)[room]
    return others.union(*(below(app, other) for other in others))


def arrows(app: str) -> set[tuple[str, str]]:
    """Return the imports of rooms that follow from no others."""
    return {
        (room, other)
        for room, others in imports(app).items()
        for other in others
        if not any(other in below(app, between) for between in others - {other})
    }


def drawn(app: str) -> tuple[set[str], set[tuple[str, str]]]:
    """Return the rooms and the arrows of an app's picture."""
    picture = PAGE.split(f"## The rooms of {app}\n")[1].split("```mermaid\n")[1].split("```")[0]
    found = {(left, right) for left, right in re.findall(r"(\w+) --> (\w+)", picture)}
    return {room for pair in found for room in pair} | set(re.findall(r"^    (\w+)$", picture, re.MULTILINE)), found


def listed(app: str) -> set[str]:
    """Return the rooms that the table below the picture describes."""
    table = PAGE.split(f"## The rooms of {app}\n")[1].split("| --- | --- |\n")[1].split("\n\n")[0]
    return {room for row in table.splitlines() for room in re.findall(r"`(\w+)`", row.split("|")[1])}


@pytest.mark.parametrize("app", ["games", "clubs"])
def test_every_room_is_drawn_and_described(app):
    rooms, _arrows = drawn(app)

    assert rooms == set(imports(app)) == listed(app)


@pytest.mark.parametrize("app", ["games", "clubs"])
def test_the_arrows_are_those_of_the_code(app):
    assert drawn(app)[1] == arrows(app)
