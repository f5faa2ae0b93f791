"""Passes of entrants: signed links for phones without an account, to check in and to be noted at a table."""

from collections.abc import Mapping
from typing import Final
from uuid import UUID

from django.core import signing
from django.db.models import QuerySet
from django.urls import reverse

from tournaments.models import Entrant, EntrantPass, Tournament

_SALT: Final = "tournaments.passes"
_HELD_BY: Final = (Entrant.Status.ENTERED, Entrant.Status.WAITING, Entrant.Status.HELD_OUT)
"""The entrants that passes are for; the pass of one that was taken back opens nothing."""
_GOES_ON: Final = (Tournament.Status.OPEN, Tournament.Status.PLAYING)


def pass_token(entrant_pass: EntrantPass) -> str:
    """Return the text of a pass that its link carries; it opens nothing once the pass is revoked."""
    return signing.Signer(salt=_SALT).sign(entrant_pass.pk.hex)


def pass_address(entrant_pass: EntrantPass, root: str) -> str:
    """Return the whole address that opens a pass, for a QR code.

    Args:
        root: The address of this server, such as `https://cards.example.org`.
    """
    return f"{root}{reverse('tournaments:entrant_pass', args=[pass_token(entrant_pass)])}"


def pass_addresses(tournament: Tournament, root: str) -> Mapping[int, str]:
    """Return the addresses of the passes that are out, by the numbers of their entrants, for slips and lists."""
    return {one.entrant.number: pass_address(one, root) for one in passes_out(tournament)}


def passes_out(tournament: Tournament) -> QuerySet[EntrantPass]:
    """Return the passes of a tournament that are valid, in the order of their entrants."""
    return _valid().filter(entrant__tournament=tournament).order_by("entrant__number")


def find_pass(token: str) -> EntrantPass | None:
    """Return the pass that a link carries; None for a text that was not signed here, or a pass that is not valid.

    A pass is valid until it is revoked, its entrant is taken back, or the tournament is over.
    """
    try:
        pass_id = UUID(hex=signing.Signer(salt=_SALT).unsign(token))
    except (signing.BadSignature, ValueError):
        return None
    return _valid().filter(pk=pass_id).first()


def entrants_for_passes(tournament: Tournament) -> QuerySet[Entrant]:
    """Return the entrants that may have a pass, in the order of their numbers."""
    return Entrant.objects.filter(tournament=tournament, status__in=_HELD_BY).order_by("number")


def _valid() -> QuerySet[EntrantPass]:
    return EntrantPass.objects.select_related("entrant", "entrant__tournament", "entrant__tournament__club").filter(
        revoked_at=None, entrant__status__in=_HELD_BY, entrant__tournament__status__in=_GOES_ON
    )
