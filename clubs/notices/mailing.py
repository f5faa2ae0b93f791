"""Mails of notices: one for all that are due, in the person's language, as text and as HTML."""

from collections.abc import Sequence
from urllib.parse import urlsplit
from uuid import NAMESPACE_URL, uuid5

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.translation import ngettext

from clubs.models import Notice, Player
from clubs.notices import links, words
from clubs.notices.kinds import DIGEST
from clubs.notices.selectors import Chosen

MOST = 40
"""The most notices in a mail; the rest are counted."""


def language_of(player: Player) -> str:
    """Return the language of a person's mails."""
    chosen = player.user.language if player.user is not None else ""
    return chosen if chosen in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


def mail_for(
    player: Player, address: str, notices: Sequence[Notice], *, way: str, chosen: Chosen
) -> EmailMultiAlternatives:
    """Return the mail with some notices, the newest first.

    Args:
        player: Its reader.
        address: The confirmed address that it goes to.
        notices: Its notices, at least one.
        way: `digest` or `mail`: which of them the mail can be stopped by.
        chosen: The person's choices.
    """
    with translation.override(language_of(player)):
        shown = sorted(notices, key=lambda notice: notice.told_at, reverse=True)[:MOST]
        said = words.texts_of(shown, zone=chosen.hours.zone)
        stop = links.whole(links.stop_path(player, way))
        context = {
            "player": player,
            "way": way,
            "language": translation.get_language(),
            "notices": [
                {
                    "text": one.text,
                    "told_at": one.told_at.astimezone(chosen.hours.zone),
                    "address": links.whole(reverse("clubs:notice", args=[one.id])),
                }
                for one in said
            ],
            "more": len(notices) - len(said),
            "page": links.whole(reverse("clubs:notices")),
            "choices": links.whole(reverse("clubs:notice_choices")),
            "stop": stop,
        }
        mail = EmailMultiAlternatives(
            subject=_subject(said, len(notices), way),
            body=render_to_string("clubs/notices/mail.txt", context),
            to=[address],
            headers={
                "Message-ID": _message_id(player, notices, way),
                "Auto-Submitted": "auto-generated",
                "List-Unsubscribe": f"<{stop}>",
                "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            },
        )
        mail.attach_alternative(render_to_string("clubs/notices/mail.html", context), "text/html")
    return mail


def _subject(said: Sequence[words.NoticeShown], number: int, way: str) -> str:
    if way != DIGEST and len(said) == number == 1:
        return f"Lelam: {said[0].text}"[:150]
    return ngettext("Lelam: %(number)d new notice", "Lelam: %(number)d new notices", number) % {"number": number}


def _message_id(player: Player, notices: Sequence[Notice], way: str) -> str:
    """Return the same name for the same mail, so that one sent twice after a crash is shown once."""
    told = " ".join(sorted(str(notice.pk) for notice in notices))
    host = urlsplit(settings.LELAM_ADDRESS).hostname or "localhost"
    return f"<{uuid5(NAMESPACE_URL, f'{way} {player.pk} {told}')}@{host}>"


__all__ = ["MOST", "language_of", "mail_for"]
