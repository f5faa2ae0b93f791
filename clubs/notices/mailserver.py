"""The mails of a batch over one connection, and no attempts while the mail server fails."""

import contextlib
from datetime import datetime
from smtplib import SMTPDataError, SMTPException, SMTPRecipientsRefused
from typing import Any, Final

from django.core.mail import EmailMessage, get_connection

from clubs.base import breaker
from clubs.base.threads import within

SERVER: Final = "mail"
"""The name of the mail server's circuit breaker."""
_SECONDS_IN_ALL: Final = 30.0
"""The time that a mail may take; each part of an answer has `EMAIL_TIMEOUT`."""


class MailServer:
    """A connection to the mail server, opened with the first mail and again after a failure."""

    def __init__(self) -> None:
        self._connection: Any = None

    def send(self, mail: EmailMessage, now: datetime) -> None:
        """Send a mail.

        Raises:
            SMTPException: The server refuses it, or answers against the protocol.
            OSError: The server is not reached, or does not answer in time.
        """
        try:
            within(_SECONDS_IN_ALL, lambda: self._send(mail))
        except (SMTPRecipientsRefused, SMTPDataError):  # the server is well, and refuses this mail
            breaker.succeeded(SERVER)
            raise
        except (SMTPException, OSError):
            self.close()
            breaker.failed(SERVER, now)
            raise
        breaker.succeeded(SERVER)

    def close(self) -> None:
        """Close the connection, if there is one."""
        connection, self._connection = self._connection, None
        if connection is not None:
            # A farewell to a silent server takes as long as all else.
            with contextlib.suppress(SMTPException, OSError):
                within(_SECONDS_IN_ALL / 6, connection.close)

    def _send(self, mail: EmailMessage) -> None:
        if self._connection is None:
            connection = get_connection()
            connection.open()
            self._connection = connection
        mail.connection = self._connection
        mail.send()
