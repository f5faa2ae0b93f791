"""The commands on uploads: one function a use case. `by` is the officer, checked by permission."""

import hashlib
import hmac
import unicodedata
from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.models import Club, ImportRun, Player, Upload, UploadPiece
from clubs.officers.permissions import require
from clubs.officers.roles import locked
from clubs.uploads.errors import UploadRefused

PERMISSION: Final = "import_data"
MAX_PIECE_BYTES: Final = 1024 * 1024
"""The largest piece; a longer body is read in pieces of this size."""
MAX_OF_PLAYER: Final = 3
"""The uploads that a player may have in a club at a time, those being imported included."""
KEPT: Final = timedelta(days=1)
"""The time after its last piece in which an upload can go on."""
CHECKSUMS: Final[dict[str, Callable[[], Any]]] = {"sha1": hashlib.sha1, "sha256": hashlib.sha256}


@transaction.atomic
def begin_upload(*, club: Club, by: Player, length: int, file_name: str = "") -> Upload:
    """Begin an upload.

    Args:
        length: The bytes of the whole file.
        file_name: The name of the file, for the officer.

    Raises:
        NotAllowed: `by` may not import files.
        UploadRefused: `upload-too-large`, `upload-empty`, `too-many-uploads`.
    """
    require(by, PERMISSION, club)
    if length < 1:
        raise UploadRefused("upload-empty", 400, _("The file is empty."))
    if length > settings.LELAM_UPLOAD_BYTES:
        most = settings.LELAM_UPLOAD_BYTES // 1024 // 1024
        raise UploadRefused(
            "upload-too-large", 413, _("The file is too large: it may have {most} MiB.").format(most=most)
        )
    # Under the lock of the club, so that two uploads at once do not both count as the last one allowed.
    locked(club)
    if Upload.objects.filter(club=club, by=by).count() >= MAX_OF_PLAYER:
        text = _("You are already sending {most} files. Stop one, or wait until it is imported.")
        raise UploadRefused("too-many-uploads", 429, text.format(most=MAX_OF_PLAYER))
    return Upload.objects.create(
        club=club, by=by, length=length, file_name=plain_name(file_name), expires_at=timezone.now() + KEPT
    )


def append_piece(
    *, club: Club, by: Player, upload_id: UUID, offset: int, data: bytes, checksum: tuple[str, bytes] | None = None
) -> Upload:
    """Append a piece to an upload.

    Args:
        offset: The bytes that the sender believes to have arrived.
        data: The piece; what goes beyond the announced length is refused whole.
        checksum: The algorithm, one of `CHECKSUMS`, and the digest of the piece.

    Raises:
        NotAllowed: `by` may not import files.
        UploadRefused: `no-such-upload`, `wrong-offset`, `too-much`, `checksum-unknown`, `checksum-mismatch`.
    """
    require(by, PERMISSION, club)
    if checksum is not None:
        _check_sum(data, *checksum)
    with transaction.atomic():
        upload = owned_upload(club=club, by=by, upload_id=upload_id, lock=True)
        if offset != upload.offset:
            text = _("{count} bytes have arrived. Send the file from there.")
            raise UploadRefused("wrong-offset", 409, text.format(count=upload.offset))
        if offset + len(data) > upload.length:
            raise UploadRefused("too-much", 413, _("This is more than the announced size of the file."))
        UploadPiece.objects.bulk_create(
            UploadPiece(upload=upload, start=offset + start, data=data[start : start + MAX_PIECE_BYTES])
            for start in range(0, len(data), MAX_PIECE_BYTES)
        )
        upload.offset += len(data)
        upload.expires_at = timezone.now() + KEPT
        upload.save(update_fields=["offset", "expires_at"])
    return upload


@transaction.atomic
def end_upload(*, club: Club, by: Player, upload_id: UUID) -> None:
    """Remove an upload with all its pieces.

    Raises:
        NotAllowed: `by` may not import files.
        UploadRefused: `no-such-upload`; `being-imported`.
    """
    require(by, PERMISSION, club)
    upload = owned_upload(club=club, by=by, upload_id=upload_id, lock=True)
    if ImportRun.objects.filter(upload=upload, status__in=("waiting", "running")).exists():
        raise UploadRefused("being-imported", 403, _("The file is being read. Wait until that is done."))
    upload.delete()


def owned_upload(*, club: Club, by: Player, upload_id: UUID, lock: bool = False) -> Upload:
    """Return an upload of a player.

    Raises:
        UploadRefused: `no-such-upload`: there is none, it has expired, or it is somebody else's.
    """
    rows = Upload.objects.select_for_update() if lock else Upload.objects.all()
    upload = rows.filter(pk=upload_id, club=club, by=by).first()
    if upload is None or (upload.expires_at <= timezone.now() and not upload.is_complete):
        raise UploadRefused("no-such-upload", 404, _("There is no such file, or it has been deleted."))
    return upload


def remove_old_uploads() -> int:
    """Remove the uploads that did not go on in time, and the complete ones that no import reads.

    Returns:
        The number removed.
    """
    read = ImportRun.objects.filter(upload=OuterRef("pk"))
    old = Upload.objects.filter(~Exists(read), expires_at__lte=timezone.now())
    return int(old.delete()[1].get("clubs.Upload", 0))


def plain_name(name: str) -> str:
    """Return a file's name without folders and invisible characters."""
    last = name.replace("\\", "/").rpartition("/")[2]
    return "".join(char for char in last if not unicodedata.category(char).startswith("C"))[:100]


def _check_sum(data: bytes, algorithm: str, digest: bytes) -> None:
    if algorithm not in CHECKSUMS:
        known = ", ".join(CHECKSUMS)
        raise UploadRefused("checksum-unknown", 400, _("Use one of these checksums: {known}.").format(known=known))
    made = CHECKSUMS[algorithm]()
    made.update(data)
    if not hmac.compare_digest(made.digest(), digest):
        raise UploadRefused("checksum-mismatch", 460, _("The piece arrived damaged. Send it again."))
