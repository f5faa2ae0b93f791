"""Messages on commit: tasks are sent by name, and mails about an erasure go out."""

import logging
from datetime import datetime
from uuid import UUID

from celery import current_app
from django.core.mail import send_mail
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import override

from clubs.base.announce import afterwards

logger = logging.getLogger(__name__)

MAKE_COPY = "clubs.privacy.tasks.make_copy"


def copy_wanted(export_id: UUID) -> None:
    """Send the task of the export, once this is committed."""
    afterwards(current_app.send_task, MAKE_COPY, args=(str(export_id),), retry=False)


def erasure_asked(address: str, language: str, due_at: datetime) -> None:
    """Write to a person, once this is committed, that the account is going to be erased and how to take it back."""
    with override(language or None):
        subject = _("Lelam: your account will be erased")
        text = _(
            "You asked us to erase your account. It will be erased on {day}.\n\nUntil then you can sign in and "
            "withdraw this, on your own page under “Erase my data”. If it was not you who asked, do so now, and "
            "change your password."
        ).format(day=date_format(timezone.localtime(due_at), "j F Y"))
    _mail_on_commit(subject, text, address)


def erased(address: str, language: str) -> None:
    """Write to a person, once this is committed, that the account is gone. The address is then known to nobody here."""
    with override(language or None):
        subject = _("Lelam: your account is erased")
        text = _("Your account is erased, as you asked. This is the last mail you get: your address is erased too.")
    _mail_on_commit(subject, text, address)


def _mail_on_commit(subject: str, text: str, address: str) -> None:
    if address:
        afterwards(_mail, subject, text, address)


def _mail(subject: str, text: str, address: str) -> None:
    try:
        send_mail(subject, text, None, [address])
    except OSError as error:  # without its text, which might name the address
        logger.warning("A mail about an erasure could not be sent: %s", type(error).__name__)
