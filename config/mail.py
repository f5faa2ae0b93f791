"""The backends of mail, which count what they send."""

from collections.abc import Sequence

from django.core.mail import EmailMessage
from django.core.mail.backends.console import EmailBackend as Console
from django.core.mail.backends.smtp import EmailBackend as Smtp

from clubs.base.metrics import MAILS


class SmtpBackend(Smtp):
    """Sends by the mail server."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Send mails; return the number of those that the server took."""
        sent = 0
        try:
            sent = super().send_messages(email_messages) or 0
        finally:
            _count(sent, len(email_messages))
        return sent


class LogBackend(Console):
    """Writes mails to the log, on one's own machine."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Write mails; return their number."""
        sent = super().send_messages(email_messages) or 0
        _count(sent, len(email_messages))
        return sent


def _count(sent: int, of: int) -> None:
    MAILS.labels("sent").inc(sent)
    MAILS.labels("failed").inc(of - sent)
