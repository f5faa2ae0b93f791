"""What a folded search asks for, in words."""

from django import forms, template
from django.utils.translation import gettext as _

register = template.Library()


@register.filter
def chosen(form: forms.Form) -> str:
    """Return the fields of a bound search that are filled in, each with its value; empty without any."""
    said = []
    for field in form:
        value = field.value()
        if not value:
            continue
        if field.widget_type == "checkbox":
            said.append(str(field.label))
            continue
        words = str(_shown(field, str(value)))
        said.append(_("{field}: {value}").format(field=field.label, value=words))
    return ", ".join(said)


def _shown(field: forms.BoundField, value: str) -> str:
    """Return the label of a choice, and any other value as it was typed."""
    pending = list(getattr(field.field, "choices", ()))
    while pending:
        key, label = pending.pop(0)
        if isinstance(label, list | tuple):
            pending.extend(label)
        elif str(key) == value:
            return str(label)
    return value
