"""The matrix, its operations of the API: who may call each."""

from typing import Any

from tests.permissions import bodies
from tests.permissions.asking import EVERYBODY, HOLDER, MEMBERS, SIGNED_IN, Row, may
from tests.permissions.rows_games import INVITED, PROMPTING, WELCOME, at, on
from tests.permissions.world import NUMBER, OF_28, OF_56, PENALTY, RULED

ME = SIGNED_IN
OWNER = frozenset({"owner"})
"""The owner of the club, by whom the director is called in its tournament."""
NEW_SHEET = {"rules": "56-kerala-4", "dealer": 0}


def read(name: str, who: frozenset[str] = EVERYBODY, **more: Any) -> Row:
    """An operation that reads."""
    return Row(name=name, who=who, **more)


def post(name: str, who: frozenset[str], **more: Any) -> Row:
    """An operation that does something."""
    return Row(name=name, method="POST", who=who, **more)


def swiss(side: Any) -> dict[str, Any]:
    """The address of a stage of a tournament."""
    return {"slug": side.params["swiss"].slug, "stage": 1}


def called_to(side: Any) -> dict[str, Any]:
    """The address of the first call or announcement of that tournament."""
    return {"slug": side.params["swiss"].slug, "number": 1}


def cup(side: Any) -> dict[str, str]:
    """The address of a tournament."""
    return {"slug": side.cup.slug}


ROWS = (
    # People
    read("me_retrieve", ME),
    read("me_privacy_retrieve", ME),
    Row(name="me_privacy_update", method="PATCH", who=ME, body=lambda side: {"results": "nobody"}),
    read("me_copy_retrieve", ME),
    post("me_copy_create", ME),
    read("me_copy_file", ME, own_before=bodies.copy_made),
    read("me_erasure_retrieve", ME),
    Row(name="me_erasure_destroy", method="DELETE", who=ME, before=bodies.second_owners, own_before=bodies.goes),
    read("players_list"),
    read("players_bids"),
    read("players_games"),
    read("players_hands"),
    read("players_partners"),
    read("players_ratings"),
    read("players_ratings_history"),
    read("players_retrieve"),
    read("tokens_list", ME),
    post("tokens_create", ME, of="in a browser", session=True, body=lambda side: {"name": "a script"}),
    post("tokens_create", frozenset(), of="by a program", body=lambda side: {"name": "a script"}),
    Row(name="tokens_destroy", method="DELETE", who=HOLDER),
    # Clubs
    read("clubs_list"),
    read("clubs_retrieve"),
    read("clubs_house_rules_list"),
    read("clubs_house_rules_retrieve"),
    post(
        "clubs_house_rules_create",
        may("make_house_rules"),
        body=lambda side: {"name": "Friday", "rules": "28-house-4", "options": {"cot": True}},
    ),
    Row(
        name="clubs_house_rules_update",
        method="PUT",
        who=may("make_house_rules"),
        body=lambda side: {"name": "Others", "rules": "28-house-4", "options": {}},
    ),
    post("clubs_house_rules_freeze", may("make_house_rules"), body=lambda side: {"season": str(side.season.pk)}),
    post(
        "clubs_house_rules_freeze",
        may("make_house_rules") & may("keep_seasons"),
        of="for a new season",
        body=lambda side: bodies.next_season(),
    ),
    post("clubs_house_rules_retire", may("make_house_rules")),
    read("clubs_webhooks_list", may("run_tournaments")),
    post(
        "clubs_webhooks_create",
        may("run_tournaments"),
        body=lambda side: {"url": "https://hooks.example.com/lelam"},
    ),
    *(
        Row(
            name=f"clubs_webhooks_{name}",
            method=method,
            who=may("run_tournaments"),
            before=bodies.off_hook if name == "enable" else bodies.hooked,
            path=bodies.hook_of_club,
        )
        for name, method in (
            ("retrieve", "GET"),
            ("destroy", "DELETE"),
            ("rotate", "POST"),
            ("enable", "POST"),
            ("ping", "POST"),
            ("messages", "GET"),
            ("resend", "POST"),
        )
    ),
    # What players and clubs have played
    read("players_kunukku"),
    read("clubs_form"),
    read("clubs_games"),
    read("clubs_hall"),
    read("clubs_kunukku"),
    read("clubs_records"),
    read("clubs_standing"),
    read("results_retrieve"),
    post("results_create", may("enter_results"), body=bodies.result_said),
    post("results_withdraw", may("enter_results"), body=lambda side: {"reason": "The sheet was another's."}),
    post(
        "kunukku_lift",
        may("lift_kunukku"),
        before=bodies.wears_kunukku,
        body=lambda side: {"player": str(side.holder.pk), "reason": "It is Onam."},
    ),
    # Rules
    read("rules_list"),
    read("rules_retrieve"),
    read("problems_list"),
    read("problems_retrieve", path=lambda side: {"kind": "not-allowed"}),
    # Tables
    read("tables_list"),
    read("tables_retrieve"),
    read("tables_retrieve", INVITED, of="by invitation", path=at("private")),
    read("tables_view"),
    read("tables_view", INVITED, of="by invitation", path=at("private")),
    read("tables_happenings", path=at("playing")),
    read("tables_happenings", INVITED, of="by invitation", path=at("finished")),
    post("tables_create", ME, of="no club's", body=lambda side: {"rules": OF_28}),
    post(
        "tables_create", may("open_tables"), of="the club's", body=lambda side: {"rules": OF_28, "club": side.club.slug}
    ),
    post(
        "tables_create",
        may("open_tables"),
        of="by the club's house rules",
        body=lambda side: {"house": str(side.house.pk)},
    ),
    post("seats_take", WELCOME - HOLDER, refusals=(409,)),
    post("seats_take", may("see_private_tables"), of="by invitation", path=at("private"), refusals=(409,)),
    post(
        "seats_take",
        WELCOME - HOLDER,
        of="with the code",
        path=at("private"),
        body=lambda side: {"invitation": side.private.invitation},
        refusals=(409,),
        foreign=False,
    ),
    post("seats_substitute", MEMBERS - HOLDER, path=at("playing"), refusals=(409,)),
    post("seats_bot", INVITED),
    post("seats_leave", HOLDER),
    post("seats_return", HOLDER, path=at("playing"), quiet=HOLDER),
    post(
        "actions_create",
        HOLDER,
        path=at("cards"),
        body=lambda side: bodies.deed(bodies.first_deed(side.cards)),
        foreign=False,
    ),
    post("claims_answer", HOLDER, path=at("claimed"), body=lambda side: {"claimer": 1, "agree": False}),
    post("hands_concede", HOLDER, path=at("cards"), body=lambda side: {"hand": 1}),
    post("deals_pause", HOLDER, path=at("pausing")),
    post("deals_now", HOLDER, path=at("pausing")),
    post("entropy_commit", HOLDER, path=at("pausing"), body=lambda side: {"hand": 2, "commitment": "ab" * 32}),
    post("entropy_create", HOLDER, path=at("mixing"), body=lambda side: {"hand": 1, "entropy": NUMBER}),
    post(
        "meanings_ask",
        HOLDER,
        path=at("auction"),
        body=lambda side: {"call": bodies.call_of_others(side)},
        foreign=False,
    ),
    post(
        "meanings_add",
        HOLDER,
        path=at("auction"),
        before=bodies.let_others_ask,
        body=lambda side: {"call": bodies.call_of_mate(side), "asker": 1, "text": "a good suit"},
        foreign=False,
    ),
    read("chat_list", HOLDER),
    post("chat_create", HOLDER, body=lambda side: {"text": "Well played."}),
    post(
        "tables_rule",
        may("give_rulings"),
        path=at("directed"),
        body=lambda side: {"rule": PROMPTING, "hand": 1, "offender": 1, "remedy": bodies.remedy_of(PROMPTING)},
    ),
    # Hands
    read("hands_list", path=at("playing")),
    read("hands_list", INVITED, of="by invitation", path=at("finished")),
    read("hands_retrieve", INVITED, of="by invitation", path=at("finished")),
    read("records_retrieve", INVITED, of="by invitation", path=at("finished")),
    post("checks_create", INVITED, path=at("finished"), body=lambda side: {"question": "A revoke?"}),
    read("checks_retrieve", INVITED),
    # Practice
    read("practices_list", ME),
    post("practices_create", ME, body=lambda side: {"rules": OF_56}),
    read("practices_retrieve", HOLDER),
    read("practices_hint", HOLDER),
    post("practices_act", HOLDER, body=bodies.practice_deed, foreign=False),
    post("practices_back", HOLDER, before=bodies.practise),
    post("practices_deal", HOLDER, body=lambda side: {"cards": "new"}),
    # Score sheets
    read("sheets_list"),
    post("sheets_create", may("keep_sheets"), of="the club's", body=lambda side: {**NEW_SHEET, "club": side.club.slug}),
    post("sheets_create", ME, of="no club's", body=lambda side: NEW_SHEET),
    read("sheets_retrieve", may("read_sheets")),
    read("sheets_retrieve", HOLDER, of="no club's", path=on("own_sheet")),
    read("sheets_hands_list", may("read_sheets")),
    read("sheets_hand_retrieve", may("read_sheets")),
    read("sheets_record_retrieve", may("read_sheets")),
    post("sheets_check", may("read_sheets"), body=lambda side: {"question": "Was it made?"}),
    read("sheets_irregularities", may("read_sheets")),
    post("sheets_hand", may("keep_sheets"), body=lambda side: {"outcome": "cancelled"}),
    post("sheets_report", may("keep_sheets"), body=bodies.report),
    read("sheets_phone", may("read_sheets")),
    post("sheets_settle", may("keep_sheets"), path=lambda side: {"number": 1}, body=bodies.settled),
    post("sheets_clear", may("keep_sheets"), path=lambda side: {"number": 2}, before=bodies.differ),
    read("sheets_transcript", may("read_sheets"), path=lambda side: {"number": 1}, before=bodies.transcribe),
    post("sheets_transcribe", may("keep_sheets"), path=lambda side: {"number": 1}, body=bodies.transcript),
    read("sheets_passes", may("keep_sheets")),
    post("sheets_issue_pass", may("keep_sheets"), body=lambda side: {"sides": [0]}),
    post("sheets_revoke_pass", may("keep_sheets"), path=lambda side: {"pass_id": side.sheet_pass.pk}),
    post("sheets_hand", HOLDER, of="no club's", path=on("own_sheet"), body=lambda side: {"outcome": "cancelled"}),
    post(
        "sheets_contract",
        may("keep_sheets"),
        body=lambda side: {"declarer": 1, "number": 30, "denomination": "H", "doubled": 0},
    ),
    post(
        "sheets_rule",
        may("give_rulings"),
        body=lambda side: {"rule": RULED, "remedy": PENALTY.remedy, "offender": PENALTY.offender, "card": PENALTY.card},
    ),
    post("sheets_lift", may("keep_sheets"), path=on("ruled_sheet"), body=bodies.open_card),
    post("sheets_withdraw", may("keep_sheets"), body=lambda side: {}),
    post("sheets_withdraw", may("give_rulings"), of="a ruling", path=on("ruled_sheet"), body=lambda side: {}),
    post("sheets_stop", may("keep_sheets")),
    # Tournaments
    read("tournaments_list"),
    read("tournaments_retrieve", path=cup),
    post(
        "tournaments_open",
        may("run_tournaments"),
        body=lambda side: {"club": side.club.slug, "name": "Karkidakam Swiss", "settings": bodies.SWISS_SETTINGS},
    ),
    read("tournaments_state", path=swiss),
    read("tournaments_stage_standings", path=swiss),
    read("tournaments_stage_rounds", path=swiss),
    read("tournaments_prizes", path=swiss),
    read("tournaments_followed", SIGNED_IN, path=swiss),
    read("tournaments_list_pairings", path=swiss),
    read("tournaments_list_pairings_by_name", path=swiss),
    read("tournaments_list_results", path=swiss),
    read("tournaments_list_standings", path=swiss),
    read("tournaments_list_bracket", path=swiss),
    read("tournaments_list_schedule", path=swiss),
    read("tournaments_list_missing", may("run_tournaments"), path=swiss),
    read("tournaments_list_entries", may("run_tournaments"), path=swiss),
    read("tournaments_list_certificates", may("run_tournaments"), path=swiss),
    read("tournaments_rehearsal", may("run_tournaments"), path=swiss),
    read("tournaments_calls", may("run_tournaments"), path=swiss),
    post(
        "tournaments_call_director",
        may("run_tournaments"),
        path=swiss,
        body=lambda side: {"match": 1, "reason": "score"},
    ),
    post(
        "tournaments_call_director",
        may("run_tournaments") | HOLDER,
        of="from the own match",
        before=bodies.league,
        path=bodies.slug_of_league,
        body=lambda side: {"match": 1, "reason": "away"},
    ),
    read("tournaments_one_call", may("run_tournaments"), path=called_to, before=bodies.call_to_swiss),
    post("tournaments_claim_call", may("run_tournaments"), path=called_to, before=bodies.call_to_swiss),
    post("tournaments_release_call", may("run_tournaments"), path=called_to, before=bodies.call_claimed),
    post(
        "tournaments_close_call",
        may("run_tournaments"),
        path=called_to,
        before=bodies.call_to_swiss,
        body=lambda side: {"outcome": "settled"},
    ),
    post("tournaments_withdraw_call", OWNER, path=called_to, before=bodies.call_to_swiss),
    read("tournaments_announcements", path=swiss),
    post("tournaments_announce", may("run_tournaments"), path=swiss, body=lambda side: {"phrase": "take-seats"}),
    post("tournaments_withdraw_announcement", may("run_tournaments"), path=called_to, before=bodies.announcement),
    read("tournaments_arrivals", may("run_tournaments"), path=swiss),
    post(
        "tournaments_note_arrival",
        may("run_tournaments") | HOLDER,
        before=bodies.league,
        path=bodies.slug_of_league,
        body=bodies.own_arrival,
    ),
    read("tournaments_schedule", path=swiss),
    read("tournaments_clashes", may("run_tournaments"), path=swiss),
    read("tournaments_passes", may("run_tournaments"), path=swiss),
    post(
        "tournaments_propose_schedule",
        may("run_tournaments"),
        path=swiss,
        body=lambda side: {"sessions": [{"begins": 1_893_456_000, "ends": 1_893_484_800}]},
        quiet=may("run_tournaments"),
    ),
    post("tournaments_issue_passes", may("run_tournaments"), path=swiss, body=lambda side: {}),
    post(
        "tournaments_revoke_pass",
        may("run_tournaments"),
        path=lambda side: {"slug": side.params["swiss"].slug, "pass_id": side.params["entrant_pass"]},
    ),
    read("tournaments_log", may("run_tournaments"), path=swiss),
    post("tournaments_do", may("run_tournaments"), path=swiss, body=bodies.fee_of_the_second),
    post(
        "tournaments_do",
        may("run_tournaments") | HOLDER,
        of="the own line-up",
        before=bodies.league,
        path=bodies.slug_of_league,
        body=bodies.line_up,
    ),
    post("tournaments_undo", may("run_tournaments"), path=swiss, body=bodies.last_deed),
    post("tournaments_enter", may("run_tournaments"), path=swiss, body=bodies.one_more_pair, refusals=(409,)),
    post(
        "tournaments_preview",
        may("run_tournaments"),
        path=swiss,
        body=lambda side: {"deeds": [bodies.fee_of_the_second(side)["deed"]]},
        quiet=may("run_tournaments"),
    ),
)
