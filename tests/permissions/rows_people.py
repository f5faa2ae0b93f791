"""The matrix, the pages of a club's doors and members, and of one's own data and notices."""

from typing import Any

from tests.permissions import bodies
from tests.permissions.asking import EVERYBODY, HOLDER, MEMBERS, SIGNED_IN, WITHOUT_ACCOUNT, Row, may
from tests.permissions.world import Side

ME = SIGNED_IN
OFFICERS = may("admit_members") | may("suspend_members") | may("keep_guests") | may("give_offices")
STRANGER = frozenset({"stranger"})


def guest(side: Side) -> dict[str, Any]:
    """The address of a player without an account."""
    return {"player_id": side.guest.pk}


def post(name: str, who: frozenset[str], **more: Any) -> Row:
    """A deed."""
    return Row(name=name, method="POST", who=who, **more)


def tus(method: str, name: str, *headers: tuple[str, str], **more: Any) -> Row:
    """A request of the script that sends a file in pieces."""
    told = (("Tus-Resumable", "1.0.0"), *headers)
    return Row(name=name, method=method, who=may("import_data"), piece=b"{}", headers=told, **more)


def upload(side: Side) -> dict[str, Any]:
    """The address of the upload of whoever asks."""
    return {"upload_id": bodies.upload_id(side)}


DOORS = (
    post("clubs:join", ME, quiet=MEMBERS | {"suspended"}),
    post("clubs:join", MEMBERS | {"suspended"}, of="a closed door", before=bodies.shut, quiet=MEMBERS | {"suspended"}),
    post("clubs:leave", ME, before=bodies.second_owner, quiet=STRANGER),
    Row(name="clubs:ask", who=ME, before=bodies.shut, done=(302,)),
    post("clubs:ask", STRANGER, before=bodies.shut, body=lambda side: {"word": "I play on Fridays."}),
    post("clubs:ask_withdraw", ME, own_before=bodies.asks, quiet=MEMBERS | {"suspended"}),
    Row(name="clubs:requests", who=may("admit_members")),
    post("clubs:request_answer", may("admit_members"), body=lambda side: {"answer": "yes"}),
    post("clubs:request_answer", may("admit_members"), of="no", body=lambda side: {"answer": "no"}),
    Row(name="clubs:invitations", who=may("admit_members")),
    post("clubs:invitations", may("admit_members"), body=lambda side: {"role": "player", "places": 3, "days": 7}),
    post(
        "clubs:invitations",
        may("give_offices"),
        of="to an office",
        body=lambda side: {"role": "scorer", "places": 3, "days": 7},
    ),
    post("clubs:invitation_revoke", may("admit_members")),
    Row(name="clubs:code"),
    post("clubs:code", EVERYBODY, body=lambda side: {"code": side.code}, quiet=EVERYBODY),
    Row(name="clubs:invitation", path=lambda side: {"token": side.invitation_token}),
    post("clubs:invitation", STRANGER, path=lambda side: {"token": side.invitation_token}),
    Row(name="clubs:claim", path=lambda side: {"token": side.claim_token}),
    post("clubs:claim", ME, path=lambda side: {"token": side.claim_token}),
)
MEMBERS_OF_CLUB = (
    Row(name="clubs:members"),
    Row(name="clubs:member", who=OFFICERS),
    Row(name="clubs:member", of="a guest", who=OFFICERS, path=guest),
    Row(
        name="clubs:member", of="who took a guest over", who=OFFICERS, path=lambda side: {"player_id": side.claimer.pk}
    ),
    post("clubs:member_role", may("give_offices"), body=lambda side: {"role": "scorer"}),
    post("clubs:member_suspend", may("suspend_members"), body=lambda side: {"reason": "He left in the middle."}),
    post(
        "clubs:member_suspend",
        may("give_offices"),
        of="an owner",
        before=bodies.second_owner,
        body=lambda side: {"reason": "He left in the middle."},
    ),
    post("clubs:member_restore", may("suspend_members"), before=bodies.suspend),
    post("clubs:member_restore", may("give_offices"), of="an owner", before=bodies.suspend_owner),
    post("clubs:member_remove", may("admit_members"), body=lambda side: {"reason": "He asked for it."}),
    post(
        "clubs:member_remove",
        may("give_offices"),
        of="an owner",
        before=bodies.second_owner,
        body=lambda side: {"reason": "He asked for it."},
    ),
    post("clubs:member_remove", may("keep_guests"), of="a guest", path=guest, body=lambda side: {"reason": "Moved."}),
    Row(name="clubs:kept_out", who=may("suspend_members")),
    Row(name="clubs:guest_new", who=may("keep_guests")),
    post("clubs:guest_new", may("keep_guests"), body=lambda side: {"name": "Kunjappan"}),
    post("clubs:guest_rename", may("keep_guests"), path=guest, body=lambda side: {"name": "Kunjappan"}),
    post("clubs:guest_offer", may("keep_guests"), path=guest),
    post("clubs:guest_withdraw", may("keep_guests"), path=guest),
    post("clubs:guest_release", may("give_offices"), path=lambda side: {"claim_id": side.taken.pk}),
    Row(name="clubs:log", who=may("see_log")),
    Row(name="clubs:rules"),
    Row(name="clubs:settings", who=may("change_club")),
    post("clubs:settings", may("change_club"), body=bodies.settings, foreign=False),
)
OWN_DATA = (
    Row(name="clubs:me", who=ME),
    Row(name="clubs:waiting_mine", who=ME),
    Row(name="clubs:my_settings", who=ME),
    post("clubs:my_settings", ME, body=lambda side: {"name": "Otherwise"}),
    Row(name="clubs:tokens", who=ME),
    post("clubs:tokens", ME, body=lambda side: {"name": "my script", "days": 7}),
    post("clubs:token_revoke", HOLDER),
    Row(name="clubs:privacy", who=ME),
    post("clubs:privacy", ME, body=bodies.seen_by_clubs),
    Row(name="clubs:privacy_preview", who=ME),
    Row(name="clubs:my_data", who=ME),
    post("clubs:my_data", ME),
    Row(name="clubs:my_data_file", who=ME, own_before=bodies.copy_made),
    Row(name="clubs:erase", who=ME),
    post(
        "clubs:erase",
        ME,
        before=bodies.second_owners,
        own_body=lambda player: {"name": player.name},
    ),
    post("clubs:erase_not", ME, before=bodies.second_owners, own_before=bodies.goes),
    post("clubs:language", EVERYBODY, body=lambda side: {"language": "ml"}, quiet=WITHOUT_ACCOUNT),
)
NOTICES = (
    Row(name="clubs:notices", who=ME),
    Row(name="clubs:notices_bell", done=(204,)),
    Row(name="clubs:parts", of="of a page; each part asks for itself", query=lambda side: bodies.live_parts()),
    Row(name="clubs:notice", who=ME, of="the own leads on, another's nowhere", done=(302,)),
    post("clubs:notice_read", HOLDER),
    post("clubs:notices_read", ME, quiet=ME - HOLDER),
    Row(name="clubs:notice_choices", who=ME),
    post("clubs:notice_choices", ME, own_body=bodies.notice_choices),
    post("clubs:notice_pause", ME, body=lambda side: {"paused_until": bodies.soon()}),
    Row(name="clubs:notice_zones"),
    post("clubs:notice_devices", ME, json=True, body=lambda side: bodies.device("https://push.example/other")),
    post(
        "clubs:notice_device_replace",
        EVERYBODY,
        of="by the secret address",
        json=True,
        body=lambda side: {**bodies.device("https://push.example/new"), "old": side.device.endpoint},
        foreign=False,
    ),
    post("clubs:notice_device_remove", HOLDER),
    Row(name="clubs:notices_stop", of="by the signed link", path=lambda side: {"token": side.stop_token}),
    post("clubs:notices_stop", EVERYBODY, of="by the signed link", path=lambda side: {"token": side.stop_token}),
    Row(name="clubs:service_worker"),
    Row(name="healthz", done=(503,)),
    Row(name="live"),
    Row(name="ready"),
)
FILES = (
    Row(name="clubs:exchange", who=may("import_data") | may("export_data")),
    post("clubs:exchange", may("import_data"), body=lambda side: {"subject": "members", "file": bodies.file()}),
    post(
        "clubs:exchange",
        may("import_data") & may("keep_sheets"),
        of="records",
        body=lambda side: {"subject": "records", "file": bodies.records(), "unknown": "keep", "counts": "nothing"},
    ),
    tus("POST", "clubs:uploads", ("Upload-Length", "10")),
    tus("PATCH", "clubs:upload", ("Upload-Offset", "0"), of="the own", own_before=bodies.own_upload, path=upload),
    tus("DELETE", "clubs:upload", of="the own", own_before=bodies.own_upload, path=upload),
    Row(name="clubs:import", who=may("import_data")),
    post("clubs:import_carry", may("import_data")),
    Row(name="clubs:import_example", who=may("import_data"), path=lambda side: {"subject": "members"}),
    Row(name="clubs:export", who=may("export_data"), path=lambda side: {"subject": "members", "form": "csv"}),
)
ROWS = (*FILES, *DOORS, *MEMBERS_OF_CLUB, *OWN_DATA, *NOTICES)
