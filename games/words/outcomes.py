"""The outcome of a hand, in words."""

from django.utils.translation import pgettext_lazy as pgettext

OUTCOMES = {
    "made": pgettext("hand", "made"), "failed": pgettext("hand", "failed"), "conceded": pgettext("hand", "conceded"),
    "claimed": pgettext("hand", "claimed"), "passed_out": pgettext("hand", "passed out"),
    "cancelled": pgettext("hand", "cancelled"), "adjusted": pgettext("hand", "ended by the director"),
}  # fmt: skip


def outcome_word(outcome: str) -> str:
    """Return the word for a hand's outcome: `passed_out` is "passed out"."""
    return str(OUTCOMES.get(outcome, outcome))
