"""The device that was added in a session: signing out takes it off, for the next who uses it may be somebody else."""

from uuid import UUID

from django.http import HttpRequest

from clubs.models import Player, User

_DEVICE = "push_device"


def keep_device(request: HttpRequest, device_id: UUID) -> None:
    """Remember which device was added."""
    request.session[_DEVICE] = device_id.hex


def device_of(request: HttpRequest) -> str:
    """Return which device was added, in hexadecimal; empty if none was."""
    return str(request.session.get(_DEVICE, ""))


def forget_device(request: HttpRequest) -> None:
    """Forget which device was added: it was taken off."""
    request.session.pop(_DEVICE, None)


def device_at_sign_out(sender: object, request: HttpRequest | None, user: User | None, **said: object) -> None:
    """Have the device take nothing any more; on `user_logged_out`."""
    from clubs.notices.services.devices import remove_device

    known = device_of(request) if request is not None and hasattr(request, "session") else ""
    player = Player.objects.filter(user=user).first() if user is not None else None
    if known and player is not None:
        remove_device(player=player, device_id=UUID(hex=known))
