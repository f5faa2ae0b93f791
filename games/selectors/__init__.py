"""What is read of tables and hands: for pages, sockets, the API, and the services themselves."""

from games.selectors.access import is_invited, may_invite, visible_table, visible_tables
from games.selectors.cards import (
    cards_among,
    cards_held,
    cards_offered,
    editions_of,
    find_edition,
    held_card,
    offered_card,
    partners_of,
    published_cards,
)
from games.selectors.chat import find_chat
from games.selectors.deals import deal_proof
from games.selectors.hands import hand_history, record
from games.selectors.lists import (
    HandEntry,
    TableEntry,
    dispute,
    my_tables,
    open_tables,
    played_hands,
    recent_hands,
)
from games.selectors.live import happenings, table_view
from games.selectors.states import find_kept, load_state

__all__ = [
    "HandEntry",
    "TableEntry",
    "cards_among",
    "cards_held",
    "cards_offered",
    "deal_proof",
    "dispute",
    "editions_of",
    "find_chat",
    "find_edition",
    "find_kept",
    "hand_history",
    "happenings",
    "held_card",
    "is_invited",
    "load_state",
    "may_invite",
    "my_tables",
    "offered_card",
    "open_tables",
    "partners_of",
    "played_hands",
    "published_cards",
    "recent_hands",
    "record",
    "table_view",
    "visible_table",
    "visible_tables",
]
