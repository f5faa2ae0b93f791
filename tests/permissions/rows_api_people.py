"""The matrix, its operations of the API on the people of a club: who may call each."""

from typing import Any

from tests.permissions import bodies
from tests.permissions.asking import EVERYBODY, HOLDER, MEMBERS, SIGNED_IN, Row, may
from tests.permissions.rows_clubs import CAPTAIN
from tests.permissions.rows_people import STRANGER, guest

ME = SIGNED_IN
HAS_PLACE = MEMBERS | {"suspended"}


def read(name: str, who: frozenset[str] = EVERYBODY, **more: Any) -> Row:
    """An operation that reads."""
    return Row(name=name, who=who, **more)


def do(method: str, name: str, who: frozenset[str], **more: Any) -> Row:
    """An operation that does something."""
    return Row(name=name, method=method, who=who, **more)


ROWS = (
    # The club
    do("PATCH", "clubs_update", may("change_club"), body=lambda side: {"place": "Kottayam"}),
    read("clubs_log_list", may("see_log")),
    # Doors
    do("POST", "clubs_join", ME, quiet=HAS_PLACE),
    do("POST", "clubs_join", HAS_PLACE, of="a closed door", before=bodies.shut, quiet=HAS_PLACE, refusals=(409,)),
    read("clubs_requests_list", may("admit_members")),
    do(
        "POST",
        "clubs_requests_create",
        STRANGER,
        before=bodies.shut,
        body=lambda side: {"word": "I play."},
        refusals=(409,),
    ),
    do("POST", "clubs_requests_answer", may("admit_members"), body=lambda side: {"admitted": True}),
    do(
        "DELETE",
        "clubs_requests_withdraw",
        STRANGER,
        before=bodies.shut,
        own_before=bodies.asks,
        path=lambda side: {"request_id": bodies.own_request(side)},
    ),
    read("clubs_invitations_list", may("admit_members")),
    do("POST", "clubs_invitations_create", may("admit_members"), body=lambda side: {"places": 3}),
    do(
        "POST",
        "clubs_invitations_create",
        may("give_offices"),
        of="to an office",
        body=lambda side: {"role": "scorer"},
        refusals=(409,),
    ),
    do("DELETE", "clubs_invitations_revoke", may("admit_members")),
    do(
        "POST", "invitations_accept", STRANGER, of="by the code", body=lambda side: {"code": side.code}, refusals=(409,)
    ),
    do(
        "POST",
        "invitations_accept",
        STRANGER,
        of="by the link",
        body=lambda side: {"token": side.invitation_token},
        refusals=(409,),
    ),
    do("POST", "guests_claim", ME, body=lambda side: {"token": side.claim_token}, foreign=False),
    # Members
    read("clubs_members_list"),
    read("clubs_members_retrieve"),
    do("PATCH", "clubs_members_update", may("give_offices"), body=lambda side: {"role": "scorer"}),
    do("PUT", "clubs_members_suspend", may("suspend_members"), body=lambda side: {"reason": "He left in the middle."}),
    do(
        "PUT",
        "clubs_members_suspend",
        may("give_offices"),
        of="an owner",
        before=bodies.second_owner,
        body=lambda side: {"reason": "He left in the middle."},
    ),
    do("DELETE", "clubs_members_restore", may("suspend_members"), before=bodies.suspend),
    do("DELETE", "clubs_members_destroy", may("admit_members"), query="?reason=gone"),
    do("DELETE", "clubs_members_destroy", may("give_offices"), of="an owner", before=bodies.second_owner),
    do("DELETE", "clubs_members_destroy", may("keep_guests"), of="a guest", path=guest),
    read("clubs_kept_out_list", may("suspend_members")),
    # Teams
    read("clubs_teams_list"),
    read("clubs_teams_retrieve"),
    read("clubs_teams_places_list"),
    do(
        "POST",
        "clubs_teams_create",
        may("make_any_teams"),
        body=lambda side: {"name": "Chaliyar", "players": [str(side.subject.pk), str(side.free.pk)]},
    ),
    do("PATCH", "clubs_teams_update", CAPTAIN, body=lambda side: {"name": "Bharathappuzha"}),
    do("PATCH", "clubs_teams_update", CAPTAIN, of="captain", body=lambda side: {"captain": str(side.mate.pk)}),
    do("DELETE", "clubs_teams_delete", CAPTAIN),
    do("POST", "clubs_teams_places_create", CAPTAIN, body=lambda side: {"player": str(side.subject.pk)}),
    do("POST", "clubs_teams_places_end", CAPTAIN, path=lambda side: {"player_id": side.mate.pk}, body=lambda side: {}),
    do(
        "POST",
        "clubs_teams_transfer",
        may("make_any_teams"),
        before=bodies.team_of_yesterday,
        body=lambda side: {"player": str(side.mate.pk), "team": str(side.spare_team.pk)},
    ),
    # Files
    read("clubs_exports_retrieve", may("export_data"), path=lambda side: {"subject": "members"}),
    read("clubs_records_export", may("export_data")),
    read("clubs_imports_list", may("import_data")),
    read("clubs_imports_retrieve", may("import_data")),
    do(
        "POST",
        "clubs_imports_create",
        may("import_data"),
        path=lambda side: {"subject": "members"},
        body=lambda side: {"entries": [{"name": "Kuttappan"}]},
    ),
    do("POST", "clubs_imports_carry_out", may("import_data")),
    # Notices
    read("notices_list", ME),
    do("POST", "notices_read_all", ME, body=lambda side: {}, quiet=ME),
    do("POST", "notices_read", HOLDER),
    read("me_notice_choices_retrieve", ME),
    do("PATCH", "me_notice_choices_update", ME, body=lambda side: {"digest": "weekly"}),
    read("me_devices_list", ME),
    do("POST", "me_devices_create", ME, body=lambda side: bodies.device("https://push.example/third")),
    do("DELETE", "me_devices_destroy", HOLDER),
    # Guests without an account
    do("POST", "clubs_guests_create", may("keep_guests"), body=lambda side: {"name": "Kunjappan"}),
    do("PATCH", "clubs_guests_update", may("keep_guests"), path=guest, body=lambda side: {"name": "Kunjappan"}),
    do("POST", "clubs_guests_offer", may("keep_guests"), path=guest),
    do("DELETE", "clubs_guests_withdraw", may("keep_guests"), path=guest),
    read("clubs_claims_list", may("give_offices")),
    do("DELETE", "clubs_claims_undo", may("give_offices"), path=lambda side: {"claim_id": side.taken.pk}),
)
