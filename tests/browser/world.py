"""A club with everything there is a page of: people, tables in every state, a tournament, sheets, cards, practice."""

from dataclasses import dataclass, field

from django.urls import reverse

from clubs.models import Player
from tests.browser import world_cases, world_clubs, world_papers, world_polls, world_tables
from tests.browser.world_clubs import account


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


def build() -> World:
    """Make it all."""
    world = World(account("Devaki"), [account(name) for name in ("Ammini", "Beeran", "Chacko")])
    world_tables.furnish(world)
    world_clubs.furnish(world)
    world_papers.furnish(world)
    world_cases.furnish(world)
    world_polls.furnish(world)
    return world


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


__all__ = ["World", "account", "build", "routes"]
