"""The form that adds a passkey."""

from allauth.mfa.webauthn.forms import AddWebAuthnForm
from django import forms
from django.utils.translation import gettext_lazy as _


class PasskeyForm(AddWebAuthnForm):
    """Adds a passkey, by default one that signs in without the password."""

    passwordless = forms.BooleanField(
        label=_("Sign in with the passkey alone"),
        required=False,
        initial=True,
        help_text=_(
            "Your device then asks for your fingerprint, face or PIN. "
            "Untick it for a key that only adds to the password."
        ),
    )

    field_order = ["name", "passwordless", "credential"]
