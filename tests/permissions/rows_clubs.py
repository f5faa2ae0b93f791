"""The matrix, its pages of people and clubs: who may get each page, and do each deed."""

from tests.permissions import bodies
from tests.permissions.asking import HOLDER, SIGNED_IN, Row, may

CAPTAIN = may("make_any_teams") | HOLDER
"""Who looks after all teams, and the captain of the one that is asked about."""

ROWS = (
    # People
    Row(name="clubs:home"),
    Row(name="clubs:player"),
    # Clubs
    Row(name="clubs:list"),
    Row(name="clubs:new", who=SIGNED_IN),
    Row(name="clubs:new", method="POST", who=SIGNED_IN, body=lambda side: {"name": "Nila", "place": "Ponnani"}),
    Row(name="clubs:club"),
    Row(name="clubs:roles"),
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
    Row(
        name="clubs:house_freeze",
        of="for a new season",
        method="POST",
        who=may("make_house_rules") & may("keep_seasons"),
        body=bodies.freeze_anew,
    ),
    Row(name="clubs:house_retire", method="POST", who=may("make_house_rules")),
    # Teams
    Row(name="clubs:teams"),
    Row(name="clubs:team"),
    Row(name="clubs:team_search", who=may("find_members"), query="?q=a"),
    Row(name="clubs:team_new", who=may("make_own_teams")),
    Row(
        name="clubs:team_new",
        of="any",
        method="POST",
        who=may("make_any_teams"),
        body=lambda side: {"name": "Chaliyar", "size": 2, "first": side.subject.pk, "second": side.free.pk},
    ),
    Row(
        name="clubs:team_new",
        of="the own",
        method="POST",
        who=may("make_own_teams"),
        before=bodies.no_team,
        own_body=lambda player: {"name": "Chaliyar", "size": 2, "first": player.pk},
        body=lambda side: {"second": side.free.pk},
    ),
    Row(name="clubs:team_rename", method="POST", who=CAPTAIN, body=lambda side: {"name": "Bharathappuzha"}),
    Row(name="clubs:team_join", method="POST", who=CAPTAIN, body=lambda side: {"player": side.subject.pk}),
    Row(name="clubs:team_captain", method="POST", who=CAPTAIN, path=lambda side: {"player_id": side.mate.pk}),
    Row(name="clubs:team_order", method="POST", who=CAPTAIN, path=lambda side: {"player_id": side.mate.pk}),
    Row(name="clubs:team_leave", method="POST", who=CAPTAIN, path=lambda side: {"player_id": side.mate.pk}),
    Row(
        name="clubs:team_leave",
        of="oneself",
        method="POST",
        who=CAPTAIN,
        path=lambda side: {"player_id": side.holder.pk},
    ),
    Row(name="clubs:team_disband", method="POST", who=CAPTAIN),
    Row(
        name="clubs:team_transfer",
        method="POST",
        who=may("make_any_teams"),
        before=bodies.team_of_yesterday,
        body=lambda side: {"player": side.mate.pk, "team": side.spare_team.pk, "on": bodies.days(0)},
    ),
)
