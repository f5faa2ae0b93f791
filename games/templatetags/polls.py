"""Answers of polls on pages of Django's templates."""

from django import template

from games.polls.answers import SURE, answer_words

register = template.Library()
register.filter("answer_words", answer_words)


@register.filter
def sure_words(sure: int) -> str:
    """Return how sure a player is, in words; empty where the player did not answer."""
    return str(SURE.get(sure, ""))
