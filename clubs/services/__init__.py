"""What people do in clubs: one function a use case, keyword arguments, one transaction each."""

from clubs.services.doors import (
    accept_invitation,
    answer_request,
    ask_to_join,
    find_by_code,
    make_invitation,
    revoke_invitation,
    withdraw_request,
)
from clubs.services.guests import claim_guest, make_guest, offer_claim, release_guest, rename_guest, withdraw_claim
from clubs.services.offices import give_office, remove_member, restore_member, suspend_member
from clubs.services.people import choose_language, make_player, player_for, rename_player
from clubs.services.societies import change_club, found_club, join_club, leave_club
from clubs.services.teams import (
    add_player,
    change_team,
    disband_team,
    hand_captaincy,
    make_team,
    order_squad,
    remove_player,
    rename_team,
    transfer_player,
)
from clubs.services.upkeep import prune_sessions, prune_signups, prune_tokens
from clubs.services.visitors import (
    adopt_visiting_player,
    make_visiting_player,
    name_visiting_player,
    note_visit,
    prune_visiting_players,
    settle_visiting_player,
    take_over_visiting_player,
)

__all__ = [
    "accept_invitation",
    "add_player",
    "adopt_visiting_player",
    "answer_request",
    "ask_to_join",
    "change_club",
    "change_team",
    "choose_language",
    "claim_guest",
    "disband_team",
    "find_by_code",
    "found_club",
    "give_office",
    "hand_captaincy",
    "join_club",
    "leave_club",
    "make_guest",
    "make_invitation",
    "make_player",
    "make_team",
    "make_visiting_player",
    "name_visiting_player",
    "note_visit",
    "offer_claim",
    "order_squad",
    "player_for",
    "prune_sessions",
    "prune_signups",
    "prune_tokens",
    "prune_visiting_players",
    "release_guest",
    "remove_member",
    "remove_player",
    "rename_guest",
    "rename_player",
    "rename_team",
    "restore_member",
    "revoke_invitation",
    "settle_visiting_player",
    "suspend_member",
    "take_over_visiting_player",
    "transfer_player",
    "withdraw_claim",
    "withdraw_request",
]
