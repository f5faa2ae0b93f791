"""The matrix, its pages of people and clubs: who may get each page, and do each deed."""

from tests.permissions import bodies
from tests.permissions.asking import MEMBERS, SIGNED_IN, Row, may

ME = SIGNED_IN
CAPTAINS = may("make_any_teams")
"""Who looks after all teams; beside them the captain after the own one."""

ROWS = (
    # People
    Row(name="clubs:home"),
    Row(name="clubs:language", method="POST", body=lambda side: {"language": "ml"}, quiet=frozenset({"visitor"})),
    Row(name="clubs:player"),
    Row(name="clubs:me", who=ME),
    Row(name="clubs:me", method="POST", who=ME, body=lambda side: {"name": "Otherwise"}),
    Row(name="clubs:privacy", who=ME),
    Row(
        name="clubs:privacy",
        method="POST",
        who=ME,
        body=lambda side: dict.fromkeys(
            ("lists", "clubs", "results", "rating", "stakes", "partners", "histories", "kunukku"), "clubs"
        ),
    ),
    Row(name="clubs:privacy_preview", who=ME),
    # Clubs
    Row(name="clubs:list"),
    Row(name="clubs:new", who=SIGNED_IN),
    Row(name="clubs:new", method="POST", who=SIGNED_IN, body=lambda side: {"name": "Nila", "place": "Ponnani"}),
    Row(name="clubs:club"),
    Row(name="clubs:roles"),
    Row(name="clubs:join", method="POST", who=SIGNED_IN, quiet=MEMBERS | {"suspended"}),
    Row(
        name="clubs:leave",
        method="POST",
        who=SIGNED_IN,
        before=bodies.lead_owner,
        quiet=frozenset({"stranger"}),
    ),
    Row(name="clubs:player_search", who=may("find_members"), query="?q=a"),
    # House rules
    Row(name="clubs:house"),
    Row(name="clubs:house_summary", query="?rules=28-house-4"),
    Row(name="clubs:house_new", who=may("make_house_rules")),
    Row(name="clubs:house_new", method="POST", who=may("make_house_rules"), body=bodies.new_house),
    Row(name="clubs:house_change", who=may("make_house_rules")),
    Row(name="clubs:house_change", method="POST", who=may("make_house_rules"), body=bodies.changed_house),
    Row(name="clubs:house_freeze", who=may("make_house_rules")),
    Row(name="clubs:house_freeze", method="POST", who=may("make_house_rules"), body=bodies.frozen_house),
    Row(name="clubs:house_retire", method="POST", who=may("make_house_rules")),
    # Teams
    Row(name="clubs:teams"),
    Row(name="clubs:team"),
    Row(name="clubs:team_search", who=may("find_members"), query="?q=a"),
    Row(name="clubs:team_new", who=may("make_own_teams")),
    Row(
        name="clubs:team_new",
        method="POST",
        who=may("make_any_teams"),
        body=lambda side: {"name": "Chaliyar", "size": 2, "first": side.subject.pk, "second": side.free.pk},
    ),
)
