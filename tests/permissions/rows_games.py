"""The matrix, its pages of play and of tournaments: who may get each page, and do each deed."""

from typing import Any

from tests.permissions import bodies
from tests.permissions.asking import EVERYBODY, HOLDER, SIGNED_IN, Row, may
from tests.permissions.world import RULED, Side

INVITED = HOLDER | may("see_private_tables")
"""Who finds a table by invitation without its code: who sits there, and who sees such tables in the club."""
WELCOME = SIGNED_IN - {"suspended"}
"""Who may sit down at a public table of the club."""
PROMPTING = "56-IRR-27"


def at(name: str) -> Any:
    """The address of a table of this name."""
    return lambda side: {"table_id": getattr(side, name).pk}


def on(name: str) -> Any:
    """The address of a sheet of this name."""
    return lambda side: {"sheet_id": getattr(side, name).pk}


def ruling(side: Side) -> dict[str, Any]:
    """A ruling on prompting at a live table."""
    said = {"rule": PROMPTING, "hand": 1, "offender": 1, "remedy": bodies.remedy_of(PROMPTING)}
    return {**said, "shown": "on", "sure": "on"}


ROWS = (
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
    Row(
        name="games:table",
        of="by invitation, with the code",
        path=at("private"),
        query=lambda side: f"?invitation={side.private.invitation}",
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
    ),
    Row(
        name="games:deed",
        of="take over",
        method="POST",
        who=WELCOME - HOLDER,
        path=at("playing"),
        body=lambda side: {"do": "substitute:1"},
    ),
    Row(name="games:deed", of="call a bot", method="POST", who=INVITED, body=lambda side: {"do": "bot:1"}),
    Row(name="games:deed", of="leave", method="POST", who=HOLDER, body=lambda side: {"do": "leave"}),
    Row(
        name="games:deed",
        of="play a card",
        method="POST",
        who=HOLDER,
        path=at("cards"),
        body=lambda side: bodies.page_deed(side.cards),
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
        body=lambda side: {"do": "entropy", "entropy": "abcd", "hand": 2},
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
    Row(name="games:verify", method="POST", body=lambda side: {"proof": "{}"}, quiet=EVERYBODY),
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
    Row(name="games:practices", method="POST", who=SIGNED_IN, body=bodies.new_practice),
    Row(name="games:practice", who=HOLDER),
    Row(name="games:practice_deed", method="POST", who=HOLDER, body=bodies.page_practice_deed),
    # Score sheets
    Row(name="games:sheets", who=SIGNED_IN),
    Row(name="games:sheet_open", who=SIGNED_IN),
    Row(name="games:sheet_open", of="the club's", method="POST", who=may("keep_sheets"), body=bodies.new_sheet),
    Row(name="games:sheet_open", of="no club's", method="POST", who=SIGNED_IN, body=bodies.own_sheet),
    Row(name="games:sheet", who=may("read_sheets")),
    Row(name="games:sheet", of="no club's", who=HOLDER, path=on("own_sheet")),
    Row(name="games:sheet_live", who=may("read_sheets")),
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
    Row(name="games:sheet_names", who=may("keep_sheets")),
    Row(name="games:sheet_names", method="POST", who=may("keep_sheets"), body=lambda side: {"name_0": "Ammini"}),
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
    # Tournaments
    Row(name="tournaments:list"),
    Row(name="tournaments:mine"),
    Row(name="tournaments:now", query=lambda side: f"?club={side.club.slug}"),
    Row(name="tournaments:tournament", path=lambda side: {"slug": side.cup.slug}),
    Row(name="tournaments:new", who=may("run_tournaments")),
    Row(name="tournaments:new", method="POST", who=may("run_tournaments"), body=bodies.new_cup),
    Row(
        name="tournaments:enter",
        of="any team",
        method="POST",
        who=may("run_tournaments"),
        path=lambda side: {"slug": side.cup.slug},
        body=lambda side: {"team": side.spare_team.pk},
    ),
    Row(
        name="tournaments:enter",
        of="the own team",
        method="POST",
        who=may("run_tournaments") | HOLDER,
        path=lambda side: {"slug": side.cup.slug},
        body=lambda side: {"team": side.team.pk},
    ),
    Row(
        name="tournaments:withdraw",
        method="POST",
        who=may("run_tournaments"),
        path=lambda side: {"slug": side.cup.slug, "team_id": side.params["bot_teams"][0].pk},
    ),
    Row(
        name="tournaments:start",
        method="POST",
        who=may("run_tournaments"),
        path=lambda side: {"slug": side.cup.slug},
    ),
)
