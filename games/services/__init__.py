"""What changes the state of tables: one function a use case, each one transaction."""

from games.services.asking import add_meaning, ask_meaning
from games.services.cards import (
    change_row,
    drop_treatment,
    invite_partner,
    join_card,
    leave_card,
    make_card,
    publish_card,
    put_treatment,
    rename_card,
)
from games.services.chat import prune_chat, write_message
from games.services.clock import advance_due_tables, advance_table
from games.services.directing import give_ruling
from games.services.disputes import audit_dispute, audit_open_disputes, dispute_hand
from games.services.play import (
    act,
    answer_claim,
    commit_entropy,
    concede_hand,
    deal_now,
    give_entropy,
    pause_deal,
    return_to_seat,
)
from games.services.recording import ConflictError
from games.services.substitutes import substitute
from games.services.tables import leave_seat, open_table, seat_bot, take_seat
from games.services.thinking import think_ahead
from games.services.waiting import tell_who_is_waited_for

__all__ = [
    "ConflictError",
    "act",
    "add_meaning",
    "advance_due_tables",
    "advance_table",
    "answer_claim",
    "ask_meaning",
    "audit_dispute",
    "audit_open_disputes",
    "change_row",
    "commit_entropy",
    "concede_hand",
    "deal_now",
    "dispute_hand",
    "drop_treatment",
    "give_entropy",
    "give_ruling",
    "invite_partner",
    "join_card",
    "leave_card",
    "leave_seat",
    "make_card",
    "open_table",
    "pause_deal",
    "prune_chat",
    "publish_card",
    "put_treatment",
    "rename_card",
    "return_to_seat",
    "seat_bot",
    "substitute",
    "take_seat",
    "tell_who_is_waited_for",
    "think_ahead",
    "write_message",
]
