"""A refusal on a page: beside the field of a form, as a message, or as a page of status 403 or 404."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest

import engine
from clubs.errors import ClubError


@contextmanager
def denials() -> Iterator[None]:
    """Answer with a page of status 403 what is somebody else's to do, and with 404 what is not there.

    Raises:
        PermissionDenied: A refusal of the kind `not-allowed`.
        Http404: One of the kind `not-found`.
        ClubError: All others.
    """
    try:
        yield
    except ClubError as refused:
        if refused.kind == "not-allowed":
            raise PermissionDenied(refused.message) from None
        if refused.kind == "not-found":
            raise Http404(refused.message) from None
        raise


def refuse(form: forms.BaseForm, error: ClubError | engine.RulesError) -> None:
    """Put a refusal beside the field it is about, or above the form."""
    field = error.field if isinstance(error, ClubError) else error.option
    form.add_error(field if field in form.fields else None, error.message)


@contextmanager
def refusals_beside(form: forms.BaseForm, *, denied: bool = True) -> Iterator[None]:
    """Do what a form asks for; a refusal ends the block and stands in the form afterwards.

    Args:
        form: The form, which is valid.
        denied: Answer with a page of its own what nobody can mend in the form (`denials`).

    Raises:
        PermissionDenied, Http404: As `denials`.
    """
    try:
        with denials() if denied else nullcontext():
            yield
    except (ClubError, engine.RulesError) as refused:
        refuse(form, refused)


def fulfilled(form: forms.BaseForm, do: Callable[[], object], *, denied: bool = True) -> bool:
    """Do what a form asks for, if it is valid (`refusals_beside`), and tell whether it was done."""
    if form.is_valid():
        with refusals_beside(form, denied=denied):
            do()
    return form.is_valid()


def done(request: HttpRequest, do: Callable[[], object], said: str = "", *, denied: bool = True) -> bool:
    """Do what a button asks for, and say on the next page how it went.

    Args:
        request: The press of the button.
        do: What calls the service.
        said: What the next page says if it was done.
        denied: Answer with a page of its own what is not this person's to do (`denials`).

    Returns:
        Whether it was done.

    Raises:
        PermissionDenied, Http404: As `denials`.
    """
    try:
        with denials() if denied else nullcontext():
            do()
    except ClubError as refused:
        messages.error(request, refused.message)
        return False
    if said:
        messages.success(request, said)
    return True
