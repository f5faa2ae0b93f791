"""Pages of play: parse, call one service or selector, render."""

from games.views.cards import (
    card,
    card_edition,
    card_editions,
    card_join,
    card_leave,
    card_name,
    card_partner,
    card_publish,
    card_row,
    card_treatment,
    cards,
    cards_of_player,
    cards_of_team,
    default_card,
    new_card,
)
from games.views.directing import direct
from games.views.disputes import dispute, dispute_hand
from games.views.game import game
from games.views.hands import game_record, hand, hand_proof, hand_proof_file, hand_record, verify
from games.views.lists import lobby, mine, recent, tables
from games.views.live import chat, deed, open_table, sit, table
from games.views.rulebook import rule_sets, rules
from games.views.study import studies, study, study_record

__all__ = [
    "card",
    "card_edition",
    "card_editions",
    "card_join",
    "card_leave",
    "card_name",
    "card_partner",
    "card_publish",
    "card_row",
    "card_treatment",
    "cards",
    "cards_of_player",
    "cards_of_team",
    "chat",
    "deed",
    "default_card",
    "direct",
    "dispute",
    "dispute_hand",
    "game",
    "game_record",
    "hand",
    "hand_proof",
    "hand_proof_file",
    "hand_record",
    "lobby",
    "mine",
    "new_card",
    "open_table",
    "recent",
    "rule_sets",
    "rules",
    "sit",
    "studies",
    "study",
    "study_record",
    "table",
    "tables",
    "verify",
]
