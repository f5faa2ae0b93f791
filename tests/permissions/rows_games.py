"""The matrix, its pages of play and of tournaments: who may get each page, and do each deed."""

from typing import Any
from uuid import uuid4

from games.sheets.passes import pass_token
from tests.permissions import bodies
from tests.permissions.asking import (
    EVERYBODY,
    HOLDER,
    MEMBERS,
    NOBODY,
    SIGNED_IN,
    VISITING,
    WITHOUT_ACCOUNT,
    Row,
    may,
)
from tests.permissions.world import RULED, Side


def swiss(side: Side) -> dict[str, Any]:
    """The address of a tournament, of its first match and of its last deed."""
    cup = side.params["swiss"]
    return {"slug": cup.slug, "number": 1, "version": cup.version}


def drafted(side: Side) -> dict[str, Any]:
    """The address of a tournament with a lot and a draft."""
    return {"slug": side.params["drafted"].slug, "stage": 1, "number": 1}


def printed(document: str, form: str) -> Any:
    """The address of a document of a tournament whose first round is released."""
    return lambda side: {"slug": side.params["swiss"].slug, "document": document, "form": form}


INVITED = HOLDER | may("see_private_tables")
"""Who finds a table by invitation without its code: who sits there, and who sees such tables in the club."""
WELCOME = SIGNED_IN - {"suspended"}
"""Who may sit down at a public table of the club."""
PASS = frozenset({"with a pass"})
"""The holder of a pass to the sheet."""
PROMPTING = "56-IRR-27"


def at(name: str) -> Any:
    """The address of a table of this name."""
    return lambda side: {"table_id": getattr(side, name).pk}


def on(name: str) -> Any:
    """The address of a sheet of this name."""
    return lambda side: {"sheet_id": getattr(side, name).pk}


def pictured(side: Side) -> dict[str, Any]:
    """The address of a sheet's pictures, and of one of them."""
    return {"kind": "sheet", "about": side.sheet.pk, "picture_id": side.picture.pk}


def ruling(side: Side) -> dict[str, Any]:
    """A ruling on prompting at a live table."""
    said = {"rule": PROMPTING, "hand": 1, "offender": 1, "remedy": bodies.remedy_of(PROMPTING)}
    return {**said, "shown": "on", "sure": "on"}


ROWS = (
    # Records
    Row(name="games:export_records", who=may("export_data")),
    Row(name="games:records_file", who=may("export_data"), query="?rules=28-kerala-4"),
    # Tables
    Row(name="games:lobby"),
    Row(name="games:list"),
    Row(name="games:mine"),
    Row(name="games:recent"),
    Row(name="games:open", who=SIGNED_IN),
    Row(name="games:open", of="the club's", method="POST", who=may("open_tables"), body=bodies.new_table),
    Row(name="games:open", of="no club's", method="POST", who=SIGNED_IN, body=bodies.free_table),
    Row(name="games:table"),
    Row(name="games:table", of="by invitation", who=INVITED, path=at("private")),
    Row(name="games:table", of="with bots", path=at("playing")),
    Row(name="games:table", of="in the auction", path=at("auction")),
    Row(name="games:table", of="in play", path=at("cards")),
    Row(name="games:table", of="with a claim", path=at("claimed")),
    Row(name="games:table", of="between hands", path=at("pausing")),
    Row(name="games:table", of="that is directed", path=at("directed")),
    Row(
        name="games:table",
        of="by invitation, with the code",
        path=at("private"),
        query=lambda side: f"?invitation={side.private.invitation}",
    ),
    Row(name="games:table", of="of no club", path=at("open_to_all")),
    Row(name="games:table", of="with a visiting player", path=at("visited")),
    Row(
        name="games:sit",
        of="the club's",
        method="POST",
        who=WELCOME,
        quiet=HOLDER,
        body=lambda side: {"name": "Anybody"},
    ),
    Row(
        name="games:sit",
        of="no club's",
        method="POST",
        who=EVERYBODY,
        quiet=HOLDER,
        path=at("open_to_all"),
        body=lambda side: {"name": "Anybody"},
    ),
    Row(
        name="games:sit",
        of="on the way to an account",
        method="POST",
        who=WELCOME | WITHOUT_ACCOUNT,
        quiet=HOLDER | WITHOUT_ACCOUNT,
        body=lambda side: {"then": "sign-up"},
    ),
    Row(
        name="games:sit",
        of="on the way to an account, with the code",
        method="POST",
        who=WELCOME | WITHOUT_ACCOUNT,
        quiet=HOLDER | WITHOUT_ACCOUNT,
        path=at("private"),
        body=lambda side: {"then": "sign-up", "invitation": side.private.invitation},
        foreign=False,
    ),
    Row(
        name="games:sit",
        of="by invitation",
        method="POST",
        who=INVITED,
        quiet=HOLDER,
        path=at("private"),
        body=lambda side: {"name": "Anybody"},
    ),
    Row(
        name="games:sit",
        of="by invitation, with the code",
        method="POST",
        who=WELCOME,
        quiet=HOLDER,
        path=at("private"),
        body=lambda side: {"name": "Anybody", "invitation": side.private.invitation},
        foreign=False,
    ),
    Row(
        name="games:deed",
        of="sit, no club's",
        method="POST",
        who=EVERYBODY - HOLDER - (WITHOUT_ACCOUNT - VISITING),
        path=at("open_to_all"),
        body=lambda side: {"do": "sit:1"},
    ),
    Row(
        name="games:deed",
        of="call a bot, no club's",
        method="POST",
        who=HOLDER,
        path=at("open_to_all"),
        body=lambda side: {"do": "bot:1"},
    ),
    Row(
        name="games:deed",
        of="take over, no club's",
        method="POST",
        who=SIGNED_IN,
        path=at("visited"),
        body=lambda side: {"do": "substitute:1"},
    ),
    Row(
        name="games:deed",
        of="act, without an account",
        method="POST",
        who=VISITING,
        path=at("visited"),
        body=lambda side: {"do": "leave"},
    ),
    Row(
        name="games:chat",
        of="without an account",
        method="POST",
        who=VISITING,
        path=at("visited"),
        body=lambda side: {"text": "Good evening."},
    ),
    *(
        Row(name=name, of="of a visiting player", who=HOLDER | VISITING, path=at("visited_over"))
        for name in ("games:record", "games:hand", "games:hand_record", "games:hand_proof", "games:hand_proof_file")
    ),
    Row(name="games:deed", of="sit", method="POST", who=WELCOME - HOLDER, body=lambda side: {"do": "sit:1"}),
    Row(
        name="games:deed",
        of="sit, by invitation",
        method="POST",
        who=may("see_private_tables"),
        path=at("private"),
        body=lambda side: {"do": "sit:1"},
    ),
    Row(
        name="games:deed",
        of="sit, with the code",
        method="POST",
        who=WELCOME - HOLDER,
        path=at("private"),
        body=lambda side: {"do": "sit:1", "invitation": side.private.invitation},
        foreign=False,
    ),
    Row(
        name="games:deed",
        of="sit, with another table's code",
        method="POST",
        who=may("see_private_tables"),
        path=at("private"),
        body=lambda side: {"do": "sit:1", "invitation": side.finished.invitation},
        foreign=False,
    ),
    Row(
        name="games:deed",
        of="take over",
        method="POST",
        who=MEMBERS - HOLDER,
        path=at("playing"),
        body=lambda side: {"do": "substitute:1"},
    ),
    Row(name="games:deed", of="call a bot", method="POST", who=INVITED, body=lambda side: {"do": "bot:1"}),
    Row(name="games:deed", of="leave", method="POST", who=HOLDER, body=lambda side: {"do": "leave"}),
    Row(
        name="games:deed",
        of="leave a running game",
        method="POST",
        who=HOLDER,
        path=at("playing"),
        body=lambda side: {"do": "leave"},
    ),
    Row(
        name="games:deed",
        of="leave, by invitation",
        method="POST",
        who=HOLDER,
        path=at("private"),
        body=lambda side: {"do": "leave"},
    ),
    Row(
        name="games:deed",
        of="play a card",
        method="POST",
        who=HOLDER,
        path=at("cards"),
        body=lambda side: bodies.page_deed(side.cards),
        foreign=False,
    ),
    Row(
        name="games:deed",
        of="agree to a claim",
        method="POST",
        who=HOLDER,
        path=at("claimed"),
        body=lambda side: {"do": "agree:1"},
    ),
    Row(
        name="games:deed",
        of="concede",
        method="POST",
        who=HOLDER,
        path=at("cards"),
        body=lambda side: {"do": "concede_hand:1"},
    ),
    Row(
        name="games:deed",
        of="ask what a call means",
        method="POST",
        who=HOLDER,
        path=at("auction"),
        body=lambda side: {"do": f"ask-meaning:{bodies.call_of_others(side)}"},
        foreign=False,
    ),
    Row(
        name="games:deed",
        of="hold the deal back",
        method="POST",
        who=HOLDER,
        path=at("pausing"),
        body=lambda side: {"do": "pause"},
    ),
    Row(
        name="games:deed",
        of="deal",
        method="POST",
        who=HOLDER,
        path=at("pausing"),
        body=lambda side: {"do": "deal"},
    ),
    Row(
        name="games:deed",
        of="give a number",
        method="POST",
        who=HOLDER,
        path=at("pausing"),
        body=lambda side: {"do": "commit-entropy", "commitment": "ab" * 32, "hand": 2},
    ),
    Row(name="games:chat", method="POST", who=HOLDER, body=lambda side: {"text": "Well played."}),
    Row(name="games:direct", who=may("give_rulings"), path=at("directed")),
    Row(name="games:direct", method="POST", who=may("give_rulings"), path=at("directed"), body=ruling),
    # Hands of a game that was played at a table by invitation
    Row(name="games:record", who=INVITED, path=at("finished")),
    Row(name="games:hand", who=INVITED, path=at("finished")),
    Row(name="games:hand_record", who=INVITED, path=at("finished")),
    Row(name="games:hand_proof", who=INVITED, path=at("finished")),
    Row(name="games:hand_proof_file", who=INVITED, path=at("finished")),
    Row(name="games:dispute_hand", who=INVITED, path=at("finished")),
    Row(
        name="games:dispute_hand",
        method="POST",
        who=INVITED,
        path=at("finished"),
        body=lambda side: {"question": "Was that a revoke?"},
    ),
    Row(name="games:dispute", who=INVITED),
    Row(name="games:verify"),
    Row(
        name="games:verify",
        method="POST",
        body=lambda side: {"proof": '{"format": "lelam-deal/2"}'},
        quiet=EVERYBODY,
    ),
    # Convention cards
    Row(name="games:cards", who=SIGNED_IN),
    Row(name="games:new_card", who=SIGNED_IN),
    Row(
        name="games:new_card",
        method="POST",
        who=SIGNED_IN,
        body=lambda side: {"rules": "56-kerala-4", "name": "Tirur"},
    ),
    Row(name="games:cards_of_player", path=lambda side: {"player_id": side.holder.pk}),
    Row(name="games:default_card", path=lambda side: {"rules_id": "56-kerala-4"}),
    Row(name="games:cards_of_team"),
    Row(name="games:card_editions"),
    Row(name="games:card_edition"),
    Row(name="games:card", who=SIGNED_IN, done=(302,)),
    Row(name="games:card", of="a draft", who=HOLDER, path=lambda side: {"card_id": side.draft.pk}),
    Row(
        name="games:card_join",
        of="with the code",
        who=SIGNED_IN,
        query=lambda side: f"?invitation={side.card.invitation}",
        done=(302,),
    ),
    Row(name="games:card_join", of="without the code", who=HOLDER, done=(302,)),
    Row(
        name="games:card_join",
        of="with the code",
        method="POST",
        who=SIGNED_IN,
        body=lambda side: {"invitation": side.card.invitation},
        quiet=HOLDER,
    ),
    Row(name="games:card_join", of="without the code", method="POST", who=HOLDER, quiet=HOLDER),
    Row(name="games:card_name", method="POST", who=HOLDER, body=lambda side: {"name": "Otherwise"}),
    Row(name="games:card_partner", method="POST", who=HOLDER, body=lambda side: {"partner": side.others[0].pk}),
    Row(name="games:card_publish", method="POST", who=HOLDER, before=bodies.change_card),
    Row(name="games:card_leave", method="POST", who=HOLDER),
    Row(name="games:card_row", who=HOLDER, path=lambda side: {"row": "opening-three-jacks"}),
    Row(
        name="games:card_row",
        method="POST",
        who=HOLDER,
        path=lambda side: {"row": "opening-three-jacks"},
        body=bodies.row_of_card,
    ),
    Row(name="games:new_treatment", who=HOLDER),
    Row(name="games:new_treatment", method="POST", who=HOLDER, body=bodies.treatment),
    Row(name="games:card_treatment", who=HOLDER, path=lambda side: {"treatment": side.treatment}),
    Row(
        name="games:card_treatment",
        method="POST",
        who=HOLDER,
        path=lambda side: {"treatment": side.treatment},
        body=lambda side: {"drop": "1"},
    ),
    # Rules, hands to study, practice
    Row(name="games:rule_sets"),
    Row(name="games:rules"),
    Row(name="games:studies"),
    Row(name="games:study", path=lambda side: {"name": bodies.a_study()}),
    Row(name="games:study_record", path=lambda side: {"name": bodies.a_study()}),
    Row(name="games:practices"),
    Row(name="games:practices", method="POST", body=bodies.new_practice),
    Row(
        name="games:practice",
        of="a visiting player's",
        who=VISITING,
        path=lambda side: {"practice_id": side.visited_practice.pk},
    ),
    Row(
        name="games:practice_deed",
        of="a visiting player's",
        method="POST",
        who=VISITING,
        path=lambda side: {"practice_id": side.visited_practice.pk},
        body=lambda side: {"do": "new", "version": side.visited_practice.version},
    ),
    Row(name="games:practice", who=HOLDER),
    Row(name="games:practice_deed", method="POST", who=HOLDER, body=bodies.page_practice_deed, foreign=False),
    # Printed matter
    Row(name="games:paper", who=SIGNED_IN),
    Row(name="games:paper_sheet", who=SIGNED_IN, query=lambda side: "?rules=56-kerala-6"),
    Row(name="games:sheet_print", who=may("keep_sheets")),
    Row(name="games:sheet_print", of="no club's", who=HOLDER, path=on("own_sheet")),
    Row(name="games:sheet_print_passes", method="POST", who=may("keep_sheets")),
    Row(name="games:sheet_pdf", who=may("keep_sheets"), path=lambda side: {"document": "sheet"}),
    # Photographs of score sheets
    Row(name="clubs:pictures", who=may("read_sheets"), path=pictured),
    Row(name="clubs:pictures", method="POST", who=may("keep_sheets"), path=pictured, body=bodies.photograph_sent),
    Row(name="clubs:picture", who=may("read_sheets"), path=pictured),
    Row(name="clubs:picture_small", who=may("read_sheets"), path=pictured),
    Row(name="clubs:picture_remove", method="POST", who=may("keep_sheets"), path=pictured),
    # Score sheets
    Row(name="games:sheets", who=SIGNED_IN),
    Row(name="games:sheets_list", who=SIGNED_IN),
    Row(name="games:sheet_open", who=SIGNED_IN),
    Row(name="games:sheet_open", of="the club's", method="POST", who=may("keep_sheets"), body=bodies.new_sheet),
    Row(name="games:sheet_open", of="no club's", method="POST", who=SIGNED_IN, body=bodies.own_sheet),
    Row(name="games:sheet", who=may("read_sheets")),
    Row(name="games:sheet", of="no club's", who=HOLDER, path=on("own_sheet")),
    Row(name="games:sheet", of="with a ruling", who=may("read_sheets"), path=on("ruled_sheet")),
    Row(name="games:sheet_live", who=may("read_sheets")),
    *(
        Row(name=name, who=may("read_sheets") | PASS)
        for name in ("games:record_of_sheet", "games:hand_of_sheet", "games:hand_of_sheet_record")
    ),
    Row(name="games:dispute_hand_of_sheet", who=may("read_sheets")),
    Row(
        name="games:dispute_hand_of_sheet",
        method="POST",
        who=may("read_sheets"),
        body=lambda side: {"question": "Was it made?"},
    ),
    Row(
        name="games:dispute",
        of="over a hand of a sheet",
        who=may("read_sheets") | PASS,
        path=lambda side: {"dispute_id": side.sheet_dispute.pk},
    ),
    Row(
        name="games:sheet_hand",
        method="POST",
        who=may("keep_sheets"),
        body=lambda side: bodies.hand_on_sheet(side.sheet),
    ),
    Row(
        name="games:sheet_hand",
        of="no club's",
        method="POST",
        who=HOLDER,
        path=on("own_sheet"),
        body=lambda side: bodies.hand_on_sheet(side.own_sheet),
    ),
    Row(
        name="games:sheet_contract",
        method="POST",
        who=may("keep_sheets"),
        body=lambda side: bodies.contract_on_sheet(side.sheet),
    ),
    Row(
        name="games:sheet_lift",
        method="POST",
        who=may("keep_sheets"),
        path=on("ruled_sheet"),
        body=bodies.open_card,
    ),
    Row(
        name="games:sheet_withdraw",
        method="POST",
        who=may("keep_sheets"),
        body=lambda side: {"entry": bodies.last_entry(side.sheet)},
    ),
    Row(
        name="games:sheet_withdraw",
        of="a ruling",
        method="POST",
        who=may("give_rulings"),
        path=on("ruled_sheet"),
        body=lambda side: {"entry": bodies.last_entry(side.ruled_sheet)},
    ),
    Row(name="games:sheet_stop", method="POST", who=may("keep_sheets")),
    Row(name="games:sheet_settle", who=may("keep_sheets"), path=lambda side: {"hand": 1}),
    Row(
        name="games:sheet_settle",
        of="that differs",
        who=may("keep_sheets"),
        path=lambda side: {"hand": 2},
        before=bodies.differ,
    ),
    Row(
        name="games:sheet_settle",
        method="POST",
        who=may("keep_sheets"),
        path=lambda side: {"hand": 1},
        body=bodies.settlement,
    ),
    Row(
        name="games:sheet_clear",
        method="POST",
        who=may("keep_sheets"),
        path=lambda side: {"hand": 2},
        before=bodies.differ,
    ),
    Row(name="games:sheet_phones", who=may("keep_sheets")),
    Row(name="games:sheet_pass_new", method="POST", who=may("keep_sheets"), body=lambda side: {"sides": "all"}),
    Row(
        name="games:sheet_pass_revoke",
        method="POST",
        who=may("keep_sheets"),
        path=lambda side: {"pass_id": side.sheet_pass.pk},
    ),
    Row(name="games:sheet_pass", path=lambda side: {"token": pass_token(side.sheet_pass)}, done=(302,)),
    Row(
        name="games:sheet_pass",
        of="in place of another",
        method="POST",
        path=lambda side: {"token": pass_token(side.sheet_pass)},
    ),
    Row(
        name="games:sheet_pass",
        of="revoked",
        who=NOBODY,
        path=lambda side: {"token": pass_token(side.revoked_pass)},
    ),
    Row(name="games:sheet_phone", who=may("read_sheets") | PASS),
    Row(name="games:sheet_phone_state", who=may("read_sheets") | PASS),
    Row(
        name="games:sheet_reports",
        method="POST",
        who=may("keep_sheets") | PASS,
        body=lambda side: {"sides": [0], "hand": 2, "edit": 1, "told": {"outcome": "cancelled"}},
        json=True,
    ),
    Row(name="games:sheet_leave", method="POST", quiet=EVERYBODY),
    Row(name="games:sheet_names", who=may("keep_sheets")),
    Row(name="games:sheet_names", method="POST", who=may("keep_sheets"), body=lambda side: {"name_0": "Ammini"}),
    Row(name="games:transcript", who=may("keep_sheets"), path=lambda side: {"number": 1}),
    Row(name="games:transcript", of="no club's", who=HOLDER, path=lambda side: {**on("own_sheet")(side), "number": 1}),
    Row(
        name="games:transcript",
        method="POST",
        who=may("keep_sheets"),
        path=lambda side: {"number": 1},
        body=lambda side: {"seen": 0, "seat": 1, "deed": "pass"},
    ),
    Row(name="games:sheet_irregularities", who=may("give_rulings")),
    Row(name="games:sheet_irregularities", of="no club's", who=HOLDER, path=on("own_sheet")),
    Row(name="games:sheet_ruling", who=may("give_rulings"), path=lambda side: {"rule": RULED}),
    Row(
        name="games:sheet_ruling",
        method="POST",
        who=may("give_rulings"),
        path=lambda side: {"rule": RULED},
        body=bodies.ruling_on_sheet,
    ),
    Row(name="games:game", path=lambda side: {"stream": side.waiting.pk}, done=(302,)),
    Row(
        name="games:game",
        of="by invitation",
        who=INVITED,
        path=lambda side: {"stream": side.finished.pk},
        query="?hand=1",
        done=(302,),
    ),
    Row(
        name="games:game",
        of="a sheet",
        who=may("read_sheets"),
        path=lambda side: {"stream": side.sheet.pk},
        done=(302,),
    ),
    # What players and clubs have played
    Row(name="games:player_figures"),
    Row(name="games:player_standing"),
    Row(name="games:player_games"),
    Row(name="games:player_partners"),
    Row(name="games:player_rating"),
    Row(name="games:player_hands"),
    Row(name="games:club_results"),
    Row(name="games:club_standing", done=(302,)),
    Row(name="games:club_games"),
    Row(name="games:club_form"),
    Row(name="games:club_records"),
    Row(name="games:club_hall"),
    Row(name="games:kunukku_of_player"),
    Row(name="games:kunukku_of_team", done=(302,)),
    Row(name="games:club_kunukku"),
    Row(
        name="games:club_kunukku",
        method="POST",
        who=may("lift_kunukku"),
        before=bodies.wears_kunukku,
        body=lambda side: {"player": side.holder.pk, "reason": "It is Onam."},
    ),
    Row(name="games:result"),
    Row(name="games:result_new", who=may("enter_results")),
    Row(name="games:result_new", method="POST", who=may("enter_results"), body=bodies.result),
    Row(
        name="games:result_withdraw",
        method="POST",
        who=may("enter_results"),
        body=lambda side: {"reason": "The sheet was another's."},
    ),
    # Tournaments
    Row(name="tournaments:of_team"),
    Row(name="tournaments:winners_of_club"),
    Row(name="tournaments:list"),
    Row(name="tournaments:mine"),
    Row(name="tournaments:now", query=lambda side: f"?club={side.club.slug}"),
    Row(name="tournaments:tournament", path=lambda side: {"slug": side.cup.slug}),
    Row(name="tournaments:screen", path=lambda side: {"slug": side.cup.slug}),
    Row(name="tournaments:hall", query=lambda side: f"?events={side.cup.slug}"),
    Row(name="tournaments:part", path=lambda side: {"slug": side.cup.slug, "part": "public"}),
    Row(name="tournaments:entries", path=swiss),
    Row(name="tournaments:entries", of="open for teams", path=lambda side: {"slug": side.cup.slug}),
    Row(
        name="tournaments:enter_entrant",
        method="POST",
        who=may("run_tournaments"),
        path=swiss,
        body=bodies.guests_of_form,
        refusals=(422,),
    ),
    Row(name="tournaments:entrant", who=may("run_tournaments"), path=swiss),
    Row(
        name="tournaments:entrant",
        method="POST",
        who=may("run_tournaments"),
        path=swiss,
        body=bodies.squad_of_form,
        refusals=(422,),
    ),
    Row(name="tournaments:desk", who=may("run_tournaments"), path=swiss),
    Row(name="tournaments:do", method="POST", who=may("run_tournaments"), path=swiss, body=bodies.deed_of_form),
    Row(name="tournaments:paper", path=swiss),
    *(
        Row(name="tournaments:print", of=f"{document}.{form}", path=printed(document, form))
        for document, form in (
            ("pairings-by-name", "pdf"),
            ("pairings", "csv"),
            ("results", "json"),
            ("standings", "pdf"),
            ("bracket", "csv"),
            ("schedule", "json"),
        )
    ),
    *(
        Row(
            name="tournaments:print",
            of=f"{document}.{form}",
            who=may("run_tournaments"),
            path=printed(document, form),
            query=query,
        )
        for document, form, query in (
            ("slips", "pdf", ""),
            ("cards", "pdf", ""),
            ("missing", "csv", ""),
            ("entries", "json", ""),
            ("tables", "pdf", "?tables=2"),
            ("certificates", "csv", ""),
            ("participation", "pdf", ""),
        )
    ),
    Row(name="tournaments:history", who=may("run_tournaments"), path=swiss),
    Row(name="tournaments:undo", method="POST", who=may("run_tournaments"), path=swiss),
    Row(name="tournaments:match", path=swiss),
    Row(name="tournaments:floor", path=swiss),
    Row(
        name="tournaments:floor",
        of="a call",
        method="POST",
        who=may("run_tournaments"),
        path=swiss,
        body=lambda side: {"do": "call", "reason": "score", "command": str(uuid4())},
    ),
    Row(
        name="tournaments:floor",
        of="a call from the own match",
        method="POST",
        who=may("run_tournaments") | HOLDER,
        before=bodies.league,
        path=lambda side: {**bodies.slug_of_league(side), "number": 1},
        body=lambda side: {"do": "call", "reason": "away", "command": str(uuid4())},
    ),
    Row(name="tournaments:floor_at", before=bodies.called_league, path=bodies.game_of_league),
    Row(name="tournaments:tournament", of="with a lot", path=drafted),
    Row(name="tournaments:lots", path=drafted),
    Row(name="tournaments:lot_file", path=drafted),
    Row(name="tournaments:desk", of="with a draft", who=may("run_tournaments"), path=drafted),
    Row(name="tournaments:pairings", who=may("run_tournaments"), path=drafted),
    Row(
        name="tournaments:pairings",
        method="POST",
        who=may("run_tournaments"),
        path=drafted,
        body=bodies.pairing_by_hand,
        foreign=False,
    ),
    Row(name="tournaments:rehearsal", who=may("run_tournaments"), path=swiss),
    Row(
        name="tournaments:rehearsal",
        method="POST",
        who=may("run_tournaments"),
        path=swiss,
        body=bodies.rehearsal,
        quiet=may("run_tournaments"),
    ),
    Row(name="tournaments:what_if", path=swiss),
    Row(name="tournaments:settings", who=may("run_tournaments"), path=swiss),
    Row(
        name="tournaments:settings",
        method="POST",
        who=may("run_tournaments"),
        path=swiss,
        body=bodies.further_stage,
    ),
    Row(
        name="tournaments:enter_entrant",
        of="the own team",
        method="POST",
        who=may("run_tournaments") | HOLDER,
        path=lambda side: {"slug": side.cup.slug},
        body=lambda side: {"team": side.team.pk, "command": str(uuid4())},
        refusals=(422,),
        # The staff enters teams of any club.
        foreign=False,
    ),
    Row(
        name="tournaments:do",
        of="the own line-up",
        method="POST",
        who=may("run_tournaments") | HOLDER,
        before=bodies.league,
        path=bodies.slug_of_league,
        body=bodies.line_up_of_form,
    ),
    Row(name="tournaments:open", who=may("run_tournaments")),
    Row(name="tournaments:open", method="POST", who=may("run_tournaments"), body=bodies.new_swiss),
)
