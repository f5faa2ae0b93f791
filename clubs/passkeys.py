"""Passkeys: what adding one asks."""

from allauth.mfa.webauthn.forms import AddWebAuthnForm
from django import forms


class PasskeyForm(AddWebAuthnForm):
    """Add a passkey; unless the person says otherwise it can be used without the password."""

    passwordless = forms.BooleanField(
        label="Sign in with it alone",
        required=False,
        initial=True,
        help_text="Your device then asks for your fingerprint, face or PIN. "
        "Untick it for a key that only adds to the password.",
    )

    field_order = ["name", "passwordless", "credential"]
