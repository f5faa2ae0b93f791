"""What is done with notices: one function a use case, keyword arguments, one transaction each."""

from clubs.notices.services.choosing import choose, pause, resume, stop_way
from clubs.notices.services.delivery import deliver_due, deliver_if_idle
from clubs.notices.services.devices import add_device, remove_device, remove_endpoint, replace_device
from clubs.notices.services.reading import mark_all_read, mark_path_read, mark_read, prune_notices
from clubs.notices.services.telling import notify, withdraw

__all__ = [
    "add_device",
    "choose",
    "deliver_due",
    "deliver_if_idle",
    "mark_all_read",
    "mark_path_read",
    "mark_read",
    "notify",
    "pause",
    "prune_notices",
    "remove_device",
    "remove_endpoint",
    "replace_device",
    "resume",
    "stop_way",
    "withdraw",
]
