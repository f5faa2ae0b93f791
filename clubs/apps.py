"""The Django app of people, clubs and teams."""

from django.apps import AppConfig


class ClubsConfig(AppConfig):
    """Clubs, their members and teams, and the accounts of players."""

    name = "clubs"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect what follows from signing in and out, and from another password."""
        from allauth.account.signals import password_changed, password_reset, password_set
        from django.conf import settings
        from django.contrib.auth.signals import user_logged_in, user_logged_out

        from clubs.accounts.tokens import revoke_with_password
        from clubs.accounts.visiting import take_over_at_sign_in
        from clubs.notices.key import number_of
        from clubs.notices.sessions import device_at_sign_out
        from clubs.people.languages import language_at_sign_in

        if settings.LELAM_PUSH_KEY:
            number_of(settings.LELAM_PUSH_KEY)  # a key that is none stops the start
        user_logged_in.connect(language_at_sign_in, dispatch_uid="clubs.language_at_sign_in")
        user_logged_in.connect(take_over_at_sign_in, dispatch_uid="clubs.take_over_at_sign_in")
        user_logged_out.connect(device_at_sign_out, dispatch_uid="clubs.device_at_sign_out")
        for signal in (password_changed, password_reset, password_set):
            signal.connect(revoke_with_password, dispatch_uid="clubs.revoke_with_password")
