"""The matrix, the ledger, the seasons and the calendar of a club: pages and operations of the API."""

from typing import Any

from tests.permissions import bodies
from tests.permissions.asking import MEMBERS, SIGNED_IN, Row, may

CLUBMATES = MEMBERS
"""Who shares a club and is not suspended there: they see each other's stakes, unless somebody chooses otherwise."""
PART = MEMBERS | {"suspended"}
"""Who has a part in what was granted to everybody, and sees it."""
GRANT = {"units": 5, "reason": "Prize of Onam."}
REASON = {"reason": "It was another table's."}


def post(name: str, who: frozenset[str], **more: Any) -> Row:
    """A deed."""
    return Row(name=name, method="POST", who=who, **more)


LEDGER = (
    Row(name="clubs:ledger", who=may("see_ledger")),
    Row(name="clubs:ledger_panel", who=may("see_ledger")),
    Row(name="clubs:ledger_balances", who=may("see_ledger")),
    Row(name="clubs:ledger_entry", who=PART, of="of which each has a part"),
    Row(
        name="clubs:ledger_entry",
        of="another's",
        who=may("see_ledger"),
        path=lambda side: {"entry_id": side.entry_of_one},
    ),
    Row(name="clubs:ledger_statement", who=CLUBMATES),
    Row(name="clubs:ledger_statement_csv", who=CLUBMATES),
    Row(name="clubs:ledger_grant", who=may("keep_ledger")),
    post("clubs:ledger_grant", may("keep_ledger"), body=lambda side: GRANT | {"player_1": side.subject.pk}),
    Row(name="clubs:ledger_settle", who=may("keep_ledger")),
    post(
        "clubs:ledger_settle",
        may("keep_ledger"),
        body=lambda side: {"player": side.subject.pk, "way": "pays", "units": 3},
    ),
    Row(name="clubs:ledger_correct", who=may("keep_ledger")),
    post("clubs:ledger_correct", may("keep_ledger"), body=lambda side: GRANT | {"taker": side.subject.pk}),
    Row(name="clubs:ledger_reverse", who=may("keep_ledger")),
    post("clubs:ledger_reverse", may("keep_ledger"), body=lambda side: REASON),
    Row(name="clubs:seasons"),
    Row(name="clubs:season", who=may("see_ledger")),
    Row(name="clubs:season_new", who=may("keep_seasons")),
    post("clubs:season_new", may("keep_seasons"), body=lambda side: bodies.next_season()),
    Row(name="clubs:season_change", who=may("keep_seasons")),
    post("clubs:season_change", may("keep_seasons"), body=bodies.season),
    Row(name="clubs:season_close", who=may("keep_seasons")),
    post("clubs:season_close", may("keep_seasons"), body=lambda side: {"balances": "clear", "sure": "on"}),
)
CALENDAR = (
    Row(name="clubs:calendar"),
    Row(name="clubs:calendar_feed"),
    Row(name="clubs:calendar_next"),
    Row(name="clubs:calendar_mine", who=SIGNED_IN),
    Row(name="clubs:meeting"),
    Row(name="clubs:meeting_new", who=may("keep_calendar")),
    post("clubs:meeting_new", may("keep_calendar"), body=lambda side: bodies.meeting()),
    Row(name="clubs:meeting_change", who=may("keep_calendar")),
    post("clubs:meeting_change", may("keep_calendar"), body=lambda side: bodies.meeting()),
    post("clubs:meeting_off", may("keep_calendar")),
    post("clubs:meeting_answer", may("answer_meetings"), body=lambda side: {"coming": "yes"}),
    post("clubs:meeting_move", may("keep_calendar"), body=lambda side: {"to": bodies.days(2), "at": "19:30"}),
    post("clubs:meeting_day_off", may("keep_calendar")),
    post("clubs:meeting_day_on", may("keep_calendar"), before=bodies.day_off),
)
API = (
    Row(name="ledger_list", who=may("see_ledger")),
    Row(name="ledger_retrieve", who=PART, of="of which each has a part"),
    Row(name="ledger_balances", who=may("see_ledger")),
    Row(name="ledger_statement", who=CLUBMATES),
    post("ledger_grant", may("keep_ledger"), body=lambda side: GRANT | {"players": [str(side.subject.pk)]}),
    post(
        "ledger_settle",
        may("keep_ledger"),
        body=lambda side: {"player": str(side.subject.pk), "units": 3, "pays": True},
    ),
    post("ledger_correct", may("keep_ledger"), body=lambda side: GRANT | {"taker": str(side.subject.pk)}),
    post("ledger_reverse", may("keep_ledger"), body=lambda side: REASON),
    Row(name="seasons_list"),
    Row(name="seasons_retrieve", who=may("see_ledger")),
    post("seasons_create", may("keep_seasons"), body=lambda side: bodies.next_season()),
    Row(name="seasons_update", method="PUT", who=may("keep_seasons"), body=bodies.season),
    post("seasons_close", may("keep_seasons"), body=lambda side: {"carry": False}),
    Row(name="clubs_calendar_list"),
    post("clubs_meetings_create", may("keep_calendar"), body=lambda side: bodies.meeting()),
    Row(name="clubs_meetings_retrieve"),
    Row(name="clubs_meetings_update", method="PUT", who=may("keep_calendar"), body=lambda side: bodies.meeting()),
    Row(name="clubs_meetings_delete", method="DELETE", who=may("keep_calendar")),
    Row(name="clubs_meetings_day_retrieve"),
    Row(
        name="clubs_meetings_day_update", method="PUT", who=may("keep_calendar"), body=lambda side: {"cancelled": True}
    ),
    Row(name="clubs_meetings_answer", method="PUT", who=may("answer_meetings"), body=lambda side: {"coming": True}),
)
ROWS = (*LEDGER, *CALENDAR, *API)
