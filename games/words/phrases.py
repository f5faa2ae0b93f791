"""The engine's texts in the reader's language. The engine itself writes them in English (`engine.phrases`)."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

import engine
from engine.phrases import Member, Phrase
from games.words.numbers import figure


def translated(text: str, members: Mapping[str, Member] | None = None) -> str:
    """Return a text of the engine with its placeholders filled, in the reader's language.

    Args:
        text: A text that the engine has marked.
        members: The values of its placeholders.

    >>> translated("Bid at least {lowest}.", {"lowest": 17})
    'Bid at least 17.'
    """
    text = _(text)
    return text.format(**{name: _filled(member) for name, member in members.items()}) if members else text


def refusal_words(refused: engine.IllegalAction | engine.RulesError) -> str:
    """Return the sentence of the engine's refusal for the acting player."""
    return translated(refused.text, refused.members)


def one_of(words: Sequence[str]) -> str:
    """Return a choice of words as one text.

    >>> one_of(["4", "6", "8"])
    '4 or 6 or 8'
    """
    if not words:
        return ""
    *before, last = words
    if not before:
        return last
    # Translators: a choice, such as "4 or 6"; of three, the first place holds "4 or 6" and the second "8".
    return pgettext("a choice", "{before} or {last}").format(before=one_of(before), last=last)


def _filled(member: Member) -> str:
    if isinstance(member, int):
        return figure(member)
    if isinstance(member, tuple):
        return one_of([f'"{word}"' for word in member])
    return _(member) if isinstance(member, Phrase) else member
