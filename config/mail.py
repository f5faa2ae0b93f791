"""The backends of mail, which count what they send."""

from collections.abc import Sequence

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.core.mail.backends.console import EmailBackend as Console
from django.core.mail.backends.smtp import EmailBackend as Smtp

from clubs.base.metrics import MAILS


class _Counting(BaseEmailBackend):
    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Send mails; return the number of those that were taken."""
        sent = 0
        try:
            sent = super().send_messages(email_messages) or 0
        finally:
            MAILS.labels("sent").inc(sent)
            MAILS.labels("failed").inc(len(email_messages) - sent)
        return sent


class SmtpBackend(_Counting, Smtp):
    """Sends by the mail server."""


class LogBackend(_Counting, Console):
    """Writes mails to the log, on one's own machine."""
