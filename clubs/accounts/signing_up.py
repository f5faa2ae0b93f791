"""Sign-up that does not tell whether an address has an account, even without mail."""

from typing import Any

from allauth.account import app_settings
from allauth.account.forms import SignupForm
from allauth.account.utils import passthrough_next_redirect_url
from django import forms
from django.contrib import messages
from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _


def mail_confirms() -> bool:
    """Tell whether addresses are confirmed by mail: allauth then gives new and known ones the same answer."""
    return bool(app_settings.EMAIL_VERIFICATION == app_settings.EmailVerificationMethod.MANDATORY)


class NewAccountForm(SignupForm):  # type: ignore[misc]  # allauth is not typed
    """Makes an account. Without mail, sign-up ends at the sign-in page for new and known addresses alike.

    A new account is not signed in at once then: that would tell that the address had none.
    """

    def validate_unique_email(self, value: str) -> str:
        """Return the address; if it has an account, that is noted and not refused."""
        try:
            return str(super().validate_unique_email(value))
        except forms.ValidationError:
            self.account_already_exists = True
            return value

    def try_save(self, request: HttpRequest) -> tuple[Any, HttpResponse | None]:
        """Make the account, unless the address has one; return the account to sign in, or what to answer instead."""
        if mail_confirms():
            saved: tuple[Any, HttpResponse | None] = super().try_save(request)
            return saved
        if self.account_already_exists:
            make_password(self.cleaned_data["password1"])  # so that both take as long
        else:
            with transaction.atomic():
                self.save(request)
        # allauth writes this for a new account only: a session cookie must not tell the difference.
        request.session.pop("account_verified_email", None)
        request.session.modified = True
        said = _(
            "Sign in with the password that you have just chosen. "
            "If the address had an account before, nothing has changed: use its old password."
        )
        messages.info(request, said)
        return None, redirect(passthrough_next_redirect_url(request, reverse("account_login"), "next"))
