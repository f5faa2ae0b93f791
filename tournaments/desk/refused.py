"""A form that was refused: the first field that has to be mended gets the focus when its page comes up."""

from typing import Any

from django import forms


class RefusedForm(forms.Form):
    """A form whose first wrong field has the focus; `templates/partials/wrong_form.html` lists them all."""

    def add_error(self, field: str | None, error: Any) -> None:
        """Note what is wrong, and give the focus to the first field of all that are wrong."""
        super().add_error(field, error)
        wrong = [bound for bound in self.visible_fields() if bound.name in self.errors]
        for place, bound in enumerate(wrong):
            bound.field.widget.attrs.pop("autofocus", None)
            if not place:
                bound.field.widget.attrs["autofocus"] = True
