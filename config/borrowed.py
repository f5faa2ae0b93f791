"""Texts of Django, the REST framework and allauth that people see and that are not in Malayalam there.

They stand here to be found by `make messages`, so that our catalogue carries them; Django looks a text up in it first.
tests/config/test_borrowed.py holds that the packages still say each of them so.
"""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_noop as _
from django.utils.translation import ngettext_lazy, npgettext_lazy

__all__ = ["BORROWED", "COUNTED", "IN_ENGLISH"]

BORROWED = (
    # Passwords and forms of Django
    _("Your password can’t be too similar to your other personal information."),  # noqa: RUF001 - their apostrophe
    _("Your password can’t be a commonly used password."),  # noqa: RUF001 - their apostrophe
    _("Your password can’t be entirely numeric."),  # noqa: RUF001 - their apostrophe
    _("“%(value)s” is not a valid UUID."),
    _("%(delta)s ago"),
    # The REST framework
    _("Invalid input."),
    _("Malformed request."),
    _("Incorrect authentication credentials."),
    _("Authentication credentials were not provided."),
    _("You do not have permission to perform this action."),
    _("Not found."),
    _('Method "{method}" not allowed.'),
    _("Could not satisfy the request Accept header."),
    _('Unsupported media type "{media_type}" in request.'),
    _("Request was throttled."),
    # Forms of allauth and their faults
    _("Password"),
    _("Password (again)"),
    _("Current Password"),
    _("New Password"),
    _("New Password (again)"),
    _("Forgot your password?"),
    _("Remember Me"),
    _("Email"),
    _("Email address"),
    _("Email (again)"),
    _("Email address confirmation"),
    _("Login"),
    _("Code"),
    _("You must type the same password each time."),
    _("You must type the same email each time."),
    _("This account is currently inactive."),
    _("You cannot remove your primary email address."),
    _("This email address is already associated with this account."),
    _("The email address and/or password you specified are not correct."),
    _("A user is already registered with this email address."),
    _("Please type your current password."),
    _("Incorrect code."),
    _("Incorrect password."),
    _("Invalid or expired key."),
    _("Invalid login."),
    _("The password reset token was invalid."),
    _("You cannot add more than %d email addresses."),
    _("Too many failed login attempts. Try again later."),
    _("The email address is not assigned to any user account."),
    _("Your primary email address must be verified."),
    _("The new value must be different from the current one."),
    _("Be patient, you are sending too many requests."),
    _("Use your password"),
    _("Use authenticator app or code"),
    _("Use a security key"),
    _("You cannot add an email address to an account protected by two-factor authentication."),
    _("You cannot deactivate two-factor authentication."),
    _("You cannot generate recovery codes without having two-factor authentication enabled."),
    _("You cannot activate two-factor authentication until you have verified your email address."),
    _("Master key"),
    _("Backup key"),
    _("Key nr. {number}"),
    # Pages of the account
    _("Account Inactive"),
    _("This account is inactive."),
    _("Email Addresses"),
    _("The following email addresses are associated with your account:"),
    _("Verified"),
    _("Unverified"),
    _("Primary"),
    _("Make Primary"),
    _("Re-send Verification"),
    _("Remove"),
    _("Add Email Address"),
    _("Add Email"),
    _("Do you really want to remove the selected email address?"),
    _("Confirm Email Address"),
    _('Please confirm that <a href="mailto:%(email)s">%(email)s</a> is an email address for user %(user_display)s.'),
    _("Confirm"),
    _("Unable to confirm %(email)s because it is already confirmed by a different account."),
    _(
        "This email confirmation link expired or is invalid. "
        'Please <a href="%(email_url)s">issue a new email confirmation request</a>.'
    ),
    _("Change Password"),
    _("Set Password"),
    _("Enter your password:"),
    _("Enter an authenticator code:"),
    _("Signup"),
    _("Passkey Sign Up"),
    _("Already have an account? Then please %(link)ssign in%(end_link)s."),
    _("Sign Up"),
    _("Other options"),
    _("Sign Up Closed"),
    _("We are sorry, but the sign up is currently closed."),
    _("Note"),
    _("You are already logged in as %(user_display)s."),
    _("Warning:"),
    _("Verify Your Email Address"),
    _("Cancel"),
    # Messages shown once on the next page
    _("You cannot remove your primary email address (%(email)s)."),
    _("Confirmation email sent to %(email)s."),
    _("You have confirmed %(email)s."),
    _("Removed email address %(email)s."),
    _("You have signed out."),
    _("Password successfully changed."),
    _("Password successfully set."),
    _("Primary email address set."),
    _("A new set of recovery codes has been generated."),
    # Passkeys and recovery codes
    _("Recovery Codes"),
    _("You are about to generate a new set of recovery codes for your account."),
    _("This action will invalidate your existing codes."),
    _("Are you sure?"),
    _("Generate"),
    _("Unused codes"),
    _("Download codes"),
    _("Generate new codes"),
    _("Security Keys"),
    _("Remove Security Key"),
    _("Are you sure you want to remove this security key?"),
    _("Edit Security Key"),
    _("Save"),
    _("This functionality requires JavaScript."),
    # Letters of allauth
    _("Please Confirm Your Email Address"),
    _(
        "You're receiving this email because user %(user_display)s has given your email address "
        "to register an account on %(site_domain)s."
    ),
    _("Your email verification code is listed below. Please enter it in your open browser window."),
    _("To confirm this is correct, go to %(activate_url)s"),
    _("Password Reset Email"),
    _(
        "You're receiving this email because you or someone else has requested a password reset "
        "for your user account.\nIt can be safely ignored if you did not request a password reset. "
        "Click the link below to reset your password."
    ),
    _("Unknown Account"),
    _(
        "You are receiving this email because you, or someone else, tried to access an account with email %(email)s. "
        "However, we do not have any record of such an account in our database."
    ),
    _("This mail can be safely ignored if you did not initiate this action."),
    _("If it was you, you can sign up for an account using the link below."),
    _("Account Already Exists"),
    _(
        "You are receiving this email because you or someone else tried to signup for an\n"
        "account using email address:\n\n%(email)s\n\n"
        "However, an account using that email address already exists.  In case you have\n"
        "forgotten about this, please use the password forgotten procedure to recover\n"
        "your account:\n\n%(password_reset_url)s"
    ),
)
COUNTED = (
    ngettext_lazy(
        "Your password must contain at least %(min_length)d character.",
        "Your password must contain at least %(min_length)d characters.",
    ),
    ngettext_lazy(
        "This password is too short. It must contain at least %d character.",
        "This password is too short. It must contain at least %d characters.",
    ),
    ngettext_lazy(
        "There is %(unused_count)s out of %(total_count)s recovery codes available.",
        "There are %(unused_count)s out of %(total_count)s recovery codes available.",
    ),
    ngettext_lazy(
        "Ensure this value has at most %(limit_value)d character (it has %(show_value)d).",
        "Ensure this value has at most %(limit_value)d characters (it has %(show_value)d).",
    ),
    ngettext_lazy(
        "Ensure this value has at least %(limit_value)d character (it has %(show_value)d).",
        "Ensure this value has at least %(limit_value)d characters (it has %(show_value)d).",
    ),
    ngettext_lazy("a second ago", "%(count)s\xa0seconds ago"),
    ngettext_lazy("a minute ago", "%(count)s\xa0minutes ago"),
    ngettext_lazy("an hour ago", "%(count)s\xa0hours ago"),
    npgettext_lazy("naturaltime-past", "%(num)d day", "%(num)d days"),
    npgettext_lazy("naturaltime-past", "%(num)d week", "%(num)d weeks"),
    npgettext_lazy("naturaltime-past", "%(num)d month", "%(num)d months"),
    npgettext_lazy("naturaltime-past", "%(num)d year", "%(num)d years"),
)
IN_ENGLISH: Final[Mapping[str | tuple[str, str], str | tuple[str, str]]] = {
    "Account Inactive": "Account inactive",
    "Current Password": "Current password",
    "New Password": "New password",
    "New Password (again)": "New password (again)",
    "Remember Me": "Remember me",
    "Email Addresses": "Email addresses",
    "Make Primary": "Make primary",
    "Re-send Verification": "Send the confirmation again",
    "Add Email Address": "Add an email address",
    "Add Email": "Add",
    "Confirm Email Address": "Confirm your email address",
    "Change Password": "Change password",
    "Set Password": "Set a password",
    "Signup": "Sign up",
    "Passkey Sign Up": "Sign up with a passkey",
    "Sign Up": "Sign up",
    "Sign Up Closed": "Sign-up is closed",
    "Verify Your Email Address": "Confirm your email address",
    "Recovery Codes": "Recovery codes",
    "Security Keys": "Passkeys",
    "Remove Security Key": "Remove a passkey",
    "Edit Security Key": "Rename a passkey",
    "Please Confirm Your Email Address": "Please confirm your email address",
    "Password Reset Email": "Reset your password",
    "Unknown Account": "Unknown account",
    "Account Already Exists": "Account already exists",
    (
        "Ensure this value has at most %(limit_value)d character (it has %(show_value)d).",
        "Ensure this value has at most %(limit_value)d characters (it has %(show_value)d).",
    ): (
        "At most %(limit_value)d character; this has %(show_value)d.",
        "At most %(limit_value)d characters; this has %(show_value)d.",
    ),
    (
        "Ensure this value has at least %(limit_value)d character (it has %(show_value)d).",
        "Ensure this value has at least %(limit_value)d characters (it has %(show_value)d).",
    ): (
        "At least %(limit_value)d character; this has %(show_value)d.",
        "At least %(limit_value)d characters; this has %(show_value)d.",
    ),
}
"""Borrowed texts, counted ones with their plural, that English pages word as ours: no capitals in titles, passkeys."""
