"""The fields of the settings that say how long each step of a dispute takes."""

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy
from msgspec.structs import asdict

from tournaments.deeds.planning import MAX_WINDOW
from tournaments.events.settings import DisputeWindows

_LABELS: Final = {
    "dispute": gettext_lazy("Minutes to dispute a hand"),
    "answer": gettext_lazy("Minutes for the answer to a dispute"),
    "poll": gettext_lazy("Minutes for a poll about a dispute"),
    "ruling": gettext_lazy("Minutes for the ruling"),
    "appeal": gettext_lazy("Minutes to appeal against a ruling"),
    "committee": gettext_lazy("Minutes to name a committee"),
    "vote": gettext_lazy("Minutes for the committee's decision"),
}
_HELP: Final = {"dispute": gettext_lazy("From the result, or from its release if it was under embargo.")}


def window_fields() -> dict[str, forms.IntegerField]:
    """Return a field for each window, in minutes."""
    return {
        f"disputes_{name}": forms.IntegerField(
            label=label, min_value=1, max_value=MAX_WINDOW, help_text=_HELP.get(name, "")
        )
        for name, label in _LABELS.items()
    }


def written(windows: DisputeWindows) -> dict[str, int]:
    """Return windows as their fields have them."""
    return {f"disputes_{name}": minutes for name, minutes in asdict(windows).items()}


def read(cleaned: Mapping[str, Any]) -> DisputeWindows:
    """Return the windows that the fields have."""
    return DisputeWindows(**{name: cleaned[f"disputes_{name}"] for name in _LABELS})
