"""The devices that receive notices by web push."""

from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from clubs.errors import ClubError
from clubs.models import Player, PushDevice
from clubs.notices import push

MOST_DEVICES = 10


@transaction.atomic
def add_device(
    *, player: Player, endpoint: str, p256dh: str, auth: str, name: str = "", language: str = ""
) -> PushDevice:
    """Register a device for a player's notices; a device of another account changes to this one.

    Args:
        endpoint: The address of its push service, as given by the browser.
        p256dh: Its public key, base64url.
        auth: The secret shared with this server, base64url.
        name: Its name in the list of devices.
        language: The language of its browser, used if the account has none.

    Raises:
        ClubError: `no-push`, `push-address`, `push-keys` or `too-many-devices`.
    """
    if not push.is_offered():
        raise ClubError("no-push", _("This server sends no notifications to devices."))
    push.check_address(endpoint)
    push.check_keys(p256dh, auth)
    Player.objects.select_for_update().get(pk=player.pk)
    said = {"p256dh": p256dh, "auth": auth, "name": name[:60] or _("A device"), "language": language[:10]}
    known = PushDevice.objects.select_for_update().filter(endpoint=endpoint).first()
    if known is not None and known.player_id == player.pk:
        for field, value in said.items():
            setattr(known, field, value)
        known.failures = 0
        known.save()
        return known
    if known is not None:
        known.delete()  # what waits for the other account must not come out here
    if PushDevice.objects.filter(player=player).count() >= MOST_DEVICES:
        raise ClubError(
            "too-many-devices", _("You have {most} devices here; remove one first.").format(most=MOST_DEVICES)
        )
    try:
        with transaction.atomic():
            return PushDevice.objects.create(player=player, endpoint=endpoint, **said)
    except IntegrityError:  # the same browser twice, at the same moment
        raise ClubError("device-busy", _("This device is already being added.")) from None


@transaction.atomic
def replace_device(*, old: str, endpoint: str, p256dh: str, auth: str) -> bool:
    """Replace the endpoint of a device; its pending deliveries go there.

    The old endpoint is the only proof needed: it is a secret of the device, its service and this server.

    Returns:
        Whether there is such a device.

    Raises:
        ClubError: `push-address` or `push-keys`.
    """
    push.check_address(endpoint)
    push.check_keys(p256dh, auth)
    device = PushDevice.objects.select_for_update().filter(endpoint=old).first()
    if device is None:
        return False
    PushDevice.objects.filter(endpoint=endpoint, player=device.player_id).exclude(pk=device.pk).delete()
    if PushDevice.objects.filter(endpoint=endpoint).exclude(pk=device.pk).exists():
        return False
    device.endpoint, device.p256dh, device.auth, device.failures = endpoint, p256dh, auth, 0
    device.save()
    return True


@transaction.atomic
def remove_device(*, player: Player, device_id: UUID) -> bool:
    """Remove a device of the player.

    Returns:
        Whether there was such a device.
    """
    gone, _each = PushDevice.objects.filter(player=player, pk=device_id).delete()
    return gone > 0


@transaction.atomic
def remove_endpoint(*, player: Player, endpoint: str) -> bool:
    """Remove the device with this endpoint, as `remove_device`."""
    gone, _each = PushDevice.objects.filter(player=player, endpoint=endpoint).delete()
    return gone > 0
