"""Who may do what: every role, every page, every operation of the API, both ways."""

from http.cookies import SimpleCookie

import pytest
from django.urls import reverse

from tests.permissions.asking import PERSONAS, ROLES, Answer, Row, ask, undone
from tests.permissions.matrix import ROWS
from tests.permissions.rooms import operations, routes
from tests.permissions.world import PASSES, Side, World

REFUSED = (401, 403, 404)


def is_done(row: Row, persona: str, answer: Answer) -> bool:
    """Whether somebody who may has got what they asked for."""
    if row.method == "GET":
        return answer.status in (200, *row.done)
    succeeded = answer.status in (200, 201, 202, 204, *row.done) or (
        answer.status in (302, 303) and not answer.to_sign_in and not answer.led_back
    )
    return succeeded and (bool(answer.changed) or persona in row.quiet)


def is_refused(row: Row, answer: Answer) -> bool:
    """Whether somebody who may not was turned away, and nothing has changed."""
    if answer.changed:
        return False
    if answer.status in (*REFUSED, *row.refusals) or answer.to_sign_in or answer.led_back:
        return True
    # A page's form comes back with the refusal above it.
    return not row.is_api and row.method == "POST" and answer.status == 422


def borders(row: Row) -> tuple[str, ...]:
    """Return the outsiders, the weakest role that may and the strongest that may not: a fault is likeliest there.

    A suspended owner is an outsider who once was none: asked with what changes something.
    """
    who_may = [role for role in ROLES if role in row.who]
    who_may_not = [role for role in ROLES if role not in row.who]
    phones = PASSES if any(of in row.name for of in ("sheet", "picture", "transcript")) else ()
    suspended = ("suspended",) if row.method != "GET" else ()
    return ("visitor", *phones, "stranger", *suspended, *who_may[:1], *who_may_not[-1:])


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.label)
def test_who_may_gets_it_and_nobody_else(world: World, row: Row):
    check(world, row, borders(row))


@pytest.mark.whole
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.label)
def test_the_roles_between_get_it_if_they_may(world: World, row: Row):
    check(world, row, tuple(persona for persona in PERSONAS if persona not in borders(row)))


def check(world: World, row: Row, personas: tuple[str, ...]) -> None:
    """Assert that each of these gets what the row says."""
    wrong = []
    for persona in personas:
        answer = ask(world, row, persona)
        if persona in row.who and not is_done(row, persona, answer):
            wrong.append(f"{persona} may, and got {answer}")
        if persona not in row.who and not is_refused(row, answer):
            wrong.append(f"{persona} may not, and got {answer}")

    assert not wrong, f"{row.label}:\n" + "\n".join(wrong)


def foreign_ways(world: World, row: Row) -> dict[str, dict[str, Side]]:
    """The ways in which a request to our club can name things of the other one."""
    ways = {}
    with undone():
        for side in (world.ours, world.theirs):
            if row.before is not None:
                row.before(side)
        if row.has_things_of_a_club and row.address(world.ours, world.theirs) != row.address(world.ours):
            ways["in the address"] = {"things": world.theirs}
        if row.body is not None and row.foreign:
            ours, theirs = row.body(world.ours), row.body(world.theirs)
            if any(str(ours[name]) != str(theirs.get(name)) for name in ours if not name.endswith("command")):
                ways["in what is sent"] = {"body_of": world.theirs}
    return ways


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.label)
def test_nobody_reaches_into_another_club(world: World, row: Row):
    """The owner of a club, and its players, get nowhere with what belongs to another one."""
    wrong = []
    for way, named in foreign_ways(world, row).items():
        for persona in ("owner", "player"):
            if persona not in row.who:
                continue
            answer = ask(world, row, persona, **named)
            if answer.changed or answer.status in (200, 201, 202, 204):
                wrong.append(f"the {persona} named another club's {way}, and got {answer}")

    assert not wrong, f"{row.label}:\n" + "\n".join(wrong)


def test_every_page_with_each_of_its_methods_has_a_row(world: World):
    asked = {(row.name, row.method) for row in ROWS if not row.is_api}
    there = {(name, method) for name in routes() for method in methods_of(world, name)}

    assert there == asked, differences(there, asked)


def test_every_operation_of_the_api_has_a_row():
    asked = {(row.name, row.method) for row in ROWS if row.is_api}
    there = {(one.name, one.method) for one in operations().values()}

    assert there == asked, differences(there, asked)


@pytest.mark.parametrize("name", ["clubs:ledger_entry", "ledger_retrieve"])
def test_who_does_not_see_the_ledger_sees_the_own_part_of_an_entry(world: World, name: str):
    row = next(row for row in ROWS if row.name == name and "of which each has a part" in row.of)

    for persona, sees in (("player", True), ("guest", False), ("suspended", False)):
        said = ask(world, row, persona).response.content.decode()
        assert world.people[persona].name in said
        assert (world.ours.subject.name in said) == sees, persona


def differences(there: set[tuple[str, str]], asked: set[tuple[str, str]]) -> str:
    """What has no row, and which rows ask for nothing that is there."""
    missing = [f"no row for {method} {name}" for name, method in sorted(there - asked)]
    return "\n".join(missing + [f"nothing there for {method} {name}" for name, method in sorted(asked - there)])


def methods_of(world: World, name: str) -> set[str]:
    """The methods that a page takes; it says so itself when it is asked by another one."""
    route = routes()[name]
    row = next((row for row in ROWS if row.name == name), None)
    nowhere = reverse(name, kwargs=dict(zip(route.params, route.examples, strict=True)))
    with undone():
        if row is not None and row.before is not None:
            row.before(world.ours)
        address = row.address(world.ours) if row is not None else nowhere
        world.client.cookies = SimpleCookie(world.cookies["owner"])
        answer = world.client.generic("BREW", address)
    allowed = (
        set(answer.headers.get("Allow", "GET").replace(" ", "").split(",")) if answer.status_code == 405 else {"GET"}
    )
    return allowed - {"HEAD", "OPTIONS"}
