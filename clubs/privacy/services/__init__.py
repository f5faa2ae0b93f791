"""What a person decides about the own data: one function a use case, one transaction each."""

from clubs.privacy.services.choices import choose
from clubs.privacy.services.copies import ask_copy, make_copy, remove_old_copies
from clubs.privacy.services.erasing import ask_erasure, carry_out, carry_out_due, erase_now, look_over, take_back

__all__ = [
    "ask_copy",
    "ask_erasure",
    "carry_out",
    "carry_out_due",
    "choose",
    "erase_now",
    "look_over",
    "make_copy",
    "remove_old_copies",
    "take_back",
]
